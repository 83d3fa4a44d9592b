"""What the floor of a bonus table keeps besides: limits, markers, the jackpot, a review."""

from dataclasses import field
from enum import StrEnum
from typing import ClassVar

from controller.domain import kernel
from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money
from controller.floor.game import FloorGame
from controller.floor.state import Floor, Seat, Settings, SignNotice
from controller.games.bonus.rules import Limits, TableRules


class TableLimits(Frozen):
    """What the table sign says (6.1)."""

    spot: Limits
    """For each playing area."""
    player_min: Money | None = None
    player_max: Money | None = None
    """For all that one player wagers before the first card; `nsw-2024` only."""
    multiples: bool = False
    """Wagers are multiples of the minimum."""
    unit: Money | None = None
    """Above the minimum, wagers go up in this unit."""


class Minimum(Frozen):
    """The least a player may wager; a seated player may keep an old one (6.5.1)."""

    ante: Money
    bonus: Money
    player: Money = ZERO
    """For all that the player wagers; nothing where the sign does not say."""


class BonusSeat(Seat):
    """One place, and who plays there at which minimum."""

    KIND: ClassVar = "Seat"
    old: Minimum | None = None


class LimitNotice(Frozen):
    """6.5: a raised minimum on its way."""

    limits: TableLimits
    notice: SignNotice


class PendingLimits(Frozen):
    """Limits that change when the round in progress is finished."""

    limits: TableLimits
    keeps_old: bool
    """6.5.1: whoever sits there then keeps the old minimum."""


class JackpotState(StrEnum):
    """Whether jackpot wagers are taken."""

    ABSENT = "absent"
    OFF = "off"
    ON = "on"
    FAILED = "failed"
    """11.14: no round until a gaming supervisor approves play without it."""
    SUSPENDED = "suspended"
    """Play goes on without it."""


class ShownOn(StrEnum):
    """Which sign shows the jackpot schedule (15.2.9; sd (18))."""

    PLACARD = "placard"
    VIDEO_SIGN = "video-sign"


class BonusSettings(Settings):
    """What differs between bonus tables and is not the order of play."""

    KIND: ClassVar = "Settings"
    linked_games: tuple[str, ...] = ()
    """Other poker derivatives linked to the same jackpot (1.1, Method B)."""
    link_lost_s_max: int = 300
    """11.14: so long without the pool of a linked table, and the jackpot closes at this one."""


class BonusFloor(Floor):
    """A bonus table between and around rounds."""

    KIND: ClassVar = "Floor"
    rules: TableRules
    """As in force: limits, method and source of cards are those of the next round."""
    settings: BonusSettings
    seats: tuple[BonusSeat, ...]
    limits: TableLimits = field(kw_only=True)
    linked_games: tuple[str, ...] = field(kw_only=True)
    jackpot: JackpotState = field(kw_only=True)
    markers: frozenset[int] = frozenset()
    """Places with a marker on the layout (6.5.1.1)."""
    limit_notice: LimitNotice | None = None
    old_minimum_notice: SignNotice | None = None
    pending: PendingLimits | None = None
    shown_on: ShownOn | None = None
    review: int | None = None
    """The round that surveillance was last asked to look at before an award is confirmed."""

    @property
    def game(self) -> FloorGame:
        from controller.games.bonus.floor.game import BONUS_FLOOR  # which knows this floor

        return BONUS_FLOOR

    def seat(self, place: int) -> BonusSeat:
        return self.seats[place - 1]


def new_floor(rules: TableRules, settings: BonusSettings) -> BonusFloor:
    """A table that was never opened."""
    return BonusFloor(
        rules=rules,
        settings=settings,
        limits=TableLimits(rules.limits),
        seats=tuple(BonusSeat(place) for place in range(1, rules.places + 1)),
        linked_games=settings.linked_games,
        cashless=settings.cashless,
        jackpot=JackpotState.ABSENT if rules.jackpot is None else JackpotState.OFF,
    )


Draft = kernel.Draft[BonusFloor]
