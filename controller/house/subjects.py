"""What is worth a notice, to whom, and in which words: one table, to be read aloud.

Some of it the rules ask for: then the ruling or the task on record names who is told (11.9.4,
11.14, R30). The rest calls a supervisor whose hand or eye is needed next, or lets those who watch
follow money off the meter and the search for a card; by R30 these are calls, and no part of the
notices in a round's result.

A sentence is made of the words of its line, of numbers, amounts, names of awards and the floor's
own codes. It never names a card, a player or anybody on duty: nothing face down can be in it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from controller.domain.base import existing
from controller.floor.calls import SupervisorCalled
from controller.floor.citations import cite
from controller.floor.corrections import EnquiriesRecorded
from controller.floor.deck_orders import CardsDropped, DeviceFailed
from controller.floor.device_state import TroubleCode
from controller.floor.disputes import DisputeOpened
from controller.floor.equipment import DeviceReported
from controller.floor.tasks import TaskRaised
from controller.games.game import Game
from controller.house.events import RegisterRefused, TrailCopied
from controller.notices.outbox import INSPECTOR, SUPERVISOR, SURVEILLANCE, NewNotice
from controller.staff.powers import HouseAction
from controller.staff.roles import EVERYBODY, MADE_TO_WAIT


class Line(NamedTuple):
    """One subject; who is told and by which clause may be left to the record itself."""

    about: str
    to: tuple[str, ...] = ()
    fact: str = ""
    """Which the citations of the floor, or of the game, know the clause for."""
    text: str = ""


SUPER: Final = (SUPERVISOR,)
WATCH: Final = (SURVEILLANCE,)
ALERT: Final = (SUPERVISOR, SURVEILLANCE)
BOTH: Final = (SURVEILLANCE, INSPECTOR)
NAMED: Final = ()
"""Those whom the event names."""

# fmt: off
FLOOR: Final = (
    #    about                       to      fact                sentence
    Line("task",                     NAMED, "",                 "The table has to notify you: {what} (task {task})."),
    Line("cards-dropped",            SUPER, "cards dropped",    "Cards of deck {deck} were dropped. Please check that all are there."),
    Line("device-failed",            SUPER, "device failed",    "The dealing device has failed. Please replace it."),
    Line("device-trouble",           SUPER, "",                 "Help is needed with the {device}: {what}."),
    Line("suspect-frame",            ALERT, "",                 "Messages came in on the line of the {device} that it did not send. They were refused."),
    Line("dispute",                  SUPER, "dispute",          "Dispute {dispute} was opened. Please decide it."),
    Line("payment-suspected",        SUPER, "suspected",        "Correction {correction} is suspected to be intentional. Please look into it."),
    Line("supervisor-called",        SUPER, "supervisor called", "The dealer has called a supervisor to the table."),
)
HOUSE: Final = (
    #    about                       to      fact                sentence
    Line("wrong-pins",               ALERT, "",                 "Too many wrong PINs, numbers or cards were tried: {who} has to wait. Please see who is trying."),
    Line("staff-changed",            WATCH, "",                 "A casino supervisor has {what}. Please check that this is right."),
    Line("register-refused",         ALERT, "",                 "A staff register was refused because it is not this table's own."),
)
HELD: Final = (
    #    about                       to      fact                sentence
    Line("journal-damaged",          SUPER, "",                 "The table is held: its journal is damaged."),
    Line("tail-adopted",             SUPER, "",                 "The table is held: the end of its journal is not anchored."),
    Line("disk-full",                SUPER, "",                 "The table is held: there is no disk space for its record."),
    Line("record-failed",            SUPER, "",                 "The table is held: its record cannot be kept."),
    Line("program-mistake",          SUPER, "",                 "The table is held: the program made an error."),
)
"""Why a table stands still, by code: what failed in its own words may hold anything."""
# fmt: on

_HELD: Final = {line.about: line for line in HELD}


class Fact(NamedTuple):
    """Something that happened: the line of the table, and what fills it in."""

    about: str
    words: Mapping[str, object] = MappingProxyType({})
    named: tuple[str, ...] = ()
    clause: str | None = None


Finder = Callable[[Any, Any], Iterable[Fact]]
"""What an event comes to, at a table that was like this before it."""


class Subjects(NamedTuple):
    """A part of the table: its lines, which clause is behind a fact, and where facts are found."""

    lines: tuple[Line, ...]
    cite: Callable[[Any, str], str | None]
    finders: Mapping[type, Finder]

    def drafts(self, before: Any, after: Any, event: object) -> Iterator[NewNotice]:
        """The notices that an event comes to."""
        for fact in self.finders[type(event)](before, event):
            line = next(line for line in self.lines if line.about == fact.about)
            clause = fact.clause or (self.cite(after.rules, line.fact) if line.fact else None)
            text = line.text.format(round=after.number, **fact.words)
            for to in fact.named or line.to:
                yield NewNotice(to, fact.about, text, after.number, clause)


def notices_of(
    game: Game, before: Any, after: Any, events: Iterable[object]
) -> tuple[NewNotice, ...]:
    """Whom to tell what, of events that led from one table of this game to the other."""
    tables = (OWN, *game.subjects)
    return tuple(
        draft
        for event in events
        for subjects in tables
        if type(event) in subjects.finders
        for draft in subjects.drafts(before, after, event)
    )


def held_notice(why: str, round_number: int) -> NewNotice:
    """What a supervisor is told when the table is held, by one of the codes of `HELD`."""
    line = existing(_HELD.get(why), f"{why!r} seen, one of {', '.join(_HELD)} expected")
    return NewNotice(SUPERVISOR, f"held-{why}", line.text, round_number)


_STAFF_CHANGES: Final[dict[str, str]] = {
    HouseAction.REGISTER_PERSON: "registered somebody",
    HouseAction.RESET_PIN: "given somebody a new PIN",
}
"""Whoever does this could act as two people."""


def _trail(_: Any, event: TrailCopied) -> Iterator[Fact]:
    if event.what == MADE_TO_WAIT:
        one = event.number != EVERYBODY
        yield Fact("wrong-pins", {"who": "one person" if one else "everybody"})
    elif event.by is not None and event.what in _STAFF_CHANGES:
        yield Fact("staff-changed", {"what": _STAFF_CHANGES[event.what]})


def _task(_: Any, event: TaskRaised) -> Iterator[Fact]:
    yield Fact("task", {"what": event.about, "task": event.task}, (event.to,), event.clause)


def _enquiries(_: Any, event: EnquiriesRecorded) -> Iterator[Fact]:
    if event.escalated:
        yield Fact("payment-suspected", {"correction": event.correction})


_MINOR: Final = frozenset(
    {
        TroubleCode.CUT_CARD,
        TroubleCode.DOOR_OPEN,
        TroubleCode.EMPTY,
        TroubleCode.LID_OPEN,
        TroubleCode.ORDER_REFUSED,
        TroubleCode.UNREADABLE_CARD,
    }
)
"""What the dealer puts right."""


_WRONG: Final = {
    TroubleCode.AWAY: "no answer",
    TroubleCode.REFUSED: "this is not the device that belongs here",
    TroubleCode.NOT_SHOWING: "another text is shown than was sent",
    TroubleCode.CARDS_TOLD: "it reports cards that it should only count",
    TroubleCode.STUCK: "a sensor stays covered",
    TroubleCode.UNSTEADY: "a sensor gives no steady reading",
    TroubleCode.MISCOUNTED: "its number of cards differs from the record",
    TroubleCode.OVERDUE: "the table has waited for it too long",
}
"""Where the code itself does not say it in plain words."""


def _device(_: Any, event: DeviceReported) -> Iterator[Fact]:
    words = {"device": event.device, "what": _WRONG.get(event.code) or event.code.words}
    if event.code is TroubleCode.SUSPECT_FRAME and not event.over:
        yield Fact("suspect-frame", words)
    elif event.code not in _MINOR and not event.over:
        yield Fact("device-trouble", words)


def plain(about: str, *words: str) -> Finder:
    """An event that always is a notice, with some of its fields as words."""
    return lambda _, event: (Fact(about, {word: getattr(event, word) for word in words}),)


OWN: Final = Subjects(
    (*FLOOR, *HOUSE),
    cite,
    {
        TaskRaised: _task,
        CardsDropped: plain("cards-dropped", "deck"),
        DeviceFailed: plain("device-failed"),
        DeviceReported: _device,
        DisputeOpened: plain("dispute", "dispute"),
        EnquiriesRecorded: _enquiries,
        SupervisorCalled: plain("supervisor-called"),
        RegisterRefused: plain("register-refused"),
        TrailCopied: _trail,
    },
)
"""What is worth a notice whatever is played."""
