"""Hands that were really played, where somebody has them: `FELTWORK_HANDS` names their folder.

It has folders of PHH files: in `pluribus` and `wsop` stacks come out as recorded; in `sidepots`
whoever won has paid the site. A shared pot is divided in whole dollars here (R66): to within one.
"""

import json
import os
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ui.cli import app

FOLDER = os.environ.get("FELTWORK_HANDS", "")

pytestmark = pytest.mark.skipif(not FOLDER, reason="FELTWORK_HANDS names no folder of hands")


def played(folder: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """What every file of a folder says, and what comes out."""
    files = sorted(str(file) for file in Path(FOLDER, folder).glob("*.phh"))
    assert files, f"no hands in {Path(FOLDER, folder)}"
    result = CliRunner().invoke(app, ["play", "--json", *files])
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["file"] for line in lines] == files
    texts = [Path(file).read_text("utf-8") for file in files]
    read = [tomllib.loads(text, parse_float=Decimal) for text in texts]
    return list(zip(read, (line["hands"][0] for line in lines), strict=True))


def odd_dollars(hand: dict[str, Any]) -> int:
    """What a stack may differ by."""
    return sum(len(pot["winners"]) > 1 for pot in hand["pots"])


@pytest.mark.parametrize("folder", ["pluribus", "wsop"])
def test_stacks_come_out_as_recorded(folder: str) -> None:
    for told, hand in played(folder):
        after = [Decimal(seat["after"]) for seat in hand["seats"]]
        for seen, wanted in zip(after, told["finishing_stacks"], strict=True):
            assert abs(seen - wanted) <= odd_dollars(hand), told["hand"]
        assert sum(after) == sum(told["starting_stacks"])


def test_losers_of_side_pots_lose_what_is_recorded_and_winners_paid_the_site() -> None:
    for told, hand in played("sidepots"):
        for seat, wanted in zip(hand["seats"], told["finishing_stacks"], strict=True):
            after, won = Decimal(seat["after"]), seat["outcome"] == "won"
            assert after >= wanted - odd_dollars(hand) if won else after == wanted, told["hand"]
