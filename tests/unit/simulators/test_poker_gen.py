"""The generators of poker-room files: seeded, right by the oracle, and wrong where they say."""

import random
import tomllib
from collections import Counter
from fractions import Fraction

import pytest

from tests.helpers.poker_gen import scenario, to_toml
from tests.helpers.poker_oracle import WrongFile, play
from tests.helpers.poker_oracle.file import EVENTS
from tests.helpers.poker_wrong import wrong_scenario


@pytest.mark.parametrize("corners", [False, True])
def test_a_file_is_right_and_conserves_the_chips(corners: bool) -> None:
    for seed in range(6):
        file = scenario(random.Random(seed), corners=corners)
        assert file == scenario(random.Random(seed), corners=corners)
        hands = play(tomllib.loads(to_toml(file)))["hands"]
        assert hands == play(file)["hands"], f"seed {seed}"
        for hand in hands:
            lost = sum(Fraction(row["before"]) - Fraction(row["after"]) for row in hand["seats"])
            assert lost == Fraction(hand["commission"]), f"seed {seed}"
            for pot in hand["pots"]:
                assert set(pot["winners"]) <= set(pot["eligible"]), f"seed {seed}"


def test_a_spoilt_file_is_wrong_where_it_says() -> None:
    for seed in range(12):
        file, place = wrong_scenario(random.Random(seed))
        with pytest.raises(WrongFile) as wrong:
            play(tomllib.loads(to_toml(file)))
        assert wrong.value.place == place, f"seed {seed}"


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_long_every_event_and_every_way_to_end_is_drawn() -> None:
    seen = Counter[str]()
    for seed in range(600):
        file = scenario(random.Random(seed))
        for row, hand in zip(file["hands"], play(file)["hands"], strict=True):
            seen[hand["result"]] += 1
            seen[f"{min(len(hand['pots']), 4)} pots"] += 1
            seen.update(event["name"] for event in row.get("events", []))
            seen.update(event["decision"] for event in row.get("events", []) if "decision" in event)
            seen.update(line.split()[1] for line in row.get("before", []))
            seen.update(row["outcome"] for row in hand["seats"])
            seen["no small blind"] += hand["small_blind"] is None
            seen["shared"] += any(len(pot["winners"]) > 1 for pot in hand["pots"])
    for name in (
        *EVENTS,
        *("showdown", "uncontested", "misdeal", "void", "0 pots", "1 pots", "2 pots", "4 pots"),
        *("complete", "forfeit", "withdraw", "no small blind", "shared", "dead", "mucked"),
        *("sits", "posts", "leaves", "away", "back", "buys"),
    ):
        assert seen[name] >= 5, f"{name}: {seen[name]}"
