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
    NONE,
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
    numbered,
    wager_areas,
    words,
)
from ui.forms.entries import Entry, sends
from ui.supervision.groups import DISPUTES, NOTICES, PAYMENTS
from ui.viewmodels.options import Option
from ui.viewmodels.words import dollars

# Disputes


def _disputes(*, decided: bool | None) -> Options:
    def fits(one: Dispute) -> bool:
        return not one.closed and decided in (None, one.decision is not None)

    return lambda scene, _: numbered(
        filter(fits, scene.floor.disputes), lambda one: _dispute(scene, one)
    )


def _dispute(scene: Scene, one: Dispute) -> str:
    where = [f"{scene.round.lower()} {one.round}"] if one.round else []
    where += [f"{scene.place.lower()} {one.place}"] if one.place else []
    return f"{one.number}: {', '.join(where) or one.about.value}"


def _which(*, decided: bool | None = None) -> Ask:
    return choice("dispute", "Which dispute?", _disputes(decided=decided), "No dispute is open")


def _rounds(scene: Scene, answers: Answers) -> tuple[Option, ...]:
    return (*last_rounds(scene, answers), Option(NONE, scene.worded("No {round}")))


def _complaint(scene: Scene, answers: Answers) -> tuple[str, ...]:
    """What a person who is not satisfied has to be told."""
    about = {one.number: one.about for one in scene.floor.disputes}
    if "dispute" not in answers:
        return ()
    return floor_disputes.dispute_advice(scene.floor.rules, about[int_of(answers, "dispute")])


# fmt: off
DISPUTE_ENTRIES: Final = (
    sends("open-dispute", DISPUTES, "Open a dispute", floor_disputes.OpenDispute,
          (choice("round", "Which {round}?", _rounds),
           choice("about", "What is it about?", words(*About)), ANY_PLACE),
          done="The dispute is open"),
    sends("decide-dispute", DISPUTES, "Decide", floor_disputes.DecideDispute,
          (_which(decided=False),), waits=True, done="Decision recorded"),
    sends("review-dispute", DISPUTES, "Review", floor_disputes.ReviewDispute,
          (_which(decided=True),), done="Review recorded"),
    sends("advise", DISPUTES, "Right to complain explained", floor_disputes.AdviseComplaint,
          (_which(),), advice=_complaint, done="Advice recorded"),
    sends("close-dispute", DISPUTES, "Close the dispute", floor_disputes.CloseDispute,
          (_which(), choice("satisfied", "Is the person satisfied?", YES_NO)), advice=_complaint,
          done="The dispute is closed"),
)
# fmt: on


# Over- and underpayments


def _open(scene: Scene, _: Answers) -> tuple[Option, ...]:
    found = (one for one in scene.floor.corrections if one.verdict is Verdict.OPEN)
    return numbered(found, lambda one: _correction(scene, one))


def _correction(scene: Scene, one: Correction) -> str:
    which = "overpaid" if one.overpaid else "underpaid"
    return f"{one.number}: {scene.place.lower()} {one.place} {which} {dollars(abs(one.difference))}"


def _attempt_advice(scene: Scene, answers: Answers) -> tuple[str, ...]:
    if "correction" not in answers:
        return ()
    return corrections.attempt_advice(scene.floor, int_of(answers, "correction"))


def _months(scene: Scene, _: Answers) -> tuple[Option, ...]:
    year, month, _day = scene.today
    months = [divmod(year * 12 + month - 1 - back, 12) for back in range(1, 4)]
    return tuple(Option(f"{year}-{month + 1}", f"{month + 1:02d}/{year}") for year, month in months)


def _month(_: Scene, answers: Answers) -> Command:
    year, month = answers["month"].split("-")
    return reports.RecordMonthlyReport(int(year), int(month))


_CASE: Final = choice("correction", "Which payment?", _open, "No wrong payment is open")
_INTENTS: Final = fixed(
    (Intent.NOT_SUSPECTED, "Not intentional"),
    (Intent.SUSPECTED, "Perhaps intentional"),
    (Intent.INTENTIONAL, "Intentional"),
)
_ENQUIRIES: Final = words("dealer-asked", "player-asked", "surveillance-viewed", "record-read")
_SOUGHT: Final = words("seat", "player-card", "surveillance")

# fmt: off
PAYMENT_ENTRIES: Final = (
    sends("correction", PAYMENTS, "Enter a wrong payment", corrections.RecordCorrection,
          (ROUND, PLACE, choice("wager", "Which wager?", wager_areas),
           amount("paid", "What was paid?"), amount("due", "What was due?")),
          done="Wrong payment recorded"),
    sends("enquiries", PAYMENTS, "Enquiries made", corrections.RecordEnquiries,
          (_CASE, choice("intent", "Was it intentional?", _INTENTS),
           choice("enquiries", "Which enquiries?", _ENQUIRIES)), done="Enquiries recorded"),
    sends("attempt", PAYMENTS, "Attempt to put it right", corrections.RecordAttempt,
          (_CASE, choice("contact", "What was done?", words(*Contact)),
           choice("identified", "Is the patron known?", YES_NO),
           choice("practical", "Is it practical to put right?", YES_NO),
           choice("tried", "Was the money offered or asked for?", YES_NO)), advice=_attempt_advice,
          waits=True, done="Attempt recorded"),
    sends("rectified", PAYMENTS, "Put right", corrections.RecordRectified, (_CASE,),
          done="Correction recorded"),
    sends("regulator", PAYMENTS, "Regulator notified", corrections.RecordRegulatorTold, (_CASE,),
          done="Notice to the regulator recorded"),
    sends("patron", PAYMENTS, "Attempt to find the patron", corrections.RecordPatronSought,
          (_CASE, choice("how", "How was it tried?", _SOUGHT)), done="Attempt recorded"),
    sends("close-correction", PAYMENTS, "Close: no breach", corrections.CloseCorrection, (_CASE,),
          done="The case is closed"),
    sends("close-suspected", PAYMENTS, "Close: refer to management", corrections.CloseSuspected,
          (_CASE,), done="The case is closed"),
    Entry("monthly", PAYMENTS, "Monthly report made", HouseAction.MONTHLY_REPORT,
          _month, (choice("month", "Which month?", _months),), done="Monthly report recorded"),
)
# fmt: on


# Calls and notices


def _tasks(scene: Scene, _: Answers) -> tuple[Option, ...]:
    due = (task for task in scene.floor.tasks if task.done is None)
    return numbered(due, lambda task: f"{task.to.capitalize()}: {task.about}")


def _claims(scene: Scene, _: Answers) -> tuple[Option, ...]:
    waiting = (one for one in scene.floor.claims if one.told is None)
    return numbered(waiting, lambda one: f"Claim {one.number}")


# fmt: off
NOTICE_ENTRIES: Final = (
    sends("call", NOTICES, "Call a supervisor", calls.CallSupervisor, (),
          lambda scene: "A supervisor has been called" if scene.floor.called else "",
          done="A supervisor has been called"),
    sends("answer-call", NOTICES, "Answer the call", calls.AnswerCall, (),
          lambda scene: "" if scene.floor.called else "Nobody has called a supervisor", waits=True,
          done="The call is answered"),
    sends("notified", NOTICES, "Somebody was notified", tasks.RecordNotified,
          (choice("task", "Who was notified, and of what?", _tasks, "Nobody has to be notified"),),
          done="Notice recorded"),
    sends("claimant", NOTICES, "Claimant was informed", RecordClaimantTold,
          (choice("claim", "Which claim?", _claims, "No claimant is waiting"),),
          done="Notice recorded"),
)
# fmt: on
