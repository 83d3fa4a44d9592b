"""A table of high card with its people, in a house that has that game as well."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Self

from controller.cards.commands import CardDrawn
from controller.domain.cards import parse_cards
from controller.floor.state import Settings
from controller.games.registry import GAMES
from controller.journal.recorder import Recorder
from simulators.games.registry import SIMULATIONS
from tests.helpers.shift import AnyShift
from tests.toy import core as c
from tests.toy.game import TOY, ToyHouse, new_house
from tests.toy.simulation import TOY_SIMULATION


@contextmanager
def high_card() -> Iterator[None]:
    """The house has high card as well, for as long as this lasts."""
    with ExitStack() as stack:
        stack.enter_context(GAMES.with_game(TOY))
        stack.enter_context(SIMULATIONS.with_game(TOY_SIMULATION))
        yield


class ToyShift(AnyShift):
    """One table of high card through its day."""

    def __init__(self, recorder: Recorder | None = None, **more: Any) -> None:
        super().__init__(c.ToyRules(), recorder, **more)

    def fresh(self) -> ToyHouse:
        return new_house(self.rules, "T9", Settings())

    def dealt(self, cards: str = "7h Kd") -> Self:
        """The next deal, up to its last card; a chip for each."""
        self.deck_ready().do(c.OpenDeal(self.floor.last_round + 1))
        drawn = parse_cards(cards)
        self.do(*(c.MoveChip(place) for place, _ in enumerate(drawn, 1)))
        return self.do(*map(CardDrawn, drawn))
