"""A table of the room under a desk that says what the test says."""

from typing import Any, Self

from controller.domain.base import evolve
from controller.domain.cards import parse_cards
from controller.domain.money import ZERO, Money
from controller.floor.state import Settings
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards
from controller.games.poker.desk_counts import CountStacks, GoOut
from controller.games.poker.floor import new_floor
from controller.games.poker.house import PokerHouse
from controller.games.poker.keyed_pots import KeyPot
from controller.games.poker.offers import Move, offers
from controller.games.poker.rules import Limit, PokerRules, RunBy
from controller.games.poker.showdown import TableHand
from controller.games.poker.state import new_table
from controller.tournament.format import Level
from controller.tournament.orders import Order, SeatLine
from controller.tournament.under_desk import UnderDesk, heard, letter
from tests.helpers.poker_shift import PokerShift

RULES = PokerRules(Limit.NO_LIMIT, small=100, big=200, seats=6, scale=None, tournament=True)
BY_POTS = evolve(RULES, run_by=RunBy.POTS, keyed=False)


def line(
    seat: int, name: str, given: int = 5000, *, visit: int = 1, away: bool = False
) -> SeatLine:
    """A player with so many chips of a dollar."""
    return SeatLine(seat, name, visit, Money(100 * given), away)


def _by_seat(chips: dict[str, int]) -> list[tuple[int, int]]:
    """`s3=500`, in cents."""
    return [(int(key.removeprefix("s")), 100 * count) for key, count in chips.items()]


class UnderDeskShift(PokerShift):
    """One table of a tournament."""

    def __init__(self, rules: PokerRules = RULES, **more: Any) -> None:
        super().__init__(rules, **more)
        self.number = 0

    def fresh(self) -> PokerHouse:
        floor = new_floor(self.rules, Settings())
        return PokerHouse(new_table(self.rules), "T3", floor, desk=UnderDesk())

    @property
    def link(self) -> UnderDesk:
        found: UnderDesk = self.house.desk
        return found

    def ordered(self, *seats: SeatLine, **more: Any) -> Self:
        """The desk says so."""
        self.number += 1
        order = Order(self.number, **{"taken": 0, "until": None, "why": "", "seats": seats, **more})
        return self.hears(order)

    def again(self, **changes: Any) -> Self:
        """The last order with something else in it."""
        assert self.link.order is not None
        self.number += 1
        return self.hears(evolve(self.link.order, number=self.number, **changes))

    def hears(self, order: Order) -> Self:
        self.now(self.controller.learn(lambda house, _: heard(house.desk, order)))
        return self

    def letter(self) -> Any:
        return letter(self.link, at_rest=self.table.at_rest)

    def stacks(self) -> dict[int, int]:
        """In dollars, by seat."""
        return {seat.number: seat.stack // 100 for seat in self.table.seats if seat.player}

    def richest(self) -> int:
        """The seat with the most chips."""
        stacks = self.stacks()
        return max(stacks, key=lambda seat: stacks[seat])

    def hand(self) -> Self:
        """Everybody folds to the big blind."""
        return self.deck_ready().begun().folded()

    def pot(self, winner: int, **out: int) -> Self:
        """A hand run by pots. `pot(1, s3=500)`: seat 1 wins, seat 3 went in with 500 and is out."""
        self.deck_ready().do(BeginHand(self.floor.last_round + 1), DealHoleCards())
        self.do(KeyPot(0, 100, (winner,)), AwardPots())
        if not self.table.at_rest:
            self.do(FinishHand())
        return self.do(*(GoOut(seat, went_in) for seat, went_in in _by_seat(out)))

    def counted(self, **in_front: int) -> Self:
        """Run by pots: the dealer has counted all stacks."""
        return self.do(CountStacks(tuple(_by_seat(in_front))))

    def folded(self) -> Self:
        """The hand in progress goes to the last one in."""
        while self.table.playing().count_in() > 1:
            self.act(Move.FOLD)
        return self.do(AwardPots(), FinishHand())

    def all_in(self, winner: int) -> Self:
        """Everybody is all-in, and this seat wins."""
        self.deck_ready().begun()
        while (offered := offers(self.table)) is not None:
            self.act(Move.ALL_IN if offered.no_all_in is None else Move.CALL)
        self.do(DrawIn())
        others = [f"{rank}{suit}" for rank in "23456" for suit in "cd"]
        for player in self.table.playing().players:
            cards = "As Ah" if player.seat == winner else f"{others.pop()} {others.pop()}"
            self.do(TableHand(player.seat, parse_cards(cards)))
        for street in ("Ac Ad Ks", "Kh", "Kd"):
            self.street(street)
        while not self.table.at_rest:
            self.do(self.controller.snapshot().step.command)
        return self


LEVEL = Level(20, Money(2500), Money(5000), ZERO)
