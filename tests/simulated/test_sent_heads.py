"""Killed at any moment, a table is never taken for one that was put back."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from controller.floor.base import Day
from controller.floor.calls import AnswerCall, CallSupervisor
from controller.games.bonus.floor.state import BonusSettings
from controller.games.bonus.game import BONUS
from controller.journal.keys import TableKeys, create_keys
from controller.notices import log_file
from controller.notices.log_file import LogFileConfig, LogFileSink
from controller.running.running_table import RunningTable, TableSetup
from controller.running.writer import COMPARE
from tests.helpers.felt import table_rules
from tests.helpers.kill import KILLED, Ended, dying, in_child, listed
from tests.helpers.shift import DEALER, LiveShift
from tests.unit.running.tables import RealClock, soon
from ui.commands.journal import journal as journal_command

CALLS = 3
"""Notices of a shift."""


class Place:
    """Where a table without a pool keeps its files."""

    def __init__(self, folder: Path) -> None:
        self.journal, self.notices = folder / "table.journal", folder / "notices.log"
        self._keys: TableKeys = create_keys(folder / "table.journal.keys")

    def shift(self) -> str:
        """Some notices raised and delivered; why the table was held."""
        setup = TableSetup(
            "T7",
            BONUS,
            table_rules("nsw-2024", places=5),
            BonusSettings(effective_from=Day(2024, 8, 16)),
            self.journal,
            self._keys,
            sinks=(LogFileSink("log", LogFileConfig(path=self.notices)),),
        )
        table = RunningTable(setup, RealClock())
        held = table.controller.snapshot().held
        shift = LiveShift(table.controller)
        if held in (None, COMPARE):
            shift.on(DEALER)
            if shift.floor.called:
                shift.supervised(AnswerCall())
            for _ in range(CALLS):
                shift.do(CallSupervisor()).supervised(AnswerCall())
            assert soon(lambda: not shift.house.notices.pending)
            held = table.controller.snapshot().held
        table.close()
        return str(held)

    def honest(self) -> None:
        """The next start goes on, and an auditor finds every head in the record."""
        again = in_child(self.shift)
        assert again == Ended(0, "None"), again.said
        where = [str(self.journal), "--heads", str(self.notices)]
        found = CliRunner().invoke(journal_command, ["verify", *where])
        assert found.exit_code == 0, found.output


@pytest.fixture
def place(disk: Path) -> Place:
    return Place(disk)


def test_killed_at_any_write_to_the_journal_the_table_goes_on(place: Place, disk: Path) -> None:
    (disk / "rehearsal").mkdir()
    rehearsal = Place(disk / "rehearsal")
    count = int(in_child(lambda: str(len(listed(rehearsal.shift)))).said)
    assert count > 40
    ends = [dying(place.shift, at) for at in range(1, count, 7)]
    assert {end.status for end in ends[:5]} == {KILLED}
    assert {end.said for end in ends} <= {"", "None"}, "the last may come to their end, unheld"
    place.honest()


def killed(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def delivered(real: Callable[[int, bytes], object]) -> Callable[[int, bytes], None]:
    """Dies once the line is on the disk, before the table hears of it."""
    return lambda file, line: killed(real(file, line))


def torn(_: object) -> Callable[[int, bytes], None]:
    """Dies with half of the line written."""
    return lambda file, line: killed(os.write(file, line[: len(line) // 2]))


@pytest.mark.parametrize("fate", [delivered, torn])
def test_killed_while_a_notice_is_delivered_the_table_goes_on(
    place: Place, fate: Callable[..., Callable[..., None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(log_file, "_append", fate(log_file._append))  # noqa: SLF001 (where it dies)
        for _ in range(3):
            assert in_child(place.shift).status == KILLED
    place.honest()
