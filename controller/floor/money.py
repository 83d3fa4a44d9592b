"""Money at the table: float, fills, credits, drop, tokens, and the hold that follows from them."""

from typing import Any

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.entries import Withheld
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import no_such_place
from controller.floor.state import Draft, Floor, Status
from controller.staff.powers import HouseAction
from controller.staff.roles import Role


class CountFloat(Command, action=HouseAction.COUNT_FLOAT):
    """The float is counted, at opening or after closing."""

    amount: Money


class FillTray(Command, action=HouseAction.FILL):
    """Chips come to the tray."""

    amount: Money
    slip: str


class CreditTray(Command, action=HouseAction.CREDIT):
    """Chips leave the tray for the cage."""

    amount: Money
    slip: str


class RecordDrop(Command, action=HouseAction.DROP):
    """What the drop box held was counted."""

    amount: Money


class SellCashless(Command, action=HouseAction.SELL_CASHLESS):
    """Chips were bought through the cashless terminal at the table."""

    amount: Money


class ExchangeVoucher(Command, action=HouseAction.EXCHANGE_VOUCHER):
    """1.1: a promotional voucher is exchanged for tokens of the same value."""

    voucher: str
    value: Money
    tokens: Money
    conditions_met: bool = True


class WithholdPayment(Command, action=HouseAction.WITHHOLD_PAYMENT):
    """13.15: nothing is paid to a person in breach of the employee gambling policy."""

    round: int
    place: int
    what: str
    amount: Money


class FloatCounted(Event):
    amount: Money
    closing: bool


class TrayFilled(Event):
    amount: Money
    slip: str


class TrayCredited(Event):
    amount: Money
    slip: str


class DropRecorded(Event):
    amount: Money


class CashlessSold(Event):
    amount: Money


class VoucherExchanged(Event):
    voucher: str
    tokens: Money


class PaymentWithheld(Event):
    round: int
    place: int
    what: str
    amount: Money


def hold(floor: Floor) -> Money | None:
    """What the table kept: drop, and what the tray gained; None until all is counted.

    Tokens are no part of it: they cost nothing when they lose, and what they win was paid in
    chips out of the tray.
    """
    cash = floor.cash
    if cash.opening is None or cash.closing is None or cash.drop is None:
        return None
    gained = cash.closing + cash.credits - cash.opening - cash.fills
    return cash.drop + cash.cashless + gained


def _positive(floor: Floor, amount: Money) -> Refused | None:
    return None if amount > 0 else refuse(floor.rules, FloorRefusal.NOT_AN_AMOUNT)


def _open(floor: Floor) -> Refused | None:
    return None if floor.status is Status.OPEN else refuse(floor.rules, FloorRefusal.NOT_OPEN)


def _verify_count(floor: Floor, command: CountFloat, _: Asking) -> Refused | None:
    if floor.status not in (Status.PREPARING, Status.COUNTING):
        return refuse(floor.rules, FloorRefusal.NOT_COUNTING)
    return refuse(floor.rules, FloorRefusal.NOT_AN_AMOUNT) if command.amount < 0 else None


def _count(draft: Draft, command: CountFloat) -> None:
    draft.emit(FloatCounted(command.amount, draft.state.status is Status.COUNTING))


def _verify_tray(floor: Floor, command: FillTray | CreditTray, _: Asking) -> Refused | None:
    if floor.status not in (Status.OPEN, Status.COUNTING):
        return refuse(floor.rules, FloorRefusal.NOT_OPEN)
    return _positive(floor, command.amount)


def _verify_fill(floor: Floor, command: FillTray, asking: Asking) -> Refused | None:
    return _verify_tray(floor, command, asking) or _verify_slip(floor, command.slip)


def _verify_slip(floor: Floor, slip: str) -> Refused | None:
    """A slip has a number, and counts once in a business date, whichever way the chips went."""
    if not slip.strip():
        return refuse(floor.rules, FloorRefusal.NO_SLIP, "float tray")
    if slip in floor.cash.slips:
        return refuse(floor.rules, FloorRefusal.SLIP_USED, "float tray", f"Slip {slip}.")
    return None


def _verify_credit(floor: Floor, command: CreditTray, asking: Asking) -> Refused | None:
    return (
        _verify_tray(floor, command, asking)
        or _verify_slip(floor, command.slip)
        or _too_high(floor, command, asking)
    )


def _too_high(floor: Floor, command: CreditTray, asking: Asking) -> Refused | None:
    """More than is known to have come may be winnings, or a slip of the hand: the pit looks."""
    cash = floor.cash
    came = (cash.opening or ZERO) + cash.fills + (cash.drop or ZERO) + cash.cashless
    left = Money(max(0, came - cash.credits))
    pit = any(actor.role is Role.CASINO_SUPERVISOR for actor in asking.by)
    if command.amount <= left or pit:
        return None
    detail = f"Asked for {dollars(command.amount)}, on record {dollars(left)}."
    return refuse(floor.rules, FloorRefusal.CREDIT_TOO_HIGH, "float tray", detail)


def _verify_drop(floor: Floor, command: RecordDrop, _: Asking) -> Refused | None:
    if floor.status not in (Status.COUNTING, Status.CLOSED):
        return refuse(floor.rules, FloorRefusal.NOT_COUNTING)
    return refuse(floor.rules, FloorRefusal.NOT_AN_AMOUNT) if command.amount < 0 else None


def _verify_cashless(floor: Floor, command: SellCashless, _: Asking) -> Refused | None:
    if not floor.cashless:
        return refuse(floor.rules, FloorRefusal.NOT_CASHLESS, "cashless")
    return _open(floor) or _positive(floor, command.amount)


def _verify_exchange(floor: Floor, command: ExchangeVoucher, _: Asking) -> Refused | None:
    if refused := _open(floor) or _positive(floor, command.value):
        return refused
    if not command.conditions_met:
        return refuse(floor.rules, FloorRefusal.VOUCHER_CONDITIONS, "tokens")
    if command.voucher in floor.cash.vouchers:
        return refuse(floor.rules, FloorRefusal.VOUCHER_USED, "tokens")
    if command.tokens != command.value:
        detail = f"Voucher {dollars(command.value)}, tokens {dollars(command.tokens)}."
        return refuse(floor.rules, FloorRefusal.VOUCHER_VALUE, "tokens", detail)
    return None


def _verify_withhold(floor: Floor, command: WithholdPayment, _: Asking) -> Refused | None:
    if not floor.rules.terms.withholding:
        return refuse(floor.rules, FloorRefusal.NOT_IN_THESE_RULES)
    if not 1 <= command.round <= floor.last_round:
        return refuse(floor.rules, FloorRefusal.NO_ROUND, "withhold")
    return no_such_place(floor, command.place) or _positive(floor, command.amount)


def _with_cash(floor: Floor, **changes: Any) -> Floor:
    return evolve(floor, cash=evolve(floor.cash, **changes))


def _counted(floor: Floor, event: FloatCounted) -> Floor:
    if not event.closing:
        return _with_cash(floor, opening=event.amount)
    return evolve(_with_cash(floor, closing=event.amount), status=Status.CLOSED)


def _filled(floor: Floor, event: TrayFilled) -> Floor:
    cash = floor.cash
    return _with_cash(floor, fills=cash.fills + event.amount, slips=cash.slips | {event.slip})


def _credited(floor: Floor, event: TrayCredited) -> Floor:
    cash = floor.cash
    return _with_cash(floor, credits=cash.credits + event.amount, slips=cash.slips | {event.slip})


def _exchanged(floor: Floor, event: VoucherExchanged) -> Floor:
    tokens, vouchers = floor.cash.tokens + event.tokens, floor.cash.vouchers | {event.voucher}
    return _with_cash(floor, tokens=tokens, vouchers=vouchers)


def _withheld(floor: Floor, event: PaymentWithheld) -> Floor:
    kept = Withheld(event.round, event.place, event.what, event.amount, event.reason, event.at)
    return evolve(floor, withheld=(*floor.withheld, kept))


HANDLERS: Handlers = {
    CountFloat: Handler(_verify_count, _count),
    FillTray: Handler(_verify_fill, Emits(TrayFilled)),
    CreditTray: Handler(_verify_credit, Emits(TrayCredited)),
    RecordDrop: Handler(_verify_drop, Emits(DropRecorded)),
    SellCashless: Handler(_verify_cashless, Emits(CashlessSold)),
    ExchangeVoucher: Handler(_verify_exchange, Emits(VoucherExchanged)),
    WithholdPayment: Handler(_verify_withhold, Emits(PaymentWithheld)),
}

FOLDS: Folds = {
    FloatCounted: _counted,
    TrayFilled: _filled,
    TrayCredited: _credited,
    DropRecorded: lambda floor, event: _with_cash(floor, drop=event.amount),
    CashlessSold: lambda floor, event: _with_cash(
        floor, cashless=floor.cash.cashless + event.amount
    ),
    VoucherExchanged: _exchanged,
    PaymentWithheld: _withheld,
}
