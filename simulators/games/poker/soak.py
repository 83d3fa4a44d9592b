"""The poker room as a soak plays it: the tables a house has of it, and its people."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Final

from controller.domain.dealing import Dealing
from controller.games.poker.award import CorrectResult
from controller.games.poker.floor.cards import AskForCards, ReportMutilated
from controller.games.poker.game import POKER
from controller.games.poker.rules import Limit, PokerRules, RunBy
from controller.games.poker.stacks import BuyGoods, ChangeStakes, CountStack
from controller.games.poker.state import Table
from simulators.faults import Trouble
from simulators.games.poker.people.checks import CHECKS, PokerChecks
from simulators.games.poker.people.dealer import PokerDealer
from simulators.games.poker.people.mishaps import Mishaps
from simulators.games.poker.people.players import Player, people
from simulators.games.poker.people.pots_dealer import PotsDealer
from simulators.games.poker.people.table import LivePoker
from simulators.games.soak import GameSoak
from simulators.people.hands import DECK_WRONG, RELOADED
from simulators.people.swiping import LiveSeat

# fmt: off
TABLES: Final = (
    # limit           small ante seats dealing           keyed  run by         dealer gives seats
    (Limit.NO_LIMIT,  100,  0,   9,    Dealing.SHUFFLER, True,  RunBy.ACTIONS, True),
    (Limit.NO_LIMIT,  200,  0,   9,    Dealing.SHUFFLER, False, RunBy.POTS,    True),
    (Limit.FIXED,     200,  0,   6,    Dealing.HAND,     True,  RunBy.ACTIONS, False),
    (Limit.POT_LIMIT, 100,  100, 11,   Dealing.SHUFFLER, False, RunBy.ACTIONS, True),
    (Limit.HALF_POT,  400,  0,   4,    Dealing.HAND,     True,  RunBy.ACTIONS, True),
    (Limit.POT_LIMIT, 100,  100, 6,    Dealing.HAND,     False, RunBy.POTS,    False),
)
# fmt: on


class PokerSoak(GameSoak):
    """Cash Texas Hold'em, as people play and deal it."""

    name = POKER.name
    tables = len(TABLES)
    records = 25
    checked = CHECKS
    sights: ClassVar = {
        Trouble.JAM: (RELOADED,),
        Trouble.FOREIGN_CARD: (DECK_WRONG, RELOADED),
    }

    def table(self, kind: int, chance: random.Random) -> LivePoker:
        limit, small, ante, seats, dealing, keyed, run_by, dealer_seats = TABLES[kind]
        return LivePoker(
            PokerRules(
                limit,
                small,
                2 * small,
                ante,
                seats=seats,
                dealing=dealing,
                bank_min=20 * small,
                dealer_seats=dealer_seats,
                keyed=keyed,
                run_by=run_by,
            )
        )

    def players(self, game: LivePoker, chance: random.Random) -> list[Player]:
        """More than there are seats at a small table, fewer at a large one."""
        return people(range(1, chance.randint(5, 11) + 1), chance.randrange(2**32))

    def dealer(self, seat: LiveSeat, players: Sequence[Player]) -> PokerDealer:
        kept = seat.table.game.rules.stacks_kept
        return (PokerDealer if kept else PotsDealer)(
            seat, players, mishaps=Mishaps(seat.table.seed)
        )

    def checks(self, held: Counter[str]) -> PokerChecks:
        return PokerChecks(held)

    def happen(self, dealer: PokerDealer, number: int) -> None:
        happening = HAPPENINGS.get(number % 30)
        if happening is not None and (dealer.table.rules.stacks_kept or happening in NO_STACK):
            happening(dealer)

    def ending(self, table: Table) -> str:
        return table.hand.ending.value if table.hand and table.hand.ending else "none"


def _richest(table: Table) -> int:
    return max(table.seats, key=lambda seat: seat.stack).number


def buy_goods(dealer: PokerDealer) -> None:
    """13.5: something to drink."""
    table = dealer.table
    dealer.seat.must(BuyGoods(_richest(table), table.rules.chip))


def count_stack(dealer: PokerDealer) -> None:
    """A chip has rolled off, and is found missing."""
    table = dealer.table
    number = _richest(table)
    dealer.seat.must(CountStack(number, table.seat(number).stack - table.rules.chip))


def correct_result(dealer: PokerDealer) -> None:
    """3.1: a chip goes from one to another, by a supervisor."""
    table = dealer.table
    one = _richest(table)
    other = next(seat.number for seat in table.seats if seat.player and seat.number != one)
    chip = table.rules.chip
    dealer.seat.must(CorrectResult(((one, -chip), (other, chip))))


def change_stakes(dealer: PokerDealer) -> None:
    """12.6, 13.8: everybody wants to play for twice as much, or for half of it again."""
    table, rules = dealer.table, dealer.table.rules
    small = rules.small // 2 if rules.small >= 400 else rules.small * 2
    agreed = tuple(seat.number for seat in table.seats if seat.player)
    changed = ChangeStakes(rules.limit, small, 2 * small, rules.ante, 20 * small, agreed)
    dealer.seat.must(changed)


def new_cards(dealer: PokerDealer) -> None:
    """4.7.a: everybody asks for them."""
    deck, players = dealer.floor.decks_here()[0], len(dealer.floor.seated())
    dealer.seat.must(AskForCards(deck.name, players))


def bent_card(dealer: PokerDealer) -> None:
    """4.7.b."""
    dealer.seat.must(ReportMutilated(dealer.floor.decks_here()[0].name))


HAPPENINGS: Final = {
    4: buy_goods,
    9: count_stack,
    13: correct_result,
    18: change_stakes,
    22: new_cards,
    27: bent_card,
}
"""By the number of the hand in its shift."""
NO_STACK: Final = (change_stakes, new_cards, bent_card)
"""What takes no chip off a stack."""

POKER_SOAK: Final = PokerSoak()
