"""Entries about the table's day: limits, opening and closing, money on the table."""

from datetime import date, timedelta
from typing import Final

from controller.authority import Command
from controller.domain.base import evolve
from controller.domain.money import Money
from controller.domain.rules import Limits, RuleSet
from controller.floor import closing, limits, money, opening
from controller.floor.base import Day
from controller.floor.state import Status, TableLimits
from controller.staff.powers import Action
from ui.supervision.asks import (
    MINUTES,
    PLACE,
    ROUND,
    YES_NO,
    Answers,
    Ask,
    Kind,
    Option,
    Scene,
    amount,
    choice,
    fixed,
    int_of,
    money_of,
    number,
    wager_areas,
    when,
    words,
    yes,
)
from ui.supervision.entries import LIMITS, MONEY, OPEN, TABLE, Entry, status_is

# Limits


def _has_bonus(scene: Scene, _: Answers) -> bool:
    return scene.house.table.rules.ante_bonus is not None


def _change(scene: Scene, answers: Answers, *, at_once: bool) -> Command:
    now = scene.floor.limits
    bonus = now.spot.bonus_min, now.spot.bonus_max
    if "bonus-min" in answers:
        bonus = money_of(answers, "bonus-min"), money_of(answers, "bonus-max")
    spot = Limits(money_of(answers, "ante-min"), money_of(answers, "ante-max"), *bonus)
    changed = _others(evolve(now, spot=spot), answers)
    if at_once:
        return limits.ChangeLimits(changed, at_once=True)
    return limits.ChangeLimits(changed, minutes=int_of(answers, "minutes"))


def _others(limits_: TableLimits, answers: Answers) -> TableLimits:
    """What the sign says beside the limits of a playing area; nothing keyed, nothing said."""
    if answers["others"] == "keep":
        return limits_
    player = {f"player_{end}": _or_none(answers, f"player-{end}") for end in ("min", "max")}
    unit = _or_none(answers, "unit") if answers["steps"] == "unit" else None
    return evolve(limits_, **player, multiples=answers["steps"] == "multiples", unit=unit)


def _or_none(answers: Answers, name: str) -> Money | None:
    return money_of(answers, name) or None if name in answers else None


def _of_a_player(scene: Scene, answers: Answers) -> bool:
    """6.1: limits for all wagers of one player are in the rules of 2024 only."""
    current = scene.house.table.rules.ruleset is RuleSet.NSW_2024
    return current and answers.get("others") == "set"


_FIGURES: Final = (
    amount("ante-min", "Ante, at least?"),
    amount("ante-max", "Ante, at most?"),
    Ask("bonus-min", "Ante bonus, at least?", Kind.MONEY, only_if=_has_bonus),
    Ask("bonus-max", "Ante bonus, at most?", Kind.MONEY, only_if=_has_bonus),
    choice("others", "Other limits?", fixed(("keep", "As they are"), ("set", "Set them"))),
    Ask("player-min", "A player in all, at least? 0: none", Kind.MONEY, only_if=_of_a_player),
    Ask("player-max", "A player in all, at most? 0: none", Kind.MONEY, only_if=_of_a_player),
    Ask(
        "steps",
        "In which steps?",
        options=fixed(
            ("any", "Any"), ("multiples", "Multiples of the minimum"), ("unit", "Units above it")
        ),
        only_if=when("others", "set"),
    ),
    Ask("unit", "Units of how much?", Kind.MONEY, only_if=when("steps", "unit")),
)

LIMIT_ENTRIES: Final = (
    Entry(
        "limits-notice",
        LIMITS,
        "Change with notice",
        Action.LIMITS_WITH_NOTICE,
        lambda scene, a: _change(scene, a, at_once=False),
        (*_FIGURES, MINUTES),
        OPEN,
    ),
    Entry(
        "limits-at-once",
        LIMITS,
        "Change at once, with markers",
        Action.LIMITS_WITH_MARKER,
        lambda scene, a: _change(scene, a, at_once=True),
        _FIGURES,
        OPEN,
    ),
    Entry(
        "raise-old",
        LIMITS,
        "Raise old minimums",
        Action.RAISE_OLD_MINIMUM,
        lambda _, a: limits.RaiseOldMinimum(int_of(a, "minutes")),
        (MINUTES,),
        lambda scene: (
            "" if any(seat.old for seat in scene.floor.seats) else "Nobody has an old minimum"
        ),
    ),
    Entry(
        "withdraw-limits",
        LIMITS,
        "Withdraw the notice",
        Action.WITHDRAW_NOTICE,
        lambda _, __: limits.WithdrawLimitNotice(),
        (),
        lambda scene: (
            "" if scene.floor.limit_notice or scene.floor.old_minimum_notice else "No notice is up"
        ),
    ),
    Entry(
        "low-limit",
        LIMITS,
        "Low limit gaming",
        Action.LOW_LIMIT_GAMING,
        lambda _, a: opening.SetLowLimit(a["on"] == "on"),
        (choice("on", "On or off?", fixed(("on", "On"), ("off", "Off"))),),
    ),
    Entry(
        "place-marker",
        LIMITS,
        "Marker on the layout",
        Action.PLACE_MARKER,
        lambda _, a: limits.PlaceMarker(int_of(a)),
        (PLACE,),
        OPEN,
    ),
    Entry(
        "remove-marker",
        LIMITS,
        "Marker taken away",
        Action.REMOVE_MARKER,
        lambda _, a: limits.RemoveMarker(int_of(a)),
        (
            choice(
                "place",
                "Which place?",
                lambda scene, _: tuple(
                    Option(str(n), f"Place {n}") for n in sorted(scene.floor.markers)
                ),
                "There is no marker",
            ),
        ),
    ),
)


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
    return tuple(Option(item.code, item.text) for item in opening.unconfirmed(scene.floor))


def _dealer(scene: Scene) -> str:
    return "" if scene.floor.dealer is not None else "Nobody deals"


TABLE_ENTRIES: Final = (
    Entry(
        "begin-opening",
        TABLE,
        "Prepare the table",
        Action.PREPARE_TABLE,
        _begin,
        (choice("date", "Which business date?", _dates),),
        status_is(Status.CLOSED),
    ),
    Entry(
        "confirm-item",
        TABLE,
        "Confirm equipment",
        Action.CONFIRM_EQUIPMENT,
        lambda _, a: opening.ConfirmItem(a["item"]),
        (choice("item", "What is in order?", _items, "All is confirmed"),),
        status_is(Status.PREPARING),
    ),
    Entry(
        "count-float",
        TABLE,
        "Count the float",
        Action.COUNT_FLOAT,
        lambda _, a: money.CountFloat(money_of(a)),
        (amount(text="How much is in the tray?"),),
        status_is(Status.PREPARING, Status.COUNTING),
    ),
    Entry(
        "open-table",
        TABLE,
        "Open the table",
        Action.OPEN_TABLE,
        lambda _, __: opening.OpenTable(),
        (),
        status_is(Status.PREPARING),
    ),
    Entry(
        "announce-closing",
        TABLE,
        "Announce closing",
        Action.ANNOUNCE_CLOSING,
        lambda _, a: closing.AnnounceClosing(int_of(a, "minutes")),
        (MINUTES,),
        OPEN,
    ),
    Entry(
        "withdraw-closing",
        TABLE,
        "Withdraw closing",
        Action.WITHDRAW_NOTICE,
        lambda _, __: closing.WithdrawClosing(),
        (),
        lambda scene: "" if scene.floor.closing_notice else "No closing is announced",
    ),
    Entry(
        "close-table",
        TABLE,
        "Close the table",
        Action.CLOSE_TABLE,
        lambda _, __: closing.CloseTable(),
        (),
        OPEN,
    ),
    Entry(
        "log-off",
        TABLE,
        "Dealer leaves",
        Action.CHANGE_DEALER,
        lambda _, __: opening.LogOffDealer(),
        (),
        _dealer,
    ),
)

MONEY_ENTRIES: Final = (
    Entry(
        "fill",
        MONEY,
        "Fill the tray",
        Action.FILL,
        lambda _, a: money.FillTray(money_of(a), a["slip"]),
        (amount(), number("slip", "Number of the slip?")),
        OPEN,
    ),
    Entry(
        "credit",
        MONEY,
        "Credit from the tray",
        Action.CREDIT,
        lambda _, a: money.CreditTray(money_of(a), a["slip"]),
        (amount(), number("slip", "Number of the slip?")),
        OPEN,
    ),
    Entry(
        "drop",
        MONEY,
        "Record the drop",
        Action.DROP,
        lambda _, a: money.RecordDrop(money_of(a)),
        (amount(text="How much was in the box?"),),
    ),
    Entry(
        "attach-box",
        MONEY,
        "Attach a drop box",
        Action.ATTACH_DROP_BOX,
        lambda _, __: money.AttachDropBox(),
        (),
        lambda scene: "A drop box is attached" if scene.floor.drop_box else "",
    ),
    Entry(
        "remove-box",
        MONEY,
        "Remove the drop box",
        Action.REMOVE_DROP_BOX,
        lambda _, __: money.RemoveDropBox(),
        (),
        lambda scene: "" if scene.floor.drop_box else "No drop box is attached",
    ),
    Entry(
        "switch-cash",
        MONEY,
        "Cash or cashless",
        Action.SWITCH_CASH,
        lambda _, a: money.SwitchCash(a["to"] == "cashless"),
        (choice("to", "How are chips sold?", words("cash", "cashless")),),
    ),
    Entry(
        "cashless",
        MONEY,
        "Chips sold cashless",
        Action.SELL_CASHLESS,
        lambda _, a: money.SellCashless(money_of(a)),
        (amount(),),
        OPEN,
    ),
    Entry(
        "voucher",
        MONEY,
        "Voucher exchanged",
        Action.EXCHANGE_VOUCHER,
        lambda _, a: money.ExchangeVoucher(
            a["voucher"], money_of(a, "value"), money_of(a, "tokens"), yes(a, "met")
        ),
        (
            number("voucher", "Number of the voucher?"),
            amount("value", "What is it worth?"),
            amount("tokens", "Tokens given?"),
            choice("met", "Are its conditions met?", YES_NO),
        ),
        OPEN,
    ),
    Entry(
        "withhold",
        MONEY,
        "Withhold a payment",
        Action.WITHHOLD_PAYMENT,
        lambda _, a: money.WithholdPayment(int_of(a, "round"), int_of(a), a["wager"], money_of(a)),
        (ROUND, PLACE, choice("wager", "Which wager?", wager_areas), amount()),
    ),
)
