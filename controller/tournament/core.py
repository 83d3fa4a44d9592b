"""The desk as a core: its commands and events, and the phase that each event leads to."""

from typing import Any, Final

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.kernel import Core
from controller.domain.referee import Referee
from controller.tournament import (
    balance,
    buying,
    clock,
    colouring,
    conduct,
    corrections,
    ending,
    entries,
    guards,
    hands,
    heats,
    management,
    publishing,
    seating,
    tables,
)
from controller.tournament.phases import Phase
from controller.tournament.state import Desk
from controller.tournament.table import COURSE

REFEREE: Final = Referee(Phase, Phase.OPEN, COURSE, guards)


def enter(desk: Desk, event: Any) -> Desk:
    """An event with a trigger goes through the table of steps; orders to tables follow it."""
    trigger = getattr(event, "trigger", None)
    if trigger is None:
        return tables.numbered(desk)
    phase = REFEREE.step(desk.phase, desk, trigger)
    if phase is None:
        raise BrokenInvariant(f"{trigger} is not allowed in {desk.phase.value}")
    return tables.numbered(evolve(desk, phase=phase, number=desk.number + 1))


SUBJECTS: Final = (
    entries,
    publishing,
    seating,
    balance,
    clock,
    hands,
    corrections,
    buying,
    colouring,
    conduct,
    ending,
    heats,
    management,
    tables,
)

CORE: Final[Core[Desk]] = Core(SUBJECTS, then=enter)
