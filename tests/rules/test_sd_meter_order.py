"""sd (18)(a)v, R28: a supervisor applies the house procedure to two meter awards of one round."""

import pytest

from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.events import MeterAwardsOrdered
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.core import fold
from controller.games.bonus.round.story import narrate
from controller.games.bonus.rules import MeterAwards
from controller.games.bonus.steps import guide
from tests.helpers.felt import jackpot_felt
from tests.rules.test_guidance_sd import two_meter_hands

SECOND = (1, "straight-flush")


@pytest.mark.clause("sd", "(18)(a)v")
def test_a_supervisor_applies_the_house_procedure_and_the_second_award_is_keyed() -> None:
    felt = two_meter_hands()
    before = felt.round.awards
    assert "Stop: two awards from the meter" in guide(felt.table).text
    felt.do(c.OrderMeterAwards((2, 1)))
    applied = MeterAwardsOrdered((2, 1), MeterAwards.IN_TURN)
    assert felt.events[-1] == applied
    assert felt.round.awards == before, "the order and the amounts are the rules'"
    assert "Stop: two awards from the meter" not in guide(felt.table).text
    assert "ey the " in guide(felt.table).text
    felt.go(c.KeyAward(*SECOND), c.ConfirmAward(*SECOND), c.PayAward(*SECOND))
    assert fold(felt.fresh, felt.events) == felt.table
    told = narrate(felt.table, felt.table, applied)
    assert told == "A supervisor applied the house procedure to the awards."


@pytest.mark.clause("sd", "(18)(a)vi#3")
@pytest.mark.parametrize("places", [(), (1,), (1, 2), (2, 1, 3)])
def test_hands_are_taken_counterclockwise_whatever_a_supervisor_says(
    places: tuple[int, ...],
) -> None:
    refused = two_meter_hands().refuses(c.OrderMeterAwards(places))
    assert refused == Refused(Refusal.ORDER_FIXED, "(18)(a)vi", "The order is place 2 and 1.")


def test_the_procedure_is_applied_once_and_before_the_award_is_confirmed() -> None:
    nothing = Refused(Refusal.NOTHING_TO_ORDER, "(18)(a)v")
    felt = two_meter_hands().do(c.OrderMeterAwards((2, 1)))
    assert felt.refuses(c.OrderMeterAwards((2, 1))) == nothing
    late = two_meter_hands().do(c.KeyAward(*SECOND), c.ConfirmAward(*SECOND))
    assert late.refuses(c.OrderMeterAwards((2, 1))) == nothing


def test_one_award_off_the_meter_needs_no_procedure() -> None:
    felt = jackpot_felt("sd").wagers(p1="25").jackpot(1)
    assert felt.refuses(c.OrderMeterAwards((1,))) == Refused(Refusal.NOTHING_TO_ORDER, "(18)(a)v")


@pytest.mark.clause("nsw", "15.2.12")
@pytest.mark.parametrize("ruleset", ["nsw-legacy", "nsw-2024"])
def test_new_south_wales_leaves_no_order_to_a_supervisor(ruleset: str) -> None:
    felt = jackpot_felt(ruleset, meter="80000")
    felt.wagers(p1="25", p2="25").jackpot(1, 2)
    assert felt.refuses(c.OrderMeterAwards((2, 1))) == Refused(Refusal.ORDER_FIXED, "15.2.12")
