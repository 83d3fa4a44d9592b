"""A table of the poker room with its floor, its people and its record."""

from typing import Any, Self

from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.floor.state import Settings
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.floor import new_floor
from controller.games.poker.house import PokerHouse
from controller.games.poker.offers import Move, offers
from controller.games.poker.rules import Limit, PokerRules
from controller.games.poker.seating import SitDown
from controller.games.poker.state import new_table
from tests.helpers.shift import AnyShift

RULES = PokerRules(Limit.NO_LIMIT, small=100, big=200, seats=6)


class PokerShift(AnyShift):
    """One table of the room through its day."""

    def __init__(self, rules: PokerRules = RULES, **more: Any) -> None:
        super().__init__(rules, **more)

    def fresh(self) -> PokerHouse:
        return PokerHouse(new_table(self.rules), "T21", new_floor(self.rules, Settings()))

    def sitting(self, **stacks: str) -> Self:
        """`sitting(s1="200", s3="80")`: an open table with these players and a deck ready."""
        self.opened()
        for key, stack in stacks.items():
            self.do(SitDown(int(key.removeprefix("s")), int(Money.parse(stack))))
        return self.deck_ready()

    def begun(self) -> Self:
        """The next hand, to the first decision."""
        number = self.floor.last_round + 1
        return self.do(BeginHand(number), DealHoleCards(), FinishDeal())

    def act(self, *moves: Move) -> Self:
        """Whoever is in turn does this, one after the other."""
        for move in moves:
            self.do(Act(self.turn(), move))
        return self

    def turn(self) -> int:
        """Who is in turn."""
        offered = offers(self.table)
        assert offered is not None
        return offered.seat

    def check_round(self) -> Self:
        """Everybody checks or calls, and the wagers are drawn in."""
        while (offered := offers(self.table)) is not None:
            self.act(Move.CALL if offered.call else Move.CHECK)
        return self.do(DrawIn())

    def street(self, cards: str) -> Self:
        return self.do(DealStreet(parse_cards(cards)))
