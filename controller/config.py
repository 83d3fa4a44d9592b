"""Figures from `config/`: parsed once into frozen models that know every key."""

import re
from decimal import Decimal
from importlib.resources import files
from typing import Annotated, Any, ClassVar, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from controller.bounded import read_toml
from controller.domain.money import ZERO, Money
from controller.games.bonus.paytables import AnteBonusTable, AwardLine, GradedOn, Schedule
from controller.games.bonus.rules import Dealing, MeterAwards, Method, RuleSet

_SECRETIVE: Final = frozenset({"sinks", "linked"})
"""Sections in which a password or a token may stand."""


class WrongConfiguration(Exception):
    """A file in `config/` is not what it should be."""


_TOLD_MAX: Final = 20
"""Settings that are named; a file may be wrong in any number of them."""


def told(wrong: ValidationError, *, values: bool = True) -> str:
    """What is wrong with which setting; without the values where one may be a secret."""
    errors = wrong.errors(include_url=False)
    more = f"; and {len(errors) - _TOLD_MAX} more" if len(errors) > _TOLD_MAX else ""
    said = "; ".join(
        f"{'.'.join(map(str, error['loc']))}: "
        + (f"{error['input']!r} seen: " if values and _may_be_shown(error) else "")
        + error["msg"]
        for error in errors[:_TOLD_MAX]
    )
    return said + more


def _may_be_shown(error: ErrorDetails) -> bool:
    """Not a whole section, nor a key nobody knows, nor what is said to a sink or a server."""
    plain = isinstance(error["input"], str | int | float)
    known = error["type"] != "extra_forbidden"
    return plain and known and _SECRETIVE.isdisjoint(error["loc"])


def amount(value: Any) -> Money:
    """Money is always a string of dollars."""
    if isinstance(value, Money):
        return value
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a string: write money as dollars in quotes, '25.00'")
    return Money.parse(value)


Dollars = Annotated[Money, BeforeValidator(amount)]


class Strict(BaseModel):
    """Frozen; keys nobody knows are errors."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        arbitrary_types_allowed=True,
        defer_build=True,  # a validator is built when it is first asked
    )


def millionths(share: Any) -> int:
    """A share of a wager, exact: a string from '0' to '1'."""
    if not isinstance(share, str):
        raise ValueError(f"{share!r} is not a string: write a share in quotes, '0.20'")
    if not re.fullmatch(r"[01](\.[0-9]+)?", share) or Decimal(share) > 1:
        raise ValueError(f"{share!r} seen: expected a share from '0' to '1' such as '0.20'")
    if Decimal(share) % Decimal("0.000001"):
        raise ValueError(f"{share!r} seen: expected a share of at most six decimals")
    return int(Decimal(share) * 1_000_000)


Millionths = Annotated[int, BeforeValidator(millionths)]


class HouseSettings(Strict):
    """`[settings]` of a game: what the rules leave to the house. The defaults are the readings'."""

    packet_reversed: bool = False
    """The shuffling device ejects the community packet river first (R2)."""
    bonus_jackpots_first: bool = False
    """All bonus jackpots before any other award, or place by place with them (15.2.12, R23)."""
    meter_awards: Annotated[MeterAwards, BeforeValidator(MeterAwards)] = MeterAwards.IN_TURN
    """Two awards off the meter in one round: in-turn or same-meter (sd (18)(a)v, R28)."""
    reserve_increment: Millionths = 0
    """Share of each jackpot wager that fills the reserve (R21)."""


class GameFile(Strict):
    """`config/games/<rule set>.toml`."""

    title: str
    dealing: list[str] = Field(min_length=1)
    """Where cards may come from."""
    methods: list[str] = Field(min_length=1)
    """Jackpot methods of 1.1; A where the rules know none."""
    ante_bonus: dict[str, int] | None = None
    """Odds to 1 by hole cards; absent where the wager is not offered (R13)."""
    settings: HouseSettings = Field(default_factory=HouseSettings)


class Game(Strict):
    """What differs between rule sets as figures."""

    title: str
    dealing: tuple[Dealing, ...]
    methods: tuple[Method, ...]
    ante_bonus: AnteBonusTable | None
    settings: HouseSettings


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


def _read(folder: str, name: str) -> dict[str, Any]:
    source = files("config") / folder / f"{name}.toml"
    try:
        return read_toml(source)
    except FileNotFoundError as missing:
        raise WrongConfiguration(f"config/{folder}/{name}.toml is not there") from missing
    except ValueError as wrong:
        raise WrongConfiguration(f"config/{folder}/{name}.toml: {wrong}") from wrong


def load_game(ruleset: RuleSet) -> Game:
    """The figures of a rule set."""
    try:
        read = GameFile.model_validate(_read("games", ruleset))
        return Game(
            title=read.title,
            dealing=tuple(Dealing(name) for name in read.dealing),
            methods=tuple(Method(name) for name in read.methods),
            ante_bonus=AnteBonusTable(read.ante_bonus) if read.ante_bonus else None,
            settings=read.settings,
        )
    except (ValidationError, ValueError) as wrong:
        raise WrongConfiguration(f"config/games/{ruleset}.toml: {wrong}") from wrong


def load_schedule(name: str) -> Schedule:
    """A jackpot pay schedule."""
    try:
        read = ScheduleFile.model_validate(_read("jackpots", name))
        return Schedule(
            name=name,
            rulesets=tuple(RuleSet(ruleset) for ruleset in read.rulesets),
            graded_on=GradedOn(read.graded_on),
            lines=tuple(AwardLine(**line.model_dump()) for line in read.lines),
            printed_wager=read.printed_wager,
            wager_fixed=read.wager_fixed,
        )
    except (ValidationError, ValueError) as wrong:
        raise WrongConfiguration(f"config/jackpots/{name}.toml: {wrong}") from wrong


def schedule_names() -> tuple[str, ...]:
    """The schedules there are."""
    folder = files("config") / "jackpots"
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir()))
