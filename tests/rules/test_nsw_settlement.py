"""New South Wales, rule 10: concessions, the order of settlement, and what a hand comes to."""

import pytest

from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.state import Standing
from controller.games.bonus.wagers import Area
from simulators.games.bonus.scenario.result import round_result
from tests.helpers.felt import Felt, jackpot_felt, jackpot_rules, table_rules
from tests.rules.test_nsw_deal import both_devices, dealt, face_up
from tests.rules.test_nsw_wagers import settled

BOARD, DEALER = "2h 7d 9h Js 4c", "Kc Qd"
LOST = ("lose", "0.00", "0.00")
HANDS = {"p1": "Ah Ad", "p2": "3c 5s", "p4": "8c 8h", "p6": "Qs Kd"}
"""Against king high: two aces win, five high loses, eights win, king and queen stand off."""


def all_streets(felt: Felt, choice: str = "bet") -> Felt:
    """Everyone in bets the flop and does the same on turn and river; the dealer's hand is shown."""
    felt.all("bet").reveal("flop").all(choice).reveal("turn").all(choice).reveal("river")
    return felt.go(c.ShowDealersHand())


def one_hand(ruleset: str, board: str, dealer: str, hole: str, choice: str = "bet") -> Felt:
    """A hand played to its end: ante 25, bonus 5."""
    felt = Felt(table_rules(ruleset)).wagers(p1="25").bonus(1, "5")
    return all_streets(dealt(felt, board, dealer, p1=hole), choice).settle(1)


def four_hands(ruleset: str, method: str = "A", *, jackpots: tuple[int, ...] = ()) -> Felt:
    rules = table_rules(ruleset, method=method, jackpot=jackpot_rules() if jackpots else None)
    felt = Felt(rules, meter="60000").wagers(p1="25", p2="25", p4="25", p6="25")
    if jackpots:
        felt.jackpot(*jackpots)
    felt.bonus(1, "5").bonus(4, "5")
    return dealt(felt, BOARD, DEALER, **HANDS)


# Win, lose, stand off


@pytest.mark.clause("nsw", "10.9")
@pytest.mark.clause("nsw-guide", "main-lose", "intro#3")
@pytest.mark.parametrize("choice", ["bet", "check"])
def test_clause_10_9_a_lower_hand_loses_ante_flop_turn_and_river(ruleset: str, choice: str) -> None:
    seen = settled(one_hand(ruleset, BOARD, "Kc Kd", "Qc Qd", choice), 1)
    assert seen.pop("bonus") == ("win", "50.00", "5.00")  # on its own account
    wagers = ["ante", "flop", "turn", "river"] if choice == "bet" else ["ante", "flop"]
    assert seen == dict.fromkeys(wagers, LOST)


# fmt: off
WINNERS = [
    # board             hole     hand               the ante
    ("Th Jh Qh 3c 2d",  "Ah Kh", "royal flush",     "win"),
    ("5h 6h 7h Kc 2d",  "8h 9h", "straight flush",  "win"),
    ("9s 9d 3h 5c 2d",  "9h 9c", "four of a kind",  "win"),
    ("9s 9d 3h 5c 2d",  "9h 3c", "full house",      "win"),
    ("2h 7h 9h Js 4c",  "Ah 3h", "flush",           "win"),
    ("5s 6d 7h Kc 2d",  "8h 9c", "straight",        "stand-off"),
    ("9s 8d 3h 5c 2d",  "9h 9c", "three of a kind", "stand-off"),
    ("9s 8d 3h 5c 2d",  "9h 8c", "two pair",        "stand-off"),
    ("9s 8d 3h 5c 2d",  "9h Ac", "one pair",        "stand-off"),
    ("9s 8d 3h 5c 2d",  "Ah Kc", "no pair",         "stand-off"),
]
# fmt: on


@pytest.mark.clause("nsw", "10.10", "10.10:Note")
@pytest.mark.clause("nsw-guide", "main-paytable", "intro#3")
@pytest.mark.parametrize(("board", "hole", "name", "ante"), WINNERS)
def test_clause_10_10_a_higher_hand_is_paid_1_to_1_and_its_ante_only_from_a_flush_up(
    ruleset: str, board: str, hole: str, name: str, ante: str
) -> None:
    felt = one_hand(ruleset, board, "Td Jc", hole)
    assert round_result(felt.table)["hands"][0]["hand"] == name
    seen = settled(felt, 1)
    assert seen["ante"] == (ante, "25.00" if ante == "win" else "0.00", "25.00")
    assert seen["flop"] == ("win", "50.00", "50.00")
    assert seen["turn"] == ("win", "25.00", "25.00")
    assert seen["river"] == ("win", "25.00", "25.00")


@pytest.mark.clause("nsw", "10.10")
@pytest.mark.clause("nsw-guide", "main-paytable")
def test_clause_10_10_turn_and_river_are_paid_where_they_were_placed(ruleset: str) -> None:
    checked = settled(one_hand(ruleset, BOARD, DEALER, "Ah Ad", "check"), 1)
    assert checked["flop"] == ("win", "50.00", "50.00")
    assert not {"turn", "river"} & {*checked}


@pytest.mark.clause("nsw", "10.10:Note", "1.1:Stand Off")
@pytest.mark.clause("nsw-guide", "main-paytable", "glossary:Stand Off")
def test_a_win_below_a_flush_leaves_the_ante_standing_off(ruleset: str) -> None:
    seen = settled(one_hand(ruleset, BOARD, DEALER, "Ah Ad"), 1)
    assert seen["ante"] == ("stand-off", "0.00", "25.00")


@pytest.mark.clause("nsw", "10.11", "1.1:Stand Off")
@pytest.mark.clause("nsw-guide", "main-standoff", "glossary:Stand Off")
@pytest.mark.parametrize(
    ("board", "hole", "bonus"),
    [
        ("Kh Qs 9h Js 4c", "Ks Qh", LOST),  # two pair each, and the same fifth card
        ("5h 6h 7h 8h 9h", "Ad As", ("win", "150.00", "5.00")),  # the board, flush or not
    ],
)
def test_clause_10_11_equal_hands_stand_off_and_the_bonus_is_settled_on_its_own(
    ruleset: str, board: str, hole: str, bonus: tuple[str, str, str]
) -> None:
    assert settled(one_hand(ruleset, board, DEALER, hole), 1) == {
        "bonus": bonus,
        "ante": ("stand-off", "0.00", "25.00"),
        "flop": ("stand-off", "0.00", "50.00"),
        "turn": ("stand-off", "0.00", "25.00"),
        "river": ("stand-off", "0.00", "25.00"),
    }


@pytest.mark.clause("nsw-guide", "intro#1", "intro#3")
def test_each_hand_is_compared_with_the_dealers_alone(ruleset: str) -> None:
    together = all_streets(four_hands(ruleset)).settle(6, 4, 2, 1)
    for key, hole in HANDS.items():
        place = int(key.removeprefix("p"))
        felt = Felt(table_rules(ruleset)).wagers(**{key: "25"})
        if place in (1, 4):
            felt.bonus(place, "5")
        all_streets(dealt(felt, BOARD, DEALER, **{key: hole})).settle(place)
        assert settled(felt, place) == settled(together, place)
    flops = [settled(together, place)["flop"][0] for place in (1, 2, 4, 6)]
    assert flops == ["win", "lose", "win", "stand-off"]


# The order


@pytest.mark.clause("nsw", "10.4")
@pytest.mark.clause("nsw-guide", "settlement-order#1")
@both_devices
def test_clause_10_4_places_are_settled_from_the_dealers_right_one_completely_before_the_next(
    ruleset: str, dealing: str
) -> None:
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="25", p2="25", p4="25", p6="25")
    all_streets(dealt(felt, BOARD, DEALER, **HANDS))
    for place in (6, 4, 2, 1):
        for other in {1, 2, 4, 6} - {place}:
            seen = felt.refuses(c.SettlePlace(other))
            assert seen == Refused(Refusal.NOT_THE_NEXT, "10.4", f"Place {place} is next.")
        assert not face_up(felt.table) & {*HANDS[f"p{place}"].split()}
        felt.settle(place)
        assert face_up(felt.table) >= {*HANDS[f"p{place}"].split()}
        assert {*settled(felt, place)} == {"ante", "flop", "turn", "river"}
    assert round_result(felt.table)["settlement_order"] == [6, 4, 2, 1]


@pytest.mark.clause("nsw", "10.4")
@pytest.mark.clause("nsw-guide", "settlement-order#1")
def test_clause_10_4_folded_and_conceded_places_are_passed_over(ruleset: str) -> None:
    felt = all_streets(four_hands(ruleset).decide(6, "fold").decide(2, "fold"))
    felt.go(c.Concede(4))
    seen = felt.refuses(c.SettlePlace(6))
    assert seen == Refused(Refusal.NOT_THE_NEXT, "10.4", "Place 1 is next.")
    felt.settle(1)
    assert round_result(felt.table)["settlement_order"] == [1]
    assert felt.phase == "idle"


@pytest.mark.clause("nsw-2024", "10.4")
def test_clause_10_4_method_b_acts_on_folded_and_conceded_places_with_a_jackpot_wager() -> None:
    felt = four_hands("nsw-2024", "B", jackpots=(1, 4, 6)).decide(6, "fold").decide(2, "fold")
    all_streets(felt).go(c.Concede(4)).settle(6, 4, 1)
    result = round_result(felt.table)
    assert result["settlement_order"] == [6, 4, 1]
    outcomes = {hand["place"]: (hand["outcome"], hand["cards"]) for hand in result["hands"]}
    assert outcomes == {
        1: ("win", ["Ah", "Ad"]),
        2: ("folded", []),
        4: ("conceded", ["8c", "8h"]),
        6: ("folded", ["Qs", "Kd"]),
    }


@pytest.mark.clause("nsw", "10.1", "10.4")
@pytest.mark.clause("nsw-guide", "settlement#1", "concede#1")
def test_clause_10_1_nothing_is_settled_or_conceded_before_the_dealers_hand_is_shown(
    ruleset: str,
) -> None:
    felt = four_hands(ruleset).all("bet").reveal("flop").all("check").reveal("turn").all("check")
    assert felt.refuses(c.Concede(1)) == Refused(Refusal.WRONG_PHASE, "10.2")
    assert felt.refuses(c.SettlePlace(6)) == Refused(Refusal.WRONG_PHASE, "10.4")
    felt.reveal("river")
    assert felt.refuses(c.Concede(1)) == Refused(Refusal.DEALER_NOT_SHOWN, "10.2")
    assert felt.refuses(c.SettlePlace(6)) == Refused(Refusal.DEALER_NOT_SHOWN, "10.4")
    assert felt.refuses(c.BeginSettlement()) == Refused(Refusal.DEALER_NOT_SHOWN, "10.4")
    felt.go(c.ShowDealersHand(), c.Concede(1)).settle(6)


# Concessions


@pytest.mark.clause("nsw", "10.2")
@pytest.mark.clause("nsw-guide", "concede#1", "concede#3")
def test_clause_10_2_a_concession_forfeits_every_wager_and_a_winning_bonus_too(
    ruleset: str,
) -> None:
    felt = all_streets(four_hands(ruleset)).go(c.Concede(1))
    assert settled(felt, 1) == dict.fromkeys(("ante", "bonus", "flop", "turn", "river"), LOST)
    felt.settle(6, 4, 2)
    assert felt.phase == "idle"
    hand = round_result(felt.table)["hands"][0]
    assert (hand["outcome"], hand["cards"], hand["hand"]) == ("conceded", [], None)


@pytest.mark.clause("nsw", "10.2", "10.3")
@pytest.mark.clause("nsw-guide", "concede#1")
def test_clause_10_2_a_hand_may_be_conceded_until_its_place_is_reached(ruleset: str) -> None:
    felt = all_streets(four_hands(ruleset)).settle(6)
    felt.go(c.Concede(2)).settle(4)
    over = Refused(Refusal.HAND_OVER, "10.3")
    assert felt.refuses(c.Concede(6)) == over  # stood off: settled is settled
    assert felt.refuses(c.Concede(4)) == over
    felt.settle(1)
    assert round_result(felt.table)["settlement_order"] == [6, 4, 1]


@pytest.mark.clause("nsw", "10.3")
def test_clause_10_3_a_conceded_hand_does_not_come_back(ruleset: str) -> None:
    felt = all_streets(four_hands(ruleset)).go(c.Concede(4))
    lost = settled(felt, 4)
    assert felt.refuses(c.Concede(4)) == Refused(Refusal.HAND_OVER, "10.3")
    felt.settle(6)
    seen = felt.refuses(c.SettlePlace(4))
    assert seen == Refused(Refusal.NOT_THE_NEXT, "10.4", "Place 2 is next.")
    felt.settle(2, 1)
    assert settled(felt, 4) == lost
    assert felt.place(4).standing is Standing.CONCEDED


@pytest.mark.clause("nsw-legacy", "10.2", "1.1:Fold")
@pytest.mark.clause("nsw-2024", "10.2", "1.1:Fold", "10.4.1")
@pytest.mark.parametrize(
    ("ruleset", "method", "awards"),
    [
        ("nsw-legacy", "A", []),
        ("nsw-2024", "A", []),
        ("nsw-2024", "B", [(1, "flush", "100.00")]),
    ],
)
def test_clause_10_2_a_concession_keeps_the_jackpot_under_method_b_alone(
    ruleset: str, method: str, awards: list[tuple[int, str, str]]
) -> None:
    felt = jackpot_felt(ruleset, method=method).wagers(p1="25", p2="25").jackpot(1)
    dealt(felt, "2h 7h 9h Js 4c", "Kh Qh", p1="Th 3h", p2="5c 5d").to_showdown()
    felt.go(c.Concede(1)).settle(2)
    assert (Area.JACKPOT in felt.place(1).results) is (method == "A")
    if method == "B":
        felt.settle(1).go(c.KeyAward(1, "flush"), c.PayAward(1, "flush"), c.CloseRound())
    assert felt.phase == "idle"  # and nothing is due
    result = round_result(felt.table)
    assert [(a["place"], a["award"], a["amount"]) for a in result["jackpots"]] == awards
    wagers = settled(felt, 1)
    assert wagers.pop("jackpot") == ("taken", "0.00", "0.00")
    assert wagers == {"ante": LOST, "flop": LOST}


@pytest.mark.clause("nsw-2024", "10.4.1")
def test_clause_10_4_1_a_folded_winner_of_a_jackpot_is_paid_nothing_else() -> None:
    felt = jackpot_felt("nsw-2024", method="B").wagers(p1="25", p2="25").bonus(1, "5").jackpot(1)
    dealt(felt, "2h 7h 9h 7s 7c", "Kc Qd", p1="Ah Kh", p2="3c 5s").decide(1, "fold")
    felt.to_showdown().settle(2, 1).pay(1, "flush")
    result = round_result(felt.table)
    assert [award["amount"] for award in result["jackpots"]] == ["100.00"]
    wagers = settled(felt, 1)
    assert wagers.pop("jackpot") == ("taken", "0.00", "0.00")
    assert wagers == {"ante": LOST, "bonus": LOST}
