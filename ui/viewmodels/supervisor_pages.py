"""The pages of the supervisor's panel: menu, form, confirmation, and what is said about the table.

Pure: a page is derived from what is shown and from what the screen keeps of a form in the making.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from controller.domain.money import Money
from controller.floor.base import Day
from controller.journal.housekeeping import TableStarted
from controller.staff.powers import Action, HouseAction, Objection, may
from controller.staff.roles import Actor, Role
from ui.forms.asks import Kind, OtherPools, Scene
from ui.forms.entries import Entry, offered, waiting, why_not
from ui.forms.form import Form, advanced, lacking
from ui.shown import Shown
from ui.supervision.cards import pairing_said
from ui.supervision.groups import DEVICES, DISPUTES, MONEY, WAITING
from ui.viewmodels.about import about
from ui.viewmodels.foreseen import Foreseen
from ui.viewmodels.form_pages import CONFIRM, FormProps, State, form_page, paged, scene_of
from ui.viewmodels.options import Option
from ui.viewmodels.panels import HISTORY, RULES
from ui.viewmodels.words import dollars, rule

if TYPE_CHECKING:
    from ui.games.screen import GameScreen

NO_OTHER: Final = "There is no other pool"
NO_ANSWER: Final = "The pools do not answer"
KEYS_MAX: Final = 12
"""Three columns of four: what fits under the places."""


def acting(shown: Shown) -> Actor | None:
    """The person whose list it is: the one who signed on last, or the dealer."""
    return shown.snapshot.on_top or shown.snapshot.dealer


def derive_supervisor(
    shown: Shown,
    game: "GameScreen",
    state: State,
    today: Day,
    seen: Any = None,
    started: TableStarted | None = None,
) -> FormProps:
    """The page that is open; `seen` is what would come of the form that is confirmed."""
    actor = acting(shown)
    if actor is None or shown.snapshot.house.on_bench:
        return FormProps()
    scene = scene_of(shown, game, today, state.others)
    if state.about:
        return FormProps(True, kind="about", title=_about(game), lines=about(shown, game, started))
    if state.form is None:
        page = _menu(scene, game, state, actor)
        return replace(page, visible=True, message=state.message, good=state.good)
    page = form_page(scene, state, state.form, KEYS_MAX)
    if page.kind != CONFIRM:
        return page
    return _confirm(
        shown, scene, state.form, game.foreseen(seen) if seen is not None else None, page
    )


def _menu(scene: Scene, game: "GameScreen", state: State, actor: Actor) -> FormProps:
    menu = game.menu
    mine = offered(menu, actor.role)
    if state.group is None:
        return FormProps(
            title="Dealer's menu" if actor.role is Role.DEALER else "Menu",
            keys=paged(_groups(scene, game, mine, actor), 0, KEYS_MAX),
            at_top=True,
            tells_about=_about(game) if actor.role is not Role.DEALER else "",
        )
    if state.group == WAITING:
        there = waiting(menu, scene, actor.role)
    else:
        there = tuple(one for one in mine if one.group == state.group)
    keys = [_key(one, scene, actor) for one in there]
    keys += _rules(game) if state.group == DISPUTES else ()
    lines: tuple[str, ...] = ()
    if state.group == MONEY and scene.kept:
        lines = (scene.kept,)
    elif state.group == DEVICES:
        lines = pairing_said(scene.floor)
    return FormProps(title=state.group, keys=paged(keys, state.page, KEYS_MAX), lines=lines)


def _about(game: "GameScreen") -> str:
    return f"About this {game.here.lower()}"


def _rules(game: "GameScreen") -> tuple[Option, ...]:
    """A person who handles disputes finds the rules among them; others find them at the top."""
    return (Option(RULES, f"Rules of this {game.here.lower()}"),)


def _groups(
    scene: Scene, game: "GameScreen", mine: tuple[Entry, ...], actor: Actor
) -> list[Option]:
    there = dict.fromkeys(one.group for one in mine)
    keys = [Option(group, group) for group in there]
    if may(actor.role, HouseAction.READ_RECORD):
        keys.append(Option(HISTORY, scene.worded("Last 100 {round}s")))
    return keys if DISPUTES in there else [*keys, *_rules(game)]


def _key(entry: Entry, scene: Scene, actor: Actor) -> Option:
    why = why_not(entry, scene)
    note = _with(entry.action, actor)
    return Option(entry.code, entry.title(scene), not why, reason=why, note=note)


def _with(action: Action, actor: Actor) -> str:
    """`with supervisor`: who is needed besides."""
    if len(action.people.slots) == 1:
        return ""
    first, second = action.people.each
    takes_first = actor.role in action.people.slots[0]
    takes_second = actor.role in action.people.slots[1]
    return f"with {first}" if takes_second and not takes_first else f"with {second}"


def _confirm(
    shown: Shown, scene: Scene, form: Form, seen: Foreseen | None, page: FormProps
) -> FormProps:
    action, found = form.entry.action, lacking(form, scene, shown.signed_on)
    second = found is not None and found.objection is Objection.ANOTHER_NEEDED
    text = "Second PIN" if second else f"Confirm {_figure(scene, form)}".rstrip()
    if seen is not None and (seen.ends or seen.shares):
        page = replace(page, headline=seen.headline, shares=seen.shares, besides=seen.besides)
    return replace(
        page,
        clause=rule(scene.house.table.rules.terms.powers.get(action)),
        people=f"Needs: {action.people.text}",
        confirms=(Option("", text),),
    )


def _figure(scene: Scene, form: Form) -> str:
    """What it is about, or the one amount that was keyed."""
    money = [ask.name for ask in form.entry.asks if ask.kind is Kind.MONEY]
    keyed = [form.answers[name] for name in money if name in form.answers]
    figure = form.entry.figure(scene, form.answers)
    return figure or (dollars(Money.parse(keyed[0])) if len(keyed) == 1 else "")


def first_seen(shown: Shown, game: "GameScreen", today: Day) -> State:
    """The first page after signing on: what waits for this person, or else the menu."""
    actor = acting(shown)
    if actor is None or shown.snapshot.house.on_bench:
        return State()
    scene = scene_of(shown, game, today, OtherPools())
    match waiting(game.menu, scene, actor.role):
        case ():
            return State()
        case (entry,):
            return State(entry.group, advanced(Form(entry), scene))
    return State(WAITING)
