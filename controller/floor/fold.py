"""State is only ever a fold of events: the same code decides and replays."""

from typing import Final

from controller.domain.base import evolve
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
from controller.floor.base import Event
from controller.floor.draft import Folds
from controller.floor.state import Floor

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

_FOLDS: Final[Folds] = {kind: fold for subject in SUBJECTS for kind, fold in subject.FOLDS.items()}

EVENTS: Final[tuple[type[Event], ...]] = tuple(_FOLDS)
"""Every kind of event there is."""


def fold_one(floor: Floor, event: Event) -> Floor:
    """The floor after one event."""
    return evolve(_FOLDS[type(event)](floor, event), seen=event.at)
