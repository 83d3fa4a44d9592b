"""What a table asks of its pool as its journal writes it, and what the pool was told by it.

A share of the meter is worked out by the pool, at the moment it carries the transfer out. The table
counts on what it works out by itself until it has the answer.
"""

from controller.domain.base import evolve
from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money
from controller.pools import AtMost, Percent
from controller.pools import transfers as c


class ReserveCents(Frozen):
    """`Reserve` as the journal writes it: always an amount."""

    id: str
    table: str
    round: int
    amount: Money


class AmendCents(Frozen):
    """`Amend` as the journal writes it: always an amount."""

    id: str
    reservation: str
    amount: Money


class Reckoned(Frozen):
    """How a table works out by itself what it leaves to the pool to work out (R24)."""

    place: int
    """For the awards from this one on, counted from the dealer's right."""
    meter: Money
    """On this, which lacks whatever other tables have done since the award before."""
    amount: Money
    """To this."""


class ReserveShare(Frozen):
    """`Reserve` of a percentage."""

    id: str
    table: str
    round: int
    share: Percent
    reckoned: Reckoned


class AmendShare(Frozen):
    """`Amend` to a percentage."""

    id: str
    reservation: str
    share: Percent
    reckoned: Reckoned


class AmendAtMost(Frozen):
    """`Amend` to an amount, or to what is left."""

    id: str
    reservation: str
    reckoned: Reckoned


Share = ReserveShare | AmendShare | AmendAtMost
"""What the pool works out: its answer is the table's award."""

Due = (
    c.Contribute
    | c.TakeBack
    | ReserveCents
    | AmendCents
    | ReserveShare
    | AmendShare
    | AmendAtMost
    | c.Post
    | c.Release
    | c.Reverse
    | c.ChangeParameters
    | c.WithdrawChange
    | c.Move
)


def as_sent(due: Due) -> c.Transfer:
    """As the pool hears it."""
    match due:
        case ReserveCents(id, table, round_, amount):
            return c.Reserve(id, table, round_, amount)
        case ReserveShare(id, table, round_, share):
            return c.Reserve(id, table, round_, share)
        case AmendCents(id, reservation, amount):
            return c.Amend(id, reservation, amount)
        case AmendShare(id, reservation, share):
            return c.Amend(id, reservation, share)
        case AmendAtMost(id, reservation, reckoned):
            return c.Amend(id, reservation, AtMost(reckoned.amount))
        case _:
            return due


def as_answered(due: Due, amount: Money) -> Due:
    """As it is sent again to a server that has lost it: what the pool had worked out stands."""
    match due:
        case ReserveShare(id, table, round_):
            return ReserveCents(id, table, round_, amount)
        case AmendShare(id, reservation) | AmendAtMost(id, reservation):
            return AmendCents(id, reservation, amount)
        case _:
            return due


# What the pool was told


class Given(Frozen):
    """A contribution of the round and how many of its wagers were not taken back."""

    id: str
    wagers: int


class RoundAtPool(Frozen):
    """A round as the pool was told of it."""

    round: int = 0
    given: tuple[Given, ...] = ()
    reservation: str | None = None
    held: Money = ZERO
    """As the pool has said, or until then as the table reckons."""
    posted: tuple[c.Post, ...] = ()
    """Awards not reversed, in the order in which they were posted."""

    @property
    def wagers(self) -> int:
        return sum(given.wagers for given in self.given)


def tell(told: RoundAtPool, due: Due) -> RoundAtPool:
    """What the pool was told, with one transfer more."""
    match due:
        case c.Contribute(id, _, round_, wagers):
            told = told if told.round == round_ else RoundAtPool(round_)
            return evolve(told, given=(*told.given, Given(id, wagers)))
        case c.TakeBack(_, contribution, wagers):
            left = (
                evolve(given, wagers=given.wagers - wagers) if given.id == contribution else given
                for given in told.given
            )
            return evolve(told, given=tuple(given for given in left if given.wagers))
        case ReserveCents(id, _, round_) | ReserveShare(id, _, round_):
            told = told if told.round == round_ else RoundAtPool(round_)
            return evolve(told, reservation=id, held=_held(due))
        case AmendCents() | AmendShare() | AmendAtMost():
            return evolve(told, held=_held(due))
        case c.Post():
            return evolve(told, held=told.held - due.amount, posted=(*told.posted, due))
        case c.Release():
            return evolve(told, reservation=None, held=ZERO)
        case c.Reverse(_, award):
            return evolve(told, posted=tuple(post for post in told.posted if post.id != award))
        case c.ChangeParameters() | c.WithdrawChange() | c.Move():
            return told  # no part of a round


def _held(due: Share | ReserveCents | AmendCents) -> Money:
    return due.amount if isinstance(due, ReserveCents | AmendCents) else due.reckoned.amount


def holds_by(told: RoundAtPool, done: Share) -> bool:
    """Is the reservation of the round what this transfer has made of it, or is about to?"""
    return told.reservation == (done.id if isinstance(done, ReserveShare) else done.reservation)


def corrected(told: RoundAtPool, done: Share, waiting: tuple[Due, ...], held: Money) -> RoundAtPool:
    """The pool has said what it holds; what was asked for since is asked for on top of it."""
    amended = any(isinstance(due, AmendCents | AmendShare | AmendAtMost) for due in waiting)
    if amended or not holds_by(told, done):
        return told
    return evolve(told, held=told.held - done.reckoned.amount + held)
