"""The console over the whole simulated stack: devices, drivers, record, pool, hands that deal."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from controller.domain.money import Money
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Round
from controller.games.bonus.wagers import Area
from tests.helpers.screen import Screen
from tests.helpers.shift import LiveShift
from ui.bench.crew import Crew, Pace
from ui.commands.shift.bonus.stage import BonusStage
from ui.commands.shift.clock import ShiftClock

SECONDS_MAX = 60.0
TABLES = Path(__file__).parents[2] / "config" / "tables"


class Evening:
    """A dealer at a running table: looks, taps, and looks again until something has happened."""

    def __init__(self, stage: BonusStage, crew: Crew) -> None:
        self.stage, self.crew = stage, crew
        running = LiveShift(stage.station.running.controller, stage.table.rules)
        self.screen = Screen(running, stage.station.bridge, size=(1280, 800))

    @property
    def round(self) -> Round:
        return self.stage.round

    def until(self, fact: Callable[[], bool]) -> None:
        """The screen goes on by itself meanwhile, and shows it in the end: a dealer taps on what is
        seen, and a tap on what was there before would be stale."""
        end = time.monotonic() + SECONDS_MAX
        while not (fact() and self._shown()):
            QGuiApplication.processEvents()
            assert time.monotonic() < end, f"{self.round.phase} {self.crew.says}"
        self.screen.settle()

    def _shown(self) -> bool:
        shown = self.screen.console.view.parts["actions"].shown
        return shown is not None and shown.snapshot is self.stage.snapshot

    def tap(self, name: str, then: Callable[[], bool]) -> None:
        self.until(lambda: self.screen.find(name) is not None and self.screen.enabled(name))
        self.screen.tap(name)
        self.until(then)

    def phase(self, wanted: Phase) -> Callable[[], bool]:
        return lambda: self.round.phase is wanted


@pytest.fixture
def evening(
    qapp: QGuiApplication,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Evening]:
    """A table whose players have put their first antes down, and no jackpot chips."""
    table, places = request.param
    monkeypatch.chdir(tmp_path)  # players differ by the name of the table's file
    with BonusStage(table(), tmp_path, ShiftClock(), places=places, seed=7, screen=False) as at:
        crew = Crew()
        crew.pace = Pace.FASTEST
        made = Evening(at, crew)
        crew.start(at.dealer)
        made.until(lambda: crew.ready and all(made.round.place(one).dealt_in for one in places))
        at.felt.take_chips()
        made.until(lambda: not made.round.sensed)
        yield made
        crew.stop()
        made.screen.close()


def table(name: str, was: str = "", is_: str = "") -> Callable[[], str]:
    """One of the house's, with something else instead."""

    def written() -> str:
        path = Path(f"{name}.toml")
        path.write_text((TABLES / path).read_text("utf-8").replace(was, is_), "utf-8")
        return str(path)

    return written


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


DEVICES = {
    "shoe": table("14", 'dealing = "shuffler"', 'dealing = "shoe"'),
    "legacy": table("15", 'dealing = "shoe"', 'dealing = "shuffler"'),
}


@pytest.mark.parametrize(
    "evening", [(made, (2,)) for made in DEVICES.values()], indirect=True, ids=DEVICES
)
def test_the_hands_deal_from_whatever_device_is_there(evening: Evening) -> None:
    evening.tap("primaryButton", evening.phase(Phase.FLOP_DECISIONS))
    assert len(evening.round.drawn) == 9


@pytest.mark.parametrize("evening", [(table("16"), (2,))], indirect=True, ids=["hand"])
def test_what_is_dealt_by_hand_is_told_and_keyed_on_the_screen(evening: Evening) -> None:
    """The hands take the progressive wagers off first: no card comes before (sd (3))."""
    evening.stage.felt.put_chip(2)
    evening.until(lambda: evening.round.sensed == {2})
    evening.tap("primaryButton", evening.phase(Phase.DEAL))
    evening.until(lambda: not evening.round.sensed)
    evening.tap("primaryButton", evening.phase(Phase.FLOP_DECISIONS))
    evening.tap("allBetButton", decided(evening, 0))
    evening.tap("primaryButton", lambda: len(evening.round.drawn) == 8)
    evening.until(lambda: evening.screen.find("cardPad") is not None)


@pytest.mark.parametrize("evening", [(table("14"), range(1, 8))], indirect=True, ids=["shuffler"])
def test_two_rounds_by_touch_and_the_second_takes_fifteen_taps(evening: Evening) -> None:
    before = evening.round.place(2).stakes[Area.ANTE].amount
    evening.screen.tap("place2").tap("chip25").tap("chipSet")
    more = before + Money(2_500)
    evening.until(lambda: evening.round.place(2).stakes[Area.ANTE].amount == more)
    play(evening)
    evening.until(lambda: evening.round.number == 2 and evening.round.place(7).repeated)
    assert play(evening) == 15
