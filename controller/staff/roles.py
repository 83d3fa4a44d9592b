"""Who works at a table, and the words the rest of staff/ is written in.

Roles and people; for the table in powers.py, how many of whom, when and why; for the register,
what it shows, takes and refuses.
"""

from collections.abc import Iterator
from enum import Enum, StrEnum
from typing import Final, NamedTuple

from controller.domain.base import BrokenInvariant, existing
from controller.domain.frozen import Frozen
from controller.domain.refusals import Sentence


class Role(StrEnum):
    """What a person is employed for. A person has one role; powers.py says what it may do."""

    DEALER = "dealer"
    GAMING_SUPERVISOR = "gaming-supervisor"
    """1.1: supervises the game at first hand; first level for disputes."""
    CASINO_SUPERVISOR = "casino-supervisor"
    """In charge of a pit: the Assistant Gaming Manager of 1.1."""
    INSPECTOR = "inspector"
    """Appointed by the government: reads, verifies, orders a deck check; moves no money."""
    TECHNICIAN = "technician"
    """Devices, no money."""

    @property
    def words(self) -> str:
        """As staff read it."""
        return self.value.replace("-", " ")

    @classmethod
    def _missing_(cls, value: object) -> "Role | None":
        # 1.1 gives the manager of a pit a title of its own and every casino-supervisor permission.
        return cls.CASINO_SUPERVISOR if value == ASSISTANT_GAMING_MANAGER else None


ASSISTANT_GAMING_MANAGER: Final = "assistant-gaming-manager"

SUPERVISORS: Final = frozenset({Role.GAMING_SUPERVISOR, Role.CASINO_SUPERVISOR})
"""1.1: the casino-supervisor permission set is held by both."""


class Person(Frozen):
    """Somebody the register knows."""

    number: str
    """The number on the staff card: digits, no leading zero, so that one person has one number."""
    name: str
    """As shown on the screen."""
    role: Role


class Actor(Frozen):
    """A person who acts, in the role in which that person acts; what the record names."""

    number: str
    role: Role


def may_act_as(own: Role, role: Role) -> bool:
    """May somebody of one role sign on in another? A supervisor may stand in as the dealer.

    The person keeps the one number, so that a supervisor who deals never confirms what was dealt.
    """
    return role is own or (role is Role.DEALER and own in SUPERVISORS)


class People(Frozen):
    """Who is needed: one person, or two different ones."""

    text: str
    slots: tuple[frozenset[Role], ...]
    """For each person needed, the roles that will do."""
    each: tuple[str, ...] = ()
    """Of two: what each is called, where only the other one is still missing."""


_D: Final = frozenset({Role.DEALER})
_S: Final = SUPERVISORS
_P: Final = frozenset({Role.CASINO_SUPERVISOR})
_I: Final = frozenset({Role.INSPECTOR})
_T: Final = frozenset({Role.TECHNICIAN})

DEALER: Final = People("dealer", (_D,))
TABLE: Final = People("dealer or supervisor", (_D | _S,))
SUPER: Final = People("supervisor", (_S,))
PIT: Final = People("casino supervisor", (_P,))
READER: Final = People("supervisor or inspector", (_S | _I,))
CHECKER: Final = People("supervisor, inspector or technician", (_S | _I | _T,))
DEVICES: Final = People("technician or supervisor", (_T | _S,))
TECH: Final = People("technician", (_T,))
ANYONE: Final = People("everyone", (frozenset(Role),))
APPROVED: Final = People(
    "dealer and supervisor, or two supervisors", (_D | _S, _S), ("dealer", "supervisor")
)
WITNESS: Final = People("dealer and supervisor", (_D, _S), ("dealer", "supervisor"))
TO_PIT: Final = People(
    "dealer or supervisor, and casino supervisor", (_D | _S, _P), ("dealer", "casino supervisor")
)
REVIEW: Final = People(
    "supervisor who decided, and casino supervisor", (_S, _P), ("supervisor", "casino supervisor")
)
TWO_HIGH: Final = People(
    "casino supervisor and another supervisor", (_P, _S), ("casino supervisor", "supervisor")
)
PAIRERS: Final = People("technician and supervisor", (_T, _S), ("technician", "supervisor"))
OPENERS: Final = People(
    "supervisor, and another supervisor or an inspector",
    (_S, _S | _I),
    ("supervisor", "supervisor or inspector"),
)


def one_code_each(family: type[StrEnum], made: type[StrEnum]) -> None:
    """No enum of a family has a code that another has: people and the record know it by that."""
    others = {code for kind in family.__subclasses__() if kind is not made for code in kind}
    if twice := others & {*made}:
        raise BrokenInvariant(f"two of {family.__name__} are called {min(twice)}")


class When(Enum):
    """At which time; what a round's own phases allow is said in round/table.py."""

    ANY = ""
    IDLE = "between rounds"
    BEFORE_CARDS = "before the first card"


class Reason(StrEnum):
    """Why, as a code: there is no keyboard at a table. The text is what staff read and choose.

    The house has its own reasons, and so may a game: a code is one reason's and no other's.
    """

    text: str

    def __new__(cls, code: str, *text: str) -> "Reason":
        reason = str.__new__(cls, code)
        reason._value_ = code
        (reason.text,) = text
        return reason

    def __init_subclass__(cls) -> None:
        one_code_each(Reason, cls)

    __hash__ = str.__hash__


class HouseReason(Reason):
    """Why something is done at a table whatever is played there."""

    # fmt: off
    AS_RULED          = "as-ruled",          "As the rules say"
    NO_ADVANTAGE      = "no-advantage",      "Nobody gained an advantage"
    ADVANTAGE         = "advantage",         "Somebody may have gained an advantage"
    HOUSE_PROCEDURE   = "house-procedure",   "House procedure applied"
    DEALING_ERROR     = "dealing-error",     "Dealing error not covered by another rule"
    CARDS_MIXED_UP    = "cards-mixed-up",    "Cards on the felt are mixed up"
    CARDS_MARKED      = "cards-marked",      "Cards marked or tampered with"
    CARDS_WORN        = "cards-worn",        "Cards worn or damaged"
    CARDS_ROUTINE     = "cards-routine",     "Routine change of cards"
    FELT_DIFFERS      = "felt-differs",      "The felt differs from the screen"
    DEVICE_FAILED     = "device-failed",     "A device failed"
    MISREAD           = "misread",           "The device misread the card"
    KEYED_WRONG       = "keyed-wrong",       "Entered by mistake"
    WRONG_PLACE       = "wrong-place",       "Entered for the wrong place"
    EMERGENCY         = "emergency",         "Commotion, fire, riot, brawl, robbery or act of God"
    FRAUD             = "fraud",             "Fraud that affects the outcome"
    NOT_OWN_CARD      = "not-own-card",      "Player card not the player's own"
    FOR_ANOTHER       = "for-another",       "Wager placed for somebody else"
    INTEGRITY         = "integrity",         "Integrity in doubt"
    REPAIRED          = "repaired",          "Repaired and tested"
    DEMAND            = "demand",            "Demand at the tables"
    STAFFING          = "staffing",          "Staff available"
    TIMETABLE         = "timetable",         "House timetable"
    PLAYERS_GONE      = "players-gone",      "No player left at the table"
    ROUTINE           = "routine",           "Routine check"
    SUSPICION         = "suspicion",         "Cards under suspicion"
    COMPLAINT         = "complaint",         "A player complained"
    POOR_SHUFFLE      = "poor-shuffle",      "Not shuffled well enough"
    NOT_ELIGIBLE      = "not-eligible",      "Person may not wager here"
    OUTSIDE_LIMITS    = "outside-limits",    "Outside the table limits"
    CONDUCT           = "conduct",           "Conduct at the table"
    VIEWED_CARDS      = "viewed-cards",      "Suspected of looking at another player's cards"
    SHARED_CARDS      = "shared-cards",      "Suspected of sharing information about cards"
    RELATED           = "related",           "Relatives, partners or the like"
    NO_LONGER_NEEDED  = "no-longer-needed",  "No longer needed"
    DEVICE_USED       = "device-used",       "Prohibited device used or held"
    UPHELD            = "upheld",            "Complaint upheld"
    NOT_UPHELD        = "not-upheld",        "Complaint not upheld"
    NOT_INTENDED      = "not-intended",      "Not intentional, and not suspected to be"
    MAYBE_INTENDED    = "maybe-intended",    "Suspected to be intentional"
    EMPLOYEE_POLICY   = "employee-policy",   "Breach of the employee gambling policy"
    TERMS_NOT_MET     = "terms-not-met",     "Terms of the promotion not met"
    NEW_DEVICE        = "new-device",        "New or repaired device"
    KEY_SUSPECT       = "key-suspect",       "Device key no longer trusted"
    APPROVED_CHANGE   = "approved-change",   "Change approved by management"
    JOINED            = "joined",            "Joined the staff, or took up a new role"
    LEFT              = "left",              "Left the staff, or the role"
    PIN_FORGOTTEN     = "pin-forgotten",     "PIN forgotten"
    PIN_SEEN          = "pin-seen",          "PIN or card in the wrong hands"
    INVESTIGATION     = "investigation",     "Investigation or dispute"
    REGULATOR         = "regulator",         "Requested by the regulator"
    SHIFT_END         = "shift-end",         "End of the shift or day"
    # fmt: on


def every_reason() -> Iterator[Reason]:
    """Those of the house, then those of the games."""
    for reasons in Reason.__subclasses__():
        yield from reasons


def reason_of(code: str) -> Reason:
    """By its code, as it was offered."""
    found = next((reason for reason in every_reason() if reason == code), None)
    return existing(found, f"reason {code!r} seen, one of those offered expected")


class RegisteredPerson(Person):
    """A person as the register shows it. The hashes stay in the file."""

    failures: int = 0
    """Wrong PINs since the last right one."""
    has_card: bool = False


class RegisterRequest(Frozen):
    """Who wants a change, why and when."""

    by: Actor | None
    """None for the first person of a register, whom nobody could register."""
    reason: Reason | None
    wall_ms: int


class TrailLine(Frozen):
    """Something that happened to the register."""

    seq: int
    at_ms: int
    what: str
    """An action's name, or what came of an attempt (trail.py)."""
    number: str
    """Whose; `unknown` where nobody has it, whatever was keyed."""
    by: str | None
    reason: str | None
    count: int = 1
    """How many attempts the line stands for."""
    mark: str = ""
    """Made of this line and all before it."""


class Trail(NamedTuple):
    """What there is to read of a register's trail, from a point on."""

    id: str
    """Of the register, random, made with it."""
    doubt: str
    """Why this is not the register that the point is of, as it was left; empty where it is."""
    lines: tuple[TrailLine, ...]
    """Those behind the point."""


EVERYBODY: Final = "everybody"
"""In place of a number, where everybody has to wait."""
MADE_TO_WAIT: Final = "made-to-wait"
"""What a line says of whoever, or of the table, has failed too often."""


class TrailPoint(NamedTuple):
    """How far somebody has read: of which register, to which line."""

    id: str
    seq: int
    mark: str


class Trouble(Sentence):
    """Why the register stays as it is. The value is the sentence that staff read."""

    BAD_NUMBER = "A staff number is 1 to 10 digits and does not begin with 0."
    BAD_NAME = "A name is 1 to 40 printable characters."
    NUMBER_TAKEN = "This staff number is taken."
    CARD_TAKEN = "This card belongs to somebody else."
    BLANK_CARD = "This card could not be read."
    NO_SUCH_PERSON = "Nobody has this staff number."
    WEAK_PIN = "This PIN cannot be used."
    SAME_PIN = "The new PIN is the same as the old one."
    OWN_PIN = "To change your own PIN, enter the old one."
    FIRST_PERSON = "The first person in a register has to be a casino supervisor."
    NOT_FIRST = "The register is not empty. A casino supervisor has to agree."
    LAST_CASINO_SUPERVISOR = "Without this person the register would have no casino supervisor."


class Rejected(Frozen):
    """A change that was not made."""

    trouble: Trouble
    detail: str = ""

    def text(self) -> str:
        """The whole line for staff."""
        return f"{self.trouble.value} {self.detail}".rstrip()
