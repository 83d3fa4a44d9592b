"""The guidance line while players decide: whose turn, folds, wrong wagers, the streets."""

import pytest

from controller.domain.cards import DECK
from controller.games.bonus import commands as c
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Choice
from tests.helpers.felt import Felt, jackpot_rules, table_rules
from tests.unit.round.test_guidance import at_the_flop, felt_of, said, sd_at_the_flop


def test_the_next_place_is_asked_for_what_the_rules_offer_before_the_flop() -> None:
    felt = at_the_flop()
    assert said(felt).text == (
        "Let the players look at their cards. "
        "Ask place 1: fold, or bet a Flop Wager of $50 (twice the Ante Wager)."
    )
    assert (said(felt).clause, said(felt).place) == ("9.1", 1)
    felt.decide(1, "bet")
    assert said(felt).text == (
        "Ask place 3: fold, or bet a Flop Wager of $100 (twice the Ante Wager)."
    )


def test_after_the_flop_and_the_turn_a_check_is_offered_too() -> None:
    felt = at_the_flop().all("bet").reveal("flop")
    assert said(felt).text == (
        "Ask place 1: fold, check (a tap or knock on the table), "
        "or bet a Turn Wager of $25 (equal to the Ante Wager)."
    )
    assert said(felt).clause == "9.2"
    assert any("(rule 9.2.2)" in line for line in said(felt).reminders)
    felt.all("check").reveal("turn")
    assert said(felt).clause == "9.3"
    assert any("(rule 9.3.2)" in line for line in said(felt).reminders)


def test_the_betting_round_has_its_reminders() -> None:
    legacy, current = said(at_the_flop("nsw-legacy")), said(at_the_flop("nsw-2024"))
    for line in (
        "Cards stay on the layout (rule 9.8).",
        "Players say only fold, check or bet (rule 9.9).",
        "Players' cards stay in full view of the dealer (rule 9.10).",
        "Players lift their own cards only and show them to no player or dealer (rule 1.1).",
        "A folding player passes the cards to the dealer face down on the table (rule 9.4).",
    ):
        assert line in legacy.reminders
        assert line in current.reminders
    laid_down = "A player who bets lays the cards face down on the playing area (rule 9.1.2)."
    assert laid_down in legacy.reminders
    assert laid_down not in current.reminders
    assert "Give no advice on how to play (rule 13.6)." in legacy.reminders
    assert "Give no advice on how to play (rule 13.7)." in current.reminders


@pytest.mark.parametrize(
    ("method", "end", "rule"),
    [
        ("A", "and put them in the discard rack", "9.6"),
        ("B", "and place them face down over the jackpot area", "9.6.2"),
    ],
)
def test_a_fold_is_collected_spread_and_put_where_the_method_has_it(
    method: str, end: str, rule: str
) -> None:
    felt = at_the_flop(method=method)
    spread = "collect all wagers and cards, spread the cards singly face down to confirm two"
    assert f"On a fold {spread}, {end} (rule {rule})." in said(felt).reminders
    felt.decide(1, "fold")
    assert said(felt).text == (
        f"Place 1 folds: {spread}, {end}. "
        "Ask place 3: fold, or bet a Flop Wager of $100 (twice the Ante Wager)."
    )
    assert "Folded on this street: place 1." in said(felt).reminders
    felt.decide(3, "bet")
    assert said(felt).text.startswith("Reveal the Flop")
    felt.reveal("flop")
    assert not any("Folded" in line for line in said(felt).reminders)


def test_folds_one_after_the_other_are_named_together_with_what_goes_back() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="600", p2="25", p4="25").do(c.NoMoreBets())
    felt.go(*(c.CardDrawn(card) for card in DECK[:13]))
    felt.decide(2, "fold").decide(1, "fold")
    assert said(felt).text.startswith("Places 1 and 2 fold: collect all wagers")
    assert ", hand by hand. Return $100 to place 1. Ask place 4:" in said(felt).text


def test_a_fold_out_of_turn_waits_for_its_turn_to_be_told() -> None:
    felt = at_the_flop().decide(3, "fold")
    assert said(felt).text.startswith("Ask place 1:")
    assert said(felt.decide(1, "bet")).text.startswith("Place 3 folds: collect")


def test_a_wrong_flop_wager_holds_the_flop() -> None:
    felt = at_the_flop().decide(1, "bet", "60").decide(3, "bet")
    assert said(felt).text == (
        "Before the Flop have place 1 correct the Flop Wager of $60 to $50, or fold."
    )
    assert (said(felt).clause, said(felt).place, said(felt).cards) == ("11.10", 1, None)
    assert said(felt).warnings == ("Place 1: Flop Wager $60 instead of $50 (rule 11.10).",)
    report = c.Report(c.Irregularity.FLOP_WAGER_CORRECTED, 1, decision=c.Decision.FOLD)
    felt.go(report)
    assert "Folded on this street: place 1." in said(felt).reminders
    felt.reveal("flop")
    assert not any("Folded" in line for line in said(felt).reminders)


def test_a_wrong_turn_wager_is_pointed_out_but_holds_nothing() -> None:
    felt = at_the_flop().all("bet").reveal("flop").decide(1, "bet", "30").decide(3, "check")
    assert said(felt).warnings == ("Place 1: Turn Wager $30 instead of $25 (rule 9.2.3).",)
    assert said(felt).clause == "7.2.7"


def test_nsw_reveals_the_streets_the_flop_at_the_same_time_from_the_shuffler() -> None:
    felt = at_the_flop().all("bet")
    assert said(felt).text == (
        "Reveal the Flop: turn the first three community cards face up at the same time."
    )
    assert (said(felt).clause, said(felt).cards) == ("7.2.6", 3)
    felt.reveal("flop").all("check")
    assert said(felt).text == "Reveal the Turn: turn the fourth community card face up."
    assert (said(felt).clause, said(felt).cards) == ("7.2.7", 1)
    felt.reveal("turn").all("bet")
    assert said(felt).text == "Reveal the River: turn the fifth and final community card face up."
    assert (said(felt).clause, said(felt).cards) == ("7.2.8", 1)


def test_from_a_shoe_the_streets_have_rules_of_their_own() -> None:
    felt = felt_of("nsw-legacy, shoe").wagers(p1="25").do(c.NoMoreBets())
    felt.go(*(c.CardDrawn(card) for card in DECK[:9])).all("bet")
    assert said(felt).text == "Reveal the Flop: turn the first three community cards face up."
    assert said(felt).clause == "7.3.7"
    assert said(felt.reveal("flop").all("check")).clause == "7.3.8"
    assert said(felt.reveal("turn").all("check")).clause == "7.3.9"


def test_sd_burns_a_card_before_each_street_and_turns_it_from_the_deck() -> None:
    felt = sd_at_the_flop().all("bet")
    assert said(felt).text == (
        "Burn one card face down. Then turn the next three cards face up: the flop."
    )
    assert (said(felt).clause, said(felt).cards) == ("(6)", 3)
    felt.deal("2c")
    assert said(felt).text == "Turn the next three cards face up: the flop."
    felt.deal("Jh Qh")
    assert said(felt).text == "Turn the next card face up: the flop."
    felt.deal("Kh")
    assert said(felt).text == "Leave the flop face up in the centre for all to see, and confirm it."
    assert said(felt).cards == 3
    felt.reveal("flop")
    assert said(felt).text == "Ask place 1: check, or bet a turn wager of $25 (equal to the ante)."
    assert said(felt).clause == "(7)"
    felt.all("check")
    assert said(felt).text == (
        "Burn one card face down. "
        "Then turn the next card face up in its marked area in the centre: the turn."
    )
    felt.reveal("turn", "2d 4h")
    assert said(felt).clause == "(8)"
    assert any("in for the finish" in line for line in said(felt).reminders)
    felt.all("bet")
    assert (said(felt).clause, said(felt).cards) == ("(10)", 1)


def test_an_sd_fold_is_discarded_before_the_burn() -> None:
    felt = sd_at_the_flop().decide(1, "bet").decide(2, "fold")
    assert said(felt).text.startswith(
        "Place 2 folds: collect all wagers and discard the two cards. Burn one card"
    )
    assert "Folded on this street: place 2." in said(felt).reminders
    assert any("rule (5)(a)" in line for line in said(felt).reminders)


def test_everybody_folded_ends_the_round_and_the_fold_is_still_collected() -> None:
    felt = at_the_flop().decide(1, "fold")
    felt.do(c.Decide(3, Choice.FOLD))
    assert said(felt).text.startswith("Places 1 and 3 fold: collect all wagers and cards")
    assert said(felt).text.endswith("No hand is left in: the round ends here.")
    felt.do(c.EverybodyFolded(), c.CloseRound())
    assert felt.phase == "idle"
    assert said(felt).text == "Open the next round."
    sd = sd_at_the_flop().decide(1, "fold").do(c.Decide(2, Choice.FOLD))
    assert said(sd).text == (
        "Places 1 and 2 fold: collect all wagers and discard the two cards, hand by hand. "
        "No hand is left in: the round ends here."
    )
    assert said(sd.do(c.EverybodyFolded())).text.endswith("Close the round.")


def test_under_method_b_the_flop_is_revealed_for_the_jackpots_that_stand() -> None:
    rules = table_rules("nsw-2024", method="B", jackpot=jackpot_rules())
    felt = Felt(rules).wagers(p1="25").jackpot(1).deal("9h Th Jh 2s 4d  3c 5c  Qh Kh")
    felt.decide(1, "fold")
    assert said(felt).text.endswith("Reveal the Flop: Jackpot Wagers stand and are settled on it.")
    assert (said(felt).clause, said(felt).cards) == ("9.6.2", 3)
    felt.reveal("flop")
    assert said(felt).text == (
        "Turn the cards of place 1 and spread them face up. "
        "The hand is folded: only its jackpot counts."
    )
    assert (said(felt).clause, said(felt).place, said(felt).cards) == ("10.4.1", 1, 2)
    felt.turn(1)
    assert said(felt).text == (
        "Place 1 has folded: pay only a jackpot. Leave this hand face up until its "
        "jackpot award is paid."
    )
    assert (said(felt).clause, said(felt).announce) == ("10.4.1", None)


@pytest.mark.parametrize("first", ["bet", "check"])
def test_a_fold_after_another_decision_belongs_to_its_own_street_only(first: str) -> None:
    felt = at_the_flop().all("bet").reveal("flop").decide(1, first).decide(1, "fold")
    assert felt.place(1).folded_on is Street.TURN
    assert said(felt).text.startswith("Place 1 folds: collect all wagers and cards")
    assert "Folded on this street: place 1." in said(felt).reminders
    felt.decide(3, "check").reveal("turn")
    assert "fold:" not in said(felt).text.replace("folds:", "fold:")
    assert not any(line.startswith("Folded on this street") for line in said(felt).reminders)


def test_a_fold_instead_of_a_wrong_flop_wager_belongs_to_the_flop() -> None:
    felt = at_the_flop().decide(1, "bet", "60").decide(3, "bet")
    felt.go(c.Report(c.Irregularity.FLOP_WAGER_CORRECTED, 1, decision=c.Decision.FOLD))
    assert felt.place(1).folded_on is Street.FLOP
    assert "Folded on this street: place 1." in said(felt).reminders


def test_a_deemed_fold_belongs_to_the_street_it_was_due_on() -> None:
    felt = at_the_flop().all("bet").reveal("flop").all("check").reveal("turn")
    felt.go(c.Report(c.Irregularity.DEEMED_FOLD, 1))
    assert felt.place(1).folded_on is Street.RIVER
    assert said(felt).text.startswith("Place 1 folds: collect all wagers and cards")
