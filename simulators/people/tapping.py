"""A finger on the screen, whoever's: taps with a supervisor beside, and cards laid by hand."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from controller.authority import Command
from controller.domain.cards import Card, parse_cards
from controller.domain.refusals import Refused
from controller.house.decide import action_for
from controller.house.state import House
from controller.running.snapshot import Accepted, Answer, NotNow
from controller.staff.roles import Reason, Role
from drivers.shuffler.protocol import Back
from simulators.world import Card as Piece
from simulators.world import Spot, World

TAPS_MAX: Final = 3
"""A tap that came too late is tapped again, after another look."""


class Stuck(Exception):
    """Nobody at the table knows what to do next: the table has failed them."""


def face(piece: Piece) -> Card:
    """A piece of card as the card pad names it."""
    return parse_cards(piece.face.name)[0]


def likely_reason(house: House, command: Command) -> Reason | None:
    """The first that is offered, where one is asked for."""
    action = action_for(house, command)
    return next(iter(action.reasons), None) if action else None


def lay_cards(world: World, back: Back, count: int, tell: Callable[[], object]) -> None:
    """Off the top of the deck onto the table; no device sees it, the dealer tells card by card."""
    deck = [card for card in world.pile(Spot.RACK) if card.back is back]
    for card in deck[:count]:
        world.move(Spot.RACK, Spot.TABLE, [card])
        tell()


class Finger(ABC):
    """A dealer's, with a supervisor within call."""

    @property
    @abstractmethod
    def house(self) -> House:
        """As the screen shows it."""

    @abstractmethod
    def ask(self, command: Command, reason: Reason | None = None) -> Answer:
        """One tap, by whoever is at the screen."""

    @abstractmethod
    def fetch_supervisor(self) -> None:
        """Signed on, on top of the dealer."""

    @abstractmethod
    def leave(self) -> None:
        """Whoever is on top leaves."""

    def tap(self, command: Command, reason: Reason | None = None) -> Answer:
        """With a supervisor beside, where the powers ask for one."""
        action = action_for(self.house, command)
        slots = action.people.slots if action else ()
        supervised = len(slots) > 1 or any(Role.DEALER not in slot for slot in slots)
        for _ in range(TAPS_MAX):
            if supervised:
                self.fetch_supervisor()
            answer = self.ask(command, reason)
            if supervised:
                self.leave()
            if not (isinstance(answer, Refused) and answer.refusal is NotNow.STALE):
                break
        return answer

    def must(self, command: Command, reason: Reason | None = None) -> None:
        """A tap that the screen has asked for."""
        answer = self.tap(command, reason)
        if not isinstance(answer, Accepted):
            raise Stuck(f"{command} was refused: {answer.text()}")
