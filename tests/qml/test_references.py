"""Qt for Python as it is pinned: what a newer version gets wrong stays right here."""

import sys

from PySide6.QtCore import QObject, Signal, Slot


class Caller(QObject):
    called = Signal()

    @Slot()
    def hear(self) -> None:
        pass


def test_void_calls_leave_the_count_of_none_as_it_was() -> None:
    """6.12.0 on Python 3.11 loses a reference to None on every one of them, and aborts in time."""
    caller = Caller()
    caller.called.connect(caller.hear)
    calls = 20_000
    before = sys.getrefcount(None)
    for _ in range(calls):
        caller.setObjectName("x")
        caller.called.emit()
        caller.hear()
    assert abs(sys.getrefcount(None) - before) < calls // 100
