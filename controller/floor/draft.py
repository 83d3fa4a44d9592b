"""A decision in the making: events, and the floor as they leave it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from controller.domain.base import evolve
from controller.domain.instant import Instant
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.state import Floor

Fold = Callable[[Floor, Any], Floor]
Check = Callable[[Floor, Any, Instant], Refused | None]


class FloorDecided(NamedTuple):
    """An accepted command: what happened, and the floor folded from it."""

    events: tuple[Event, ...]
    floor: Floor


class Draft:
    """Collects events; each is stamped and folded at once, so that the next is judged on it."""

    def __init__(self, floor: Floor, command: Command, now: Instant, fold: Fold) -> None:
        self.floor = floor
        self.now = now
        self._stamp = {"at": now, "by": command.by, "reason": command.reason}
        self._fold = fold
        self._events: list[Event] = []

    def emit(self, event: Event) -> None:
        """One more event: when, by whom and why are those of the command."""
        stamped = evolve(event, **self._stamp)
        self.floor = self._fold(self.floor, stamped)
        self._events.append(stamped)

    def decided(self) -> FloorDecided:
        """What was decided."""
        return FloorDecided(tuple(self._events), self.floor)


Act = Callable[[Draft, Any], None]


class Handler(NamedTuple):
    """Why a command may be refused, and what it does."""

    check: Check
    act: Act


Handlers = dict[type[Command], Handler]
Folds = dict[type[Event], Fold]


def always(_: Floor, __: Command, ___: Instant) -> Refused | None:
    """Nothing speaks against it: an observation, or something always allowed."""
    return None
