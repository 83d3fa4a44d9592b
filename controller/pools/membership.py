"""Which tables a pool has, and on which figures they play: joined, moved, left, changed."""

from controller.domain.base import evolve
from controller.pools import Membership, Terms, Version
from controller.pools import transfers as c
from controller.pools.decision import Done, Facts, alone, in_force, not_linked
from controller.pools.refusals import PoolRefusal, PoolRefused


def join(facts: Facts, transfer: c.Join, _: int) -> Done | PoolRefused:
    """15.1.2, 15.2.5: the same figures on all tables of a pool, and no table in two."""
    other = facts.pool_of(transfer.table)
    if other not in (None, facts.pool):
        detail = f"{transfer.table} is in pool {other}."
        return PoolRefused(PoolRefusal.TABLE_IN_ANOTHER_POOL, detail)
    return _linked(facts, transfer.table, transfer.terms)


def move(facts: Facts, transfer: c.Move, _: int) -> Done | PoolRefused:
    """15.1.2.2: out of one pool and into the other in one step, with nothing held in the first."""
    if transfer.into != facts.pool:
        detail = f"{transfer.into} seen, this is {facts.pool}."
        return PoolRefused(PoolRefusal.NO_SUCH_POOL, detail)
    before = facts.pool_of(transfer.table)
    if before != transfer.out_of:
        detail = f"{transfer.table} is in {before or 'no pool'}, not in {transfer.out_of}."
        return PoolRefused(PoolRefusal.TABLE_NOT_LINKED, detail)
    return _holding(facts, transfer.table) or _linked(facts, transfer.table, transfer.terms)


def differing(ours: Terms, theirs: Terms) -> PoolRefused | None:
    """15.2.5: which figure of a table is not that of the pool, by name."""
    for name, seen in vars(ours).items():
        expected = getattr(theirs, name)
        if seen != expected:
            refusal = PoolRefusal[f"{name.split('_')[0].upper()}_DIFFERS"]
            return PoolRefused(refusal, f"{seen} seen, {expected} expected.")
    return None


def _linked(facts: Facts, table: str, terms: Terms) -> Done | PoolRefused:
    figures = differing(terms, in_force(facts).terms())
    return figures or Done(facts.books, (Membership(table, facts.pool),))


def _holding(facts: Facts, table: str) -> PoolRefused | None:
    """With nothing in it too: it could be amended."""
    for reservation in facts.open_by(table):
        return PoolRefused(PoolRefusal.RESERVATION_HELD, f"{reservation.id} seen.")
    return None


def leave(facts: Facts, transfer: c.Leave, _: int) -> Done | PoolRefused:
    """A table is linked no more, once it holds nothing."""
    return (
        _holding(facts, transfer.table)
        or not_linked(facts, transfer.table)
        or Done(facts.books, (Membership(transfer.table, None),))
    )


def change(facts: Facts, transfer: c.ChangeParameters, seq: int) -> Done | PoolRefused:
    """In force at once if the jackpot is not live, otherwise after the next reset."""
    books, parameters = facts.books, transfer.parameters
    if refused := alone(transfer.who):
        return refused
    if parameters.version != books.latest + 1:
        detail = f"{parameters.version} seen, {books.latest + 1} expected."
        return PoolRefused(PoolRefusal.NOT_THE_NEXT_VERSION, detail)
    live = books.last_contribution > books.last_reset or bool(facts.tables())
    since, version = (None, books.version) if live else (seq, parameters.version)
    agreed = Version(**vars(parameters), who=transfer.who, at=transfer.at, in_force_since=since)
    return Done(evolve(books, latest=parameters.version, version=version), (agreed,))


def withdraw(facts: Facts, transfer: c.WithdrawChange, _: int) -> Done | PoolRefused:
    """The next reset leaves the parameters in force that are."""
    books = facts.books
    if refused := alone(transfer.who):
        return refused
    pending = books.after_reset
    if pending == books.version or pending != transfer.version:
        seen = "nothing" if pending == books.version else f"version {pending}"
        detail = f"{transfer.version} seen, {seen} is pending."
        return PoolRefused(PoolRefusal.NOTHING_PENDING, detail)
    return Done(evolve(books, withdrawn=pending))
