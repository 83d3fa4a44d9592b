"""Who is signed on at the table's screen, and who of them acts when it is tapped.

Nothing of it is kept: after a start everybody signs on anew. What begins and ends is told as
events, for the record.
"""

from controller.authority import Command, actors_for
from controller.domain.instant import Instant
from controller.domain.refusals import Refused
from controller.floor.opening import LogOffDealer, LogOnDealer
from controller.floor.state import Floor, Status
from controller.house.events import SessionBegun, SessionEnded
from controller.staff import session as sessions
from controller.staff.powers import Action, NotAllowed
from controller.staff.roles import Actor, Reason, Role
from controller.staff.session import (
    DEFAULT_TIMES,
    Admitted,
    Ended,
    OpenSessions,
    Request,
    Session,
    SessionTimes,
    SignOn,
)


class Attendance:
    """The dealer, whoever stands above for a while, and the first of two who asked."""

    def __init__(self, times: SessionTimes = DEFAULT_TIMES) -> None:
        """`times`: how long somebody stays signed on."""
        self._times = times
        self._sessions = OpenSessions()
        self._request: Request | None = None
        self._asked: object = None
        """What the first of two asked for: the second has to mean the very same."""

    @property
    def dealer(self) -> Actor | None:
        """Who deals."""
        return _actor(self._sessions.dealer)

    @property
    def on_top(self) -> Actor | None:
        """Who stands above the dealer now."""
        return _actor(self._sessions.top)

    def above(self, now: Instant) -> tuple[str, int] | None:
        """The name of whoever stands above the dealer, and the time left to that person.

        May be asked on any thread: the sessions never change, others take their place.
        """
        top = self._sessions.top
        return (top.person.name, sessions.left_ms(top, now)) if top is not None else None

    def signed_on(self) -> tuple[Actor, ...]:
        """The dealer first, whose taps they are last."""
        return tuple(actor for actor in (self.dealer, self.on_top) if actor is not None)

    def change_of_dealer(self, floor: Floor) -> tuple[Command, tuple[Actor, ...]] | None:
        """Whoever is signed on as dealer deals from now on; nobody signed on, nobody does."""
        dealer = self.dealer
        if floor.status is Status.CLOSED:
            return None
        if dealer is not None and floor.dealer != dealer.number:
            return LogOnDealer(dealer.number), (dealer,)
        if dealer is None and floor.dealer is not None and floor.round is None:
            return LogOffDealer(), (Actor(floor.dealer, Role.DEALER),)
        return None

    def pass_time(self, now: Instant, *, tapped: bool = False) -> tuple[SessionEnded, ...]:
        """What time has ended; a tap on the screen extends the session whose tap it is."""
        change = sessions.activity if tapped else sessions.tick
        self._sessions, over = change(self._sessions, now)
        return _ended(over)

    def sign_on(
        self, admitted: Admitted, role: Role, now: Instant
    ) -> tuple[SessionBegun | SessionEnded, ...] | Refused:
        """Somebody who has shown a PIN."""
        ended = self.pass_time(now)
        session = sessions.unlock(
            admitted.person, role, now, means=admitted.means, times=self._times
        )
        if isinstance(session, SignOn):
            return Refused(session)
        change = sessions.sign_on(self._sessions, session)
        if isinstance(change, SignOn):
            return Refused(change)
        self._sessions, over = change
        return (*ended, *_ended(over), SessionBegun(session.actor, admitted.means))

    def lock(self, now: Instant) -> tuple[SessionEnded, ...]:
        """Whoever is on top leaves."""
        self._sessions, over = sessions.lock(self._sessions, now)
        return _ended(over)

    def strike_off(self, number: str, now: Instant) -> tuple[SessionEnded, ...]:
        """Somebody works here no longer: signed on no longer either."""
        self._sessions, over = sessions.struck_off(self._sessions, number, now)
        return _ended(over)

    def actors(
        self,
        action: Action,
        asked: object,
        reason: Reason | None,
        now: Instant,
        *,
        keypad: bool = False,
    ) -> tuple[Actor, ...] | NotAllowed:
        """Who does it by a tap now; the keys at the dealer's hand are the dealer's, whoever is on
        top. The first of two is remembered, until the second signs on and asks for the very same.
        """
        people = [*self.signed_on()]
        if keypad:
            people = [self.dealer] if self.dealer else []
            return actors_for(action, reason, tuple(people))
        first = self._request
        same = first is not None and (self._asked, first.reason) == (asked, reason)
        if first is not None and same and not first.lapsed(now):
            people.insert(len(people) - 1, first.first)
        self._request = None
        found = actors_for(action, reason, tuple(dict.fromkeys(people)))
        session = self._sessions.session()
        if isinstance(found, NotAllowed) and session is not None:
            request = sessions.ask(action, session.actor, reason, now)
            if isinstance(request, Request):
                self._request, self._asked = request, asked
        return found


def _actor(session: Session | None) -> Actor | None:
    return session.actor if session is not None else None


def _ended(over: tuple[Ended, ...]) -> tuple[SessionEnded, ...]:
    return tuple(SessionEnded(ended.session.actor, ended.why) for ended in over)
