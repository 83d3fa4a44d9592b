"""Float, fills, credits, drop and the hold; cash, cashless and the drop box."""

import pytest

from controller.domain.money import Money
from controller.floor.base import Command
from controller.floor.closing import CloseTable
from controller.floor.drop_box import AttachDropBox, RemoveDropBox, SwitchCash
from controller.floor.money import (
    CountFloat,
    CreditTray,
    ExchangeVoucher,
    FillTray,
    RecordDrop,
    SellCashless,
    WithholdPayment,
    hold,
)
from controller.floor.opening import BeginOpening, checklist
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import BeginRound
from tests.unit.floor.pit import CASINO, DEALER, MONDAY, Pit, Request, dollars

THOUSAND = dollars("1000")


def test_the_hold_is_the_drop_and_what_the_tray_gained() -> None:
    pit = Pit().opened()
    pit.do(FillTray(dollars("2000"), "F1"))
    assert hold(pit.floor) is None, "nothing is counted yet"
    pit.do(CloseTable(), CreditTray(dollars("500"), "C1"), RecordDrop(dollars("3000")))
    assert hold(pit.floor) is None
    pit.do(CountFloat(dollars("9300")))
    assert pit.status().value == "closed"
    # 3,000 in the box; 9,300 + 500 went out of 10,000 + 2,000.
    assert str(hold(pit.floor)) == "800.00"


def test_chips_bought_without_cash_are_part_of_the_hold_and_tokens_are_not() -> None:
    pit = Pit(cashless=True).opened().do(SellCashless(dollars("700")))
    pit.do(ExchangeVoucher("V1", dollars("50"), dollars("50")))
    pit.do(CloseTable(), CountFloat(dollars("9500")), RecordDrop(Money(0)))
    assert str(hold(pit.floor)) == "200.00"


def test_the_next_day_begins_with_nothing() -> None:
    pit = Pit().opened().do(FillTray(THOUSAND, "F1"), CloseTable(), CountFloat(THOUSAND))
    pit.do(BeginOpening(MONDAY))
    assert pit.floor.cash.fills == 0
    assert pit.floor.cash.closing is None


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (FillTray(Money(0), "F1"), FloorRefusal.NOT_AN_AMOUNT),
        (CreditTray(Money(-1), "C1"), FloorRefusal.NOT_AN_AMOUNT),
        (ExchangeVoucher("V1", Money(0), Money(0)), FloorRefusal.NOT_AN_AMOUNT),
        (CountFloat(THOUSAND), FloorRefusal.NOT_COUNTING),
        (RecordDrop(THOUSAND), FloorRefusal.NOT_COUNTING),
        (SellCashless(THOUSAND), FloorRefusal.NOT_CASHLESS),
        (AttachDropBox(), FloorRefusal.NO_CHANGE),
        (RemoveDropBox(), FloorRefusal.DROP_BOX_NEEDED),
        (SwitchCash(cashless=False), FloorRefusal.NO_CHANGE),
        (WithholdPayment(1, 1, "ante", THOUSAND), FloorRefusal.NO_ROUND),
    ],
)
def test_what_does_not_fit_an_open_table_is_refused(
    command: Command, refusal: FloorRefusal
) -> None:
    assert Pit().opened().refuses(command).refusal is refusal


def test_a_closed_table_moves_no_chips_and_amounts_below_nothing_are_not_counted() -> None:
    pit = Pit()
    assert pit.refuses(FillTray(THOUSAND, "F1")).refusal is FloorRefusal.NOT_OPEN
    assert pit.refuses(RecordDrop(Money(-1))).refusal is FloorRefusal.NOT_AN_AMOUNT
    voucher = ExchangeVoucher("V1", THOUSAND, THOUSAND)
    assert pit.refuses(voucher).refusal is FloorRefusal.NOT_OPEN
    assert Pit(cashless=True).refuses(SellCashless(THOUSAND)).refusal is FloorRefusal.NOT_OPEN
    pit.do(BeginOpening(MONDAY), CountFloat(Money(0)))
    assert pit.refuses(CountFloat(Money(-1))).refusal is FloorRefusal.NOT_AN_AMOUNT


def test_a_withheld_payment_names_a_place_and_an_amount() -> None:
    pit = Pit().playing(1).play(1)
    assert pit.refuses(WithholdPayment(1, 9, "ante", THOUSAND)).refusal is (
        FloorRefusal.NO_SUCH_PLACE
    )
    assert pit.refuses(WithholdPayment(1, 1, "ante", Money(0))).refusal is (
        FloorRefusal.NOT_AN_AMOUNT
    )


def test_back_to_cash_the_drop_box_is_asked_for_before_the_next_round() -> None:
    pit = Pit(cashless=True).playing(1)
    assert "drop-box" not in [item.code for item in checklist(pit.floor)]
    pit.play(1).ready().do(SwitchCash(cashless=False))
    assert pit.why(BeginRound(2)) == (FloorRefusal.DROP_BOX_MISSING, "2.5")
    assert "Attach the drop box. (2.5)" in pit.prompts()
    pit.do(AttachDropBox()).play(1)
    pit.do(SwitchCash(cashless=True), RemoveDropBox()).play(1)
    assert pit.refuses(RemoveDropBox()).refusal is FloorRefusal.NO_CHANGE


def test_the_old_rules_know_no_cashless_table() -> None:
    pit = Pit("nsw-legacy").opened()
    assert pit.why(SwitchCash(cashless=True)) == (FloorRefusal.NOT_IN_THESE_RULES, "2.4")
    opening = Pit("nsw-legacy", cashless=True).refuses(BeginOpening(MONDAY))
    assert (opening.refusal, opening.clause) == (FloorRefusal.WRONG_SETTING, "2.4")


@pytest.mark.parametrize("move", [FillTray, CreditTray])
def test_a_slip_has_a_number_and_counts_once_a_day(move: type[FillTray | CreditTray]) -> None:
    pit = Pit().opened().do(FillTray(THOUSAND, "S1"))
    refused = pit.refuses(move(THOUSAND, "S1"))
    assert refused.text() == "This slip has been entered already. Slip S1. (rule 2.4.4)"
    for nothing in ("", " "):
        assert pit.refuses(move(THOUSAND, nothing)).refusal is FloorRefusal.NO_SLIP
    pit.do(move(THOUSAND, "S2"), CloseTable(), CountFloat(THOUSAND)).opened()
    pit.do(move(THOUSAND, "S1"))


def test_more_than_is_known_to_have_come_leaves_the_tray_only_with_the_pit() -> None:
    pit = Pit(cashless=True).opened().do(FillTray(THOUSAND, "F1"), SellCashless(THOUSAND))
    pit.do(CreditTray(dollars("11500"), "C1"))
    refused = pit.refuses(CreditTray(dollars("500.01"), "C2"))
    assert refused.refusal is FloorRefusal.CREDIT_TOO_HIGH
    assert refused.detail == "Asked for $500.01, on record $500."
    pit.do(Request(CreditTray(dollars("5000"), "C2"), by=(DEALER, CASINO)))
    refused = pit.refuses(CreditTray(Money(1), "C3"))
    assert refused.detail == "Asked for $0.01, on record $0."
    pit.do(CloseTable(), RecordDrop(dollars("5000")), CreditTray(dollars("500"), "C3"))
