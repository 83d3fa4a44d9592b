"""What can go wrong with a transfer to a pool.

A refusal is a value: the transfer was not carried out. A `PoolFault` says that the world failed:
send the same transfer again, and the answer tells whether the first one had arrived.
`BrokenInvariant` says that the books are wrong.
"""

from enum import Enum

from controller.domain.frozen import Frozen


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
    EXISTS_WITH_DIFFERENT_RESETS = "This id was used before with another answer about the reset."
    EXISTS_WITH_DIFFERENT_CARDS = "This id was used before with other cards."
    EXISTS_WITH_DIFFERENT_WHO = "This id was used before by other people."
    EXISTS_WITH_DIFFERENT_PLACE = "This id was used before for another place."
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
    TABLE_NOT_ADMITTED = (
        "The house has not admitted this table to the pool: run `feltwork pool admit`."
    )
    TABLE_IN_ANOTHER_POOL = "This table is linked to another pool. A table can be in one pool only."
    SCHEDULE_DIFFERS = "The pay schedule of the table is not that of the pool."
    WAGER_DIFFERS = "The jackpot wager of the table is not that of the pool."
    INCREMENT_DIFFERS = "The increment of the table is not that of the pool."
    SEED_DIFFERS = "The seed of the table is not that of the pool."
    NO_SUCH_VERSION = "Parameters of this version were never in force."
    NOT_THE_NEXT_VERSION = "A change of parameters takes the next version number."
    NOTHING_PENDING = "No change of parameters of this version waits for the next reset."
    NEEDS_TWO_PEOPLE = "This needs two different people."
    NO_SUCH_CONTRIBUTION = "There is no such contribution."
    MORE_THAN_CONTRIBUTED = "These are more wagers than are left of this contribution."
    ONE_RESERVATION_A_ROUND = "This round has a reservation: amend it."
    NO_SUCH_RESERVATION = "There is no such reservation."
    RESERVATION_CLOSED = "This reservation was released."
    RESERVATION_HELD = "A reservation of the table is still open."
    MORE_THAN_AVAILABLE = "This is more than is left on the meter."
    MORE_THAN_RESERVED = "This is more than is reserved."
    NOT_THE_WHOLE_METER = "Only an award of the whole meter resets the meter, and only once."
    BOOKS_FULL = "The books of this pool cannot hold so much: open another pool."
    NO_SUCH_AWARD = "There is no such award."
    ALREADY_REVERSED = "This award was reversed already."
    LATER_AWARD_FIRST = "A later award of this round has to be reversed first."

    @property
    def code(self) -> str:
        """`exists_with_different_amount`: the name in records and on the wire."""
        return self.name.lower()


class PoolRefused(Frozen):
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
    OTHER_SCHEMA = "it was made by another version of Feltwork"
    BUSY = "another program uses it"
    UNREACHABLE = "it does not answer"
    OUTDATED = "a standby has taken its place"
    NOT_LET_IN = "it refuses the login"
    NO_RIGHTS = "it does not allow this"
    NO_SCHEMA = "no pools were set up there: run `feltwork pool init`"
    DAMAGED = "it is damaged"
    FAILED = "it cannot be used"


class PoolFault(Exception):
    """The world failed. Nothing is known about the transfer but by sending it again."""

    def __init__(self, trouble: Trouble, where: str, detail: str) -> None:
        super().__init__(f"Jackpot pool {where}: {trouble.value} ({detail}).")
        self.trouble = trouble
