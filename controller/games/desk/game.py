"""The tournament desk as the house knows it: a game of no table."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from types import MappingProxyType
from typing import Any, Final

from controller.cards.plan import Deal, LyingCard, Placed
from controller.domain.cards import Card
from controller.domain.instant import HOUR_MS, MINUTE_MS, Instant
from controller.floor.base import Command as FloorCommand
from controller.floor.core import FloorCore
from controller.games.beside import Beside
from controller.games.desk import undo
from controller.games.desk.house import DeskHouse
from controller.games.desk.narration import DeskNarration
from controller.games.desk.steps import step_of
from controller.games.desk.subjects import SUBJECTS
from controller.games.game import Game
from controller.games.narration import Narration
from controller.games.step import NextStep
from controller.running.outputs import Outputs
from controller.staff.roles import Role
from controller.staff.session import DEFAULT_TIMES, Times
from controller.tournament.clock import follow_up
from controller.tournament.core import CORE
from controller.tournament.powers import TERMS, DeskAction
from controller.tournament.state import Desk

DIRECTOR: Final = Times(15 * MINUTE_MS, 4 * HOUR_MS)
"""At a table a supervisor comes for a moment; the director works at the desk."""


class DeskGame(Game):
    """Entries, seats, clock, hands, places and prizes of one tournament."""

    name = owner = "tournament"
    core = CORE
    floor: FloorCore[Any] = FloorCore(())
    house = DeskHouse
    kinds = tuple(CORE.folds)
    subjects = SUBJECTS
    undo_rows = undo.ROWS
    actions = DeskAction
    terms = MappingProxyType({"poker-room": TERMS})
    session_times = MappingProxyType(
        {**DEFAULT_TIMES, Role.GAMING_SUPERVISOR: DIRECTOR, Role.CASINO_SUPERVISOR: DIRECTOR}
    )

    def follow_up(self, house: Any, now: Instant) -> object | None:
        return follow_up(house.table, now)

    def voids(self, command: object) -> bool:
        return False

    def floor_before(self, house: Any, command: object) -> Iterable[FloorCommand]:
        return ()

    def tell_floor(self, house: Any, event: object) -> FloorCommand | None:
        return None

    def read_table(self, tree: dict[str, Any]) -> Any:
        from controller.games.desk.tournament_file import read_tournament  # for one that is set up

        return read_tournament(tree)

    def beside(self, setup: Any, now: Instant, opened: ExitStack, *, new: bool) -> Beside:
        from controller.games.desk.tables_beside import TablesBeside  # for a desk that is set up

        return TablesBeside(DeskHouse(Desk(setup.rules), setup.name), setup.journal.parent)

    def public_view(self, table: Desk) -> Desk:
        """Nothing lies face down at a desk."""
        return table

    def turned(
        self, before: Desk, after: Desk
    ) -> tuple[Mapping[Placed, Card], Mapping[Placed, Card]]:
        """30.2: everybody sees the cards that are cut."""
        return _cut(before), _cut(after)

    def drawn_cards(self, table: Desk) -> Iterator[LyingCard]:
        return iter(())

    def deal(self, table: Desk) -> Deal:
        return Deal()

    def narration(self) -> Narration:
        return DeskNarration()

    def outputs(self, house: Any, shared: Any) -> Outputs:
        return Outputs((), True, True, frozenset(), "")

    def changed_places(self, before: Desk, after: Desk) -> Iterable[int]:
        """The desk as a whole, where people have changed it: the hands of the tables come and go
        under a tap without harm."""
        return () if _by_hand(before) == _by_hand(after) else (0,)

    def step(self, house: Any) -> NextStep:
        return step_of(house.table)


def _cut(desk: Desk) -> Mapping[Placed, Card]:
    return {(one.name, index): card for one in desk.entrants for index, card in enumerate(one.cut)}


def _by_hand(desk: Desk) -> tuple[object, ...]:
    seats = [one.seat for one in desk.entrants]
    return desk.form, desk.published, desk.clock, desk.rebuys_closed, seats


DESK: Final = DeskGame()
