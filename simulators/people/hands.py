"""The hands at a simulated table: what the dealer does with cards and decks, not with the screen.

They follow the table: when cards are due they deal them, between rounds they make the next deck
ready, before the bets lock they lay the players' jackpot chips. Every decision and every payment is
left to whoever touches the screen.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Final

from controller.devices.table import TableDevices
from controller.domain.rules import Dealing
from controller.floor.deck_steps import ready_deck
from controller.round.phases import Phase
from controller.round.state import Table
from controller.snapshot import Snapshot
from drivers.faults import DeviceFault
from drivers.link.messages import Outcome
from drivers.shuffler.protocol import Back, Deck
from simulators.people.felt import Felt, wait_until
from simulators.people.opening import Crew
from simulators.scenario.stack import packet

WAIT_S: Final = 15.0
CYCLE_S: Final = 60.0


class Hands:
    """A `Viewer` with a thread of its own."""

    def __init__(self, felt: Felt, jackpots: Sequence[int] = ()) -> None:
        self._felt, self._jackpots = felt, tuple(jackpots)
        self._turn = threading.Condition()
        self._seen: Snapshot | None = None
        self._over = False
        self._thread: threading.Thread | None = None
        self._laid = 0
        """The round whose jackpot chips are laid."""
        self._on_sensors = False
        self.trouble = ""
        """Why the hands have stopped, where they have."""

    def show(self, snapshot: Snapshot) -> None:
        with self._turn:
            self._seen = snapshot
            self._turn.notify_all()

    def start(self, crew: Crew, devices: TableDevices) -> None:
        """Follow the table from now on."""
        self._thread = threading.Thread(
            target=self._follow, args=(crew, devices), name="simulated-hands", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        with self._turn:
            self._over = True
            self._turn.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _follow(self, crew: Crew, devices: TableDevices) -> None:
        try:
            while (step := self._wait(crew, devices)) is not None:
                step()
        except (DeviceFault, TimeoutError) as fault:
            self.trouble = str(fault) or "no answer in time"

    def _wait(self, crew: Crew, devices: TableDevices) -> Callable[[], None] | None:
        """The next thing there is to do; None when it is over."""
        with self._turn:
            while not self._over:
                step = self._step(self._seen, crew, devices) if self._seen else None
                if step is not None:
                    return step
                self._turn.wait()
        return None

    def _step(self, seen: Snapshot, crew: Crew, devices: TableDevices) -> Callable[[], None] | None:
        table, floor = seen.house.table, seen.house.floor
        if seen.held is not None or seen.on_top is not None or floor is None:
            return None
        phase = table.round.phase
        if phase is Phase.IDLE and floor.decks and ready_deck(floor) is None:
            return lambda: self._ready(crew, devices, table.rules.dealing)
        if phase is Phase.WAGERS and self._laid != table.round.number and table.rules.jackpot:
            return lambda: self._lay_chips(table.round.number)
        if phase is Phase.WAGERS or floor.round is None:
            return None
        if self._on_sensors:
            return self._take_chips
        if seen.lead.cards_due and table.rules.dealing is not Dealing.HAND:
            deck = Back[floor.round.deck.upper()]
            return lambda: self._deal(devices, table, seen.lead.cards_due, deck)
        return None  # what is dealt by hand, the dealer says on the screen

    # Chips

    def _lay_chips(self, number: int) -> None:
        self._laid = number
        for place in self._jackpots:
            self._felt.put_chip(place)
        self._on_sensors = True

    def _take_chips(self) -> None:
        self._felt.take_chips()
        self._on_sensors = False

    # Decks

    def _ready(self, crew: Crew, devices: TableDevices, dealing: Dealing) -> None:
        name = crew.next_deck().name
        crew.make_ready(name, lambda: self._machine(devices, dealing, Back[name.upper()]))
        self._until(
            lambda seen: seen.house.floor is not None and bool(ready_deck(seen.house.floor))
        )

    def _machine(self, devices: TableDevices, dealing: Dealing, back: Back) -> None:
        if dealing is Dealing.SHOE:
            self._felt.stack_shoe(back, ())
        elif devices.shuffler and self._felt.shuffler.deck(back) is not Deck.READY:
            self._felt.stack_tray(back, ())
            _accepted(devices.shuffler.load_deck(back).result(WAIT_S))
            self._machine_is(Deck.LOADED, back)
            _accepted(devices.shuffler.shuffle(back).result(WAIT_S))
            self._machine_is(Deck.READY, back)

    def _machine_is(self, wanted: Deck, back: Back) -> None:
        if not wait_until(lambda: self._felt.shuffler.deck(back) is wanted, CYCLE_S):
            raise DeviceFault(f"shuffler: {self._felt.shuffler.deck(back).name} seen")

    # Cards

    def _deal(self, devices: TableDevices, table: Table, due: int, back: Back) -> None:
        out = len(table.round.drawn)
        if table.rules.dealing is Dealing.SHOE:
            if not wait_until(lambda: self._felt.shoe.delivering, WAIT_S):
                raise DeviceFault("shoe: it stays locked")
            count = self._felt.draw(1)
        elif devices.shuffler:
            count = packet(table.round.plan, out, due)
            _accepted(devices.shuffler.eject(back, count).result(WAIT_S))
        else:
            raise DeviceFault("there is no device to deal from")
        self._until(lambda seen: len(seen.house.table.round.drawn) >= out + count)
        if table.rules.dealing is Dealing.SHUFFLER:
            self._felt.take_packet()

    def _until(self, fact: Callable[[Snapshot], bool]) -> None:
        """Until the table has seen it."""
        with self._turn:
            self._turn.wait_for(
                lambda: self._over or (self._seen is not None and fact(self._seen)), WAIT_S
            )


def _accepted(outcome: Outcome) -> None:
    if outcome is not Outcome.ACCEPTED:
        raise DeviceFault(f"shuffler: {outcome.name.lower().replace('_', ' ')}")
