"""Every command and every event of the floor: its subjects gathered into one core.

Who may give a command, and for what reason, is judged in front of this (controller/authority.py);
here the record only insists on knowing who asks.
"""

from typing import Any, Final

from controller.domain.base import evolve
from controller.domain.kernel import NOBODY, Asking, Core
from controller.domain.refusals import Refused
from controller.floor import (
    calls,
    closing,
    corrections,
    deck_orders,
    decks,
    disputes,
    equipment,
    jackpots,
    limits,
    measures,
    money,
    notices,
    opening,
    outcomes,
    pairing,
    promotions,
    reports,
    reviews,
    rounds,
    seats,
    tasks,
)
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Draft, Floor
from controller.staff.powers import Nobody

SUBJECTS: Final = (
    calls,
    closing,
    corrections,
    deck_orders,
    decks,
    disputes,
    equipment,
    jackpots,
    limits,
    measures,
    money,
    notices,
    opening,
    outcomes,
    pairing,
    promotions,
    reports,
    reviews,
    rounds,
    seats,
    tasks,
)


class FloorCore(Core[Floor]):
    """Insists on knowing who asks, and notes that clocks of two starts cannot be compared."""

    def verify(self, state: Floor, command: Any, asking: Asking = NOBODY) -> Refused | None:
        if not asking.by and not isinstance(command.action, Nobody):
            return Refused(FloorRefusal.NOBODY_ASKS)
        return super().verify(state, command, asking)

    def draft(self, state: Floor, asking: Asking) -> Draft:
        draft = super().draft(state, asking)
        if not notices.comparable(state, asking.now):
            draft.emit(notices.ClockRestarted())
        return draft


def _stamp(event: Any, asking: Asking) -> Any:
    """When, by whom and for what reason stands on every event of the floor."""
    return evolve(event, at=asking.now, by=asking.by, reason=asking.reason)


def _seen(floor: Floor, event: Any) -> Floor:
    return evolve(floor, seen=event.at)


FLOOR: Final = FloorCore(SUBJECTS, then=_seen, stamp=_stamp)
