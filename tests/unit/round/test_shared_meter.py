"""A meter that other tables play on too, found at the settlement of a round."""

from controller.domain.base import evolve
from controller.domain.money import Money
from controller.jackpot.meter import Meter
from controller.round.pool import meter_before_awards, meter_now, with_meter_found
from tests.helpers.felt import Felt, jackpot_rules, table_rules


def test_a_meter_found_holds_the_rounds_own_increments_and_awards_are_worked_out_on_it() -> None:
    rules = table_rules(jackpot=evolve(jackpot_rules(), reserve_increment_millionths=10_000))
    felt = Felt(rules, meter="60000").wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal("7h 2c Kd 9s 4d  3c 8h  Ks Kh Ac As").to_showdown()
    found = Meter.standing_at(Money.parse("61000"), Money.parse("12"))
    table = with_meter_found(felt.table, found)
    assert table.meter == meter_before_awards(table) == meter_now(table) == found
    before = table.round.meter_before
    assert before is not None
    assert (str(before.value), str(before.reserve)) == ("60998.00", "11.90")
