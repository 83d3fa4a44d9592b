"""Jackpot pools: one contract; back ends in memory, on SQLite and on PostgreSQL.

Here are their words: figures, records, and what can go wrong. A refusal is a value: the transfer
was not carried out. A `PoolFault` says that the world failed: send the same transfer again, and the
answer tells whether the first one had arrived. `BrokenInvariant` says that the books are wrong.

Exact figures are in millionths of a cent (R16).
"""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from typing import Final

from controller.domain.base import BrokenInvariant
from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money

PARTS: Final = 1_000_000
"""Millionths of a cent in a cent; also millionths of a wager in a wager."""
WAGERS_MAX: Final = 10_000
WINNERS_MAX: Final = 100
NAME_CHARACTERS_MAX: Final = 200
WAGER_MAX: Final = Money(100_000_000)
LIMIT_MAX: Final = Money(100_000_000_000)
"""A thousand million dollars: exact figures stay far within the 64 bits of a database."""


def exact(amount: Money) -> int:
    """Whole cents as an exact figure."""
    return int(amount) * PARTS


def cents_rounded_down(figure: int) -> Money:
    """What is shown and paid of an exact figure (R15); the rest is carried (R16)."""
    return Money(figure // PARTS)


def cents_rounded_up(figure: int) -> Money:
    """As many whole cents as it takes to cover an exact figure."""
    return Money(-(-figure // PARTS))


class PoolRefusal(Enum):
    """Why a transfer changes nothing. The value is the sentence people read."""

    EXISTS_WITH_DIFFERENT_KIND = "This id was used before for another kind of transfer."
    EXISTS_WITH_DIFFERENT_TABLE = "This id was used before for another table."
    EXISTS_WITH_DIFFERENT_ROUND = "This id was used before for another round."
    EXISTS_WITH_DIFFERENT_WAGERS = "This id was used before for another number of wagers."
    EXISTS_WITH_DIFFERENT_VERSION = "This id was used before with another version."
    EXISTS_WITH_DIFFERENT_CONTRIBUTION = "This id was used before for another contribution."
    EXISTS_WITH_DIFFERENT_AMOUNT = "This id was used before for another amount."
    EXISTS_WITH_DIFFERENT_RESERVATION = "This id was used before for another reservation."
    EXISTS_WITH_DIFFERENT_LEVEL = "This id was used before for another award level."
    EXISTS_WITH_DIFFERENT_RESETS = "This id was used before with another word on the reset."
    EXISTS_WITH_DIFFERENT_CARDS = "This id was used before with other cards."
    EXISTS_WITH_DIFFERENT_WHO = "This id was used before by other people."
    EXISTS_WITH_DIFFERENT_AT = "This id was used before with another time."
    EXISTS_WITH_DIFFERENT_AWARD = "This id was used before for another award."
    EXISTS_WITH_DIFFERENT_TERMS = "This id was used before with other terms."
    EXISTS_WITH_DIFFERENT_PARAMETERS = "This id was used before with other parameters."
    EXISTS_WITH_DIFFERENT_OUT_OF = "This id was used before for a table out of another pool."
    EXISTS_WITH_DIFFERENT_INTO = "This id was used before for a table into another pool."
    EXISTS_WITH_DIFFERENT_METER = "This id was used before with another meter."
    EXISTS_WITH_DIFFERENT_RESERVE = "This id was used before with another reserve."
    NO_SUCH_POOL = "There is no such pool."
    TABLE_NOT_LINKED = "This table is not linked to the pool."
    TABLE_IN_ANOTHER_POOL = "This table is linked to another pool: one table, one pool."
    SCHEDULE_DIFFERS = "The pay schedule of the table is not that of the pool."
    WAGER_DIFFERS = "The jackpot wager of the table is not that of the pool."
    INCREMENT_DIFFERS = "The increment of the table is not that of the pool."
    SEED_DIFFERS = "The seed of the table is not that of the pool."
    NO_SUCH_VERSION = "Parameters of this version were never in force."
    NOT_THE_NEXT_VERSION = "A change of parameters takes the next version number."
    NOTHING_PENDING = "No change of parameters of this version waits for the next reset."
    NEEDS_TWO_PEOPLE = "A change of parameters needs two different people."
    NO_SUCH_CONTRIBUTION = "There is no such contribution."
    MORE_THAN_CONTRIBUTED = "More wagers than are left of this contribution."
    ONE_RESERVATION_A_ROUND = "This round has a reservation: amend it."
    NO_SUCH_RESERVATION = "There is no such reservation."
    RESERVATION_CLOSED = "This reservation was released."
    RESERVATION_HELD = "The table still holds a reservation."
    MORE_THAN_AVAILABLE = "More than what is left on the meter."
    MORE_THAN_RESERVED = "More than what is reserved."
    NO_SUCH_AWARD = "There is no such award."
    ALREADY_REVERSED = "This award was reversed already."
    LATER_AWARD_FIRST = "A later award of this round has to be reversed first."

    @property
    def code(self) -> str:
        """`exists_with_different_amount`: the name in records and on the wire."""
        return self.name.lower()


@frozen
class PoolRefused:
    """A transfer that was not carried out."""

    refusal: PoolRefusal
    detail: str = ""
    """What was seen and what was expected."""

    def text(self) -> str:
        """The whole line for people."""
        return f"{self.refusal.value} {self.detail}".strip()


class Trouble(Enum):
    """What failed underneath a pool."""

    DISK_FULL = "the disk is full"
    READ_ONLY = "it cannot be written"
    MISSING = "it is not there"
    FOREIGN_FILE = "it is not a jackpot pool"
    OTHER_SCHEMA = "it is of another version of Feltwork"
    BUSY = "another program holds it"
    UNREACHABLE = "it does not answer"
    NOT_LET_IN = "it does not let us in"
    NO_RIGHTS = "it does not allow this"
    NO_SCHEMA = "no pools were set up there: run `feltwork pool init`"
    DAMAGED = "it is damaged"
    FAILED = "it cannot be used"


class PoolFault(Exception):
    """The world failed. Nothing is known about the transfer but by sending it again."""

    def __init__(self, trouble: Trouble, where: str, detail: str) -> None:
        super().__init__(f"Jackpot pool {where}: {trouble.value} ({detail}).")
        self.trouble = trouble


@frozen
class Terms:
    """What has to be the same on all tables of a pool (15.2.5; `nsw-legacy` 15.1.2.3)."""

    schedule: str
    wager: Money
    increment_millionths: int
    seed: Money


@frozen
class Parameters:
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


@frozen
class Percent:
    """So much of what is left on the meter when the transfer is carried out, rounded down (R15)."""

    percent: int
    winners: int = 1
    """R18: so many take it one after the other, and share alike."""


@frozen
class AtMost:
    """An amount, or what is left on the meter where that is less: the house pays the rest."""

    at_most: Money


EVERYTHING: Final = Percent(100)


@frozen
class Accounts:
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


@frozen
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

    def accounts(self) -> Accounts:
        return Accounts(*(getattr(self, field.name) for field in fields(Accounts)))

    def checked(self, pool: str) -> "Books":
        """The books balance to the millionth of a cent, and nothing is negative."""
        on_hand = self.meter + self.reserve + self.overflow + self.paid
        put_in = self.contributed + self.seeds + self.house
        if on_hand != put_in:
            raise BrokenInvariant(f"pool {pool}: {on_hand} is there, {put_in} was put in: {self}")
        if min(*vars(self).values(), self.free) < 0:
            raise BrokenInvariant(f"pool {pool}: less than nothing: {self}")
        return self

    def compared(self, pool: str, added_up: Mapping[str, int]) -> "Books":
        """The books say what all transfers and reservations add up to."""
        for name, total in added_up.items():
            if getattr(self, name) != total:
                raise BrokenInvariant(f"pool {pool}: {name} adds up to {total}: {self}")
        return self.checked(pool)


@frozen
class Version(Parameters):
    """Parameters with who agreed on them, and the transfer that first put them in force."""

    who: tuple[str, ...] = ()
    at: int = 0
    in_force_since: int | None = None

    def parameters(self) -> Parameters:
        return Parameters(*(getattr(self, field.name) for field in fields(Parameters)))


@frozen
class Contribution:
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


@frozen
class Link:
    """The one pool a table is linked to, if any."""

    table: str
    pool: str | None


@frozen
class Reservation:
    """What a round holds of the meter until its awards are posted."""

    id: str
    seq: int
    """The order of near-simultaneous wins: as reserved first."""
    table: str
    round: int
    held: Money
    set_at: int
    """The transfer that set what is held: the reservation itself, or its last amendment."""
    closed: bool = False


@frozen
class Hit:
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


Record = Version | Contribution | Reservation | Hit | Link


@frozen
class Level:
    """One award level since the opening of the pool; reversed awards do not count."""

    hits: int
    won: Money


@frozen
class Counters:
    """What a pool has counted since its opening."""

    wagers_in: int
    wagers_taken_back: int
    levels: Mapping[str, Level]

    @property
    def hits(self) -> int:
        """Awards of all levels."""
        return sum(level.hits for level in self.levels.values())


@frozen
class Status:
    """A pool at one moment."""

    pool: str
    seq: int
    parameters: Parameters
    pending: Parameters | None
    """In force after the next reset."""
    accounts: Accounts
    reserved: Money
    reservations: tuple[Reservation, ...]
    """Those that hold something, in the order of the wins."""
    tables: tuple[str, ...]
    latest: int = 1
    """The last version agreed on, in force, pending or withdrawn."""

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
