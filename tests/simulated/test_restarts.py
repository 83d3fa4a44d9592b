"""A table that is stopped at any point of a round goes on there, with its devices, to the end.

The devices of the bench come up together with the table: whichever is first, the cards come.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import pytest

from controller.games.bonus.round.phases import Phase
from controller.running.writer import COMPARE
from simulators.games.bonus.people.players import Player
from simulators.people.felt import wait_until
from ui.bench.crew import Crew, Pace
from ui.commands.shift.bonus.stage import BonusStage
from ui.commands.shift.clock import ShiftClock

TABLES: Final = {"14": "shuffler", "15": "shoe", "16": "hand"}
PLACES: Final = (2, 3)
CREW_S: Final = 30.0
Point = Callable[[BonusStage], bool]


def phase(wanted: Phase) -> Point:
    return lambda stage: stage.round.phase is wanted


def cards(out: int) -> Point:
    return lambda stage: stage.round.phase is Phase.DEAL and len(stage.round.drawn) >= out


def settled(hands: int) -> Point:
    return lambda stage: len(stage.round.settlement_order) >= hands


# fmt: off
POINTS: Final[dict[str, Point]] = {
    "wagers":           phase(Phase.WAGERS),
    "bets closed":      cards(0),
    "two cards out":    cards(2),
    "four cards out":   cards(4),
    "before the flop":  phase(Phase.FLOP_DECISIONS),
    "before the turn":  phase(Phase.TURN_DECISIONS),
    "before the river": phase(Phase.RIVER_DECISIONS),
    "showdown":         phase(Phase.SHOWDOWN),
    "settlement":       phase(Phase.SETTLEMENT),
    "a hand settled":   settled(1),
    "between rounds":   phase(Phase.IDLE),
}
# fmt: on


def at_the_table(table: str, folder: Path) -> BonusStage:
    return BonusStage(table, folder, ShiftClock(), places=PLACES, seed=7, screen=False)


def reach(stage: BonusStage, name: str) -> None:
    """This point of the round, or the end of it where a table has no such point."""
    number, point = stage.round.number, POINTS[name]
    stage.until(lambda: point(stage) or stage.round.number > number, name)


def goes_on(table: str, folder: Path, points: Iterable[str]) -> None:
    """Stopped at each of these points, it plays two more rounds."""
    for point in points:
        with at_the_table(table, folder) as stage:
            reach(stage, point)
    with at_the_table(table, folder) as stage:
        assert stage.snapshot.held == COMPARE
        stage.play(2)
        assert not stage.floor.orders, "no deck has to be counted for a restart"
        stage.until(lambda: not any(one.troubles for one in stage.floor.devices), "all is well")


def stand(table: str, folder: str, point: str) -> None:
    """In a process of its own: go there, say so, and wait for the end."""
    with at_the_table(table, Path(folder)) as stage:
        reach(stage, point)
        sys.stdout.write(f"{point}\n")
        sys.stdout.flush()
        sys.stdin.read()


def killed(table: str, folder: Path, point: str) -> None:
    """As a power cut would: nothing is put in order."""
    script = f"from {__name__} import stand; stand({table!r}, {str(folder)!r}, {point!r})"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        process.kill()
    assert said == f"{point}\n"


def test_a_table_goes_on_whose_process_was_killed(tmp_path: Path) -> None:
    killed("14", tmp_path, "two cards out")
    goes_on("14", tmp_path, ())


def opened_by(crew: Crew, stage: BonusStage) -> None:
    """As `console --simulate` starts: the crew opens the table and leaves it to the dealer."""
    crew.pace = Pace.FASTEST
    crew.start(stage.dealer)
    assert wait_until(lambda: crew.ready, CREW_S)
    crew.stop()


def test_nobody_puts_anything_down_while_the_felt_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as shy:
        shy.setattr(Player, "wants_jackpot", lambda _: False)
        with at_the_table("14", tmp_path) as stage:
            opened_by(Crew(), stage)
            assert all(stage.round.place(place).dealt_in for place in PLACES)
    monkeypatch.setattr(Player, "wants_jackpot", lambda _: True)
    with at_the_table("14", tmp_path) as stage:
        opened_by(Crew(), stage)
        assert stage.snapshot.held == COMPARE
        assert not any(stage.felt.has_chip(place) for place in PLACES)


FEW: Final = ("wagers", "two cards out", "before the flop", "a hand settled")


@pytest.mark.parametrize(
    ("table", "points"), [("14", [*POINTS][::2]), ("15", FEW), ("16", FEW)], ids=TABLES.values()
)
def test_a_table_goes_on_wherever_it_is_stopped(
    table: str, points: Iterable[str], tmp_path: Path
) -> None:
    goes_on(table, tmp_path, points)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("table", TABLES, ids=TABLES.values())
@pytest.mark.parametrize("point", POINTS)
def test_a_table_goes_on_however_often_it_is_stopped_there(
    table: str, point: str, tmp_path: Path
) -> None:
    goes_on(table, tmp_path, [point] * 5)
