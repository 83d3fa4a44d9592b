"""Since when what a key stands for has been seen: a finger is faster than an eye.

What a key means changes under the finger. A tap counts only once the new meaning has been on the
screen for a while, counted from the frame that has drawn it, not from when the table changed.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot


class Drawn(QObject):
    """The frames of the console's window."""

    wanted = Signal()
    """A key stands for something else: the next frame shows it."""

    def __init__(self, now_ms: Callable[[], int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now_ms = now_ms
        self._unseen: list[Dwell] = []

    @property
    def current(self) -> bool:
        """Is everything on the screen that the keys stand for?"""
        return not self._unseen

    @Slot()
    def frame(self) -> None:
        """One was drawn; whatever had changed before is on the screen."""
        unseen, self._unseen = self._unseen, []
        for one in unseen:
            one.seen_ms = self.now_ms()

    def want(self, dwell: "Dwell") -> None:
        self._unseen.append(dwell)
        self.wanted.emit()


class Dwell:
    """What one key stands for."""

    def __init__(self, drawn: Drawn) -> None:
        self._drawn, self._meaning = drawn, object()
        self.seen_ms: int | None = None
        """When it was drawn; none while it was not."""

    def means(self, meaning: object) -> None:
        """It stands for this now."""
        if meaning != self._meaning:
            self._meaning, self.seen_ms = meaning, None
            self._drawn.want(self)

    def stood(self, ms: int) -> bool:
        """Has it been seen for so long?"""
        return self.seen_ms is not None and self._drawn.now_ms() - self.seen_ms >= ms
