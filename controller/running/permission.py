"""Who asks, and whether they may: between the people at the screen and the table.

Who asks is never said by the one who asks. A refused privileged action stands in the record; a
dealer's stray tap does not. Nothing is recorded here: a refusal comes with what there is to record.
"""

from typing import NamedTuple

from controller.authority import Command
from controller.domain.instant import Instant
from controller.domain.refusals import Refused
from controller.house.attendance import Attendance
from controller.house.decide import Asked, action_for, privileged
from controller.house.events import ActionRefused
from controller.house.state import House
from controller.staff.powers import Action, NotAllowed
from controller.staff.roles import Actor, Reason


class NotAsked(NamedTuple):
    """These people may not ask for it."""

    refused: Refused
    record: tuple[ActionRefused, ...] = ()


def action_now(house: House, command: Command, *, comparing: bool) -> Action | None:
    """The line of the powers table that a command falls under now; none on the bench."""
    return None if house.on_bench else action_for(house, command, recovered=comparing)


def ask(
    house: House,
    attendance: Attendance,
    command: Command,
    action: Action | None,
    reason: Reason | None,
    now: Instant,
    *,
    keypad: bool,
) -> Asked | NotAsked:
    """The command with who asks for it, of those signed on."""
    if action is None:
        return Asked(command)
    by = attendance.actors(action, command, reason, now, keypad=keypad)
    if isinstance(by, NotAllowed):
        return _not_allowed(house, attendance, by, reason)
    return Asked(command, by, reason, action)


def may(
    house: House, attendance: Attendance, action: Action, reason: Reason | None, now: Instant
) -> tuple[Actor, ...] | NotAsked:
    """Who of those signed on does what is no command."""
    if house.on_bench:
        return ()
    by = attendance.actors(action, action, reason, now)
    return _not_allowed(house, attendance, by, reason) if isinstance(by, NotAllowed) else by


def refused_action(
    action: Action | None, by: tuple[Actor, ...], reason: Reason | None, refused: Refused
) -> tuple[ActionRefused, ...]:
    """What to record of an action that was refused to these people."""
    if action is None or not privileged(action):
        return ()
    return (ActionRefused(action, by, reason, refused.text()),)


def _not_allowed(
    house: House, attendance: Attendance, objection: NotAllowed, reason: Reason | None
) -> NotAsked:
    refused = objection.refused(house.table.rules.terms.powers)
    record = refused_action(objection.action, attendance.signed_on(), reason, refused)
    return NotAsked(refused, record)
