"""One simulated table of the shift, with its console drawn where nobody looks."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Self

from PySide6.QtGui import QImage
from PySide6.QtQuick import QQuickWindow

from controller.domain.base import existing
from controller.floor.base import Day
from controller.floor.deck_steps import next_step
from controller.floor.state import Floor
from controller.running.snapshot import Snapshot
from controller.tables import load_table
from simulators.people.dealer import AnyDealer
from simulators.people.opening import open_floor
from simulators.people.tapping import Seat, Stuck
from ui.bench.crew import Crew
from ui.bench.felt import BenchFelt
from ui.bench.game import Look
from ui.bench.seat import BenchSeat
from ui.bench.staff import demo_register
from ui.bench.window import BenchWindow
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.finger import Finger
from ui.console import Console
from ui.sign import SignWindow
from ui.station import Station
from ui.table_folder import TableFolder

BUSINESS_DAY: Final = Day(2025, 3, 2)
SIZE: Final = (1280, 800)
HASTE: Final = 300.0
"""A shuffle of 45 seconds in 150 milliseconds."""
STALLED_S: Final = 15.0
LOOK_S: Final = 0.002


class Stage(ABC):
    """A context manager: the table is up, opened and pictured inside."""

    dealer: AnyDealer

    def __init__(
        self,
        table: str,
        folder: Path,
        clock: ShiftClock,
        *,
        seed: int,
        acted: Callable[[Any, str], object] = lambda stage, act: None,
        screen: bool = True,
    ) -> None:
        """`acted` is called before every act of the dealer, for pictures."""
        self.table, self.folder = load_table(table), TableFolder(folder)
        self.clock, self._acted, self._screen = clock, acted, screen
        self.seed = seed
        self._open = ExitStack()
        self._console: Console | None = None

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            register = demo_register(self.folder.create().staff)
            self.felt = opened.enter_context(self.make_felt(self.folder.path))
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
            self.dealer = self.make_dealer(self.seat, self._paused)
            if self._screen:
                self._console = Console(
                    self.station.bridge,
                    self.station.screen,
                    self.table.rules.places,
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

    # What a game says

    @abstractmethod
    def make_felt(self, folder: Path) -> BenchFelt:
        """Cards, chips and devices of the table."""

    @abstractmethod
    def make_dealer(self, seat: Seat, acted: Callable[[str], object]) -> AnyDealer:
        """Who deals there, with the players of the table."""

    @abstractmethod
    def play(self, rounds: int = 1) -> None:
        """So many whole rounds or hands."""

    def around(self) -> Look | None:
        """What the bench shows of the people around the table; none where the felt shows it."""
        return None

    # The table

    @property
    def name(self) -> str:
        return self.table.name

    @property
    def snapshot(self) -> Snapshot:
        return self.seat.snapshot

    @property
    def floor(self) -> Floor:
        floor: Floor | None = self.snapshot.house.floor
        return existing(floor, "a simulated table has a floor")

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
        made = BenchWindow(self.station.bridge, self.felt, Crew(), self.around())
        self._open.callback(made.close)
        made.show()
        return made

    def look(self) -> None:
        """Until the console is as the table is."""
        self.finger.look()

    def grab(self, window: QQuickWindow) -> QImage:
        """What it shows now."""
        self.console.view.tell_time(self.clock.time())
        self.finger.look()
        return window.grabWindow()
