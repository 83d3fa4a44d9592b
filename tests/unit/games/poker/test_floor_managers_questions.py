"""docs/poker.md: ten questions, each answered by rows, rules and files that exist."""

import re
from pathlib import Path

from controller.games.poker.irregularities import RULINGS
from controller.games.poker.table import HAND

ROOT = Path(__file__).parents[4]
LINES = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in (ROOT / "docs" / "poker.md").read_text("utf-8").splitlines()
    if re.match(r"\| \d+ \|", line)
]
ROWS = {step.trigger for step in HAND} | {str(what) for what in RULINGS}


def test_ten_questions_are_answered_by_rows_of_the_tables() -> None:
    assert [line[0] for line in LINES] == [str(number) for number in range(1, 11)]
    named = [set(re.findall(r"`([^`]+)`", line[3])) for line in LINES]
    assert all(named)
    assert set().union(*named) <= ROWS
    assert {str(what) for what in RULINGS} <= set().union(*named)


def test_the_rules_named_are_rules_of_the_room() -> None:
    clauses = (ROOT / "config" / "rules" / "clauses.tsv").read_text("utf-8").splitlines()
    numbers = {line.split("\t")[1] for line in clauses if line.startswith("poker-room")}
    known = {".".join(re.split("[#:.]", number)[:2]) for number in numbers}
    for line in LINES:
        assert re.search(r"\d", line[4])
        for number in re.findall(r"(?<![R\d.])\d+\.\d+", line[4]):
            assert number in known, (line[0], number)


def test_the_files_named_can_be_played() -> None:
    files = {name for line in LINES for name in re.findall(r"`(poker-[a-z-]+\.toml)`", line[2])}
    folder = ROOT / "config" / "scenarios" / "poker"
    assert files == {path.name for path in folder.glob("*.toml")}
