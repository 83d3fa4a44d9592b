"""26.1: management may cancel or alter the event, with a reason that goes on record."""

from controller.domain.base import evolve
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.clock import begin_level
from controller.tournament.format import Chips, Format, problem_with
from controller.tournament.phases import BEFORE_THE_END, Phase
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal, refused_now, without_reason
from controller.tournament.state import Desk, EntryState, booked

PUBLISHED = ("prizes", "in_kind", "house")
"""31.4: what was published is awarded."""
BEGUN = ("entry", "buyin", "bank", "chips", "commission", "rebuys")
"""Everybody plays by what the first entry was sold for."""


class Cancel(Command, action=DeskAction.CANCEL_TOURNAMENT):
    """The event is cancelled."""

    refund: bool = True
    """Does everybody get back what was paid? Value chips stay with the players instead (33.1)."""


class Alter(Command, action=DeskAction.ALTER_TOURNAMENT):
    """The event goes on in another format."""

    form: Format


class Cancelled(Event):
    trigger = "cancel"
    reason: str
    refunded: Money = ZERO


class FormatAltered(Event):
    form: Format
    reason: str


def _verify_cancel(desk: Desk, _: Cancel, asking: Asking) -> Refused | None:
    phases = (*BEFORE_THE_END, Phase.CUTTING)
    return refused_now(desk, "before the places are decided", *phases) or without_reason(
        asking, "26.1"
    )


def _cancel(draft: Draft[Desk], command: Cancel) -> None:
    back = sum(money for _, money in refunds(draft.state)) if command.refund else ZERO
    draft.emit(Cancelled(str(draft.asking.reason), Money(back)))


def refunds(desk: Desk) -> list[tuple[str, Money]]:
    """What each has paid and has no chips of value for; nothing to the disqualified (34.1, R70)."""
    chips = ZERO if desk.form.chips is Chips.VALUE else desk.form.buyin
    there = (one for one in desk.entrants if one.standing is not EntryState.DISQUALIFIED)
    return [(one.name, Money(one.fees + chips)) for one in there]


def _verify_alter(desk: Desk, command: Alter, asking: Asking) -> Refused | None:
    if refused := refused_now(desk, "before the end", *BEFORE_THE_END) or without_reason(
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
    changed += [key for key, fits in _in_use(desk, form) if not fits]
    if changed:
        changed = list(dict.fromkeys(changed))
        detail = f"{', '.join(changed)} cannot be changed: expected what was sold and published."
        return Refused(DeskRefusal.FIXED, "31.4", detail)
    return None


def _in_use(desk: Desk, form: Format) -> tuple[tuple[str, bool], ...]:
    """What the tables play with stays: levels that are over, the level of the clock and of
    every hand in progress, the seats that are taken, the sessions that were entered."""
    over = desk.clock.level if desk.clock and form.levels else 0
    levels = [table.level for table in desk.tables if table.level is not None]
    levels += [desk.clock.level] if desk.clock else []
    taken = (one.seat.number for one in desk.entrants if one.is_in and one.seat)
    sessions = (one.session for one in desk.entrants if desk.heat == 1)
    return (
        ("levels", not form.levels or max(levels, default=0) < len(form.levels)),
        ("levels", form.levels[:over] == desk.form.levels[:over]),
        ("seats", max(taken, default=0) <= form.seats),
        ("sessions", max(sessions, default=0) <= form.sessions),
    )


def _alter(draft: Draft[Desk], command: Alter) -> None:
    timed = bool(draft.state.form.levels)
    draft.emit(FormatAltered(command.form, str(draft.asking.reason)))
    if draft.state.clock and command.form.levels and not timed:
        begin_level(draft, 0)


HANDLERS: Handlers = {
    Cancel: Handler(_verify_cancel, _cancel),
    Alter: Handler(_verify_alter, _alter),
}

FOLDS: Folds = {
    Cancelled: lambda desk, event: booked(desk, refunded=event.refunded),
    FormatAltered: lambda desk, event: evolve(desk, form=event.form),
}
