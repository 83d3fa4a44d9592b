"""What one tournament of the house is: `config/tournaments/<name>.toml`, or a file of its own."""

from typing import Any, Literal

from pydantic import Field

from controller.config import Dollars, Millionths, Strict
from controller.domain.money import ZERO
from controller.games.desk.game import DESK
from controller.tables import HouseTable, load_named
from controller.tournament.format import (
    SEATS_MAX,
    AddOns,
    Chips,
    Format,
    InKind,
    Level,
    problem_with,
)


class FormatKeys(Strict):
    """What every tournament file says of the format (26.1)."""

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

    def format(self, **more: Any) -> Format:
        """The format that they make, with what else is known of it."""
        return Format(
            self.name,
            self.entry,
            self.bank,
            tuple(self.prizes),
            buyin=self.buyin,
            house=self.house,
            chips=Chips(self.chips),
            commission=self.commission,
            entries_max=self.entries,
            players_max=self.players,
            rebuys=self.rebuys,
            addons=AddOns(self.addon),
            added=self.added,
            advance=self.advance,
            **more,
        )


class LevelKeys(Strict):
    """`[[levels]]`: blinds and ante, or a break where there are none."""

    minutes: int
    blinds: list[Dollars] = Field(default_factory=list)
    ante: Dollars = ZERO

    def level(self, number: int) -> Level:
        if len(self.blinds) not in (0, 2):
            seen = f"levels: {len(self.blinds)} blinds at level {number} seen"
            raise ValueError(f"{seen}: expected two, small and big, or none for a break")
        small, big = self.blinds or (ZERO, ZERO)
        return Level(self.minutes, small, big, self.ante)


class InKindKeys(Strict):
    """`[[in_kind]]`: a prize other than cash (31.2)."""

    place: int
    what: str = Field(min_length=1, max_length=60)
    cost: Dollars


class TournamentFile(FormatKeys):
    """The keys of a tournament that is run at the desk."""

    name: str = Field(max_length=40, pattern=r"^[^/\s]([^/]*[^/\s])?$")
    ruleset: Literal["poker-room"]
    tables: int = 1
    seats: int = SEATS_MAX
    levels: list[LevelKeys] = Field(default_factory=list)
    in_kind: list[InKindKeys] = Field(default_factory=list)
    sessions: int = 1
    session_minutes: int | None = None
    session_hands: int | None = None
    rebuy_levels: int | None = None
    sinks: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """`[sinks.NAME]`: where notices go besides the desk's own log file (`notices.sinks`)."""


def read_tournament(tree: dict[str, Any]) -> HouseTable:
    """A tournament, checked; a `ValueError` says what does not fit."""
    read = TournamentFile.model_validate(tree)
    form = read.format(
        tables=read.tables,
        seats=read.seats,
        levels=tuple(keys.level(number) for number, keys in enumerate(read.levels, 1)),
        in_kind=tuple(InKind(one.place, one.what, one.cost) for one in read.in_kind),
        sessions=read.sessions,
        session_minutes=read.session_minutes,
        session_hands=read.session_hands,
        rebuy_levels=read.rebuy_levels,
    )
    if problem := problem_with(form):
        raise ValueError(problem)
    return HouseTable(read.name, DESK, form, None, None, sinks=read.sinks)


def load_tournament(named: str) -> HouseTable:
    """By the name of its file in `config/tournaments`, or by a path."""
    return load_named("tournaments", named, DESK.read_table)
