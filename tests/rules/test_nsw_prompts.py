"""New South Wales, rules 7, 9 and 10: what a rule has the dealer do, the console says in time."""

import pytest

from controller.domain.cards import parse_cards
from controller.games.bonus import commands as c
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.steps import guide
from tests.helpers.felt import Felt, jackpot_felt, table_rules
from tests.rules.test_nsw_betting import to
from tests.rules.test_nsw_deal import as_dealt, both_devices, dealt
from tests.rules.test_nsw_settlement import BOARD, DEALER, HANDS, all_streets, four_hands


def prompt(felt: Felt) -> Guidance:
    return guide(felt.table)


def told(felt: Felt, *parts: str) -> bool:
    """Does the prompt say all of this, in this order?"""
    text, at = prompt(felt).text, 0
    for part in parts:
        at = text.find(part, at) + 1
        if not at:
            return False
    return True


def script(ruleset: str, dealing: str) -> list[tuple[str | None, int | None, int | None]]:
    """Rule, place and number of cards of the step before each card of a deal to places 2 and 5."""
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p2="25", p5="25").do(c.NoMoreBets())
    cards = as_dealt(felt.table.rules, BOARD, DEALER, p2="Ah Ad", p5="8c 8h")
    seen = []
    for card in parse_cards(cards):
        step = prompt(felt)
        assert "face down" in step.text
        assert "look" not in step.text
        seen.append((step.clause, step.place, step.cards))
        felt.go(c.CardDrawn(card))
    assert "look at their cards" in prompt(felt).text  # 7.2.5, 7.3.6
    return seen


# The deal


@pytest.mark.clause("nsw", "7.2", "7.2.1", "7.2.2", "7.2.3", "7.2.4", "7.2.5")
def test_clause_7_2_the_dealer_is_led_through_the_deal_from_a_shuffler() -> None:
    board = [("7.2.1", None, left) for left in (5, 4, 3, 2, 1)]
    assert script("nsw-legacy", "shuffler") == [
        *board,
        *[("7.2.2", 2, 2), ("7.2.3", 2, 1), ("7.2.3", 5, 2), ("7.2.3", 5, 1)],
        *[("7.2.4", None, 2), ("7.2.4", None, 1)],
    ]
    assert script("nsw-2024", "shuffler") == [
        *board,
        *[("7.2.2", None, 2), ("7.2.3", None, 1)],
        *[("7.2.4", 2, 2), ("7.2.4", 2, 1), ("7.2.4", 5, 2), ("7.2.4", 5, 1)],
    ]


@pytest.mark.clause("nsw", "7.2.1", "7.2.2")
def test_clause_7_2_1_five_cards_in_one_stack_which_is_then_spread(ruleset: str) -> None:
    felt = Felt(table_rules(ruleset, dealing="shuffler")).wagers(p1="25").do(c.NoMoreBets())
    assert told(felt, "five cards", "one stack", "first Flop box")
    assert prompt(felt).cards == 5
    felt.go(*(c.CardDrawn(card) for card in parse_cards(BOARD)))
    assert told(felt, "Spread", "left to right", "top card on River", "second on Turn")
    assert told(felt, "bottom three on Flop", "two cards together")


@pytest.mark.clause("nsw", "7.3", "7.3.1", "7.3.2", "7.3.3", "7.3.4", "7.3.5", "7.3.6")
def test_clause_7_3_the_dealer_is_led_through_the_deal_from_a_shoe() -> None:
    board = [("7.3.1", None, left) for left in (5, 4, 3, 2, 1)]
    assert script("nsw-legacy", "shoe") == [
        *board,
        *[("7.3.2", 2, 1), ("7.3.2", 5, 1), ("7.3.3", None, 1)],
        *[("7.3.4", 2, 1), ("7.3.4", 5, 1), ("7.3.5", None, 1)],
    ]
    assert script("nsw-2024", "shoe") == [
        *board,
        *[("7.3.2", None, 1), ("7.3.3", 2, 1), ("7.3.3", 5, 1)],
        *[("7.3.4", None, 1), ("7.3.5", 2, 1), ("7.3.5", 5, 1)],
    ]


@pytest.mark.clause("nsw", "7.2.6", "7.2.7", "7.2.8", "7.3.7", "7.3.8", "7.3.9")
@pytest.mark.parametrize(
    ("dealing", "clauses"),
    [("shuffler", ("7.2.6", "7.2.7", "7.2.8")), ("shoe", ("7.3.7", "7.3.8", "7.3.9"))],
)
def test_once_all_have_decided_the_dealer_is_told_to_reveal_the_street(
    ruleset: str, dealing: str, clauses: tuple[str, ...]
) -> None:
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="25", p2="25")
    dealt(felt, BOARD, DEALER, p1=HANDS["p1"], p2=HANDS["p2"])
    streets = zip(("flop", "turn", "river"), clauses, (3, 1, 1), strict=True)
    for street, clause, cards in streets:
        for place in (1, 2):
            assert not told(felt, "Reveal")
            assert prompt(felt).place == place
            felt.decide(place, "bet")
        assert told(felt, f"Reveal the {street.capitalize()}")
        assert (prompt(felt).clause, prompt(felt).cards) == (clause, cards)
        assert told(felt, "at the same time") is (clause == "7.2.6")
        felt.reveal(street)


# Decisions and folds


@pytest.mark.clause("nsw", "9.1", "9.2", "9.3", "9.1.2", "9.2.3", "9.3.3")
@pytest.mark.clause("nsw-guide", "flop-wager#1", "turn-wager#1", "river-wager#1")
def test_each_player_is_asked_for_exactly_the_decisions_of_the_street(ruleset: str) -> None:
    felt = dealt(Felt(table_rules(ruleset)).wagers(p1="40"), BOARD, DEALER, p1="Ah Ad")
    assert prompt(felt).clause == "9.1"
    assert told(felt, "fold", "bet a Flop Wager of $80")
    assert not told(felt, "check")
    for street, clause in (("turn", "9.2"), ("river", "9.3")):
        felt.all("bet").reveal("flop" if street == "turn" else "turn")
        assert prompt(felt).clause == clause
        assert told(felt, "fold", "check", f"bet a {street.capitalize()} Wager of $40")


@pytest.mark.clause("nsw", "9.1.2")
def test_clause_9_1_2_only_the_legacy_rules_have_the_cards_laid_down_on_a_bet() -> None:
    for ruleset, laid_down in (("nsw-legacy", True), ("nsw-2024", False)):
        felt = dealt(Felt(table_rules(ruleset)).wagers(p1="25"), BOARD, DEALER, p1="Ah Ad")
        seen = [line for line in prompt(felt).reminders if "rule 9.1.2" in line]
        assert [("face down" in line) for line in seen] == ([True] if laid_down else [])


@pytest.mark.clause("nsw-legacy", "9.6", "9.1.1", "9.2.1", "9.3.1")
@pytest.mark.clause("nsw-2024", "9.6", "9.6.1", "9.6.2", "9.1.1", "9.2.1", "9.3.1")
@pytest.mark.parametrize("street", ["flop", "turn", "river"])
@pytest.mark.parametrize(
    ("ruleset", "method", "goes_to"),
    [
        ("nsw-legacy", "A", "discard rack"),
        ("nsw-2024", "A", "discard rack"),
        ("nsw-2024", "B", "jackpot area"),
    ],
)
def test_clause_9_6_a_fold_is_collected_spread_face_down_and_put_where_the_method_says(
    ruleset: str, method: str, goes_to: str, street: str
) -> None:
    felt = jackpot_felt(ruleset, method=method).wagers(p1="25", p2="25").jackpot(1)
    to(dealt(felt, BOARD, DEALER, p1=HANDS["p1"], p2=HANDS["p2"]), street)
    assert not told(felt, "collect")
    felt.decide(1, "fold")
    assert told(felt, "Place 1 folds", "collect all wagers and cards", "spread", "singly face down")
    assert told(felt, "face down", "two", goes_to)
    other = "jackpot area" if goes_to == "discard rack" else "discard rack"
    assert not told(felt, other)


# The dealer's hand, concessions and settlement


@pytest.mark.clause("nsw", "9.7", "10.1")
@both_devices
def test_clause_9_7_reveal_the_river_announce_turn_declare_and_push_forward(
    ruleset: str, dealing: str
) -> None:
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="25")
    dealt(felt, "2h 7d Kh Js 4c", "Kc Qd", p1="Ah Ad").all("bet").reveal("flop")
    felt.all("bet").reveal("turn").all("check")
    assert told(felt, "Reveal the River")
    felt.reveal("river")
    assert (prompt(felt).clause, prompt(felt).announce) == ("10.1", "dealer's hand")
    assert told(felt, "turn both your hole cards face up")
    felt.go(c.ShowDealersHand())
    assert (prompt(felt).clause, prompt(felt).announce) == ("9.7", "one pair, kings")
    assert told(felt, "push K♥ K♣ Q♦ J♠ 7♦", "place 1")


@pytest.mark.clause("nsw-legacy", "10.2", "9.6")
@pytest.mark.clause("nsw-2024", "10.2", "9.6.1", "9.6.2")
@pytest.mark.parametrize(
    ("ruleset", "method", "goes_to"),
    [
        ("nsw-legacy", "A", "discard rack"),
        ("nsw-2024", "A", "discard rack"),
        ("nsw-2024", "B", "jackpot area"),
    ],
)
def test_clause_10_2_a_concession_is_announced_and_collected_like_a_fold(
    ruleset: str, method: str, goes_to: str
) -> None:
    felt = all_streets(four_hands(ruleset, method))
    assert any("sweeping" in line and "rule 10.2" in line for line in prompt(felt).reminders)
    felt.go(c.Concede(4))
    assert (prompt(felt).clause, prompt(felt).announce) == ("10.2", "conceding hand")
    assert told(felt, "Place 4 concedes", "collect all wagers and cards", "spread", goes_to)


@pytest.mark.clause("nsw", "10.4")
def test_clause_10_4_the_dealer_is_led_from_hand_to_hand_from_the_right(ruleset: str) -> None:
    felt = all_streets(four_hands(ruleset).decide(2, "fold"))
    felt.go(c.BeginSettlement())
    assert (prompt(felt).clause, prompt(felt).place, prompt(felt).cards) == ("10.4", 6, 2)
    assert told(felt, "spread them face up")
    for place, following in ((6, 4), (4, 1)):
        felt.turn(place)
        assert prompt(felt).place == place
        assert told(felt, f"Place {place}", "discard rack")
        felt.settle(place)
        assert told(felt, f"Turn the cards of place {following}")


@pytest.mark.clause("nsw-2024", "10.4", "10.4.1")
def test_clause_10_4_1_method_b_the_dealer_is_led_to_a_folded_hand_for_its_jackpot_alone() -> None:
    felt = all_streets(four_hands("nsw-2024", "B", jackpots=(4,)).decide(4, "fold")).settle(6)
    assert told(felt, "Turn the cards of place 4")
    felt.turn(4)
    assert (prompt(felt).clause, prompt(felt).place) == ("10.4.1", 4)
    assert told(felt, "folded", "pay only a jackpot")
    assert told(felt.settle(4), "Turn the cards of place 2")


@pytest.mark.clause("nsw", "10.5", "10.6")
@pytest.mark.clause("nsw-guide", "settlement-order#2")
@pytest.mark.parametrize(
    ("hole", "bonus", "main"),
    [
        ("Ah Ad", "pay the Ante Bonus Wager $150", "pay the Flop Wager $50"),
        ("Ah Tc", "take the Ante Bonus Wager $5", "pay the Flop Wager $50"),
        ("3c 5s", "take the Ante Bonus Wager $5", "take the Ante Wager $25"),
    ],
)
def test_clause_10_5_the_dealer_is_told_to_take_or_pay_the_bonus_before_anything_else(
    ruleset: str, hole: str, bonus: str, main: str
) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25", p2="25").bonus(2, "5")
    all_streets(dealt(felt, BOARD, DEALER, p1="8c 8h", p2=hole)).turn(2)
    assert told(felt, bonus, main)


@pytest.mark.clause("nsw", "10.9", "10.10", "10.10:Note", "10.11")
def test_the_dealer_is_told_which_wagers_to_take_pay_and_leave(ruleset: str) -> None:
    felt = all_streets(four_hands(ruleset)).turn(6)
    assert prompt(felt).clause == "10.11"
    assert told(felt, "Ante Wager", "Flop Wager", "Turn Wager", "River Wager", "stand off")
    felt.settle(6).turn(4)
    assert prompt(felt).clause == "10.10"
    assert told(felt, "pay the Flop Wager $50", "Turn Wager $25", "River Wager $25")
    assert told(felt, "Ante Wager stands off")
    felt.settle(4).turn(2)
    assert prompt(felt).clause == "10.9"
    assert told(felt, "take", "Ante Wager $25", "Flop Wager $50", "Turn", "River")
