"""Entries about disputes, wrong payments and who has to be told."""

from typing import Final

from controller.authority import Command
from controller.floor import calls, corrections, reports, tasks
from controller.floor import disputes as floor_disputes
from controller.floor.entries import (
    About,
    Contact,
    Correction,
    Dispute,
    Intent,
    Verdict,
)
from controller.floor.promotions import (
    RecordClaimantTold,
)
from controller.staff.powers import HouseAction
from ui.forms.asks import (
    ANY_PLACE,
    PLACE,
    ROUND,
    YES_NO,
    Answers,
    Ask,
    Options,
    Scene,
    amount,
    choice,
    fixed,
    int_of,
    last_rounds,
    money_of,
    place_of,
    wager_areas,
    words,
    yes,
)
from ui.forms.entries import Entry
from ui.supervision.groups import DISPUTES, NOTICES, PAYMENTS
from ui.viewmodels.options import Option
from ui.viewmodels.words import dollars

# Disputes


def _disputes(*, decided: bool | None) -> Options:
    def fits(one: Dispute) -> bool:
        return not one.closed and decided in (None, one.decision is not None)

    def options(scene: Scene, _: Answers) -> tuple[Option, ...]:
        return tuple(
            Option(str(one.number), _dispute(one)) for one in scene.floor.disputes if fits(one)
        )

    return options


def _dispute(one: Dispute) -> str:
    where = [f"round {one.round}"] if one.round else []
    where += [f"place {one.place}"] if one.place else []
    return f"{one.number}: {', '.join(where) or one.about.value}"


def _which(*, decided: bool | None = None) -> Ask:
    return choice(
        "dispute", "Which dispute?", _disputes(decided=decided), "No such dispute is open"
    )


NO_ROUND: Final = "none"


def _rounds(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    return (*last_rounds(scene, answers), Option(NO_ROUND, "No round"))


def _complaint(scene: Scene, answers: Answers) -> tuple[str, ...]:
    """What a person who is not satisfied has to be told."""
    about = {one.number: one.about for one in scene.floor.disputes}
    if "dispute" not in answers:
        return ()
    return floor_disputes.dispute_advice(scene.floor.rules, about[int_of(answers, "dispute")])


def _opened(_: Scene, answers: Answers) -> Command:
    return floor_disputes.OpenDispute(
        About(answers["about"]),
        None if answers["round"] == NO_ROUND else int_of(answers, "round"),
        place_of(answers),
    )


# fmt: off
DISPUTE_ENTRIES: Final = (
    Entry("open-dispute", DISPUTES, "Open a dispute", HouseAction.OPEN_DISPUTE,
          _opened,
          (choice("round", "Which round?", _rounds),
           choice("about", "What is it about?", words(*About)), ANY_PLACE)),
    Entry("decide-dispute", DISPUTES, "Decide", HouseAction.DECIDE_DISPUTE,
          lambda _, a: floor_disputes.DecideDispute(int_of(a, "dispute")), (_which(decided=False),),
          waits=True),
    Entry("review-dispute", DISPUTES, "Review", HouseAction.REVIEW_DISPUTE,
          lambda _, a: floor_disputes.ReviewDispute(int_of(a, "dispute")), (_which(decided=True),)),
    Entry("advise", DISPUTES, "Complaint right explained", HouseAction.ADVISE_COMPLAINT,
          lambda _, a: floor_disputes.AdviseComplaint(int_of(a, "dispute")), (_which(),),
          advice=_complaint),
    Entry("close-dispute", DISPUTES, "Close the dispute", HouseAction.CLOSE_DISPUTE,
          lambda _, a: floor_disputes.CloseDispute(int_of(a, "dispute"), yes(a, "satisfied")),
          (_which(), choice("satisfied", "Is the person satisfied?", YES_NO)), advice=_complaint),
)
# fmt: on


# Over- and underpayments


def _open(scene: Scene, _: Answers) -> tuple[Option, ...]:
    found = (one for one in scene.floor.corrections if one.verdict is Verdict.OPEN)
    return tuple(Option(str(one.number), _correction(one)) for one in found)


def _correction(one: Correction) -> str:
    which = "overpaid" if one.overpaid else "underpaid"
    return f"{one.number}: place {one.place} {which} {dollars(abs(one.difference))}"


def _recorded(_: Scene, answers: Answers) -> Command:
    return corrections.RecordCorrection(
        int_of(answers, "round"),
        int_of(answers),
        answers["wager"],
        money_of(answers, "paid"),
        money_of(answers, "due"),
    )


def _attempt(_: Scene, answers: Answers) -> Command:
    return corrections.RecordAttempt(
        int_of(answers, "correction"),
        Contact(answers["contact"]),
        identified=yes(answers, "identified"),
        practical=yes(answers, "practical"),
        tried=yes(answers, "tried"),
    )


def _attempt_advice(scene: Scene, answers: Answers) -> tuple[str, ...]:
    if "correction" not in answers:
        return ()
    return corrections.attempt_advice(scene.floor, int_of(answers, "correction"))


def _enquiries(_: Scene, answers: Answers) -> Command:
    return corrections.RecordEnquiries(
        int_of(answers, "correction"), Intent(answers["intent"]), answers["enquiries"]
    )


def _months(scene: Scene, _: Answers) -> tuple[Option, ...]:
    year, month, _day = scene.today
    months = [divmod(year * 12 + month - 1 - back, 12) for back in range(1, 4)]
    return tuple(Option(f"{year}-{month + 1}", f"{month + 1:02d}/{year}") for year, month in months)


def _month(_: Scene, answers: Answers) -> Command:
    year, month = answers["month"].split("-")
    return reports.RecordMonthlyReport(int(year), int(month))


_CASE: Final = choice("correction", "Which payment?", _open, "No wrong payment is open")
_INTENTS: Final = fixed(
    (Intent.NOT_SUSPECTED, "Not intended"),
    (Intent.SUSPECTED, "Suspected"),
    (Intent.INTENTIONAL, "Intended"),
)
_ENQUIRIES: Final = words("dealer-asked", "player-asked", "surveillance-viewed", "record-read")
_SOUGHT: Final = words("seat", "player-card", "surveillance")

# fmt: off
PAYMENT_ENTRIES: Final = (
    Entry("correction", PAYMENTS, "Enter a wrong payment", HouseAction.ENTER_CORRECTION,
          _recorded,
          (ROUND, PLACE, choice("wager", "Which wager?", wager_areas),
           amount("paid", "What was paid?"), amount("due", "What was due?"))),
    Entry("enquiries", PAYMENTS, "Enquiries made", HouseAction.RECORD_ENQUIRIES,
          _enquiries,
          (_CASE, choice("intent", "Was it intended?", _INTENTS),
           choice("enquiries", "Which enquiries?", _ENQUIRIES))),
    Entry("attempt", PAYMENTS, "Attempt to rectify", HouseAction.RECORD_ATTEMPT,
          _attempt,
          (_CASE, choice("contact", "What was done?", words(*Contact)),
           choice("identified", "Is the patron known?", YES_NO),
           choice("practical", "Is it practical?", YES_NO),
           choice("tried", "Was the money offered or asked back?", YES_NO)), advice=_attempt_advice,
          waits=True),
    Entry("rectified", PAYMENTS, "Rectified", HouseAction.RECTIFY_PAYMENT,
          lambda _, a: corrections.RecordRectified(int_of(a, "correction")), (_CASE,)),
    Entry("regulator", PAYMENTS, "Regulator told", HouseAction.TELL_REGULATOR,
          lambda _, a: corrections.RecordRegulatorTold(int_of(a, "correction")), (_CASE,)),
    Entry("patron", PAYMENTS, "Patron sought", HouseAction.SEEK_PATRON,
          lambda _, a: corrections.RecordPatronSought(int_of(a, "correction"), a["how"]),
          (_CASE, choice("how", "How?", _SOUGHT))),
    Entry("close-correction", PAYMENTS, "Close: no breach", HouseAction.CLOSE_CORRECTION,
          lambda _, a: corrections.CloseCorrection(int_of(a, "correction")), (_CASE,)),
    Entry("close-suspected", PAYMENTS, "Close: to management", HouseAction.CLOSE_SUSPECTED,
          lambda _, a: corrections.CloseSuspected(int_of(a, "correction")), (_CASE,)),
    Entry("monthly", PAYMENTS, "Monthly report made", HouseAction.MONTHLY_REPORT,
          _month, (choice("month", "Which month?", _months),)),
)
# fmt: on


# Calls and notices


def _tasks(scene: Scene, _: Answers) -> tuple[Option, ...]:
    due = (task for task in scene.floor.tasks if task.done is None)
    return tuple(Option(str(task.number), f"{task.to.capitalize()}: {task.about}") for task in due)


def _claims(scene: Scene, _: Answers) -> tuple[Option, ...]:
    return tuple(
        Option(str(one.number), f"Claim {one.number}")
        for one in scene.floor.claims
        if one.told is None
    )


# fmt: off
NOTICE_ENTRIES: Final = (
    Entry("call", NOTICES, "Call a supervisor", HouseAction.CALL_SUPERVISOR,
          lambda _, __: calls.CallSupervisor(), (),
          lambda scene: "A supervisor is called" if scene.floor.called else ""),
    Entry("answer-call", NOTICES, "Answer the call", HouseAction.ANSWER_CALL,
          lambda _, __: calls.AnswerCall(), (),
          lambda scene: "" if scene.floor.called else "Nobody has called", waits=True),
    Entry("notified", NOTICES, "Somebody was told", HouseAction.RECORD_NOTICE,
          lambda _, a: tasks.RecordNotified(int_of(a, "task")),
          (choice("task", "Who was told of what?", _tasks, "Nobody has to be told"),)),
    Entry("claimant", NOTICES, "Claimant was told", HouseAction.TELL_CLAIMANT,
          lambda _, a: RecordClaimantTold(int_of(a, "claim")),
          (choice("claim", "Which claim?", _claims, "Nobody waits"),)),
)
# fmt: on
