"""The pages of a form: a question, and what there is to confirm. Pure.

A page is derived from what is shown and from what the screen keeps of a form in the making.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.floor.base import Day
from ui.forms.asks import PICKED, Ask, Kind, OtherPools, Scene
from ui.forms.entries import Group
from ui.forms.form import Form, asked_of, said
from ui.shown import Shown
from ui.viewmodels.amounts import NO_AMOUNTS, AmountRow, Amounts
from ui.viewmodels.cards import ORDER
from ui.viewmodels.foreseen import ShareRow
from ui.viewmodels.options import Option
from ui.viewmodels.paging import page_of
from ui.viewmodels.words import dollars, dollars_keyed

if TYPE_CHECKING:
    from ui.games.screen import GameScreen

MORE: Final = "more"
CONFIRM: Final = "confirm"
DIGITS_MAX: Final = 9
LETTERS_MAX: Final = 40
LINES_MAX: Final = 5
"""More answers than that stand beside each other."""


@frozen
class FormProps:
    """The panel that a form is filled in on."""

    visible: bool = False
    kind: str = Kind.CHOICE.value
    """How the question is answered: `keys`, `several`, `money`, `number`, `cards`, `text`,
    `amounts`; `confirm` where all are, `about` where the table is told about."""
    title: str = ""
    question: str = ""
    lines: tuple[str, ...] = ()
    """What was answered so far."""
    message: str = ""
    good: bool = False
    """The message says that it is done."""
    keys: tuple[Option, ...] = ()
    keyed: str = ""
    present: str = ""
    """What holds now, and stays where nothing is keyed."""
    can_next: bool = False
    """What was keyed, or picked of several, is an answer."""
    cards: tuple[str, ...] = ()
    out: tuple[bool, ...] = ()
    """Which of the cards it cannot be."""
    amounts: tuple[AmountRow, ...] = ()
    """Whose they are and how much each is; `keyed` says what is missing."""
    headline: str = ""
    """What follows."""
    ends: bool = False
    """The round would be over: red, with another sign."""
    shares: tuple[ShareRow, ...] = ()
    besides: str = ""
    clause: str = ""
    people: str = ""
    waits: str = ""
    """Who has to sign on first; empty if the person signed on may confirm."""
    confirms: tuple[Option, ...] = ()
    """One key, or one for each reason."""
    can_call: bool = False
    at_top: bool = False
    """There is nothing to go back to: the panel closes."""
    tells_about: str = ""
    """The key that leads to which program and which rules these are; empty: there is none."""


@frozen
class State:
    """What the screen remembers of the form."""

    group: Group | None = None
    form: Form | None = None
    alone: bool = False
    """The form was opened by itself, not from the menu: it closes when it is done or left."""
    page: int = 0
    keyed: str = ""
    picked: frozenset[str] = frozenset()
    """Of a question that takes several answers, until it is done."""
    amounts: Amounts = NO_AMOUNTS
    message: str = ""
    good: bool = False
    about: bool = False
    others: OtherPools = OtherPools()


def scene_of(shown: Shown, game: "GameScreen", today: Day, others: OtherPools) -> Scene:
    """What forms are filled in on."""
    house = shown.snapshot.house
    wagers = tuple(game.wagers(house.table.rules))
    kept = game.kept(house) if house.floor is not None else ""
    return Scene(house, today, shown.snapshot.held, others, wagers, game.place, game.round, kept)


def paged(keys: Sequence[Option], page: int, fit: int) -> tuple[Option, ...]:
    """So many keys at a time, the last of them for more."""
    if len(keys) <= fit:
        return tuple(keys)
    shown = page_of(keys, page, fit - 1)
    return (*shown.rows, Option(MORE, f"More ({shown.text})"))


def form_page(scene: Scene, state: State, form: Form, fit: int) -> FormProps:
    """The question that is open, `fit` keys at a time; where none is, what was answered."""
    entry, ask = form.entry, asked_of(form, scene)
    answers = tuple(f"{one.label}: {one.text}" for one in said(form, scene))
    if len(answers) > LINES_MAX:
        answers = (" · ".join(answers),)
    page = FormProps(
        True,
        title=entry.title(scene),
        lines=(*answers, *entry.advice(scene, form.answers)),
        message=state.message,
        good=state.good,
    )
    if ask is None:
        return replace(page, kind=CONFIRM)
    page = replace(page, question=ask.question(scene, form.answers), kind=ask.kind.value)
    if ask.kind in PICKED:
        return _picked(scene, state, form, ask, fit, page)
    if ask.kind is Kind.CARD:
        gone = ask.not_these(scene, form.answers)
        return replace(page, cards=ORDER, out=tuple(card in gone for card in ORDER))
    if ask.kind is Kind.AMOUNTS:
        present = ask.amounts(scene, form.answers)
        wrong = state.amounts.said(present)
        rows = state.amounts.rows(present)
        return replace(page, amounts=rows, keyed=wrong or "It adds up", can_next=not wrong)
    answer, before = entered(ask, scene, state, form), ask.present(scene)
    complete = _complete(ask, answer)
    wrong = ask.wrong({**form.answers, ask.name: answer}) if complete else ""
    return replace(
        page,
        keyed=_keyed(ask, answer),
        present=f"Now {dollars(before)}" if before is not None else "",
        can_next=complete and not wrong,
        message=state.message or wrong,
    )


def _picked(
    scene: Scene, state: State, form: Form, ask: Ask, fit: int, page: FormProps
) -> FormProps:
    keys = ask.options(scene, form.answers)
    if form.entry.at_once:
        page = replace(page, lines=(f"{sum(one.chosen for one in keys)} of {len(keys)} done",))
    if ask.kind is Kind.SEVERAL:
        keys = tuple(replace(one, chosen=one.code in state.picked) for one in keys)
    return replace(
        page,
        keys=paged(keys, state.page, fit),
        can_next=ask.kind is Kind.SEVERAL and len(state.picked) >= ask.least,
        message=state.message or ("" if keys else scene.worded(ask.nothing)),
    )


def entered(ask: Ask, scene: Scene, state: State, form: Form) -> str:
    """What was picked of several, or keyed; where nothing was keyed, what holds now."""
    if ask.kind is Kind.AMOUNTS:
        return state.amounts.answer(ask.amounts(scene, form.answers))
    if ask.kind is Kind.TEXT:
        return state.keyed.strip()
    if ask.kind is Kind.SEVERAL:
        return ",".join(sorted(state.picked, key=lambda code: (len(code), code)))
    before = ask.present(scene)
    return state.keyed if state.keyed or before is None else str(before).removesuffix(".00")


def _keyed(ask: Ask, keyed: str) -> str:
    if ask.kind in (Kind.NUMBER, Kind.TEXT):
        return keyed or "–"
    return dollars_keyed(keyed)


def _complete(ask: Ask, keyed: str) -> bool:
    if ask.kind in (Kind.NUMBER, Kind.TEXT):
        return bool(keyed)
    return bool(keyed) and not keyed.endswith(".") and Money.parse(keyed) >= ZERO
