"""Jackpot pools: one contract; back ends in memory, on SQLite and on PostgreSQL.

Here are their words: figures and records. What can go wrong is in `controller.pools.refusals`.

Exact figures are in millionths of a cent (R16).
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from controller.domain.base import BrokenInvariant
from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money

PARTS: Final = 1_000_000
"""Millionths of a cent in a cent; also millionths of a wager in a wager."""
WAGERS_MAX: Final = 10_000
WINNERS_MAX: Final = 100
PLACES_MAX: Final = 100
ROUND_MAX: Final = 10**12
SECONDS_MAX: Final = 4_102_444_800
"""Wall time, UTC: the end of this century."""
NAME_CHARACTERS_MAX: Final = 200
WAGER_MAX: Final = Money(100_000_000)
LIMIT_MAX: Final = Money(100_000_000_000)
"""A thousand million dollars: exact figures stay far within the 64 bits of a database."""
BOOKS_MAX: Final = 8 * 10**18
"""All that was ever put in, exact: one contribution or seed more stays within the 64 bits."""


def exact(amount: Money) -> int:
    """Whole cents as an exact figure."""
    return int(amount) * PARTS


def cents_rounded_down(figure: int) -> Money:
    """What is shown and paid of an exact figure (R15); the rest is carried (R16)."""
    return Money(figure // PARTS)


def cents_rounded_up(figure: int) -> Money:
    """As many whole cents as it takes to cover an exact figure."""
    return Money(-(-figure // PARTS))


class Terms(Frozen):
    """What has to be the same on all tables of a pool (15.2.5; `nsw-legacy` 15.1.2.3)."""

    schedule: str
    wager: Money
    increment_millionths: int
    seed: Money


class Parameters(Frozen):
    """The figures of a pool. A change is a new version."""

    schedule: str
    wager: Money
    increment_millionths: int
    """Share of each wager that goes onto the meter."""
    seed: Money = ZERO
    """What the house puts on the meter at a reset."""
    reserve_increment_millionths: int = 0
    """Share of each wager that goes into the reserve."""
    limit: Money | None = None
    """Increments go to the overflow while the meter stands at this."""
    version: int = 1

    def __post_init__(self) -> None:
        shares = self.increment_millionths, self.reserve_increment_millionths
        top = LIMIT_MAX if self.limit is None else self.limit
        wrong = (
            (not self.schedule.strip(), "a schedule without a name"),
            (not 0 < self.wager <= WAGER_MAX, f"a wager of {self.wager}"),
            (min(shares) < 0 or sum(shares) > PARTS, f"increments of {shares} millionths"),
            (not 0 <= self.seed <= top <= LIMIT_MAX, f"seed {self.seed} with a limit of {top}"),
            (self.version < 1, f"version {self.version}"),
        )
        for seen, what in wrong:
            if seen:
                raise ValueError(f"jackpot parameters: {what} seen; expected sound figures")

    def terms(self) -> Terms:
        return Terms(self.schedule, self.wager, self.increment_millionths, self.seed)


class Percent(Frozen):
    """So much of what is left on the meter when the transfer is carried out, rounded down (R15)."""

    percent: int
    winners: int = 1
    """R18: so many take it one after the other, and share alike."""


class AtMost(Frozen):
    """An amount, or what is left on the meter where that is less: the house pays the rest."""

    at_most: Money


EVERYTHING: Final = Percent(100)


class Accounts(Frozen):
    """The books, exact: meter + reserve + overflow + paid = contributed + seeds + house."""

    meter: int = 0
    reserve: int = 0
    overflow: int = 0
    """Whole cents."""
    paid: int = 0
    """Awards posted and not reversed."""
    contributed: int = 0
    """Increments of wagers that were not cancelled."""
    seeds: int = 0
    house: int = 0
    """Brought in at the opening, and increments taken back that the house carries (R24a)."""


class Books(Accounts):
    """A pool's accounts and where it is in its life. One row, read and written whole."""

    seq: int = 0
    """The last transfer."""
    reserved: Money = ZERO
    version: int = 1
    """The parameters in force."""
    latest: int = 1
    """The last parameters agreed on: pending while they are neither in force nor withdrawn."""
    withdrawn: int = 0
    """The last parameters that were withdrawn: their number is not used again."""
    last_reset: int = 0
    """The award that last reset the meter, by its place in the order; 0 for none."""
    last_contribution: int = 0
    wagers_in: int = 0
    wagers_taken_back: int = 0

    @property
    def free(self) -> int:
        """What is not reserved, exact."""
        return self.meter - exact(self.reserved)

    @property
    def available(self) -> Money:
        return cents_rounded_down(self.free)

    @property
    def after_reset(self) -> int:
        """The parameters that the next reset leaves in force."""
        return self.version if self.latest == self.withdrawn else self.latest

    @property
    def put_in(self) -> int:
        return self.contributed + self.seeds + self.house

    def accounts(self) -> Accounts:
        return Accounts(*(getattr(self, field.name) for field in fields(Accounts)))

    def checked(self, pool: str) -> "Books":
        """The books balance to the millionth of a cent, and nothing is negative."""
        on_hand = self.meter + self.reserve + self.overflow + self.paid
        if on_hand != self.put_in:
            there = f"{on_hand} is there, {self.put_in} was put in"
            raise BrokenInvariant(f"pool {pool}: {there}: {self}")
        if min(*vars(self).values(), self.free) < 0:
            raise BrokenInvariant(f"pool {pool}: less than nothing: {self}")
        return self

    def compared(self, pool: str, added_up: Mapping[str, int]) -> "Books":
        """The books say what all transfers and reservations add up to."""
        for name, total in added_up.items():
            if getattr(self, name) != total:
                raise BrokenInvariant(f"pool {pool}: {name} adds up to {total}: {self}")
        return self.checked(pool)


class Version(Parameters):
    """Parameters with who agreed on them, and the transfer that first put them in force."""

    who: tuple[str, ...] = ()
    at: int = 0
    in_force_since: int | None = None

    def parameters(self) -> Parameters:
        return Parameters(*(getattr(self, field.name) for field in fields(Parameters)))


class Contribution(Frozen):
    """Wagers of a round whose increments went into the pool."""

    id: str
    seq: int
    table: str
    round: int
    wagers: int
    on_meter: int
    on_reserve: int
    """Increments of one wager, exact."""
    overflowed: int
    """What of it is in the overflow, exact."""
    taken_back: int = 0
    """Wagers."""


class Membership(Frozen):
    """The one pool a table is linked to, if any."""

    table: str
    pool: str | None


class Reservation(Frozen):
    """What a round holds of the meter until its awards are posted."""

    id: str
    seq: int
    """The order of near-simultaneous wins: as reserved first."""
    table: str
    round: int
    held: Money
    set_at: int
    """The transfer that set what is held: the reservation itself, or its last amendment."""
    whole: bool
    """Was that all there was on the meter, but for what cannot be shared alike?"""
    closed: bool = False


class Hit(Frozen):
    """A posted award, with what its reset did."""

    id: str
    seq: int
    reservation: str
    table: str
    round: int
    level: str
    amount: Money
    resets: bool
    cards: tuple[str, ...]
    who: tuple[str, ...]
    at: int
    seed: int = 0
    reserve: int = 0
    """Seed and reserve put on the meter, exact."""
    version_before: int = 0
    reset_before: int = 0
    """Parameters in force and last reset before it."""
    reversed: bool = False
    place: int | None = None
    """Where at the table it was won, if the table has said so."""


Record = Version | Contribution | Reservation | Hit | Membership


class Level(Frozen):
    """One award level since the opening of the pool; reversed awards do not count."""

    hits: int
    won: Money


class Counters(Frozen):
    """What a pool has counted since its opening."""

    wagers_in: int
    wagers_taken_back: int
    levels: Mapping[str, Level]

    @property
    def hits(self) -> int:
        """Awards of all levels."""
        return sum(level.hits for level in self.levels.values())


class PoolState(Frozen):
    """The meter of a pool and its figures at one moment: what a table looks at again and again.

    It costs the same however many tables the pool has.
    """

    pool: str
    seq: int
    parameters: Parameters
    pending: Parameters | None
    """In force after the next reset."""
    latest: int
    """The last version agreed on, in force, pending or withdrawn."""
    accounts: Accounts
    reserved: Money

    @property
    def figures(self) -> tuple[int, int, int]:
        """Versions: in force, in force after the next reset, and last agreed on."""
        following = self.pending or self.parameters
        return self.parameters.version, following.version, self.latest

    def matters_after(self, was: "PoolState | None") -> bool:
        """Is it more than increments since: a win, or other figures?"""
        if was is None or self.available < was.available:
            return True
        return (self.pool, self.figures, self.reserved) != (was.pool, was.figures, was.reserved)

    @property
    def free(self) -> int:
        """What is not reserved, exact."""
        return self.accounts.meter - exact(self.reserved)

    @property
    def meter(self) -> Money:
        """All that stands on the meter."""
        return cents_rounded_down(self.accounts.meter)

    @property
    def available(self) -> Money:
        """What the meter shows: without what is reserved."""
        return self.meter - self.reserved

    @property
    def reserve(self) -> Money:
        return cents_rounded_down(self.accounts.reserve)

    @property
    def overflow(self) -> Money:
        return cents_rounded_down(self.accounts.overflow)

    @property
    def house_balance(self) -> Money:
        """What the house has put in: seeds and what it carries. Guarantees are paid elsewhere."""
        return cents_rounded_down(self.accounts.seeds + self.accounts.house)


class Status(PoolState):
    """A pool at one moment, for people."""

    reservations: tuple[Reservation, ...]
    """Those that hold something, in the order of the wins."""
    tables: tuple[str, ...]
