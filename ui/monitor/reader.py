"""The one reader of the server behind all pages, and the board on which it leaves what it saw.

It looks once a second and heeds no notice, which any login could send. However many pages are open,
the server is read once. Tables that keep it from its work are cut off with every look.
"""

import json
import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple

import psycopg

from controller.domain.base import BrokenInvariant
from controller.pools.migrate import connected
from controller.pools.refusals import PoolFault
from controller.pools.server import Address, ServerConnection
from ui.monitor.page import Model, page
from ui.monitor.reading import Reading, read
from ui.monitor.watch import Trouble, Watch, watched

LOOK_S: Final = 1.0
"""Between looks, and between tries."""
SHARE: Final = 5
"""At most one part of so many of the time is spent looking, however many tables there are."""


class Shown(NamedTuple):
    """What is on the board."""

    version: int
    model: bytes
    now_ms: int
    """By the clock of the pools' server."""
    age_ms: int
    """How old what is shown is."""


class Board:
    """The last page. The reader writes it, any number of pages wait for the next."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._version, self._model = 0, b"{}"
        self._read_ms, self._read_at = 0, time.monotonic()

    def show(self, model: Model, read_ms: int | None = None) -> None:
        """`read_ms` is the server's time of a reading just made; None where there is none."""
        said = json.dumps(model, separators=(",", ":"))
        with self._changed:
            if read_ms is not None:
                self._read_ms, self._read_at = read_ms, time.monotonic()
            if said.encode() != self._model:
                self._version, self._model = self._version + 1, said.encode()
                self._changed.notify_all()

    def now_ms(self) -> int:
        """The server's time, carried on by our own clock."""
        with self._changed:
            return self._read_ms + self._age_ms()

    def _age_ms(self) -> int:
        return int((time.monotonic() - self._read_at) * 1_000)

    def wait(self, seen: int, timeout_s: float) -> Shown:
        """What is shown as soon as it is not what was seen, or after so long."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != seen, timeout_s)
            age_ms = self._age_ms()
            return Shown(self._version, self._model, self._read_ms + age_ms, age_ms)


class Reader:
    """Reads a server of pools until it is stopped."""

    def __init__(
        self, address: Address, pool: str | None, board: Board, say: Callable[[str], object]
    ) -> None:
        self._address, self._pool, self._board, self._say = address, pool, board, say
        self._watch, self._reading = Watch(), Reading(0)
        self._link: ServerConnection | None = None
        self._stopped = threading.Event()
        self._since_ms: int | None = None
        """Since when the server cannot be read."""

    def look(self) -> tuple[str, ...]:
        """One look now, or PoolFault; the names of the pools there are."""
        try:
            link = self._connected()
            link.execute(b"SELECT pool.reap()")
            self._reading = read(link, self._pool, self._watch.looked)
        except psycopg.Error as failed:
            self.close()
            raise self._address.fault(failed) from failed
        self._watch = watched(self._watch, self._reading)
        self._board.show(page(self._reading, self._watch), self._reading.now_ms)
        return tuple(of.pool for of in self._reading.pools)

    def run(self) -> None:
        """Until `stop`."""
        while not self._stopped.is_set():
            begun = time.monotonic()
            try:
                self.look()
                self._found()
                took_s = time.monotonic() - begun
                self._stopped.wait(max(LOOK_S, SHARE * took_s) - took_s)
            except (PoolFault, BrokenInvariant) as fault:
                self._lose(fault)
                self._stopped.wait(LOOK_S)
        self.close()

    def stop(self) -> None:
        """Ends `run` within a second."""
        self._stopped.set()

    def _connected(self) -> ServerConnection:
        if self._link is None:
            self._link = connected(self._address)
        return self._link

    def close(self) -> None:
        """Close the connection, where only `look` was used."""
        if self._link is not None:
            self._link.close()
        self._link = None

    def _lose(self, fault: PoolFault | BrokenInvariant) -> None:
        if self._since_ms is None:
            self._since_ms = self._board.now_ms()
            self._say(str(fault))
        # The fault's own text names logins and addresses, which are for the terminal only.
        says = fault.trouble.value if isinstance(fault, PoolFault) else "its books are wrong"
        lost = Trouble(says, self._since_ms)
        self._board.show(page(self._reading, self._watch, lost))

    def _found(self) -> None:
        if self._since_ms is not None:
            self._since_ms = None
            self._say(f"Jackpot pool {self._address}: it answers again.")
