"""A bonus table as its file says: its rule set, its limits, and its jackpot."""

from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field

from controller.config import Dollars, Strict
from controller.domain.base import evolve
from controller.domain.dealing import Dealing
from controller.games.bonus.floor.state import BonusSettings
from controller.games.bonus.game import BONUS
from controller.games.bonus.pool_setup import PoolSetup
from controller.games.bonus.rules import Method, RuleSet
from controller.games.bonus.table_rules import JackpotKeys, LimitsKeys, table_rules
from controller.pools.place import PoolOnServer
from controller.tables import HouseTable, TableKeys

PLACES: Final = (5, 7)


class LinkedSection(Strict):
    """`[jackpot.linked]`: a meter that other tables play on too."""

    server: str = Field(min_length=1)
    """A URL such as `postgresql://feltwork_table_14@pools.house/feltwork`, without a password."""
    pool: str = Field(min_length=1)
    """Opened with `feltwork pool open`."""
    closes_after_s: int = Field(default=300, ge=10, le=86_400)
    """11.14: after so many seconds without it the jackpot closes at this table."""


class JackpotSection(JackpotKeys):
    """`[jackpot]`; the meter is what the pool is opened with, together with the journal."""

    limit: Dollars | None = None
    linked_games: Annotated[tuple[str, ...], BeforeValidator(tuple)] = ()
    """Other poker derivatives on the same jackpot: Method B is compulsory then (1.1)."""
    linked: LinkedSection | None = None
    """Without it the table has a pool of its own, in its own folder."""


class TableFile(TableKeys):
    """The keys of a bonus table."""

    ruleset: Annotated[RuleSet, BeforeValidator(RuleSet)]
    method: Annotated[Method, BeforeValidator(Method)] = Method.A
    dealing: Annotated[Dealing, BeforeValidator(Dealing)]
    limits: LimitsKeys
    jackpot: JackpotSection | None = None


def read_table(tree: dict[str, Any]) -> HouseTable:
    """A table of this game, checked; a `ValueError` says what does not fit.

    6.6.1 forbids tournament play where the limits are low; this game has none at any."""
    if "tournament" in tree:
        raise ValueError("tournament: expected none: only the poker room plays them (rule 6.6.1)")
    read = TableFile.model_validate(tree)
    if read.places not in PLACES:
        raise ValueError(f"places: {read.places} seen: expected 5 or 7")
    jackpot = read.jackpot
    return HouseTable(
        name=read.name,
        game=BONUS,
        rules=table_rules(
            read.ruleset, read.method, read.dealing, read.places, read.limits, jackpot
        ),
        settings=_settings(read),
        devices=read.devices,
        own=_pool(jackpot) if jackpot else PoolSetup(),
        sinks=read.sinks,
    )


def _settings(read: TableFile) -> BonusSettings:
    settings = BonusSettings(
        effective_from=read.effective_from,
        linked_games=read.jackpot.linked_games if read.jackpot else (),
        cashless=read.cashless,
    )
    linked = read.jackpot.linked if read.jackpot else None
    return evolve(settings, link_lost_s_max=linked.closes_after_s) if linked else settings


def _pool(jackpot: JackpotSection) -> PoolSetup:
    server = _linked(jackpot.linked) if jackpot.linked else None
    return PoolSetup(jackpot.meter, jackpot.reserve, jackpot.limit, server)


def _linked(table: LinkedSection) -> PoolOnServer:
    if urlsplit(table.server).password is not None or "password" in table.server:
        raise ValueError(
            "jackpot.linked.server: expected no password: keep it in a password file (PGPASSFILE)"
        )
    return PoolOnServer(table.server, table.pool)
