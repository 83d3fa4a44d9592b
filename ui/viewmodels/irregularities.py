"""The irregularity panel: what happened, what the clause makes of it, and only then the report.

What can have happened is listed, nothing else. What was said is kept while a supervisor signs on,
and dropped when the round moves on. As with the primary action, the last tap counts only once what
is foreseen has stood long enough to be read.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Slot

from controller.domain.refusals import Refused
from controller.floor.base import Day
from controller.floor.calls import CallSupervisor
from controller.floor.state import Status
from controller.running.snapshot import Answer
from controller.running.writer import COMPARE
from controller.staff.powers import NotAllowed, Objection
from controller.staff.roles import SUPERVISORS
from ui.forms.asks import OtherPools, Scene
from ui.forms.entries import REPORT, Entry, why_not
from ui.forms.form import Form, lacking, reason_keys, said
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.foreseen import Foreseen
from ui.viewmodels.form_pages import CONFIRM, FormProps, State, form_page, paged, scene_of
from ui.viewmodels.forms import FormViewModel
from ui.viewmodels.options import Option
from ui.viewmodels.panels import IRREGULARITIES
from ui.viewmodels.words import rule

if TYPE_CHECKING:
    from ui.games.screen import GameScreen

KEYS_MAX: Final = 20
"""Five columns of four."""


def possible(reports: tuple[Entry, ...], scene: Scene) -> tuple[Entry, ...]:
    """What can have happened by now, in the order in which it is listed."""
    return tuple(one for one in reports if not why_not(one, scene))


def derive_irregularities(
    shown: Shown, game: "GameScreen", state: State, today: Day, seen: Any = None
) -> FormProps:
    """The page that is open; `seen` is what would follow, once it is known."""
    scene, form = scene_of(shown, game, today, OtherPools()), state.form
    if form is None:
        listed = [Option(one.code, one.title(scene)) for one in possible(game.reports, scene)]
        return FormProps(
            True,
            title=REPORT if listed else "There is nothing to report now",
            message=state.message,
            keys=paged(listed, state.page, KEYS_MAX),
            can_call=_callable(scene),
            at_top=True,
        )
    line = " · ".join(one.brief for one in said(form, scene) if one.brief)
    page = replace(form_page(scene, state, form, KEYS_MAX), lines=(line,) if line else ())
    if page.kind != CONFIRM or seen is None:
        return page
    if isinstance(seen, Refused):
        return replace(page, headline=seen.said, besides=seen.more, clause=rule(seen.clause))
    return _foreseen(shown, scene, form, game.foreseen(seen) or Foreseen(), page)


def _foreseen(shown: Shown, scene: Scene, form: Form, seen: Foreseen, page: FormProps) -> FormProps:
    entry = form.entry
    clause = seen.clause or scene.house.table.rules.terms.powers.get(entry.action)
    then = "" if seen.ends else entry.then(scene, form.answers)
    waits = _waits(shown, form, lacking(form, scene, shown.signed_on))
    confirms = reason_keys(form, scene) or (Option("", ""),)
    if len(confirms) == 1:
        confirms = (replace(confirms[0], text="Confirm"),)
    return replace(
        page,
        headline=seen.headline or entry.outcome,
        ends=seen.ends,
        clause=rule(clause) or "House rule",
        shares=seen.shares,
        besides=" ".join(one for one in (then, seen.besides) if one),
        waits=waits,
        can_call=bool(waits) and _callable(scene),
        confirms=() if waits else confirms,
    )


def _waits(shown: Shown, form: Form, found: NotAllowed | None) -> str:
    """Who is missing, in words."""
    snapshot, people = shown.snapshot, form.entry.action.people
    if found is None or snapshot.house.floor is None:
        return ""
    on_top = snapshot.on_top
    if on_top is not None and found.objection is Objection.NOT_THIS_ROLE:
        return f"Needs: {people.text}. The {on_top.role.words} signs off first."
    if any(slot <= SUPERVISORS for slot in people.slots):
        called = snapshot.house.floor.called is not None
        return (
            f"A supervisor {'has been called' if called else 'has to approve'}."
            " Sign on with the Supervisor button."
        )
    return f"Needs: {people.text}."


def _callable(scene: Scene) -> bool:
    floor = scene.house.floor
    called = floor is None or floor.status is not Status.OPEN or floor.called is not None
    return not called and scene.held in (None, COMPARE)


@qml_element
class IrregularitiesViewModel(FormViewModel):
    """The panel, and what was said on it so far."""

    panel = IRREGULARITIES
    asks_why = False

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._game.reports

    def page(self, shown: Shown) -> FormProps:
        return derive_irregularities(shown, self._game, self._state, self._today(), self._seen)

    def _opened(self) -> None:
        """After an interruption there is one thing to report: the list is left out."""
        scene = self._scene()
        if self._open and scene is not None and scene.held == COMPARE and not self._state.form:
            match possible(self.entries, scene):
                case (only,):
                    self.begin(only, scene)
        self.refresh()

    def update(self, shown: Shown) -> None:
        before = self.shown
        if self._panels.moved(before, shown):
            self._state = State()
        came = before is not None and before.snapshot.on_top is None and shown.snapshot.on_top
        super().update(shown)
        if came and self._command is not None and not self._open:
            self._panels.openPanel(IRREGULARITIES)  # a supervisor finds what was reported

    def resume(self, state: State) -> None:
        self._state = state
        self._panels.openPanel(IRREGULARITIES)
        self._look()

    def pick(self, code: str, scene: Scene) -> None:
        entry = next(one for one in self.entries if one.code == code)
        if entry.at_once:
            self._panels.openLasting(IRREGULARITIES)  # play goes on by it, and the list stays
        self.begin(entry, scene)
        if entry.at_once:
            self._confirm()

    def done(self, form: Form, answer: Answer) -> None:
        if isinstance(answer, Refused):
            self._put(replace(self._state, message=answer.text(), good=False))
        elif form.entry.at_once:
            self._put(State())
        else:
            self.close()

    @Slot()
    def close(self) -> None:
        self._put(State())
        self._panels.close()

    @Slot()
    def call(self) -> None:
        """Somebody is needed; what was said stays."""
        self.submit(CallSupervisor())
        if self._state.form is None:
            self.close()
