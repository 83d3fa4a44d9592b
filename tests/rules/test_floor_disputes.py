"""Disputes, promotions, payments withheld (13.13 to 13.15, 14)."""

from dataclasses import fields

import pytest

from controller.floor.disputes import (
    AdviseComplaint,
    CloseDispute,
    DecideDispute,
    OpenDispute,
    ReviewDispute,
    dispute_advice,
    kept_rounds,
)
from controller.floor.entries import About, Claim
from controller.floor.money import PaymentWithheld, WithholdPayment
from controller.floor.promotions import (
    ClaimRefused,
    EndPromotion,
    PostponePromotion,
    PromotionPostponed,
    RecordClaimantTold,
    RefuseClaim,
    ShowPromotion,
    claims_untold,
)
from controller.floor.refusals import FloorRefusal
from controller.floor.tasks import RecordNotified, overdue
from controller.staff.roles import HouseReason
from tests.helpers.felt import table_rules
from tests.unit.floor.pit import CASINO, GAMING, Pit, Request, dollars


@pytest.mark.clause("nsw-legacy", "13.12")
@pytest.mark.clause("nsw-2024", "13.13")
def test_a_dispute_is_decided_then_reviewed_by_another_and_its_round_is_kept_until_closed(
    ruleset: str, clause: str
) -> None:
    pit = Pit(ruleset).playing(1).play(1).play(1).do(OpenDispute(round=1, place=1))
    assert kept_rounds(pit.floor) == {1}
    early = pit.refuses(Request(ReviewDispute(1), by=(CASINO,), reason=HouseReason.UPHELD))
    assert (early.refusal, early.clause) == (FloorRefusal.UNDECIDED, clause)
    assert pit.refuses(CloseDispute(1, satisfied=True)).refusal is FloorRefusal.UNDECIDED
    pit.do(Request(DecideDispute(1), by=(GAMING,), reason=HouseReason.NOT_UPHELD))
    again = Request(DecideDispute(1), by=(GAMING,), reason=HouseReason.UPHELD)
    assert pit.refuses(again).refusal is FloorRefusal.DECIDED_ALREADY
    own = pit.refuses(Request(ReviewDispute(1), by=(GAMING,), reason=HouseReason.UPHELD))
    assert own.refusal is FloorRefusal.OWN_REVIEW
    pit.do(Request(ReviewDispute(1), by=(GAMING, CASINO), reason=HouseReason.UPHELD))
    assert (
        pit.refuses(Request(ReviewDispute(1), by=(CASINO,))).refusal is FloorRefusal.DECIDED_ALREADY
    )
    (dispute,) = pit.floor.disputes
    assert (dispute.decision, dispute.decided_by) == ("not-upheld", (GAMING,))
    assert dispute.review == "upheld"
    assert kept_rounds(pit.floor) == {1}
    pit.do(CloseDispute(1, satisfied=True))
    assert kept_rounds(pit.floor) == frozenset()


@pytest.mark.clause("nsw-legacy", "13.13", "14.12")
@pytest.mark.clause("nsw-2024", "13.14", "14.10")
@pytest.mark.parametrize(
    ("ruleset", "about", "clause"),
    [
        ("nsw-legacy", About.GAME, "13.13"),
        ("nsw-legacy", About.PROMOTION, "14.12"),
        ("nsw-2024", About.GAME, "13.14"),
        ("nsw-2024", About.PROMOTION, "14.10"),
    ],
)
def test_whoever_is_not_satisfied_is_advised_of_the_right_to_complain_to_an_inspector(
    ruleset: str, about: About, clause: str
) -> None:
    final, right = dispute_advice(table_rules(ruleset), about)
    assert final == f"The decision of the casino operator is final (rule {clause})."
    assert "section 33 of the Gaming and Liquor Administration Act 2007" in right
    pit = Pit(ruleset).opened().do(OpenDispute(about), DecideDispute(1))
    assert pit.why(CloseDispute(1, satisfied=False)) == (FloorRefusal.NOT_ADVISED, clause)
    pit.do(AdviseComplaint(1), CloseDispute(1, satisfied=False))


def test_south_dakota_prints_no_such_advice() -> None:
    assert dispute_advice(table_rules("sd"), About.GAME) == ()
    pit = Pit("sd").opened().do(OpenDispute(), DecideDispute(1))
    pit.do(CloseDispute(1, satisfied=False))


@pytest.mark.clause("nsw-2024", "13.15")
def test_a_payment_is_withheld_for_a_breach_of_the_employee_policy_with_a_reason() -> None:
    pit = Pit("nsw-2024").playing(1).play(1)
    keep = Request(
        WithholdPayment(1, 1, "royal-flush", dollars("50000")),
        by=(CASINO,),
        reason=HouseReason.EMPLOYEE_POLICY,
    )
    pit.do(keep)
    event = pit.last(PaymentWithheld)
    assert (event.reason, event.by, str(event.amount)) == ("employee-policy", (CASINO,), "50000.00")
    (kept,) = pit.floor.withheld
    assert (kept.round, kept.place, kept.what, kept.reason) == (
        1,
        1,
        "royal-flush",
        "employee-policy",
    )
    legacy = Pit("nsw-legacy").playing(1).play(1)
    assert legacy.refuses(keep).refusal is FloorRefusal.NOT_IN_THESE_RULES, "new in 2024"


@pytest.mark.clause("nsw-legacy", "14.11")
@pytest.mark.clause("nsw-2024", "14.9")
def test_a_refused_claim_is_logged_and_so_is_that_the_patron_was_told_why(
    ruleset: str, clause: str
) -> None:
    pit = (
        Pit(ruleset)
        .opened()
        .do(Request(RefuseClaim(dollars("50")), reason=HouseReason.TERMS_NOT_MET))
    )
    assert pit.last(ClaimRefused).reason == "terms-not-met"
    told = f"Tell the claimant why promotional claim 1 was refused. ({clause})"
    assert told in pit.prompts()
    pit.wait(1).do(RecordClaimantTold(1))
    assert pit.floor.claims[0].told == pit.now
    assert claims_untold(pit.floor) == ()
    assert pit.refuses(RecordClaimantTold(1)).refusal is FloorRefusal.TOLD_ALREADY
    assert told not in pit.prompts()


@pytest.mark.clause("nsw-legacy", "14.11.1")
@pytest.mark.clause("nsw-2024", "14.9.1")
def test_a_refused_claim_over_100_is_kept_with_a_reference_and_nothing_personal(
    ruleset: str, clause: str
) -> None:
    pit = Pit(ruleset).opened().do(RefuseClaim(dollars("100")))
    assert not pit.floor.claims[0].retained
    assert pit.why(RefuseClaim(dollars("100.01"))) == (FloorRefusal.NEEDS_REFERENCE, clause)
    for personal in ("Jane Citizen", "1 George Street, Sydney", "jane@example.org"):
        for value in ("100.01", "5"):
            claim = RefuseClaim(dollars(value), personal)
            assert pit.refuses(claim).refusal is FloorRefusal.NEEDS_REFERENCE
    pit.do(
        Request(RefuseClaim(dollars("100.01"), "CL-2025-0017"), reason=HouseReason.TERMS_NOT_MET)
    )
    kept = pit.floor.claims[1]
    assert (kept.retained, kept.reference, kept.reason) == (True, "CL-2025-0017", "terms-not-met")
    assert {field.name for field in fields(Claim)} == {
        "number",
        "value",
        "reason",
        "reference",
        "retained",
        "told",
    }


@pytest.mark.clause("nsw-legacy", "14.13")
@pytest.mark.clause("nsw-2024", "14.11")
@pytest.mark.parametrize(
    ("ruleset", "clause", "within_h"), [("nsw-legacy", "14.13", 0), ("nsw-2024", "14.11", 48)]
)
@pytest.mark.parametrize("cancelled", [False, True])
def test_a_promotion_postponed_for_its_integrity_raises_a_task_to_the_inspector(
    ruleset: str, clause: str, within_h: int, cancelled: bool
) -> None:
    pit = Pit(ruleset).opened()
    pit.do(
        Request(PostponePromotion("DRAW-7", cancelled), by=(CASINO,), reason=HouseReason.INTEGRITY)
    )
    assert pit.last(PromotionPostponed).reason == "integrity"
    (task,) = pit.floor.tasks
    assert (task.to, task.clause) == ("inspector", clause)
    assert task.about == f"promotion DRAW-7 {'cancelled' if cancelled else 'postponed'}"
    assert not overdue(task, pit.wait(within_h * 60).now)
    assert f"Notify inspector: {task.about}. ({clause})" in pit.prompts()
    assert overdue(task, pit.wait(1).now)
    assert "This is overdue." in pit.prompts()
    pit.do(RecordNotified(1))
    assert not overdue(pit.floor.tasks[0], pit.now)


def test_a_clock_set_back_gives_nobody_more_time_to_notify() -> None:
    pit = Pit("nsw-2024").opened().do(PostponePromotion("DRAW-7")).wait(47 * 60)
    pit.set_clock(-86_400).wait(61)
    assert overdue(pit.floor.tasks[0], pit.now)


@pytest.mark.clause("nsw", "14.6")
def test_a_running_promotion_points_to_its_terms(ruleset: str) -> None:
    pit = Pit(ruleset).opened()
    assert "Promotion" not in pit.pages()
    pit.do(ShowPromotion("Club desk, level 1"))
    assert pit.pages()["Promotion"] == ("Terms and conditions: Club desk, level 1",)
    assert "Promotion" not in pit.do(EndPromotion()).pages()


@pytest.mark.clause("nsw", "14.7.4")
def test_the_wager_of_a_promotion_is_a_message_and_no_limit(ruleset: str) -> None:
    pit = Pit(ruleset).opened()
    before = pit.floor.limits
    pit.do(ShowPromotion("Club desk", dollars("75")))
    assert "Wager for this promotion: $75.00" in pit.pages()["Promotion"]
    assert pit.floor.limits == before
    assert pit.floor.rules.limits == before.spot
