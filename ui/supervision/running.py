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
    number,
    wager_areas,
    words,
)
from ui.forms.entries import Entry, sends
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
    """All devices, so that a person walking around the table sees which are left."""
    confirmed = scene.floor.confirmed
    return tuple(
        Option(item.code, item.text, chosen=item.code in confirmed)
        for item in opening.checklist(scene.floor)
    )


def _dealer(scene: Scene) -> str:
    return "" if scene.floor.dealer is not None else "No dealer is signed on"


# fmt: off
TABLE_ENTRIES: Final = (
    Entry("begin-opening", TABLE, "Prepare the table", HouseAction.PREPARE_TABLE,
          _begin, (choice("date", "Which business date?", _dates),), status_is(Status.CLOSED),
          done="The table is being prepared"),
    sends("confirm-item", TABLE, "Confirm equipment", opening.ConfirmItem,
          (choice("item", "Tap each when you have checked it.", _items),),
          status_is(Status.PREPARING), at_once=True),
    sends("count-float", TABLE, "Count the float", money.CountFloat,
          (amount(text="How much is in the tray?"),), status_is(Status.PREPARING, Status.COUNTING),
          done="Float count recorded"),
    sends("open-table", TABLE, "Open the table", opening.OpenTable, (), status_is(Status.PREPARING),
          done="The table is open"),
    sends("announce-closing", TABLE, "Announce the closing time", closing.AnnounceClosing,
          (MINUTES,), OPEN, done="The closing time is on the sign"),
    sends("withdraw-closing", TABLE, "Withdraw the closing time", closing.WithdrawClosing, (),
          lambda scene: "" if scene.floor.closing_notice else "No closing time is set",
          done="The closing time is off the sign"),
    sends("close-table", TABLE, "Close the table", closing.CloseTable, (), OPEN,
          done="The table is closed"),
    sends("log-off", TABLE, "Dealer signs off", opening.LogOffDealer, (), _dealer,
          done="The dealer is signed off"),
    Entry("lift-hold", TABLE, "Release the table", HouseAction.LIFT_HOLD,
          None, (), lambda scene: "" if scene.house.held is not None else "The table is not held",
          waits=True, done="The table is released"),
)
# fmt: on


def _kept(scene: Scene, _: Answers) -> tuple[str, ...]:
    """What was counted is compared with it."""
    return (scene.kept,) if scene.kept else ()


def _box_stays(scene: Scene) -> str:
    floor = scene.floor
    if floor.status is Status.OPEN and not floor.cashless and floor.drop_box:
        return "The table sells chips for cash"
    return "" if floor.drop_box else "No drop box is attached"


# fmt: off
MONEY_ENTRIES: Final = (
    sends("fill", MONEY, "Fill the tray", money.FillTray,
          (amount(), number("slip", "Slip number?")), OPEN, done="Fill recorded"),
    sends("credit", MONEY, "Credit from the tray", money.CreditTray,
          (amount(), number("slip", "Slip number?")), OPEN, done="Credit recorded"),
    sends("drop", MONEY, "Record the drop", money.RecordDrop,
          (amount(text="How much was in the box?"),), status_is(Status.COUNTING, Status.CLOSED),
          advice=_kept, done="Drop recorded"),
    sends("attach-box", MONEY, "Attach a drop box", drop_box.AttachDropBox, (),
          lambda scene: "A drop box is attached" if scene.floor.drop_box else "",
          done="The drop box is attached"),
    sends("remove-box", MONEY, "Remove the drop box", drop_box.RemoveDropBox, (), _box_stays,
          done="The drop box is removed"),
    Entry("switch-cash", MONEY, "Cash or cashless", HouseAction.SWITCH_CASH,
          lambda _, a: drop_box.SwitchCash(a["to"] == "cashless"),
          (choice("to", "How are chips sold?", words("cash", "cashless")),),
          done="Change recorded"),
    sends("cashless", MONEY, "Sell chips cashless", money.SellCashless, (amount(),), OPEN,
          done="Cashless sale recorded"),
    sends("voucher", MONEY, "Exchange a voucher", money.ExchangeVoucher,
          (number("voucher", "Voucher number?"), amount("value", "Value of the voucher?"),
           amount("tokens", "Tokens given?"),
           choice("conditions_met", "Are its conditions met?", YES_NO)),
          OPEN, done="Voucher exchange recorded"),
    sends("withhold", MONEY, "Withhold a payment", money.WithholdPayment,
          (ROUND, PLACE, choice("what", "Which wager?", wager_areas), amount()),
          done="Withheld payment recorded"),
)
# fmt: on
