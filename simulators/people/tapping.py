"""Where a simulated dealer sits: the screen, the felt before it, a supervisor within call."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.cards import Card, parse_cards
from controller.domain.refusals import Refused
from controller.floor.seats import ConfirmCard, TakeSeat, card_required
from controller.floor.state import Floor
from controller.house.decide import action_for
from controller.house.state import House
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted, Answer, NotNow, Snapshot
from controller.staff.roles import Person, Reason, Role
from drivers.shuffler.protocol import Back
from simulators.people.felt import Felt
from simulators.world import Card as Piece
from simulators.world import Spot, World

ANSWER_S_MAX: Final = 10.0
TAPS_MAX: Final = 3
"""A tap that came too late is tapped again, after another look."""
MEMBER: Final = "6060{place:04d}"
"""The number on a simulated player's card."""


class Stuck(Exception):
    """Nobody at the table knows what to do next: the table has failed them."""


class Seated(Protocol):
    """A player, as far as the house knows one."""

    @property
    def place(self) -> int: ...

    @property
    def card(self) -> str:
        """The number of the player card."""
        ...


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
    """Of a dealer: every tap goes in with what the screen showed, by whoever is signed on. What
    takes a supervisor is done with one on top."""

    def __init__(self, dealer: Person, supervisor: Person) -> None:
        self.dealer, self.supervisor = dealer, supervisor

    @property
    @abstractmethod
    def controller(self) -> TableController: ...

    @abstractmethod
    def sign_on(self, person: Person) -> None:
        """Whoever it is shows a PIN."""

    # Looking

    @property
    def snapshot(self) -> Snapshot:
        return self.controller.snapshot()

    @property
    def house(self) -> Any:
        return self.snapshot.house

    @property
    def floor(self) -> Floor:
        floor: Floor | None = self.snapshot.house.floor
        return existing(floor, "a simulated table has a floor")

    # Tapping

    def ask(self, command: Command, reason: Reason | None = None) -> Answer:
        """One tap, by whoever is at the screen; the likeliest reason is chosen."""
        snapshot = self.snapshot
        why = reason or likely_reason(snapshot.house, command)
        seen = snapshot.seen(getattr(command, "place", None))
        return self.controller.submit(command, seen, why).result(ANSWER_S_MAX)

    def tell(self, command: Command) -> None:
        """Something has happened, whatever the screen shows."""
        self.controller.submit(command).result(ANSWER_S_MAX)

    def compare(self) -> None:
        """After an interruption: the felt is as the screen shows it."""
        self.controller.compare_done().result(ANSWER_S_MAX)

    def leave(self) -> None:
        """Whoever is on top leaves."""
        self.controller.lock().result(ANSWER_S_MAX)

    def tap(self, command: Command, reason: Reason | None = None) -> Answer:
        """With a supervisor beside, where the powers ask for one."""
        action = action_for(self.house, command)
        slots = action.people.slots if action else ()
        supervised = len(slots) > 1 or any(Role.DEALER not in slot for slot in slots)
        for _ in range(TAPS_MAX):
            if supervised:
                self.sign_on(self.supervisor)
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

    def sit_down(self, player: Seated) -> None:
        """Somebody takes the seat at a place."""
        self.must(TakeSeat(player.place, player.card))
        if card_required(self.floor):
            self.show_card(player)

    def show_card(self, player: Seated) -> None:
        """5.1: the card of somebody who sits there."""
        self.must(ConfirmCard(player.place))


class Seat(Finger):
    """Of a dealer, with the felt before it."""

    attended: bool
    """Does somebody else stand at the console, who sees to whatever goes wrong?"""

    def __init__(self, felt: Felt, dealer: Person, supervisor: Person) -> None:
        super().__init__(dealer, supervisor)
        self.felt = felt
        self.seen: Counter[str] = Counter()
        """What had to be reported or put right, by name."""
