"""A form on a panel: one question after another, what would come of it, one command.

The panel of a supervisor and that of the irregularity key are both made of this. Each says what is
on its first page, where a row is picked, and on its last, where the form is confirmed.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from PySide6.QtCore import Signal, Slot

from controller.authority import Command
from controller.domain.base import existing
from controller.floor.base import Day
from controller.running.snapshot import FINAL_MS, Answer
from controller.staff.roles import Reason, reason_of
from ui.bridge import Answered, Bridge, Previewed
from ui.forms.asks import Ask, Kind, Scene
from ui.forms.entries import Entry
from ui.forms.form import Form, advanced, answered, asked_of, back, command_of
from ui.shown import Shown
from ui.viewmodels.amounts import NO_AMOUNTS
from ui.viewmodels.base import qml_element
from ui.viewmodels.drawn import Drawn, Dwell
from ui.viewmodels.form_pages import (
    CONFIRM,
    DIGITS_MAX,
    LETTERS_MAX,
    MORE,
    FormProps,
    State,
    entered,
    scene_of,
)
from ui.viewmodels.panels import PanelBound, PanelsViewModel

if TYPE_CHECKING:
    from ui.games.screen import GameScreen


_UNTOUCHED: Final = {"page": 0, "keyed": "", "picked": frozenset(), "amounts": NO_AMOUNTS}
"""A question that nothing was answered to yet."""


def _lettered(keyed: str, sign: str) -> str:
    """One letter more: a capital where a word begins."""
    begins = not keyed or keyed[-1] in " -"
    more = sign.upper() if begins else sign
    return keyed if len(keyed) >= LETTERS_MAX or (sign == " " and begins) else keyed + more


@qml_element
class FormViewModel(PanelBound):
    """Walks through the questions of a row."""

    shows = FormProps
    asks_why: ClassVar[bool] = True
    """The reason is asked for; else the keys that confirm name the reasons."""

    turned = Signal()
    """Another question is open, or something was keyed."""

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        game: "GameScreen",
        today: Callable[[], Day],
        drawn: Drawn,
    ) -> None:
        super().__init__(bridge, panels)
        self._game, self._today, self._stands = game, today, Dwell(drawn)
        self._state = State()
        self._command: Command | None = None
        """What is to be confirmed, and what would follow from it."""
        self._seen: Any = None
        self._sent: Command | None = None
        self._waits = False
        """Something was sent and not answered yet."""
        panels.askers.append(self._answered_by)
        bridge.previewed.connect(self._previewed)
        bridge.answered.connect(self._answered)

    # What a panel says of itself

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The rows that can be picked."""
        raise NotImplementedError

    def page(self, shown: Shown) -> FormProps:
        """The page that is open."""
        raise NotImplementedError

    def pick(self, code: str, scene: Scene) -> None:
        """A key of the first page was tapped."""
        raise NotImplementedError

    def leave(self) -> None:
        """Back from the first page."""
        self.close()

    def resume(self, state: State) -> None:
        """Open the panel as it was, or with a form that is partly answered."""
        raise NotImplementedError

    def done(self, form: Form, answer: Answer) -> None:
        """What was confirmed has been accepted, or refused."""
        raise NotImplementedError

    # Fold, derive, emit

    def derive(self, shown: Shown) -> FormProps:
        if not self._open:
            return FormProps()
        props = self.page(shown)
        foreseen = props.headline, props.shares, props.besides, props.confirms
        self._stands.means((props.kind, self._state.form, *foreseen))
        return props

    def update(self, shown: Shown) -> None:
        super().update(shown)
        self._look()

    def _set(self, **changes: object) -> None:
        """A tap on the panel."""
        self.bridge.stay()
        self._put(replace(self._state, **changes))  # type: ignore[arg-type]

    def _put(self, state: State) -> None:
        self._state = state
        self._look()
        self.refresh()
        self.turned.emit()

    def _scene(self) -> Scene | None:
        if self.shown is None:
            return None
        return scene_of(self.shown, self._game, self._today(), self._state.others)

    def _asking(self) -> tuple[Scene, Form, Ask] | None:
        """The question that is open, and where."""
        scene, form = self._scene(), self._state.form
        ask = asked_of(form, scene) if scene is not None and form is not None else None
        return (scene, form, ask) if scene and form and ask else None

    def _look(self) -> None:
        """Ask what would come of the form once all is answered; what is shown meanwhile stays."""
        form, command = self._state.form, None
        scene = self._scene() if form is not None else None
        if form is not None and scene is not None and asked_of(form, scene) is None:
            command = command_of(form, scene)
        if command != self._command:
            self._command, self._seen = command, None
        if command is not None:
            self.bridge.preview(command)

    def _previewed(self, previewed: Previewed) -> None:
        expected = self._command is not None and previewed.command == self._command
        if expected and previewed.found != self._seen:
            self._seen = previewed.found
            self.refresh()

    # Taps

    def begin(self, entry: Entry, scene: Scene) -> None:
        """A row was picked."""
        self._set(form=advanced(Form(entry, self.asks_why), scene), message="", **_UNTOUCHED)

    def fill_in(self, code: str, *answers: str) -> None:
        """Another panel opens a form with its first questions answered."""
        scene = self._scene()
        if scene is None:
            return
        found = (entry for entry in self.entries if entry.code == code)
        form = Form(existing(next(found, None), f"no entry {code}"), self.asks_why)
        for answer in answers:
            form = answered(form, scene, answer)
        form = form if answers else advanced(form, scene)
        self.resume(State(form.entry.group, form, alone=True))

    def fills_in(self, code: str, *answers: str) -> bool:
        """Is this form open already, with its first questions answered so?"""
        form = self._state.form if self._open else None
        if form is None or form.entry.code != code:
            return False
        return tuple(form.answers.values())[: len(answers)] == answers

    def close_untouched(self) -> None:
        """A form to which nothing was answered yet makes room for what comes next."""
        form, state = self._state.form, self._state
        touched = state.keyed or state.picked or (form is not None and form.answers)
        if self._open and state.alone and not touched:
            self.close()

    @Slot(str)
    def choose(self, code: str) -> None:
        """A key of the page that is open."""
        scene, asking = self._scene(), self._asking()
        several = asking is not None and asking[2].kind is Kind.SEVERAL
        open_ = (one.code for one in self.props.keys if one.enabled and (several or not one.chosen))
        if scene is None or not self._open or code not in open_:
            return
        if code == MORE:
            self._set(page=self._state.page + 1)
        elif several:
            self._set(picked=self._state.picked ^ {code})
        elif asking is not None:
            self._answer(code)
        else:
            self.pick(code, scene)

    def _answered_by(self, place: int) -> bool:
        """Where places are asked for a tap on the felt is one on the key that names it: nothing
        else comes of it where there is no such key."""
        keys = {one.place: one.code for one in self.props.keys if one.place}
        if not self._open or self._asking() is None or not keys:
            return False
        self.choose(keys.get(place, ""))
        return True

    @Slot(str)
    def key(self, sign: str) -> None:
        """A digit, the point before the cents, or a letter."""
        keyed, kind = self._state.keyed, self.props.kind
        if kind == Kind.AMOUNTS.value:
            self._set(amounts=self._state.amounts.key(sign, DIGITS_MAX))
            return
        if kind == Kind.TEXT.value:
            self._set(keyed=_lettered(keyed, sign), message="")
            return
        if sign == "." and (kind != Kind.MONEY.value or "." in keyed):
            return
        if len(keyed) >= DIGITS_MAX or len(keyed.partition(".")[2]) >= 2:
            return
        self._set(keyed=(keyed or "0" if sign == "." else keyed) + sign)

    @Slot()
    def clear(self) -> None:
        self._set(keyed="", amounts=self._state.amounts.clear())

    @Slot()
    def erase(self) -> None:
        """The last letter."""
        self._set(keyed=self._state.keyed[:-1], message="")

    @Slot(str)
    def pickAmount(self, code: str) -> None:
        """The digits are for this one from now on."""
        self._set(amounts=self._state.amounts.pick(code))

    @Slot()
    def takeRest(self) -> None:
        """The player who is picked gets what the others have left."""
        if (asking := self._asking()) is not None:
            scene, form, ask = asking
            self._set(amounts=self._state.amounts.rest(ask.amounts(scene, form.answers)))

    @Slot()
    def next(self) -> None:
        """What was keyed, or picked of several, is the answer."""
        if (asking := self._asking()) is not None and self.props.can_next:
            scene, form, ask = asking
            self._answer(entered(ask, scene, self._state, form))

    @Slot(str)
    def card(self, name: str) -> None:
        page = self.props
        if page.kind == Kind.CARD.value and not page.out[page.cards.index(name)]:
            self._answer(name)

    def _answer(self, code: str) -> None:
        if (asking := self._asking()) is None:
            return
        scene, form, _ = asking
        form = answered(form, scene, code)
        if form.entry.at_once and asked_of(form, scene) is None:
            self._send(form, scene)
        else:
            self._set(form=form, message="", **_UNTOUCHED)

    @Slot()
    def back(self) -> None:
        """One question back, then out of the form, then out of the panel."""
        form = self._state.form
        before = back(form) if form is not None else None
        if form is None:
            self.leave()
        elif before is None and self._state.alone:
            self.close()
        else:
            self._set(form=before, message="", **_UNTOUCHED)

    @Slot(str)
    def confirm(self, reason: str) -> None:
        """A tap: the last answer was given under the same finger."""
        if self._stands.stood(FINAL_MS) and any(one.code == reason for one in self.props.confirms):
            self._confirm(reason_of(reason) if reason else None)

    def _confirm(self, reason: Reason | None = None) -> None:
        """Send it."""
        scene, form = self._scene(), self._state.form
        if scene is not None and form is not None and self.props.kind == CONFIRM:
            self._send(form, scene, reason)

    def _send(self, form: Form, scene: Scene, reason: Reason | None = None) -> None:
        if self._waits:
            return
        self._waits, self._sent = True, command_of(form, scene)
        reason = reason or form.reason
        if self._sent is not None:
            self.submit(self._sent, reason)
        else:
            lifted = existing(reason, f"{form.entry.code}: sent without a reason")
            self.bridge.ask(lambda table: table.lift_hold(lifted))

    def _answered(self, told: Answered) -> None:
        if not self._waits or told.command is not self._sent:
            return
        self._waits, form = False, self._state.form
        if self._open and form is not None:
            self.done(form, told.answer)
