"""Over- and underpayments: the entry, and what may close it (11.15 to 11.17).

A correction is no breach when it was neither intended nor suspected to be, on enquiry, and was
rectified, reasonably tried, or brought to the regulator. One that is suspected to be intentional
is closed only with its own two entries, and then it is for management to judge.
"""

from controller.domain.base import existing
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.base import Command, Day, Event
from controller.floor.citations import cite, refuse
from controller.floor.entries import Attempt, Contact, Correction, Intent, Verdict
from controller.floor.numbered import CORRECTIONS
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import no_such_place
from controller.floor.state import Floor
from controller.staff.powers import HouseAction


class RecordCorrection(Command, action=HouseAction.ENTER_CORRECTION):
    """A wager or award was not paid what was due."""

    round: int
    place: int
    wager: str
    paid: Money
    due: Money


class CorrectionCommand(Command):
    """About one of them, by its number."""

    correction: int


class RecordEnquiries(CorrectionCommand, action=HouseAction.RECORD_ENQUIRIES):
    """11.15.1: was it intentional, or is it suspected to have been?"""

    intent: Intent
    enquiries: str
    """Coded: which were made."""


class RecordRectified(CorrectionCommand, action=HouseAction.RECTIFY_PAYMENT):
    """11.15.2, 11.16.1: the difference was paid or came back."""


class RecordAttempt(CorrectionCommand, action=HouseAction.RECORD_ATTEMPT):
    """11.17.1: an attempt to rectify."""

    contact: Contact
    identified: bool
    practical: bool = True
    tried: bool = False


class RecordRegulatorTold(CorrectionCommand, action=HouseAction.TELL_REGULATOR):
    """11.15.2: it was brought to the attention of the regulator."""


class RecordPatronSought(CorrectionCommand, action=HouseAction.SEEK_PATRON):
    """11.16.2: an attempt was made to identify the patron."""

    how: str
    """Coded: by the seat, by the Player Card on file, by surveillance."""


class CloseCorrection(CorrectionCommand, action=HouseAction.CLOSE_CORRECTION):
    """11.15: not intended, and all that the rules ask for is recorded."""


class CloseSuspected(CorrectionCommand, action=HouseAction.CLOSE_SUSPECTED):
    """11.16: suspected to be intended; both its entries are recorded, management judges."""


class CorrectionRecorded(Event):
    correction: int
    round: int
    place: int
    wager: str
    paid: Money
    due: Money
    known_on: Day


class EnquiriesRecorded(Event):
    correction: int
    intent: Intent
    enquiries: str
    escalated: bool
    """11.16: suspected to be intentional, it goes to a supervisor."""


class Rectified(Event):
    correction: int


class AttemptRecorded(Event):
    correction: int
    contact: Contact
    identified: bool
    practical: bool
    tried: bool


class RegulatorTold(Event):
    correction: int
    regulator: str


class PatronSought(Event):
    correction: int
    how: str


class CorrectionClosed(Event):
    correction: int
    verdict: Verdict


def attempt_advice(floor: Floor, number: int) -> tuple[str, ...]:
    """11.17: what to do about the difference, and what a reasonable attempt is."""
    found, rules = CORRECTIONS.numbered(floor, number), floor.rules
    one = existing(found, f"correction {number}: no such correction")
    amount = abs(one.difference).display()
    if one.overpaid:
        offer, clause = f"Ask the patron for {amount} back", cite(rules, "ask back")
    else:
        offer, clause = f"Reimburse the patron {amount}", cite(rules, "reimburse")
    if clause is None:
        return (f"{offer}.",)
    return (
        f"{offer} (rule {clause}).",
        "Make a reasonable attempt: identify, contact or liaise with the patron and,"
        " where practical, reimburse, or ask for or demand, the"
        f" difference (rule {cite(rules, 'attempt')}).",
    )


def _verify_record(floor: Floor, command: RecordCorrection, _: Asking) -> Refused | None:
    if not 1 <= command.round <= floor.last_round:
        return refuse(floor.rules, FloorRefusal.NO_ROUND, "correction")
    if command.paid == command.due:
        return refuse(floor.rules, FloorRefusal.CORRECTLY_SETTLED, "correction")
    if command.paid < 0 or command.due < 0:
        return refuse(floor.rules, FloorRefusal.NOT_AN_AMOUNT, "correction")
    return no_such_place(floor, command.place)


def _business_date(floor: Floor, _: RecordCorrection) -> Day:
    return existing(floor.business_date, "a round before the first opening")


def _verify_enquiries(floor: Floor, command: RecordEnquiries, asking: Asking) -> Refused | None:
    if not command.enquiries:
        return refuse(floor.rules, FloorRefusal.ENQUIRIES_MISSING, "enquiries")
    return CORRECTIONS.verify(floor, command, asking)


def _escalated(_: Floor, command: RecordEnquiries) -> bool:
    return command.intent is not Intent.NOT_SUSPECTED


def _verify_close(floor: Floor, command: CloseCorrection, asking: Asking) -> Refused | None:
    if refused := CORRECTIONS.verify(floor, command, asking):
        return refused
    one = CORRECTIONS.named(floor, command)
    if one.intent is None:
        return refuse(floor.rules, FloorRefusal.ENQUIRIES_MISSING, "enquiries")
    if one.suspected:
        return refuse(floor.rules, FloorRefusal.SUSPECTED, "suspected")
    if not one.no_breach:
        return refuse(floor.rules, FloorRefusal.NOT_RECTIFIED, "rectified")
    return None


def _verify_close_suspected(
    floor: Floor, command: CloseSuspected, asking: Asking
) -> Refused | None:
    if refused := CORRECTIONS.verify(floor, command, asking):
        return refused
    one = CORRECTIONS.named(floor, command)
    if not one.suspected:
        return refuse(floor.rules, FloorRefusal.NOT_SUSPECTED, "suspected")
    if not one.attempted:
        return refuse(floor.rules, FloorRefusal.NOT_RECTIFIED, "rectify suspected")
    if one.patron_sought is None:
        return refuse(floor.rules, FloorRefusal.PATRON_UNSOUGHT, "identify patron")
    return None


def _closes_as(verdict: Verdict) -> Emits:
    return Emits(CorrectionClosed, verdict=lambda _, __: verdict)


def _recorded(floor: Floor, event: CorrectionRecorded) -> Floor:
    one = Correction(
        event.correction,
        event.round,
        event.place,
        event.wager,
        event.paid,
        event.due,
        event.at,
        event.known_on,
    )
    return CORRECTIONS.entered(floor, one)


def _attempted(floor: Floor, event: AttemptRecorded) -> Floor:
    attempt = Attempt(event.at, event.contact, event.identified, event.practical, event.tried)
    before = CORRECTIONS.named(floor, event).attempts
    return CORRECTIONS.changed(floor, event, attempts=(*before, attempt))


HANDLERS: Handlers = {
    RecordCorrection: Handler(
        _verify_record,
        Emits(CorrectionRecorded, correction=CORRECTIONS.next_number, known_on=_business_date),
    ),
    RecordEnquiries: Handler(_verify_enquiries, Emits(EnquiriesRecorded, escalated=_escalated)),
    RecordRectified: Handler(CORRECTIONS.verify, Emits(Rectified)),
    RecordAttempt: Handler(CORRECTIONS.verify, Emits(AttemptRecorded)),
    RecordRegulatorTold: Handler(
        CORRECTIONS.verify,
        Emits(RegulatorTold, regulator=lambda floor, _: floor.rules.terms.regulator),
    ),
    RecordPatronSought: Handler(CORRECTIONS.verify, Emits(PatronSought)),
    CloseCorrection: Handler(_verify_close, _closes_as(Verdict.NOT_A_BREACH)),
    CloseSuspected: Handler(_verify_close_suspected, _closes_as(Verdict.FOR_MANAGEMENT)),
}

FOLDS: Folds = {
    CorrectionRecorded: _recorded,
    EnquiriesRecorded: lambda floor, event: CORRECTIONS.changed(
        floor, event, intent=event.intent, enquiries=event.enquiries
    ),
    Rectified: lambda floor, event: CORRECTIONS.changed(floor, event, rectified=event.at),
    AttemptRecorded: _attempted,
    RegulatorTold: lambda floor, event: CORRECTIONS.changed(floor, event, regulator_told=event.at),
    PatronSought: lambda floor, event: CORRECTIONS.changed(floor, event, patron_sought=event.at),
    CorrectionClosed: lambda floor, event: CORRECTIONS.changed(floor, event, verdict=event.verdict),
}
