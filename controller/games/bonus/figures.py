"""Figures of the bonus game from `config/games` and `config/jackpots`."""

from importlib.resources import files
from typing import Annotated

from pydantic import BeforeValidator, Field, model_validator

from controller.config import Dollars, Millionths, Strict, WrongConfiguration, read_config
from controller.domain.dealing import Dealing
from controller.domain.money import ZERO
from controller.games.bonus.paytables import AnteBonusTable, AwardLine, GradedOn, Schedule
from controller.games.bonus.rules import MeterAwards, Method, RuleSet


class HouseSettings(Strict):
    """`[settings]` of a game: what the rules leave to the house. The defaults are the readings'."""

    packet_reversed: bool = False
    """The shuffling device ejects the community packet river first (R2)."""
    bonus_jackpots_first: bool = False
    """All bonus jackpots before any other award, or place by place with them (15.2.12, R23)."""
    meter_awards: Annotated[MeterAwards, BeforeValidator(MeterAwards)] = MeterAwards.IN_TURN
    """Two awards from the meter in one round: in-turn or same-meter (sd (18)(a)v, R28)."""
    reserve_increment: Millionths = 0
    """Share of each jackpot wager that fills the reserve (R21)."""


class Figures(Strict):
    """`config/games/<rule set>.toml`: what differs between rule sets as figures."""

    title: str
    dealing: list[Annotated[Dealing, BeforeValidator(Dealing)]] = Field(min_length=1)
    """Where cards may come from."""
    methods: list[Annotated[Method, BeforeValidator(Method)]] = Field(min_length=1)
    """Jackpot methods of 1.1; A where the rules know none."""
    odds: dict[str, int] | None = Field(default=None, alias="ante_bonus")
    settings: HouseSettings = Field(default_factory=HouseSettings)

    @property
    def ante_bonus(self) -> AnteBonusTable | None:
        """Odds to 1 by hole cards; none where the wager is not offered (R13)."""
        return AnteBonusTable(self.odds) if self.odds else None


class LineFile(Strict):
    """One line of `config/jackpots/<schedule>.toml`."""

    award: str
    percent: int = Field(default=0, ge=0, le=100)
    amount: Dollars = ZERO
    for_one: int = Field(default=0, ge=0)
    guarantee: Dollars = ZERO
    bonus: Dollars = ZERO
    envy: Dollars = ZERO

    @model_validator(mode="after")
    def _one_way_of_paying(self) -> "LineFile":
        if sum((self.percent > 0, self.amount > 0, self.for_one > 0)) != 1:
            raise ValueError(f"{self.award}: expected exactly one of percent, amount, for_one")
        return self


class ScheduleFile(Strict):
    """`config/jackpots/<schedule>.toml`."""

    rulesets: list[str] = Field(min_length=1)
    graded_on: str
    printed_wager: Dollars | None = None
    wager_fixed: bool = False
    lines: list[LineFile] = Field(min_length=1)


def load_game(ruleset: RuleSet) -> Figures:
    """The figures of a rule set."""
    try:
        return Figures.model_validate(read_config("games", ruleset))
    except ValueError as wrong:
        raise WrongConfiguration(f"config/games/{ruleset}.toml: {wrong}") from wrong


def load_schedule(name: str) -> Schedule:
    """A jackpot pay schedule."""
    try:
        read = ScheduleFile.model_validate(read_config("jackpots", name))
        return Schedule(
            name=name,
            rulesets=tuple(RuleSet(ruleset) for ruleset in read.rulesets),
            graded_on=GradedOn(read.graded_on),
            lines=tuple(AwardLine(**line.model_dump()) for line in read.lines),
            printed_wager=read.printed_wager,
            wager_fixed=read.wager_fixed,
        )
    except ValueError as wrong:
        raise WrongConfiguration(f"config/jackpots/{name}.toml: {wrong}") from wrong


def schedule_names() -> tuple[str, ...]:
    """The schedules there are."""
    folder = files("config") / "jackpots"
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir()))
