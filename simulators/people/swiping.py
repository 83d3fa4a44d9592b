"""Cards that people carry to the reader: swiped, and swiped again where nothing comes of it.

A player's card is swiped on sitting down, where the screen asks for it, and at some moment of every
round; staff swipe theirs before they key the PIN. People look at the lamp of the reader and at the
screen, nothing else. Where a card gets nowhere at all it is done without one, as at any table.
"""

import random
from collections.abc import Callable, Sequence
from typing import Final

from controller.authority import Command
from controller.devices.reader import place_of
from controller.domain.base import existing
from controller.running.ports import ReaderView
from controller.running.runtime import TableController
from controller.running.snapshot import Answer
from controller.staff.roles import Person, Reason
from drivers.health import Condition
from simulators.people.live import DEALER, SUPERVISOR, LiveTable, staff_card
from simulators.people.tapping import Seat, Seated
from simulators.people.troubles import SEEN_MS_MAX

TRIES_MAX: Final = 4
LAMP_MS_MAX: Final = 10_000
"""So long they wait for a reader that is away: every driver is back before."""
MOMENT_MS: Final = 150
"""Until whoever has signed on touches anything: what came of the same card has come by then."""
WITHIN_TURNS: Final = 16
"""A card is shown within the first turns of a round, or at its end."""
SUPERVISOR_IN: Final = 4
"""Every so many times it is the supervisor who looks in."""
ON_TRACKS: Final = "4912101770033"
"""What stands on a track besides the number: nobody is to find it anywhere again."""


class Swiping:
    """Everybody's cards at one table, and what is seen of the reader."""

    def __init__(self, table: LiveTable, players: Sequence[Seated]) -> None:
        self._table, self._felt, self._players = table, table.felt, players
        self._chance = random.Random(f"cards {table.seed}")
        self._round = self._turns = -1
        self._said = ReaderView()
        self._dark = False
        """The reader was away for longer than anybody waits."""
        self.again = 0
        """How often a card had to be swiped once more."""
        self.given_up = 0
        """How often no swipe came to anything."""

    # When a card is shown

    def turn(self) -> None:
        """Once in every round, at some moment, somebody shows a card."""
        number = self._table.house.table.number
        if number != self._round:
            self._round, self._turns = number, self._chance.randrange(WITHIN_TURNS)
        if self._turns == 0:
            self.somebody()
        self._turns -= 1

    def round_over(self) -> None:
        """If nobody has shown one in this round, then now."""
        if self._turns >= 0:
            self.somebody()
            self._turns = -1

    def somebody(self) -> None:
        """A player's card is checked, or the supervisor looks in."""
        here = [one for one in self._players if place_of(self._table.floor, one.card)]
        if self._chance.randrange(SUPERVISOR_IN) and here:
            self.show(self._chance.choice(here))
        else:
            self.sign_on(SUPERVISOR)
            self._table.lock()

    # What is done with it

    def show(self, player: Seated) -> bool:
        """5.1: the card of somebody who sits there; whether it was confirmed."""
        confirmed = f"Place {place_of(self._table.floor, player.card)}: card confirmed."
        return self._swipe(player.card, lambda: self._said.text == confirmed)

    def sit_down(self, player: Seated) -> bool:
        """Swiped, and the place touched; whether the player has the seat."""
        if not self._swipe(player.card, lambda: self._said.card_waits):
            return False
        existing(self._table.devices.reader, "no reader is fitted").pick(player.place)
        seat = self._table.floor.seat(player.place)
        return bool(seat.player == player.card and seat.card)

    def sign_on(self, person: Person) -> None:
        """The card saves keying the number; the PIN is keyed either way."""
        if self._swipe(staff_card(person), lambda: self._said.staff == person.number):
            self._felt.pump.pass_ms(MOMENT_MS)
        self._table.sign_on(person)

    def _swipe(self, number: str, seen: Callable[[], bool]) -> bool:
        """Until the screen says so, or nobody would try any more."""
        for attempt in range(TRIES_MAX):
            if self._is_dark():
                break
            self.again += attempt > 0
            existing(self._table.devices.reader, "no reader is fitted").changed = self._look
            self._said = ReaderView()
            self._felt.reader.swipe(
                f"%B{number}^CARD/HOLDER^{ON_TRACKS}?".encode("ascii"),
                f";{number}={ON_TRACKS}?".encode("ascii"),
            )
            self._felt.pump.until(lambda: seen() or self._said.refused, SEEN_MS_MAX)
            if seen():
                return True
        self.given_up += 1
        return False

    def _is_dark(self) -> bool:
        """Waited for, unless it was in vain the last time."""
        self._dark = not self._felt.pump.until(self._lamp, 0 if self._dark else LAMP_MS_MAX)
        return self._dark

    def _lamp(self) -> bool:
        return self._table.devices.health["reader"].condition is Condition.WORKING

    def _look(self, view: ReaderView) -> None:
        """At the screen: what is said last stands until something else is."""
        if view.text:
            self._said = view


class LiveSeat(Seat):
    """The dealer's at a table in memory, where everybody carries a card. Nobody else is there: what
    goes wrong the dealer sees to."""

    attended = False

    def __init__(self, table: LiveTable, players: Sequence[Seated]) -> None:
        super().__init__(table.felt, DEALER, SUPERVISOR)
        self.table, self.swiping = table, Swiping(table, players)

    @property
    def controller(self) -> TableController:
        return self.table.controller

    def ask(self, command: Command, reason: Reason | None = None) -> Answer:
        answer = super().ask(command, reason)
        self.table.deliver()
        return answer

    def sign_on(self, person: Person) -> None:
        self.swiping.sign_on(person)

    def sit_down(self, player: Seated) -> None:
        if not self.swiping.sit_down(player):
            super().sit_down(player)

    def show_card(self, player: Seated) -> None:
        if not self.swiping.show(player):
            super().show_card(player)
