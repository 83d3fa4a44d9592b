"""A refusal gives the true reason, and the clause where the rule set has one."""

import pytest

from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Command, Irregularity
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.rules import RuleSet
from controller.games.bonus.wagers import Area, Choice, Stake
from tests.helpers.felt import Felt, dollars, jackpot_rules, table_rules

CARDS = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh  Qc 8c"
STAKE = Stake(dollars("25"))


def dealt(dealing: str = "shuffler", method: str = "A") -> Felt:
    """Places 1 and 2 are to decide before the flop, both with a jackpot wager."""
    rules = table_rules(dealing=dealing, method=method, jackpot=jackpot_rules())
    return Felt(rules, meter="60000").wagers(p1="25", p2="25").jackpot(1, 2).deal(CARDS)


def test_all_decide_only_while_somebody_has_not() -> None:
    felt = dealt().all("bet")
    assert felt.refuses(c.DecideAll(Choice.BET)) == Refused(Refusal.ALL_DECIDED, "9.1")


@pytest.mark.parametrize(("dealing", "clause"), [("shuffler", "7.2.6"), ("shoe", "7.3.7")])
def test_the_flop_is_turned_before_everybody_has_folded_for_the_jackpots(
    dealing: str, clause: str
) -> None:
    felt = dealt(dealing, "B").do(c.Decide(1, Choice.FOLD), c.Decide(2, Choice.FOLD))
    assert felt.refuses(c.EverybodyFolded()) == Refused(Refusal.FLOP_DOWN, clause)


def test_a_hand_that_has_bet_is_not_over_but_has_decided() -> None:
    felt = dealt().decide(1, "bet")
    deemed = c.Report(Irregularity.DEEMED_FOLD, 1)
    assert felt.refuses(deemed) == Refused(Refusal.DECIDED, "9.1")
    felt.decide(1, "fold")
    assert felt.refuses(deemed) == Refused(Refusal.HAND_OVER, "9.5")


def test_a_box_with_an_ante_is_not_reported_as_empty() -> None:
    report = c.Report(Irregularity.CARDS_TO_EMPTY_BOX, 2)
    assert dealt().refuses(report) == Refused(Refusal.BOX_HAS_ANTE, "11.7", "2")


def test_a_place_without_an_ante_forfeits_nothing_and_the_clause_says_why() -> None:
    report = c.Report(Irregularity.OUTCOME_INVALIDATED, forfeit=(3,))
    assert dealt().why(report) == (Refusal.NOT_DEALT_IN, "13.5")


def test_an_exposed_community_card_is_reported_by_its_street() -> None:
    report = c.Report(Irregularity.COMMUNITY_CARD_EXPOSED)
    assert dealt().refuses(report) == Refused(Refusal.NEEDS_A_CARD, "11.5")


def test_everybody_has_folded_only_when_no_hand_is_in() -> None:
    felt = dealt().all("bet")
    assert felt.refuses(c.EverybodyFolded()) == Refused(Refusal.SOMEBODY_IN, "9.6")


def test_an_empty_box_is_one_without_an_ante_and_is_reported_once() -> None:
    felt = dealt().go(*(c.CardDrawn(None) for _ in range(4)))
    seen = Refused(Refusal.BOX_HAS_ANTE, "11.7", "2")
    assert felt.refuses(c.CardsAtEmptyBox(2)) == seen
    felt.do(c.CardsAtEmptyBox(5))
    again = Refused(Refusal.BOX_KNOWN, "11.7", "5")
    assert felt.refuses(c.CardsAtEmptyBox(5)) == again


@pytest.mark.parametrize(
    ("ruleset", "clause"), [("nsw-legacy", "2.1"), ("nsw-2024", "2.1"), ("sd", "(4)")]
)
def test_a_place_that_is_not_on_the_layout_is_refused_by_the_clause_of_the_layout(
    ruleset: str, clause: str
) -> None:
    schedule = "PMG-01" if ruleset == RuleSet.SD else "nsw"
    rules = table_rules(ruleset, places=5, jackpot=jackpot_rules(schedule, wager="1"))
    refused = Refused(Refusal.NO_SUCH_PLACE, clause, "It has places 1 to 5.")
    felt = Felt(rules).wagers(p1="25")
    commands: list[Command] = [
        c.PlaceWager(6, Area.ANTE, STAKE),
        c.TakeBackWager(6, Area.ANTE),
        c.JackpotSensor(6, present=True),
        c.Report(Irregularity.INVALID_WAGER, 6),
    ]
    for command in commands:
        assert felt.refuses(command) == refused
    seven = Refused(Refusal.NO_SUCH_PLACE, "2.1", "It has places 1 to 7.")
    for command in (c.Decide(8, Choice.BET), c.CardsAtEmptyBox(8)):
        assert dealt().refuses(command) == seven


def test_where_no_jackpot_is_offered_its_equipment_is_not_reported_as_failed() -> None:
    felt = Felt(table_rules("nsw-2024")).wagers(p1="25").deal(CARDS)
    report = c.Report(Irregularity.JACKPOT_EQUIPMENT_FAILED)
    assert felt.why(report) == (Refusal.JACKPOT_NOT_OFFERED, "15.2")
