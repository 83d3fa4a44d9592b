"""Who is signed on at the table's screen, and for how long: values and pure functions.

A session begins when a person has shown a PIN, is extended by what that person does, and
ends by itself: after some time without activity, after its longest time in any case, or when it is
locked. Times are measured on the steady clock alone; the wall clock only dates the record, and may
jump. The steady clock must also count while the machine sleeps (CLOCK_BOOTTIME). One that runs
backwards, or belongs to another start of the controller, ends the session. Sessions are not kept:
after a crash everybody signs on anew.

Before a session there is an attempt; how often it may be tried is said in budget.py.

The screen at the table has two sessions at most: the dealer's below, and somebody else's on top
for a while. A request is an action for two people that waits for the second one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum, StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final

from controller.domain.base import evolve
from controller.domain.frozen import Frozen
from controller.domain.instant import MINUTE_MS, SECOND_MS, Instant, elapsed_ms
from controller.domain.refusals import Sentence
from controller.staff.powers import Action, NotAllowed, Objection, check, check_reason
from controller.staff.roles import Actor, Person, Reason, Role, may_act_as


class Times(Frozen):
    """How long a session of a role lasts."""

    idle_ms: int
    """Without activity."""
    longest_ms: int | None
    """In any case; none for no such end."""

    def __post_init__(self) -> None:
        for value in (self.idle_ms, self.longest_ms):
            if value is not None and value <= 0:
                raise ValueError(f"{value} ms seen, more than 0 expected")


SessionTimes = Mapping[Role, Times]

# fmt: off
DEFAULT_TIMES: Final[SessionTimes] = MappingProxyType({
    #                             idle          longest
    Role.DEALER:            Times(60 * MINUTE_MS,  None),
    Role.GAMING_SUPERVISOR: Times(60 * SECOND_MS,   5 * MINUTE_MS),
    Role.CASINO_SUPERVISOR: Times(60 * SECOND_MS,   5 * MINUTE_MS),
    Role.INSPECTOR:         Times( 3 * MINUTE_MS,  30 * MINUTE_MS),
    Role.TECHNICIAN:        Times( 5 * MINUTE_MS,  60 * MINUTE_MS),
})
# fmt: on

REQUEST_MS: Final = 2 * MINUTE_MS
"""How long an action for two people waits for the second one."""


class Means(StrEnum):
    """What a person showed."""

    PIN = "pin"
    CARD = "card"
    """In records of earlier versions: a card alone, without a PIN."""


class Admitted(Frozen):
    """Somebody has shown who it is."""

    person: Person
    means: Means


class Why(Enum):
    """Why nobody is admitted. The value is the sentence that staff read."""

    WRONG = "Number, PIN or card is wrong."
    WAIT = "Too many wrong attempts."
    FOREIGN = "This staff register is not the one in the table's record."


class Denied(Frozen):
    """Somebody has not shown who it is; goes into the record."""

    why: Why
    number: str | None
    """Whose PIN was tried; none for a number nobody has, which may be a PIN keyed too early."""
    wait_ms: int = 0
    """How long the next attempt has to wait."""

    def text(self) -> str:
        """The whole line for staff."""
        return f"{self.why.value} {wait_text(self.wait_ms)}".rstrip()


def wait_text(wait_ms: int) -> str:
    """How long there is to wait, in minutes and seconds."""
    seconds = -(-wait_ms // SECOND_MS)
    return f"Next attempt in {seconds // 60}:{seconds % 60:02d}." if seconds else ""


class End(StrEnum):
    """Why a session is over."""

    LOCKED = "locked"
    RELIEVED = "relieved"
    """Somebody else signed on in its place."""
    IDLE = "idle"
    LONGEST = "longest"
    CLOCK = "clock"
    """The steady clock ran backwards, or is that of another start."""
    STRUCK_OFF = "struck-off"
    """The person was removed from the register."""


class Session(Frozen):
    """Somebody is signed on."""

    person: Person
    role: Role
    """In which the person acts: the own one, or the dealer's."""
    means: Means
    since: Instant
    seen: Instant
    """Last activity."""
    times: Times

    @cached_property
    def actor(self) -> Actor:
        """As the record names it."""
        return Actor(self.person.number, self.role)


class Ended(Frozen):
    """A session that is over."""

    session: Session
    why: End
    at: Instant


class SignOn(Sentence):
    """Why nobody is signed on. The value is the sentence that staff read."""

    NOT_IN_THIS_ROLE = "This person may not act in this role."
    DEALS_HERE = "The dealer of this table cannot supervise it."


def unlock(
    person: Person,
    role: Role,
    now: Instant,
    *,
    means: Means = Means.PIN,
    times: SessionTimes = DEFAULT_TIMES,
) -> Session | SignOn:
    """A session for a person whose PIN was right."""
    if not may_act_as(person.role, role):
        return SignOn.NOT_IN_THIS_ROLE
    return Session(person, role, means, now, now, times[role])


def ended(session: Session, now: Instant) -> Ended | None:
    """Has it ended by itself?"""
    idle_ms, lasted_ms = elapsed_ms(session.seen, now), elapsed_ms(session.since, now)
    if idle_ms is None or lasted_ms is None:
        return Ended(session, End.CLOCK, now)
    longest_ms = session.times.longest_ms
    if longest_ms is not None and lasted_ms >= longest_ms:
        return Ended(session, End.LONGEST, now)
    if idle_ms >= session.times.idle_ms:
        return Ended(session, End.IDLE, now)
    return None


def left_ms(session: Session, now: Instant) -> int:
    """How long it lasts if nobody taps; nothing where it is over."""
    idle_ms, lasted_ms = elapsed_ms(session.seen, now), elapsed_ms(session.since, now)
    if idle_ms is None or lasted_ms is None:
        return 0
    left = session.times.idle_ms - idle_ms
    longest_ms = session.times.longest_ms
    return max(0, left if longest_ms is None else min(left, longest_ms - lasted_ms))


class OpenSessions(Frozen):
    """The screen at the table: the dealer, and whoever is on top."""

    dealer: Session | None = None
    top: Session | None = None

    def session(self) -> Session | None:
        """Whose taps they are: supervisor mode covers the dealer's."""
        return self.top or self.dealer


Change = tuple[OpenSessions, tuple[Ended, ...]]
"""The open sessions, and those that are over: they belong in the record."""


def sign_on(sessions: OpenSessions, session: Session) -> Change | SignOn:
    """A dealer relieves the dealer; anybody else comes on top, but nobody over oneself."""
    dealer = session.role is Role.DEALER
    before, other = (sessions.dealer, sessions.top) if dealer else (sessions.top, sessions.dealer)
    if other and other.person.number == session.person.number:
        return SignOn.DEALS_HERE
    gone = (Ended(before, End.RELIEVED, session.since),) if before else ()
    return (replace(sessions, dealer=session) if dealer else replace(sessions, top=session)), gone


def tick(sessions: OpenSessions, now: Instant) -> Change:
    """What time has ended. To be asked before every command and whenever a time runs out."""
    over = tuple(
        end
        for session in (sessions.top, sessions.dealer)
        if session and (end := ended(session, now))
    )
    return (_without(sessions, [end.session for end in over]) if over else sessions), over


def activity(sessions: OpenSessions, now: Instant) -> Change:
    """A tap: extends the session whose taps they are, unless it is over."""
    sessions, over = tick(sessions, now)
    if sessions.top:
        return evolve(sessions, top=evolve(sessions.top, seen=now)), over
    if sessions.dealer:
        return evolve(sessions, dealer=evolve(sessions.dealer, seen=now)), over
    return sessions, over


def lock(sessions: OpenSessions, now: Instant) -> Change:
    """Ends the session whose taps they are; under a supervisor the dealer stays signed on."""
    session = sessions.session()
    if session is None:
        return sessions, ()
    left = replace(sessions, top=None) if sessions.top else OpenSessions()
    return left, (Ended(session, End.LOCKED, now),)


def struck_off(sessions: OpenSessions, number: str, now: Instant) -> Change:
    """Ends whatever session a person has who was removed meanwhile."""
    over = tuple(
        Ended(session, End.STRUCK_OFF, now)
        for session in (sessions.top, sessions.dealer)
        if session and session.person.number == number
    )
    return _without(sessions, [end.session for end in over]), over


def _without(sessions: OpenSessions, gone: Sequence[Session]) -> OpenSessions:
    return OpenSessions(
        *(None if session in gone else session for session in (sessions.dealer, sessions.top))
    )


class Request(Frozen):
    """An action for two people, asked for by the first."""

    action: Action
    first: Actor
    reason: Reason | None
    asked: Instant
    lapses_ms: int = REQUEST_MS

    def lapsed(self, now: Instant) -> bool:
        """Has it waited too long?"""
        waited_ms = elapsed_ms(self.asked, now)
        return waited_ms is None or waited_ms >= self.lapses_ms


def ask(action: Action, first: Actor, reason: Reason | None, now: Instant) -> Request | NotAllowed:
    """The first of two people asks; refused at once where no second one could put it right."""
    objection = check(action, (first,), reason)
    if objection is None or objection.objection is not Objection.ANOTHER_NEEDED:
        return objection or NotAllowed(Objection.TOO_MANY, action, "This needs one person.")
    return check_reason(action, reason) or Request(action, first, reason, now)
