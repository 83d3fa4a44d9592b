"""The whole stack for a scenario: what happens physically is done at simulated devices.

Real drivers on pseudo-terminals and the simulated USB bus tell the controller, which runs on a
thread of its own. A power loss takes controller and drivers; the devices live on. What is done at
which device is for the game.
"""

import threading
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from controller.devices.dealing import Order, Task
from controller.devices.table import TableDevices
from controller.domain.cards import Card
from controller.journal.recorder import JournalFault
from controller.running.runtime import TableController
from controller.running.snapshot import Answer, Snapshot
from drivers.faults import DeviceFault
from drivers.link.messages import Outcome
from drivers.shuffler.protocol import Back, Deck
from simulators.people.felt import Felt
from simulators.scenario.faults import ScenarioFault
from simulators.scenario.run import Inlet, Run
from simulators.scenario.striking import Strikes

T = TypeVar("T")

WAIT_S: Final = 15.0
"""Longest wait until something done at a device stands in the record, mechanics aside."""
CYCLE_S: Final = 60.0
"""Longest cycle of a device at the speed of a real one, with something to spare."""


class DeviceInlet(Inlet):
    """What a scenario says reaches the controller through devices."""

    fitted = "table"
    """The file in `config/devices` that names what is fitted."""

    def __init__(self, scenario: Any, run: Run, speed: float | None) -> None:
        self._scenario, self._run, self._speed = scenario, run, speed
        self.felt: Felt | None = None
        self._strikes: Strikes | None = None
        self._controller: TableController | None = None
        self._devices: TableDevices | None = None
        self._thread: threading.Thread | None = None
        self._given: Future[Outcome] | None = None
        """What the shuffler was told to do to the next deck."""

    # What the game does

    @abstractmethod
    def find(self, felt: Felt, table: Any) -> None:
        """A run that was killed goes on in the middle of a round: the felt is as it was left."""

    @abstractmethod
    def do(self, command: Any, table: Any) -> Answer:
        """Do it at the device it is about, or tap it; answered when it is on record."""

    # Coming and going

    def bring_up(self, fresh: Any, table: Any) -> None:
        """Controller and drivers; at the first time the devices as well."""
        if self.felt is None:
            self.felt = self._lay_out().__enter__()
            self._strikes = Strikes(self.felt)
            self.find(self.felt, table)
        self._controller, self._devices = self._start(self.felt, fresh)

    def _lay_out(self) -> Felt:
        return Felt(self._scenario.rules, self._speed, devices=self.fitted)

    def _start(self, felt: Felt, fresh: Any) -> tuple[TableController, TableDevices]:
        places = self._scenario.rules.places
        devices = TableDevices(felt.config, places, felt.paired, site=felt)
        controller = self._run.controller(fresh, devices.outlets, (devices,))
        self._thread = controller.start()
        devices.start(controller)
        return controller, devices

    def cut(self) -> None:
        """The power is gone: drivers and controller end where they are."""
        devices, controller, thread = self._devices, self._controller, self._thread
        self._devices = self._controller = self._thread = self._given = None
        if devices:
            devices.stop()
        if controller and thread:
            controller.stop()
            thread.join()

    def _until(self, fact: Callable[[Any], bool], seconds: float = WAIT_S) -> bool:
        """Wait until the controller's table is so; a table that is held is not waited for."""
        felt, controller, _ = self._up()

        def is_so() -> bool:
            return fact(controller.snapshot().house.table)

        felt.wait(lambda: is_so() or controller.snapshot().held is not None, seconds)
        return is_so()

    def _answer(self, answer: "Future[T]") -> T:
        """Wait for an answer, of the controller or of a device."""
        return answer.result(WAIT_S)

    def close(self) -> None:
        self.cut()
        if self.felt is not None:
            self.felt.__exit__()
            self.felt = None

    def snapshot(self) -> Snapshot:
        return self._up()[1].snapshot()

    def _up(self) -> tuple[Felt, TableController, TableDevices]:
        if self.felt is None or self._controller is None or self._devices is None:
            raise DeviceFault("nothing is up")
        return self.felt, self._controller, self._devices

    # What a scenario says

    def strike(self, fault: ScenarioFault, where: str) -> None:
        """From here on so many bytes or reports, or cards or chips, then it happens."""
        if self._strikes is not None and self._devices is not None:
            self._strikes.arm(fault, where, self._devices)

    def never_struck(self) -> list[str]:
        return self._strikes.never() if self._strikes else []

    def put(self, command: Any, table: Any) -> Answer:
        """Make it happen; answered when it is on record."""
        try:
            return self.do(command, table)
        except (DeviceFault, TimeoutError) as fault:
            why = str(fault) or "no answer in time"
            raise JournalFault(f"Simulated devices: {why}") from fault

    # A deck in the shuffler

    def _wait_for_deck(self, back: Back, cards: Sequence[Card]) -> None:
        """Until it is shuffled."""
        self._wait_until(lambda: self._prepared(back, cards), back, Deck.READY)

    def _wait_until(self, fact: Callable[[], bool], back: Back, wanted: Deck) -> None:
        felt, seconds = self._up()[0], WAIT_S + 4 * CYCLE_S / (self._speed or CYCLE_S)
        if not felt.wait(fact, seconds):
            raise DeviceFault(f"shuffler: {felt.shuffler.deck(back).name}, not {wanted.name}")

    def _prepared(self, back: Back, cards: Sequence[Card]) -> bool:
        """The next step for a deck, without waiting for it; whether it is ready to be dealt."""
        felt, _, devices = self._up()
        shuffler, deck = devices.shuffler, felt.shuffler.deck(back)
        if shuffler is None or not self._idle():
            return False
        if any(felt.shuffler.deck(one) in (Deck.LOADING, Deck.SHUFFLING) for one in Back):
            return deck is Deck.READY  # both share one mechanism
        if deck is Deck.BLOCKED:  # R37: a cycle that was not finished is begun anew
            felt.take_out(back)
        elif deck is Deck.ABSENT:
            felt.put_deck(back, cards)
            self._given = shuffler.give(Order(Task.LOAD, back))
        elif deck is Deck.LOADED:
            self._given = shuffler.give(Order(Task.SHUFFLE, back))
        return deck is Deck.READY

    def _idle(self) -> bool:
        """Was the last order answered?"""
        if self._given is not None and self._given.done():
            accepted(self._given.result(), Outcome.BLOCKED)
            self._given = None
        return self._given is None


def back_for(number: int) -> Back:
    """The decks take turns."""
    return Back.RED if number % 2 else Back.BLUE


def accepted(outcome: Outcome, *others: Outcome) -> None:
    """An order that the device would not carry out is a fault of it."""
    if outcome not in (Outcome.ACCEPTED, *others):
        raise DeviceFault(f"shuffler: {outcome.name.lower().replace('_', ' ')}")
