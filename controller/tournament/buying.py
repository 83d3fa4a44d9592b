"""Re-buys and add-ons, each like a cash change: money in, chips out, on record (29)."""

from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.tournament.base import Event
from controller.tournament.format import AddOns, amount
from controller.tournament.hands import out_without_rebuy
from controller.tournament.phases import IN_PLAY
from controller.tournament.refusals import DeskRefusal, refused_now, refused_player
from controller.tournament.state import Desk, booked, with_entrant


@frozen
class Rebuy:
    """29.2: a player who has no chips left buys the starting bank again."""

    name: str


@frozen
class CloseRebuys:
    """The re-buy period ends: whoever is at 0 is out, add-ons are available."""


@frozen
class AddOn:
    """29.3: a player buys one bank more, or two."""

    name: str
    double: bool = False


@frozen
class Rebought(Event):
    name: str
    paid: Money
    chips: Money


@frozen
class RebuysClosed(Event):
    pass


@frozen
class AddedOn(Event):
    name: str
    paid: Money
    chips: Money


def _open(desk: Desk) -> Refused | None:
    """Is there a re-buy period, and does it last?"""
    if not desk.form.rebuys:
        return Refused(DeskRefusal.NO_REBUYS, "29.1", "Expected no such line.")
    if refused := refused_now(desk, "re-buys after the start and before the end", *IN_PLAY):
        return refused
    if desk.rebuys_closed:
        return Refused(DeskRefusal.REBUYS_CLOSED, "29.2.a", "Expected it to be open.")
    return None


def _verify_rebuy(desk: Desk, command: Rebuy, _: Asking) -> Refused | None:
    if refused := _open(desk) or refused_player(desk, command.name, "29.2.a"):
        return refused
    if stack := desk.entrant(command.name).stack:
        detail = f"{command.name} has {amount(stack)}: expected 0."
        return Refused(DeskRefusal.CHIPS_LEFT, "29.2.a", detail)
    return None


def _rebuy(draft: Draft[Desk], command: Rebuy) -> None:
    form = draft.state.form
    draft.emit(Rebought(command.name, form.entry, form.bank))


def _verify_close(desk: Desk, _: CloseRebuys, __: Asking) -> Refused | None:
    return _open(desk)


def _close(draft: Draft[Desk], _: CloseRebuys) -> None:
    draft.emit(RebuysClosed())
    out_without_rebuy(draft)


def _verify_add_on(desk: Desk, command: AddOn, _: Asking) -> Refused | None:
    form = desk.form
    if not form.rebuys:
        return Refused(DeskRefusal.NO_REBUYS, "29.3.a", "Expected no add-on without them.")
    if form.addons is AddOns.NONE or (command.double and form.addons is AddOns.SINGLE):
        clause, offered = ("29.3.e", form.addons.value) if command.double else ("29.1", "none")
        return Refused(DeskRefusal.NO_ADDONS, clause, f"Offered: {offered}; expected no other.")
    if refused := refused_now(desk, "add-ons after the start and before the end", *IN_PLAY):
        return refused
    if not desk.rebuys_closed:
        detail = "Expected add-ons once it is closed."
        return Refused(DeskRefusal.REBUYS_STILL_OPEN, "29.3.a", detail)
    if refused := refused_player(desk, command.name, "29.3.a"):
        return refused
    if desk.entrant(command.name).added_on:
        return Refused(DeskRefusal.ADDED_ON_ALREADY, "29.3.a", "Expected one add-on of each.")
    return None


def _add_on(draft: Draft[Desk], command: AddOn) -> None:
    form, banks = draft.state.form, 2 if command.double else 1
    draft.emit(AddedOn(command.name, banks * form.entry, banks * form.bank))


def _rebought(desk: Desk, event: Rebought) -> Desk:
    desk = with_entrant(desk, event.name, stack=event.chips, fall=None)
    desk = evolve(desk, rebuys=desk.rebuys + 1)
    return booked(desk, rebuys=event.paid, issued=event.chips)


def _closed(desk: Desk, _: RebuysClosed) -> Desk:
    return evolve(desk, rebuys_closed=True)


def _added_on(desk: Desk, event: AddedOn) -> Desk:
    stack = desk.entrant(event.name).stack + event.chips
    desk = with_entrant(desk, event.name, stack=stack, added_on=True)
    desk = evolve(desk, addons=desk.addons + 1)
    return booked(desk, addons=event.paid, issued=event.chips)


HANDLERS: Handlers = {
    Rebuy: Handler(_verify_rebuy, _rebuy),
    CloseRebuys: Handler(_verify_close, _close),
    AddOn: Handler(_verify_add_on, _add_on),
}

FOLDS: Folds = {Rebought: _rebought, RebuysClosed: _closed, AddedOn: _added_on}
