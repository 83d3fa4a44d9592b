"""The one step of the dealer that takes the hand on, and why it is not taken yet."""

from typing import Final

from controller.authority import Command
from controller.floor.rounds import verify_round
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import DrawIn, betting_over
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal, street_due
from controller.games.poker.house import PokerHouse
from controller.games.poker.phases import BOARD_OF, Phase
from controller.games.poker.showdown import next_to_show
from controller.games.poker.state import Table, board_complete
from controller.games.step import NextStep, deck_step

_AHEAD: Final = (Phase.BLINDS, Phase.AWARD)
"""With a screen nobody taps for it: a hand that has begun is dealt, a paid one is over."""


def step_of(house: PokerHouse) -> NextStep:
    """The next step; none where a player acts or shows, or cards are turned and keyed."""
    floor, table = house.floor, house.table
    if table.phase is Phase.IDLE:
        shuffled = floor is not None and deck_step(floor) is not None
        begin = BeginHand((floor.last_round if floor else table.number) + 1, shuffled)
        held = verify_round(floor, floor.seen) if floor and not shuffled else None
        return NextStep(table.phase, begin, held or CORE.verify(table, begin))
    command, due = _in_hand(table), _cards_due(table)
    if due and not table.rules.keyed:
        return NextStep(table.phase, DealStreet(()), cards_due=due)
    turns = command is None or isinstance(command, DrawIn)  # the street draws in by itself
    ahead = command if table.phase in _AHEAD else None
    return NextStep(table.phase, command, cards_due=due if turns else 0, ahead=ahead)


def _in_hand(table: Table) -> Command | None:
    match table.phase:
        case Phase.BLINDS:
            return DealHoleCards()
        case Phase.DEAL:
            return FinishDeal()
        case Phase.SHOWDOWN:
            return AwardPots() if next_to_show(table) is None else None
        case Phase.AWARD:
            return FinishHand()
    if betting_over(table) is not None:
        return None
    hand = table.playing()
    if hand.count_in() == 1:
        return AwardPots()
    return None if hand.drawn_in else DrawIn()


def _cards_due(table: Table) -> int:
    """How many communal cards the dealer turns now."""
    street = street_due(table)
    if street is None or (board_complete(table) and betting_over(table) is not None):
        return 0
    return BOARD_OF[street] - table.playing().laid
