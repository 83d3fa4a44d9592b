"""What a table plays by, as a file says it: a table of the house and a scenario say it alike.

The keys check each value by itself; `table_rules` checks what goes with what. Both say what was
seen and what was expected, and leave it to the reader of the file to say where.
"""

from pydantic import field_validator

from controller.config import Dollars, Millionths, Strict
from controller.domain.dealing import Dealing
from controller.domain.money import ZERO, Money
from controller.games.bonus.figures import HouseSettings, load_game, load_schedule, schedule_names
from controller.games.bonus.rules import JackpotRules, Limits, Method, RuleSet, TableRules


class LimitsKeys(Strict):
    """`[limits]`."""

    ante: list[Dollars]
    bonus: list[Dollars]

    @field_validator("ante", "bonus")
    @classmethod
    def _minimum_and_maximum(cls, value: list[Money]) -> list[Money]:
        if len(value) != 2 or not ZERO < value[0] <= value[1]:
            amounts = ", ".join(str(amount) for amount in value)
            raise ValueError(
                f"[{amounts}] seen: expected a minimum and a maximum no smaller than it"
            )
        return value


class JackpotKeys(Strict):
    """`[jackpot]`."""

    schedule: str
    wager: Dollars
    increment: Millionths
    seed: Dollars
    meter: Dollars
    reserve: Dollars = ZERO
    bonus: bool = False

    @field_validator("schedule")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in schedule_names():
            raise ValueError(f"{value!r} seen: expected one of {', '.join(schedule_names())}")
        return value

    @field_validator("wager")
    @classmethod
    def _something(cls, value: Money) -> Money:
        if value == 0:
            raise ValueError("'0' seen: expected a wager of more than 0")
        return value


def table_rules(
    ruleset: RuleSet,
    method: Method,
    dealing: Dealing | None,
    places: int,
    limits: LimitsKeys,
    jackpot: JackpotKeys | None,
) -> TableRules:
    """The rules with the figures of `config/`; a `ValueError` names the key that does not fit."""
    game = load_game(ruleset)
    dealing = dealing or game.dealing[0]
    if dealing not in game.dealing:
        expected = " or ".join(game.dealing)
        raise ValueError(f"dealing: {dealing.value!r} seen: expected {expected} under {ruleset}")
    if method not in game.methods:
        raise ValueError(
            f"method: {method.value!r} seen: expected A under {ruleset}, only nsw-2024 has Method B"
        )
    return TableRules(
        ruleset=ruleset,
        method=method,
        dealing=dealing,
        places=places,
        limits=Limits(*limits.ante, *limits.bonus),
        ante_bonus=game.ante_bonus,
        jackpot=_jackpot(jackpot, ruleset, game.settings) if jackpot else None,
        packet_reversed=game.settings.packet_reversed,
        bonus_jackpots_first=game.settings.bonus_jackpots_first,
    )


def _jackpot(keys: JackpotKeys, ruleset: RuleSet, settings: HouseSettings) -> JackpotRules:
    schedule = load_schedule(keys.schedule)
    if ruleset not in schedule.rulesets:
        raise ValueError(
            f"jackpot.schedule: {schedule.name!r} seen: expected a schedule of {ruleset}"
        )
    if schedule.wager_fixed and keys.wager != schedule.printed_wager:
        raise ValueError(
            f"jackpot.wager: '{keys.wager}' seen: "
            f"expected '{schedule.printed_wager}', the wager of {schedule.name}"
        )
    if keys.bonus and not any(line.bonus for line in schedule.lines):
        raise ValueError(
            f"jackpot.bonus: true seen: expected false, {schedule.name} has no bonus jackpot"
        )
    return JackpotRules(
        schedule,
        keys.wager,
        keys.increment,
        keys.seed,
        keys.bonus,
        settings.reserve_increment,
        settings.meter_awards,
    )
