"""What goes wrong with devices, on its way to the record: bounded and counted.

A device that comes and goes, or a line that somebody sends forged frames on, must not fill the
journal. The first few changes of a kind are said at once, those after them not oftener than every
so often, with how many there were; what is said last is always how it is. A thread of its own says
it: neither a device's thread nor the controller's waits for the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.authority import Command
from controller.devices.cards import ANSWER_S_MAX
from controller.devices.waits import Patience
from controller.devices.worker import TableWorker
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import ReportDevice
from controller.floor.state import Floor
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted
from drivers.clock import monotonic_ms
from drivers.link.messages import Message

AT_ONCE_MAX: Final = 8
"""Changes of one kind that are said at once."""
HAPPENED_MAX: Final = 2
"""The same of what only happens: somebody else is told of each."""
PERIOD_MS: Final = 5_000
"""After them, the shortest time between two."""
QUIET_MS: Final = 60_000
"""Unchanged for so long, it counts from the beginning; what only happens is over then."""
FAILED_MS_MAX: Final = 30_000
"""A device that does not work for so long has failed whatever the game needs it for."""
LOOK_MS: Final = 1_000

_FAILED: Final = frozenset({TroubleCode.AWAY, TroubleCode.REFUSED, TroubleCode.NOT_SHOWING})
PASSING: Final = frozenset(
    {
        TroubleCode.MISCOUNTED,
        TroubleCode.ORDER_REFUSED,
        TroubleCode.SUSPECT_FRAME,
        TroubleCode.UNREADABLE_CARD,
    }
)
"""What happens and is no state: nobody says that it is over."""

Key = tuple[str, TroubleCode, str]


@dataclass
class _Line:
    """One kind of trouble of one device."""

    on: bool = False
    text: str = ""
    """As it was when it began: what it says in the course of it is no news."""
    said: bool = False
    times: int = 0
    """How often it came since it was last said."""
    spent: int = 0
    changed_ms: int = 0
    said_ms: int = 0

    def allowed(self, now_ms: int, at_once: int) -> bool:
        return self.spent < at_once or now_ms - self.said_ms >= PERIOD_MS


class Notebook:
    """What is to be said, and when; no thread and no clock of its own."""

    def __init__(self) -> None:
        self._lines: dict[Key, _Line] = {}

    def know(self, floor: Floor, now_ms: int) -> None:
        """What stands in the record from before: said, until the device says otherwise."""
        for state in floor.devices:
            for one in state.troubles:
                key = state.name, one.code, one.part
                self._lines[key] = _Line(True, one.text, said=True, changed_ms=now_ms)

    def tell(self, key: Key, text: str, over: bool, now_ms: int) -> None:
        """It is so now."""
        line = self._lines.setdefault(key, _Line(changed_ms=now_ms))
        if line.on is not over and key[1] not in PASSING:
            return
        if now_ms - line.changed_ms >= QUIET_MS:
            line.spent = 0
        line.on, line.changed_ms = not over, now_ms
        if not over:
            line.text, line.times = text, line.times + 1

    def due(self, now_ms: int) -> list[ReportDevice]:
        """What may be said now; it counts as said."""
        for key, line in self._lines.items():
            if key[1] in PASSING and now_ms - line.changed_ms >= QUIET_MS:
                line.on = False
        return [
            _say(key, line, now_ms)
            for key, line in self._lines.items()
            if _unsaid(key, line) and line.allowed(now_ms, _at_once(key))
        ]

    def unsay(self, report: ReportDevice) -> None:
        """It did not get through: it is due again after a while."""
        line = self._lines[report.device, report.code, report.part]
        line.said, line.spent, line.times = report.over, AT_ONCE_MAX, line.times + report.times

    def devices(self) -> list[str]:
        """Those of which anything was told."""
        return list(dict.fromkeys(device for device, _, _ in self._lines))

    def lasts(self, device: str, codes: frozenset[TroubleCode], ms: int, now_ms: int) -> bool:
        """Has one of these been wrong for so long?"""
        return any(
            line.on and now_ms - line.changed_ms >= ms
            for (name, code, _), line in self._lines.items()
            if name == device and code in codes
        )


def _at_once(key: Key) -> int:
    return HAPPENED_MAX if key[1] in PASSING else AT_ONCE_MAX


def _unsaid(key: Key, line: _Line) -> bool:
    return line.on is not line.said or (key[1] in PASSING and line.on and line.times > 0)


def _say(key: Key, line: _Line, now_ms: int) -> ReportDevice:
    device, code, part = key
    times = max(1, line.times)
    line.said, line.said_ms, line.spent, line.times = line.on, now_ms, line.spent + 1, 0
    return ReportDevice(device, code, line.text, part, not line.on, times)


class NoteWorker(TableWorker):
    """Says to the table what is in the notebook."""

    def __init__(self, now_ms: Callable[[], int] = monotonic_ms) -> None:
        super().__init__("device-notes")
        self._now_ms = now_ms
        self._book, self._patience = Notebook(), Patience()
        self.shuffler: Callable[[], Message | None] = lambda: None
        """The state that it was last read in."""

    def attach(self, table: TableController) -> None:
        super().attach(table)
        floor = table.snapshot().house.floor
        with self._turn:
            if floor is not None:
                self._book.know(floor, self._now_ms())

    def tell(
        self, device: str, code: TroubleCode, text: str = "", part: str = "", *, over: bool = False
    ) -> None:
        """From any thread: returns at once."""
        with self._turn:
            self._book.tell((device, code, part), text, over, self._now_ms())
            self._turn.notify_all()

    def _run(self) -> None:
        while True:
            with self._turn:
                self._turn.wait(LOOK_MS / 1_000)
                if self._ending:
                    return
            self.step()

    def step(self) -> int:
        with self._turn:
            due, failed = self._book.due(self._now_ms()), self._failed()
        for report in due:
            if not self._submit(report):
                with self._turn:
                    self._book.unsay(report)
        for device in failed:
            for command in self._meant_by(device):
                self._submit(command)
        for report in self._overdue():
            self._submit(report)
        return LOOK_MS

    def _overdue(self) -> list[ReportDevice]:
        """What the table has waited for too long; while it is held it waits for people."""
        if self._table is None or (snapshot := self._table.snapshot()).held is not None:
            self._patience = Patience()
            return []
        return self._patience.look(
            snapshot.house, self.shuffler(), self._now_ms(), self._table.now().wall_ms
        )

    def _failed(self) -> list[str]:
        """Devices that have not worked for too long."""
        since = _FAILED, FAILED_MS_MAX, self._now_ms()
        return [device for device in self._book.devices() if self._book.lasts(device, *since)]

    def _meant_by(self, failed: str) -> list[Command]:
        """What it means for the game that this device does not work, as the table is now."""
        house = self._table.snapshot().house if self._table else None
        return [*house.game.devices_failed(house, (failed,))] if house else []

    def _submit(self, command: Command) -> bool:
        if self._table is None or self._table.snapshot().house.floor is None:
            return True  # on the bench nobody keeps it
        try:
            return isinstance(self._table.submit(command).result(ANSWER_S_MAX), Accepted)
        except Exception:  # noqa: BLE001 - late, or a mistake that now holds the table
            return False
