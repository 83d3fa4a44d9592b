"""What carries something out of the house on a thread of its own, and tries again until it is
there: transfers to a pool, letters between a tournament desk and its tables."""

import threading
from abc import ABC, abstractmethod
from typing import Final, Self

STOP_S_MAX: Final = 10.0
RETRY_MS_FIRST: Final = 100
RETRY_MS_MAX: Final = 10_000


def retry_ms(failures: int) -> int:
    """How long to wait after so many failures in a row: twice as long each time, up to a limit."""
    return min(RETRY_MS_MAX, RETRY_MS_FIRST << min(failures - 1, 20))


class OnThread(ABC):
    """Works from `start` to `stop`, or while a `with` lasts."""

    def __init__(self, name: str) -> None:
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @abstractmethod
    def _run(self) -> None:
        """Until `_ending`."""

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> bool:
        """Finish what is in hand. Did the thread end in time?"""
        self._ending.set()
        if self._thread.ident is not None:
            self._thread.join(STOP_S_MAX)
        return not self._thread.is_alive()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
