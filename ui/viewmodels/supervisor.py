"""The panel of whoever is signed on: a menu, a form, a confirmation, all from one table of entries.

What a role may not do is not offered. What cannot be done now stays and says why. An action for two
people names whom it takes; the first confirms, the second keys a PIN, and it is sent again.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from controller.domain.base import existing
from controller.domain.refusals import Refused
from controller.floor.base import Day
from controller.pools import Status
from controller.running.snapshot import Answer
from controller.staff.powers import Objection, may
from controller.staff.roles import Actor
from ui.bridge import Bridge
from ui.forms.asks import OtherPools, Scene
from ui.forms.entries import Entry, Group, why_not
from ui.forms.form import Form
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.drawn import Drawn
from ui.viewmodels.form_pages import FormProps, State
from ui.viewmodels.forms import FormViewModel
from ui.viewmodels.panels import HISTORY, RULES, SUPERVISOR, PanelsViewModel
from ui.viewmodels.sign_on import SignOnViewModel
from ui.viewmodels.supervisor_pages import (
    NO_ANSWER,
    NO_OTHER,
    acting,
    derive_supervisor,
    first_seen,
)

if TYPE_CHECKING:
    from ui.games.screen import GameScreen


@qml_element
class SupervisorViewModel(FormViewModel):
    """Menu, form and confirmation."""

    panel = SUPERVISOR

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        game: "GameScreen",
        sign_on: SignOnViewModel,
        today: Callable[[], Day],
        drawn: Drawn,
    ) -> None:
        super().__init__(bridge, panels, game, today, drawn)
        self._sign_on = sign_on
        self._actor: Actor | None = None
        self._resumes: State | None = None
        """What is shown when the panel opens, where that is not the menu."""
        bridge.pools.connect(self._told_pools)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._game.menu

    def arrive(self) -> None:
        """Somebody has signed on above the dealer. The game may show what they came for; anything
        else that waits comes before the menu."""
        shown = self.shown
        if shown is None:
            return
        role = existing(acting(shown), "nobody has signed on").role
        if not self._game.receive(shown, role, self._panels):
            self.resume(first_seen(shown, self._game, self._today()))

    def begins(self, code: str, answer: str) -> bool:
        """May the person signed on open this form now, with this answer to its first question?"""
        shown, scene, entry = self.shown, self._scene(), self._game.by_code[code]
        actor = acting(shown) if shown is not None else None
        if actor is None or scene is None or not may(actor.role, entry.action):
            return False
        there = entry.asks[0].options(scene, {})
        return not why_not(entry, scene) and any(one.code == answer for one in there)

    def resume(self, state: State) -> None:
        self._resumes = state
        self._panels.openLasting(SUPERVISOR)

    def _opened(self) -> None:
        state, self._resumes = self._resumes or State(), None
        if self.shown is not None:
            self._actor = acting(self.shown)
        self._put(state)

    def page(self, shown: Shown) -> FormProps:
        seen = None if isinstance(self._seen, Refused) else self._seen
        started = self.bridge.started()
        return derive_supervisor(shown, self._game, self._state, self._today(), seen, started)

    def update(self, shown: Shown) -> None:
        """The panel closes at sign-off; a question that is no longer asked starts again."""
        if self._open and acting(shown) != self._actor:
            self._panels.close()
        super().update(shown)

    def pick(self, code: str, scene: Scene) -> None:
        if code in (HISTORY, RULES):
            self._panels.openLasting(code)
        elif self._state.group is not None:
            self.begin(self._game.by_code[code], scene)
        else:
            self._set(group=Group(code), page=0, message="", others=OtherPools())
            if any(one.looks_at_pools for one in self._game.menu if one.group == code):
                self.bridge.ask_pools()

    def leave(self) -> None:
        """Out of what is told about the table, out of the group, out of the panel."""
        if self._state.about:
            self._set(about=False)
        elif self._state.group is not None:
            self._set(group=None, page=0, message="")
        else:
            self.close()

    @Slot()
    def tellAbout(self) -> None:
        """Which program and which rules these are."""
        self._set(about=True, message="")

    def _told_pools(self, pools: tuple[Status, ...] | None) -> None:
        said = NO_ANSWER if pools is None else NO_OTHER
        self._put(replace(self._state, others=OtherPools(pools or (), said)))

    def done(self, form: Form, answer: Answer) -> None:
        state, refused = self._state, answer if isinstance(answer, Refused) else None
        if form.entry.at_once:
            again, text = Form(form.entry), refused.text() if refused else ""
            keyed = state.keyed if refused else ""
            self._put(replace(state, form=again, message=text, good=False, keyed=keyed))
        elif refused is None and state.alone:
            self.close()
        elif refused is None:
            self._put(replace(state, form=None, message=form.entry.done, good=True))
        elif refused.refusal is Objection.ANOTHER_NEEDED:
            waiting = replace(state, message="")
            self._sign_on.ask_for(form.entry.action.people.text, lambda: self._again(waiting))
        else:
            self._put(replace(state, message=refused.text(), good=False))

    def _again(self, waiting: State) -> None:
        """The second person is there: the very same is asked again."""
        self.resume(waiting)
        self._confirm()
