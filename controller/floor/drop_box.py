"""Does the table sell chips for cash? Then a drop box is attached (2.5.1)."""

from typing import ClassVar

from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Emits, Folds, Handler, Handlers, becomes
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import refuse
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Floor, Status
from controller.staff.powers import HouseAction


@frozen
class SwitchCash(Command):
    """The table sells chips for cash again, or is cashless."""

    action: ClassVar = HouseAction.SWITCH_CASH

    cashless: bool


@frozen
class AttachDropBox(Command):
    """The drop box is attached."""

    action: ClassVar = HouseAction.ATTACH_DROP_BOX


@frozen
class RemoveDropBox(Command):
    """2.5.1: the drop box is taken off a cashless table."""

    action: ClassVar = HouseAction.REMOVE_DROP_BOX


@frozen
class CashSwitched(Event):
    cashless: bool


@frozen
class DropBoxAttached(Event):
    pass


@frozen
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


def _switched(floor: Floor, event: CashSwitched) -> Floor:
    return evolve(floor, cashless=event.cashless)


HANDLERS: Handlers = {
    SwitchCash: Handler(_verify_switch, Emits(CashSwitched)),
    AttachDropBox: Handler(_verify_attach, Emits(DropBoxAttached)),
    RemoveDropBox: Handler(_verify_remove, Emits(DropBoxRemoved)),
}

FOLDS: Folds = {
    CashSwitched: _switched,
    DropBoxAttached: becomes(drop_box=True),
    DropBoxRemoved: becomes(drop_box=False),
}
