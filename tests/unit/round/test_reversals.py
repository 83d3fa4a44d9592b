"""What was paid and does not stand any more: who gives back what, to the cent."""

import pytest

from controller.domain.cards import Card
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.events import GiveBack
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.view import public_view
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Area, Choice, Outcome, Stake
from tests.helpers.felt import Felt, jackpot_felt, jackpot_rules, table_rules

BOTH_WIN = "7h 2c Kd 9s 4d  3c 8h  Ks Kh Ac As"


def paid() -> Felt:
    """Two players; place 2 has been paid $50 on its flop wager."""
    felt = Felt(table_rules()).wagers(p1="25", p2="25").deal(BOTH_WIN).to_showdown()
    return felt.settle(2)


@pytest.mark.parametrize("what", ["wrong-card-count", "supervisor-void"])
def test_the_end_of_the_round_lists_winnings_to_be_given_back(what: str) -> None:
    felt = paid().do(c.Report(c.Irregularity(what)))
    assert felt.round.give_back == (GiveBack(2, Money(5000)),)
    assert "Take $50 back from place 2." in guide(felt.table).text


def test_a_wager_found_invalid_after_it_was_paid_gives_back_its_winnings() -> None:
    felt = paid().do(c.Report(c.Irregularity.INVALID_WAGER, 2))
    assert felt.round.give_back == (GiveBack(2, Money(5000)),)
    assert felt.place(2).results[Area.FLOP].outcome is Outcome.RETURNED
    assert "Take $50 back from place 2." in guide(felt.table).warnings


def test_a_forfeit_takes_winnings_and_stakes_but_not_an_excess_over_the_limit() -> None:
    felt = Felt(table_rules()).wagers(p1="25", p2="600")
    felt.deal(BOTH_WIN).to_showdown().settle(2)
    felt.do(c.Report(c.Irregularity.OUTCOME_INVALIDATED, forfeit=(2,)))
    ante, flop = (felt.place(2).results[area] for area in (Area.ANTE, Area.FLOP))
    assert (ante.returned, flop.returned) == (10000, 20000)
    # It had 600 + 1,200 back and 1,000 paid, and keeps the 100 and 200 that never played.
    assert felt.round.give_back == (GiveBack(2, Money(60000 + 120000 + 100000 - 30000)),)


def test_a_jackpot_switched_off_after_an_award_was_paid_takes_the_award_back() -> None:
    felt = jackpot_felt("sd", meter="10000").wagers(p1="10", p2="10").jackpot(2)
    felt.deal("3c 7s 8c  4d 7d 9c").all("bet").reveal("flop", "2s 7h Kh Qd")
    felt.decide(1, "check").decide(2, "check").reveal("turn", "5s 5h")
    felt.decide(1, "check").decide(2, "check").reveal("river", "6s 6h")
    felt.go(c.ShowDealersHand()).settle(2)
    felt.pay(2, "three-of-a-kind")
    failed = c.Irregularity.JACKPOT_EQUIPMENT_FAILED
    felt.do(c.Report(failed, decision=c.Decision.VOID))
    assert felt.round.give_back == (GiveBack(2, Money(900)),)
    assert felt.round.awards == ()


def test_awards_that_stand_after_a_correction_are_not_paid_twice() -> None:
    rules = table_rules("sd", jackpot=jackpot_rules("PMG-01", wager="1", increment_millionths=0))
    felt = Felt(rules, meter="10000").wagers(p1="10", p2="10", p3="10").jackpot(2, 3)
    felt.deal("3c 7s Kc 8c  4d 7d Ks 9c").all("bet").reveal("flop", "2s 7h Kh Qd")
    for street, cards in (("turn", "5s 5h"), ("river", "6s 6h")):
        for place in (1, 2, 3):
            felt.decide(place, "check")
        felt.reveal(street, cards)
    felt.go(c.ShowDealersHand())
    for place in (3, 2):
        felt.settle(place)
        felt.go(c.KeyAward(place, "three-of-a-kind"), c.PayAward(place, "three-of-a-kind"))
    felt.do(c.Report(c.Irregularity.INVALID_WAGER, 3))
    assert [(due.award.place, due.paid) for due in felt.round.awards] == [(2, True)]
    owed = {(due.place, due.amount) for due in felt.round.give_back}
    assert (3, Money(900)) in owed
    assert all(place == 3 for place, _ in owed)


def test_a_card_that_hands_were_settled_on_is_not_changed_any_more() -> None:
    felt = paid()
    assert felt.refuses(c.KeyCard(5, Card.parse("Kc"))).refusal is Refusal.SETTLED_ON


def test_a_concession_during_the_settlement_is_announced_and_collected() -> None:
    felt = paid().go(c.Concede(1))
    shown = guide(felt.table)
    assert shown.announce == "conceding hand"
    assert "Place 1 concedes" in shown.text
    assert "Place 2" not in shown.text
    assert shown == guide(public_view(felt.table))


def test_the_next_hand_follows_a_concession() -> None:
    felt = Felt(table_rules()).wagers(p1="25", p2="25", p3="25")
    felt.deal("7h 2c Kd 9s 4d  3c 8h  Ks Kh Ac As Qc Qd").to_showdown().settle(3)
    felt.do(c.Concede(2))
    assert "Turn the cards of place 1" in guide(felt.table).text
    felt.settle(1)
    assert guide(felt.table).announce != "conceding hand"


def test_a_round_does_not_close_itself_over_money_owed() -> None:
    felt = jackpot_felt().wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal("Qh Jh Th 2c 3d  As Ks  9h 8h  5h 4h").to_showdown().settle(2, 1)
    felt.pay(2, "flush")
    failed = c.Irregularity.JACKPOT_EQUIPMENT_FAILED
    felt.go(c.Report(failed, decision=c.Decision.VOID))
    assert felt.round.give_back == (GiveBack(2, Money(10000)),)
    assert felt.phase == "reconcile"


def test_a_round_without_a_result_takes_no_second_ruling() -> None:
    felt = paid().do(c.Report(c.Irregularity.WRONG_CARD_COUNT))
    for second in (c.Irregularity.SUPERVISOR_VOID, c.Irregularity.OUTCOME_INVALIDATED):
        assert felt.why(c.Report(second)) == (Refusal.NO_RESULT, "11.1")


def test_a_flop_wager_that_is_right_is_not_taken_back_by_a_correction() -> None:
    felt = Felt(table_rules()).wagers(p1="25", p2="25").deal(BOTH_WIN).all("bet")
    corrected = c.Irregularity.FLOP_WAGER_CORRECTED
    refused = felt.refuses(c.Report(corrected, 1, decision=c.Decision.FOLD))
    assert refused.refusal is Refusal.NOTHING_TO_CORRECT
    felt.do(c.Report(corrected, 1))
    assert felt.place(1).stakes[Area.FLOP].amount == Money(5000)


def test_a_box_with_an_ante_is_no_empty_box_even_after_its_hand_folded() -> None:
    felt = Felt(table_rules()).wagers(p1="25", p2="25").deal(BOTH_WIN).decide(1, "fold")
    assert felt.why(c.Report(c.Irregularity.CARDS_TO_EMPTY_BOX, 1))[0] is Refusal.BOX_HAS_ANTE


def test_a_place_that_was_left_out_takes_no_wagers_and_gives_none_back() -> None:
    felt = Felt(table_rules()).wagers(p1="25", p2="25")
    felt.do(c.Report(c.Irregularity.INVALID_WAGER, 2))
    bonus = c.PlaceWager(2, Area.BONUS, Stake(Money(500)))
    for command in (bonus, c.TakeBackWager(2, Area.ANTE)):
        assert felt.refuses(command).refusal is Refusal.HAND_OVER


def test_tokens_stay_tokens_when_a_flop_wager_is_corrected() -> None:
    felt = Felt(table_rules()).wagers(p1="25").deal("7h 2c Kd 9s 4d  3c 8h  Ks Kh")
    felt.go(c.Decide(1, Choice.BET, Money(6000), tokens=Money(6000)))
    felt.do(c.Report(c.Irregularity.FLOP_WAGER_CORRECTED, 1))
    assert felt.place(1).stakes[Area.FLOP] == Stake(Money(5000), tokens=Money(5000))
