"""What a player loses by breaking the rules: chips in pockets (28.2), the place (34.1)."""

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Draft, Emits, Folds, Handler, Handlers
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.format import Chips, chips
from controller.tournament.hands import out_at_once
from controller.tournament.phases import BEFORE_THE_END
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import (
    DeskRefusal,
    not_started,
    refused_entrant,
    refused_now,
    refused_player,
)
from controller.tournament.seating import between_hands, counted
from controller.tournament.state import Desk, EntryState, booked, got_up, with_entrant


class ForfeitPocketed(Command, action=DeskAction.FORFEIT_POCKETED):
    """28.2: chips found in a player's pocket are taken out of play."""

    name: str
    chips: Money


class Disqualify(Command, action=DeskAction.DISQUALIFY):
    """34.1: the player is out at once, with no place, no prize and no refund."""

    name: str


class GiveBackPocketed(Command, action=DeskAction.GIVE_BACK_POCKETED):
    """Chips were forfeited by mistake, or too many of them."""

    name: str
    chips: Money


class Readmit(Command, action=DeskAction.READMIT):
    """A disqualification was a mistake: the player is back at the seat, with all chips."""

    name: str


class PocketedForfeited(Event):
    name: str
    chips: Money


class PlayerDisqualified(Event):
    name: str
    chips: Money
    kept: bool
    """33.1: value chips stay with the player."""


class PocketedGivenBack(Event):
    name: str
    chips: Money


class PlayerReadmitted(Event):
    name: str
    chips: Money


def _verify_forfeit(desk: Desk, command: ForfeitPocketed, _: Asking) -> Refused | None:
    if refused := not_started(desk) or refused_player(desk, command.name, "28.2"):
        return refused
    if refused := _at_rest(desk, command.name):
        return refused
    stack = desk.entrant(command.name).stack
    if not 0 < command.chips < stack:
        detail = f"Expected more than 0 and less than {chips(stack)}, not {chips(command.chips)}."
        return Refused(DeskRefusal.NOT_SO_MUCH, "28.2", detail)
    return None


def _verify_disqualify(desk: Desk, command: Disqualify, _: Asking) -> Refused | None:
    return (
        refused_now(desk, "before the end", *BEFORE_THE_END)
        or refused_entrant(desk.find(command.name), command.name, "34.1")
        or _at_rest(desk, command.name)
    )


def _at_rest(desk: Desk, name: str) -> Refused | None:
    """Chips are taken from a table that reports by itself between hands only, and nowhere while
    nobody knows whose they are."""
    seat = desk.entrant(name).seat
    if seat is None:
        return None
    by_itself = desk.table(seat.table).reports
    return between_hands(desk, seat.table) if by_itself else counted(desk, seat.table)


def _disqualify(draft: Draft[Desk], command: Disqualify) -> None:
    desk = draft.state
    kept = desk.form.chips is Chips.VALUE
    draft.emit(PlayerDisqualified(command.name, Money(desk.entrant(command.name).stack), kept))


def _verify_give_back(desk: Desk, command: GiveBackPocketed, _: Asking) -> Refused | None:
    if refused := not_started(desk) or refused_player(desk, command.name, "28.2"):
        return refused
    pocketed = desk.entrant(command.name).pocketed
    if not 0 < command.chips <= pocketed:
        most = f"the {chips(pocketed)} that were forfeited"
        detail = f"Expected more than 0 and at most {most}, not {chips(command.chips)}."
        return Refused(DeskRefusal.NOT_SO_MUCH, "28.2", detail)
    return None


def _verify_readmit(desk: Desk, command: Readmit, _: Asking) -> Refused | None:
    if refused := refused_now(desk, "before the end", *BEFORE_THE_END):
        return refused
    one = desk.find(command.name)
    if one is None or one.standing is not EntryState.DISQUALIFIED or one.session < desk.session:
        detail = f"Expected a player disqualified in this session, not {command.name}."
        return Refused(DeskRefusal.NOT_DISQUALIFIED, "34.1", detail)
    if one.seat is not None and desk.sitter(one.seat) is not None:
        return Refused(DeskRefusal.SEAT_TAKEN, "26.1.f", f"{one.seat} is taken by now.")
    return None


def _readmit(draft: Draft[Desk], command: Readmit) -> None:
    lost = draft.state.entrant(command.name).lost
    draft.emit(PlayerReadmitted(command.name, lost))
    out_at_once(draft)


def _given_back(desk: Desk, event: PocketedGivenBack) -> Desk:
    """Whoever was at 0 is not any more."""
    return with_entrant(_pocketed(desk, event.name, Money(-event.chips)), event.name, fall=None)


def _pocketed(desk: Desk, name: str, chips: Money) -> Desk:
    one = desk.entrant(name)
    desk = with_entrant(desk, name, stack=one.stack - chips, pocketed=one.pocketed + chips)
    return booked(desk, pocketed=chips)


def _disqualified(desk: Desk, event: PlayerDisqualified) -> Desk:
    desk = with_entrant(
        desk, event.name, stack=ZERO, lost=event.chips, standing=EntryState.DISQUALIFIED
    )
    desk = evolve(desk, disqualified=(*desk.disqualified, event.name))
    return booked(desk, **{"kept" if event.kept else "taken": event.chips})


def _readmitted(desk: Desk, event: PlayerReadmitted) -> Desk:
    desk = got_up(desk, event.name, stack=event.chips, lost=ZERO, standing=EntryState.IN)
    others = tuple(name for name in desk.disqualified if name != event.name)
    desk = evolve(desk, disqualified=others)
    kept = desk.form.chips is Chips.VALUE
    return booked(desk, **{"kept" if kept else "taken": -event.chips})


HANDLERS: Handlers = {
    ForfeitPocketed: Handler(_verify_forfeit, Emits(PocketedForfeited)),
    GiveBackPocketed: Handler(_verify_give_back, Emits(PocketedGivenBack)),
    Disqualify: Handler(_verify_disqualify, _disqualify),
    Readmit: Handler(_verify_readmit, _readmit),
}

FOLDS: Folds = {
    PocketedForfeited: lambda desk, event: _pocketed(desk, event.name, event.chips),
    PocketedGivenBack: _given_back,
    PlayerDisqualified: _disqualified,
    PlayerReadmitted: _readmitted,
}
