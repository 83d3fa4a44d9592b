"""What the pool still is to be sent, and what it was told: a fold of events in the table's journal.

A command that the pool has to hear of leaves `TransfersDue` behind, in one transaction with its own
events; the pool's word leaves `TransferAnswered`. So the outbox outlives the process, and what was
sent before a crash is sent again under the same id.

Transfers go out one at a time, in order. One that is refused stays the first: the table is held
until it is sent again with success or people set it aside.
"""

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.pools import Parameters, Percent, PoolRefusal, PoolRefused, Status, Terms, exact
from controller.pools.contract import (
    Amend,
    Answer,
    ChangeParameters,
    Contribute,
    Move,
    Post,
    Receipt,
    Release,
    Reserve,
    Reverse,
    TakeBack,
    Transfer,
    WithdrawChange,
)


@frozen
class ReserveCents:
    """`Reserve` as the journal writes it: always an amount."""

    id: str
    table: str
    round: int
    amount: Money


@frozen
class AmendCents:
    """`Amend` as the journal writes it: always an amount."""

    id: str
    reservation: str
    amount: Money


Due = (
    Contribute
    | TakeBack
    | ReserveCents
    | AmendCents
    | Post
    | Release
    | Reverse
    | ChangeParameters
    | WithdrawChange
    | Move
)


def _written(transfer: Transfer) -> Due:
    match transfer:
        case Contribute() | TakeBack() | Post() | Release() | Reverse():
            return transfer
        case ChangeParameters() | WithdrawChange() | Move():
            return transfer
        case Reserve(id, table, round_, amount) if not isinstance(amount, Percent):
            return ReserveCents(id, table, round_, amount)
        case Amend(id, reservation, amount) if not isinstance(amount, Percent):
            return AmendCents(id, reservation, amount)
    raise BrokenInvariant(f"{transfer} seen, expected a transfer of a table, with an amount")


def _as_sent(due: Due) -> Transfer:
    match due:
        case ReserveCents(id, table, round_, amount):
            return Reserve(id, table, round_, amount)
        case AmendCents(id, reservation, amount):
            return Amend(id, reservation, amount)
        case _:
            return due


@frozen
class TransfersDue:
    """A command of the table that the pool has to hear of."""

    due: tuple[Due, ...]

    @classmethod
    def of(cls, transfers: tuple[Transfer, ...]) -> "TransfersDue":
        return cls(tuple(map(_written, transfers)))

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(map(_as_sent, self.due))


@frozen
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


@frozen
class TransferSetAside:
    """A refused transfer is not sent any more: people settle the difference by hand."""

    id: str
    who: tuple[str, ...]
    reason: str


@frozen
class TransferSentAgain:
    """A refused transfer is sent once more: people say that the reason is gone."""

    id: str
    who: tuple[str, ...]
    reason: str


@frozen
class FiguresTakenUp:
    """A reset of the pool has put these figures in force: the next round is played by them."""

    figures: Parameters


@frozen
class PoolChangeAgreed:
    """The table is to go over to another pool: where it leaves the first, and what it comes to."""

    pool: str
    seq: int
    exact: int
    exact_reserve: int
    figures: Parameters
    """The pool before: its last transfer known here, meter and reserve exact, and figures."""
    into: str
    terms: Terms


@frozen
class PoolRead:
    """The table takes figures and meter over from its pool as they stand there."""

    pool: str
    seq: int
    figures: Parameters
    agreed: Parameters | None
    latest: int
    exact: int
    exact_reserve: int

    @classmethod
    def of(cls, status: Status) -> "PoolRead":
        figures = status.parameters, status.pending, status.latest
        meter = status.accounts.meter - exact(status.reserved), status.accounts.reserve
        return cls(status.pool, status.seq, *figures, *meter)


PoolEvent = (
    TransfersDue
    | TransferAnswered
    | TransferSetAside
    | TransferSentAgain
    | FiguresTakenUp
    | PoolChangeAgreed
    | PoolRead
)


# What the pool was told


@frozen
class Given:
    """A contribution of the round and how many of its wagers were not taken back."""

    id: str
    wagers: int


@frozen
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
        case ChangeParameters() | WithdrawChange() | Move():
            return told  # no part of a round
    raise BrokenInvariant(f"{transfer} seen, expected a transfer of a round")


@frozen
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
    pool: str = ""
    """The pool the table is in."""
    figures: Parameters | None = None
    """What the table plays by; none without a pool."""
    agreed: Parameters | None = None
    """What waits for the next reset of the pool, and then for the end of the round."""
    latest: int = 1
    """The last version agreed on."""
    unread: bool = False
    """The pool is to be read before the next round: the table's own meter says nothing about it."""
    again: int = 0
    """How often people have had a refused transfer sent again."""

    @property
    def version_played(self) -> int | None:
        """Under which parameters wagers are locked."""
        return self.figures.version if self.figures is not None else None

    @property
    def moves(self) -> Move | None:
        """Is the table on its way to another pool?"""
        return next((due for due in self.due if isinstance(due, Move)), None)

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


def send_again(
    outbox: PoolOutbox, id: str, who: tuple[str, ...], reason: str
) -> tuple[TransferSentAgain, ...]:
    """What to record when people have the refused transfer sent again."""
    refused = outbox.refused is not None and outbox.refused.id == id
    return (TransferSentAgain(id, who, reason),) if refused else ()


def fold_one(outbox: PoolOutbox, event: PoolEvent) -> PoolOutbox:
    """The outbox after one event."""
    match event:
        case TransfersDue():
            told = outbox.told
            for transfer in event.transfers:
                told = tell(told, transfer)
            asked = outbox.asked + len(event.due)
            return evolve(outbox, due=outbox.due + event.due, told=told, asked=asked)
        case FiguresTakenUp():
            return evolve(outbox, figures=event.figures, agreed=None)
        case PoolChangeAgreed():
            return outbox  # the move itself is among what is due
        case PoolRead(pool, seq, figures, agreed, latest):
            return evolve(
                outbox,
                pool=pool,
                seq=seq,
                figures=figures,
                version=figures.version,
                agreed=agreed,
                latest=latest,
                unread=False,
            )
    return _dealt_with(outbox, event)


def _dealt_with(
    outbox: PoolOutbox, event: TransferAnswered | TransferSetAside | TransferSentAgain
) -> PoolOutbox:
    """What has become of the first one that is due."""
    if not outbox.due or outbox.due[0].id != event.id:
        first = outbox.due[0].id if outbox.due else "nothing"
        raise BrokenInvariant(f"pool: {event.id} answered, {first} expected")
    if isinstance(event, TransferSentAgain):
        return evolve(outbox, refused=None, again=outbox.again + 1)
    if isinstance(event, TransferSetAside):
        return evolve(outbox, due=outbox.due[1:], refused=None, unread=True)
    if event.receipt is None:
        return evolve(outbox, refused=event)
    receipt, done = event.receipt, outbox.due[0]
    standing = {"available": receipt.available, "version": receipt.version, "seq": receipt.seq}
    outbox = evolve(outbox, due=outbox.due[1:], refused=None, **standing)
    match done:
        case ChangeParameters(parameters=figures):
            return evolve(outbox, agreed=figures, latest=figures.version)
        case WithdrawChange():
            return evolve(outbox, agreed=None)
        case Move(into=into):
            return evolve(outbox, pool=into, agreed=None, unread=True)
    return outbox
