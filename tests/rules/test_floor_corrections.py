"""Over- and underpayments: entry, conditions, proposals, monthly report (11.15 to 11.18)."""

import pytest

from controller.domain.money import ZERO
from controller.floor.base import Command, Day
from controller.floor.closing import CloseTable
from controller.floor.corrections import (
    CloseCorrection,
    CloseSuspected,
    EnquiriesRecorded,
    PatronSought,
    RecordAttempt,
    RecordCorrection,
    RecordEnquiries,
    RecordPatronSought,
    RecordRectified,
    RecordRegulatorTold,
    RegulatorTold,
    attempt_advice,
)
from controller.floor.entries import Contact, Correction, Intent, Verdict
from controller.floor.money import CountFloat, TrayCredited
from controller.floor.refusals import FloorRefusal
from controller.floor.reports import monthly_report
from controller.floor.seats import LeaveSeat
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.state import new_table
from controller.staff.roles import HouseReason
from tests.helpers.felt import table_rules
from tests.unit.floor.pit import CASINO, DEALER, GAMING, MONDAY, Pit, Request, dollars
from ui.forms.asks import Scene
from ui.forms.form import Form, advanced
from ui.games.bonus.screen import BONUS_SCREEN


def wrong(paid: str = "150", due: str = "100", day: Day = MONDAY) -> Pit:
    """A round was played, and one payment in it was wrong."""
    table = Pit("nsw-2024", day=day).playing(1, 2).play(1, 2)
    return table.do(RecordCorrection(1, 2, "flop", dollars(paid), dollars(due)))


def entry(pit: Pit) -> Correction:
    return pit.floor.corrections[-1]


HONEST = RecordEnquiries(1, Intent.NOT_SUSPECTED, "footage-reviewed")
SUSPECT = RecordEnquiries(1, Intent.SUSPECTED, "footage-reviewed")
CLOSE = Request(CloseCorrection(1), by=(DEALER, CASINO), reason=HouseReason.NOT_INTENDED)
CLOSE_SUSPECTED = Request(CloseSuspected(1), by=(GAMING, CASINO), reason=HouseReason.MAYBE_INTENDED)

RECTIFICATIONS: list[Command] = [
    RecordRectified(1),
    RecordAttempt(1, Contact.SOUGHT, identified=False),
    RecordRegulatorTold(1),
]


@pytest.mark.clause("nsw-2024", "11.15", "11.15:tail")
@pytest.mark.parametrize("rectification", RECTIFICATIONS, ids=lambda one: type(one).__name__)
def test_a_wrong_payment_is_no_breach_only_when_both_conditions_are_on_record(
    rectification: Command,
) -> None:
    pit = wrong()
    one = entry(pit)
    assert (one.round, one.place, one.wager) == (1, 2, "flop")
    assert (str(one.paid), str(one.due), str(one.difference)) == ("150.00", "100.00", "50.00")
    assert pit.refuses(CLOSE).clause == "11.15.1"
    assert not entry(pit.do(HONEST)).no_breach
    assert pit.refuses(CLOSE).clause == "11.15.2"
    assert entry(pit).verdict is Verdict.OPEN, "left open for management"
    assert entry(pit.do(rectification)).no_breach
    assert entry(pit.do(CLOSE)).verdict is Verdict.NOT_A_BREACH
    assert pit.refuses(CLOSE).refusal is FloorRefusal.ENTRY_CLOSED
    only_rectified = wrong().do(rectification)
    assert not entry(only_rectified).no_breach
    assert only_rectified.refuses(CLOSE).clause == "11.15.1"


def test_what_was_paid_right_needs_no_correction() -> None:
    pit = Pit().playing(1).play(1)
    right = RecordCorrection(1, 1, "ante", dollars("25"), dollars("25"))
    assert pit.refuses(right).refusal is FloorRefusal.CORRECTLY_SETTLED


@pytest.mark.clause("nsw-2024", "11.15.1")
@pytest.mark.parametrize("intent", list(Intent))
def test_only_what_is_neither_intended_nor_suspected_meets_the_first_condition(
    intent: Intent,
) -> None:
    pit = wrong().do(RecordRectified(1))
    nothing = RecordEnquiries(1, intent, "")
    assert pit.why(nothing) == (FloorRefusal.ENQUIRIES_MISSING, "11.15.1")
    pit.do(RecordEnquiries(1, intent, "dealer-asked"))
    assert (entry(pit).intent, entry(pit).enquiries) == (intent, "dealer-asked")
    assert entry(pit).no_breach is (intent is Intent.NOT_SUSPECTED)


@pytest.mark.clause("nsw-2024", "11.15.2")
@pytest.mark.parametrize("rectification", RECTIFICATIONS, ids=lambda one: type(one).__name__)
def test_rectified_attempted_or_told_to_the_nicc_meets_the_second_condition_with_its_time(
    rectification: Command,
) -> None:
    pit = wrong().do(HONEST).wait(7)
    assert not entry(pit).no_breach
    one = entry(pit.do(rectification))
    times = [one.rectified, one.regulator_told, *(attempt.at for attempt in one.attempts)]
    assert [time for time in times if time] == [pit.now]
    assert one.no_breach


@pytest.mark.clause("nsw-2024", "1.1:NICC")
def test_reports_to_the_regulator_name_the_nicc() -> None:
    pit = wrong().do(RecordRegulatorTold(1))
    assert pit.last(RegulatorTold).regulator == "NICC"
    assert monthly_report(pit.floor, 2025, 3).to == "NICC"
    assert table_rules("nsw-legacy").terms.regulator == "Authority"
    assert table_rules("sd").terms.regulator == "regulator"


@pytest.mark.clause("nsw-2024", "11.16")
def test_a_suspected_intentional_error_is_escalated_and_closed_only_with_both_entries() -> None:
    pit = wrong().do(SUSPECT)
    assert pit.last(EnquiriesRecorded).escalated
    assert pit.why(CLOSE) == (FloorRefusal.SUSPECTED, "11.16")
    assert pit.refuses(CLOSE_SUSPECTED).clause == "11.16.1"
    pit.do(RecordRectified(1))
    assert pit.refuses(CLOSE_SUSPECTED).clause == "11.16.2"
    pit.do(RecordPatronSought(1, "player-card-on-file"), CLOSE_SUSPECTED)
    assert entry(pit).verdict is Verdict.FOR_MANAGEMENT, "never marked as no breach"
    honest = wrong().do(HONEST)
    assert not honest.last(EnquiriesRecorded).escalated
    assert honest.refuses(CLOSE_SUSPECTED).refusal is FloorRefusal.NOT_SUSPECTED
    assert honest.refuses(CloseSuspected(2)).refusal is FloorRefusal.NO_SUCH_ENTRY


@pytest.mark.clause("nsw-2024", "11.16.1")
def test_the_attempt_to_rectify_a_suspected_error_is_recorded_with_its_time() -> None:
    pit = wrong().do(SUSPECT, RecordPatronSought(1, "seat"))
    assert pit.why(CLOSE_SUSPECTED) == (FloorRefusal.NOT_RECTIFIED, "11.16.1")
    told = pit.wait(3).do(RecordRegulatorTold(1))
    assert told.refuses(CLOSE_SUSPECTED).clause == "11.16.1", "telling the NICC is no attempt"
    pit.wait(3).do(RecordAttempt(1, Contact.CONTACTED, identified=True, tried=True))
    assert entry(pit).attempts[0].at == pit.now
    pit.do(CLOSE_SUSPECTED)


@pytest.mark.clause("nsw-2024", "11.16.2")
def test_the_attempt_to_identify_the_patron_is_recorded() -> None:
    pit = wrong().do(SUSPECT, RecordRectified(1))
    assert pit.why(CLOSE_SUSPECTED) == (FloorRefusal.PATRON_UNSOUGHT, "11.16.2")
    pit.wait(2).do(RecordPatronSought(1, "player-card-on-file"))
    assert entry(pit).patron_sought == pit.now
    assert pit.last(PatronSought).how == "player-card-on-file"
    pit.do(CLOSE_SUSPECTED)


def advice_of_the_form(pit: Pit) -> str:
    """As the form for an attempt shows it beside its questions."""
    scene = Scene(BonusHouse(new_table(pit.floor.rules, ZERO), "T7", pit.floor), MONDAY)
    form = advanced(Form(BONUS_SCREEN.by_code["attempt"]), scene)
    return " ".join(form.entry.advice(scene, form.answers))


@pytest.mark.clause("nsw-2024", "11.17")
def test_the_form_explains_what_a_reasonable_attempt_is() -> None:
    text = advice_of_the_form(wrong())
    for words in ("identify, contact or liaise", "reimburse", "ask for or demand", "practical"):
        assert words in text
    assert text.endswith("(rule 11.17.1).")


def test_without_such_a_rule_the_form_proposes_and_explains_nothing() -> None:
    old = Pit("nsw-legacy").playing(1).play(1)
    old.do(RecordCorrection(1, 1, "flop", dollars("150"), dollars("100")))
    assert attempt_advice(old.floor, 1) == ("Ask the patron for $50.00 back.",)


@pytest.mark.clause("nsw-2024", "11.17.1")
@pytest.mark.parametrize("contact", list(Contact))
@pytest.mark.parametrize(
    ("identified", "practical", "tried", "reasonable"),
    [
        (False, True, False, True),
        (True, False, False, True),
        (True, True, False, False),
        (True, True, True, True),
    ],
)
def test_with_a_patron_identified_an_attempt_is_reasonable_if_the_money_was_tried(
    contact: Contact, identified: bool, practical: bool, tried: bool, reasonable: bool
) -> None:
    pit = wrong().do(HONEST)
    pit.do(RecordAttempt(1, contact, identified, practical, tried))
    assert entry(pit).no_breach is reasonable


@pytest.mark.clause("nsw-2024", "11.17.1.1")
def test_an_underpayment_proposes_to_reimburse_the_difference() -> None:
    pit = wrong(paid="80", due="100")
    assert not entry(pit).overpaid
    assert advice_of_the_form(pit).startswith("Reimburse the patron $20.00 (rule 11.17.1.1).")


@pytest.mark.clause("nsw-2024", "11.17.1.2")
def test_an_overpayment_proposes_to_ask_for_the_difference() -> None:
    pit = wrong(paid="150", due="100")
    assert advice_of_the_form(pit).startswith("Ask the patron for $50.00 back (rule 11.17.1.2).")


@pytest.mark.clause("nsw-2024", "11.18")
def test_the_monthly_report_lists_every_single_difference_strictly_above_1000() -> None:
    pit = wrong("1000.00", "0", day=Day(2025, 3, 31))
    for paid, due in (("1000.01", "0"), ("0", "1000.01"), ("5000", "2000"), ("600", "0")):
        pit.do(RecordCorrection(1, 1, "ante", dollars(paid), dollars(due)))
    pit.do(
        RecordEnquiries(4, Intent.NOT_SUSPECTED, "footage-reviewed"),
        RecordRectified(4),
        CloseCorrection(4),
    )
    pit.do(LeaveSeat(1), LeaveSeat(2), CloseTable(), CountFloat(dollars("9000")))
    pit.day = Day(2025, 4, 1)
    pit.opened().do(RecordCorrection(1, 1, "ante", dollars("2000"), dollars("0")))
    march = monthly_report(pit.floor, 2025, 3)
    assert march.clause == "11.18"
    assert [one.number for one in march.lines] == [2, 3, 4], "closed or not, over or under"
    assert [one.number for one in monthly_report(pit.floor, 2025, 4).lines] == [6]
    assert not monthly_report(pit.floor, 2024, 3).lines


@pytest.mark.clause("nsw-2024", "11.18")
def test_an_unintended_overpayment_is_no_credit_given() -> None:
    pit = wrong("3000", "0").do(HONEST)
    assert pit.floor.cash.credits == 0
    assert not any(isinstance(event, TrayCredited) for event in pit.events)


def test_the_business_date_of_the_table_decides_the_month() -> None:
    assert entry(wrong()).known_on == MONDAY
