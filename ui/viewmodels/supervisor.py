"""The panel of whoever is signed on: a menu, a form, a confirmation, all from one table of entries.

What a role may not do is not offered. What cannot be done now stays and says why. An action for two
people names whom it takes; the first confirms, the second keys a PIN, and it is sent again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, Slot

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.cards import DECK
from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.floor.base import Day
from controller.floor.money import hold
from controller.pools import Status
from controller.staff.powers import Action, Objection, may
from controller.staff.roles import Actor, Reason, Role
from ui.bridge import Answered, Bridge
from ui.shown import Shown
from ui.supervision.asks import Ask, Kind, OtherPools, Scene
from ui.supervision.entries import DISPUTES, GROUPS, JACKPOT, MONEY, Entry, Group, offered, why_not
from ui.supervision.form import Form, advanced, answered, asked_of, back, command_of, lacking, said
from ui.supervision.menu import BY_CODE, ENTRIES
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.sign_on import SignOnViewModel
from ui.viewmodels.words import dollars

PANEL: Final = "supervisor"
HISTORY: Final = "history"
RULES: Final = "rules"
MORE: Final = "more"
NO_OTHER: Final = "There is no other pool"
NO_ANSWER: Final = "The pools do not answer"
KEYS_MAX: Final = 12
"""Three columns of four: what fits under the places."""
DIGITS_MAX: Final = 9


@frozen
class Key:
    """One key of the panel."""

    code: str
    text: str
    reason: str = ""
    """Why it cannot be tapped; empty where it can."""
    note: str = ""
    """Whom else it takes."""


_READ: Final = (Key(RULES, "Rules of this table"),)
"""Whoever disputes may ask for them; who has no part in disputes finds them at the top."""


@frozen
class SupervisorProps:
    """The panel."""

    visible: bool = False
    kind: str = "keys"
    """`keys`, `money`, `number`, `cards` or `confirm`."""
    title: str = ""
    question: str = ""
    lines: tuple[str, ...] = ()
    """What was answered so far."""
    message: str = ""
    good: bool = False
    """The message says that it is done."""
    keys: tuple[Key, ...] = ()
    keyed: str = ""
    can_next: bool = False
    cards: tuple[str, ...] = ()
    clause: str = ""
    people: str = ""
    confirm_text: str = ""
    at_top: bool = False
    """There is nothing to go back to: the panel closes."""


@frozen
class State:
    """What the screen keeps of it."""

    group: Group | None = None
    form: Form | None = None
    page: int = 0
    keyed: str = ""
    message: str = ""
    good: bool = False
    others: OtherPools = OtherPools()


def acting(shown: Shown) -> Actor | None:
    """Whose list it is: whoever is on top, or the dealer."""
    return shown.snapshot.on_top or shown.snapshot.dealer


def scene_of(shown: Shown, today: Day, others: OtherPools) -> Scene:
    return Scene(shown.snapshot.house, today, shown.snapshot.held, others)


def derive_supervisor(shown: Shown, state: State, today: Day) -> SupervisorProps:
    """The page that is open."""
    actor = acting(shown)
    if actor is None or shown.snapshot.house.floor is None:
        return SupervisorProps()
    scene, mine = scene_of(shown, today, state.others), offered(ENTRIES, actor.role)
    if state.form is not None:
        props = _form(shown, scene, state, state.form)
    elif state.group is not None:
        keys = [_key(one, scene, actor) for one in mine if one.group == state.group]
        keys += _READ if state.group == DISPUTES else ()
        props = SupervisorProps(title=state.group, keys=_page(keys, state.page))
        if state.group == MONEY and (kept := hold(scene.floor)) is not None:
            props = replace(props, lines=(f"The table kept {dollars(kept)}.",))
    else:
        props = SupervisorProps(
            title=_whose(actor), keys=_page(_groups(mine, actor), 0), at_top=True
        )
    message = state.message or props.message
    return replace(props, visible=True, message=message, good=state.good)


def _whose(actor: Actor) -> str:
    return "Dealer's list" if actor.role is Role.DEALER else "Menu"


def _groups(mine: tuple[Entry, ...], actor: Actor) -> list[Key]:
    there = {one.group for one in mine}
    keys = [Key(group, group) for group in GROUPS if group in there]
    if may(actor.role, Action.READ_RECORD):
        keys.append(Key(HISTORY, "Last 100 rounds"))
    return keys if DISPUTES in there else [*keys, *_READ]


def _key(entry: Entry, scene: Scene, actor: Actor) -> Key:
    return Key(entry.code, entry.text, why_not(entry, scene), _with(entry.action, actor))


def _with(action: Action, actor: Actor) -> str:
    """`with supervisor`: whom it takes besides."""
    if len(action.people.slots) == 1:
        return ""
    others = action.people.text.split(", with ")
    first, second = others[0], others[-1]
    takes_first = actor.role in action.people.slots[0]
    takes_second = actor.role in action.people.slots[1]
    return f"with {first}" if takes_second and not takes_first else f"with {second}"


def _page(keys: Sequence[Key], page: int) -> tuple[Key, ...]:
    if len(keys) <= KEYS_MAX:
        return tuple(keys)
    fit = KEYS_MAX - 1
    pages = -(-len(keys) // fit)
    first = page % pages * fit
    return (*keys[first : first + fit], Key(MORE, f"More ({page % pages + 1} of {pages})"))


def _form(shown: Shown, scene: Scene, state: State, form: Form) -> SupervisorProps:
    entry, ask = form.entry, asked_of(form, scene)
    lines = (*said(form, scene), *entry.advice(scene, form.answers))
    base = SupervisorProps(title=entry.text, lines=lines)
    if ask is None:
        return _confirm(shown, scene, form, base)
    base = replace(base, question=ask.text, kind=ask.kind.value)
    if ask.kind is Kind.CHOICE:
        keys = [Key(one.code, one.text) for one in ask.options(scene, form.answers)]
        nothing = "" if keys else ask.nothing
        return replace(base, keys=_page(keys, state.page), message=nothing)
    if ask.kind is Kind.CARD:
        return replace(base, cards=tuple(str(card) for card in _in_order()))
    keyed = _keyed(ask, state.keyed)
    return replace(base, keyed=keyed, can_next=_complete(ask, state.keyed))


def _confirm(shown: Shown, scene: Scene, form: Form, base: SupervisorProps) -> SupervisorProps:
    action, snapshot = form.entry.action, shown.snapshot
    signed_on = tuple(one for one in (snapshot.dealer, snapshot.on_top) if one is not None)
    wanted = lacking(form, signed_on)
    clause = action.clause(scene.house.table.rules.ruleset)
    return replace(
        base,
        kind="confirm",
        clause=f"Rule {clause}" if clause else "",
        people=f"Takes: {action.people.text}",
        confirm_text="Second PIN" if wanted else "Confirm",
    )


def _in_order() -> list[object]:
    return sorted(
        DECK, key=lambda card: ("shdc".index(str(card)[1]), "AKQJT98765432".index(str(card)[0]))
    )


def _keyed(ask: Ask, keyed: str) -> str:
    if ask.kind is Kind.NUMBER:
        return keyed or "–"
    whole, dot, cents = keyed.partition(".")
    return f"{dollars(Money.parse(whole or '0'))}{dot}{cents}"


def _complete(ask: Ask, keyed: str) -> bool:
    if ask.kind is Kind.NUMBER:
        return bool(keyed)
    return bool(keyed) and not keyed.endswith(".") and Money.parse(keyed) >= ZERO


@qml_element
class SupervisorViewModel(ViewModel):
    """Menu, form and confirmation."""

    shows = SupervisorProps

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        sign_on: SignOnViewModel,
        today: Callable[[], Day],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(bridge, parent)
        self._panels, self._sign_on, self._today = panels, sign_on, today
        self._state = State()
        self._actor: Actor | None = None
        self._sent: Command | None = None
        self._waits = False
        """Something was sent and not answered yet."""
        self._resumes: State | None = None
        """What waits for a second person."""
        panels.opened.connect(self._opened)
        bridge.answered.connect(self._answered)
        bridge.pools.connect(self._told_pools)

    @property
    def _open(self) -> bool:
        return bool(self._panels.props.open == PANEL)

    def _opened(self) -> None:
        self._state, self._resumes = self._resumes or State(), None
        if self.shown is not None:
            self._actor = acting(self.shown)
        self.refresh()

    def derive(self, shown: Shown) -> SupervisorProps:
        if not self._open:
            return SupervisorProps()
        return derive_supervisor(shown, self._state, self._today())

    def update(self, shown: Shown) -> None:
        """Whoever leaves takes the panel along; what is no longer asked starts anew."""
        if self._open and acting(shown) != self._actor:
            self._panels.close()
        super().update(shown)

    def _set(self, **changes: object) -> None:
        self._state = replace(self._state, **changes)  # type: ignore[arg-type]
        self.bridge.stay()
        self.refresh()

    def _scene(self) -> Scene | None:
        if self.shown is None:
            return None
        return scene_of(self.shown, self._today(), self._state.others)

    @Slot(str)
    def choose(self, code: str) -> None:
        """A key of the page that is open."""
        scene, state = self._scene(), self._state
        if (
            scene is None
            or not self._open
            or not any(key.code == code and not key.reason for key in self.props.keys)
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
            if code == JACKPOT:
                self.bridge.ask_pools()
        else:
            form = advanced(Form(BY_CODE[code]), scene)
            self._set(form=form, page=0, keyed="", message="")

    def fill_in(self, code: str, *answers: str) -> None:
        """Another panel opens a form with its first questions answered."""
        scene = self._scene()
        if scene is None:
            return
        form = Form(BY_CODE[code])
        for answer in answers:
            form = answered(form, scene, answer)
        self._resumes = State(form.entry.group, form)
        self._panels.openLasting(PANEL)

    def _answer(self, form: Form, scene: Scene, code: str) -> None:
        self._set(form=answered(form, scene, code), page=0, keyed="", message="")

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
        if scene is not None and form is not None and self.props.can_next:
            self._answer(form, scene, self._state.keyed)

    @Slot(str)
    def card(self, name: str) -> None:
        scene, form = self._scene(), self._state.form
        if scene is not None and form is not None and self.props.kind == Kind.CARD.value:
            self._answer(form, scene, name)

    @Slot()
    def back(self) -> None:
        """One question back, then out of the form, out of the group, out of the panel."""
        state = self._state
        if state.form is not None:
            self._set(form=back(state.form), page=0, keyed="", message="")
        elif state.group is not None:
            self._set(group=None, page=0, message="")
        else:
            self._panels.close()

    @Slot()
    def confirm(self) -> None:
        """Send it."""
        scene, form = self._scene(), self._state.form
        if scene is None or form is None or self.props.kind != "confirm" or self._waits:
            return
        self._waits, self._sent = True, command_of(form, scene)
        if self._sent is not None:
            self.submit(self._sent, form.reason)
        else:
            self._ask(form, existing(form.reason, f"{form.entry.code}: sent without a reason"))

    def _ask(self, form: Form, reason: Reason) -> None:
        """What is no command."""
        if form.entry.action is Action.UNLOCK_PERSON:
            self.bridge.unlock(form.answers["number"], reason)
        else:
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
        if not isinstance(told.answer, Refused):
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
        self._panels.openLasting(PANEL)
        self.confirm()

    @Slot()
    def close(self) -> None:
        self._panels.close()
