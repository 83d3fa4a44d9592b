"""What every event of the floor has: when, by whom, for what reason."""

from dataclasses import field
from typing import NamedTuple

from controller.domain import kernel
from controller.domain.instant import NEVER, Instant
from controller.staff.roles import Actor, Reason


class Day(NamedTuple):
    """A business date."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"


class Command(kernel.Command):
    """Something asked of the floor, or seen at it."""


class Event(kernel.Event):
    """Something that has happened. The draft stamps on it when, by whom and for what reason."""

    at: Instant = field(default=NEVER, kw_only=True)
    by: tuple[Actor, ...] = field(default=(), kw_only=True)
    reason: Reason | None = field(default=None, kw_only=True)
