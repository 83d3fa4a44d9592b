"""What the pool still is to be sent, and what it was told: a fold of events in the table's journal.

A command that the pool has to hear of leaves `TransfersDue` behind, in one transaction with its own
events; the pool's word leaves `TransferAnswered`. So the outbox outlives the process, and what was
sent before a crash is sent again under the same id.

Transfers go out one at a time, in order. One that is refused stays the first: the table is held
until it is sent again with success or people set it aside.
"""

from dataclasses import dataclass

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.money import ZERO, Money
from controller.pools import Percent, PoolRefusal, PoolRefused
from controller.pools.contract import (
    Amend,
    Answer,
    Contribute,
    Post,
    Receipt,
    Release,
    Reserve,
    Reverse,
    TakeBack,
    Transfer,
)


@dataclass(frozen=True)
class ReserveCents:
    """`Reserve` as the journal writes it: always an amount."""

    id: str
    table: str
    round: int
    amount: Money


@dataclass(frozen=True)
class AmendCents:
    """`Amend` as the journal writes it: always an amount."""

    id: str
    reservation: str
    amount: Money


Due = Contribute | TakeBack | ReserveCents | AmendCents | Post | Release | Reverse


def _written(transfer: Transfer) -> Due:
    match transfer:
        case Contribute() | TakeBack() | Post() | Release() | Reverse():
            return transfer
        case Reserve(id, table, round_, amount) if not isinstance(amount, Percent):
            return ReserveCents(id, table, round_, amount)
        case Amend(id, reservation, amount) if not isinstance(amount, Percent):
            return AmendCents(id, reservation, amount)
    raise BrokenInvariant(f"{transfer} seen, expected a transfer of a round, with an amount")


def _as_sent(due: Due) -> Transfer:
    match due:
        case ReserveCents(id, table, round_, amount):
            return Reserve(id, table, round_, amount)
        case AmendCents(id, reservation, amount):
            return Amend(id, reservation, amount)
        case _:
            return due


@dataclass(frozen=True)
class TransfersDue:
    """A command of the table that the pool has to hear of."""

    due: tuple[Due, ...]

    @classmethod
    def of(cls, transfers: tuple[Transfer, ...]) -> "TransfersDue":
        return cls(tuple(map(_written, transfers)))

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(map(_as_sent, self.due))


@dataclass(frozen=True)
class TransferAnswered:
    """What the pool said: a receipt, or why not."""

    id: str
    receipt: Receipt | None
    refusal: str = ""
    """The code of a `PoolRefusal`; its wording may change, the record does not."""
    detail: str = ""

    @classmethod
    def of(cls, id: str, answer: Answer) -> "TransferAnswered":
        if isinstance(answer, PoolRefused):
            return cls(id, None, answer.refusal.code, answer.detail)
        return cls(id, answer)

    @property
    def reason(self) -> str:
        """Why it was refused, for people; empty where it was carried out."""
        if self.receipt is not None:
            return ""
        return PoolRefused(PoolRefusal[self.refusal.upper()], self.detail).text()


@dataclass(frozen=True)
class TransferSetAside:
    """A refused transfer is not sent any more: people settle the difference by hand."""

    id: str
    who: tuple[str, ...]
    reason: str


PoolEvent = TransfersDue | TransferAnswered | TransferSetAside


# What the pool was told


@dataclass(frozen=True)
class Given:
    """A contribution of the round and how many of its wagers were not taken back."""

    id: str
    wagers: int


@dataclass(frozen=True)
class Told:
    """A round as the pool was told of it."""

    round: int = 0
    given: tuple[Given, ...] = ()
    reservation: str | None = None
    held: Money = ZERO
    posted: tuple[Post, ...] = ()
    """Awards not reversed, in the order in which they were posted."""

    @property
    def wagers(self) -> int:
        return sum(given.wagers for given in self.given)


def tell(told: Told, transfer: Transfer) -> Told:
    """What the pool was told, with one transfer more."""
    match transfer:
        case Contribute(id, _, round_, wagers):
            told = told if told.round == round_ else Told(round_)
            return evolve(told, given=(*told.given, Given(id, wagers)))
        case TakeBack(_, contribution, wagers):
            left = (
                evolve(given, wagers=given.wagers - wagers) if given.id == contribution else given
                for given in told.given
            )
            return evolve(told, given=tuple(given for given in left if given.wagers))
        case Reserve(id, _, round_, Money() as amount):
            told = told if told.round == round_ else Told(round_)
            return evolve(told, reservation=id, held=amount)
        case Amend(_, _, Money() as amount):
            return evolve(told, held=amount)
        case Post():
            return evolve(told, held=told.held - transfer.amount, posted=(*told.posted, transfer))
        case Release():
            return evolve(told, reservation=None, held=ZERO)
        case Reverse(_, award):
            return evolve(told, posted=tuple(post for post in told.posted if post.id != award))
    raise BrokenInvariant(f"{transfer} seen, expected a transfer of a round")


@dataclass(frozen=True)
class PoolOutbox:
    """What the pool has not answered yet, in order, and what it was told of the round."""

    due: tuple[Due, ...] = ()
    told: Told = Told()
    refused: TransferAnswered | None = None
    """The first one was refused: nothing goes out until people have dealt with it."""
    available: Money | None = None
    """What the meter showed with the last answer."""
    version: int | None = None
    """The parameters in force with the last answer."""
    seq: int = 0
    """The last transfer that is known to be in the pool's books, by its place there."""
    asked: int = 0
    """How many transfers there were, answered or not: their ids are numbered by it."""

    @property
    def pending(self) -> tuple[Transfer, ...]:
        return tuple(map(_as_sent, self.due))


def record_answer(outbox: PoolOutbox, id: str, answer: Answer) -> tuple[TransferAnswered, ...]:
    """What to record when the pool has answered: nothing where that is on record already."""
    event = TransferAnswered.of(id, answer)
    waiting = any(due.id == id for due in outbox.due)
    return (event,) if waiting and event != outbox.refused else ()


def set_aside(
    outbox: PoolOutbox, id: str, who: tuple[str, ...], reason: str
) -> tuple[TransferSetAside, ...]:
    """What to record when people give a refused transfer up: only the refused one can be."""
    refused = outbox.refused is not None and outbox.refused.id == id
    return (TransferSetAside(id, who, reason),) if refused else ()


def fold_one(outbox: PoolOutbox, event: PoolEvent) -> PoolOutbox:
    """The outbox after one event."""
    if isinstance(event, TransfersDue):
        told = outbox.told
        for transfer in event.transfers:
            told = tell(told, transfer)
        asked = outbox.asked + len(event.due)
        return evolve(outbox, due=outbox.due + event.due, told=told, asked=asked)
    if not outbox.due or outbox.due[0].id != event.id:
        first = outbox.due[0].id if outbox.due else "nothing"
        raise BrokenInvariant(f"pool: {event.id} answered, {first} expected")
    if isinstance(event, TransferSetAside):
        return evolve(outbox, due=outbox.due[1:], refused=None)
    if event.receipt is None:
        return evolve(outbox, refused=event)
    receipt = event.receipt
    standing = {"available": receipt.available, "version": receipt.version, "seq": receipt.seq}
    return evolve(outbox, due=outbox.due[1:], refused=None, **standing)
