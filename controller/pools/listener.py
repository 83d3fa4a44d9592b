"""Hears at once that somebody has changed the meter of a pool on a server.

A help and no more: the teller reads the meter every second anyway, so a listener that is cut off
makes the sign late and nothing wrong. It comes back by itself.
"""

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Final

import psycopg

from controller.pools.refusals import PoolFault
from controller.pools.server import Address, Link

CHANNEL: Final = b"LISTEN feltwork_pool"
TOLD_EVERY_S: Final = 0.1
"""The server tells of increments so often at most: what came in between is looked for after it."""
LOOK_S: Final = 0.5
"""How often to look whether to end."""
AGAIN_S: Final = 1.0
STOP_S_MAX: Final = 10.0


class Listener:
    """Calls `changed` whenever the meter of a pool may have changed; on a thread of its own."""

    def __init__(
        self, address: Address, pool: Callable[[], str], changed: Callable[[], object]
    ) -> None:
        """`pool`: the one that the table is in now; it may go over to another."""
        self._address, self._pool, self._changed = address, pool, changed
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pool-listener", daemon=True)
        self.hears = threading.Event()
        """Is it connected?"""

    def __enter__(self) -> "Listener":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ending.set()
        self._thread.join(STOP_S_MAX)

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                with self._address.connect() as link:
                    self._listen(link)
            except (PoolFault, psycopg.Error):
                self.hears.clear()
                self._ending.wait(AGAIN_S)

    def _listen(self, link: Link) -> None:
        link.execute(CHANNEL)
        self.hears.set()
        once_more = True  # what changed before it listened
        while not self._ending.is_set():
            wait_s = TOLD_EVERY_S if once_more else LOOK_S
            heard = [told.payload for told in link.notifies(timeout=wait_s, stop_after=1)]
            told = self._pool() in heard
            if once_more or told:
                self._changed()
            once_more = told
