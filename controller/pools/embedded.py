"""The pool of a table that is linked to no other, in the table's own process.

A pool and a journal know each other. The journal has the pool's answers, the pool has the head of
the journal by which it was last told. So an older copy of either that was put back shows at the
next start, and nobody plays on until people have settled it.
"""

from pathlib import Path
from typing import Final

from controller.domain.money import ZERO, Money
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import JackpotRules
from controller.journal.recorder import Head
from controller.pools import Standing
from controller.pools.contract import Move, Pool, Pools
from controller.pools.link import parameters_of, terms_of
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
        jackpot: JackpotRules,
        at: int,
        *,
        meter: Money = ZERO,
        reserve: Money = ZERO,
        limit: Money | None = None,
        create: bool,
    ) -> None:
        self._path = path
        figures = parameters_of(jackpot, limit)
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
                self._as_set_up(table, jackpot, limit)
        except BaseException:
            self._pools.close()
            raise

    def _refused(self, refused: PoolRefused) -> PoolFault:
        return PoolFault(Trouble.FAILED, str(self._path), refused.text())

    @property
    def pools(self) -> Pools:
        """All pools of the file."""
        return self._pools

    def _as_set_up(self, table: str, jackpot: JackpotRules, limit: Money | None) -> None:
        """What two people changed since is in the journal, and no more in the set-up."""
        figures = self.pool.standing().parameters
        if figures.version != FIRST_VERSION and self._pools.pool_of(table) is not None:
            return
        joined = self.pool.join(f"{table}/join", table, terms_of(jackpot))
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
        "The jackpot pool is another one: it never heard of this journal, which has its answer to "
        f"transfer {outbox.seq}."
    )


def difference(
    table: Table, outbox: PoolOutbox, standing: Standing, *, shared: bool = False
) -> str:
    """Why the table and its pool do not agree; empty where they do.

    Between rounds, and once the pool has answered everything: before that they need not. Nor while
    the table goes over to another pool, or once more where a server may have lost that, or has to
    read it anew. A meter that other tables play on too (`shared`) goes its own way, and its server
    is asked for what it has answered.
    """
    if outbox.pool != standing.pool:
        both = {outbox.pool, standing.pool}
        moves = (due for due in (*outbox.kept, *outbox.due) if isinstance(due, Move))
        gone_over = any({move.out_of, move.into} == both for move in moves)
        here = f"The table is in jackpot pool {standing.pool}, by its journal in {outbox.pool}."
        return "" if gone_over else here
    if standing.seq < outbox.seq and not shared:
        older = f"ends at transfer {standing.seq}, the journal has its answer to {outbox.seq}"
        return f"The jackpot pool is an older copy: it {older}."
    if shared or outbox.due or outbox.unread or table.meter is None:
        return ""
    if table.round.phase is not Phase.IDLE:
        return ""
    ours = table.meter.exact, table.meter.exact_reserve
    if ours == (standing.accounts.meter, standing.accounts.reserve):
        return ""
    if not standing.accounts.overflow:
        return "The table and its jackpot pool do not agree."
    return (
        "The table and its jackpot pool do not agree. The pool's limit of "
        f"{standing.parameters.limit} was reached: {standing.overflow} is in its overflow, of "
        "which the table does not know."
    )


def other_figures(outbox: PoolOutbox, standing: Standing) -> bool:
    """Have people at another table agreed on figures, or has a reset there put some in force?"""
    ours = outbox.figures, outbox.agreed, outbox.latest
    return ours != (standing.parameters, standing.pending, standing.latest)


def figures(table: Table, standing: Standing | None) -> str:
    """Both meters in words."""
    ours = "none" if table.meter is None else _meter(table.meter.value, table.meter.reserve)
    theirs = "none" if standing is None else _meter(standing.meter, standing.reserve)
    return f"Meter by the journal: {ours}; by the pool: {theirs}."


def _meter(value: Money, reserve: Money) -> str:
    return f"{value}, reserve {reserve}" if reserve else str(value)
