"""What the pool still is to be sent, and what it was told: a fold of events in the table's journal.

A command that the pool has to hear of leaves `TransfersDue` behind, in one transaction with its own
events; the pool's word leaves `TransferAnswered`. So the outbox outlives the process, and what was
sent before a crash is sent again under the same id.

Transfers go out one at a time, in order. One that is refused stays the first: the table is held
until it is sent again with success or people set it aside.

A server may lose what it has answered, with a standby in its place that had not yet heard of it. So
the last answered transfers are kept, whatever the server says about its standbys, and every server
that the table comes to is asked whether it has them (`ServerMet`). Those that it lacks are due once
more. A standby that lags lacks the end of the log: if it has the last transfer that is not kept any
more, it has all before that.
"""

from typing import ClassVar, Final

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.frozen import Frozen
from controller.domain.money import Money
from controller.pools import Parameters, PoolState, Terms
from controller.pools import transfers as c
from controller.pools.due import (
    AmendAtMost,
    AmendShare,
    Due,
    ReserveShare,
    RoundAtPool,
    as_answered,
    as_sent,
    corrected,
    tell,
)
from controller.pools.place import ServerId
from controller.pools.refusals import PoolRefusal, PoolRefused

KEPT_MAX: Final = 64
"""About an hour of play: so far may a standby lag that takes over."""


class TransfersDue(Frozen):
    """A command of the table that the pool has to hear of."""

    due: tuple[Due, ...]

    @property
    def transfers(self) -> tuple[c.Transfer, ...]:
        return tuple(map(as_sent, self.due))


class TransferAnswered(Frozen):
    """What the pool said: a receipt, or why not."""

    id: str
    receipt: c.Receipt | None
    refusal: str = ""
    """The code of a `PoolRefusal`; its wording may change, the record does not."""
    detail: str = ""

    @classmethod
    def of(cls, id: str, answer: c.Answer) -> "TransferAnswered":
        if isinstance(answer, PoolRefused):
            return cls(id, None, answer.refusal.code, answer.detail)
        return cls(id, answer)

    @property
    def reason(self) -> str:
        """Why it was refused, for people; empty where it was carried out."""
        if self.receipt is not None:
            return ""
        return PoolRefused(PoolRefusal[self.refusal.upper()], self.detail).text()


class TransferSetAside(Frozen):
    """A refused transfer is not sent any more: people settle the difference by hand."""

    id: str
    who: tuple[str, ...]
    reason: str


class TransferSentAgain(Frozen):
    """A refused transfer is sent once more: people say that the reason is gone."""

    id: str
    who: tuple[str, ...]
    reason: str


class FiguresTakenUp(Frozen):
    """A reset of the pool has put these figures in force: the next round is played by them."""

    figures: Parameters


class PoolChangeAgreed(Frozen):
    """The table is to go over to another pool: where it leaves the first, and what it comes to."""

    pool: str
    seq: int
    exact: int
    exact_reserve: int
    figures: Parameters
    """The pool before: its last transfer known here, meter and reserve exact, and figures."""
    into: str
    terms: Terms


class PoolRead(Frozen):
    """The table takes figures and meter over from its pool as they stand there."""

    pool: str
    seq: int
    figures: Parameters
    agreed: Parameters | None
    latest: int
    exact: int
    exact_reserve: int

    @classmethod
    def of(cls, standing: PoolState) -> "PoolRead":
        figures = standing.parameters, standing.pending, standing.latest
        return cls(standing.pool, standing.seq, *figures, standing.free, standing.accounts.reserve)


class ServerMet(Frozen):
    """The table has come to another server of pools, or to one that lacks what was answered."""

    server: ServerId
    lost: tuple[str, ...] = ()
    """What it lacks, by its ids: it is sent again."""


PoolEvent = (
    TransfersDue
    | TransferAnswered
    | TransferSetAside
    | TransferSentAgain
    | FiguresTakenUp
    | PoolChangeAgreed
    | PoolRead
    | ServerMet
)


class Answered(Frozen):
    """What a server has to know, by its ids, if it is the one that answered."""

    pool: str = ""
    server: ServerId | None = None
    """The last one that was met."""
    before: str = ""
    """The last transfer that is not kept any more; empty if there is none."""
    kept: tuple[str, ...] = ()


class PoolOutbox(Frozen):
    """What the pool has not answered yet, in order, and what it was told of the round."""

    DROPPED: ClassVar = ("asked",)
    due: tuple[Due, ...] = ()
    told: RoundAtPool = RoundAtPool()
    refused: TransferAnswered | None = None
    """The first one was refused: nothing goes out until people have dealt with it."""
    available: Money | None = None
    """What the meter showed with the last answer."""
    version: int | None = None
    """The parameters in force with the last answer."""
    seq: int = 0
    """The last transfer that is known to be in the pool's books, by its place there."""
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
    server: ServerId | None = None
    """The server of pools that was met last; none for a pool in a file of its own."""
    kept: tuple[Due, ...] = ()
    """The last that a server has answered, in order: it may still lose them."""
    before: str = ""
    """The last answered transfer before those."""

    @property
    def version_played(self) -> int | None:
        """Under which parameters wagers are locked."""
        return self.figures.version if self.figures is not None else None

    @property
    def moves(self) -> c.Move | None:
        """Is the table on its way to another pool?"""
        return next((due for due in self.due if isinstance(due, c.Move)), None)

    @property
    def pending(self) -> tuple[c.Transfer, ...]:
        return tuple(map(as_sent, self.due))

    @property
    def answered(self) -> Answered:
        kept = tuple(due.id for due in self.kept)
        return Answered(self.pool, self.server, self.before, kept)


def record_answer(outbox: PoolOutbox, id: str, answer: c.Answer) -> tuple[TransferAnswered, ...]:
    """What to record when the pool has answered: nothing where that is on record already."""
    event = TransferAnswered.of(id, answer)
    waiting = any(due.id == id for due in outbox.due)
    return (event,) if waiting and event != outbox.refused else ()


def record_met(outbox: PoolOutbox, met: ServerMet) -> tuple[ServerMet, ...]:
    """What to record of a server: nothing where it is the known one and has what it answered."""
    lost = tuple(due.id for due in outbox.kept if due.id in met.lost)
    return (ServerMet(met.server, lost),) if lost or met.server != outbox.server else ()


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
            for due in event.due:
                told = tell(told, due)
            return evolve(outbox, due=outbox.due + event.due, told=told)
        case FiguresTakenUp():
            return evolve(outbox, figures=event.figures, agreed=None)
        case PoolChangeAgreed():
            return outbox  # the move itself is among what is due
        case ServerMet():
            return _met(outbox, event)
        case PoolRead(pool, seq, figures, agreed, latest):
            return evolve(
                outbox,
                pool=pool,
                seq=max(seq, outbox.seq) if pool == outbox.pool else seq,
                figures=figures,
                version=figures.version,
                agreed=agreed,
                latest=latest,
                unread=False,
            )
    return _dealt_with(outbox, event)


def _met(outbox: PoolOutbox, event: ServerMet) -> PoolOutbox:
    """What was lost goes out before what came after it; a refused one stays the first."""
    first = outbox.due[:1] if outbox.refused is not None else ()
    lost = tuple(due for due in outbox.kept if due.id in event.lost)
    kept = tuple(due for due in outbox.kept if due.id not in event.lost)
    due = first + lost + outbox.due[len(first) :]
    return evolve(outbox, server=event.server, kept=kept, due=due)


def _kept(outbox: PoolOutbox, done: Due, receipt: c.Receipt) -> PoolOutbox:
    """The table has gone over to another pool, or keeps what was answered for a while."""
    if outbox.server is None:
        return outbox
    if isinstance(done, c.Move):  # what the pool before has answered cannot be sent to it any more
        before = outbox.kept[-1].id if outbox.kept else outbox.before
        return evolve(outbox, kept=(done,), before=before)
    kept = (*outbox.kept, as_answered(done, receipt.amount))
    if len(kept) <= KEPT_MAX:
        return evolve(outbox, kept=kept)
    return evolve(outbox, kept=kept[1:], before=kept[0].id)


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
    seq = receipt.seq if isinstance(done, c.Move) else max(receipt.seq, outbox.seq)
    standing = {"available": receipt.available, "version": receipt.version, "seq": seq}
    outbox = evolve(_kept(outbox, done, receipt), due=outbox.due[1:], refused=None, **standing)
    match done:
        case c.ChangeParameters(parameters=figures):
            return evolve(outbox, agreed=figures, latest=figures.version)
        case c.WithdrawChange():
            return evolve(outbox, agreed=None)
        case c.Move(into=into):
            return evolve(outbox, pool=into, agreed=None, unread=True)
        case ReserveShare() | AmendShare() | AmendAtMost():
            told = corrected(outbox.told, done, outbox.due, receipt.amount)
            return evolve(outbox, told=told)
    return outbox
