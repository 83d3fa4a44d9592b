"""Every role and every pair of roles against every action.

The table below is written out by hand, nothing in it is taken from powers.py: D dealer, G gaming
supervisor, C casino supervisor, I inspector, T technician; `D+G` two different people; `!` needs
a reason.
"""

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

LETTERS = dict(zip("DGCIT", Role, strict=True))

EXPECTED = """
open-round                  D
place-wager                 D
take-back-wager             D
no-more-bets                D
key-card                    D
deal-done                   D
decide                      D
reveal                      D
everybody-folded            D
show-dealers-hand           D
concede                     D
begin-settlement            D
settle-place                D
key-award                   D
pay-award                   D
finish-settlement           D
close-round                 D
continue-recovered          D
lift-hold                 ! G C
confirm-award             ! D+G D+C
decline-award             ! D+G D+C
order-meter-awards        ! D+G D+C
hold-for-review           ! G C
end-review                  G C
wrong-card-count            D+G D+C G+G G+C C+C
card-exposed-in-deal        D+G D+C G+G G+C C+C
dealer-card-exposed         D+G D+C G+G G+C C+C
community-card-exposed    ! D+G D+C G+G G+C C+C
cards-to-empty-box          D+G D+C G+G G+C C+C
missing-card                D+G D+C G+G G+C C+C
foreign-card                D+G D+C G+G G+C C+C
card-out-of-turn          ! D+G D+C G+G G+C C+C
shuffler-jam                D G C
shuffler-failed             D+G D+C G+G G+C C+C
jackpot-equipment-failed  ! D+G D+C G+G G+C C+C
invalid-wager             ! D+G D+C G+G G+C C+C
deemed-fold                 D G C
flop-wager-corrected        D
outcome-invalidated       ! G C
supervisor-void           ! G C
void-recovered            ! G C
override-card             ! D+G D+C
correct-keying            ! D+G D+C
begin-hand                  D
deal-cards                  D
player-acts                 D
draw-in-wagers              D
show-hand                   D
award-pots                  D
finish-hand                 D
correct-result            ! G C
player-away                 D
post-blind                  D
buy-chips                   D
buy-goods                   D
count-stack               ! D+G D+C
count-for-desk              D
pick-up-chips             ! D+G D+C
call-clock                  D G C
waiting-list                D G C
assign-seat                 G C
draw-for-seat               D G C
offer-seat                  D G C
change-stakes             ! G C
ask-for-cards               D G C
last-hands                ! G C
card-exposed-in-cut         D+G D+C G+G G+C C+C
dealt-out-of-turn           D+G D+C G+G G+C C+C
hole-card-exposed           D+G D+C G+G G+C C+C
boxed-card                  D+G D+C G+G G+C C+C
wrong-number-of-hands       D+G D+C G+G G+C C+C
flop-too-many               D+G D+C G+G G+C C+C
dealt-early                 D+G D+C G+G G+C C+C
wrong-burn                  D+G D+C G+G G+C C+C
two-cards                   D+G D+C G+G G+C C+C
hand-fouled                 D+G D+C G+G G+C C+C
hand-killed                 D+G D+C G+G G+C C+C
folded-hand-exposed         D G C
winning-hand-mucked         D G C
out-of-turn                 D G C
short-call                  D G C
short-raise                 D G C
string-bet                  D G C
clock-expired               D G C
invalidate-hand           ! G C
suspend-jackpot           ! G C
withdraw-jackpot          ! G C
offer-jackpot             ! G C
set-method                ! C+G C+C
meter-parameter           ! C+G C+C
change-pool               ! C+G C+C
set-transfer-aside        ! C+G C+C
send-transfer-again       ! G C
limits-with-notice        ! G C
limits-with-marker        ! G C
place-marker                D
remove-marker               D
raise-old-minimum         ! G C
low-limit-gaming          ! G C
withdraw-notice           ! G C
prepare-table               G C
confirm-equipment           D G C
open-table                ! G C
announce-closing          ! G C
close-table               ! G C
change-dealer               D G C
count-float                 D+G D+C
fill                        D+G D+C
credit                      D+G D+C
drop                        D+G D+C
attach-drop-box             D G C
remove-drop-box             D+G D+C
switch-cash                 G C
sell-cashless               D
exchange-voucher            D
bring-deck                  D G C
record-shuffle              D
cut-deck                    D
load-deck                   D
check-deck                  D G C
secure-deck                 D G C
change-deck               ! G C
order-deck-check          ! G C I
cards-dropped               D G C
cards-accounted-for         D+G D+C
extra-shuffle             ! G C
unseal-card               ! G+G G+C C+C G+I C+I
take-seat                   D
check-player-card           D
assist-placement            D
player-left                 D
ask-for-seat                D G C
refuse-wager              ! G C
report-incident             D G C
decide-first              ! G C
bar-together              ! G C
english-only              ! G C
lift-measure              ! G C
void-persons-wagers       ! G C
exclude-from-play         ! G C
record-exclusion          ! G C
record-detention          ! G C
hand-over                   G C
readmit-player            ! G C
reopen-seat               ! G C
withhold-payment          ! G C
show-promotion              G C
refuse-promotion-claim    ! G C
tell-claimant               D G C
postpone-promotion        ! G C
open-dispute                D G C
decide-dispute            ! G C
review-dispute            ! G+C C+C
advise-complaint            G C
close-dispute               G C
enter-correction            D G C
record-enquiries            G C
rectify-payment             D+G D+C
record-attempt              D G C
tell-regulator              G C
seek-patron                 G C
close-correction          ! D+G D+C G+G G+C C+C
close-suspected           ! D+C G+C C+C
monthly-report              G C
call-supervisor             D
answer-call                 G C
record-notice               G C
set-up-devices              T
pair-device               ! T+G T+C
compare-codes             T G C
swap-device               ! T G C
register-person           ! C
remove-person             ! C
change-own-pin              D G C I T
reset-pin                 ! C
give-card                 ! C
read-record                 G C I
verify-record               G C I T
export-record             ! G C I
archive-record            ! G C
publish-prizes              G C
alter-tournament          ! C
cancel-tournament         ! C
enter-player                D G C
withdraw-entry            ! D G C
sell-re-buy                 D G C
sell-add-on                 D G C
take-back-purchase        ! G C
close-re-buys               G C
seat-player                 D G C
move-player               ! G C
balance-tables              D G C
break-table                 G C
redraw-seats                G C
player-absent               D G C
start-tournament            G C
hand-for-hand               G C
call-time                   G C
end-play                    G C
cut-cards                   D G C
next-session                G C
stop-clock                  D G C
set-clock                 ! G C
report-hand                 D G C
colour-up                   G C
correct-hand              ! G C
take-back-bust-out        ! G C
forfeit-pocketed          ! G C
give-back-pocketed        ! G C
disqualify                ! G C
readmit-to-tournament     ! G C
key-pot                     D
take-over-table           ! G C
hold-tables                 D G C
"""

Crew = tuple[Role, ...]


def _expected() -> dict[str, tuple[bool, set[Crew]]]:
    table = {}
    for line in EXPECTED.strip().splitlines():
        code, *words = line.split()
        crews = {
            tuple(sorted(LETTERS[x] for x in word.split("+"))) for word in words if word != "!"
        }
        table[code] = ("!" in words, crews)
    return table


TABLE = _expected()


def actors(roles: Crew) -> tuple[Actor, ...]:
    return tuple(Actor(str(100 + index), role) for index, role in enumerate(roles))


def why(action: Action) -> Reason | None:
    return action.reasons[0] if action.reasons else None


def objection(refused: NotAllowed | None) -> Objection | None:
    return refused.objection if refused else None


def test_the_expected_table_names_every_action_once() -> None:
    assert sorted(TABLE) == sorted(str(action) for action in every_action())
    assert len(TABLE) == len(EXPECTED.strip().splitlines())


@pytest.mark.parametrize("role", Role, ids=str)
def test_a_role_has_a_part_in_what_the_table_says_and_in_nothing_else(role: Role) -> None:
    for action in every_action():
        crews = TABLE[action][1]
        has_part = any(role in crew for crew in crews)
        assert may(role, action) == has_part, action
        refused = check(action, actors((role,)), why(action))
        assert (refused is None) == ((role,) in crews), action
        assert has_part or objection(refused) is Objection.NOT_THIS_ROLE, action


def test_two_and_three_people_in_any_order_do_what_the_table_says_and_nothing_else() -> None:
    crews = [roles for count in (2, 3) for roles in product(Role, repeat=count)]
    for action, roles in product(every_action(), crews):
        allowed = check(action, actors(roles), why(action)) is None
        assert allowed == (tuple(sorted(roles)) in TABLE[action][1]), f"{action}: {roles}"


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
        needed, crews = TABLE[action]
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
