"""What one table of the house is: `config/tables/<name>.toml`, or a file of its own."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, ValidationError

from controller.config import (
    Dollars,
    HouseSettings,
    Millionths,
    Strict,
    WrongConfiguration,
    load_game,
    load_schedule,
)
from controller.domain.money import ZERO, Money
from controller.domain.rules import (
    Dealing,
    JackpotRules,
    Limits,
    Method,
    RuleSet,
    TableRules,
)
from controller.floor.base import Day
from controller.floor.state import Settings

PLACES: Final = (5, 7)


def _day(value: Any) -> Day | None:
    if value is None or isinstance(value, Day):
        return value
    parts = str(value).split("-")
    if len(parts) != len(Day._fields) or not all(part.isdecimal() for part in parts):
        raise ValueError(f"{value!r} seen: expected a day such as '2024-08-16'")
    return Day(*map(int, parts))


class LimitsTable(Strict):
    """`[limits]`."""

    ante: Annotated[list[Dollars], Field(min_length=2, max_length=2)]
    bonus: Annotated[list[Dollars], Field(min_length=2, max_length=2)]


class JackpotTable(Strict):
    """`[jackpot]`."""

    schedule: str
    wager: Dollars
    increment: Millionths
    seed: Dollars
    meter: Dollars
    """What the pool is opened with, together with the journal."""
    reserve: Dollars = ZERO
    limit: Dollars | None = None
    bonus: bool = False


class TableFile(Strict):
    """A table as its file says."""

    name: str = Field(min_length=1, max_length=12)
    ruleset: Annotated[RuleSet, BeforeValidator(RuleSet)]
    method: Annotated[Method, BeforeValidator(Method)] = Method.A
    dealing: Annotated[Dealing, BeforeValidator(Dealing)]
    places: int
    devices: str | None = None
    """Which file of `config/devices` names them; none where every card is keyed."""
    effective_from: Annotated[Day | None, BeforeValidator(_day)] = None
    limits: LimitsTable
    jackpot: JackpotTable | None = None


@dataclass(frozen=True)
class HouseTable:
    """A table that was read and found right."""

    name: str
    rules: TableRules
    settings: Settings
    devices: str | None
    meter: Money
    reserve: Money
    limit: Money | None


def table_names() -> tuple[str, ...]:
    """The tables that come with the program."""
    folder = files("config") / "tables"
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir()))


def load_table(named: str) -> HouseTable:
    """By the name of its file in `config/tables`, or by a path."""
    path = Path(named)
    source = path if path.suffix == ".toml" else files("config") / "tables" / f"{named}.toml"
    where = named if path.suffix == ".toml" else f"config/tables/{named}.toml"
    try:
        return _checked(TableFile.model_validate(tomllib.loads(source.read_text("utf-8"))))
    except FileNotFoundError as missing:
        known = ", ".join(table_names())
        raise WrongConfiguration(
            f"{where} is not there. Expected one of {known}, or a file that ends in .toml"
        ) from missing
    except (tomllib.TOMLDecodeError, ValidationError, ValueError) as wrong:
        raise WrongConfiguration(f"{where}: {wrong}") from wrong


def _checked(read: TableFile) -> HouseTable:
    game = load_game(read.ruleset)
    if read.dealing not in game.dealing:
        expected = " or ".join(game.dealing)
        raise ValueError(f"dealing: {read.dealing.value!r} seen: expected {expected}")
    if read.method not in game.methods:
        raise ValueError(f"method: {read.method.value!r} seen: only nsw-2024 has Method B")
    if read.places not in PLACES:
        raise ValueError(f"places: {read.places} seen: expected 5 or 7")
    (ante_min, ante_max), (bonus_min, bonus_max) = read.limits.ante, read.limits.bonus
    settings = game.settings
    rules = TableRules(
        ruleset=read.ruleset,
        method=read.method,
        dealing=read.dealing,
        places=read.places,
        limits=Limits(ante_min, ante_max, bonus_min, bonus_max),
        ante_bonus=game.ante_bonus,
        jackpot=_jackpot(read.jackpot, read.ruleset, settings) if read.jackpot else None,
        packet_reversed=settings.packet_reversed,
        bonus_jackpots_first=settings.bonus_jackpots_first,
    )
    jackpot = read.jackpot
    return HouseTable(
        name=read.name,
        rules=rules,
        settings=Settings(effective_from=read.effective_from),
        devices=read.devices,
        meter=jackpot.meter if jackpot else ZERO,
        reserve=jackpot.reserve if jackpot else ZERO,
        limit=jackpot.limit if jackpot else None,
    )


def _jackpot(table: JackpotTable, ruleset: RuleSet, settings: HouseSettings) -> JackpotRules:
    schedule = load_schedule(table.schedule)
    if ruleset not in schedule.rulesets:
        raise ValueError(f"jackpot.schedule: {schedule.name!r} seen: expected one of {ruleset}")
    if schedule.wager_fixed and table.wager != schedule.printed_wager:
        raise ValueError(
            f"jackpot.wager: '{table.wager}' seen: expected '{schedule.printed_wager}', "
            f"the wager of {schedule.name}"
        )
    return JackpotRules(
        schedule,
        table.wager,
        table.increment,
        table.seed,
        table.bonus,
        settings.reserve_increment,
        settings.meter_awards,
    )
