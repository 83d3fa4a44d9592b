"""The hands at a simulated table: what the dealer does with cards and decks, not with the screen.

They follow the table: packets are taken from the gate and cards drawn from the shoe, decks go back
into the tray, before the bets lock the jackpot chips of the players are laid. Every decision and
every payment is left to whoever touches the screen.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Final

from controller.domain.rules import Dealing
from controller.floor.deck_steps import Step, next_step, ready_deck
from controller.floor.state import Floor
from controller.round.phases import Phase
from controller.snapshot import Snapshot
from drivers.faults import DeviceFault
from drivers.shuffler.protocol import Back, Deck
from simulators.people.felt import Felt, wait_until
from simulators.people.opening import Crew
from simulators.world import Spot

WAIT_S: Final = 15.0
LOOK_S: Final = 0.02


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

    def start(self, crew: Crew) -> None:
        """Follow the table from now on."""
        self._thread = threading.Thread(
            target=self._follow, args=(crew,), name="simulated-hands", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        with self._turn:
            self._over = True
            self._turn.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _follow(self, crew: Crew) -> None:
        try:
            while (step := self._wait(crew)) is not None:
                step()
        except (DeviceFault, TimeoutError) as fault:
            self.trouble = str(fault) or "no answer in time"

    def _wait(self, crew: Crew) -> Callable[[], None] | None:
        """The next thing there is to do; None when it is over. Devices move by themselves too, so
        the felt is looked at now and then."""
        with self._turn:
            while not self._over:
                step = self._step(self._seen, crew) if self._seen else None
                if step is not None:
                    return step
                self._turn.wait(LOOK_S)
        return None

    def _step(self, seen: Snapshot, crew: Crew) -> Callable[[], None] | None:
        table, floor = seen.house.table, seen.house.floor
        if seen.held is not None or floor is None:
            return None
        step = self._cards(seen, floor) if table.rules.dealing is Dealing.SHUFFLER else None
        if step is not None or table.round.phase is Phase.IDLE:
            return step or self._between_rounds(seen, floor, crew)
        if table.round.phase is Phase.WAGERS:
            due = table.rules.jackpot is not None and self._laid != table.round.number
            return (lambda: self._lay_chips(table.round.number)) if due else None
        if self._on_sensors:
            return self._take_chips
        if seen.lead.cards_due and table.rules.dealing is Dealing.SHOE:
            return lambda: self._draw(len(table.round.drawn))
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

    # The shuffler: the table tells it what to do, the hands put decks in and take packets out

    def _cards(self, seen: Snapshot, floor: Floor) -> Callable[[], None] | None:
        gate, on_table = (self._felt.world.pile(spot) for spot in (Spot.GATE, Spot.TABLE))
        if gate and len(seen.house.table.round.drawn) >= len(gate) + len(on_table):
            return self._felt.take_packet
        in_use = floor.round.deck if floor.round is not None else ""
        if seen.house.table.round.phase not in (Phase.IDLE, Phase.WAGERS) or self._mixing():
            return None
        for deck in floor.decks_here():
            back = Back[deck.back.upper()]
            if deck.name != in_use and next_step(floor, deck) is Step.LOAD:
                return self._deck_step(back)
        return None

    def _mixing(self) -> bool:
        """Loading and shuffling share one mechanism, and the tray."""
        busy = (Deck.LOADING, Deck.SHUFFLING)
        tray = bool(self._felt.world.pile(Spot.TRAY))
        return tray or any(self._felt.shuffler.deck(back) in busy for back in Back)

    def _deck_step(self, back: Back) -> Callable[[], None]:
        """What was dealt is collected, and the deck goes back into the tray."""
        if self._felt.shuffler.deck(back) is not Deck.ABSENT or self._felt.world.pile(Spot.TABLE):
            return lambda: self._felt.clear_deck(back)
        return lambda: self._felt.put_deck(back)

    # The shoe, and the deck at the dealer's hand

    def _between_rounds(
        self, seen: Snapshot, floor: Floor, crew: Crew
    ) -> Callable[[], None] | None:
        machine = seen.house.table.rules.dealing is Dealing.SHUFFLER
        if machine or seen.on_top is not None or not floor.decks or ready_deck(floor):
            return None
        return lambda: self._ready(crew, floor)

    def _ready(self, crew: Crew, floor: Floor) -> None:
        deck = floor.decks_here()[0]
        if floor.rules.dealing is Dealing.SHOE:
            self._felt.stack_shoe(Back[deck.back.upper()], ())
        crew.make_ready(deck.name)
        self._until(lambda now: now.house.floor is not None and bool(ready_deck(now.house.floor)))

    def _draw(self, out: int) -> None:
        if not wait_until(lambda: self._felt.shoe.delivering, WAIT_S):
            raise DeviceFault("shoe: it stays locked")
        count = self._felt.draw(1)
        self._until(lambda seen: len(seen.house.table.round.drawn) >= out + count)

    def _until(self, fact: Callable[[Snapshot], bool]) -> None:
        """Until the table has seen it."""
        with self._turn:
            self._turn.wait_for(
                lambda: self._over or (self._seen is not None and fact(self._seen)), WAIT_S
            )
