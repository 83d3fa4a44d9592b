"""The jackpot pool of a table as it was found at a start: its own, or one it shares with others."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from controller.domain.base import BrokenInvariant
from controller.domain.money import Money
from controller.games.bonus.pool_events import MeterFound, MeterRead
from controller.games.bonus.rules import JackpotRules
from controller.games.bonus.transfers import parameters_of, terms_of
from controller.journal.recorder import Head
from controller.pools import PoolState
from controller.pools.contract import Pool, Pools
from controller.pools.delivery import PoolDelivery
from controller.pools.embedded import EmbeddedPool
from controller.pools.place import PoolOnServer, ServerId
from controller.pools.refusals import PoolFault

if TYPE_CHECKING:  # only a linked table needs the database client
    from controller.pools.linked import LinkedPool


class OpenedPool(NamedTuple):
    """The pool as it was found."""

    pool: Pool | None = None
    standing: PoolState | None = None
    trouble: str = ""
    """Why it cannot be used."""
    pools: Pools | None = None
    """All pools of its store."""
    linked: "LinkedPool | None" = None
    """Where other tables play on the same meter."""

    def expecting(self, server: ServerId | None) -> "OpenedPool":
        """A server whose place another one had taken before is as good as none."""
        good = self.linked is None or self.linked.expect(server)
        return self if good else self._replace(pool=None, standing=None)

    def known_as(self, name: str) -> Pool | None:
        """The pool; by the name in the journal where it does not answer at the start.

        Or where the server has lost that the table went over to it: what it lacks is asked there.
        """
        known = self.pool is not None and self.pool.name == name
        return self.pool if known or not self.linked else self.linked.pools.named(name)

    def heads(self, table: str) -> tuple[Head, ...]:
        """The heads of the journals by which the pool was told."""
        return self.pool.anchored(table) if self.pool is not None else ()

    def listen(self, delivery: PoolDelivery, opened: ExitStack) -> None:
        """Hear of what the other tables do."""
        if self.linked:
            from controller.pools.listener import Listener

            opened.enter_context(Listener(self.linked.address, delivery))


def meter_read(standing: PoolState) -> MeterRead:
    """What is on the meter and not reserved, exact, and the reserve."""
    return MeterRead(standing.free, standing.accounts.reserve)


def meter_found(standing: PoolState) -> MeterFound:
    """The same, for a round that is being settled."""
    return MeterFound(**vars(meter_read(standing)))


def own_pool(
    path: Path,
    table: str,
    jackpot: JackpotRules,
    opening: tuple[Money, Money, Money | None],
    at: int,
    opened: ExitStack,
    *,
    new: bool,
) -> OpenedPool:
    """A pool in a file, made only with a new journal; `opening`: meter, reserve and limit."""
    meter, reserve, limit = opening
    try:
        embedded = EmbeddedPool(
            path,
            table,
            terms_of(jackpot),
            parameters_of(jackpot, limit),
            at,
            meter=meter,
            reserve=reserve,
            create=new,
        )
        opened.callback(embedded.close)
        return OpenedPool(embedded.pool, embedded.pool.standing(), pools=embedded.pools)
    except (PoolFault, BrokenInvariant) as fault:
        if new:
            raise
        return OpenedPool(trouble=str(fault))


def shared_pool(
    where: PoolOnServer,
    table: str,
    jackpot: JackpotRules,
    at: int,
    opened: ExitStack,
    *,
    new: bool,
) -> OpenedPool:
    """A pool on a server, joined with a new journal; without the server the table plays on."""
    from controller.pools.linked import LinkedPool

    try:
        linked = LinkedPool(where, table, terms_of(jackpot), at, new=new)
        opened.callback(linked.close)
        standing = linked.pool.standing() if linked.pool else None
        return OpenedPool(linked.pool, standing, pools=linked.pools, linked=linked)
    except (PoolFault, BrokenInvariant) as fault:
        if new:
            raise
        return OpenedPool(trouble=str(fault))
