"""Between devices and the table: looks at both whenever either has changed, and says what is due.

On a thread of its own: what is said stands in the record before it counts, and nobody waits here
for the controller but this thread, neither the driver's nor the controller's own.
"""

import threading
from abc import ABC, abstractmethod
from typing import Final

from controller.devices.cards import ANSWER_S_MAX
from controller.running.runtime import TableController

AGAIN_MS: Final = 1_000
"""How long after a refusal, a late answer or numbers that differ it is looked at again."""
LOOK_MS: Final = 20
"""How often it is looked at where there is no thread that is woken."""


class TableWorker(ABC):
    """Works for one table, by itself, from `start` to `stop`."""

    def __init__(self, name: str) -> None:
        self._turn = threading.Condition()
        self._ending = False
        self._table: TableController | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def attach(self, table: TableController) -> None:
        """It is this table's."""
        self._table = table

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        with self._turn:
            self._ending = True
            self._turn.notify_all()
        if self._thread.ident is not None:
            self._thread.join(ANSWER_S_MAX)

    @abstractmethod
    def step(self) -> int:
        """Do what is due; how many ms to let it rest then."""

    @abstractmethod
    def _run(self) -> None:
        """On its thread: step after step, until it is to end."""


class DeviceWorker(TableWorker):
    """One device at one table."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._due = False
        self._patience_ms: int | None = None
        """How long somebody may leave it alone; for ever where nothing is waited for."""

    def nudge(self) -> None:
        """From any thread: something may be due."""
        with self._turn:
            self._due = True
            self._turn.notify_all()

    def step(self) -> int:
        """Called when something may be due, or every so often: `LOOK_MS`."""
        with self._turn:
            due, self._due = self._due, False
        if due:
            self._patience_ms = None
            if not self._look():
                with self._turn:  # look again, unasked
                    self._due = True
                return AGAIN_MS
        elif self._patience_ms is not None:
            self._patience_ms -= LOOK_MS
            if self._patience_ms <= 0:
                self._patience_ms = None
                self._left_alone()
        return LOOK_MS

    @abstractmethod
    def _look(self) -> bool:
        """Do what is due now; whether all is well, or under way."""

    def _left_alone(self) -> None:
        """Its patience is at an end, and nobody has said a word."""

    def _run(self) -> None:
        while self._wait():
            rest_ms = self.step() - LOOK_MS
            with self._turn:
                self._turn.wait_for(lambda: self._ending, rest_ms / 1_000)

    def _wait(self) -> bool:
        """Until something may be due, or its patience is at an end; not at the end."""
        with self._turn:
            patience_ms = self._patience_ms
            seconds = None if patience_ms is None else patience_ms / 1_000
            if not self._turn.wait_for(lambda: self._ending or self._due, seconds):
                self._patience_ms = 0
            return not self._ending
