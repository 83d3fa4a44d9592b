"""New South Wales, rule 1.1: who supervises, who inspects, and to whom the console speaks."""

import re

import pytest

from controller.games.bonus import commands as c
from controller.games.bonus.powers import BonusAction, BonusReason
from controller.games.bonus.round.guidance.words import supervisor
from controller.games.bonus.steps import guide
from controller.games.bonus.terms import TERMS
from controller.games.registry import every_action
from controller.staff.powers import Action, HouseAction, NotAllowed, Objection, check, may
from controller.staff.roles import DEALER, SUPER, SUPERVISORS, Actor, HouseReason, Role
from tests.helpers.felt import Felt, table_rules
from tests.rules.test_nsw_deal import dealt
from tests.rules.test_nsw_settlement import BOARD
from tests.rules.test_nsw_settlement import DEALER as DEALERS_CARDS

RESERVED = [action for action in every_action() if action.people is SUPER]
"""What the rules keep for a casino supervisor."""

STEPS = (
    *(
        BonusAction.OPEN_ROUND,
        BonusAction.PLACE_WAGER,
        BonusAction.NO_MORE_BETS,
        BonusAction.DECIDE,
        BonusAction.REVEAL,
    ),
    *(
        BonusAction.SHOW_DEALERS_HAND,
        BonusAction.CONCEDE,
        BonusAction.SETTLE_PLACE,
        BonusAction.PAY_AWARD,
    ),
    BonusAction.CLOSE_ROUND,
)
"""What is entered and confirmed in the course of a round."""


def alone(role: Role, action: Action) -> NotAllowed | None:
    reason = action.reasons[0] if action.reasons else None
    return check(action, [Actor("7", role)], reason)


@pytest.mark.clause("nsw", "1.1:Casino Supervisor")
@pytest.mark.parametrize("action", RESERVED)
def test_what_is_kept_for_a_casino_supervisor_opens_to_both_grades_and_no_dealer(
    action: Action,
) -> None:
    assert {role for role in Role if alone(role, action) is None} == SUPERVISORS
    refused = alone(Role.DEALER, action)
    assert refused is not None
    assert refused.objection is Objection.NOT_THIS_ROLE


@pytest.mark.clause("nsw", "1.1:Casino Supervisor")
def test_a_void_or_an_invalidated_outcome_is_never_a_dealers() -> None:
    assert {HouseAction.VOID_ROUND, BonusAction.OUTCOME_INVALIDATED} <= set(RESERVED)
    assert len(RESERVED) > 20


def test_the_guidance_names_every_grade_that_the_powers_table_lets_confirm(ruleset: str) -> None:
    with_dealer = [
        role.words.removesuffix(" supervisor")
        for role in Role
        if check(
            BonusAction.CONFIRM_AWARD,
            [Actor("1", Role.DEALER), Actor("2", role)],
            BonusReason.ALL_AGREED,
        )
        is None
    ]
    assert supervisor(table_rules(ruleset)) == f"a {' or '.join(with_dealer)} supervisor"


@pytest.mark.clause("nsw", "1.1:Assistant Gaming Manager")
def test_the_manager_of_a_pit_has_every_permission_of_a_casino_supervisor() -> None:
    manager = Role("assistant-gaming-manager")
    assert manager in SUPERVISORS
    assert manager is not Role.GAMING_SUPERVISOR
    for action in every_action():
        assert may(manager, action) or not may(Role.GAMING_SUPERVISOR, action), action
    higher = {action for action in every_action() if may(manager, action)} - {
        action for action in every_action() if may(Role.GAMING_SUPERVISOR, action)
    }
    assert HouseAction.REGISTER_PERSON in higher


@pytest.mark.clause("nsw", "1.1:Gaming Supervisor")
def test_the_gaming_supervisor_decides_a_dispute_first_and_a_manager_reviews_it() -> None:
    gaming, manager = Actor("2", Role.GAMING_SUPERVISOR), Actor("3", Role.CASINO_SUPERVISOR)
    assert Role.GAMING_SUPERVISOR in SUPERVISORS
    assert check(HouseAction.DECIDE_DISPUTE, [gaming], HouseReason.UPHELD) is None
    assert check(HouseAction.REVIEW_DISPUTE, [gaming], HouseReason.UPHELD) is not None
    assert check(HouseAction.REVIEW_DISPUTE, [gaming, manager], HouseReason.UPHELD) is None
    assert alone(Role.DEALER, HouseAction.DECIDE_DISPUTE) is not None


@pytest.mark.clause("nsw", "1.1:Inspector")
def test_an_inspector_is_notified_and_may_order_a_count_but_supervises_nothing(
    ruleset: str,
) -> None:
    assert alone(Role.INSPECTOR, HouseAction.ORDER_DECK_CHECK) is None
    assert TERMS[ruleset].powers[HouseAction.ORDER_DECK_CHECK] == "3.8"
    assert Role.INSPECTOR not in SUPERVISORS
    assert all(alone(Role.INSPECTOR, action) is not None for action in RESERVED)
    felt = Felt(table_rules(ruleset)).wagers(p1="25")
    felt.go(c.Report(c.Irregularity.FOREIGN_CARD))
    assert "inspector" in felt.round.notices
    (told,) = (line for line in guide(felt.table).reminders if line.startswith("Notified"))
    assert "inspector" in told


@pytest.mark.clause("nsw-guide", "glossary:Dealer")
def test_prompts_speak_to_the_dealer_and_every_step_of_a_round_is_the_dealers_to_confirm(
    ruleset: str,
) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25")
    told = [guide(felt.table).text]
    dealt(felt, BOARD, DEALERS_CARDS, p1="Ah Ad")
    for street in ("flop", "turn", "river"):
        told.append(guide(felt.table).text)
        felt.all("bet").reveal(street)
    told.append(guide(felt.table).text)
    assert "Ask place 1" in told[1]
    assert "your hole cards" in told[-1]
    assert not any(re.search(r"\byou(?:r|rself)?\b.*\bplayer'?s", text) for text in told)
    for action in STEPS:
        assert action.people is DEALER
        assert {role for role in Role if alone(role, action) is None} == {Role.DEALER}
