"""Who has to be notified, by when, and when it was done (11.9.4, 11.14, 14.11 and 14.13)."""

from typing import TypeVar

from controller.domain import kernel
from controller.domain.base import evolve, existing
from controller.domain.instant import Instant, elapsed_ms
from controller.domain.kernel import Asking, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.floor.base import Command, Event
from controller.floor.citations import cite, refuse
from controller.floor.entries import Task, found, replaced
from controller.floor.refusals import FloorRefusal
from controller.floor.state import Draft, Floor
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
    number = draft.state.numbers.task + 1
    draft.emit(TaskRaised(number, to, about, cite(draft.state.rules, fact), within_ms))


def open_tasks(floor: Floor) -> tuple[Task, ...]:
    """What is still to be done."""
    return tuple(task for task in floor.tasks if task.done is None)


def overdue(task: Task, now: Instant) -> bool:
    """Is it late by either clock? A clock set back gives nobody more time."""
    passed_ms = elapsed_ms(task.raised, now) or 0
    passed_ms = max(passed_ms, now.wall_ms - task.raised.wall_ms)
    return task.done is None and passed_ms > task.within_ms


def _verify_notified(floor: Floor, command: RecordNotified, _: Asking) -> Refused | None:
    task = found(floor.tasks, command.task)
    if task is None:
        return refuse(floor.rules, FloorRefusal.NO_SUCH_ENTRY)
    if task.done is not None:
        return refuse(floor.rules, FloorRefusal.TOLD_ALREADY)
    return None


def _notified(draft: Draft, command: RecordNotified) -> None:
    draft.emit(Notified(command.task, _task(draft.state, command.task).to))


def _task(floor: Floor, number: int) -> Task:
    return existing(found(floor.tasks, number), f"task {number}: no such task")


def _raised(floor: Floor, event: TaskRaised) -> Floor:
    task = Task(event.task, event.to, event.about, event.clause, event.at, event.within_ms)
    numbers = evolve(floor.numbers, task=event.task)
    return evolve(floor, tasks=(*floor.tasks, task), numbers=numbers)


def _done(floor: Floor, event: Notified) -> Floor:
    task = evolve(_task(floor, event.task), done=event.at)
    return evolve(floor, tasks=replaced(floor.tasks, task))


HANDLERS: Handlers = {RecordNotified: Handler(_verify_notified, _notified)}

FOLDS: Folds = {TaskRaised: _raised, Notified: _done}
