"""High card, killed for real at every moment of every command: the rest is played, nothing doubled.

The same sweep as for the other games, through the same neutral code.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.kill import (
    AFTER,
    BEFORE,
    COMMITTED,
    KILLED,
    MADE,
    MAKING,
    dying,
    goes_on,
    listed,
    play,
    playing,
)
from tests.toy.shift import high_card

FILE = """
ruleset = "high-card"

[[deals]]
chips = [1, 3]
cards = "7h Kd"
"""
COMMANDS = 7


@pytest.fixture(autouse=True)
def house() -> Iterator[None]:
    with high_card():
        yield


@pytest.mark.parametrize(
    "moments",
    [(COMMITTED,), pytest.param((BEFORE, AFTER, MAKING, MADE), marks=pytest.mark.long)],
    ids=["committed", "every-other"],
)
def test_after_a_kill_the_rest_is_played(moments: tuple[str, ...], tmp_path: Path) -> None:
    scenario = tmp_path / "deals.toml"
    scenario.write_text(FILE)
    whole = play(scenario, tmp_path / "whole.journal")
    assert (whole.status, whole.stderr) == (0, "")
    seen = listed(playing(scenario, tmp_path / "listed.journal"))
    chosen = [at for at, moment in enumerate(seen) if moment.name in moments]
    assert len(chosen) >= COMMANDS
    for at in chosen:
        folder = tmp_path / str(at)
        folder.mkdir()
        assert dying(playing(scenario, folder / "run.journal"), at).status == KILLED
        goes_on(scenario, folder / "run.journal", whole.stdout, at)
