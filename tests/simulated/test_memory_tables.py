"""Whole tables in memory: the same results as straight in, without a thread or a second gone by."""

import threading
from pathlib import Path
from typing import Final

import pytest

from tests.helpers.kill import EVENTFUL
from tests.helpers.stack import played, played_in_memory, random_scenario
from tests.simulated.test_simulated_devices import SHOE, losing_power

FILES: Final = sorted((Path(__file__).parents[2] / "config" / "scenarios").glob("*.toml"))


def same(text: str, why: object = "") -> None:
    assert played_in_memory(text) == played(text), f"{why}\n{text}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_files_give_the_same_result(file: Path) -> None:
    same(file.read_text("utf-8"))


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_random_scenarios_give_the_same_result(first: int) -> None:
    for seed in range(first, first + 10):
        same(random_scenario(seed), seed)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(10_000, 15_000, 500))
def test_long_random_scenarios_give_the_same_result(first: int) -> None:
    for seed in range(first, first + 500):
        same(random_scenario(seed), seed)


@pytest.mark.parametrize("text", [EVENTFUL, SHOE], ids=["shuffler", "shoe"])
def test_power_lost_in_every_phase_changes_nothing(text: str) -> None:
    assert played_in_memory(losing_power(text)) == played(text)


def test_no_thread_is_ever_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: threading.Thread) -> None:
        raise AssertionError(f"{self.name} was started")

    monkeypatch.setattr(threading.Thread, "start", never)
    played_in_memory(SHOE)
