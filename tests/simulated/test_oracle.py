"""Whole scenarios against an oracle that computes results straight from the readings.

With corners the scenarios also go where the documents leave two readings: there oracle and core
have to take the same one.
"""

import json
import random
import tomllib

import pytest

from simulators.scenario.reading import WrongScenario
from tests.helpers import oracle, scenario_gen
from tests.helpers.felt import play

LONG = [
    pytest.param(range(first, first + 500), marks=pytest.mark.long, id=str(first))
    for first in range(1_000, 6_000, 500)
]


def compare(seed: int, *, corners: bool) -> None:
    text = scenario_gen.to_toml(scenario_gen.scenarios(random.Random(seed), corners=corners))
    wanted = oracle.play(tomllib.loads(text), "scenario.toml")["rounds"]
    try:
        seen = play(text)
    except WrongScenario as wrong:
        raise AssertionError(f"seed {seed}: {wrong}\n{text}") from wrong
    assert json.dumps(seen) == json.dumps(wanted), f"seed {seed}\n{text}"


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize("seeds", [range(40), *LONG])
def test_results_are_those_of_the_oracle(seeds: range, corners: bool) -> None:
    for seed in seeds:
        compare(seed, corners=corners)


# A forfeit comes before what another's player card would give back: the hand had folded (500376,
# 500767), or was to be turned in the settlement (430, 631).
@pytest.mark.parametrize("seed", [430, 631, 500376, 500767])
def test_corners_that_once_differed(seed: int) -> None:
    compare(seed, corners=True)


RIGHT_WAGER = """
ruleset = "nsw-2024"
[[rounds]]
cards = "7h 2c Kd 9s 4d  Ah Ad  Ks Kh"
[[rounds.hands]]
place = 1
ante = "25"
decisions = ["bet", "check", "check"]
[[rounds.events]]
during = "flop-decisions"
after_place = 1
name = "flop-wager-corrected"
place = 1
decision = "fold"
"""


def test_nobody_folds_over_a_flop_wager_that_is_right() -> None:
    with pytest.raises(oracle.Impossible, match="a right flop wager"):
        oracle.play(tomllib.loads(RIGHT_WAGER), "scenario.toml")
    with pytest.raises(WrongScenario, match="The wager is already what the rules require"):
        play(RIGHT_WAGER)
