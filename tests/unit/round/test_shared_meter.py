"""A meter that other tables play on too, found at the settlement of a round."""

import pytest

from controller.domain.base import evolve
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.jackpot.awards import Claim, sd_awards
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.round.awards import fixed_awards
from controller.games.bonus.round.books import HOUSE, METER, entries, player
from controller.games.bonus.round.core import fold_one
from controller.games.bonus.round.pool import meter_before_awards, meter_now, with_meter_found
from controller.games.bonus.rules import MeterAwards
from tests.helpers.felt import Felt, jackpot_felt, jackpot_rules, table_rules


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


BOARD, DEALER = "Ts Js Qs 2c 3d", "4c 5d"
STRAIGHT_FLUSH, NOTHING = "8s 9s", "2h 7d"


def keyed() -> Felt:
    """A straight flush at place 1 on 80,000, keyed; the increment of two wagers is on it."""
    felt = jackpot_felt(meter="80000", increment_millionths=20_000)
    felt.wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal(f"{BOARD} {DEALER} {STRAIGHT_FLUSH} {NOTHING}").to_showdown()
    return felt.do(c.SettlePlace(2), c.SettlePlace(1), c.KeyAward(1, "straight-flush"))


def test_what_the_pool_reserved_on_fixes_the_award_and_leaves_it_keyed() -> None:
    """R24: other tables have won 20,000 between the hands and the key."""
    felt = keyed()
    fixed = fixed_awards(felt.table, 7, -Money.parse("20000"))
    assert fixed is not None
    table = fold_one(felt.table, fixed)
    (due,) = table.round.awards
    assert (str(due.award.amount), due.keyed, due.confirmed) == ("6000.02", True, False)
    assert table.meter is not None
    assert str(table.meter.value) == "60000.20"
    assert fixed_awards(table, 7, -Money.parse("20000")) is None, "it is known"
    felt.table = table
    felt.do(c.ConfirmAward(1, "straight-flush"), c.PayAward(1, "straight-flush"))
    paid = {(entry.source, entry.target): str(entry.amount) for entry in entries(felt.table)}
    assert paid[METER, player(1)] == "6000.02"
    assert (HOUSE, METER) not in paid, "what other tables did is no money of this one"
    again = with_meter_found(felt.table, Meter.standing_at(Money.parse("70000")))
    assert again.meter == meter_before_awards(again), "a meter that is read holds it all"


def test_an_answer_that_comes_after_the_settlement_fixes_nothing() -> None:
    felt = keyed().do(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert fixed_awards(felt.table, 7, Money.parse("1")) is None


@pytest.mark.parametrize(
    ("procedure", "amounts"),
    [
        (MeterAwards.IN_TURN, [("1100.00", "1100.00"), ("9800.00", "9800.00")]),
        (MeterAwards.SAME_METER, [("1100.00", "1100.00"), ("11000.00", "9800.00")]),
    ],
)
def test_in_south_dakota_others_come_between_two_awards(
    procedure: MeterAwards, amounts: list[tuple[str, str]]
) -> None:
    """Others hold 1,000 when place 2 is keyed and 100 more when place 1 is."""
    jackpot = evolve(jackpot_rules("PMG-01", wager="1"), meter_awards=procedure)
    lines = {name: jackpot.schedule.line(name) for name in ("straight-flush", "royal-flush")}
    claims = [Claim(2, lines["straight-flush"]), Claim(1, lines["royal-flush"])]
    others = {1: -Money.parse("100"), 2: -Money.parse("1000")}
    awards = sd_awards(jackpot, claims, Meter.standing_at(Money.parse("12000")), others)
    assert [(str(award.amount), str(award.from_meter)) for award in awards] == amounts
