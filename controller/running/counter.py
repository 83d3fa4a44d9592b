"""Who asks, and whether they may: between the people at the screen and the record.

Who asks is never said by the one who asks. A refused privileged action stands in the record; a
dealer's stray tap does not.
"""

from controller.authority import Command
from controller.domain.instant import Instant
from controller.domain.refusals import Refused
from controller.house.decide import Asked, action_for, privileged
from controller.house.desk import FrontDesk
from controller.house.events import ActionRefused
from controller.running.keeper import COMPARE, Keeper
from controller.staff.powers import Action, NotAllowed
from controller.staff.roles import Actor, Reason


class Counter:
    """Where people are asked for their powers."""

    def __init__(self, keeper: Keeper, desk: FrontDesk) -> None:
        self._keeper, self._desk = keeper, desk

    def action(self, command: Command) -> Action | None:
        """The line of the powers table that a command falls under now; none on the bench."""
        house = self._keeper.house
        if house.floor is None:
            return None
        return action_for(house, command, recovered=self._keeper.held == COMPARE)

    def asked(
        self, command: Command, reason: Reason | None, now: Instant, *, keypad: bool
    ) -> Asked | Refused:
        """The command with who asks for it, of those signed on."""
        action = self.action(command)
        if action is None:
            return Asked(command)
        by = self._desk.actors(action, command, reason, now, keypad=keypad)
        if isinstance(by, NotAllowed):
            return self._not_allowed(by, reason, now)
        return Asked(command, by, reason, action)

    def may(
        self, action: Action, reason: Reason | None, now: Instant
    ) -> tuple[Actor, ...] | Refused:
        """Who of those signed on does what is no command."""
        self._keeper.note(self._desk.pass_time(now, tapped=True), now)
        if self._keeper.house.floor is None:
            return ()
        by = self._desk.actors(action, action, reason, now)
        return self._not_allowed(by, reason, now) if isinstance(by, NotAllowed) else by

    def refused(self, asked: Asked, refused: Refused, now: Instant) -> None:
        """The rules refused what these people asked for."""
        if asked.action is not None:
            self._record(asked.action, asked.by, asked.reason, refused, now)

    def turned_away(
        self, command: Command, reason: Reason | None, refused: Refused, now: Instant
    ) -> None:
        """The table took no such command at all."""
        if (action := self.action(command)) is not None:
            self._record(action, self._desk.signed_on(), reason, refused, now)

    def _not_allowed(self, objection: NotAllowed, reason: Reason | None, now: Instant) -> Refused:
        refused = objection.refused(self._keeper.house.table.rules.terms.powers)
        self._record(objection.action, self._desk.signed_on(), reason, refused, now)
        return refused

    def _record(
        self,
        action: Action,
        by: tuple[Actor, ...],
        reason: Reason | None,
        refused: Refused,
        now: Instant,
    ) -> None:
        if privileged(action):
            self._keeper.note((ActionRefused(action, by, reason, refused.text()),), now)
