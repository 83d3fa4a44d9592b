"""Plays tournament files in the product and in the oracle, both in the same words."""

from __future__ import annotations

import re
from typing import Any

from simulators.games.tournament.file import checked_tournament
from simulators.games.tournament.play import play_course
from simulators.games.tournament.result import tournament_result
from simulators.scenario.reading import WrongScenario
from tests.helpers.tournament_oracle import WrongLine, play

FILE = "friday.toml"


def tournament(course: list[str], **fields: Any) -> dict[str, Any]:
    """A file with this course."""
    table = {"name": "Friday", "entry": "100", "bank": "5000", "prizes": ["0.60", "0.40"]}
    return {"ruleset": "poker-room", "tournament": {**table, **fields, "course": course}}


def played(content: dict[str, Any]) -> dict[str, Any]:
    """The result; `WrongScenario` where the file is wrong."""
    return tournament_result(FILE, play_course(checked_tournament(FILE, content)))


def by_product(content: dict[str, Any]) -> dict[str, Any] | int | None:
    """The result, or the number of the wrong line: 0 for the format, None where one is missing."""
    try:
        result = played(content)
    except WrongScenario as wrong:
        found = re.match(rf"{FILE}: course\[(\d+)\]: .+expected", str(wrong), re.IGNORECASE)
        if found:
            return int(found.group(1))
        return None if str(wrong).startswith(f"{FILE}: course: ") else 0
    del result["file"]
    return result


def by_oracle(content: dict[str, Any]) -> dict[str, Any] | int | None:
    """The same, computed independently."""
    try:
        return play(content)
    except WrongLine as wrong:
        return wrong.line
