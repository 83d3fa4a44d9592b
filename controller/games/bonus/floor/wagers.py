"""Whose wagers are taken: not without an own card, not if refused (13.1, 13.12; 5.9)."""

from enum import StrEnum

from controller.domain.kernel import Asking, Folds, Handler, Handlers, unchanged
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import (
    card_required,
    no_such_place,
    occupied,
    player_at,
    verify_occupied,
    with_seat,
)
from controller.floor.state import Floor
from controller.games.bonus.floor.refusals import BonusFloorRefusal
from controller.games.bonus.floor.state import Draft
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.wagers import Area


class InvalidGround(StrEnum):
    """13.1: why a player's wagers are invalid."""

    NO_VALID_CARD = "no-valid-card"
    ANOTHER_PERSONS_CARD = "another-persons-card"
    WAGER_FOR_ANOTHER = "wager-for-another"


class Plea(StrEnum):
    """13.1.1, 13.1.2: what a player may say; it is written down and changes nothing."""

    AGENCY = "agency"
    REPRESENTATION = "representation"
    POWER_OF_ATTORNEY = "power-of-attorney"
    OTHERS_MONEY = "others-money"


class MarkWagersInvalid(Command, action=BonusAction.INVALID_WAGER):
    """13.1: a supervisor marks all wagers of a player invalid; the round follows 11.19."""

    place: int
    ground: InvalidGround
    plea: Plea | None = None


class RefuseWager(Command, action=BonusAction.REFUSE_WAGER):
    """13.12: a wager is refused before the first card and taken off the layout."""

    place: int
    area: Area


class AssistPlacement(Command, action=BonusAction.ASSIST_PLACEMENT):
    """5.9: the dealer put a wager where the player asked; it is the player's own."""

    place: int
    area: Area


class WagersMarkedInvalid(Event):
    place: int
    player: str
    round: int | None
    """The round in progress, which has to follow 11.19; settled rounds stand."""
    ground: InvalidGround
    plea: Plea | None


class WagerRefused(Event):
    place: int
    area: Area
    round: int


class PlacementAssisted(Event):
    place: int
    area: Area
    player: str
    """Whose wager it is, and who answers for its position."""


def _verify_invalid(floor: Floor, command: MarkWagersInvalid, _: Asking) -> Refused | None:
    since = floor.rules.terms.player_cards_from
    if since is not None and not card_required(floor):
        detail = f"It applies from {since}."
        return refuse(floor.rules, FloorRefusal.NOT_IN_THESE_RULES, "own player card", detail)
    return occupied(floor, command.place)


def _mark_invalid(draft: Draft, command: MarkWagersInvalid) -> None:
    floor = draft.state
    draft.emit(
        WagersMarkedInvalid(
            command.place,
            player_at(floor, command.place),
            floor.round.number if floor.round else None,
            command.ground,
            command.plea,
        )
    )


def _verify_refuse(floor: Floor, command: RefuseWager, _: Asking) -> Refused | None:
    if floor.round is None:
        return refuse(floor.rules, FloorRefusal.NO_ROUND, "refuse wager")
    if floor.round.dealt:
        return refuse(floor.rules, FloorRefusal.CARDS_ARE_OUT, "refuse wager")
    if command.area not in (Area.ANTE, Area.BONUS, Area.JACKPOT):
        return refuse(floor.rules, BonusFloorRefusal.NOT_PLACED_BY_HAND, "refuse wager")
    return no_such_place(floor, command.place)


def _refuse(draft: Draft, command: RefuseWager) -> None:
    draft.emit(WagerRefused(command.place, command.area, draft.state.last_round))


def _assist(draft: Draft, command: AssistPlacement) -> None:
    player = player_at(draft.state, command.place)
    draft.emit(PlacementAssisted(command.place, command.area, player))


HANDLERS: Handlers = {
    MarkWagersInvalid: Handler(_verify_invalid, _mark_invalid),
    RefuseWager: Handler(_verify_refuse, _refuse),
    AssistPlacement: Handler(verify_occupied, _assist),
}

FOLDS: Folds = {
    WagersMarkedInvalid: lambda floor, event: with_seat(
        floor, floor.seat(event.place), card=False, invalid=True
    ),
    WagerRefused: unchanged,
    PlacementAssisted: unchanged,
}
