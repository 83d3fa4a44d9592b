"""Every entry of the panel: its words, its line of the powers table, what it asks, what it sends.

Panel, form and command all come from these rows. A test holds them against the powers table, and
knows where what is not here is done instead: no line of it is forgotten.
"""

from collections.abc import Callable
from typing import Final

from controller.authority import Command
from controller.domain.frozen import frozen
from controller.floor.state import Status
from controller.staff.powers import Action, check_when
from controller.staff.roles import Role
from ui.supervision.asks import Answers, Ask, Kind, Scene


class Group(str):
    """A page of the menu."""


TABLE: Final = Group("Open and close")
MONEY: Final = Group("Float and drop")
CARDS: Final = Group("Cards")
PLAYERS: Final = Group("Players")
DISPUTES: Final = Group("Disputes, rules")
PAYMENTS: Final = Group("Wrong payments")
NOTICES: Final = Group("Calls, notices")
DEVICES: Final = Group("Devices")
WAITING: Final = Group("Waits for you")
"""Not in the menu: what is seen first where there is more than one thing."""


def status_is(*fits: Status) -> Callable[[Scene], str]:
    """Only while the table is so."""

    def why(scene: Scene) -> str:
        status = scene.floor.status
        return "" if status in fits else f"The table is {status.value}"

    return why


OPEN: Final = status_is(Status.OPEN)


def _always(_: Scene) -> str:
    return ""


def _no_figure(_: Scene, __: Answers) -> str:
    return ""


def _silent(_: Scene, __: Answers) -> tuple[str, ...]:
    return ()


@frozen
class Entry:
    """One thing that can be asked for."""

    code: str
    group: Group
    text: str
    action: Action
    command: Callable[[Scene, Answers], Command] | None
    """None for what is no command: a hold that is lifted."""
    asks: tuple[Ask, ...] = ()
    not_now: Callable[[Scene], str] = _always
    """Why it makes no sense at this moment, in a few words; nothing where it does."""
    at_once: bool = False
    """A list that is worked off: each tap is sent by itself, and the list stays."""
    advice: Callable[[Scene, Answers], tuple[str, ...]] = _silent
    """What the rules say to whoever fills it in."""
    waits: bool = False
    """The table, or somebody at it, waits for this wherever it makes sense: whoever may do it sees
    it first on signing on."""
    looks_at_pools: bool = False
    """It is about other pools of the house: they are asked for with its page of the menu."""
    figure: Callable[[Scene, Answers], str] = _no_figure
    """The amount that it is about, for the key that confirms it."""


def why_not(entry: Entry, scene: Scene) -> str:
    """Why this cannot be asked for now, whoever asks."""
    house = scene.house
    objection = check_when(entry.action, in_round=house.in_round, cards_out=house.cards_out)
    if objection is not None:
        return objection.objection.value.rstrip(".")
    if reason := entry.not_now(scene):
        return reason
    for ask in entry.asks[:1]:
        if ask.kind is Kind.CHOICE and not ask.options(scene, {}):
            return ask.nothing
    return ""


def waiting(entries: tuple[Entry, ...], scene: Scene, role: Role) -> tuple[Entry, ...]:
    """What waits for somebody of this role now."""
    return tuple(one for one in offered(entries, role) if one.waits and not why_not(one, scene))


def offered(entries: tuple[Entry, ...], role: Role) -> tuple[Entry, ...]:
    """What somebody of this role has a part in, alone or as one of two."""
    return tuple(one for one in entries if any(role in slot for slot in one.action.people.slots))
