"""Every role and every pair of roles against every action.

The table below is written out by hand (`written`), nothing in it is taken from powers.py.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement, product

import pytest

from controller.domain.base import BrokenInvariant
from controller.games.bonus.commands import Irregularity, Report
from controller.games.bonus.powers import BonusAction, BonusReason
from controller.games.bonus.round.rulings import IRREGULARITIES
from controller.games.bonus.rules import RuleSet
from controller.games.bonus.terms import TERMS
from controller.games.poker.powers import PokerReason
from controller.games.registry import every_action
from controller.house.events import Authorised
from controller.journal.codec import from_bytes, to_bytes
from controller.rulebook import Kind, load_clauses
from controller.staff.powers import (
    Action,
    HouseAction,
    NotAllowed,
    Objection,
    check,
    check_when,
    may,
)
from controller.staff.roles import (
    DEALER,
    Actor,
    HouseReason,
    Reason,
    Role,
    When,
    every_reason,
    may_act_as,
    reason_of,
)
from controller.tournament.powers import DeskReason
from tests.unit.staff.notation import ALONE, APPROVED, HIGH, SUPER, TABLE, WITNESSED, written

EXPECTED = {
    ALONE: """open-round place-wager take-back-wager no-more-bets key-card deal-done decide reveal
        everybody-folded show-dealers-hand concede begin-settlement settle-place key-award pay-award
        finish-settlement close-round continue-recovered flop-wager-corrected begin-hand deal-cards
        player-acts draw-in-wagers show-hand award-pots finish-hand player-away post-blind buy-chips
        buy-goods count-for-desk place-marker remove-marker sell-cashless exchange-voucher
        record-shuffle cut-deck load-deck take-seat check-player-card assist-placement player-left
        call-supervisor key-pot""",
    f"! {SUPER}": """lift-hold hold-for-review outcome-invalidated supervisor-void void-recovered
        correct-result change-stakes last-hands invalidate-hand suspend-jackpot withdraw-jackpot
        offer-jackpot send-transfer-again limits-with-notice limits-with-marker raise-old-minimum
        low-limit-gaming withdraw-notice open-table announce-closing close-table change-deck
        extra-shuffle refuse-wager decide-first bar-together english-only lift-measure
        void-persons-wagers exclude-from-play record-exclusion record-detention readmit-player
        reopen-seat withhold-payment refuse-promotion-claim postpone-promotion decide-dispute
        archive-record take-back-purchase move-player set-clock correct-hand take-back-bust-out
        forfeit-pocketed give-back-pocketed disqualify readmit-to-tournament take-over-table""",
    f"! {WITNESSED}": """confirm-award decline-award order-meter-awards override-card correct-keying
        count-stack pick-up-chips""",
    SUPER: """end-review assign-seat prepare-table switch-cash hand-over show-promotion
        advise-complaint close-dispute record-enquiries tell-regulator seek-patron monthly-report
        answer-call record-notice publish-prizes close-re-buys break-table redraw-seats
        start-tournament hand-for-hand call-time end-play next-session colour-up""",
    APPROVED: """wrong-card-count card-exposed-in-deal dealer-card-exposed cards-to-empty-box
        missing-card foreign-card shuffler-failed card-exposed-in-cut dealt-out-of-turn
        hole-card-exposed boxed-card wrong-number-of-hands flop-too-many dealt-early wrong-burn
        two-cards hand-fouled hand-killed""",
    f"! {APPROVED}": """community-card-exposed card-out-of-turn jackpot-equipment-failed
        invalid-wager close-correction""",
    TABLE: """shuffler-jam deemed-fold call-clock waiting-list draw-for-seat offer-seat
        ask-for-cards folded-hand-exposed winning-hand-mucked out-of-turn short-call short-raise
        string-bet clock-expired confirm-equipment change-dealer attach-drop-box bring-deck
        check-deck secure-deck cards-dropped ask-for-seat report-incident tell-claimant open-dispute
        enter-correction record-attempt enter-player sell-re-buy sell-add-on seat-player
        balance-tables player-absent cut-cards stop-clock report-hand hold-tables""",
    f"! {HIGH}": "set-method meter-parameter change-pool set-transfer-aside",
    WITNESSED: "count-float fill credit drop remove-drop-box cards-accounted-for rectify-payment",
    "! G C I": "order-deck-check export-record",
    "! G+G G+C C+C G+I C+I": "unseal-card",
    "! G+C C+C": "review-dispute",
    "! D+C G+C C+C": "close-suspected",
    "T": "set-up-devices",
    "! T+G T+C": "pair-device",
    "T G C": "compare-codes",
    "! T G C": "swap-device",
    "! C": "register-person remove-person reset-pin give-card alter-tournament cancel-tournament",
    "D G C I T": "change-own-pin",
    "G C I": "read-record",
    "G C I T": "verify-record",
    f"! {TABLE}": "withdraw-entry",
}

TABLE_OF = {code: written(crews) for crews, codes in EXPECTED.items() for code in codes.split()}


def actors(roles: Sequence[Role]) -> tuple[Actor, ...]:
    return tuple(Actor(str(100 + index), role) for index, role in enumerate(roles))


def why(action: Action) -> Reason | None:
    return action.reasons[0] if action.reasons else None


def objection(refused: NotAllowed | None) -> Objection | None:
    return refused.objection if refused else None


def test_the_expected_table_names_every_action_once() -> None:
    codes = " ".join(EXPECTED.values()).split()
    assert sorted(codes) == sorted(str(action) for action in every_action())


@pytest.mark.parametrize("role", Role, ids=str)
def test_a_role_has_a_part_in_what_the_table_says_and_in_nothing_else(role: Role) -> None:
    for action in every_action():
        crews = TABLE_OF[action][1]
        has_part = any(role in crew for crew in crews)
        assert may(role, action) == has_part, action
        refused = check(action, actors((role,)), why(action))
        assert (refused is None) == ((role,) in crews), action
        assert has_part or objection(refused) is Objection.NOT_THIS_ROLE, action


def test_two_and_three_people_in_any_order_do_what_the_table_says_and_nothing_else() -> None:
    crews = [roles for count in (2, 3) for roles in product(Role, repeat=count)]
    for action, roles in product(every_action(), crews):
        allowed = check(action, actors(roles), why(action)) is None
        assert allowed == (tuple(sorted(roles)) in TABLE_OF[action][1]), f"{action}: {roles}"


def test_one_person_never_counts_as_two_whatever_roles_that_person_takes() -> None:
    for action, roles in product(every_action(), combinations_with_replacement(Role, 2)):
        refused = check(action, [Actor("100", role) for role in roles], why(action))
        assert refused is not None, f"{action}: {roles}"
        if all(may(role, action) for role in roles):
            assert objection(refused) is Objection.SAME_PERSON, f"{action}: {roles}"


def test_nobody_at_all_may_do_nothing() -> None:
    for action in every_action():
        assert objection(check(action, (), why(action))) is Objection.ANOTHER_NEEDED, action


def test_a_reason_is_asked_for_where_the_table_says_so_and_has_to_fit() -> None:
    for action in every_action():
        needed, crews = TABLE_OF[action]
        people = actors(sorted(crews)[0])
        assert bool(action.reasons) == needed, action
        asked = Objection.REASON_NEEDED if needed else None
        assert objection(check(action, people, None)) is asked, action
        for reason in every_reason():
            unfit = None if reason in action.reasons else Objection.REASON_UNFIT
            assert objection(check(action, people, reason)) is unfit, f"{action}: {reason}"


def test_every_reason_fits_something_and_reads_as_its_own_sentence() -> None:
    used = {reason for action in every_action() for reason in action.reasons}
    assert used == {*HouseReason, *BonusReason, *PokerReason, *DeskReason}
    texts = [reason.text for reason in used]
    assert all(texts)
    assert len(set(texts)) == len(texts)
    assert all(len(set(action.reasons)) == len(action.reasons) for action in every_action())


def test_an_outcome_is_invalidated_on_exactly_the_two_grounds_of_the_rules() -> None:
    assert BonusAction.OUTCOME_INVALIDATED.reasons == (HouseReason.EMERGENCY, HouseReason.FRAUD)


def test_no_money_action_is_open_to_inspector_or_technician() -> None:
    inspector = {str(action) for action in every_action() if may(Role.INSPECTOR, action)}
    technician = {str(action) for action in every_action() if may(Role.TECHNICIAN, action)}
    reads = {"read-record", "verify-record", "export-record"}
    assert inspector == reads | {"order-deck-check", "unseal-card", "change-own-pin"}
    devices = {"set-up-devices", "pair-device", "compare-codes", "swap-device"}
    assert technician == devices | {"verify-record", "change-own-pin"}


def test_the_casino_supervisor_holds_every_power_of_the_gaming_supervisor() -> None:
    held = {action for action in every_action() if may(Role.GAMING_SUPERVISOR, action)}
    assert held <= {action for action in every_action() if may(Role.CASINO_SUPERVISOR, action)}


def test_the_assistant_gaming_manager_is_a_casino_supervisor() -> None:
    assert Role("assistant-gaming-manager") is Role.CASINO_SUPERVISOR
    with pytest.raises(ValueError, match="cleaner"):
        Role("cleaner")


def test_only_supervisors_stand_in_and_only_as_the_dealer() -> None:
    others = {(own, role) for own, role in product(Role, Role) if own is not role}
    assert {(own, role) for own, role in others if may_act_as(own, role)} == {
        (Role.GAMING_SUPERVISOR, Role.DEALER),
        (Role.CASINO_SUPERVISOR, Role.DEALER),
    }
    assert all(may_act_as(role, role) for role in Role)


def test_the_time_of_an_action() -> None:
    idle = {str(action) for action in every_action() if action.when is When.IDLE}
    assert {"meter-parameter", "change-pool", "change-deck", "unseal-card"} <= idle
    for action in every_action():
        in_round = check_when(action, in_round=True, cards_out=False)
        dealt = check_when(action, in_round=True, cards_out=True)
        assert check_when(action, in_round=False, cards_out=False) is None
        assert (objection(in_round) is Objection.ROUND_IN_PROGRESS) == (str(action) in idle)
        before_cards = action in (BonusAction.REFUSE_WAGER, HouseAction.PAIR_DEVICE)
        assert (objection(dealt) is Objection.CARDS_OUT) == before_cards


def test_every_line_of_the_table_is_whole() -> None:
    for action in every_action():
        assert len(action.people.slots) in (1, 2)
        assert all(slot and slot <= set(Role) for slot in action.people.slots)
        assert isinstance(action.when, When)
        assert all(isinstance(reason, Reason) for reason in action.reasons)


def test_every_clause_cited_is_in_the_rulebook() -> None:
    rulebook = load_clauses()
    for action, ruleset in product(every_action(), RuleSet):
        clause = TERMS[ruleset].powers.get(action)
        parts = {number.split("#")[0] for name, number in rulebook if name == ruleset}
        assert clause is None or clause in parts, f"{action}: {ruleset} {clause}"


DEFINED_ELSEWHERE = {
    "nsw-legacy": {
        "1.1:Assistant Gaming Manager",  # roles
        "1.1:Casino Supervisor",
        "1.1:Gaming Supervisor",
        "1.1:Inspector",
        "13.3",  # its measures are actions
        "13.4.1",  # grounds are reasons
        "13.4.2",
    },
    "nsw-2024": {
        "1.1:Assistant Gaming Manager",
        "1.1:Casino Supervisor",
        "1.1:Gaming Supervisor",
        "1.1:Inspector",
        "13.1",  # routed to 11.19
        "13.4",
        "13.5.1",
        "13.5.2",
    },
    "sd": set[str](),
}


@pytest.mark.parametrize("ruleset", RuleSet)
def test_every_supervisor_clause_is_an_action_or_named_as_none(ruleset: RuleSet) -> None:
    clauses = load_clauses().values()
    wanted = {x.number for x in clauses if x.ruleset == ruleset and x.kind is Kind.SUPERVISOR}
    cited = set(TERMS[ruleset].powers.values())
    assert wanted - cited == DEFINED_ELSEWHERE[ruleset]


def test_a_refusal_names_what_was_seen_and_the_clause_of_the_rule_set() -> None:
    refused = check(HouseAction.CHANGE_DECK, actors((Role.DEALER,)), HouseReason.CARDS_WORN)
    assert refused is not None
    seen = "This role may not do this. You act as dealer. Needs: supervisor."
    assert refused.refused(TERMS["nsw-2024"].powers).text() == f"{seen} (rule 3.7)"
    assert refused.refused(TERMS["sd"].powers).text() == refused.text() == seen


def test_an_irregularity_cites_the_clause_of_its_ruling_or_the_one_above() -> None:
    for row, ruleset in product(IRREGULARITIES, RuleSet):
        action = Report(row.irregularity).action
        ruled, cited = row.clause(ruleset), TERMS[ruleset].powers.get(action)
        assert ruled is None or ruled.startswith(cited or "none"), row.irregularity


def test_what_ends_a_round_or_gives_stakes_back_is_never_the_dealers_alone() -> None:
    alone = {BonusAction.SHUFFLER_JAM, BonusAction.DEEMED_FOLD, BonusAction.FLOP_CORRECTED}
    for irregularity in Irregularity:
        action = Report(irregularity).action
        by_dealer = check(action, actors((Role.DEALER,)), why(action)) is None
        assert by_dealer == (action in alone)


def test_a_game_brings_lines_of_its_own_and_none_of_anothers() -> None:
    class Lines(Action):
        TURN = "turn-the-table-round", DEALER, When.ANY, ()

    assert check(Lines.TURN, actors((Role.DEALER,)), None) is None
    authorised = Authorised(Lines.TURN, (), None, None)
    assert from_bytes(Authorised, to_bytes(Authorised, authorised)).action is Lines.TURN
    with pytest.raises(BrokenInvariant, match="two of Action are called fill"):

        class Others(Action):
            FILL = "fill", DEALER, When.ANY, ()


def test_a_game_brings_reasons_of_its_own_and_none_of_anothers() -> None:
    assert reason_of("pool-lost") is BonusReason.POOL_LOST
    assert reason_of("emergency") is HouseReason.EMERGENCY
    with pytest.raises(BrokenInvariant, match="reason 'boredom' seen"):
        reason_of("boredom")
    with pytest.raises(BrokenInvariant, match="two of Reason are called emergency"):

        class Others(Reason):
            EMERGENCY = "emergency", "Something else altogether"
