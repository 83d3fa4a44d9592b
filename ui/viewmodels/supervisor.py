"""The panel of whoever is signed on: a menu, a form, a confirmation, all from one table of entries.

What a role may not do is not offered. What cannot be done now stays and says why. An action for two
people names whom it takes; the first confirms, the second keys a PIN, and it is sent again.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.refusals import Refused
from controller.floor.base import Day
from controller.pools import Status
from controller.running.snapshot import FINAL_MS
from controller.staff.powers import Objection
from controller.staff.roles import Actor
from ui.bridge import Answered, Bridge, Previewed
from ui.shown import Shown
from ui.supervision.asks import Kind, OtherPools, Scene
from ui.supervision.entries import Group
from ui.supervision.form import Form, advanced, answered, asked_of, back, command_of
from ui.viewmodels.base import qml_element
from ui.viewmodels.drawn import Drawn, Dwell
from ui.viewmodels.panels import HISTORY, RULES, SUPERVISOR, PanelBound, PanelsViewModel
from ui.viewmodels.sign_on import SignOnViewModel
from ui.viewmodels.supervisor_pages import (
    DIGITS_MAX,
    MORE,
    NO_ANSWER,
    NO_OTHER,
    State,
    SupervisorProps,
    acting,
    derive_supervisor,
    first_seen,
    keyed_for,
    scene_of,
)

if TYPE_CHECKING:
    from ui.games.screen import GameScreen


@qml_element
class SupervisorViewModel(PanelBound):
    """Menu, form and confirmation."""

    shows = SupervisorProps
    panel = SUPERVISOR

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        game: "GameScreen",
        sign_on: SignOnViewModel,
        today: Callable[[], Day],
        drawn: Drawn,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(bridge, panels, parent)
        self._game, self._stands = game, Dwell(drawn)
        self._sign_on, self._today = sign_on, today
        self._state = State()
        self._actor: Actor | None = None
        self._sent: Command | None = None
        self._waits = False
        """Something was sent and not answered yet."""
        self._resumes: State | None = None
        """What waits for a second person."""
        self._command: Command | None = None
        """What is to be confirmed, and what would come of it."""
        self._seen: Any = None
        bridge.previewed.connect(self._previewed)
        bridge.answered.connect(self._answered)
        bridge.pools.connect(self._told_pools)

    def arrive(self) -> None:
        """Somebody has signed on above the dealer. The game may show what they came for; anything
        else that waits comes before the menu."""
        shown = self.shown
        if shown is None:
            return
        role = existing(acting(shown), "nobody has signed on").role
        if self._game.receive(shown, role, self._panels):
            return
        self._resumes = first_seen(shown, self._game, self._today())
        self._panels.openLasting(SUPERVISOR)

    def _opened(self) -> None:
        self._state, self._resumes = self._resumes or State(), None
        if self.shown is not None:
            self._actor = acting(self.shown)
        self._look()
        self.refresh()

    def derive(self, shown: Shown) -> SupervisorProps:
        if not self._open:
            return SupervisorProps()
        started = self.bridge.started()
        props = derive_supervisor(
            shown, self._game, self._state, self._today(), self._seen, started
        )
        self._stands.means((props.kind, self._state.form))
        return props

    def update(self, shown: Shown) -> None:
        """Whoever leaves takes the panel along; what is no longer asked starts anew."""
        if self._open and acting(shown) != self._actor:
            self._panels.close()
        super().update(shown)
        self._look()

    def _look(self) -> None:
        """What would come of the form, once everything is answered."""
        scene, form = self._scene(), self._state.form
        whole = scene is not None and form is not None and asked_of(form, scene) is None
        command = command_of(form, scene) if whole and form and scene else None
        if command != self._command:
            self._command, self._seen = command, None
        if command is not None and self._open:
            self.bridge.preview(command)

    def _previewed(self, previewed: Previewed) -> None:
        if self._command is not None and previewed.command == self._command:
            self._seen = None if isinstance(previewed.found, Refused) else previewed.found
            self.refresh()

    def _set(self, **changes: object) -> None:
        self._state = replace(self._state, **changes)  # type: ignore[arg-type]
        self.bridge.stay()
        self._look()
        self.refresh()

    def _scene(self) -> Scene | None:
        if self.shown is None:
            return None
        return scene_of(self.shown, self._game, self._today(), self._state.others)

    @Slot(str)
    def choose(self, code: str) -> None:
        """A key of the page that is open."""
        scene, state = self._scene(), self._state
        if (
            scene is None
            or not self._open
            or not any(key.code == code and not (key.reason or key.done) for key in self.props.keys)
        ):
            return
        if code == MORE:
            self._set(page=state.page + 1)
        elif code in (HISTORY, RULES):
            self._panels.openLasting(code)
        elif state.form is not None:
            self._answer(state.form, scene, code)
        elif state.group is None:
            self._set(group=Group(code), page=0, message="", others=OtherPools())
            if any(one.looks_at_pools for one in self._game.menu if one.group == code):
                self.bridge.ask_pools()
        else:
            form = advanced(Form(self._game.by_code[code]), scene)
            self._set(form=form, page=0, keyed="", message="")

    def fill_in(self, code: str, *answers: str) -> None:
        """Another panel opens a form with its first questions answered."""
        scene = self._scene()
        if scene is None:
            return
        form = Form(self._game.by_code[code])
        for answer in answers:
            form = answered(form, scene, answer)
        self._resumes = State(form.entry.group, form)
        self._panels.openLasting(SUPERVISOR)

    def _answer(self, form: Form, scene: Scene, code: str) -> None:
        form = answered(form, scene, code)
        self._set(form=form, page=0, keyed="", message="")
        if form.entry.at_once and asked_of(form, scene) is None:
            self._confirm()

    @Slot(str)
    def key(self, sign: str) -> None:
        """A digit, or the point before the cents."""
        keyed, kind = self._state.keyed, self.props.kind
        if sign == "." and (kind != Kind.MONEY.value or "." in keyed):
            return
        if len(keyed) >= DIGITS_MAX or len(keyed.partition(".")[2]) >= 2:
            return
        self._set(keyed=(keyed or "0" if sign == "." else keyed) + sign)

    @Slot()
    def clear(self) -> None:
        self._set(keyed="")

    @Slot()
    def next(self) -> None:
        """What was keyed is the answer."""
        scene, form = self._scene(), self._state.form
        ask = asked_of(form, scene) if scene is not None and form is not None else None
        if scene is not None and form is not None and ask is not None and self.props.can_next:
            self._answer(form, scene, keyed_for(ask, scene, self._state.keyed))

    @Slot(str)
    def card(self, name: str) -> None:
        scene, form = self._scene(), self._state.form
        if scene is not None and form is not None and self.props.kind == Kind.CARD.value:
            self._answer(form, scene, name)

    @Slot()
    def back(self) -> None:
        """One question back, then out of the form, out of the group, out of the panel."""
        state = self._state
        if state.about:
            self._set(about=False)
        elif state.form is not None:
            self._set(form=back(state.form), page=0, keyed="", message="")
        elif state.group is not None:
            self._set(group=None, page=0, message="")
        else:
            self._panels.close()

    @Slot()
    def tellAbout(self) -> None:
        """Which program and which rules these are."""
        self._set(about=True, message="")

    @Slot()
    def confirm(self) -> None:
        """A tap: the last answer was given under the same finger."""
        if self._stands.stood(FINAL_MS):
            self._confirm()

    def _confirm(self) -> None:
        """Send it."""
        scene, form = self._scene(), self._state.form
        if scene is None or form is None or self.props.kind != "confirm" or self._waits:
            return
        self._waits, self._sent = True, command_of(form, scene)
        if self._sent is not None:
            self.submit(self._sent, form.reason)
        else:
            reason = existing(form.reason, f"{form.entry.code}: sent without a reason")
            self.bridge.ask(lambda table: table.lift_hold(reason))

    def _told_pools(self, pools: tuple[Status, ...] | None) -> None:
        said = NO_ANSWER if pools is None else NO_OTHER
        self._state = replace(self._state, others=OtherPools(pools or (), said))
        self.refresh()

    def _answered(self, told: Answered) -> None:
        if not self._waits or told.command is not self._sent:
            return
        self._waits, form = False, self._state.form
        if not self._open or form is None:
            return
        if form.entry.at_once:
            refused = told.answer.text() if isinstance(told.answer, Refused) else ""
            self._state = replace(self._state, form=Form(form.entry), message=refused, good=False)
            self.refresh()
        elif not isinstance(told.answer, Refused):
            text = f"{form.entry.text}: done"
            self._state = replace(self._state, form=None, message=text, good=True)
            self.refresh()
        elif told.answer.refusal is Objection.ANOTHER_NEEDED:
            waiting = replace(self._state, message="")
            self._sign_on.ask_for(form.entry.action.people.text, lambda: self._resume(waiting))
        else:
            self._state = replace(self._state, message=told.answer.text(), good=False)
            self.refresh()

    def _resume(self, waiting: State) -> None:
        """The second person is there: the very same is asked again."""
        self._resumes = waiting
        self._panels.openLasting(SUPERVISOR)
        self._confirm()
