"""Who enters, how often, and until when (26.1.d, 26.1.i, 27)."""

import re
from typing import Final

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.phases import IN_PLAY, Phase
from controller.tournament.powers import DeskAction
from controller.tournament.prizes import fees_to_expend, spent_in_kind
from controller.tournament.refusals import DeskRefusal, refused_entrant
from controller.tournament.state import Desk, Entrant, booked, rebuys_open

NOT_NAMES: Final = ("table", "cut", "hand", "commission")
"""Words that mean something else wherever a course is written down."""
NAME_MAX: Final = 200
_WORD: Final = r"[^\s#\x00-\x1f\x7f-\x9f]+"
_NAME: Final = re.compile(rf"({_WORD}(?: {_WORD})*)(?:#([2-9]|[1-9][0-9]{{1,5}}))?")


class Enter(Command, action=DeskAction.ENTER_PLAYER):
    """Somebody pays and enters; `anna#2` is the second entry of anna."""

    name: str
    session: int = 1
    """27.2: of the first heat."""


class WithdrawEntry(Command, action=DeskAction.WITHDRAW_ENTRY):
    """An entry is taken back before the player has played a hand, and all that was paid with it."""

    name: str


class Entered(Event):
    name: str
    fee: Money
    buyin: Money
    chips: Money
    session: int


class EntryWithdrawn(Event):
    name: str
    fee: Money
    buyin: Money
    chips: Money


def person_of(name: str) -> str:
    """Who it is, whichever entry."""
    return name.partition("#")[0]


def entries_open(desk: Desk) -> bool:
    """26.1.i: for the session that is played; late entries last as long as the re-buy period."""
    return desk.phase is Phase.OPEN or (desk.phase in IN_PLAY and rebuys_open(desk))


def _verify_enter(desk: Desk, command: Enter, _: Asking) -> Refused | None:
    if command.session not in range(1, desk.form.sessions + 1):
        detail = f"Expected session 1 to {desk.form.sessions}, not {command.session}."
        return Refused(DeskRefusal.NO_SUCH_SESSION, "26.1.e", detail)
    now = command.session == desk.session and entries_open(desk)
    later = command.session > desk.session and desk.phase is not Phase.CANCELLED
    if not now and not later:
        expected = "Expected entries before the start, or while the re-buy period is open."
        return Refused(DeskRefusal.ENTRIES_CLOSED, "26.1.i", expected)
    return _verify_name(desk, command.name) or _verify_count(desk, command.name)


def _verify_name(desk: Desk, name: str) -> Refused | None:
    found = _NAME.fullmatch(name)
    if found is None or found.group(1) in NOT_NAMES or len(name) > NAME_MAX:
        seen = f"{name[:NAME_MAX]!r} entered: expected a name other than {', '.join(NOT_NAMES)}"
        detail = (
            f"{seen}, of at most {NAME_MAX} characters that show; a second entry as in 'anna#2'."
        )
        return Refused(DeskRefusal.NOT_A_NAME, detail=detail)
    if desk.find(name) is not None:
        detail = f"{name} entered: expected another entry as in '{found.group(1)}#2'."
        return Refused(DeskRefusal.ENTERED_ALREADY, "27.2", detail)
    return None


def _verify_count(desk: Desk, name: str) -> Refused | None:
    form, person = desk.form, person_of(name)
    which = int(name.partition("#")[2] or 1)
    before = sum(person_of(entrant.name) == person for entrant in desk.entrants)
    if max(which, before + 1) > form.entries_max:
        detail = f"Expected entries of {person}: at most {form.entries_max}."
        return Refused(DeskRefusal.TOO_OFTEN, "26.1.i", detail)
    if form.players_max is not None and len(desk.entrants) >= form.players_max:
        return Refused(DeskRefusal.FULL, "26.1.d", f"Expected at most {form.players_max} entries.")
    return None


def _enter(draft: Draft[Desk], command: Enter) -> None:
    form = draft.state.form
    draft.emit(Entered(command.name, form.entry, form.buyin, form.bank, command.session))


def _entered(desk: Desk, event: Entered) -> Desk:
    entrant = Entrant(event.name, event.chips, event.session, event.fee)
    desk = evolve(desk, entrants=(*desk.entrants, entrant))
    return booked(desk, entries=event.fee, buyins=event.buyin, issued=event.chips)


def _verify_withdraw(desk: Desk, command: WithdrawEntry, _: Asking) -> Refused | None:
    if refused := refused_entrant(desk.find(command.name), command.name, "26.1.i"):
        return refused
    if desk.phase is Phase.CANCELLED or not _unplayed(desk, desk.entrant(command.name)):
        detail = f"{command.name} plays: expected an entry that was not played yet."
        return Refused(DeskRefusal.PLAYS_ALREADY, "26.1.i", detail)
    without = evolve(desk, entrants=_others(desk, command.name))
    fees = booked(without, entries=-desk.form.entry)
    if desk.published and spent_in_kind(desk) > fees_to_expend(fees):
        detail = "Expected fees that buy the prizes in kind without this entry."
        return Refused(DeskRefusal.FEES_TOO_SMALL, "31.2", detail)
    return None


def _unplayed(desk: Desk, one: Entrant) -> bool:
    """Has nothing come of the entry yet?"""
    waits = desk.phase is Phase.OPEN or one.seat is None
    now = one.session == desk.session and desk.heat == 1 and waits
    untouched = one.stack == desk.form.bank and not one.pocketed
    return untouched and (now or one.session > desk.session)


def _withdraw(draft: Draft[Desk], command: WithdrawEntry) -> None:
    form = draft.state.form
    draft.emit(EntryWithdrawn(command.name, form.entry, form.buyin, form.bank))


def _others(desk: Desk, name: str) -> tuple[Entrant, ...]:
    return tuple(one for one in desk.entrants if one.name != name)


def _withdrawn(desk: Desk, event: EntryWithdrawn) -> Desk:
    desk = evolve(desk, entrants=_others(desk, event.name))
    return booked(desk, entries=-event.fee, buyins=-event.buyin, issued=-event.chips)


HANDLERS: Handlers = {
    Enter: Handler(_verify_enter, _enter),
    WithdrawEntry: Handler(_verify_withdraw, _withdraw),
}

FOLDS: Folds = {Entered: _entered, EntryWithdrawn: _withdrawn}
