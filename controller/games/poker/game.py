"""The poker room as the house knows it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from types import MappingProxyType
from typing import Any, Final

from controller.cards.plan import Deal, LyingCard, Placed
from controller.domain.base import evolve
from controller.domain.cards import Card
from controller.domain.instant import Instant
from controller.domain.kernel import Asking
from controller.domain.refusals import Refused
from controller.floor.base import Command as FloorCommand
from controller.games.beside import Beside
from controller.games.game import Game
from controller.games.narration import Narration
from controller.games.poker import desk_counts, treaty, under_desk, undo, view
from controller.games.poker.advice import ADVICE
from controller.games.poker.core import CORE, follow_up
from controller.games.poker.floor import FLOOR, new_floor
from controller.games.poker.house import PokerHouse
from controller.games.poker.narration import HandNarration
from controller.games.poker.outputs import outputs
from controller.games.poker.powers import PokerAction
from controller.games.poker.preview import Preview, preview
from controller.games.poker.reports import Irregularity, ReportIrregularity
from controller.games.poker.rules import RuleSet
from controller.games.poker.state import Table, new_table
from controller.games.poker.steps import step_of
from controller.games.poker.subjects import SUBJECTS
from controller.games.poker.terms import TERMS
from controller.games.step import NextStep
from controller.running.outputs import Outputs
from controller.tournament.under_desk import LinkEvent, UnderDesk, fold_link


class PokerGame(Game):
    """Cash Texas Hold'em between players."""

    name = "poker"
    core = CORE
    floor = FLOOR
    house = PokerHouse
    kinds = (*CORE.folds, LinkEvent)
    orders = (desk_counts.GoOut, desk_counts.CountStacks)
    subjects = SUBJECTS
    advice = ADVICE
    undo_rows = undo.ROWS
    actions = PokerAction
    terms = MappingProxyType({RuleSet.POKER_ROOM: TERMS})

    def decide_else(
        self, house: Any, command: object, asking: Asking
    ) -> tuple[object, ...] | Refused:
        if (decide := _DESK.get(type(command))) is not None:
            return decide(house, command, asking)
        return super().decide_else(house, command, asking)

    def fold_else(self, house: Any, event: object) -> Any:
        if isinstance(event, LinkEvent):
            return evolve(house, desk=fold_link(house.desk, event))
        return super().fold_else(house, event)

    def transfers(self, before: Any, after: Any, asking: Asking) -> Iterator[object]:
        return under_desk.reports(before, after, asking)

    def follow_up(self, house: Any, now: Instant) -> object | None:
        return treaty.follow_up(house) or follow_up(house.table)

    def voids(self, command: object) -> bool:
        voiding = Irregularity.OUTCOME_INVALIDATED
        return isinstance(command, ReportIrregularity) and command.what is voiding

    def objects(self, house: Any, command: object) -> Refused | None:
        return treaty.objects(house, command)

    def floor_before(self, house: Any, command: object) -> Iterable[FloorCommand]:
        return treaty.floor_before(house, command)

    def tell_floor(self, house: Any, event: object) -> FloorCommand | None:
        return treaty.tell_floor(house, event)

    def begun(self, house: Any) -> PokerHouse:
        return treaty.begun(house)

    def read_table(self, tree: dict[str, Any]) -> Any:
        from controller.games.poker.table_file import read_table  # for a table that is set up

        return read_table(tree)

    def beside(self, setup: Any, now: Instant, opened: ExitStack, *, new: bool) -> Beside:
        from controller.games.desk_link import DeskLink  # which knows files and threads

        floor = new_floor(setup.rules, setup.settings)
        house = PokerHouse(new_table(setup.rules), setup.name, floor)
        if setup.own is None:
            return Beside(house)
        return DeskLink(evolve(house, desk=UnderDesk()), setup.own)

    def public_view(self, table: Table) -> Table:
        return table

    def turned(
        self, before: Table, after: Table
    ) -> tuple[Mapping[Placed, Card], Mapping[Placed, Card]]:
        return view.turned(before, after)

    def drawn_cards(self, table: Table) -> Iterator[LyingCard]:
        return view.lying(table)

    def deal(self, table: Table) -> Deal:
        """No device gives the cards out: the dealer has the whole deck in the hand."""
        return Deal(in_play=not table.at_rest)

    def narration(self) -> Narration:
        return HandNarration()

    def outputs(self, house: Any, shared: Any) -> Outputs:
        return outputs(house)

    def changed_places(self, before: Table, after: Table) -> Iterable[int]:
        return view.changed_places(before, after)

    def step(self, house: Any) -> NextStep:
        return step_of(house)

    def preview(self, house: Any, command: object, now: Instant) -> Preview | Refused:
        return preview(house, command, now)


_DESK: Final[Mapping[type, Callable[..., tuple[object, ...] | Refused]]] = {
    under_desk.FollowOrder: under_desk.followed,
    desk_counts.GoOut: desk_counts.go_out,
    desk_counts.CountStacks: desk_counts.count_stacks,
}
"""What is asked of a table's end of the link with a tournament desk."""
POKER: Final = PokerGame()
