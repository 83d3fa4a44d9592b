"""A table of the poker room with its floor, its people and its record."""

from typing import Any, Self

from controller.authority import Command
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.floor.state import Settings
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.floor import PokerFloor, new_floor
from controller.games.poker.house import PokerHouse
from controller.games.poker.offers import Action, offers
from controller.games.poker.rules import Limit, PokerRules
from controller.games.poker.seating import SitDown
from controller.games.poker.state import Table, new_table
from tests.helpers.shift import Shift

RULES = PokerRules(Limit.NO_LIMIT, small=100, big=200, seats=6)


class PokerShift(Shift):
    """One table of the room through its day."""

    def __init__(self, rules: PokerRules = RULES, **more: Any) -> None:
        self.room = rules
        super().__init__(**more)

    def fresh(self) -> Any:
        return PokerHouse(new_table(self.room), "T21", new_floor(self.room, Settings()))

    def offered_first(self) -> tuple[Command, ...]:
        return ()

    @property
    def house(self) -> Any:
        return self.controller.snapshot().house

    @property
    def table(self) -> Any:
        table: Table = self.house.table
        return table

    @property
    def floor(self) -> Any:
        floor: PokerFloor = self.house.floor
        return floor

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

    def act(self, *moves: Action) -> Self:
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
            self.act(Action.CALL if offered.call else Action.CHECK)
        return self.do(DrawIn())

    def street(self, cards: str) -> Self:
        return self.do(DealStreet(parse_cards(cards)))
