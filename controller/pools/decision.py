"""What a back end looks up for the arithmetic of a pool, and what it is told to write down."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from controller.domain.base import existing
from controller.domain.money import ZERO, Money
from controller.pools import (
    BOOKS_MAX,
    Accounts,
    Books,
    Contribution,
    Hit,
    PoolState,
    Record,
    Reservation,
    Status,
    Version,
    cents_rounded_down,
)
from controller.pools.refusals import PoolRefusal, PoolRefused
from controller.pools.transfers import Answer


class Facts(Protocol):
    """What is on record about one pool."""

    @property
    def pool(self) -> str: ...
    @property
    def books(self) -> Books: ...
    def version(self, version: int) -> Version | None: ...
    def pool_of(self, table: str) -> str | None: ...
    def tables(self) -> tuple[str, ...]: ...
    def contribution(self, id: str) -> Contribution | None: ...
    def reservation(self, id: str) -> Reservation | None: ...
    def open_reservation(self, table: str, round: int) -> Reservation | None: ...
    def held_reservations(self) -> Sequence[Reservation]:
        """Those that hold something, in the order of the wins."""

    def open_by(self, table: str) -> Sequence[Reservation]:
        """Reservations of this table in any pool of the store; they may hold nothing."""

    def reservations_set_after(self, seq: int) -> Sequence[Reservation]: ...
    def hit(self, id: str) -> Hit | None: ...
    def standing_hits_after(self, seq: int) -> Sequence[Hit]:
        """Awards posted later and not reversed."""


class Decision(NamedTuple):
    """The answer to a transfer and what it leaves behind."""

    answer: Answer
    kept: bool
    """Is it to be written down, with the books and the records?"""
    books: Books
    records: tuple[Record, ...] = ()
    moved: Accounts = Accounts()


class Done(NamedTuple):
    """A transfer that can be carried out: the books and records afterwards."""

    books: Books
    records: tuple[Record, ...] = ()
    amount: Money = ZERO
    basis: Money = ZERO
    house_carries: bool = False


def in_force(facts: Facts) -> Version:
    """The parameters in force."""
    version = facts.books.version
    return existing(facts.version(version), f"pool {facts.pool}: no parameters {version}")


def not_linked(facts: Facts, table: str) -> PoolRefused | None:
    """Why a table has no business with this pool."""
    pool = facts.pool_of(table)
    if pool == facts.pool:
        return None
    seen = "no pool" if pool is None else f"pool {pool}"
    return PoolRefused(PoolRefusal.TABLE_NOT_LINKED, f"{table} is in {seen}, not in {facts.pool}.")


def alone(who: tuple[str, ...]) -> PoolRefused | None:
    """Why this takes one person more."""
    if len({name.casefold() for name in who}) >= 2:
        return None
    return PoolRefused(PoolRefusal.NEEDS_TWO_PEOPLE, f"{', '.join(who)} seen.")


def no_room(books: Books, more: int) -> PoolRefused | None:
    """Why the books cannot take so much more."""
    if books.put_in <= BOOKS_MAX - more:
        return None
    return PoolRefused(PoolRefusal.BOOKS_FULL, f"{cents_rounded_down(more)} seen.")


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
