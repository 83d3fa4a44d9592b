"""Who has to be notified, by when, and when it was done (11.9.4, 11.14, 14.11 and 14.13)."""

from typing import TypeVar

from controller.domain import kernel
from controller.domain.instant import Instant, elapsed_ms
from controller.domain.kernel import Emits, Folds, Handler, Handlers
from controller.floor.base import Command, Event
from controller.floor.citations import cite
from controller.floor.entries import Task
from controller.floor.numbered import TASKS
from controller.floor.state import Floor
from controller.staff.powers import HouseAction

F = TypeVar("F", bound=Floor)
SURVEILLANCE = "surveillance"
INSPECTOR = "inspector"


class RecordNotified(Command, action=HouseAction.RECORD_NOTICE):
    """Somebody has been notified."""

    task: int


class TaskRaised(Event):
    task: int
    to: str
    about: str
    clause: str | None
    within_ms: int


class Notified(Event):
    task: int
    to: str


def raise_task(draft: kernel.Draft[F], to: str, about: str, fact: str, within_ms: int = 0) -> None:
    """Somebody has to be notified, at once or within so long."""
    number, clause = TASKS.next_number(draft.state, None), cite(draft.state.rules, fact)
    draft.emit(TaskRaised(number, to, about, clause, within_ms))


def open_tasks(floor: Floor) -> tuple[Task, ...]:
    """What is still to be done."""
    return tuple(task for task in floor.tasks if task.open)


def overdue(task: Task, now: Instant) -> bool:
    """Is it late by either clock? A clock set back gives nobody more time."""
    passed_ms = elapsed_ms(task.raised, now) or 0
    passed_ms = max(passed_ms, now.wall_ms - task.raised.wall_ms)
    return task.open and passed_ms > task.within_ms


def _raised(floor: Floor, event: TaskRaised) -> Floor:
    task = Task(event.task, event.to, event.about, event.clause, event.at, event.within_ms)
    return TASKS.entered(floor, task)


HANDLERS: Handlers = {
    RecordNotified: Handler(
        TASKS.verify, Emits(Notified, to=lambda floor, told: TASKS.named(floor, told).to)
    ),
}

FOLDS: Folds = {
    TaskRaised: _raised,
    Notified: lambda floor, event: TASKS.changed(floor, event, done=event.at),
}
