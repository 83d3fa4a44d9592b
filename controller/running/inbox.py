"""One bounded queue in front of one thread: the only way into what that thread owns."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Final, Generic, TypeVar

T = TypeVar("T")

TICK_S: Final = 1.0
"""How long the thread waits for work before it looks at the clock."""


class Inbox:
    """Work for one thread, in the order in which it came."""

    def __init__(self, size_max: int) -> None:
        self._queue: queue.Queue[Callable[[], None] | None] = queue.Queue(size_max)

    def put(self, work: Callable[[], T], *, waits: bool, full: T) -> "Future[T]":
        """Have it done. What does not wait is answered `full` at once where there is no room."""
        answer: Future[T] = Future()

        def run() -> None:
            try:
                answer.set_result(work())
            except Exception as fault:  # noqa: BLE001 - whoever asked gets it, the thread goes on
                answer.set_exception(fault)

        try:
            self._queue.put(run, block=waits)
        except queue.Full:
            answer.set_result(full)
        return answer

    def stop(self) -> None:
        """Finish what is in it, then end the thread."""
        self._queue.put(None)

    def drain(self) -> None:
        """Do what is in it now, on this thread."""
        with suppress(queue.Empty):
            while (work := self._queue.get_nowait()) is not None:
                work()

    def run(self, idle: Callable[[], object]) -> None:
        """Do what comes in until stopped; `idle` while nothing comes. Nothing ends the thread."""
        while True:
            try:
                work = self._queue.get(timeout=TICK_S)
            except queue.Empty:
                with suppress(Exception):  # it has said so itself
                    idle()
                continue
            if work is None:
                return
            work()

    def start(self, name: str, idle: Callable[[], object]) -> threading.Thread:
        """Run on a thread of its own."""
        thread = threading.Thread(target=self.run, args=(idle,), name=name, daemon=True)
        thread.start()
        return thread


class Latest(Generic[T]):
    """Work of which only the last counts: however much of it comes at once, it takes one place."""

    def __init__(self, put: Callable[[Callable[[], T]], "Future[T]"]) -> None:
        self._into, self._turn = put, threading.Lock()
        self._work: Callable[[], T]
        self._waiting: Future[T] | None = None

    def put(self, work: Callable[[], T]) -> "Future[T]":
        """In the place of what was put before and is not begun."""
        with self._turn:
            self._work = work
            if self._waiting is None:
                self._waiting = self._into(self._begin)
            return self._waiting

    def _begin(self) -> T:
        with self._turn:
            work, self._waiting = self._work, None
        return work()
