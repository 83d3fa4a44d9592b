"""Every command and every event of the floor: its subjects and a game's gathered into one core.

Who may give a command, and for what reason, is judged in front of this (controller/authority.py);
here the record only insists on knowing who asks.
"""

from typing import Any, Final, TypeVar

from controller.domain.base import evolve
from controller.domain.kernel import NOBODY, Asking, Core, Decided, Draft
from controller.domain.refusals import Refused
from controller.floor import (
    calls,
    closing,
    corrections,
    deck_orders,
    decks,
    disputes,
    drop_box,
    equipment,
    loading,
    measures,
    money,
    notices,
    opening,
    pairing,
    promotions,
    reports,
    rounds,
    seats,
    tasks,
)
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Floor
from controller.staff.powers import Nobody

SUBJECTS: Final[tuple[Any, ...]] = (
    calls,
    closing,
    corrections,
    deck_orders,
    decks,
    disputes,
    drop_box,
    equipment,
    loading,
    measures,
    money,
    notices,
    opening,
    pairing,
    promotions,
    reports,
    rounds,
    seats,
    tasks,
)


F = TypeVar("F", bound=Floor)


class FloorCore(Core[F]):
    """Insists on knowing who asks, and notes that clocks of two starts cannot be compared."""

    def verify(self, state: F, command: Any, asking: Asking = NOBODY) -> Refused | None:
        return _nobody_asks(command, asking) or super().verify(state, command, asking)

    def decide(self, state: F, command: Any, asking: Asking = NOBODY) -> Decided[F] | Refused:
        return _nobody_asks(command, asking) or super().decide(state, command, asking)

    def draft(self, state: F, asking: Asking) -> Draft[F]:
        draft = super().draft(state, asking)
        if not notices.comparable(state, asking.now):
            draft.emit(notices.ClockRestarted())
        return draft


def _nobody_asks(command: Any, asking: Asking) -> Refused | None:
    if asking.by or isinstance(command.action, Nobody):
        return None
    return Refused(FloorRefusal.NOBODY_ASKS)


def _stamp(event: Any, asking: Asking) -> Any:
    """When, by whom and for what reason stands on every event of the floor."""
    return evolve(event, at=asking.now, by=asking.by, reason=asking.reason)


def _seen(floor: Any, event: Any) -> Any:
    return evolve(floor, seen=event.at)


def floor_core(*subjects: Any) -> FloorCore[Any]:
    """The floor of a table whose game adds these subjects."""
    return FloorCore((*SUBJECTS, *subjects), then=_seen, stamp=_stamp)


ANY_FLOOR: Final = floor_core()
"""What every floor knows, whatever is played."""
