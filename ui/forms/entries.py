"""What can be asked for, a row each: its words, its line of the powers table, what it asks, what it
sends.

Panel, form and command all come from these rows: those of the supervisor's menu and those of the
irregularity key, the house's and the game's. A test holds them against the powers table, and knows
where what is not here is done instead: no line of it is forgotten.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, Final, get_type_hints

from controller.authority import Command
from controller.domain.frozen import frozen
from controller.staff.powers import Action, Objection, check_when
from controller.staff.roles import Reason, Role
from ui.forms.asks import PICKED, Answers, Ask, Scene, answer_as


class Group(str):
    """A page of the menu."""


REPORT: Final = Group("What happened?")
"""Not in the menu: what is reported with the irregularity key."""


def _always(_: Scene) -> str:
    return ""


def _nothing(_: Scene, __: Answers) -> str:
    return ""


def _silent(_: Scene, __: Answers) -> tuple[str, ...]:
    return ()


@frozen
class Entry:
    """One thing that can be asked for."""

    code: str
    group: Group
    text: str
    """In plain words; `{source}` is the device that the cards come out of."""
    action: Action
    command: Callable[[Scene, Answers], Command] | None
    """None for what is no command: a hold that is lifted."""
    asks: tuple[Ask, ...] = ()
    not_now: Callable[[Scene], str] = _always
    """Why it makes no sense at this moment, in a few words; nothing where it does."""
    at_once: bool = False
    """A list that is worked off: each tap is sent by itself, and the list stays."""
    advice: Callable[[Scene, Answers], tuple[str, ...]] = _silent
    """What the rules tell the person who fills it in."""
    waits: bool = False
    """The table, or somebody at it, waits for this wherever it makes sense: whoever may do it sees
    it first on signing on."""
    looks_at_pools: bool = False
    """It is about other pools of the house: they are asked for with its page of the menu."""
    figure: Callable[[Scene, Answers], str] = _nothing
    """The amount that it is about, for the key that confirms it."""
    reasons: Callable[[Scene, Answers], tuple[Reason, ...]] | None = None
    """Those that are left to choose from, where what was answered decides; else all of the line."""
    outcome: str = "Play goes on"
    """Of a report: what comes of it, where the game foresees nothing else."""
    then: Callable[[Scene, Answers], str] = _nothing
    """What is done next, where the round does not end by it."""
    done: str = ""
    """What is said when it has been done; nothing where it stays open, `at_once`."""

    def title(self, scene: Scene) -> str:
        """What it is called at this table."""
        return scene.worded(self.text)


def sends(
    code: str,
    group: Group,
    text: str,
    command: Any,
    asks: tuple[Ask, ...] = (),
    not_now: Callable[[Scene], str] = _always,
    **more: Any,
) -> Entry:
    """An entry whose answers are the fields of one command, by name; the command has its line."""
    return Entry(
        code, group, text, command.action, partial(filled_in, command), asks, not_now, **more
    )


def filled_in(command: Any, _: Scene, answers: Answers) -> Command:
    """The command with these answers in its fields; what was not asked stays as it is."""
    wanted = get_type_hints(command)
    asked = [one.name for one in fields(command) if one.name in answers]
    made: Command = command(**{name: answer_as(wanted[name], answers[name]) for name in asked})
    return made


def why_not(entry: Entry, scene: Scene) -> str:
    """Why nobody can ask for this now."""
    house = scene.house
    objection = check_when(entry.action, in_round=house.in_round, cards_out=house.cards_out)
    if objection is not None:
        in_round = objection.objection is Objection.ROUND_IN_PROGRESS
        said = "A {round} is in progress" if in_round else objection.objection.value.rstrip(".")
        return scene.worded(said)
    if reason := entry.not_now(scene):
        return reason
    for ask in entry.asks[:1]:
        if ask.kind in PICKED and ask.only_if(scene, {}) and not ask.options(scene, {}):
            return scene.worded(ask.nothing)
    return ""


def waiting(entries: tuple[Entry, ...], scene: Scene, role: Role) -> tuple[Entry, ...]:
    """What waits for somebody of this role now."""
    return tuple(one for one in offered(entries, role) if one.waits and not why_not(one, scene))


def offered(entries: tuple[Entry, ...], role: Role) -> tuple[Entry, ...]:
    """What somebody of this role has a part in, alone or as one of two."""
    return tuple(one for one in entries if any(role in slot for slot in one.action.people.slots))
