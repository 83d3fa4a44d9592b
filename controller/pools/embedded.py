"""The pool of a table that is linked to no other, in the table's own process.

A pool and a journal know each other. The journal has the pool's answers, the pool has the head of
the journal by which it was last told. So an older copy of either that was put back shows at the
next start, and nobody plays on until people have settled it.
"""

from pathlib import Path
from typing import Final

from controller.domain.money import ZERO, Money
from controller.journal.recorder import Head
from controller.pools import Parameters, PoolState, Terms
from controller.pools.contract import Pool, Pools
from controller.pools.outbox import PoolOutbox
from controller.pools.refusals import PoolFault, PoolRefused, Trouble
from controller.pools.sqlite import SqlitePools

FIRST_VERSION: Final = 1
"""Of the figures that a pool is opened with."""


class EmbeddedPool:
    """One table and its pool in a file; opened with the table's figures where that may be."""

    def __init__(
        self,
        path: Path,
        table: str,
        terms: Terms,
        figures: Parameters,
        at: int,
        *,
        meter: Money = ZERO,
        reserve: Money = ZERO,
        create: bool,
    ) -> None:
        self._path = path
        self._pools = SqlitePools(path, create=create)
        try:
            linked = self._pools.pool_of(table)
            pool: Pool | PoolRefused | None = self._pools.pool(linked or table)
            if pool is None and not create:
                raise PoolFault(Trouble.MISSING, str(path), f"no pool of {table} in it")
            pool = pool or self._pools.open(table, figures, (table,), at, meter, reserve)
            if isinstance(pool, PoolRefused):
                raise self._refused(pool)
            self.pool: Pool = pool
            if linked in (None, table):  # another pool saw to it when the table went over to it
                self._as_set_up(table, terms, figures.limit)
        except BaseException:
            self._pools.close()
            raise

    def _refused(self, refused: PoolRefused) -> PoolFault:
        return PoolFault(Trouble.FAILED, str(self._path), refused.text())

    @property
    def pools(self) -> Pools:
        """All pools of the file."""
        return self._pools

    def _as_set_up(self, table: str, terms: Terms, limit: Money | None) -> None:
        """What two people changed since is in the journal, and no more in the set-up."""
        figures = self.pool.standing().parameters
        if figures.version != FIRST_VERSION and self._pools.pool_of(table) is not None:
            return
        joined = self.pool.join(f"{table}/join", table, terms)
        if isinstance(joined, PoolRefused):
            raise self._refused(joined)
        if figures.limit != limit:
            detail = f"a limit of {limit} seen, expected that of the pool: {figures.limit}"
            raise PoolFault(Trouble.FAILED, str(self._path), detail)

    def close(self) -> None:
        self._pools.close()


def another_pool(outbox: PoolOutbox, heads: tuple[Head, ...]) -> str:
    """Has the pool answered this journal and never heard of it? Then it is not that pool."""
    if heads or not outbox.seq:
        return ""
    return (
        "This is another jackpot pool: it does not know this journal, which has its answer to "
        f"transfer {outbox.seq}."
    )


def other_figures(outbox: PoolOutbox, standing: PoolState) -> bool:
    """Have people at another table agreed on figures, or has a reset there put some in force?"""
    ours = outbox.figures, outbox.agreed, outbox.latest
    return ours != (standing.parameters, standing.pending, standing.latest)
