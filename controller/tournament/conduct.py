"""What a player loses by breaking the rules: chips in pockets (28.2), the place (34.1)."""

from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.tournament.base import Event
from controller.tournament.format import Chips, amount
from controller.tournament.phases import BEFORE_THE_END, STARTED
from controller.tournament.refusals import (
    DeskRefusal,
    refused_entrant,
    refused_now,
    refused_player,
)
from controller.tournament.state import Desk, EntryState, booked, with_entrant


@frozen
class ForfeitPocketed:
    """28.2: chips found in a player's pocket are taken out of play."""

    name: str
    chips: Money


@frozen
class Disqualify:
    """34.1: the player is out at once, with no place, no prize and no refund."""

    name: str


@frozen
class PocketedForfeited(Event):
    name: str
    chips: Money


@frozen
class PlayerDisqualified(Event):
    name: str
    chips: Money
    kept: bool
    """33.1: value chips stay with the player."""


def _verify_forfeit(desk: Desk, command: ForfeitPocketed, _: Asking) -> Refused | None:
    if refused := refused_now(
        desk, "this after the start and before the end", *STARTED
    ) or refused_player(desk, command.name, "28.2"):
        return refused
    stack = desk.entrant(command.name).stack
    if not 0 < command.chips < stack:
        detail = (
            f"{amount(command.chips)} seen: expected more than 0 and less than {amount(stack)}."
        )
        return Refused(DeskRefusal.NOT_SO_MUCH, "28.2", detail)
    return None


def _forfeit(draft: Draft[Desk], command: ForfeitPocketed) -> None:
    draft.emit(PocketedForfeited(command.name, command.chips))


def _verify_disqualify(desk: Desk, command: Disqualify, _: Asking) -> Refused | None:
    return refused_now(desk, "this before the end", *BEFORE_THE_END) or refused_entrant(
        desk.find(command.name), command.name, "34.1"
    )


def _disqualify(draft: Draft[Desk], command: Disqualify) -> None:
    desk = draft.state
    kept = desk.form.chips is Chips.VALUE
    draft.emit(PlayerDisqualified(command.name, Money(desk.entrant(command.name).stack), kept))


def _forfeited(desk: Desk, event: PocketedForfeited) -> Desk:
    stack = desk.entrant(event.name).stack - event.chips
    return booked(with_entrant(desk, event.name, stack=stack), pocketed=event.chips)


def _disqualified(desk: Desk, event: PlayerDisqualified) -> Desk:
    desk = with_entrant(desk, event.name, stack=ZERO, standing=EntryState.DISQUALIFIED)
    desk = evolve(desk, disqualified=(*desk.disqualified, event.name))
    return booked(desk, **{"kept" if event.kept else "taken": event.chips})


HANDLERS: Handlers = {
    ForfeitPocketed: Handler(_verify_forfeit, _forfeit),
    Disqualify: Handler(_verify_disqualify, _disqualify),
}

FOLDS: Folds = {PocketedForfeited: _forfeited, PlayerDisqualified: _disqualified}
