"""The tournament file: its keys, each checked by itself, and the format that they make."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from controller.config import Strict
from controller.games.desk.tournament_file import FormatKeys
from controller.tournament.format import problem_with
from simulators.scenario.reading import WrongScenario, checked_content


class TournamentTable(FormatKeys):
    """`[tournament]`."""

    course: list[str] = Field(min_length=1)


class TournamentFile(Strict):
    """The whole file."""

    ruleset: Literal["poker-room"]
    tournament: TournamentTable
    expect: dict[str, Any] | None = None


class Tournament:
    """A file that was read and found right, as far as that can be seen without playing it."""

    def __init__(self, name: str, content: TournamentFile) -> None:
        self.name = name
        self.content = content
        self.course = content.tournament.course
        self.expect = content.expect
        self.form = content.tournament.format()
        if problem := problem_with(self.form):
            raise WrongScenario(f"{name}: tournament.{problem}")

    def wrong(self, line: int, message: str) -> WrongScenario:
        """An error at a line of the course, counted from 1."""
        seen = f"course[{line}]: {self.course[line - 1]!r} seen"
        return WrongScenario(f"{self.name}: {seen}: {message}")


def is_tournament(content: Mapping[str, Any]) -> bool:
    """Is it a tournament file, and not one of a table?"""
    return isinstance(content.get("tournament"), dict)


def checked_tournament(name: str, content: dict[str, Any]) -> Tournament:
    """A tournament from what the TOML of its file says."""
    return Tournament(name, checked_content(name, TournamentFile, content))
