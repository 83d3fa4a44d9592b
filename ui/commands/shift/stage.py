"""One simulated table of the shift, with its console drawn where nobody looks."""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC
from functools import cached_property
from pathlib import Path
from typing import Final

from PySide6.QtGui import QImage
from PySide6.QtQuick import QQuickWindow

from controller.domain.base import existing
from controller.domain.cards import parse_cards
from controller.domain.dealing import Dealing
from controller.floor.base import Day
from controller.floor.deck_steps import next_step
from controller.games.bonus.floor.state import BonusFloor
from controller.games.bonus.house import house_of
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Round
from controller.running.snapshot import Snapshot
from controller.tables import load_table
from drivers.shuffler.protocol import Back
from simulators.games.bonus.people.dealer import Dealer
from simulators.games.bonus.people.players import regulars
from simulators.people.opening import open_floor
from simulators.people.tapping import Stuck
from ui.bench.crew import Crew
from ui.bench.seat import BenchSeat
from ui.bench.staff import demo_register
from ui.bench.window import BenchWindow
from ui.commands.shift.account import TableAccount, read_table
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.finger import Finger
from ui.console import Console
from ui.games.bonus.bench.felt import BonusFelt
from ui.games.bonus.words import rules_name
from ui.sign import SignWindow
from ui.station import Station
from ui.table_folder import TableFolder

BUSINESS_DAY: Final = Day(2025, 3, 2)
SIZE: Final = (1280, 800)
HASTE: Final = 300.0
"""A shuffle of 45 seconds in 150 milliseconds."""
STALLED_S: Final = 15.0
LOOK_S: Final = 0.002


class Stage:
    """A context manager: the table is up, opened and pictured inside."""

    def __init__(
        self,
        table: str,
        folder: Path,
        clock: ShiftClock,
        *,
        places: Sequence[int],
        seed: int,
        acted: Callable[["Stage", str], object] = lambda stage, act: None,
        screen: bool = True,
    ) -> None:
        """`acted` is called before every act of the dealer, for pictures."""
        self.table, self.folder = load_table(table), TableFolder(folder)
        self.clock, self._acted, self._screen = clock, acted, screen
        self._chance = random.Random(f"{seed}/{table}")
        self._players = regulars(places, self._chance, "steady")
        self._seed = seed
        self._open = ExitStack()
        self._console: Console | None = None

    def __enter__(self) -> "Stage":
        with ExitStack() as opened:
            register = demo_register(self.folder.create().staff)
            rules = self.table.rules
            self.felt = opened.enter_context(BonusFelt(rules, self.folder.path, self._seed, HASTE))
            felt = self.felt
            self.station = opened.enter_context(
                Station(
                    self.table,
                    self.folder,
                    register,
                    self.clock,
                    lambda _: felt.setup,
                    simulated=True,
                    viewers=(felt,),
                )
            )
            self.seat = BenchSeat(self.station.running, self.felt)
            self.dealer = Dealer(self.seat, self._players, self._paused)
            if self._screen:
                self._console = Console(
                    self.station.bridge,
                    self.station.screen,
                    rules.places,
                    size=SIZE,
                    now_ms=lambda: self.clock.now().steady_ms,
                    time_of_day=self.clock.time,
                )
                opened.callback(self._console.close)
                self._console.show()
            open_floor(self.dealer, BUSINESS_DAY)
            self._open = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _paused(self, act: str) -> None:
        self.clock.take(act)
        self._acted(self, act)

    # The table

    @property
    def snapshot(self) -> Snapshot:
        return self.seat.snapshot

    @property
    def round(self) -> Round:
        return house_of(self.snapshot).table.round

    @property
    def floor(self) -> BonusFloor:
        return existing(house_of(self.snapshot).floor, "a simulated table has a floor")

    def until(self, fact: Callable[[], bool], what: str) -> None:
        """The dealer goes on until it is so."""
        moved = time.monotonic()
        while not fact():
            if self.dealer.step():
                moved = time.monotonic()
            elif time.monotonic() - moved > STALLED_S:
                why = self.snapshot.held or self.snapshot.step.refused or self.snapshot.step
                raise Stuck(f"table {self.table.name}, {what}: nothing to do. {why}")
            else:
                time.sleep(LOOK_S)

    def decks_ready(self) -> None:
        """Only the cards are looked after, until every deck can be dealt."""
        until = time.monotonic() + STALLED_S
        while any(next_step(self.floor, deck) for deck in self.floor.decks_here()):
            if time.monotonic() > until:
                raise Stuck(f"table {self.table.name}: the decks do not become ready")
            if not self.dealer.hands.step():
                time.sleep(LOOK_S)

    def play(self, rounds: int = 1) -> None:
        """Whole rounds, until the next one waits for wagers."""
        wanted = self.round.number + rounds
        self.until(
            lambda: self.round.number >= wanted and self.round.phase is Phase.WAGERS,
            f"round {wanted}",
        )

    def reach(self, phase: Phase) -> None:
        """In this round."""
        self.until(lambda: self.round.phase is phase, phase.value)

    def stack(self, cards: str) -> None:
        """The shoe is filled with these cards first, while wagers are being placed."""
        if self.table.rules.dealing is not Dealing.SHOE:
            raise Stuck("only a shoe is stacked here")
        self.felt.refill_shoe(Back.RED, parse_cards(cards))

    # The screens

    @property
    def console(self) -> Console:
        return existing(self._console, "this stage has a screen")

    @cached_property
    def finger(self) -> Finger:
        """At the console."""
        return Finger(self.console.window, self.clock, self._is_shown)

    def _is_shown(self) -> bool:
        shown = self.console.view.parts["actions"].shown
        current = shown is not None and shown.snapshot is self.snapshot
        return current and self.console.view.drawn.current

    @cached_property
    def sign(self) -> QQuickWindow:
        """The table sign, from now on."""
        made = SignWindow(self.station.bridge, self.station.screen, zone=UTC)
        self._open.callback(made.close)
        made.show()
        return made.window

    @cached_property
    def bench(self) -> BenchWindow:
        """The bench, from now on; its people stay away."""
        made = BenchWindow(self.station.bridge, self.felt, Crew())
        self._open.callback(made.close)
        made.show()
        return made

    def account(self) -> TableAccount:
        """What is on record so far."""
        return read_table(self.folder, self.table.name, rules_name(self.table.rules))

    def grab(self, window: QQuickWindow) -> QImage:
        """What it shows now."""
        self.console.view.tell_time(self.clock.time())
        self.finger.look()
        return window.grabWindow()
