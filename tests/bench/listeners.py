"""How many tables can listen to one pool: a server wakes every one of them at every notice.

Those that listen here read and do nothing else, on one thread, so that what is measured is the
server's work and not theirs. They are on the same processors all the same.
"""

import os
import selectors
import threading
import time
from collections import Counter
from contextlib import ExitStack

import psycopg

from controller.domain.money import Money
from controller.pools.contract import Pool
from controller.pools.postgres import PostgresPools
from controller.pools.server import Address
from tests.bench.city import LOOKING, cpu_s
from tests.bench.measure import Line
from tests.helpers.postgres import QUICK, Server
from tests.unit.pools.backends import done, opened

_LISTENERS = (100, 1_000)
_TOLD_EVERY_S = 0.1
"""Ten times as often as the server tells of increments, at most."""
_NOTICES, _FLAT_OUT_S = 20, 3.0
_WAIT_S = 30.0
_MARK = b"feltwork_pool"


class Crowd:
    """Connections that listen, and how many notices each has had."""

    def __init__(self, server: Server, count: int, stack: ExitStack) -> None:
        self._selector = stack.enter_context(selectors.DefaultSelector())
        self.count, self.heard = count, Counter[int]()
        self._all = threading.Condition()
        self._ending = False
        for _ in range(count):
            link = stack.enter_context(psycopg.connect(server.url(), autocommit=True))
            link.execute("LISTEN feltwork_pool")
            self._selector.register(link.fileno(), selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._read)
        self._thread.start()
        stack.callback(self._end)

    def _read(self) -> None:
        while not self._ending:
            ready = self._selector.select(0.1)
            for key, _ in ready:
                self.heard[key.fd] += os.read(key.fd, 1 << 16).count(_MARK)
            with self._all:
                self._all.notify_all()

    def _end(self) -> None:
        self._ending = True
        self._thread.join()

    def wait(self, notices: int) -> None:
        """Until everybody has had so many."""
        with self._all:
            if not self._all.wait_for(lambda: self._have(notices), _WAIT_S):
                raise RuntimeError(f"{min(self.heard.values())} of {notices} notices heard")

    def _have(self, notices: int) -> bool:
        return len(self.heard) == self.count and min(self.heard.values()) >= notices


def bench() -> list[Line]:
    """The line."""
    server = Server({**QUICK, "max_connections": str(max(_LISTENERS) + 50)})
    try:
        server.start().set_up()
        house = PostgresPools(Address(server.url()))
        pool = opened(house)
        found = [_told(server, pool, count) for count in _LISTENERS]
        house.close()
    finally:
        server.remove()
    note = "more is better: " + "; ".join(
        f"{count:,} listeners: {most:.0f} a second, at ten a second all have heard within "
        f"{late * 1e3:.0f} ms and each costs the server {used * 1e6:.0f} µs"
        for count, late, used, most in found
    )
    what = f"most listeners woken a second, of {_LISTENERS[-1]:,} / the {LOOKING:,} allowed"
    return [(what, found[-1][-1] * _LISTENERS[-1] / LOOKING, note)]


def _told(server: Server, pool: Pool, count: int) -> tuple[int, float, float, float]:
    with ExitStack() as stack:
        crowd, before = Crowd(server, count, stack), cpu_s(server)
        late = []
        for number in range(_NOTICES):
            begun = time.perf_counter()
            _change(pool, count, number)
            crowd.wait(number + 1)
            late.append(time.perf_counter() - begun)
            time.sleep(max(0.0, _TOLD_EVERY_S - late[-1]))
        after = cpu_s(server)
        used = sum(s - before.get(pid, 0.0) for pid, s in after.items()) / _NOTICES / count
        begun, sent = time.perf_counter(), 0
        while time.perf_counter() - begun < _FLAT_OUT_S:
            sent += 1
            _change(pool, count, _NOTICES + sent)
        crowd.wait(_NOTICES + sent)
        most = sent / (time.perf_counter() - begun)
    return count, sorted(late)[len(late) // 2], used, most


def _change(pool: Pool, listeners: int, number: int) -> None:
    """One notice: a transfer that is no increment is told at once."""
    done(pool.reserve(f"{listeners}/{number}", "t1", listeners * 1_000_000 + number, Money(0)))
