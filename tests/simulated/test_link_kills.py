"""Desk and tables, killed before and after every write of a hand and a move: each once, all whole.

A kill goes through everything, as a signal would; the record is left, and whoever was killed comes
up again and goes on.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.offers import Move
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import NewRecord
from controller.tournament.seating import MovePlayer
from controller.tournament.tables import HoldTables
from tests.helpers.shift import GAMING, KEYS
from tests.helpers.tournament_desk import seat
from tests.helpers.tournament_room import Room

AT = ("anna 1.1", "ben 1.2", "cara 1.3", "dora 2.1", "emil 2.2")


class Killed(BaseException):
    """Nobody catches it on the way."""


class Fate:
    """Before or after which write somebody dies; counted over all records of the room."""

    def __init__(self) -> None:
        self.writes, self.at, self.after = 0, -1, False

    def strike(self, *, after: bool) -> None:
        if self.writes == self.at and after is self.after:
            self.at = -1
            raise Killed


class DyingRecorder(MemoryRecorder):
    """A record whose writer may die over it."""

    fate = Fate()

    def append(self, entries: Sequence[NewRecord]) -> int:
        fate = self.fate
        fate.writes += 1
        fate.strike(after=False)
        position = super().append(entries)
        fate.strike(after=True)
        return position


class Course:
    """A hand is finished, reported and taken; a player moves; both tables play on."""

    def __init__(self, folder: Path, fate: Fate) -> None:
        self._fate = fate
        self.room = Room(folder, *AT, recorder=self._recorder)
        table = self.room.tables[1].deck_ready().begun()
        while table.table.playing().count_in() > 1:
            table.act(Move.FOLD)
        table.do(AwardPots())
        fate.writes = 0

    def _recorder(self) -> MemoryRecorder:
        made = DyingRecorder(KEYS)
        made.fate = self._fate
        return made

    def survive(self, step: Callable[[], object]) -> None:
        """Whoever has died comes up again, and it is done once more."""
        try:
            step()
        except Killed:
            self.room.desk.restart().on(GAMING)
            for table in self.room.tables.values():
                table.restart().compared()
            step()

    def play(self) -> None:
        one, desk = self.room.tables[1], self.room.desk
        self.survive(lambda: one.table.at_rest or one.do(FinishHand()))
        self.survive(self.room.carry)
        self.survive(lambda: desk.do(HoldTables((1,))))
        self.survive(self.room.carry)
        self.survive(self._move)
        self.survive(self.room.carry)
        self.survive(lambda: desk.do(HoldTables(())))
        self.survive(self.room.carry)

    def _move(self) -> None:
        if self.room.desk.desk.entrant("anna").seat != seat("2.5"):
            self.room.desk.do(MovePlayer("anna", seat("2.5")))

    def ended(self) -> tuple[Any, ...]:
        desk, tables = self.room.desk.desk, self.room.tables
        felt = {number: table.stacks() for number, table in tables.items()}
        links = {
            number: (table.link.played, table.link.reports) for number, table in tables.items()
        }
        taken = [(table.number, table.hands, table.link) for table in desk.tables]
        people = [(one.name, one.seat, one.stack, one.won) for one in desk.entrants]
        return felt, links, [(*known, link.taken if link else 0) for *known, link in taken], people


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_killed_at_any_write_each_report_and_order_counts_once(tmp_path: Path, after: bool) -> None:
    fate = Fate()
    (tmp_path / "plain").mkdir()
    plain = Course(tmp_path / "plain", fate)
    plain.play()
    ended, writes = plain.ended(), fate.writes
    assert ended[2][0][1:] == (1, 1)
    assert writes > 8
    for at in range(1, writes + 1):
        folder = tmp_path / str(at)
        folder.mkdir()
        struck_fate = Fate()
        struck = Course(folder, struck_fate)
        struck_fate.at, struck_fate.after = at, after
        struck.play()
        assert struck_fate.at == -1, f"nobody died at write {at}"
        assert struck.ended() == ended, f"killed at write {at}"
