"""26.1: management may cancel or alter the event, with a reason that goes on record."""

from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.tournament.base import Event
from controller.tournament.format import Format, problem_with
from controller.tournament.phases import BEFORE_THE_END, Phase
from controller.tournament.refusals import DeskRefusal, refused_now, without_reason
from controller.tournament.state import Desk

PUBLISHED = ("prizes", "in_kind", "house")
"""31.4: what was published is awarded."""
BEGUN = ("entry", "buyin", "bank", "chips", "commission", "rebuys")
"""Everybody plays by what the first entry was sold for."""


@frozen
class Cancel:
    """The event is cancelled."""


@frozen
class Alter:
    """The event goes on in another format."""

    form: Format


@frozen
class Cancelled(Event):
    trigger = "cancel"
    reason: str


@frozen
class FormatAltered(Event):
    form: Format
    reason: str


def _verify_cancel(desk: Desk, _: Cancel, asking: Asking) -> Refused | None:
    phases = (*BEFORE_THE_END, Phase.CUTTING)
    return refused_now(desk, "this before the places are decided", *phases) or without_reason(
        asking, "26.1"
    )


def _cancel(draft: Draft[Desk], _: Cancel) -> None:
    draft.emit(Cancelled(str(draft.asking.reason)))


def _verify_alter(desk: Desk, command: Alter, asking: Asking) -> Refused | None:
    if refused := refused_now(desk, "this before the end", *BEFORE_THE_END) or without_reason(
        asking, "26.1"
    ):
        return refused
    if problem := problem_with(command.form):
        return Refused(DeskRefusal.NOT_A_FORMAT, "26.1", problem)
    return _fixed(desk, command.form)


def _fixed(desk: Desk, form: Format) -> Refused | None:
    """What was sold or published stays; what is added to the prizes may only grow (31.3)."""
    now = desk.form
    fixed = (*(PUBLISHED if desk.published else ()), *(BEGUN if desk.entrants else ()))
    changed = [key for key in fixed if getattr(form, key) != getattr(now, key)]
    if desk.published and form.added < now.added:
        changed.append("added")
    if form.players_max is not None and form.players_max < len(desk.entrants):
        changed.append("players_max")
    if changed:
        detail = f"{', '.join(changed)} seen to change: expected as it was sold and published."
        return Refused(DeskRefusal.FIXED, "31.4", detail)
    return None


def _alter(draft: Draft[Desk], command: Alter) -> None:
    draft.emit(FormatAltered(command.form, str(draft.asking.reason)))


def _cancelled(desk: Desk, _: Cancelled) -> Desk:
    return desk


def _altered(desk: Desk, event: FormatAltered) -> Desk:
    return evolve(desk, form=event.form)


HANDLERS: Handlers = {
    Cancel: Handler(_verify_cancel, _cancel),
    Alter: Handler(_verify_alter, _alter),
}

FOLDS: Folds = {Cancelled: _cancelled, FormatAltered: _altered}
