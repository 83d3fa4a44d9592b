"""The console over the whole simulated stack: devices, drivers, record, pool, hands that deal."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from controller.clock import MachineClock
from controller.domain.rules import Dealing, RuleSet
from controller.floor.base import Day
from controller.round.phases import Phase
from controller.round.state import Round
from tests.helpers.screen import Screen
from tests.helpers.shift import LiveShift
from tests.helpers.simulated_table import SimulatedTable, Wanted
from ui.bridge import Bridge

SECONDS_MAX = 30.0


class Evening:
    """A dealer at a running table: looks, taps, and looks again until something has happened."""

    def __init__(self, table: SimulatedTable, bridge: Bridge) -> None:
        self.table = table
        self.screen = Screen(_Running(table), bridge, size=(1280, 800))

    @property
    def round(self) -> Round:
        return self.table.running.controller.snapshot().house.table.round

    def until(self, fact: Callable[[], bool]) -> None:
        """The screen goes on by itself meanwhile, and shows it in the end: a dealer taps on what is
        seen, and a tap on what was there before would be stale."""
        end = time.monotonic() + SECONDS_MAX
        while not (fact() and self._shown()):
            QGuiApplication.processEvents()
            assert time.monotonic() < end, f"{self.round.phase} {self.table.hands.trouble}"
        self.screen.settle()

    def _shown(self) -> bool:
        shown = self.screen.console.desk.parts["actions"].shown
        return shown is not None and shown.snapshot is self.table.running.controller.snapshot()

    def tap(self, name: str, then: Callable[[], bool]) -> None:
        self.until(lambda: self.screen.find(name) is not None and self.screen.enabled(name))
        self.screen.tap(name)
        self.until(then)

    def phase(self, wanted: Phase) -> Callable[[], bool]:
        return lambda: self.round.phase is wanted


class _Running(LiveShift):
    """The running controller has a thread of its own: nothing to be worked off here."""

    def __init__(self, table: SimulatedTable) -> None:
        super().__init__(table.running.controller, table.rules)


@pytest.fixture
def evening(
    qapp: QGuiApplication, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Evening]:
    bridge = Bridge(simulated=True)
    wanted = getattr(request, "param", Wanted())
    table = SimulatedTable(wanted, tmp_path, MachineClock(), (bridge,), seed=7)
    with table:
        made = Evening(table, bridge)
        table.begin(Day(2025, 3, 3))
        yield made
        made.screen.close()


def decided(evening: Evening, street: int) -> Callable[[], bool]:
    return lambda: all(place.choices[street] for place in evening.round.playing())


def revealed(evening: Evening, street: int) -> Callable[[], bool]:
    return lambda: evening.round.revealed == 3 + street


def one_more_settled(evening: Evening, number: int) -> Callable[[], bool]:
    before = len(evening.round.settlement_order)
    return lambda: (
        not (evening.round.number == number and evening.round.in_play())
        or len(evening.round.settlement_order) > before
    )


def play(evening: Evening) -> int:
    """From "no more bets" to the last "paid"; how many taps it took."""
    screen, number = evening.screen, evening.round.number
    screen.taps = 0
    evening.tap("primaryButton", evening.phase(Phase.FLOP_DECISIONS))
    for street, everyone in enumerate(("allBetButton", "allCheckButton", "allBetButton")):
        evening.tap(everyone, decided(evening, street))
        evening.tap("primaryButton", revealed(evening, street))
    evening.tap("primaryButton", lambda: evening.round.dealer_shown)
    while evening.round.number == number and evening.round.in_play():
        evening.tap("primaryButton", one_more_settled(evening, number))
    return screen.taps


def ante_down(evening: Evening, place: int) -> Callable[[], bool]:
    return lambda: evening.round.place(place).dealt_in


@pytest.mark.parametrize(
    "evening",
    [Wanted(dealing=Dealing.SHOE, places=5), Wanted(RuleSet.NSW_LEGACY, places=5)],
    indirect=True,
    ids=["shoe", "legacy"],
)
def test_the_hands_deal_from_whatever_device_is_there(evening: Evening) -> None:
    evening.until(evening.phase(Phase.WAGERS))
    evening.screen.tap("place2").tap("chip25").tap("chipSet")
    evening.until(ante_down(evening, 2))
    evening.tap("primaryButton", evening.phase(Phase.FLOP_DECISIONS))
    assert len(evening.round.drawn) == 9


@pytest.mark.parametrize("evening", [Wanted(RuleSet.SD, places=5)], indirect=True)
def test_what_is_dealt_by_hand_is_told_and_keyed_on_the_screen(evening: Evening) -> None:
    evening.until(evening.phase(Phase.WAGERS))
    evening.screen.tap("place2").tap("chip25").tap("chipSet")
    evening.until(ante_down(evening, 2))
    evening.tap("primaryButton", evening.phase(Phase.DEAL))
    evening.tap("primaryButton", evening.phase(Phase.FLOP_DECISIONS))
    evening.tap("allBetButton", decided(evening, 0))
    evening.tap("primaryButton", lambda: len(evening.round.drawn) == 8)
    evening.until(lambda: evening.screen.find("cardPad") is not None)


def test_two_rounds_by_touch_and_the_second_takes_fifteen_taps(evening: Evening) -> None:
    screen = evening.screen
    evening.until(evening.phase(Phase.WAGERS))
    for place in range(1, 8):
        screen.tap(f"place{place}").tap("chip25").tap("chipSet")
        evening.until(ante_down(evening, place))
    play(evening)
    evening.until(lambda: evening.round.number == 2 and evening.round.place(7).repeated)
    assert play(evening) == 15
