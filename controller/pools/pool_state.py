"""What can be read of a pool whose books are kept here."""

from controller.domain.base import existing
from controller.pools import PoolState, Status
from controller.pools.decision import Facts, in_force


def standing_of(facts: Facts) -> PoolState:
    """What a table looks at."""
    books, pending = facts.books.checked(facts.pool), None
    if books.after_reset != books.version:
        pending = existing(facts.version(books.latest), f"pool {facts.pool}: no pending parameters")
    return PoolState(
        facts.pool,
        books.seq,
        in_force(facts).parameters(),
        pending and pending.parameters(),
        books.latest,
        books.accounts(),
        books.reserved,
    )


def status_of(facts: Facts) -> Status:
    """What can be read of a pool at one moment."""
    held = tuple(facts.held_reservations())
    return Status(**vars(standing_of(facts)), reservations=held, tables=facts.tables())
