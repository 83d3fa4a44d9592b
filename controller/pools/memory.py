"""Pools in memory: the simplest store that keeps the contract, for simulators and tests."""

from collections import defaultdict
from dataclasses import fields
from threading import Lock
from typing import Any

from controller.domain.money import ZERO
from controller.journal.recorder import Head
from controller.pools import (
    Accounts,
    Books,
    Contribution,
    Counters,
    Hit,
    Level,
    Membership,
    PoolState,
    Record,
    Reservation,
    Status,
    Version,
)
from controller.pools.books import open_books, settle
from controller.pools.content import answer_again, content
from controller.pools.contract import Pool, Pools
from controller.pools.heads import goes_on
from controller.pools.pool_state import standing_of, status_of
from controller.pools.refusals import PoolRefused
from controller.pools.transfers import Answer, Open, Transfer


class _Record:
    """All that is on record about one pool."""

    def __init__(
        self, pool: str, links: dict[str, str | None], others: "dict[str, MemoryPool]"
    ) -> None:
        self.pool = pool
        self.books = Books()
        self.links = links
        self.others = others
        self.versions: dict[int, Version] = {}
        self.contributions: dict[str, Contribution] = {}
        self.reservations: dict[str, Reservation] = {}
        self.hits: dict[str, Hit] = {}

    def version(self, version: int) -> Version | None:
        return self.versions.get(version)

    def pool_of(self, table: str) -> str | None:
        return self.links.get(table)

    def tables(self) -> tuple[str, ...]:
        return tuple(sorted(table for table, pool in self.links.items() if pool == self.pool))

    def contribution(self, id: str) -> Contribution | None:
        return self.contributions.get(id)

    def reservation(self, id: str) -> Reservation | None:
        return self.reservations.get(id)

    def open_reservation(self, table: str, round: int) -> Reservation | None:
        for reservation in self.reservations.values():
            if (reservation.table, reservation.round) == (table, round) and not reservation.closed:
                return reservation
        return None

    def held_reservations(self) -> list[Reservation]:
        return [reservation for reservation in self.reservations.values() if reservation.held]

    def open_by(self, table: str) -> list[Reservation]:
        found = (of for pool in self.others.values() for of in pool.all_reservations())
        return [of for of in found if of.table == table and not of.closed]

    def reservations_set_after(self, seq: int) -> list[Reservation]:
        return [held for held in self.reservations.values() if held.set_at > seq]

    def hit(self, id: str) -> Hit | None:
        return self.hits.get(id)

    def standing_hits_after(self, seq: int) -> list[Hit]:
        return [hit for hit in self.hits.values() if hit.seq > seq and not hit.reversed]

    def keep(self, record: Record) -> None:
        match record:
            case Membership():
                self.links[record.table] = record.pool
            case Version():
                self.versions[record.version] = record
            case Contribution():
                self.contributions[record.id] = record
            case Reservation():
                self.reservations[record.id] = record
            case Hit():
                self.hits[record.id] = record


class MemoryPool(Pool):
    """One pool of a store in memory."""

    def __init__(
        self,
        name: str,
        links: dict[str, str | None],
        lock: Lock,
        others: "dict[str, MemoryPool]",
        heads: "defaultdict[str, dict[bytes, Head]]",
    ) -> None:
        self.name = name
        self._record = _Record(name, links, others)
        self._lock = lock
        self._answers: dict[str, tuple[dict[str, Any], Answer]] = {}
        self._moved: list[Accounts] = []
        self._heads = heads

    def apply(self, transfer: Transfer) -> Answer:
        with self._lock:
            if transfer.id in self._answers:
                return answer_again(*self._answers[transfer.id], transfer)
            if isinstance(transfer, Open):
                decision = open_books(self.name, transfer)
            else:
                decision = settle(self._record, transfer)
            if decision.kept:
                self._answers[transfer.id] = content(transfer), decision.answer
                self._moved.append(decision.moved)
                self._record.books = decision.books
                for record in decision.records:
                    self._record.keep(record)
            return decision.answer

    def all_reservations(self) -> list[Reservation]:
        """For the other pools of the store, which have the lock."""
        return list(self._record.reservations.values())

    def anchor(self, table: str, head: Head, by: tuple[str, ...] = ()) -> None:
        with self._lock:
            kept = self._heads[table]
            goes_on(table, kept.values(), head, by)
            kept.pop(head.file_id, None)
            kept[head.file_id] = head

    def anchored(self, table: str) -> tuple[Head, ...]:
        with self._lock:
            return tuple(self._heads[table].values())

    def standing(self) -> PoolState:
        with self._lock:
            return standing_of(self._record)

    def status(self) -> Status:
        with self._lock:
            return status_of(self._record)

    def history(self, limit: int = 25) -> tuple[Hit, ...]:
        with self._lock:
            return tuple(reversed(self._record.hits.values()))[:limit]

    def counters(self) -> Counters:
        with self._lock:
            levels: dict[str, Level] = defaultdict(lambda: Level(0, ZERO))
            for hit in self._record.standing_hits_after(0):
                level = levels[hit.level]
                levels[hit.level] = Level(level.hits + 1, level.won + hit.amount)
            books = self._record.books
            return Counters(books.wagers_in, books.wagers_taken_back, dict(levels))

    def audit(self) -> None:
        with self._lock:
            added_up = {
                field.name: sum(getattr(moved, field.name) for moved in self._moved)
                for field in fields(Accounts)
            }
            held = sum(reservation.held for reservation in self._record.held_reservations())
            added_up |= {"seq": len(self._moved), "reserved": held}
            self._record.books.compared(self.name, added_up)


class MemoryPools(Pools):
    """A store that is gone with the process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._links: dict[str, str | None] = {}
        self._pools: dict[str, MemoryPool] = {}
        self._heads: defaultdict[str, dict[bytes, Head]] = defaultdict(dict)

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._pools))

    def pool(self, name: str) -> MemoryPool | None:
        return self._pools.get(name)

    def pool_of(self, table: str) -> str | None:
        return self._links.get(table)

    def opened(self, name: str, transfer: Open) -> MemoryPool | PoolRefused:
        shared = self._links, self._lock, self._pools, self._heads
        pool = self._pools.get(name) or MemoryPool(name, *shared)
        answer = pool.apply(transfer)
        if isinstance(answer, PoolRefused):
            return answer
        return self._pools.setdefault(name, pool)

    def close(self) -> None:
        """Nothing to give back."""
