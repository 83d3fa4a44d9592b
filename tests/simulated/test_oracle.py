"""Whole scenarios against an oracle that computes results straight from the readings."""

import json
import random
import tomllib

import pytest

from simulators.scenario.file import WrongScenario
from tests.helpers import oracle, scenario_gen
from tests.helpers.felt import play

CHUNK = 40


def compare(seed: int, *, corners: bool) -> None:
    text = scenario_gen.to_toml(scenario_gen.scenarios(random.Random(seed), corners=corners))
    wanted = oracle.play(tomllib.loads(text), "scenario.toml")["rounds"]
    try:
        seen = play(text)
    except WrongScenario as wrong:
        raise AssertionError(f"seed {seed}: {wrong}\n{text}") from wrong
    assert json.dumps(seen) == json.dumps(wanted), f"seed {seed}\n{text}"


@pytest.mark.parametrize("first", range(0, 400, CHUNK))
def test_results_are_those_of_the_oracle(first: int) -> None:
    for seed in range(first, first + CHUNK):
        compare(seed, corners=False)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(1_000, 21_000, 2_000))
def test_long_results_are_those_of_the_oracle(first: int) -> None:
    for seed in range(first, first + 2_000):
        compare(seed, corners=False)
