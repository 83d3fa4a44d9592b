"""Does the table sell chips for cash? Then a drop box is attached (2.5.1)."""

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, becomes
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Floor, Status
from controller.staff.powers import HouseAction


class SwitchCash(Command, action=HouseAction.SWITCH_CASH):
    """The table sells chips for cash again, or is cashless."""

    cashless: bool


class AttachDropBox(Command, action=HouseAction.ATTACH_DROP_BOX):
    """The drop box is attached."""


class RemoveDropBox(Command, action=HouseAction.REMOVE_DROP_BOX):
    """2.5.1: the drop box is taken off a cashless table."""


class CashSwitched(Event):
    cashless: bool


class DropBoxAttached(Event):
    pass


class DropBoxRemoved(Event):
    pass


def _verify_switch(floor: Floor, command: SwitchCash, _: Asking) -> Refused | None:
    if not floor.rules.terms.cashless:
        return refuse(floor.rules, FloorRefusal.NOT_IN_THESE_RULES, "drop box")
    if command.cashless is floor.cashless:
        return refuse(floor.rules, FloorRefusal.NO_CHANGE, "cashless")
    return None


def _verify_attach(floor: Floor, _: AttachDropBox, __: Asking) -> Refused | None:
    return refuse(floor.rules, FloorRefusal.NO_CHANGE, "drop box") if floor.drop_box else None


def _verify_remove(floor: Floor, _: RemoveDropBox, __: Asking) -> Refused | None:
    if floor.status is Status.OPEN and not floor.cashless:
        return refuse(floor.rules, FloorRefusal.DROP_BOX_NEEDED, "cashless")
    return None if floor.drop_box else refuse(floor.rules, FloorRefusal.NO_CHANGE, "drop box")


HANDLERS: Handlers = {
    SwitchCash: Handler(_verify_switch, Emits(CashSwitched)),
    AttachDropBox: Handler(_verify_attach, Emits(DropBoxAttached)),
    RemoveDropBox: Handler(_verify_remove, Emits(DropBoxRemoved)),
}

FOLDS: Folds = {
    CashSwitched: lambda floor, event: evolve(floor, cashless=event.cashless),
    DropBoxAttached: becomes(drop_box=True),
    DropBoxRemoved: becomes(drop_box=False),
}
