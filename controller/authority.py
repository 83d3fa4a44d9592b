"""Which action a command is, and who of those signed on carries it out.

Every command names its own line of the powers table. What devices report names none: it has
happened, and nobody is asked. What only the table itself says names none either: it follows from
something else, and is refused whoever asks for it. A command that names nothing is a mistake of
ours, never somebody's free pass.

What follows from a command by itself, such as what a floor event tells the round in progress, is
covered by the command it follows from and is not asked about again.
"""

from collections.abc import Sequence
from typing import Any

from controller.domain.base import BrokenInvariant
from controller.staff.powers import Action, Nobody, NotAllowed, Objection, check, check_reason
from controller.staff.roles import Actor, Reason

Command = Any
"""A command of the floor, or of the game."""


def observed(command: Command) -> bool:
    """Has it happened already? Then it is recorded, whatever the phase."""
    return getattr(command, "action", None) is Nobody.OBSERVED


def internal(command: Command) -> bool:
    """Does only the table itself say it?"""
    return getattr(command, "action", None) is Nobody.INTERNAL


def action_of(command: Command) -> Action | None:
    """The action that a command is; none for what nobody gives."""
    action: Action | Nobody | None = getattr(command, "action", None)
    if action is None:
        seen = f"{type(command).__name__} seen"
        raise BrokenInvariant(f"{seen}, expected a command with a line in the powers table")
    return None if isinstance(action, Nobody) else action


def people_for(command: Any) -> str:
    """Who may ask for a command of this kind, in words."""
    action: Action = command.action
    return action.people.text


def actors_for(
    action: Action, reason: Reason | None, signed_on: Sequence[Actor]
) -> tuple[Actor, ...] | NotAllowed:
    """Who of those signed on does it: the last, whose taps they are, alone or as one of two.

    In the order in which they came: the dealer beneath, the first of two who asked, whoever is on
    top. The other of two is whoever came latest of those who will do. Nobody else acts by a tap of
    the last, and one person never counts as two.

    Where they may not, the objection is the one to put right first: a role without this power, then
    the reason, then that somebody else has to agree.
    """
    if not signed_on:
        return NotAllowed(Objection.NOBODY_SIGNED_ON, action, f"Needs: {action.people.text}.")
    *others, last = signed_on
    pairs = [(other, last) for other in reversed(others) if other != last]
    objections = []
    for way in ((last,), *pairs):
        objection = check(action, way, reason)
        if objection is None:
            return way
        objections.append(objection)
    alone = objections[0]
    if alone.objection is not Objection.ANOTHER_NEEDED:
        return alone
    same = [one for one in objections if one.objection is Objection.SAME_PERSON]
    return check_reason(action, reason) or next(iter(same), alone)
