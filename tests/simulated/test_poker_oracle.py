"""Whole poker-room files against an oracle that computes results straight from the readings.

With corners the files also go where the documents leave two readings: there oracle and core have
to take the same one.
"""

import json
import random

import pytest

from simulators.games.poker.file import ScenarioError
from simulators.games.poker.play import play
from tests.helpers import poker_gen, poker_oracle
from tests.helpers.poker_wrong import wrong_scenario

CHUNK = 40
MANY = 4_000


def compare(seed: int, *, corners: bool) -> None:
    file = poker_gen.scenario(random.Random(seed), corners=corners)
    wanted, text = poker_oracle.play(file), poker_gen.to_toml(file)
    try:
        seen = play(text, "file.toml")
    except ScenarioError as wrong:
        raise AssertionError(f"seed {seed}: {wrong}\n{text}") from wrong
    assert json.dumps(seen["hands"]) == json.dumps(wanted["hands"]), f"seed {seed}\n{text}"


def refused(seed: int) -> None:
    file, _ = wrong_scenario(random.Random(seed))
    with pytest.raises(ScenarioError):
        play(poker_gen.to_toml(file), "file.toml")


@pytest.mark.parametrize("corners", [False, True])
def test_results_are_those_of_the_oracle(corners: bool) -> None:
    for seed in range(CHUNK):
        compare(seed, corners=corners)


def test_a_file_with_one_thing_wrong_is_refused() -> None:
    for seed in range(CHUNK):
        refused(seed)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(100_000, 100_000 + MANY, 500))
def test_thousands_of_results_are_those_of_the_oracle(first: int) -> None:
    for seed in range(first, first + 500):
        compare(seed, corners=seed % 2 == 1)
        refused(seed)
