"""What is written down at a table: incidents, corrections, disputes, claims, tasks to notify."""

from enum import StrEnum

from controller.domain.frozen import Frozen
from controller.domain.instant import Instant
from controller.domain.money import ZERO, Money
from controller.floor.base import Day
from controller.staff.roles import Actor, Reason


class Numbers(Frozen):
    """The last number given to an entry of each kind: none is ever given twice."""

    incident: int = 0
    correction: int = 0
    dispute: int = 0
    claim: int = 0
    task: int = 0


class IncidentKind(StrEnum):
    """What players and bystanders are not to do."""

    CARDS_LEFT_LAYOUT = "cards-left-layout"
    TALK = "talk"
    ADVICE = "advice"
    SIDE_BET = "side-bet"
    APPARATUS = "apparatus"


class DeviceMeasure(StrEnum):
    """What a casino supervisor may do about a prohibited device."""

    VOID_WAGERS = "void-wagers"
    EXCLUDE = "exclude-from-game"
    EXCLUDE_FROM_CASINO = "exclude-from-casino"
    """Section 79 of the Casino Control Act 1992; done off the console, recorded here."""
    DETAIN = "detain"


class Incident(Frozen):
    """An entry about conduct at the table."""

    number: int
    kind: IncidentKind
    at: Instant
    by: tuple[Actor, ...]
    place: int | None
    round: int | None
    clause: str | None
    leads_to: str | None
    """The clause whose measures a supervisor may take next."""
    measures: frozenset[DeviceMeasure] = frozenset()
    handed_over: Instant | None = None
    """When an inspector or the police took a detained person over."""

    @property
    def open(self) -> bool:
        """Somebody is detained under it still."""
        return DeviceMeasure.DETAIN in self.measures and self.handed_over is None


class Intent(StrEnum):
    """11.15.1: was a wrong payment intentional?"""

    NOT_SUSPECTED = "not-intentional-not-suspected"
    SUSPECTED = "suspected"
    INTENTIONAL = "intentional"


class Contact(StrEnum):
    """11.17.1: what was done to reach the patron."""

    SOUGHT = "sought"
    CONTACTED = "contacted"
    LIAISED = "liaised"


class Attempt(Frozen):
    """An attempt to rectify a wrong payment."""

    at: Instant
    contact: Contact
    identified: bool
    practical: bool
    tried: bool
    """Was the difference offered to the patron (11.17.1.1) or asked back (11.17.1.2)?"""

    @property
    def reasonable(self) -> bool:
        """11.17.1: with a patron identified, the money has to be tried where practical."""
        return self.tried or not (self.identified and self.practical)


class Verdict(StrEnum):
    """What became of a correction."""

    OPEN = "open"
    NOT_A_BREACH = "not-a-breach"
    FOR_MANAGEMENT = "for-management"
    """11.16: suspected to be intentional; the entries are there, the judgement is not ours."""


class Correction(Frozen):
    """An over- or underpayment (11.15 to 11.18)."""

    number: int
    round: int
    place: int
    wager: str
    paid: Money
    due: Money
    known_at: Instant
    known_on: Day
    """Business date on which the table came to know: it decides the monthly report."""
    intent: Intent | None = None
    enquiries: str = ""
    """Coded: which enquiries were made."""
    rectified: Instant | None = None
    attempts: tuple[Attempt, ...] = ()
    regulator_told: Instant | None = None
    patron_sought: Instant | None = None
    verdict: Verdict = Verdict.OPEN
    reported: Instant | None = None
    """11.18: when the monthly report that lists it was made."""

    @property
    def open(self) -> bool:
        return self.verdict is Verdict.OPEN

    @property
    def difference(self) -> Money:
        """Above nothing: paid too much; below: too little."""
        return self.paid - self.due

    @property
    def overpaid(self) -> bool:
        return self.difference > 0

    @property
    def suspected(self) -> bool:
        """11.16: it is, or is suspected to be, intentional."""
        return self.intent in (Intent.SUSPECTED, Intent.INTENTIONAL)

    @property
    def attempted(self) -> bool:
        """11.17.1: a reasonable attempt to rectify is on record, or it is rectified."""
        return self.rectified is not None or any(one.reasonable for one in self.attempts)

    @property
    def no_breach(self) -> bool:
        """11.15: both conditions are recorded as met."""
        unintended = self.intent is Intent.NOT_SUSPECTED and bool(self.enquiries)
        return unintended and (self.attempted or self.regulator_told is not None)


class About(StrEnum):
    """What a dispute is about."""

    GAME = "game"
    PROMOTION = "promotion"


class Dispute(Frozen):
    """Decided first by a gaming supervisor, reviewed on request by a casino supervisor."""

    number: int
    about: About
    round: int | None
    place: int | None
    opened: Instant
    decision: Reason | None = None
    decided_by: tuple[Actor, ...] = ()
    review: Reason | None = None
    reviewed_by: tuple[Actor, ...] = ()
    advised: bool = False
    """The person knows of the right to complain to an inspector."""
    closed: bool = False

    @property
    def open(self) -> bool:
        return not self.closed


class Claim(Frozen):
    """A promotional claim refused at the table: a reference, never a person."""

    number: int
    value: Money
    reason: Reason | None
    reference: str
    retained: bool
    """Over 100 dollars: kept with the reason; name and address are in the operator's file."""
    told: Instant | None = None

    @property
    def open(self) -> bool:
        """The claimant has not been told the reason yet."""
        return self.told is None


class Promotion(Frozen):
    """What the information screen says of a promotion that is running."""

    terms_at: str
    """Where its terms and conditions can be read."""
    wager: Money = ZERO
    """The wager it demands, if any: a message, never a limit (14.7.4)."""


class Task(Frozen):
    """Somebody has to be notified."""

    number: int
    to: str
    about: str
    clause: str | None
    raised: Instant
    within_ms: int = 0
    """How long it may take; 0 is at once."""
    done: Instant | None = None

    @property
    def open(self) -> bool:
        return self.done is None


class Withheld(Frozen):
    """13.15: a payment kept back from a person in breach of the employee gambling policy."""

    round: int
    place: int
    what: str
    amount: Money
    reason: Reason | None
    at: Instant
