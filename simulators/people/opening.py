"""The people of a simulated table: they sign on, open it, take their seats and make decks ready."""

from collections.abc import Callable, Iterator
from typing import Final

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.domain.rules import Dealing
from controller.floor.base import Day
from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import (
    BringDeck,
    CheckDeck,
    CutDeck,
    LoadDeck,
    ShuffleDeck,
)
from controller.floor.jackpots import EnableJackpot
from controller.floor.money import CountFloat
from controller.floor.opening import BeginOpening, ConfirmItem, OpenTable, checklist
from controller.floor.seats import ConfirmCard, TakeSeat, card_required
from controller.floor.state import CheckMeans, Floor, ShownOn, Status
from controller.house.decide import action_for
from controller.runtime import TableController
from controller.staff.roles import Person, Role
from controller.staff.session import Admitted, Means
from drivers.faults import DeviceFault

ANSWER_S: Final = 10.0
DEALER: Final = Person("117", "Dealer", Role.DEALER)
SUPERVISOR: Final = Person("204", "Supervisor", Role.GAMING_SUPERVISOR)
FLOAT: Final = Money(2_500_000)
BACKS: Final = ("red", "blue")

_DECK_STEPS: Final[dict[Step, Callable[[str], Command]]] = {
    Step.CHECK: lambda name: CheckDeck(name, CheckMeans.DEALER),
    Step.SHUFFLE: ShuffleDeck,
    Step.CUT: CutDeck,
    Step.LOAD: LoadDeck,
}


class Crew:
    """Dealer and supervisor of one simulated table; what they ask for has to be accepted."""

    def __init__(self, controller: TableController) -> None:
        self._controller = controller

    @property
    def floor(self) -> Floor:
        return existing(self._controller.snapshot().house.floor, "a simulated table has a floor")

    def ask(self, command: Command) -> None:
        """With the likeliest reason, where one is asked for."""
        action = action_for(self._controller.snapshot().house, command)
        reason = next(iter(action.reasons), None) if action else None
        answer = self._controller.submit(command, reason=reason).result(ANSWER_S)
        if isinstance(answer, Refused):
            raise DeviceFault(f"simulated crew: {type(command).__name__}: {answer.text()}")

    def sign_on(self, person: Person) -> None:
        self._controller.sign_on(Admitted(person, Means.PIN), person.role).result(ANSWER_S)

    def open(self, day: Day) -> None:
        """From a closed table to one with players, or on where it was left."""
        self.sign_on(DEALER)
        if self.floor.status is not Status.CLOSED:
            return
        self.sign_on(SUPERVISOR)
        for command in self._opening(day):
            self.ask(command)
        self._controller.lock().result(ANSWER_S)
        for place in range(1, self.floor.rules.places + 1):
            self.ask(TakeSeat(place, f"Player {place}"))
            if card_required(self.floor):
                self.ask(ConfirmCard(place))
        if self.floor.rules.dealing is Dealing.SHUFFLER:
            for deck in self.floor.decks_here():
                self.make_ready(deck.name, until=(Step.LOAD,))

    def _opening(self, day: Day) -> Iterator[Command]:
        yield BeginOpening(day)
        yield from (ConfirmItem(item.code) for item in checklist(self.floor))
        yield CountFloat(FLOAT)
        yield OpenTable()
        if self.floor.rules.jackpot is not None:
            yield EnableJackpot(ShownOn.VIDEO_SIGN)
        backs = BACKS if self.floor.rules.dealing is Dealing.SHUFFLER else BACKS[:1]
        yield from (BringDeck(back, back) for back in backs)

    def make_ready(self, name: str, until: tuple[Step, ...] = ()) -> None:
        """Every step of the script, up to those that a device takes."""
        while step := next_step(self.floor, existing(self.floor.deck(name), f"no deck {name}")):
            if step in until:
                return
            self.ask(_DECK_STEPS[step](name))
