"""Re-buys and add-ons, each like a cash change: money in, chips out, on record (29)."""

from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers, becomes
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.format import AddOns, chips
from controller.tournament.hands import out_at_once
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal, not_in_play, not_started, refused_player
from controller.tournament.seating import between_hands
from controller.tournament.state import Desk, Purchase, booked, with_entrant


class Rebuy(Command, action=DeskAction.SELL_REBUY):
    """29.2: a player who has no chips left buys the starting bank again."""

    name: str


class CloseRebuys(Command, action=DeskAction.CLOSE_REBUYS):
    """The re-buy period ends: whoever is at 0 is out, add-ons are available."""


class AddOn(Command, action=DeskAction.SELL_ADD_ON):
    """29.3: a player buys one bank more, or two."""

    name: str
    double: bool = False


class TakeBackPurchase(Command, action=DeskAction.TAKE_BACK_PURCHASE):
    """A re-buy or an add-on was sold by mistake: chips and money go back before the next hand."""

    name: str


class Rebought(Event):
    name: str
    paid: Money
    chips: Money


class RebuysClosed(Event):
    pass


class AddedOn(Event):
    name: str
    paid: Money
    chips: Money


class PurchaseTakenBack(Event):
    name: str
    paid: Money
    chips: Money
    rebuy: bool


def _open(desk: Desk) -> Refused | None:
    """Is there a re-buy period, and does it last?"""
    if not desk.form.rebuys:
        return Refused(DeskRefusal.NO_REBUYS, "29.1", "Expected no re-buys.")
    if refused := not_in_play(desk):
        return refused
    if desk.rebuys_closed:
        return Refused(DeskRefusal.REBUYS_CLOSED, "29.2.a", "Expected the re-buy before that.")
    return None


def _verify_rebuy(desk: Desk, command: Rebuy, _: Asking) -> Refused | None:
    if refused := _open(desk) or refused_player(desk, command.name, "29.2.a"):
        return refused
    if stack := desk.entrant(command.name).stack:
        detail = f"{command.name} has {chips(stack)}: expected a player without chips."
        return Refused(DeskRefusal.CHIPS_LEFT, "29.2.a", detail)
    return None


def _rebuy(draft: Draft[Desk], command: Rebuy) -> None:
    form = draft.state.form
    draft.emit(Rebought(command.name, form.entry, form.bank))


def _close(draft: Draft[Desk], _: CloseRebuys) -> None:
    draft.emit(RebuysClosed())
    out_at_once(draft)


def _verify_add_on(desk: Desk, command: AddOn, _: Asking) -> Refused | None:
    form = desk.form
    if not form.rebuys:
        return Refused(DeskRefusal.NO_REBUYS, "29.3.a", "Expected no add-on either.")
    if form.addons is AddOns.NONE or (command.double and form.addons is AddOns.SINGLE):
        clause, offered = ("29.3.e", form.addons.value) if command.double else ("29.1", "none")
        return Refused(DeskRefusal.NO_ADDONS, clause, f"Expected what is offered: {offered}.")
    if refused := not_in_play(desk):
        return refused
    if not desk.rebuys_closed:
        detail = "Expected the add-on once it is closed."
        return Refused(DeskRefusal.REBUYS_STILL_OPEN, "29.3.a", detail)
    if refused := refused_player(desk, command.name, "29.3.a"):
        return refused
    if desk.entrant(command.name).added_on:
        return Refused(
            DeskRefusal.ADDED_ON_ALREADY, "29.3.a", "Expected one add-on for each player."
        )
    return None


def _add_on(draft: Draft[Desk], command: AddOn) -> None:
    form, banks = draft.state.form, 2 if command.double else 1
    draft.emit(AddedOn(command.name, banks * form.entry, banks * form.bank))


def _verify_take_back(desk: Desk, command: TakeBackPurchase, _: Asking) -> Refused | None:
    if refused := not_started(desk) or refused_player(desk, command.name, "29.2.d"):
        return refused
    one = desk.entrant(command.name)
    if one.bought is None:
        detail = f"{command.name} has bought nothing since the last hand."
        return Refused(DeskRefusal.NOTHING_BOUGHT, "29.2.d", detail)
    left = one.stack - one.bought.chips
    if left < 0 or bool(left) is (one.bought.fall is not None):
        detail = f"{command.name} has {chips(one.stack)}: expected the chips just sold."
        return Refused(DeskRefusal.CHANGED_SINCE, "29.2.d", detail)
    return between_hands(desk, one.seat.table) if one.seat else None


def _take_back(draft: Draft[Desk], command: TakeBackPurchase) -> None:
    bought = existing(draft.state.entrant(command.name).bought, "nothing was bought")
    rebuy = bought.fall is not None
    draft.emit(PurchaseTakenBack(command.name, bought.paid, bought.chips, rebuy))
    out_at_once(draft)


def _rebought(desk: Desk, event: Rebought) -> Desk:
    one = desk.entrant(event.name)
    bought, fees = Purchase(event.paid, event.chips, one.fall), Money(one.fees + event.paid)
    desk = with_entrant(desk, event.name, stack=event.chips, fall=None, bought=bought, fees=fees)
    desk = evolve(desk, rebuys=desk.rebuys + 1)
    return booked(desk, rebuys=event.paid, issued=event.chips)


def _added_on(desk: Desk, event: AddedOn) -> Desk:
    one = desk.entrant(event.name)
    stack, fees = Money(one.stack + event.chips), Money(one.fees + event.paid)
    bought = Purchase(event.paid, event.chips, None)
    desk = with_entrant(desk, event.name, stack=stack, added_on=True, bought=bought, fees=fees)
    desk = evolve(desk, addons=desk.addons + 1)
    return booked(desk, addons=event.paid, issued=event.chips)


def _taken_back(desk: Desk, event: PurchaseTakenBack) -> Desk:
    one = desk.entrant(event.name)
    fall = existing(one.bought, "nothing was bought").fall
    stack, added_on = Money(one.stack - event.chips), one.added_on and event.rebuy
    desk = with_entrant(desk, event.name, stack=stack, fall=fall, added_on=added_on, bought=None)
    desk = with_entrant(desk, event.name, fees=Money(one.fees - event.paid))
    if event.rebuy:
        desk = evolve(desk, rebuys=desk.rebuys - 1)
        return booked(desk, rebuys=-event.paid, issued=-event.chips)
    desk = evolve(desk, addons=desk.addons - 1)
    return booked(desk, addons=-event.paid, issued=-event.chips)


HANDLERS: Handlers = {
    Rebuy: Handler(_verify_rebuy, _rebuy),
    CloseRebuys: Handler(lambda desk, _, __: _open(desk), _close),
    AddOn: Handler(_verify_add_on, _add_on),
    TakeBackPurchase: Handler(_verify_take_back, _take_back),
}

FOLDS: Folds = {
    Rebought: _rebought,
    RebuysClosed: becomes(rebuys_closed=True),
    AddedOn: _added_on,
    PurchaseTakenBack: _taken_back,
}
