"""New South Wales, rule 9: what a fold costs, and what Methods A and B make of it."""

import pytest

from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.state import Standing
from controller.games.bonus.wagers import Area, Choice
from simulators.games.bonus.scenario.result import round_result
from tests.helpers.felt import Felt, jackpot_felt, table_rules
from tests.helpers.rounds import methods
from tests.rules.test_nsw_betting import BOARD, DEALER, LOST, STREETS, aces, to
from tests.rules.test_nsw_deal import dealt, face_up
from tests.rules.test_nsw_wagers import settled

FLUSH_ON_THE_FLOP = ("2h 7h 9h Js 4c", "Ah 3h")
"""Board and hole cards: a flush on hole cards and flop, which the jackpot pays 100 for."""


@pytest.mark.clause("nsw", "9.1.1", "1.1:Fold", "9.6")
@pytest.mark.clause("nsw-guide", "flop-wager#2", "glossary:Fold")
def test_clause_9_1_1_a_fold_before_the_flop_forfeits_ante_and_bonus_two_aces_or_not(
    ruleset: str,
) -> None:
    felt = aces(ruleset).decide(1, "fold")
    assert settled(felt, 1) == {"ante": LOST, "bonus": LOST}
    felt.to_showdown().settle(2)
    assert settled(felt, 1) == {"ante": LOST, "bonus": LOST}
    hand = round_result(felt.table)["hands"][0]
    assert (hand["outcome"], hand["cards"], hand["best"]) == ("folded", [], None)


@pytest.mark.clause("nsw", "9.2.1", "1.1:Fold", "9.6")
@pytest.mark.clause("nsw-guide", "glossary:Fold")
def test_clause_9_2_1_a_fold_after_the_flop_forfeits_ante_flop_and_bonus(ruleset: str) -> None:
    felt = aces(ruleset).all("bet").reveal("flop").decide(1, "fold")
    assert settled(felt, 1) == {"ante": LOST, "bonus": LOST, "flop": LOST}


@pytest.mark.clause("nsw", "9.3.1", "1.1:Fold", "9.6")
@pytest.mark.clause("nsw-guide", "glossary:Fold")
@pytest.mark.parametrize("bonus", ["5", None])
@pytest.mark.parametrize("on_the_turn", ["bet", "check"])
def test_clause_9_3_1_a_fold_after_the_turn_forfeits_every_wager_there_is(
    ruleset: str, bonus: str | None, on_the_turn: str
) -> None:
    felt = aces(ruleset, bonus=bonus).all("bet").reveal("flop").all(on_the_turn).reveal("turn")
    felt.decide(1, "fold")
    wagers = {"ante", "flop"} | ({"bonus"} if bonus else set())
    wagers |= {"turn"} if on_the_turn == "bet" else set()
    assert settled(felt, 1) == dict.fromkeys(wagers, LOST)


@pytest.mark.clause("nsw", "9.5", "1.1:Fold")
@pytest.mark.clause("nsw-guide", "glossary:Fold")
@pytest.mark.parametrize("street", STREETS)
@methods
def test_clause_9_5_a_folded_hand_never_comes_back(ruleset: str, street: str, method: str) -> None:
    felt = Felt(table_rules(ruleset, method=method)).wagers(p1="25", p2="25")
    felt = to(dealt(felt, BOARD, DEALER, p1="Ah Ad", p2="3c 5s"), street).decide(1, "fold")
    results = settled(felt, 1)
    for later in STREETS[STREETS.index(street) :]:
        for choice in (Choice.BET, Choice.FOLD):
            assert felt.refuses(c.Decide(1, choice)) == Refused(Refusal.HAND_OVER, "9.5")
        felt.all("bet").reveal(later)
    felt.go(c.ShowDealersHand())
    assert felt.refuses(c.Concede(1)).refusal is Refusal.HAND_OVER
    assert felt.refuses(c.SettlePlace(1)).refusal is Refusal.NOT_THE_NEXT
    felt.settle(2)
    assert felt.phase == "idle"
    assert settled(felt, 1) == results


@pytest.mark.clause("nsw-legacy", "9.6")
@pytest.mark.clause("nsw-2024", "9.6", "9.6.1")
@pytest.mark.parametrize("street", STREETS)
def test_clause_9_6_once_everyone_has_folded_all_is_collected_and_the_round_is_over(
    ruleset: str, street: str
) -> None:
    felt = jackpot_felt(ruleset, bonus=True).wagers(p1="25", p2="25").jackpot(1, 2)
    to(dealt(felt, BOARD, DEALER, p1="Ah Ad", p2="3c 5s"), street)
    felt.decide(2, "fold").decide(1, "fold")
    result = round_result(felt.table)
    assert (result["result"], result["phases"][-1]) == ("settled", "reconcile")
    assert "settlement" not in result["phases"]
    for hand in result["hands"]:
        taken = {area: (w["paid"], w["returned"]) for area, w in hand["wagers"].items()}
        assert {"ante", "jackpot"} <= {*taken}
        assert {*taken.values()} == {("0.00", "0.00")}
    assert len(face_up(felt.table)) == (0, 3, 4)[STREETS.index(street)]


# Folds and the jackpot: Method A and Method B


def folded_flush(
    ruleset: str, method: str, street: str = "turn", *, jackpot: bool = True, other: str = "3c 5s"
) -> Felt:
    """Place 1 folds a hand that makes a flush with the flop; place 2 plays on."""
    felt = jackpot_felt(ruleset, method=method, bonus=True).wagers(p1="25", p2="25").bonus(1, "5")
    if jackpot:
        felt.jackpot(1)
    board, hole = FLUSH_ON_THE_FLOP
    dealt(felt, board, DEALER, p1=hole, p2=other)
    return to(felt, street).decide(1, "fold")


@pytest.mark.clause("nsw-legacy", "1.1:Fold", "9.6")
@pytest.mark.clause("nsw-2024", "1.1:Fold", "9.6", "9.6.1")
@pytest.mark.parametrize("street", STREETS)
def test_clause_9_6_1_method_a_a_fold_takes_the_jackpot_wager_and_the_cards_away(
    ruleset: str, street: str
) -> None:
    felt = folded_flush(ruleset, "A", street)
    assert settled(felt, 1)["jackpot"] == ("taken", "0.00", "0.00")
    for later in STREETS[STREETS.index(street) :]:
        felt.all("bet").reveal(later)
    felt.go(c.ShowDealersHand())
    assert felt.refuses(c.SettlePlace(1)).refusal is Refusal.NOT_THE_NEXT
    felt.settle(2)
    assert (felt.phase, felt.round.awards) == ("idle", ())
    assert felt.round.settlement_order == (2,)
    assert not face_up(felt.table) & {"Ah", "3h"}


@pytest.mark.clause("nsw-2024", "1.1:Fold", "9.6", "9.6.2", "10.4", "10.4.1")
@pytest.mark.parametrize("street", STREETS)
def test_clause_9_6_2_method_b_a_folded_hand_waits_face_down_for_its_jackpot(street: str) -> None:
    felt = folded_flush("nsw-2024", "B", street)
    assert felt.place(1).standing is Standing.FOLDED
    assert Area.JACKPOT not in felt.place(1).results  # the wager stands
    main_game = settled(felt, 1)
    for later in STREETS[STREETS.index(street) :]:
        felt.all("bet").reveal(later)
    felt.go(c.ShowDealersHand()).settle(2)
    assert not face_up(felt.table) & {"Ah", "3h"}
    assert felt.phase == "settlement"
    felt.settle(1).go(c.KeyAward(1, "flush"), c.PayAward(1, "flush"), c.CloseRound())
    result = round_result(felt.table)
    assert result["settlement_order"] == [2, 1]
    assert [(award["place"], award["amount"]) for award in result["jackpots"]] == [(1, "100.00")]
    assert face_up(felt.table) >= {"Ah", "3h"}
    assert settled(felt, 1) == {**main_game, "jackpot": ("taken", "0.00", "0.00")}
    assert {*main_game.values()} == {LOST}


@pytest.mark.clause("nsw", "1.1:Fold")
@pytest.mark.parametrize(
    ("ruleset", "method", "bonus"),
    [("nsw-legacy", "A", []), ("nsw-2024", "A", []), ("nsw-2024", "B", [(1, "bonus")])],
)
def test_a_folded_place_gets_the_bonus_jackpot_under_method_b_alone(
    ruleset: str, method: str, bonus: list[tuple[int, str]]
) -> None:
    felt = jackpot_felt(ruleset, method=method, bonus=True).wagers(p1="25", p2="25").jackpot(1, 2)
    dealt(felt, "5h 6h 7h Js 2c", DEALER, p1="Ac Ad", p2="8h 9h").decide(1, "fold").to_showdown()
    felt.settle(2)
    if method == "B":
        felt.settle(1)
    awards = [(due.award.place, str(due.award.kind)) for due in felt.round.awards]
    assert sorted(awards) == [*bonus, (2, "progressive")]


@pytest.mark.clause("nsw-2024", "9.6.2", "10.4", "10.4.1")
def test_clause_10_4_1_method_b_a_folded_hand_without_a_jackpot_wager_is_paid_nothing() -> None:
    felt = folded_flush("nsw-2024", "B", jackpot=False).all("check").reveal("turn").all("check")
    felt.reveal("river").go(c.ShowDealersHand()).settle(2)
    result = round_result(felt.table)
    assert (result["settlement_order"], result["jackpots"]) == ([2], [])
    assert felt.phase == "idle"
    assert {*settled(felt, 1).values()} == {LOST}


@pytest.mark.clause("nsw-2024", "9.6.2")
def test_clause_9_6_2_method_b_the_flop_is_turned_for_a_jackpot_though_everyone_folded() -> None:
    felt = folded_flush("nsw-2024", "B", "flop").decide(2, "fold")
    assert felt.phase == "flop-decisions"
    assert felt.refuses(c.EverybodyFolded()) == Refused(Refusal.FLOP_DOWN, "7.2.6")
    felt.reveal("flop")
    assert face_up(felt.table) == {"2h", "7h", "9h"}
    felt.settle(1).pay(1, "flush")
    result = round_result(felt.table)
    assert (result["settlement_order"], result["dealer"]["cards"]) == ([1], [])
    assert [award["amount"] for award in result["jackpots"]] == ["100.00"]
