"""The pages of the supervisor's panel: menu, form, confirmation, and what is said about the table.

Pure: a page is derived from what is shown and from what the screen keeps of a form in the making.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from controller.domain.cards import DECK
from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.floor.base import Day
from controller.floor.money import hold
from controller.journal.housekeeping import TableStarted
from controller.staff.powers import Action, HouseAction, may
from controller.staff.roles import Actor, Role
from ui.shown import Shown
from ui.supervision.asks import Ask, Kind, OtherPools, Scene
from ui.supervision.cards import pairing_said
from ui.supervision.entries import (
    DEVICES,
    DISPUTES,
    MONEY,
    WAITING,
    Entry,
    Group,
    offered,
    waiting,
    why_not,
)
from ui.supervision.form import Form, advanced, asked_of, lacking, said
from ui.viewmodels.about import about
from ui.viewmodels.foreseen import Foreseen, ShareRow
from ui.viewmodels.paging import page_of
from ui.viewmodels.panels import HISTORY, RULES
from ui.viewmodels.words import dollars, rule

if TYPE_CHECKING:
    from ui.games.screen import GameScreen

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
    done: bool = False
    """It was tapped before, on a list that is worked off."""


_READ: Final = (Key(RULES, "Rules of this table"),)
"""Whoever disputes may ask for them; who has no part in disputes finds them at the top."""


@frozen
class SupervisorProps:
    """The panel."""

    visible: bool = False
    kind: str = "keys"
    """`keys`, `money`, `number`, `cards`, `confirm` or `about`."""
    title: str = ""
    question: str = ""
    lines: tuple[str, ...] = ()
    """What was answered so far."""
    message: str = ""
    good: bool = False
    """The message says that it is done."""
    keys: tuple[Key, ...] = ()
    keyed: str = ""
    present: str = ""
    """What holds now, and stays where nothing is keyed."""
    can_next: bool = False
    cards: tuple[str, ...] = ()
    clause: str = ""
    people: str = ""
    confirm_text: str = ""
    headline: str = ""
    """What follows, where the round or somebody's wagers end by it."""
    shares: tuple[ShareRow, ...] = ()
    besides: str = ""
    at_top: bool = False
    """There is nothing to go back to: the panel closes."""
    tells_about: bool = False
    """Which program and which rules these are can be read from here."""


@frozen
class State:
    """What the screen keeps of it."""

    group: Group | None = None
    form: Form | None = None
    page: int = 0
    keyed: str = ""
    message: str = ""
    good: bool = False
    about: bool = False
    others: OtherPools = OtherPools()


def acting(shown: Shown) -> Actor | None:
    """Whose list it is: whoever is on top, or the dealer."""
    return shown.snapshot.on_top or shown.snapshot.dealer


def scene_of(shown: Shown, game: "GameScreen", today: Day, others: OtherPools) -> Scene:
    house = shown.snapshot.house
    wagers = tuple(game.wagers(house.table.rules))
    return Scene(house, today, shown.snapshot.held, others, wagers)


def derive_supervisor(
    shown: Shown,
    game: "GameScreen",
    state: State,
    today: Day,
    seen: Any = None,
    started: TableStarted | None = None,
) -> SupervisorProps:
    """The page that is open; `seen` is what would come of the form that is confirmed."""
    actor = acting(shown)
    if actor is None or shown.snapshot.house.floor is None:
        return SupervisorProps()
    scene, mine = scene_of(shown, game, today, state.others), offered(game.menu, actor.role)
    if state.about:
        props = SupervisorProps(
            title="About this table", kind="about", lines=about(shown, game, started)
        )
    elif state.form is not None:
        foreseen = game.foreseen(seen) if seen is not None else None
        props = _form(shown, scene, state, state.form, foreseen)
    elif state.group == WAITING:
        keys = [_key(one, scene, actor) for one in waiting(game.menu, scene, actor.role)]
        props = SupervisorProps(title=WAITING, keys=_page(keys, state.page))
    elif state.group is not None:
        keys = [_key(one, scene, actor) for one in mine if one.group == state.group]
        keys += _READ if state.group == DISPUTES else ()
        props = SupervisorProps(title=state.group, keys=_page(keys, state.page))
        if state.group == MONEY and (kept := hold(scene.floor)) is not None:
            props = replace(props, lines=(f"The table kept {dollars(kept)}.",))
        if state.group == DEVICES:
            props = replace(props, lines=pairing_said(scene.floor))
    else:
        props = SupervisorProps(
            title=_whose(actor),
            keys=_page(_groups(mine, actor), 0),
            at_top=True,
            tells_about=actor.role is not Role.DEALER,
        )
    message = state.message or props.message
    return replace(props, visible=True, message=message, good=state.good)


def _whose(actor: Actor) -> str:
    return "What a dealer can record" if actor.role is Role.DEALER else "Menu"


def _groups(mine: tuple[Entry, ...], actor: Actor) -> list[Key]:
    there = dict.fromkeys(one.group for one in mine)
    keys = [Key(group, group) for group in there]
    if may(actor.role, HouseAction.READ_RECORD):
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
    shown = page_of(keys, page, KEYS_MAX - 1)
    return (*shown.rows, Key(MORE, f"More ({shown.text})"))


def _form(
    shown: Shown, scene: Scene, state: State, form: Form, seen: Foreseen | None
) -> SupervisorProps:
    entry, ask = form.entry, asked_of(form, scene)
    lines = (*said(form, scene), *entry.advice(scene, form.answers))
    base = SupervisorProps(title=entry.text, lines=lines)
    if ask is None:
        return _confirm(shown, scene, form, _foreseen(base, seen))
    base = replace(base, question=ask.text, kind=ask.kind.value)
    if ask.kind is Kind.CHOICE:
        keys = [Key(o.code, o.text, done=o.done) for o in ask.options(scene, form.answers)]
        nothing = "" if keys else ask.nothing
        if entry.at_once:
            base = replace(base, lines=(f"{sum(one.done for one in keys)} of {len(keys)} done",))
        return replace(base, keys=_page(keys, state.page), message=nothing)
    if ask.kind is Kind.CARD:
        return replace(base, cards=tuple(str(card) for card in _in_order()))
    answer, before = keyed_for(ask, scene, state.keyed), ask.present(scene)
    complete = _complete(ask, answer)
    wrong = ask.wrong({**form.answers, ask.name: answer}) if complete else ""
    return replace(
        base,
        keyed=_keyed(ask, answer),
        present=f"Now {dollars(before)}" if before is not None else "",
        can_next=complete and not wrong,
        message=wrong,
    )


def keyed_for(ask: Ask, scene: Scene, keyed: str) -> str:
    """What was keyed; where nothing was, what holds now."""
    before = ask.present(scene)
    return keyed if keyed or before is None else str(before).removesuffix(".00")


def _foreseen(base: SupervisorProps, seen: Foreseen | None) -> SupervisorProps:
    """Who gets what back, as the irregularity panel tells it."""
    if seen is None:
        return base
    return replace(base, headline=seen.headline, shares=seen.shares, besides=seen.besides)


def _confirm(shown: Shown, scene: Scene, form: Form, base: SupervisorProps) -> SupervisorProps:
    action, snapshot = form.entry.action, shown.snapshot
    signed_on = tuple(one for one in (snapshot.dealer, snapshot.on_top) if one is not None)
    wanted = lacking(form, signed_on)
    clause = scene.house.table.rules.terms.powers.get(action)
    return replace(
        base,
        kind="confirm",
        clause=rule(clause),
        people=f"Takes: {action.people.text}",
        confirm_text="Second PIN" if wanted else f"Confirm {_figure(scene, form)}".rstrip(),
    )


def _figure(scene: Scene, form: Form) -> str:
    """What it is about, or the one amount that was keyed."""
    money = [ask.name for ask in form.entry.asks if ask.kind is Kind.MONEY]
    keyed = [form.answers[name] for name in money if name in form.answers]
    figure = form.entry.figure(scene, form.answers)
    return figure or (dollars(Money.parse(keyed[0])) if len(keyed) == 1 else "")


def first_seen(shown: Shown, game: "GameScreen", today: Day) -> State:
    """What whoever has just signed on sees: what waits for them, or else the menu."""
    actor = acting(shown)
    if actor is None or shown.snapshot.house.floor is None:
        return State()
    scene = scene_of(shown, game, today, OtherPools())
    match waiting(game.menu, scene, actor.role):
        case ():
            return State()
        case (entry,):
            return State(entry.group, advanced(Form(entry), scene))
    return State(WAITING)


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
