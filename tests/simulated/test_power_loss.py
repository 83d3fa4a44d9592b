"""A scenario that loses power in any phase, after any place, ends as if nothing had happened."""

import copy
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.helpers import oracle
from tests.helpers.kill import EVENTFUL, KILLED, Played, dying, goes_on, listed, play, playing
from tests.helpers.scenario_gen import to_toml

pytestmark = pytest.mark.usefixtures("untraced")

EXAMPLES: Final = Path(__file__).parents[2] / "config" / "scenarios"
TABLES: Final = {
    "nsw-2024": EVENTFUL,
    "nsw-legacy": (EXAMPLES / "two-straight-flushes.toml").read_text("utf-8"),
    "sd": (EXAMPLES / "south-dakota-envy.toml").read_text("utf-8"),
    "nsw-2024, everybody folds": (EXAMPLES / "method-b-fold.toml").read_text("utf-8"),
}
Event = dict[str, Any]


class Bench:
    """One scenario, with whatever power losses, and its result without any."""

    def __init__(self, folder: Path, text: str) -> None:
        self._content = tomllib.loads(text)
        for one in self._content["rounds"]:
            one.pop("expect", None)
        self.file = folder / "scenario.toml"
        status, self.result, _ = play(self.losing())
        assert status == 0
        self.phases: list[str] = json.loads(self.result)["rounds"][0]["phases"][:-1]
        self.losses = list(self._losses())

    def _losses(self) -> Iterator[Event]:
        """In every phase of the first round, before anybody and after every place."""
        places = [hand["place"] for hand in self._content["rounds"][0]["hands"]]
        for phase in self.phases:
            yield {"during": phase, "name": "power-loss"}
            for place in places:
                yield {"during": phase, "name": "power-loss", "after_place": place}

    def losing(self, *losses: Event) -> Path:
        content = copy.deepcopy(self._content)
        content["rounds"][0].setdefault("events", []).extend(losses)
        self.file.write_text(to_toml(content), "utf-8")
        return self.file


@pytest.fixture(params=TABLES)
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Bench:
    return Bench(tmp_path, TABLES[request.param])


@pytest.mark.parametrize("ruleset", ["nsw-2024", "nsw-legacy", "sd"])
def test_every_phase_is_gone_through(ruleset: str, tmp_path: Path) -> None:
    assert Bench(tmp_path, TABLES[ruleset]).phases == list(oracle.PHASES)


def test_power_lost_once_wherever_it_is_changes_nothing(bench: Bench) -> None:
    for loss in bench.losses[::2]:
        assert play(bench.losing(loss)) == Played(0, bench.result, ""), loss


def test_power_lost_everywhere_in_one_round_changes_nothing(bench: Bench, tmp_path: Path) -> None:
    file = bench.losing(*bench.losses)
    assert play(file) == Played(0, bench.result, "")
    goes_on(file, tmp_path / "run.journal", bench.result)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_long_power_lost_once_with_a_journal_changes_nothing(bench: Bench, tmp_path: Path) -> None:
    for index, loss in enumerate(bench.losses):
        goes_on(bench.losing(loss), tmp_path / f"{index}.journal", bench.result, loss)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_long_power_lost_in_a_run_that_is_killed_changes_nothing(
    bench: Bench, tmp_path: Path
) -> None:
    file = bench.losing(*bench.losses[::3])
    for at in range(0, len(listed(lambda: play(file, tmp_path / "whole.journal"))), 3):
        journal = tmp_path / f"{at}.journal"
        assert dying(playing(file, journal), at).status == KILLED, at
        goes_on(file, journal, bench.result, at)
