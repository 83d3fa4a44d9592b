"""Entries about the table's day: opening and closing, money on the table."""

from datetime import date, timedelta
from typing import Final

from controller.authority import Command
from controller.floor import closing, drop_box, money, opening
from controller.floor.base import Day
from controller.floor.state import Status
from controller.staff.powers import HouseAction
from ui.forms.asks import (
    MINUTES,
    PLACE,
    ROUND,
    YES_NO,
    Answers,
    Scene,
    amount,
    choice,
    int_of,
    money_of,
    number,
    wager_areas,
    words,
    yes,
)
from ui.forms.entries import Entry
from ui.supervision.groups import MONEY, OPEN, TABLE, status_is
from ui.viewmodels.options import Option

# Opening and closing


def _dates(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """A business date may be that of the evening before."""
    today = date(*scene.today)
    days = (today, today - timedelta(days=1))
    return tuple(Option(str(day), f"{day:%A} {day.day} {day:%B}") for day in days)


def _begin(_: Scene, answers: Answers) -> Command:
    day = date.fromisoformat(answers["date"])
    return opening.BeginOpening(Day(day.year, day.month, day.day))


def _items(scene: Scene, _: Answers) -> tuple[Option, ...]:
    """All of them: whoever goes around the table sees what is left."""
    confirmed = scene.floor.confirmed
    return tuple(
        Option(item.code, item.text, chosen=item.code in confirmed)
        for item in opening.checklist(scene.floor)
    )


def _dealer(scene: Scene) -> str:
    return "" if scene.floor.dealer is not None else "Nobody deals"


# fmt: off
TABLE_ENTRIES: Final = (
    Entry("begin-opening", TABLE, "Prepare the table", HouseAction.PREPARE_TABLE,
          _begin, (choice("date", "Which business date?", _dates),), status_is(Status.CLOSED)),
    Entry("confirm-item", TABLE, "Confirm equipment", HouseAction.CONFIRM_EQUIPMENT,
          lambda _, a: opening.ConfirmItem(a["item"]),
          (choice("item", "Tap each when you have checked it.", _items),),
          status_is(Status.PREPARING), at_once=True),
    Entry("count-float", TABLE, "Count the float", HouseAction.COUNT_FLOAT,
          lambda _, a: money.CountFloat(money_of(a)), (amount(text="How much is in the tray?"),),
          status_is(Status.PREPARING, Status.COUNTING)),
    Entry("open-table", TABLE, "Open the table", HouseAction.OPEN_TABLE,
          lambda _, __: opening.OpenTable(), (), status_is(Status.PREPARING)),
    Entry("announce-closing", TABLE, "Announce closing", HouseAction.ANNOUNCE_CLOSING,
          lambda _, a: closing.AnnounceClosing(int_of(a, "minutes")), (MINUTES,), OPEN),
    Entry("withdraw-closing", TABLE, "Withdraw closing", HouseAction.WITHDRAW_NOTICE,
          lambda _, __: closing.WithdrawClosing(), (),
          lambda scene: "" if scene.floor.closing_notice else "No closing is announced"),
    Entry("close-table", TABLE, "Close the table", HouseAction.CLOSE_TABLE,
          lambda _, __: closing.CloseTable(), (), OPEN),
    Entry("log-off", TABLE, "Dealer leaves", HouseAction.CHANGE_DEALER,
          lambda _, __: opening.LogOffDealer(), (), _dealer),
    Entry("lift-hold", TABLE, "Let the table go on", HouseAction.LIFT_HOLD,
          None, (), lambda scene: "" if scene.house.held is not None else "The table is not held",
          waits=True),
)
# fmt: on

# fmt: off
MONEY_ENTRIES: Final = (
    Entry("fill", MONEY, "Fill the tray", HouseAction.FILL,
          lambda _, a: money.FillTray(money_of(a), a["slip"]),
          (amount(), number("slip", "Number of the slip?")), OPEN),
    Entry("credit", MONEY, "Credit from the tray", HouseAction.CREDIT,
          lambda _, a: money.CreditTray(money_of(a), a["slip"]),
          (amount(), number("slip", "Number of the slip?")), OPEN),
    Entry("drop", MONEY, "Record the drop", HouseAction.DROP,
          lambda _, a: money.RecordDrop(money_of(a)), (amount(text="How much was in the box?"),)),
    Entry("attach-box", MONEY, "Attach a drop box", HouseAction.ATTACH_DROP_BOX,
          lambda _, __: drop_box.AttachDropBox(), (),
          lambda scene: "A drop box is attached" if scene.floor.drop_box else ""),
    Entry("remove-box", MONEY, "Remove the drop box", HouseAction.REMOVE_DROP_BOX,
          lambda _, __: drop_box.RemoveDropBox(), (),
          lambda scene: "" if scene.floor.drop_box else "No drop box is attached"),
    Entry("switch-cash", MONEY, "Cash or cashless", HouseAction.SWITCH_CASH,
          lambda _, a: drop_box.SwitchCash(a["to"] == "cashless"),
          (choice("to", "How are chips sold?", words("cash", "cashless")),)),
    Entry("cashless", MONEY, "Chips sold cashless", HouseAction.SELL_CASHLESS,
          lambda _, a: money.SellCashless(money_of(a)), (amount(),), OPEN),
    Entry("voucher", MONEY, "Voucher exchanged", HouseAction.EXCHANGE_VOUCHER,
          lambda _, a: money.ExchangeVoucher(a["voucher"], money_of(a, "value"),
                                             money_of(a, "tokens"), yes(a, "met")),
          (number("voucher", "Number of the voucher?"), amount("value", "What is it worth?"),
           amount("tokens", "Tokens given?"), choice("met", "Are its conditions met?", YES_NO)),
          OPEN),
    Entry("withhold", MONEY, "Withhold a payment", HouseAction.WITHHOLD_PAYMENT,
          lambda _, a: money.WithholdPayment(int_of(a, "round"), int_of(a), a["wager"],
                                             money_of(a)),
          (ROUND, PLACE, choice("wager", "Which wager?", wager_areas), amount())),
)
# fmt: on
