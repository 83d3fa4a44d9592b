"""The last three hands before a table closes, and the rules of the hands to come (23.4, 13.8)."""

from typing import Final

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, always, becomes
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Status
from controller.games.poker.floor.refusals import PokerFloorRefusal
from controller.games.poker.floor.state import Draft, PokerFloor
from controller.games.poker.powers import PokerAction
from controller.games.poker.rules import PokerRules
from controller.staff.powers import HouseAction, Nobody

LAST_HANDS: Final = 3


class DeclareLastHands(Command, action=PokerAction.LAST_HANDS):
    """23.4: three more hands, then the table closes."""


class WithdrawLastHands(Command, action=HouseAction.WITHDRAW_NOTICE):
    """The table stays open."""


class PlayLastHand(Command, action=Nobody.INTERNAL):
    """One of them is finished; a misdeal or void hand is dealt again and does not count."""


class PutStakes(Command, action=Nobody.INTERNAL):
    """Everybody has agreed to other stakes."""

    rules: PokerRules


class LastHandsDeclared(Event):
    hands: int


class LastHandsWithdrawn(Event):
    pass


class LastHandPlayed(Event):
    left: int


class StakesPut(Event):
    rules: PokerRules


def _verify_declare(floor: PokerFloor, _: DeclareLastHands, __: Asking) -> Refused | None:
    if floor.status is not Status.OPEN:
        return Refused(FloorRefusal.NOT_OPEN, "23.4")
    declared = floor.last_hands is not None
    return Refused(PokerFloorRefusal.DECLARED_ALREADY, "23.4") if declared else None


def _declare(draft: Draft, _: DeclareLastHands) -> None:
    draft.emit(LastHandsDeclared(LAST_HANDS))


def _verify_withdraw(floor: PokerFloor, _: WithdrawLastHands, __: Asking) -> Refused | None:
    declared = floor.last_hands is not None
    return None if declared else Refused(PokerFloorRefusal.NOT_DECLARED, "23.4")


def _play(draft: Draft, _: PlayLastHand) -> None:
    draft.emit(LastHandPlayed((draft.state.last_hands or 0) - 1))


def _declared(floor: PokerFloor, event: LastHandsDeclared) -> PokerFloor:
    # The hand in progress is none of them: three are dealt after it.
    return evolve(floor, last_hands=event.hands + (floor.round is not None))


HANDLERS: Handlers = {
    DeclareLastHands: Handler(_verify_declare, _declare),
    WithdrawLastHands: Handler(_verify_withdraw, Emits(LastHandsWithdrawn)),
    PlayLastHand: Handler(always, _play),
    PutStakes: Handler(always, Emits(StakesPut)),
}

FOLDS: Folds = {
    LastHandsDeclared: _declared,
    LastHandsWithdrawn: becomes(last_hands=None),
    LastHandPlayed: lambda floor, event: evolve(floor, last_hands=event.left),
    StakesPut: lambda floor, event: evolve(
        floor, rules=event.rules, stakes_from=floor.last_round + 1
    ),
}
