"""What keypad and card reader have in common: something to show on the screen for a while."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from controller.running.runtime import TableController

V = TypeVar("V")


class Showing(Generic[V]):
    """A device at the dealer's hand, between its driver, the screen and the table."""

    def __init__(self, nothing: V, now_ms: Callable[[], int]) -> None:
        self.changed: Callable[[V], object] = lambda view: None
        """Told when there is something else to show, on whichever thread it came."""
        self._now_ms, self._nothing = now_ms, nothing
        self._lock = threading.RLock()  # whoever is told may look
        self._view, self._until_ms = nothing, 0
        self._table: TableController | None = None

    def attach(self, table: TableController) -> None:
        """From now on it is this table's."""
        self._table = table

    @property
    def view(self) -> V:
        """What there is to show; what has waited too long is no longer there."""
        with self._lock:
            self._expire()
            return self._view

    def _show(self, view: V) -> None:
        if view != self._view:
            self._view = view
            self.changed(view)

    def _drop(self) -> None:
        """What waits, or was said, is over."""
        self._show(self._nothing)

    def _expire(self) -> None:
        if self._view != self._nothing and self._now_ms() >= self._until_ms:
            self._drop()
