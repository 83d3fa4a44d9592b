"""The guidance line of jackpots: keyed, confirmed, paid, or switched off."""

import pytest

from controller.domain.base import evolve
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.jackpot.awards import Award, Kind
from controller.games.bonus.round.state import DueAward
from controller.games.bonus.steps import guide
from tests.helpers.felt import Felt, jackpot_felt
from tests.unit.round.test_guidance import ALL_RULES, jackpot_table, said, sd_at_the_flop


def test_nsw_awards_are_keyed_confirmed_and_paid_in_their_order() -> None:
    felt = jackpot_table().to_showdown().settle(3).turn(1)
    assert said(felt).text.endswith("Leave this hand face up until its jackpot award is paid.")
    felt.settle(1)
    assert said(felt).text == (
        "Pay place 3 the Bonus Jackpot for the straight flush: $500 from the house."
    )
    assert "Jackpots are paid separately from other winnings (rule 15.2.7)." in said(felt).reminders
    felt.go(c.PayAward(3, "straight-flush"))
    assert said(felt).text == "Key the jackpot award for the flush of place 3."
    assert (said(felt).clause, said(felt).place) == ("15.2.7", 3)
    felt.go(c.KeyAward(3, "flush"))
    assert said(felt).text == (
        "Pay place 3 the jackpot award for the flush: $100 from the tray. "
        "Then prove the cards and put them in the discard rack."
    )
    assert said(felt).clause == "15.2.12"
    felt.go(c.PayAward(3, "flush"))
    assert said(felt).text == (
        "Key the jackpot award for the straight flush of place 1 and call a gaming or casino "
        "supervisor."
    )
    felt.go(c.KeyAward(1, "straight-flush"))
    assert said(felt).text == (
        "Have a gaming or casino supervisor confirm the jackpot award for the straight flush of "
        "place 1: $6,123.65 from the meter."
    )
    assert said(felt).clause == "15.2.9"
    felt.go(c.ConfirmAward(1, "straight-flush"))
    assert said(felt).text == (
        "Pay place 1 the jackpot award for the straight flush: $6,123.65 from the meter. "
        "Then prove the cards and put them in the discard rack."
    )
    felt.go(c.PayAward(1, "straight-flush"))
    assert said(felt).text == "Every wager and award is settled. Close the round."
    assert said(felt).clause == "1.1"
    felt.go(c.CloseRound())
    assert said(felt).text == "Open the next round."


def test_what_the_house_adds_to_a_guarantee_is_named() -> None:
    felt = jackpot_table("nsw-legacy", meter="40000")
    # nsw-legacy deals the players first: 3c 5c to place 1, Qh Kh to place 3.
    felt.to_showdown().settle(3, 1).go(c.PayAward(1, "straight-flush"))
    felt.go(c.KeyAward(3, "straight-flush"))
    assert "$5,000, of which $4,000.20 from the meter and $999.80 from the house" in (
        said(felt).text
    )


def test_the_bonus_jackpot_cites_the_rule_that_orders_it() -> None:
    for ruleset, clause in (("nsw-legacy", "15.2.10.4"), ("nsw-2024", "15.2.12")):
        felt = jackpot_table(ruleset).to_showdown().settle(3, 1)
        bonus = next(due for due in felt.round.awards if due.award.kind is Kind.BONUS)
        first = evolve(felt.round, awards=(bonus,), settlement_order=())
        assert guide(evolve(felt.table, round=first)).clause == clause


def test_sd_calls_a_supervisor_to_every_winner_and_leaves_an_envy_hand_face_up() -> None:
    felt = sd_at_the_flop().to_showdown("2c Jh Qh Kh", "2d 4h", "2h 4s").turn(2)
    assert said(felt).text.endswith("Put the cards away.")
    felt.settle(2).turn(1)
    assert said(felt).text.endswith("Leave this hand face up until every payment is made.")
    felt.settle(1)
    assert said(felt).text == (
        "Key the progressive award for the straight flush of place 1 and call a supervisor."
    )
    stays = "The hand of place 1 stays face up until every payment is made (rule (18)(b)ii)."
    assert stays in said(felt).reminders
    felt.go(c.KeyAward(1, "straight-flush"))
    assert said(felt).clause == "(18)(a)iv"
    felt.go(c.ConfirmAward(1, "straight-flush"))
    assert said(felt).clause == "(18)(a)vi"
    felt.go(c.PayAward(1, "straight-flush"))
    assert said(felt).text == (
        "Pay place 2 the envy payout for the straight flush: $300 from the tray."
    )
    assert said(felt).clause == "(18)(b)iii"
    felt.go(c.PayAward(2, "straight-flush"))
    assert said(felt).text == (
        "Put the cards of place 1 away. Every wager and award is settled. Close the round."
    )
    assert said(felt).clause == "(18)(a)vii"
    assert said(felt).reminders == ("Notified: supervisor.",)


def test_an_award_is_paid_before_the_next_hand_is_turned() -> None:
    felt = jackpot_felt("sd").wagers(p1="25", p2="25").jackpot(2)
    felt.deal("4c 9h 7d 4d 9d 7s").to_river("2c 9s Qh Kh", "2d 5h", "2h 6s")
    felt.go(c.ShowDealersHand(), c.SettlePlace(2), c.KeyAward(2, "three-of-a-kind"))
    assert said(felt).text == (
        "Pay place 2 the progressive award for the three of a kind: $9 from the tray. "
        "Then put the cards away."
    )
    assert said(felt).clause == "(18)(a)ii"
    felt.go(c.PayAward(2, "three-of-a-kind"))
    assert said(felt).text == "Turn the cards of place 1 and spread them face up."
    assert said(felt).clause == "(12)"
    felt.turn(1)
    assert said(felt).text.startswith(
        'Place 1: lay out 4♦ 4♣ K♥ Q♥ 9♠ and announce "one pair, fours"'
    )


def test_the_royal_of_the_schedule_on_seven_cards_has_its_own_name() -> None:
    felt = Felt(ALL_RULES["sd, THBP-08"], meter="12000").wagers(p1="25").jackpot(1)
    felt.deal("Ah 7d Kh 7s").to_river("2c Qh Jh Th", "2d 4h", "2h 4s")
    felt.go(c.ShowDealersHand(), c.SettlePlace(1))
    assert "the progressive award for the royal after 5 of place 1" in said(felt).text


def test_two_meter_awards_under_sd_are_for_the_house_procedure() -> None:
    felt = jackpot_felt("sd").wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal("Kh 8h 7d Qh 7h 7s").to_showdown("2c Jh Th 9h", "2d 4c", "2h 4s")
    felt.settle(2).pay(2, "straight-flush").settle(1)
    assert said(felt).warnings == (
        "Two awards from the meter in one round: "
        "a supervisor applies the house procedure (rule (18)(a)v).",
    )


def test_two_royals_from_one_deck_are_looked_into() -> None:
    felt = jackpot_table().to_showdown().settle(3, 1)
    royals = tuple(
        DueAward(Award(place, Kind.PROGRESSIVE, "royal-flush", Money(100), Money(100), True))
        for place in (3, 1)
    )
    table = evolve(felt.table, round=evolve(felt.round, awards=royals))
    assert guide(table).warnings == (
        "Two royal flushes from one deck: "
        "a gaming or casino supervisor checks for a foreign card (rule 15.2.13.1).",
    )


def test_a_failed_jackpot_is_switched_off_or_frozen() -> None:
    felt = jackpot_table().go(c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED))
    assert said(felt).warnings == (
        "Play goes on without the jackpot; "
        "return the Jackpot Wagers of places 1 and 3 (rule 11.14).",
    )
    felt = jackpot_table().all("bet").reveal("flop")
    felt.go(c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED))
    assert said(felt).warnings == (
        "Jackpot equipment failed: awards are settled on the meter at $61,236.50.",
    )


# The cards of a winning hand


@pytest.mark.parametrize(
    ("ruleset", "wins"),
    [("nsw-legacy", {3: "straight-flush"}), ("nsw-2024", {3: "flush", 1: "straight-flush"})],
)
def test_a_hand_that_wins_a_jackpot_stays_until_its_award_is_paid(
    ruleset: str, wins: dict[int, str]
) -> None:
    felt = jackpot_table(ruleset).to_showdown()
    for place in (3, 1):
        felt.turn(place)
        stays = "Leave this hand face up until its jackpot award is paid." in said(felt).text
        assert (stays, "discard rack" in said(felt).text) == (place in wins, place not in wins)
        felt.settle(place)
    for due in felt.round.awards:
        place, award = due.award.place, due.award.award
        if due.award.kind is not Kind.BONUS:
            felt.go(c.KeyAward(place, award))
        if due.award.kind is Kind.PROGRESSIVE:
            assert "discard rack" not in said(felt).text
            felt.go(c.ConfirmAward(place, award))
        racked = said(felt).text.endswith("Then prove the cards and put them in the discard rack.")
        assert racked is (due.award.kind is not Kind.BONUS)
        felt.go(c.PayAward(place, award))


def test_a_hand_whose_jackpot_wager_was_given_back_is_cleared_like_any_other() -> None:
    felt = jackpot_table().go(c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED))
    felt.to_showdown().turn(3)
    assert "Prove the cards and put them in the discard rack" in said(felt).text
