"""The guidance line from the dealer's hand to the last hand settled."""

import random

from controller.domain.base import evolve
from controller.games.bonus import commands as c
from controller.games.bonus.paytables import AnteBonusTable
from controller.games.bonus.wagers import Area, Stake
from tests.helpers.chaos import next_step
from tests.helpers.felt import Felt, dollars, table_rules
from tests.unit.round.test_guidance import DEALS, at_the_flop, jackpot_table, said, sd_at_the_flop


def test_the_dealer_announces_the_dealers_hand_and_declares_its_ranking() -> None:
    felt = at_the_flop().to_river()
    assert said(felt).text == 'Announce "dealer\'s hand" and turn both your hole cards face up.'
    assert (said(felt).clause, said(felt).cards) == ("10.1", 2)
    assert said(felt).announce == "dealer's hand"
    assert not any("10.2" in line for line in said(felt).reminders)
    felt.go(c.ShowDealersHand())
    assert said(felt).text == (
        'Declare "one pair, nines" and push 9♠ 9♦ A♥ K♦ J♣ '
        "slightly forward. Turn the cards of place 3 and spread them face up."
    )
    assert (said(felt).clause, said(felt).announce) == ("9.7", "one pair, nines")
    assert any("10.2" in line for line in said(felt).reminders)


def test_sd_moves_only_the_community_cards_forward() -> None:
    felt = sd_at_the_flop().to_river("2c Jh Qh Kh", "2d 4h", "2h 4s")
    assert said(felt).text == "Turn both your cards face up."
    assert (said(felt).clause, said(felt).cards, said(felt).announce) == ("(11)", 2, None)
    felt.go(c.ShowDealersHand())
    assert said(felt).text == (
        'Announce "two pair, sevens and fours" and move the community cards 4♠ 4♥ K♥ '
        "slightly forward. Turn the cards of place 2 and spread them face up."
    )
    assert (said(felt).clause, said(felt).announce) == ("(11)", "two pair, sevens and fours")


def test_a_concession_is_announced_and_collected() -> None:
    felt = at_the_flop().to_showdown().go(c.Concede(3))
    assert said(felt).text.startswith('Announce "conceding hand". Place 3 concedes: collect all')
    assert said(felt).text.endswith("Turn the cards of place 1 and spread them face up.")
    assert said(felt).place == 1, "the place of the next step"
    assert (said(felt).clause, said(felt).announce) == ("10.2", "conceding hand")
    felt.go(c.BeginSettlement())
    assert said(felt).text == "Turn the cards of place 1 and spread them face up."
    assert (said(felt).clause, said(felt).place, said(felt).cards) == ("10.4", 1, 2)
    assert "Conceded: place 3 (rule 10.3)." in said(felt).reminders


def test_when_everybody_concedes_the_round_is_over() -> None:
    felt = at_the_flop().to_showdown().go(c.Concede(3)).do(c.Concede(1))
    assert said(felt).text.endswith("No hand is left in: the round ends here.")


# Settlement


def test_a_hand_is_settled_bonus_first_then_compared_then_cleared() -> None:
    rules = table_rules("nsw-legacy", dealing="shuffler")
    felt = Felt(rules).wagers(p1="25", p3="50").bonus(1, "5").bonus(3, "10")
    felt.deal(DEALS["nsw-legacy"]).all("bet").reveal("flop").all("bet").reveal("turn")
    felt.all("check").reveal("river").go(c.ShowDealersHand()).turn(3)
    assert said(felt).text == (
        'Place 3: take the Ante Bonus Wager $10; then announce "one pair, nines", lower than '
        "the dealer's hand: take the Ante Wager $50, the Flop Wager $100 and "
        "the Turn Wager $50. "
        "Prove the cards and put them in the discard rack."
    )
    assert (said(felt).clause, said(felt).place) == ("10.9", 3)
    assert said(felt).announce == "one pair, nines"
    felt.settle(3)
    assert said(felt).text == "Turn the cards of place 1 and spread them face up."
    felt.turn(1)
    assert said(felt).text == (
        'Place 1: pay the Ante Bonus Wager $50; then announce "full house, kings over nines", '
        "higher than the dealer's hand: pay the Ante Wager $25, the Flop Wager $50 and "
        "the Turn Wager $25. "
        "Prove the cards and put them in the discard rack."
    )
    assert (said(felt).clause, said(felt).place) == ("10.10", 1)
    felt.settle(1)
    assert (felt.phase, said(felt).text) == ("idle", "Open the next round.")


def test_the_first_hand_is_told_with_the_declaration_and_both_are_settled_once() -> None:
    felt = at_the_flop().to_showdown().go(c.TurnHand(3))
    assert said(felt).text.startswith('Declare "one pair, nines" and push')
    assert 'forward. Place 3: announce "one pair, nines"' in said(felt).text
    assert (said(felt).place, said(felt).announce) == (3, "one pair, nines")


def test_below_a_flush_the_ante_stands_off() -> None:
    felt = Felt(table_rules("nsw-2024")).wagers(p1="25").deal("7h 2c Kd 9s 4d  Ah Qd  Ks Jh")
    felt.to_showdown().turn(1)
    assert 'announce "one pair, kings"' in said(felt).text
    assert "pay the Flop Wager $50, the Ante Wager stands off." in said(felt).text


def test_equal_hands_stand_off_and_under_sd_push() -> None:
    felt = Felt(table_rules("nsw-2024")).wagers(p1="25").deal("7h 2c Kd 9s 4d  Ah Qd  As Qh")
    felt.to_showdown().turn(1)
    assert "equal to the dealer's hand: Ante Wager and Flop Wager stand off." in said(felt).text
    assert said(felt).clause == "10.11"
    sd = Felt(table_rules("sd")).wagers(p1="25").deal("As Ah Qh Qd").all("bet")
    sd.reveal("flop", "3c 7h 2c Kd").all("bet").reveal("turn", "3d 9s").all("check")
    sd.reveal("river", "3h 4d").go(c.ShowDealersHand()).turn(1)
    assert said(sd).text == (
        "Place 1: lay out A♠ K♦ Q♥ 9♠ 7♥ and "
        'announce "no pair, ace high", '
        'equal to the dealer\'s hand: signal "push", '
        "slide flop wager and turn wager back just off the spot and leave the ante. "
        "Put the cards away."
    )
    assert (said(sd).clause, said(sd).announce) == ("(13)", "no pair, ace high")
    assert said(sd.settle(1)).text == "Every wager and award is settled. Close the round."


def test_an_excess_goes_back_from_a_lost_wager() -> None:
    felt = at_the_flop().decide(1, "bet").decide(3, "bet", "120").reveal("flop").all("check")
    felt.reveal("turn").all("check").reveal("river").go(c.ShowDealersHand()).turn(3)
    assert "the Flop Wager $100 and return $20" in said(felt).text


def test_an_invalid_hand_found_at_the_settlement_gets_its_wagers_back() -> None:
    felt = at_the_flop().to_showdown().go(c.SettlePlace(3, invalid=True))
    assert said(felt).text == "Turn the cards of place 1 and spread them face up."
    assert "Place 3 is void: its wagers go back, $150." in said(felt).warnings
    felt.settle(1)
    assert "Place 3 is void: its wagers go back, $150." in said(felt).warnings


def test_winnings_on_tokens_are_paid_in_chips() -> None:
    felt = Felt(table_rules("nsw-2024")).do(c.OpenRound(1))
    felt.do(c.PlaceWager(1, Area.ANTE, Stake(dollars("25"), dollars("10"))))
    felt.deal("7h 2c Kd 9s 4d  Ah Qd  As Qh").to_showdown().go(c.BeginSettlement())
    assert "Winnings on promotional tokens are paid in chips (rule 1.1)." in said(felt).reminders


def test_a_configured_sd_bonus_is_settled_first_too() -> None:
    rules = evolve(table_rules("sd"), ante_bonus=AnteBonusTable({"AA": 30}))
    felt = Felt(rules).wagers(p1="25").bonus(1, "5").deal("As Qd Ah 7c")
    felt.to_showdown("3c 7h 2c Kd", "3d 9s", "3h 4d").turn(1)
    assert said(felt).text.startswith(
        "Place 1: pay the bonus wager $150; then lay out A♠ A♥ K♦ 9♠ 7♥ and announce"
    )
    assert "pay the flop wager $50, the ante stands off." in said(felt).text
    assert said(felt).clause == "(15)"


def test_the_end_of_the_settlement_without_its_follow_up_says_so() -> None:
    felt = jackpot_table().to_showdown().settle(3, 1)
    while (command := next_step(random.Random(1), felt.table)) != c.FinishSettlement():
        felt.do(command)
    assert said(felt).text == "Everything is settled. Finish the round."
    assert said(felt).clause == "10.12"
