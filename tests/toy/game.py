"""High card as the house knows it: its treaty with the floor, what it shows, how it is told."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Final

from controller.cards.commands import CardDrawn
from controller.cards.plan import Deal, DealPlan, LyingCard, Placed, Slot, To
from controller.domain.base import evolve
from controller.domain.cards import Card
from controller.domain.frozen import frozen
from controller.domain.instant import Instant
from controller.floor.base import Command as FloorCommand
from controller.floor.core import ANY_FLOOR
from controller.floor.rounds import BeginRound, FinishRound, RemoveFirstCard, verify_round
from controller.floor.state import Floor, Seat, Settings
from controller.games.beside import Beside
from controller.games.game import Game
from controller.games.narration import Narration, RoundStory
from controller.games.step import NextStep
from controller.house.state import House
from controller.running.outputs import Lamp, Outputs
from controller.running.undo import UndoRow
from controller.tables import HouseTable, TableKeys
from tests.toy import core as c
from tests.toy.core import CORE, Phase, ToyRules, ToyTable


@frozen
class ToyFloor(Floor):
    rules: ToyRules


@frozen
class ToyHouse(House):
    table: ToyTable
    floor: ToyFloor | None = None

    @property
    def game(self) -> Game:
        return TOY


def new_house(rules: ToyRules, name: str, settings: Settings) -> ToyHouse:
    """A table that was never opened."""
    seats = tuple(Seat(place) for place in range(1, rules.places + 1))
    floor = ToyFloor(rules=rules, settings=settings, seats=seats, cashless=settings.cashless)
    return ToyHouse(ToyTable(rules), name, floor)


def _opposite(_: ToyTable, moved: c.MoveChip) -> c.MoveChip:
    return c.MoveChip(moved.place, down=not moved.down)


def _face_up(table: ToyTable) -> Mapping[Placed, Card]:
    lying = TOY.drawn_cards(table) if table.face_up else ()
    return {(one.where, one.index): one.card for one in lying if one.card is not None}


class ToyGame(Game):
    name = "high-card"
    core = CORE
    floor = ANY_FLOOR
    house = ToyHouse
    kinds = tuple(CORE.folds)
    actions = c.ToyAction
    terms = c.TERMS

    def __init__(self) -> None:
        chip = UndoRow(c.MoveChip, c.MoveChip, "a card is out", "Chip", _opposite)
        self.undo_rows = {c.MoveChip: chip}

    def voids(self, command: object) -> bool:
        return isinstance(command, c.VoidDeal)

    def floor_before(self, house: Any, command: object) -> Iterable[FloorCommand]:
        if isinstance(command, c.OpenDeal):
            return (BeginRound(command.number),)
        first = isinstance(command, CardDrawn) and not house.table.cards
        return (RemoveFirstCard(),) if first else ()

    def tell_floor(self, house: Any, event: object) -> FloorCommand | None:
        return FinishRound(house.table.chips) if isinstance(event, c.DealEnded) else None

    def read_table(self, tree: dict[str, Any]) -> HouseTable:
        read = TableKeys.model_validate(tree)
        return HouseTable(read.name, self, ToyRules(places=read.places), Settings(), read.devices)

    def beside(self, setup: Any, now: Instant, opened: ExitStack, *, new: bool) -> Beside:
        return Beside(new_house(setup.rules, setup.name, setup.settings))

    def public_view(self, table: ToyTable) -> ToyTable:
        return table if table.face_up else evolve(table, cards=(None,) * len(table.cards))

    def turned(
        self, before: ToyTable, after: ToyTable
    ) -> tuple[Mapping[Placed, Card], Mapping[Placed, Card]]:
        return _face_up(before), _face_up(after)

    def drawn_cards(self, table: ToyTable) -> Iterator[LyingCard]:
        for place, card in zip(table.chips, table.cards, strict=False):
            yield LyingCard(f"place {place}", 0, card)

    def deal(self, table: ToyTable) -> Deal:
        plan = DealPlan(tuple(Slot(To.PLACE, place) for place in table.chips), (table.due,))
        out = len(table.cards)
        return Deal(plan, out, table.due, not table.at_rest, waits=out < table.due)

    def narration(self) -> Narration:
        return ToyNarration()

    def outputs(self, house: Any, shared: Any) -> Outputs:
        table: ToyTable = house.table
        dark, locked = (Lamp.OFF,) * table.rules.places, not self.deal(table).awaited
        return Outputs(dark, True, locked, frozenset(), "")

    def changed_places(self, before: ToyTable, after: ToyTable) -> Iterable[int]:
        return {*before.chips} ^ {*after.chips}

    def step(self, house: Any) -> NextStep:
        table, floor = house.table, house.floor
        if table.at_rest:
            refused = verify_round(floor, floor.seen) if floor else None
            return NextStep(table.phase, c.OpenDeal(table.number + 1), refused)
        command = c.EndDeal() if table.phase is Phase.SHOWN else c.ShowCards()
        due = table.due - len(table.cards)
        return NextStep(table.phase, command, CORE.verify(table, command), cards_due=due)


class ToyNarration(Narration):
    def take_own(
        self, before: ToyTable, after: ToyTable, event: object, at_ms: int
    ) -> RoundStory | None:
        match event:
            case c.DealOpened():
                self.lines = []
            case c.CardsShown():
                winners = " and ".join(f"place {place}" for place in after.winners)
                self.say(at_ms, f"The highest card wins: {winners}.", None)
            case c.DealEnded():
                ending, lines = "void" if event.void else "won", tuple(self.lines)
                return RoundStory(after.number, at_ms, ending, None, lines=lines)
        return None


TOY: Final = ToyGame()
