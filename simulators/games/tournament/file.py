"""The tournament file: its keys, each checked by itself, and the format that they make."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from pydantic import Field, ValidationError

from controller.config import Dollars, Millionths, Strict
from controller.domain.money import ZERO
from controller.tournament.format import AddOns, Chips, Format, problem_with
from simulators.scenario.messages import explain
from simulators.scenario.reading import WrongScenario


class TournamentTable(Strict):
    """`[tournament]`."""

    name: str
    entry: Dollars
    buyin: Dollars = ZERO
    house: Millionths = 0
    chips: Literal["tournament", "value"] = "tournament"
    commission: bool = False
    bank: Dollars
    entries: int = 1
    players: int | None = None
    rebuys: bool = False
    addon: Literal["none", "single", "double"] = "none"
    added: Dollars = ZERO
    prizes: list[Millionths] = Field(min_length=1)
    advance: int = 0
    course: list[str] = Field(min_length=1)


class TournamentFile(Strict):
    """The whole file."""

    ruleset: Literal["poker-room"]
    tournament: TournamentTable
    expect: dict[str, Any] | None = None


KEYS: Final = {
    "": tuple(TournamentFile.model_fields),
    "tournament": tuple(TournamentTable.model_fields),
}
"""The keys that each table knows."""


class Tournament:
    """A file that was read and found right, as far as that can be seen without playing it."""

    def __init__(self, name: str, content: TournamentFile) -> None:
        self.name = name
        self.content = content
        self.course = content.tournament.course
        self.expect = content.expect
        self.form = _format(content.tournament)
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
    try:
        return Tournament(name, TournamentFile.model_validate(content))
    except ValidationError as wrong:
        raise WrongScenario(explain(name, wrong, KEYS)) from wrong


def _format(table: TournamentTable) -> Format:
    return Format(
        table.name,
        table.entry,
        table.bank,
        tuple(table.prizes),
        buyin=table.buyin,
        house=table.house,
        chips=Chips(table.chips),
        commission=table.commission,
        entries_max=table.entries,
        players_max=table.players,
        rebuys=table.rebuys,
        addons=AddOns(table.addon),
        added=table.added,
        advance=table.advance,
    )
