"""A pool with linked tables on a real server, and the pit's page beside it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Thread

from controller.domain.base import existing
from controller.domain.money import Money
from controller.pools.admission import admit
from controller.pools.contract import Pool
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolFault, PoolRefused
from controller.pools.server import Address
from tests.helpers.postgres import Server
from tests.unit.pools.backends import ROYAL, done, figures

SUPERVISOR = ("204", "117")
"""Dealer and supervisor, by their numbers."""


LOOK_S = 3.0


@dataclass
class Pit:
    """Tables that play and look, each with a login and a connection of its own."""

    server: Server
    pool: str = "main"
    tables: dict[str, PostgresPools] = field(default_factory=dict)
    rounds: int = 0

    def __post_init__(self) -> None:
        self.house = PostgresPools(Address(self.server.url()))
        self.house.open(self.pool, figures(), SUPERVISOR, 1_700_000_000)
        self._closing = Event()
        self._looking = Thread(target=self._look)
        self._looking.start()

    def _look(self) -> None:
        """Now and then, as a table does that is well."""
        while not self._closing.wait(LOOK_S):
            for pools in list(self.tables.values()):
                with suppress(PoolFault):
                    pools.named(self.pool).standing()

    def join(self, table: str) -> None:
        """A table is let in, connects and joins."""
        login = f"table_{table}"
        address = Address(self.server.url())
        admit(address, table, login, "secret", pools=(self.pool,), figures=False)
        self.connect(table)
        done(self.of(table).join(f"{table}/join/{self.pool}", table, figures().terms()))

    def connect(self, table: str) -> None:
        """Anew."""
        if table in self.tables:
            self.disconnect(table)
        self.tables[table] = PostgresPools(Address(self.server.url(f"table_{table}")))

    def disconnect(self, table: str) -> None:
        self.tables.pop(table).close()

    def of(self, table: str) -> Pool:
        """The pool as this table has it."""
        return existing(self.tables[table].pool(self.pool), "no pool")

    def play(self, table: str, wagers: int = 1) -> None:
        self.rounds += 1
        done(self.of(table).contribute(f"{table}/{self.rounds}", table, self.rounds, wagers))

    def key(self, table: str, amount: Money) -> str:
        """A win is keyed and waits; the reservation's id."""
        self.rounds += 1
        done(self.of(table).reserve(f"{table}/{self.rounds}/r", table, self.rounds, amount))
        return f"{table}/{self.rounds}/r"

    def pay(
        self, table: str, reservation: str, amount: Money, at: int, level: str = "straight_flush"
    ) -> None:
        done(
            self.of(table).post(
                f"{reservation}/p", reservation, level, amount,
                resets=False, cards=ROYAL, who=SUPERVISOR, at=at,
            )
        )  # fmt: skip

    def close(self) -> None:
        self._closing.set()
        self._looking.join()
        for table in list(self.tables):
            self.disconnect(table)
        self.house.close()


def refuse(pit: Pit, table: str) -> None:
    """A table asks for more than there is, and is refused."""
    answer = pit.of(table).reserve(f"{table}/too-much", table, 99, Money(99_000_000_000))
    assert isinstance(answer, PoolRefused)


@contextmanager
def monitor(server: Server, *words: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """`feltwork pool monitor` as a process of its own, and where its page is."""
    command = [sys.executable, "-m", "ui", "pool", "monitor", "--server", server.url(), *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as started:
        try:
            line = existing(started.stdout, "no output").readline()
            found = re.search(r"http://\S+/", line)
            assert found is not None, line + existing(started.stderr, "no errors").read()
            yield found.group(), started
        finally:
            started.terminate()
