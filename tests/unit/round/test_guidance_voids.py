"""The guidance line of rounds and hands without a result."""

from controller.games.bonus import commands as c
from controller.games.bonus.round.guidance.base import Guidance
from controller.games.bonus.wagers import Area, Outcome
from tests.unit.round.test_guidance import at_the_flop, felt_of, jackpot_table, said


def test_a_misdeal_returns_every_wager_and_cancels_the_jackpot_wagers() -> None:
    felt = jackpot_table().decide(1, "fold").go(c.Report(c.Irregularity.WRONG_CARD_COUNT, 3))
    assert said(felt).text == (
        "Misdeal: return every wager, place 1 $30 and place 3 $30. Then close the round."
    )
    assert said(felt).clause == "11.3"
    assert said(felt).warnings == (
        "The Jackpot Wagers of places 1 and 3 are cancelled and go back (rule 15.3.1).",
    )


def test_one_jackpot_wager_is_cancelled_in_the_singular() -> None:
    felt = felt_of("nsw-2024 A, shuffler").wagers(p1="25").jackpot(1).go(c.NoMoreBets())
    felt.go(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert said(felt).warnings == (
        "The Jackpot Wager of place 1 is cancelled and goes back (rule 15.3.1).",
    )


def test_a_void_takes_back_what_was_paid_and_keeps_what_is_forfeited() -> None:
    felt = at_the_flop().decide(1, "bet").decide(3, "bet").reveal("flop").all("check")
    felt.reveal("turn").all("check").reveal("river").go(c.ShowDealersHand(), c.SettlePlace(3))
    felt.do(c.SettlePlace(1))
    felt.go(c.Report(c.Irregularity.OUTCOME_INVALIDATED, forfeit=(3,)))
    assert said(felt).text == (
        "The round is void: no wager is left to return. "
        "Keep the wagers of place 3: forfeited. Take $75 back from place 1. "
        "Then close the round."
    )
    assert said(felt).clause == "13.5"


def test_a_void_without_a_wager_or_a_clause_is_still_closed() -> None:
    felt = felt_of("nsw-2024 A, shuffler").do(c.OpenRound(1))
    felt.go(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert said(felt) == Guidance(
        "The round is void: no wager is left to return. Then close the round.", "1.1"
    )
    sd = felt_of("sd, PMG-01").wagers(p1="25").go(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert said(sd).text == (
        "The round is void: return every wager, place 1 $25. Then close the round."
    )
    assert said(sd).clause is None


def test_a_round_that_ends_with_void_hands_only_says_what_goes_back() -> None:
    felt = at_the_flop().decide(1, "fold").go(c.Report(c.Irregularity.INVALID_WAGER, 3))
    assert felt.phase == "idle"
    assert said(felt).warnings == ("Place 3 is void: its wagers go back, $50.",)
    assert said(felt).text == "Open the next round."
    alone = felt_of("nsw-2024 A, shuffler").wagers(p1="25").do(c.NoMoreBets())
    alone.go(c.Report(c.Irregularity.INVALID_WAGER, 1))
    assert alone.phase == "idle"
    assert said(alone).text == "Open the next round."
    assert said(alone).warnings == ("Place 1 is void: its wagers go back, $25.",)


def test_a_void_in_the_settlement_returns_only_what_is_not_back_with_its_player() -> None:
    felt = at_the_flop().to_showdown().do(c.SettlePlace(3))
    assert felt.place(3).results[Area.ANTE].outcome is Outcome.LOSE
    felt.go(c.Report(c.Irregularity.FOREIGN_CARD))
    assert said(felt).text == (
        "The round is void: return every wager, place 1 $75 and place 3 $150. Then close the round."
    )


def test_a_void_in_the_settlement_takes_the_winnings_back_and_leaves_the_stakes() -> None:
    felt = jackpot_table().to_showdown().do(c.SettlePlace(3), c.SettlePlace(1))
    # Place 3 has won 75 and holds its stakes; only its Jackpot Wager was taken.
    felt.go(c.PayAward(3, "straight-flush"))
    felt.go(c.Report(c.Irregularity.FOREIGN_CARD))
    assert said(felt).text == (
        "The round is void: return the wagers that are not back yet, "
        "place 1 $5 and place 3 $5. Take $75 back from place 1. "
        "Take $575 back from place 3. Then close the round."
    )


def test_a_forfeit_before_the_hand_is_settled_is_taken_off_the_felt() -> None:
    felt = at_the_flop().go(c.Report(c.Irregularity.OUTCOME_INVALIDATED, forfeit=(3,)))
    assert said(felt).text == (
        "The round is void: return every wager, place 1 $25. "
        "Take the wagers of place 3: forfeited. Then close the round."
    )


def test_a_paid_hand_that_turns_out_void_gives_its_winnings_back_and_keeps_its_stakes() -> None:
    felt = jackpot_table().to_showdown().settle(3)
    felt.go(c.Report(c.Irregularity.INVALID_WAGER, 3))
    assert "Place 3 is void: its wagers go back, $5." in said(felt).warnings
    assert "Take $75 back from place 3." in said(felt).warnings
    plain = at_the_flop().to_showdown().settle(3).do(c.SettlePlace(1))
    plain.do(c.Report(c.Irregularity.INVALID_WAGER, 1))
    assert "Place 1 is void: its wagers are back already." in said(plain).warnings


def test_of_a_void_round_no_concession_is_told() -> None:
    felt = at_the_flop().to_showdown().go(c.Concede(1))
    assert said(felt).announce == "conceding hand"
    felt.go(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert said(felt).text.startswith("The round is void: return every wager")
    assert said(felt).announce is None
