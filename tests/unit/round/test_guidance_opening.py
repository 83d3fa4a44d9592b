"""The guidance line between rounds and while wagers are placed."""

from controller.games.bonus import commands as c
from controller.games.bonus.round.guidance.base import Guidance
from tests.unit.round.test_guidance import ALL_RULES, felt_of, said


def test_an_idle_table_opens_the_next_round() -> None:
    assert said(felt_of("nsw-2024 A, shuffler")) == Guidance("Open the next round.", "5.3")
    sd = said(felt_of("sd, PMG-01"))
    assert (sd.text, sd.clause) == ("Open the next round.", "(1)")
    assert sd.reminders == ("Shuffle and cut the deck before the deal (rule (4)).",)


def test_a_foreign_card_leaves_a_deck_check_before_the_next_round() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25")
    felt.go(c.Report(c.Irregularity.FOREIGN_CARD))
    assert said(felt).text == (
        "The round is void: return every wager, place 1 $25. Then close the round."
    )
    assert said(felt).clause == "11.9.2"
    assert said(felt).warnings == (
        "The deck has to be checked and verified before the next round (rule 11.9.3).",
    )
    assert said(felt).reminders == ("Notified: surveillance and inspector.",)
    felt.go(c.CloseRound())
    assert said(felt) == Guidance(
        "Check and verify the deck at the table before the next round.", "11.9.3"
    )


def test_players_are_let_to_place_what_the_table_offers() -> None:
    texts = {}
    for name in ALL_RULES:
        felt = felt_of(name).do(c.OpenRound(1))
        texts[name] = said(felt).text
        assert said(felt).clause in ("5.2", "5.3", "(1)")
    assert texts["nsw-2024 A, shuffler"] == (
        "Let the players place their Ante Wagers; "
        "Ante Bonus Wagers and Jackpot Wagers of $5 are optional."
    )
    assert texts["nsw-legacy, shoe"] == (
        "Let the players place their Ante Wagers; Ante Bonus Wagers are optional."
    )
    assert texts["sd, PMG-01"] == (
        "Let the players place their antes; progressive wagers of $1 are optional."
    )
    assert texts["sd, no progressive"] == "Let the players place their antes."


def test_a_jackpot_that_is_off_is_offered_no_more() -> None:
    felt = felt_of("nsw-2024 A, shuffler").do(c.OpenRound(1)).jackpot(2)
    felt.go(c.Report(c.Irregularity.JACKPOT_EQUIPMENT_FAILED))
    assert "Jackpot" not in said(felt).text
    assert said(felt).warnings == ("Play goes on without the jackpot (rule 11.14).",)
    assert not any("15.2.2" in line for line in said(felt).reminders)


def test_no_more_bets_is_announced_and_under_sd_keyed() -> None:
    felt = felt_of("nsw-legacy, shuffler").wagers(p3="25")
    assert said(felt).text == 'When all wagers are placed, announce "no more bets" and deal.'
    assert (said(felt).clause, said(felt).announce) == ("7.1", "no more bets")
    felt = felt_of("sd, PMG-01").wagers(p3="25")
    assert said(felt).text == 'When all wagers are placed, press "No more bets".', "as the button"
    assert (said(felt).clause, said(felt).announce) == ("(3)", None)


def test_limits_bind_the_player_and_the_dealer_is_warned_before_the_first_card() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p3="600", p4="20", p5="50")
    felt.bonus(3, "3").bonus(4, "101")
    expected = (
        "Place 3: Ante Wager $600 is above the maximum $500; "
        "the player is responsible for the limits (rule 6.4).",
        "Place 3: Ante Bonus Wager $3 is below the minimum $5; "
        "the player is responsible for the limits (rule 6.4).",
        "Place 4: Ante Wager $20 is below the minimum $25; "
        "the player is responsible for the limits (rule 6.4).",
        "Place 4: Ante Bonus Wager $101 is above the maximum $100; "
        "the player is responsible for the limits (rule 6.4).",
    )
    assert said(felt).warnings == expected
    assert said(felt.do(c.NoMoreBets())).warnings == expected
    assert said(felt.deal("7h")).warnings == (
        "Place 3: Ante Wager $600 is above the maximum $500; "
        "pay on the maximum and return the excess (rule 6.3).",
        "Place 4: Ante Bonus Wager $101 is above the maximum $100; "
        "pay on the maximum and return the excess (rule 6.3).",
    )


def test_sd_prints_no_rule_on_limits() -> None:
    felt = felt_of("sd, PMG-01").wagers(p1="600", p2="5")
    assert said(felt).warnings == (
        "Place 1: ante $600 is above the maximum $500.",
        "Place 2: ante $5 is below the minimum $25.",
    )


def test_a_chip_on_a_sensor_that_does_not_count_is_pointed_out() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25", p2="25").jackpot(1, 4)
    anteless = "Place 4: Jackpot Wager without an Ante Wager; it does not count (rule 15.2.1)."
    assert said(felt).warnings == (anteless,)
    felt.do(c.NoMoreBets()).jackpot(2)
    late = "Place 2: Jackpot Wager after the wagers were locked; it does not count (rule 15.2.4)."
    assert said(felt).warnings == (late, anteless)


def test_an_invalid_wager_goes_back_before_the_deal() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25", p2="25").bonus(2, "5")
    felt.go(c.Report(c.Irregularity.INVALID_WAGER, 2))
    assert said(felt).warnings == ("Place 2 is void: its wagers go back, $30.",)
