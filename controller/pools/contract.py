"""The jackpot pool as a table sees it: what it carries out, and what can be read.

A pool is the jackpot system of the rules; no second meter competes with it (R24a). Whatever changes
it is a transfer (`controller.pools.transfers`).

A pool also keeps the head of each table's journal, as told before the transfers it stands for: an
anchor of the journal in another place, so that an older copy of it put back shows.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from controller.domain.cards import Card
from controller.domain.money import ZERO, Money
from controller.journal.recorder import Head
from controller.pools import Counters, Hit, Parameters, PoolState, Status, Terms
from controller.pools import transfers as c
from controller.pools.place import ServerId
from controller.pools.refusals import PoolRefused


class Connection(NamedTuple):
    """A way to a server of pools, by its number in this process."""

    number: int
    server: ServerId


class Pool(Protocol):
    """One pool. A back end carries out transfers; the named calls only spell them."""

    name: str

    @abstractmethod
    def apply(self, transfer: c.Transfer) -> c.Answer:
        """Carry a transfer out, once, however often it is sent."""

    @abstractmethod
    def standing(self) -> PoolState:
        """What a table has to know of the pool, and no more."""

    @abstractmethod
    def status(self) -> Status:
        """The same for people, with all that is linked and held."""

    @abstractmethod
    def history(self, limit: int = 25) -> tuple[Hit, ...]:
        """The last awards, the latest first; a reversed one is marked. All are kept."""

    @abstractmethod
    def counters(self) -> Counters: ...

    @abstractmethod
    def audit(self) -> None:
        """Add up every transfer ever made and compare with the books, or BrokenInvariant."""

    @abstractmethod
    def anchor(self, table: str, head: Head, by: tuple[str, ...] = ()) -> None:
        """Keep the head of a table's journal: all the pool was told by it stands up to there.

        `controller.pools.heads` says which head is a BrokenInvariant. `by`: the people who decided
        that this journal takes the place of the one before.
        """

    @abstractmethod
    def anchored(self, table: str) -> tuple[Head, ...]:
        """The head that was kept last of each of its journals, the latest one last."""

    def untold_ms(self) -> int:
        """How long after the last look no notice comes of what other tables contribute."""
        return 0

    def connection(self) -> Connection | None:
        """The one that the next call uses; none where the pool is in a file of its own."""
        return None

    def lacking(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Those of these transfers that no pool of its store has; a file of its own loses none."""
        return ()

    def unknown(self, table: str, journal: bytes, known: Sequence[str]) -> tuple[str, ...]:
        """Transfers sent as this table's that it does not know: since this journal, by its id, was
        first anchored, and after the first that it knows. A file of its own has none."""
        return ()

    def join(self, id: str, table: str, terms: Terms) -> c.Answer:
        return self.apply(c.Join(id, table, terms))

    def leave(self, id: str, table: str) -> c.Answer:
        return self.apply(c.Leave(id, table))

    def change_parameters(
        self, id: str, parameters: Parameters, who: tuple[str, ...], at: int
    ) -> c.Answer:
        """In force at once if the jackpot is not live, otherwise after the next reset."""
        return self.apply(c.ChangeParameters(id, parameters, who, at))

    def withdraw_change(self, id: str, version: int, who: tuple[str, ...], at: int) -> c.Answer:
        """The parameters in force stay at the next reset."""
        return self.apply(c.WithdrawChange(id, version, who, at))

    def contribute(
        self, id: str, table: str, round: int, wagers: int, version: int | None = None
    ) -> c.Answer:
        return self.apply(c.Contribute(id, table, round, wagers, version))

    def take_back(self, id: str, contribution: str, wagers: int) -> c.Answer:
        return self.apply(c.TakeBack(id, contribution, wagers))

    def reserve(self, id: str, table: str, round: int, amount: c.Asked) -> c.Answer:
        return self.apply(c.Reserve(id, table, round, amount))

    def amend(self, id: str, reservation: str, amount: c.Asked) -> c.Answer:
        return self.apply(c.Amend(id, reservation, amount))

    def post(
        self,
        id: str,
        reservation: str,
        level: str,
        amount: Money,
        *,
        resets: bool,
        cards: tuple[Card, ...],
        who: tuple[str, ...],
        at: int,
        place: int | None = None,
    ) -> c.Answer:
        return self.apply(c.Post(id, reservation, level, amount, resets, cards, who, at, place))

    def release(self, id: str, reservation: str) -> c.Answer:
        return self.apply(c.Release(id, reservation))

    def reverse(self, id: str, award: str) -> c.Answer:
        return self.apply(c.Reverse(id, award))


class Pools(Protocol):
    """All pools of one store; a table is linked to one of them only (15.1.1, 15.1.2)."""

    @abstractmethod
    def names(self) -> tuple[str, ...]: ...

    @abstractmethod
    def named(self, name: str) -> Pool:
        """A pool that is known to be there, without a look."""

    def pool(self, name: str) -> Pool | None:
        """A pool that was opened before."""
        return self.named(name) if name in self.names() else None

    @abstractmethod
    def pool_of(self, table: str) -> str | None:
        """The name of the one pool that a table is linked to."""

    @abstractmethod
    def close(self) -> None: ...

    def open(
        self,
        name: str,
        parameters: Parameters,
        who: tuple[str, ...],
        at: int,
        meter: Money | None = None,
        reserve: Money = ZERO,
    ) -> Pool | PoolRefused:
        """Open a pool; repeating it is harmless. ValueError for a name that cannot be read."""
        if not c.named(name) or name != name.strip():
            raise ValueError(
                f"pool name {name!r} seen: expected 1 to 200 letters, digits and signs"
            )
        pool = self.named(name)
        answer = pool.apply(c.Open("open", parameters, meter, reserve, who, at))
        return answer if isinstance(answer, PoolRefused) else pool
