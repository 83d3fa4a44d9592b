"""What one table of the house is: `config/tables/<name>.toml`, or a file of its own."""

from dataclasses import field
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, ValidationError

from controller.bounded import read_toml
from controller.config import Dollars, Strict, WrongConfiguration, told
from controller.domain.base import evolve
from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.floor.base import Day
from controller.floor.state import Settings
from controller.games.bonus.game import BONUS
from controller.games.bonus.rules import Dealing, Method, RuleSet, TableRules
from controller.games.bonus.table_rules import JackpotKeys, LimitsKeys, table_rules
from controller.games.game import Game
from controller.notices.sinks import SinkSettings
from controller.pools.place import PoolOnServer

PLACES: Final = (5, 7)
OWN_LOG: Final = "log"
"""The sink that every table has: a log file in its folder."""


def _day(value: Any) -> Day | None:
    if value is None or isinstance(value, Day):
        return value
    parts = str(value).split("-")
    if len(parts) != len(Day._fields) or not all(part.isdecimal() for part in parts):
        raise ValueError(f"{value!r} seen: expected a day such as '2024-08-16'")
    return Day(*map(int, parts))


class LinkedTable(Strict):
    """`[jackpot.linked]`: a meter that other tables play on too."""

    server: str = Field(min_length=1)
    """A URL such as `postgresql://feltwork_table_14@pools.house/feltwork`, without a password."""
    pool: str = Field(min_length=1)
    """Opened with `feltwork pool open`."""
    closes_after_s: int = Field(default=300, ge=10, le=86_400)
    """11.14: after so many seconds without it the jackpot closes at this table."""


class JackpotTable(JackpotKeys):
    """`[jackpot]`; the meter is what the pool is opened with, together with the journal."""

    limit: Dollars | None = None
    linked_games: Annotated[tuple[str, ...], BeforeValidator(tuple)] = ()
    """Other poker derivatives on the same jackpot: Method B is compulsory then (1.1)."""
    linked: LinkedTable | None = None
    """Without it the table has a pool of its own, in its own folder."""


class TableFile(Strict):
    """A table as its file says."""

    name: str = Field(max_length=12, pattern=r"^[^/\s]([^/]*[^/\s])?$")
    """Without a stroke: what a table sends to its pool has ids that begin with its name and one."""
    ruleset: Annotated[RuleSet, BeforeValidator(RuleSet)]
    method: Annotated[Method, BeforeValidator(Method)] = Method.A
    dealing: Annotated[Dealing, BeforeValidator(Dealing)]
    places: int
    devices: str | None = None
    """Which file of `config/devices` names them; none where every card is keyed."""
    effective_from: Annotated[Day | None, BeforeValidator(_day)] = None
    cashless: bool = False
    """Chips are sold without cash, as long as nobody switches it at the table (2.5.1)."""
    limits: LimitsKeys
    jackpot: JackpotTable | None = None
    sinks: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """`[sinks.NAME]`: where notices go besides the table's own log file (`notices.sinks`)."""


@frozen
class HouseTable:
    """A table that was read and found right."""

    name: str
    game: Game
    rules: TableRules
    settings: Settings
    devices: str | None
    meter: Money
    reserve: Money
    limit: Money | None
    linked: PoolOnServer | None = None
    sinks: SinkSettings = field(default_factory=dict)


def table_names() -> tuple[str, ...]:
    """The tables that come with the program."""
    folder = files("config") / "tables"
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir()))


def load_table(named: str) -> HouseTable:
    """By the name of its file in `config/tables`, or by a path."""
    path, known = Path(named), table_names()
    own = path.suffix != ".toml"
    source = files("config") / "tables" / f"{named}.toml" if own else path
    where = f"config/tables/{named}.toml" if own else named
    try:
        if own and named not in known:
            raise FileNotFoundError
        return _checked(TableFile.model_validate(read_toml(source)))
    except FileNotFoundError as missing:
        raise WrongConfiguration(
            f"{where} is not there. Expected one of {', '.join(known)}, "
            "or a file that ends in .toml"
        ) from missing
    except ValidationError as wrong:
        raise WrongConfiguration(f"{where}: {told(wrong)}") from None
    except ValueError as wrong:
        raise WrongConfiguration(f"{where}: {wrong}") from wrong


def _checked(read: TableFile) -> HouseTable:
    if read.places not in PLACES:
        raise ValueError(f"places: {read.places} seen: expected 5 or 7")
    if OWN_LOG in read.sinks:
        raise ValueError(f"sinks: {OWN_LOG!r} seen: that is the table's own log file")
    jackpot = read.jackpot
    return HouseTable(
        name=read.name,
        game=BONUS,
        rules=table_rules(
            read.ruleset, read.method, read.dealing, read.places, read.limits, jackpot
        ),
        settings=_settings(read),
        devices=read.devices,
        meter=jackpot.meter if jackpot else ZERO,
        reserve=jackpot.reserve if jackpot else ZERO,
        limit=jackpot.limit if jackpot else None,
        linked=_linked(jackpot.linked) if jackpot and jackpot.linked else None,
        sinks=read.sinks,
    )


def _settings(read: TableFile) -> Settings:
    settings = Settings(
        effective_from=read.effective_from,
        linked_games=read.jackpot.linked_games if read.jackpot else (),
        cashless=read.cashless,
    )
    linked = read.jackpot.linked if read.jackpot else None
    return evolve(settings, link_lost_s_max=linked.closes_after_s) if linked else settings


def _linked(table: LinkedTable) -> PoolOnServer:
    if urlsplit(table.server).password is not None or "password" in table.server:
        raise ValueError(
            "jackpot.linked.server: a password seen: keep it in a password file (PGPASSFILE)"
        )
    return PoolOnServer(table.server, table.pool)
