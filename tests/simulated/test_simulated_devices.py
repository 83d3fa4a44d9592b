"""`play --devices simulated`: the same bytes as `direct`, whatever is pulled, cut or killed."""

import copy
import random
import threading
import tomllib
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from controller.devices.cards import CardDevice
from controller.games.bonus import commands as c
from controller.games.bonus.round.state import Table
from controller.running.snapshot import Answer
from drivers.faults import DeviceFault
from drivers.link.messages import Event
from drivers.shuffler.protocol import Back, Deck
from simulators.games.bonus.scenario.file import Scenario
from simulators.games.bonus.scenario.stack import SimulatedInlet
from simulators.scenario.run import Inlet, Run
from tests.helpers import oracle
from tests.helpers.kill import EVENTFUL, KILLED, dying, listed
from tests.helpers.scenario_gen import to_toml
from tests.helpers.stack import (
    UnpluggingInlet,
    played,
    played_in_memory,
    random_scenario,
    simulated,
)
from ui.commands.dealing import deal_files

pytestmark = pytest.mark.usefixtures("untraced")

FILES: Final = sorted((Path(__file__).parents[2] / "config" / "scenarios").glob("*.toml"))
SHOE: Final = 'dealing = "shoe"\n' + EVENTFUL


LONG: Final = [
    pytest.param(range(first, first + 100), marks=pytest.mark.long) for first in (100, 200, 300)
]


@pytest.fixture(params=["lines", "memory"])
def devices(request: pytest.FixtureRequest, disk: Path) -> Callable[[str], str]:
    """Plays a scenario on real lines and threads, or all in memory and on virtual time."""
    turns = count()
    on_lines = lambda text: played(text, disk / str(next(turns)))  # noqa: E731
    return on_lines if request.param == "lines" else played_in_memory


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_files_give_the_same_result(file: Path, devices: Callable[[str], str]) -> None:
    text = file.read_text("utf-8")
    assert devices(text) == played(text)


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seeds", [range(5), *LONG])
def test_random_scenarios_give_the_same_result(seeds: range, devices: Callable[[str], str]) -> None:
    for seed in seeds:
        text = random_scenario(seed)
        assert devices(text) == played(text), f"{seed}\n{text}"


def test_in_memory_no_thread_is_ever_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: threading.Thread) -> None:
        raise AssertionError(f"{self.name} was started")

    monkeypatch.setattr(threading.Thread, "start", never)
    played_in_memory(SHOE)


class Looking(SimulatedInlet):
    """Looks at the shuffler's display before every round but the first."""

    def __init__(self, scenario: Scenario, run: Run) -> None:
        super().__init__(scenario, run, None)
        self.seen: list[Deck] = []

    def put(self, command: c.Command, table: Table) -> Answer:
        if isinstance(command, c.OpenRound) and command.number > 1 and self.felt:
            self.seen.append(self.felt.shuffler.deck(Back.RED if command.number % 2 else Back.BLUE))
        return super().put(command, table)


def test_the_next_deck_is_prepared_while_the_other_is_in_play(disk: Path) -> None:
    looking: list[Looking] = []

    def inlet(scenario: Scenario, run: Run) -> Inlet:
        looking.append(Looking(scenario, run))
        return looking[-1]

    text = (FILES[0].parent / "first-evening.toml").read_text("utf-8")
    assert played(text, disk, inlet) == played(text)
    assert looking[0].seen
    assert set(looking[0].seen) == {Deck.READY}


def losing_power(text: str) -> str:
    """In every phase of the first round, before anybody and after every place."""
    content = copy.deepcopy(tomllib.loads(text))
    first = content["rounds"][0]
    losses = first.setdefault("events", [])
    for phase in oracle.PHASES:
        losses.append({"during": phase, "name": "power-loss"})
        for hand in first["hands"][:1]:
            losses.append({"during": phase, "name": "power-loss", "after_place": hand["place"]})
    return to_toml(content)


@pytest.mark.parametrize("text", [EVENTFUL, SHOE], ids=["shuffler", "shoe"])
def test_power_lost_in_every_phase_changes_nothing(
    text: str, devices: Callable[[str], str]
) -> None:
    assert devices(losing_power(text)) == played(text)


def unplugged(text: str, folder: Path, seed: int, often: float) -> int:
    """Play it while plugs are pulled; how many were."""
    pulling: list[UnpluggingInlet] = []

    def inlet(scenario: Scenario, run: Run) -> Inlet:
        pulling.append(UnpluggingInlet(scenario, run, random.Random(seed), often))
        return pulling[-1]

    assert played(text, folder, inlet) == played(text), f"{seed}\n{text}"
    return pulling[0].pulled


@pytest.mark.parametrize("text", [EVENTFUL, SHOE], ids=["shuffler", "shoe"])
def test_plugs_pulled_at_random_lose_nothing(text: str, disk: Path) -> None:
    assert unplugged(text, disk, 1, 0.3) > 5


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(20))
def test_long_plugs_pulled_at_random_lose_nothing(seed: int, disk: Path) -> None:
    unplugged(random_scenario(2_000 + seed), disk, seed, 0.4)


@pytest.mark.parametrize("text", [EVENTFUL, SHOE], ids=["shuffler", "shoe"])
def test_a_controller_that_dies_before_it_acknowledges_doubles_nothing(
    text: str, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recorded, not acknowledged, the power goes: the device sends it to the next one again."""
    received, count = CardDevice.received, 0

    def recorded_only(self: CardDevice[Any], event: Event) -> None:
        nonlocal count
        known = self.mark.whole >= event.seq
        received(self, event)
        count += 1
        if not known and count % 4 == 0:
            raise DeviceFault("gone before it could acknowledge")

    monkeypatch.setattr(CardDevice, "received", recorded_only)
    assert played(losing_power(text), disk) == played(text)
    assert count >= 4


@pytest.mark.parametrize("at", [9, 24, 41])
def test_a_run_that_is_killed_goes_on(at: int, disk: Path) -> None:
    ended = dying(lambda: played(SHOE, disk), at)
    assert ended.status == KILLED, ended.said
    assert played(SHOE, disk) == played(SHOE)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("text", [EVENTFUL, SHOE], ids=["shuffler", "shoe"])
def test_long_a_run_that_is_killed_anywhere_goes_on(text: str, disk: Path) -> None:
    wanted = played(text)
    for at in range(0, len(listed(lambda: played(text, disk / "whole"))) - 20, 11):
        folder = disk / str(at)
        ended = dying(lambda folder=folder: played(text, folder), at)  # type: ignore[misc]
        assert ended.status == KILLED, (at, ended.said)
        assert played(text, folder) == wanted, at


def test_the_story_says_that_it_is_simulated(
    disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = disk / "scenario.toml"
    file.write_text(SHOE, "utf-8")
    assert deal_files([str(file)], None, None, as_json=False, simulated=True, speed=500) == 0
    story = capsys.readouterr()
    assert "SIMULATED" in story.err
    assert deal_files([str(file)], None, None, as_json=False) == 0
    direct = capsys.readouterr()
    assert (direct.out, direct.err) == (story.out, "")


def test_a_stack_is_only_up_while_it_is_used(disk: Path) -> None:
    before = threading.active_count()
    played(SHOE, disk, simulated)
    assert threading.active_count() == before
