"""A simulated dealer of any game, who does one thing at a time as the screen's next step says.

What the step is and what it takes, the dealer reads off the published snapshot: the one command
that takes the game on, the cards that are due or to be keyed, what lies on the felt. No sentence is
read. A game says what its steps come to, and what a dealer would report who sees that felt and
screen do not agree.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from controller.authority import Command
from controller.floor.base import Day
from controller.floor.state import Status
from controller.running.writer import COMPARE
from simulators.people.hands import CardHands
from simulators.people.opening import open_floor
from simulators.people.tapping import Seat, Seated

P = TypeVar("P", bound=Seated)


class SimDealer(ABC, Generic[P]):
    """Deals at one table, from wherever it stands."""

    def __init__(
        self, seat: Seat, players: Sequence[P], acted: Callable[[str], object] = lambda act: None
    ) -> None:
        """`acted` is called before every act: people take their time, pictures are taken, things
        go wrong."""
        self.seat, self.acted = seat, acted
        self.players = {player.place: player for player in players}
        self.hands = CardHands(seat, lambda act: self.acted(act) if not seat.attended else None)

    def step(self) -> bool:
        """One thing, if there is one to do."""
        return (
            self.come_on()
            or (not self.seat.attended and self.report())
            or self.handle()
            or (self.is_open and (self.keep_house() or self.act()))
        )

    def handle(self) -> bool:
        """What hands do without a thought, whoever taps the screen."""
        return self.hands.step() or (self.is_open and self.tend_felt())

    @property
    def is_open(self) -> bool:
        """Is the table open, and not held?"""
        snapshot = self.seat.snapshot
        floor = snapshot.house.floor
        return snapshot.held is None and floor is not None and floor.status is Status.OPEN

    def come_on(self) -> bool:
        """Signed on, and the felt compared after an interruption."""
        snapshot = self.seat.snapshot
        if snapshot.dealer is None:
            self.acted("sign on")
            self.seat.sign_on(self.seat.dealer)
            return True
        if snapshot.held == COMPARE:
            self.acted("compare")
            self.seat.compare()
            return True
        return False

    def open(self, day: Day | None = None) -> bool:
        """The table, as far as people can: a round can begin with one tap."""
        return open_floor(self, day) and self.first_act()

    # What a game says

    @abstractmethod
    def act(self) -> bool:
        """The step that takes the game on, where it can be taken."""

    @abstractmethod
    def sees(self) -> str:
        """Where there is nothing to do here: what somebody at the console has to see to."""

    # What it may say besides

    def offer(self) -> None:
        """What of the game is offered once the table is open."""
        return

    def first_act(self) -> bool:
        """Players begin, where nothing lies on the felt yet."""
        return False

    @property
    def is_ready(self) -> bool:
        """Can the first round be played? A table with a screen may open it by itself."""
        return bool(self.seat.house.in_round)

    def seat_players(self) -> None:
        """Whoever has no seat takes one."""
        for player in self.players.values():
            if self.seat.floor.seat(player.place).player is None:
                self.seat.sit_down(player)

    def closed(self) -> None:
        """What is left to be done once the table has closed."""
        return

    def tend_felt(self) -> bool:
        """What hands put down, turn or take in on the felt, where no device has a part in it."""
        return False

    def keep_house(self) -> bool:
        """One thing that the game asks for besides its rounds."""
        return False

    def report(self) -> bool:
        """What the screen says has gone wrong is reported; whether it has."""
        return False

    def puzzled(self) -> Command | None:
        """Nothing goes on, though nobody has to act: what a dealer would report who has waited."""
        return None


AnyDealer = SimDealer[Any]
