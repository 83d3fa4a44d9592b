"""The jackpot pool as a table sees it: transfers with ids, their answers, and what can be read.

A pool is the jackpot system of the rules; no second meter competes with it (R24a). Everything that
changes it is a transfer with an id chosen by the caller, carried out in one transaction:

- the same id with the same content is harmless and gets the first answer again;
- the same id with other content is refused as `EXISTS_WITH_DIFFERENT_...`, naming what differs;
- a transfer that was refused and is no claim (contribute, join, move, parameters) leaves no trace
  in the books; it is sent again under its id once the reason is gone: an increment is never lost;
- a claim (take_back, reserve, amend, post, release, reverse) that was refused stays refused under
  its id: a copy delayed on the way can never come true after a new one was accepted.

A round that is void: release its reservation, reverse its awards, the latest first, take its
contributions back. Times and ids are arguments.

A pool also keeps the head of each table's journal, as told before the transfers it stands for: an
anchor of the journal in another place, so that an older copy of it put back shows.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from controller.domain.base import evolve
from controller.domain.cards import Card
from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.journal.recorder import Head
from controller.pools import (
    BOOKS_MAX,
    LIMIT_MAX,
    NAME_CHARACTERS_MAX,
    PLACES_MAX,
    ROUND_MAX,
    SECONDS_MAX,
    WAGERS_MAX,
    WINNERS_MAX,
    Accounts,
    AtMost,
    Counters,
    Hit,
    Parameters,
    Percent,
    PoolState,
    Reservation,
    Status,
    Terms,
    cents_rounded_down,
)
from controller.pools.place import ServerId
from controller.pools.refusals import PoolRefused


def _named(value: str) -> bool:
    return bool(value.strip()) and len(value) <= NAME_CHARACTERS_MAX and value.isprintable()


def _person(value: str) -> bool:
    """A staff number or plain name: nothing in it that looks alike and is not the same."""
    return _named(value) and value.isascii() and value == value.strip()


Asked = Money | Percent | AtMost


def _sound_amount(value: Asked) -> bool:
    if isinstance(value, Percent):
        return 1 <= value.percent <= 100 and 1 <= value.winners <= WINNERS_MAX
    cents = value.at_most if isinstance(value, AtMost) else value
    return 0 <= cents <= cents_rounded_down(BOOKS_MAX)


_SOUND: Final[Mapping[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("id", "contribution", "reservation", "award", "level"), _named),
    "table": lambda value: _named(value) and "/" not in value,  # its ids begin with it and a stroke
    **dict.fromkeys(("out_of", "into"), _named),
    "round": lambda value: 0 <= value <= ROUND_MAX,
    "at": lambda value: 0 <= value <= SECONDS_MAX,
    "wagers": lambda value: 1 <= value <= WAGERS_MAX,
    "place": lambda value: value is None or 1 <= value <= PLACES_MAX,
    "amount": _sound_amount,
    "who": lambda value: bool(value) and all(map(_person, value)),
    "meter": lambda value: value is None or 0 <= value <= LIMIT_MAX,
    "reserve": lambda value: 0 <= value <= LIMIT_MAX,
}
"""What a transfer can say at all; anything else is a mistake of the caller."""


@frozen
class Transfer:
    """A change to a pool, under an id chosen by the caller."""

    id: str

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if name in _SOUND and not _SOUND[name](value):
                raise ValueError(f"{type(self).__name__} {self.id}: {name} {value!r} seen")


class Claim(Transfer):
    """A transfer that takes money off the meter: refused once, it stays refused under its id.

    Not so where the meter does not suffice: tables that send again what a server has lost do so in
    any order, and what one of them claims may be what another has not contributed again yet.
    """


@frozen
class Open(Transfer):
    """A new pool. The meter starts at the seed, or at a figure the house brings in."""

    parameters: Parameters
    meter: Money | None
    reserve: Money
    who: tuple[str, ...]
    at: int


@frozen
class Join(Transfer):
    """A table links itself to the pool, or makes sure at a start that it still fits."""

    table: str
    terms: Terms


@frozen
class Leave(Transfer):
    """A table is linked no more."""

    table: str


@frozen
class Move(Transfer):
    """A table goes over to another pool of the store: in one step, so that it is never in none."""

    table: str
    out_of: str
    into: str
    terms: Terms


@frozen
class ChangeParameters(Transfer):
    """New figures, by two people."""

    parameters: Parameters
    who: tuple[str, ...]
    at: int


@frozen
class WithdrawChange(Transfer):
    """Figures that wait for the next reset are not wanted any more, by two people."""

    version: int
    who: tuple[str, ...]
    at: int


@frozen
class Contribute(Transfer):
    """R16: the increments of so many locked wagers."""

    table: str
    round: int
    wagers: int
    version: int | None = None
    """The parameters they were locked under; none: those in force on arrival."""


@frozen
class TakeBack(Claim):
    """R31: the increments of cancelled wagers."""

    contribution: str
    wagers: int


@frozen
class Reserve(Claim):
    """R24: the first win of a round is keyed."""

    table: str
    round: int
    amount: Asked


@frozen
class Amend(Claim):
    """R24: a further win of the round, or one taken back. What was posted is not part of it."""

    reservation: str
    amount: Asked


@frozen
class Post(Claim):
    """A confirmed award leaves the meter."""

    reservation: str
    level: str
    amount: Money
    resets: bool
    cards: tuple[Card, ...]
    who: tuple[str, ...]
    at: int
    """Wall time, UTC, in seconds."""
    place: int | None = None
    """Where at the table it was won, if that is known."""

    def hit(self, seq: int, reservation: Reservation) -> Hit:
        """The entry in the history."""
        cards = tuple(str(card) for card in self.cards)
        of = (self.id, seq, reservation.id, reservation.table, reservation.round)
        hit = Hit(*of, self.level, self.amount, self.resets, cards, self.who, self.at)
        return evolve(hit, place=self.place)


@frozen
class Release(Claim):
    """What is still reserved goes back, and the reservation ends."""

    reservation: str


@frozen
class Reverse(Claim):
    """R31: an award of a round that is void after all."""

    award: str


@frozen
class Receipt:
    """A transfer was carried out; every retry gets the same receipt."""

    id: str
    seq: int
    """Place in the order of all transfers of the pool."""
    available: Money
    """What the meter shows afterwards: without what is reserved."""
    moved: Accounts
    """What it changed."""
    version: int
    """The parameters in force afterwards."""
    amount: Money = ZERO
    """Reserved now, posted, released or reversed."""
    basis: Money = ZERO
    """What a reservation could be taken from: awards of the round are worked out on it."""
    house_carries: bool = False
    """An increment taken back, or the seed of a reset that stays, is at the house's expense."""


Answer = Receipt | PoolRefused


class Connection(NamedTuple):
    """A way to a server of pools, by its number in this process."""

    number: int
    server: ServerId


class Pool(Protocol):
    """One pool. A back end carries out transfers; the named calls only spell them."""

    name: str

    @abstractmethod
    def apply(self, transfer: Transfer) -> Answer:
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
        """For how long from the last look on increments of others are not told of."""
        return 0

    def connection(self) -> Connection | None:
        """The one that the next call uses; none where the pool is in a file of its own."""
        return None

    def lacking(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Which of these are in the books of no pool of its store; a file of its own loses none."""
        return ()

    def unknown(self, table: str, journal: bytes, known: Sequence[str]) -> tuple[str, ...]:
        """Transfers that came as this table's since its journal, by its id, is known, and after the
        first of those that it knows, without being one of them; a file of its own has none."""
        return ()

    def join(self, id: str, table: str, terms: Terms) -> Answer:
        return self.apply(Join(id, table, terms))

    def leave(self, id: str, table: str) -> Answer:
        return self.apply(Leave(id, table))

    def change_parameters(
        self, id: str, parameters: Parameters, who: tuple[str, ...], at: int
    ) -> Answer:
        """In force at once if the jackpot is not live, otherwise after the next reset."""
        return self.apply(ChangeParameters(id, parameters, who, at))

    def withdraw_change(self, id: str, version: int, who: tuple[str, ...], at: int) -> Answer:
        """The parameters in force stay at the next reset."""
        return self.apply(WithdrawChange(id, version, who, at))

    def contribute(
        self, id: str, table: str, round: int, wagers: int, version: int | None = None
    ) -> Answer:
        return self.apply(Contribute(id, table, round, wagers, version))

    def take_back(self, id: str, contribution: str, wagers: int) -> Answer:
        return self.apply(TakeBack(id, contribution, wagers))

    def reserve(self, id: str, table: str, round: int, amount: Asked) -> Answer:
        return self.apply(Reserve(id, table, round, amount))

    def amend(self, id: str, reservation: str, amount: Asked) -> Answer:
        return self.apply(Amend(id, reservation, amount))

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
    ) -> Answer:
        return self.apply(Post(id, reservation, level, amount, resets, cards, who, at, place))

    def release(self, id: str, reservation: str) -> Answer:
        return self.apply(Release(id, reservation))

    def reverse(self, id: str, award: str) -> Answer:
        return self.apply(Reverse(id, award))


class Pools(Protocol):
    """All pools of one store; a table is linked to one of them only (15.1.1, 15.1.2)."""

    @abstractmethod
    def names(self) -> tuple[str, ...]: ...

    @abstractmethod
    def pool(self, name: str) -> Pool | None:
        """A pool that was opened before."""

    @abstractmethod
    def pool_of(self, table: str) -> str | None:
        """The name of the one pool that a table is linked to."""

    @abstractmethod
    def opened(self, name: str, transfer: Open) -> Pool | PoolRefused: ...

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
        """A new pool; the same once more is harmless. A name nobody could read is a ValueError."""
        if not _named(name) or name != name.strip():
            raise ValueError(f"pool {name!r} seen: expected 1 to 200 letters, digits and signs")
        return self.opened(name, Open("open", parameters, meter, reserve, who, at))
