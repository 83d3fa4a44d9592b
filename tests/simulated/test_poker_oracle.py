"""Whole poker-room files against an oracle that computes results straight from the readings.

With corners the files also go where the documents leave two readings: there oracle and core have
to take the same one.
"""

import json
import random
import tomllib
from typing import Any

import pytest

from simulators.games.poker.play import play
from simulators.scenario.reading import WrongScenario
from tests.helpers import poker_gen, poker_oracle
from tests.helpers.poker_oracle.file import STREETS, dollars
from tests.helpers.poker_wrong import wrong_scenario

LONG = [
    pytest.param(range(first, first + 500), marks=pytest.mark.long, id=str(first))
    for first in range(100_000, 104_000, 500)
]


def compare(seed: int, *, corners: bool) -> None:
    rng = random.Random(seed)
    file = poker_gen.scenario(rng, corners=corners)
    wanted, text = poker_oracle.play(file), poker_gen.to_toml(file)
    try:
        seen = play(text, "file.toml")
    except WrongScenario as wrong:
        raise AssertionError(f"seed {seed}: {wrong}\n{text}") from wrong
    assert json.dumps(seen["hands"]) == json.dumps(wanted["hands"]), f"seed {seed}\n{text}"
    for number, row in enumerate(file["hands"]):
        offers_alike(file | {"hands": file["hands"][: number + 1]}, row, rng)


def offers_alike(file: dict[str, Any], row: dict[str, Any], rng: random.Random) -> None:
    """Of a last hand that breaks off: what the seat is offered whose action is missing."""
    keyed = [street for street in STREETS if row.get(street)]
    if not keyed:
        return
    street = rng.choice(keyed)
    broken = {key: value for key, value in row.items() if key not in keyed[keyed.index(street) :]}
    broken[street] = row[street][: rng.randrange(len(row[street]))]
    text = poker_gen.to_toml(file | {"hands": [*file["hands"][:-1], broken]})
    with pytest.raises(poker_oracle.WrongFile) as wanted:
        poker_oracle.play(tomllib.loads(text))
    with pytest.raises(WrongScenario) as seen:
        play(text, "file.toml")
    assert wanted.value.missing, text
    bound = wanted.value.bound
    due = f"the wager of {dollars(bound)} it is bound to" if bound is not None else ""
    if due and wanted.value.offer.offers(bound):
        assert due in str(seen.value), text
    else:
        assert str(seen.value).endswith(f"offered {wanted.value.offer}"), text


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
