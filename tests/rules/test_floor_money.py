"""Promotional tokens: exchanged at the table, wagered, their winnings paid in chips (1.1)."""

import pytest

from controller.domain.money import Money
from controller.floor.money import ExchangeVoucher, VoucherExchanged
from controller.floor.refusals import FloorRefusal
from controller.games.bonus import commands as c
from controller.games.bonus.steps import guide
from controller.games.bonus.wagers import Area, Stake
from tests.helpers.felt import Felt, table_rules
from tests.rules.test_nsw_deal import as_dealt
from tests.unit.floor.pit import DEALER, Pit, dollars


@pytest.mark.clause("nsw", "1.1:Casino Promotional Token")
def test_a_voucher_gives_tokens_of_its_value_and_what_they_win_is_paid_in_chips(
    ruleset: str,
) -> None:
    pit = Pit(ruleset).opened()
    for tokens in ("20", "30"):
        refused = pit.refuses(ExchangeVoucher("V1", dollars("25"), dollars(tokens)))
        assert (refused.refusal, refused.clause) == (FloorRefusal.VOUCHER_VALUE, "1.1")
    unmet = ExchangeVoucher("V1", dollars("25"), dollars("25"), conditions_met=False)
    assert pit.refuses(unmet).refusal is FloorRefusal.VOUCHER_CONDITIONS
    pit.do(ExchangeVoucher("V1", dollars("25"), dollars("25")))
    event = pit.last(VoucherExchanged)
    assert (event.voucher, str(event.tokens), event.by) == ("V1", "25.00", (DEALER,))
    twice = ExchangeVoucher("V1", dollars("25"), dollars("25"))
    assert pit.refuses(twice).refusal is FloorRefusal.VOUCHER_USED

    rules = table_rules(ruleset, places=5)
    cards = as_dealt(rules, "Ah Kh Qh 2h 9c", "3s 5d", p1="Jh 4h")
    felt = Felt(rules).do(c.OpenRound(1))
    felt.do(c.PlaceWager(1, Area.ANTE, Stake(Money(2500), tokens=pit.floor.cash.tokens)))
    felt.deal(cards).to_showdown().do(c.BeginSettlement())
    assert "Winnings on promotional tokens are paid in chips (rule 1.1)." in (
        guide(felt.table).reminders
    )
    result = felt.settle(1).place(1).results[Area.ANTE]
    assert (str(result.paid), str(result.returned)) == ("25.00", "25.00")
    assert str(result.tokens_returned) == "25.00", "the stake as it came, the win in chips"
