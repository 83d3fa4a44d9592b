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
from controller.floor import citations as floor_rules
from controller.floor.calls import SupervisorCalled
from controller.floor.corrections import EnquiriesRecorded
from controller.floor.deck_orders import CardsDropped, DeviceFailed
from controller.floor.device_state import TroubleCode
from controller.floor.disputes import DisputeOpened
from controller.floor.equipment import DeviceReported
from controller.floor.tasks import TaskRaised
from controller.games.bonus import events as e
from controller.games.bonus.jackpot.awards import Award, Kind
from controller.games.bonus.round import citations as round_rules
from controller.games.bonus.round.awards import OWN
from controller.games.bonus.round.guidance.jackpots import amount_text, award_text
from controller.games.bonus.round.state import Table
from controller.house.events import RegisterRefused, TrailCopied
from controller.notices.outbox import INSPECTOR, SUPERVISOR, SURVEILLANCE, Draft
from controller.pools.outbox import TransferAnswered, TransferSetAside
from controller.staff.powers import Action
from controller.staff.roles import EVERYBODY, MADE_TO_WAIT


class Line(NamedTuple):
    """One subject; who is told and by which clause may be left to the record itself."""

    about: str
    to: tuple[str, ...] = ()
    fact: str = ""
    """Which the citations of the round, or of the floor, know the clause for."""
    text: str = ""


_SUPER: Final = (SUPERVISOR,)
_WATCH: Final = (SURVEILLANCE,)
_ALERT: Final = (SUPERVISOR, SURVEILLANCE)
_BOTH: Final = (SURVEILLANCE, INSPECTOR)
_NAMED: Final = ()
"""Those whom the event names."""

# fmt: off
ROUND: Final = (
    #    about                       to      fact                sentence
    Line("missing-card",             _NAMED, "",                 "A card is missing; round {round} is void."),
    Line("foreign-card",             _NAMED, "",                 "A card was found that is not of this deck; round {round} is void."),
    Line("jackpot-equipment-failed", _NAMED, "",                 "The jackpot equipment has failed in round {round}."),
    Line("irregularity",             _NAMED, "",                 "An irregularity in round {round}: {what}."),
    Line("award",                    _SUPER, "meter award",      "Place {place} has won {award}: {amount}."),
    Line("meter-award",              _SUPER, "meter award",      "Place {place} has won {award}: {amount}. Please confirm it."),
    Line("awards-corrected",         _SUPER, "meter award",      "The awards of round {round} have changed. Please confirm them anew."),
    Line("award-confirmed",          _WATCH, "meter award",      "A supervisor has confirmed {award} to place {place}: {amount}."),
    Line("award-declined",           _WATCH, "meter award",      "A supervisor has declined the award off the meter to place {place}."),
    Line("card-out-of-turn",         _SUPER, "wrong count",      "A card is out that is not due. Please rule on it."),
    Line("card-read-twice",          _SUPER, "card unaccounted", "A card was read that is out already. Please look into it."),
    Line("card-keyed-twice",         _SUPER, "card unaccounted", "A card was keyed that is out already. Please look into it."),
    Line("deck-check-ordered",       _SUPER, "deck check",       "The deck has to be checked before the next round."),
    Line("deck-complete",            _BOTH,  "deck check",       "The deck was checked and found complete."),
)
FLOOR: Final = (
    #    about                       to      fact                sentence
    Line("task",                     _NAMED, "",                 "The table has to notify you of this: {what} (task {task})."),
    Line("cards-dropped",            _SUPER, "cards dropped",    "Cards of deck {deck} were dropped. Please verify that all are there."),
    Line("device-failed",            _SUPER, "device failed",    "The dealing device has failed. Please replace it."),
    Line("device-trouble",           _SUPER, "",                 "The {device} needs help: {what}."),
    Line("suspect-frame",            _ALERT, "",                 "The line of the {device} carries frames that are not its own. They were refused."),
    Line("dispute",                  _SUPER, "dispute",          "Dispute {dispute} was opened. Please decide it."),
    Line("payment-suspected",        _SUPER, "suspected",        "Correction {correction} is suspected to be intentional. Please look into it."),
    Line("supervisor-called",        _SUPER, "supervisor called", "The dealer calls a supervisor to the table."),
)
HOUSE: Final = (
    #    about                       to      fact                sentence
    Line("wrong-pins",               _ALERT, "",                 "Too many wrong PINs, numbers or cards were tried: {who} has to wait. Please look who tries."),
    Line("staff-changed",            _WATCH, "",                 "A casino supervisor has {what}. Please check that this is so."),
    Line("register-refused",         _ALERT, "",                 "A staff register was refused that is not this table's own."),
    Line("transfer-set-aside",       _BOTH,  "jackpot failed",   "A transfer that the pool had refused in round {round} was set aside: it is settled by hand."),
    Line("transfer-refused",         _SUPER, "",                 "The pool has refused a transfer in round {round}. Please look into it."),
)
HELD: Final = (
    #    about                       to      fact                sentence
    Line("journal-damaged",          _SUPER, "",                 "The table is held: its journal is damaged."),
    Line("tail-adopted",             _SUPER, "",                 "The table is held: the end of its journal is not anchored."),
    Line("disk-full",                _SUPER, "",                 "The table is held: there is no room for its record."),
    Line("record-failed",            _SUPER, "",                 "The table is held: its record cannot be kept."),
    Line("program-mistake",          _SUPER, "",                 "The table is held: the program has made a mistake."),
)
"""Why a table stands still, by code: what failed in its own words may hold anything."""
# fmt: on

_LINES: Final = {line.about: line for line in (*ROUND, *FLOOR, *HOUSE)}
_HELD: Final = {line.about: line for line in HELD}


class Fact(NamedTuple):
    """Something that happened: the line of the table, and what fills it in."""

    about: str
    words: Mapping[str, object] = MappingProxyType({})
    named: tuple[str, ...] = ()
    clause: str | None = None


Finder = Callable[[Table, Any], Iterable[Fact]]


def notices_of(before: Table, after: Table, events: Iterable[object]) -> tuple[Draft, ...]:
    """Who is told what of one decision of the round or of the floor, of a copied trail, of the pool.

    Where the round has not changed `before` and `after` are the same table.
    """
    return tuple(
        draft
        for event in events
        if type(event) in _FINDERS
        for fact in _FINDERS[type(event)](before, event)
        for draft in _drafts(after, fact)
    )


def held_notice(why: str, round_number: int) -> Draft:
    """What a supervisor is told when the table is held, by one of the codes of `HELD`."""
    line = existing(_HELD.get(why), f"{why!r} seen, one of {', '.join(_HELD)} expected")
    return Draft(SUPERVISOR, f"held-{why}", line.text, round_number)


def _drafts(table: Table, fact: Fact) -> Iterator[Draft]:
    line = _LINES[fact.about]
    text = line.text.format(round=table.round.number, **fact.words)
    for to in fact.named or line.to:
        yield Draft(to, fact.about, text, table.round.number, fact.clause or _clause(table, line))


def _clause(table: Table, line: Line) -> str | None:
    if not line.fact:
        return None
    cite = round_rules.cite if line in ROUND else floor_rules.cite
    return cite(table.rules, line.fact)


def _ruling(_: Table, event: e.IrregularityRuled) -> Iterator[Fact]:
    code = event.irregularity.value
    about = code if code in _LINES else "irregularity"
    what = {"what": code.replace("-", " ")}
    if event.notices:
        yield Fact(about, what, event.notices, event.clause)


def _won(table: Table, awards: Iterable[Award]) -> Iterator[Fact]:
    """R30: under `sd` every progressive winner, envy not; anywhere what comes off the meter."""
    for award in awards:
        if award.kind is Kind.PROGRESSIVE:
            yield Fact("meter-award", _award(table, award))
        elif award.kind in OWN and not table.rules.nsw:
            yield Fact("award", _award(table, award))


def _award(table: Table, award: Award) -> Mapping[str, object]:
    return {
        "place": award.place,
        "award": award_text(table.rules, award),
        "amount": amount_text(award),
    }


def _recognised(before: Table, event: e.AwardsRecognised) -> Iterator[Fact]:
    return _won(before, event.awards)


def _corrected(before: Table, event: e.AwardsCorrected) -> Iterator[Fact]:
    """All of it is confirmed anew; whoever wins now and did not before is a new winner."""
    yield Fact("awards-corrected")
    known = [due.award for due in before.round.awards]
    yield from _won(before, (award for award in event.awards if award not in known))


def _confirmed(before: Table, event: e.AwardConfirmed) -> Iterator[Fact]:
    yield Fact("award-confirmed", _award(before, before.round.awards[event.index].award))


def _keyed(before: Table, event: e.CardKeyed) -> Iterator[Fact]:
    drawn = before.round.drawn
    if event.card in drawn[: event.draw] + drawn[event.draw + 1 :]:
        yield Fact("card-keyed-twice")


_STAFF_CHANGES: Final[dict[str, str]] = {
    Action.REGISTER_PERSON: "registered somebody",
    Action.RESET_PIN: "given somebody a new PIN",
}
"""Whoever does this could act as two people."""


def _trail(_: Table, event: TrailCopied) -> Iterator[Fact]:
    if event.what == MADE_TO_WAIT:
        one = event.number != EVERYBODY
        yield Fact("wrong-pins", {"who": "one person" if one else "everybody"})
    elif event.by is not None and event.what in _STAFF_CHANGES:
        yield Fact("staff-changed", {"what": _STAFF_CHANGES[event.what]})


def _answered(_: Table, event: TransferAnswered) -> Iterator[Fact]:
    if event.receipt is None:
        yield Fact("transfer-refused")


def _found_complete(before: Table, _: e.DeckFoundComplete) -> Iterator[Fact]:
    if before.deck_check_due:
        yield Fact("deck-complete")


def _task(_: Table, event: TaskRaised) -> Iterator[Fact]:
    yield Fact("task", {"what": event.about, "task": event.task}, (event.to,), event.clause)


def _enquiries(_: Table, event: EnquiriesRecorded) -> Iterator[Fact]:
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


def _device(_: Table, event: DeviceReported) -> Iterator[Fact]:
    words = {"device": event.device, "what": event.code.value.replace("-", " ")}
    if event.code is TroubleCode.SUSPECT_FRAME and not event.over:
        yield Fact("suspect-frame", words)
    elif event.code not in _MINOR and not event.over:
        yield Fact("device-trouble", words)


def _plain(about: str, *words: str) -> Finder:
    """An event that always is a notice, with some of its fields as words."""
    return lambda _, event: (Fact(about, {word: getattr(event, word) for word in words}),)


_FINDERS: Final[dict[type, Finder]] = {
    e.IrregularityRuled: _ruling,
    e.AwardsRecognised: _recognised,
    e.AwardsCorrected: _corrected,
    e.AwardConfirmed: _confirmed,
    e.AwardDeclined: _plain("award-declined", "place"),
    e.CardKeyed: _keyed,
    e.ExtraCardDrawn: _plain("card-out-of-turn"),
    e.KnownCardDrawn: _plain("card-read-twice"),
    e.DeckCheckOrdered: _plain("deck-check-ordered"),
    e.DeckFoundComplete: _found_complete,
    TaskRaised: _task,
    CardsDropped: _plain("cards-dropped", "deck"),
    DeviceFailed: _plain("device-failed"),
    DeviceReported: _device,
    DisputeOpened: _plain("dispute", "dispute"),
    EnquiriesRecorded: _enquiries,
    SupervisorCalled: _plain("supervisor-called"),
    RegisterRefused: _plain("register-refused"),
    TrailCopied: _trail,
    TransferAnswered: _answered,
    TransferSetAside: _plain("transfer-set-aside"),
}
