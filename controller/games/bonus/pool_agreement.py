"""Whether a bonus table and its jackpot pool agree, and both meters in words."""

from controller.domain.money import Money
from controller.games.bonus.round.state import Table
from controller.pools import PoolState
from controller.pools.outbox import PoolOutbox
from controller.pools.transfers import Move


def difference(
    table: Table, outbox: PoolOutbox, standing: PoolState, *, shared: bool = False
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
        here = f"The table is in jackpot pool {standing.pool}; its journal says {outbox.pool}."
        return "" if gone_over else here
    if standing.seq < outbox.seq and not shared:
        older = f"ends at transfer {standing.seq}, but the journal has its answer to {outbox.seq}"
        return f"The jackpot pool is an older copy: it {older}."
    if shared or outbox.due or outbox.unread or table.meter is None:
        return ""
    if not table.at_rest:
        return ""
    ours = table.meter.exact, table.meter.exact_reserve
    if ours == (standing.accounts.meter, standing.accounts.reserve):
        return ""
    if not standing.accounts.overflow:
        return "The table and its jackpot pool do not agree."
    return (
        "The table and its jackpot pool do not agree. The pool reached its limit of "
        f"{standing.parameters.limit}: {standing.overflow} went into its overflow, and the table "
        "does not know of it."
    )


def figures(table: Table, standing: PoolState | None) -> str:
    """Both meters in words."""
    ours = "none" if table.meter is None else _meter(table.meter.value, table.meter.reserve)
    theirs = "none" if standing is None else _meter(standing.meter, standing.reserve)
    return f"Meter in the journal: {ours}; in the pool: {theirs}."


def _meter(value: Money, reserve: Money) -> str:
    return f"{value}, reserve {reserve}" if reserve else str(value)
