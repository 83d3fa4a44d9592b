"""Whole poker-room files against an oracle that computes results straight from the readings.

With corners the files also go where the documents leave two readings: there oracle and core have
to take the same one.
"""

import json
import random

import pytest

from simulators.games.poker.play import play
from simulators.scenario.reading import WrongScenario
from tests.helpers import poker_gen, poker_oracle
from tests.helpers.poker_wrong import wrong_scenario

LONG = [
    pytest.param(range(first, first + 500), marks=pytest.mark.long, id=str(first))
    for first in range(100_000, 104_000, 500)
]


def compare(seed: int, *, corners: bool) -> None:
    file = poker_gen.scenario(random.Random(seed), corners=corners)
    wanted, text = poker_oracle.play(file), poker_gen.to_toml(file)
    try:
        seen = play(text, "file.toml")
    except WrongScenario as wrong:
        raise AssertionError(f"seed {seed}: {wrong}\n{text}") from wrong
    assert json.dumps(seen["hands"]) == json.dumps(wanted["hands"]), f"seed {seed}\n{text}"


def refused(seed: int) -> None:
    file, _ = wrong_scenario(random.Random(seed))
    with pytest.raises(WrongScenario):
        play(poker_gen.to_toml(file), "file.toml")


@pytest.mark.parametrize("seeds", [range(40), *LONG])
def test_results_are_those_of_the_oracle(seeds: range) -> None:
    for seed in seeds:
        compare(seed, corners=seed % 2 == 1)


@pytest.mark.parametrize("seeds", [range(40), *LONG])
def test_a_file_with_one_thing_wrong_is_refused(seeds: range) -> None:
    for seed in seeds:
        refused(seed)
