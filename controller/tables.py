"""What one table of the house is: `config/tables/<name>.toml`, or a file of its own."""

from collections.abc import Callable
from dataclasses import field
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, ValidationError

from controller.bounded import read_toml
from controller.config import Strict, WrongConfiguration, describe
from controller.domain.frozen import Frozen
from controller.floor.base import Day
from controller.games.game import Game
from controller.games.registry import GAMES
from controller.notices.sinks import SinkSettings

OWN_LOG: Final = "log"
"""The sink that every table has: a log file in its folder."""


def _day(value: Any) -> Day | None:
    if value is None or isinstance(value, Day):
        return value
    parts = str(value).split("-")
    if len(parts) != len(Day._fields) or not all(part.isdecimal() for part in parts):
        raise ValueError(f"{value!r} seen: expected a day such as '2024-08-16'")
    return Day(*map(int, parts))


class TableKeys(Strict):
    """A table as its file says; a game adds its own keys."""

    name: str = Field(max_length=12, pattern=r"^[^/\s]([^/]*[^/\s])?$")
    """Without a stroke: what a table sends to its pool has ids that begin with its name and one."""
    places: int
    devices: str | None = None
    """Which file of `config/devices` names them; none where every card is keyed."""
    effective_from: Annotated[Day | None, BeforeValidator(_day)] = None
    cashless: bool = False
    """Chips are sold without cash, as long as nobody switches it at the table (2.5.1)."""
    sinks: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """`[sinks.NAME]`: where notices go besides the table's own log file (`notices.sinks`)."""


class HouseTable(Frozen):
    """A table that was read and found right."""

    name: str
    game: Game
    rules: Any
    """Of the game, with the figures of this table."""
    settings: Any
    """Of the kind that the floor of its game has."""
    devices: str | None
    own: Any = None
    """What only its game asks of the file."""
    sinks: SinkSettings = field(default_factory=dict)


def table_names() -> tuple[str, ...]:
    """The tables that come with the program."""
    return names_in("tables")


def names_in(folder: str) -> tuple[str, ...]:
    """The files of a folder of `config`."""
    found = (files("config") / folder).iterdir()
    return tuple(sorted(item.name.removesuffix(".toml") for item in found))


def load_table(named: str) -> HouseTable:
    """By the name of its file in `config/tables`, or by a path."""
    return load_named("tables", named, _read)


def load_named(folder: str, named: str, read: Callable[[dict[str, Any]], HouseTable]) -> HouseTable:
    """By the name of a file in a folder of `config`, or by a path."""
    path, known = Path(named), names_in(folder)
    own = path.suffix != ".toml"
    source = files("config") / folder / f"{named}.toml" if own else path
    where = f"config/{folder}/{named}.toml" if own else named
    try:
        if own and named not in known:
            raise FileNotFoundError
        table = read(read_toml(source))
        if OWN_LOG in table.sinks:
            raise ValueError(f"sinks: {OWN_LOG!r} seen: that is the table's own log file")
        return table
    except FileNotFoundError as missing:
        raise WrongConfiguration(
            f"{where} is not there. Expected one of {', '.join(known)}, "
            "or a file that ends in .toml"
        ) from missing
    except ValidationError as wrong:
        raise WrongConfiguration(f"{where}: {describe(wrong)}") from None
    except ValueError as wrong:
        raise WrongConfiguration(f"{where}: {wrong}") from wrong


def _read(tree: dict[str, Any]) -> HouseTable:
    """By the game that the file names; the first of the house where it names none."""
    named = tree.pop("game", GAMES.first.name)
    game = GAMES.named(named)
    if "prizes" in tree:
        raise ValueError("a tournament seen: expected a table. `feltwork tournament` takes it")
    if game is None:
        names = ", ".join(game.name for game in GAMES)
        raise ValueError(f"game: {named!r} seen: expected one of {names}")
    table: HouseTable = game.read_table(tree)
    return table
