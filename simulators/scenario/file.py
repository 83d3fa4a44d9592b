"""The scenario file: its keys, its checks, and errors that name file, round and field."""

import re
import tomllib
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, field_validator, model_validator

from controller.config import Dollars, Strict, load_game, load_schedule, schedule_names
from controller.domain.cards import Card, parse_cards
from controller.domain.commands import Decision, Irregularity
from controller.domain.money import ZERO, Money
from controller.domain.rules import (
    Dealing,
    JackpotRules,
    Limits,
    Method,
    RuleSet,
    Street,
    TableRules,
)
from controller.domain.wagers import Choice
from controller.round.phases import CARDS_OUT

POWER_LOSS = "power-loss"
EVENTS = tuple(name.value for name in Irregularity if name is not Irregularity.CARD_OUT_OF_TURN)
PHASES = ("wagers", *(phase.value for phase in CARDS_OUT))


class WrongScenario(Exception):
    """The file does not say what a scenario can say."""


class LimitsTable(Strict):
    """`[limits]`."""

    ante: list[Dollars] = Field(default_factory=lambda: [Money(2500), Money(50000)])
    bonus: list[Dollars] = Field(default_factory=lambda: [Money(500), Money(10000)])

    @field_validator("ante", "bonus")
    @classmethod
    def _minimum_and_maximum(cls, value: list[Money]) -> list[Money]:
        if len(value) != 2 or not ZERO < value[0] <= value[1]:
            seen = ", ".join(str(amount) for amount in value)
            raise ValueError(f"[{seen}] seen: expected a minimum and a maximum no smaller than it")
        return value


class JackpotTable(Strict):
    """`[jackpot]`."""

    schedule: str
    wager: Dollars
    meter: Dollars
    seed: Dollars = ZERO
    reserve: Dollars = ZERO
    increment: str = "0"
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
            raise ValueError("'0' seen: expected a wager of more than nothing")
        return value

    @field_validator("increment")
    @classmethod
    def _share(cls, value: str) -> str:
        if not re.fullmatch(r"[01](\.[0-9]{1,6})?", value) or Decimal(value) > 1:
            raise ValueError(f"{value!r} seen: expected a share from '0' to '1' such as '0.20'")
        return value

    @property
    def increment_millionths(self) -> int:
        """Exact."""
        return int(Decimal(self.increment) * 1_000_000)


class HandTable(Strict):
    """`[[rounds.hands]]`."""

    place: int
    ante: Dollars
    bonus: Dollars | None = None
    jackpot: bool = False
    decisions: list[Literal["bet", "check", "fold"]] = Field(default_factory=list, max_length=3)
    concede: bool = False
    flop: Dollars | None = None
    turn: Dollars | None = None
    river: Dollars | None = None
    invalid_card: bool = False

    @field_validator("ante", "bonus", "flop", "turn", "river")
    @classmethod
    def _something(cls, value: Money | None) -> Money | None:
        if value == 0:
            raise ValueError("'0' seen: expected a wager of more than nothing, or no such key")
        return value

    def choice(self, street: Street) -> Choice | None:
        """What the player declares on a street, if the file says so."""
        if street.order < len(self.decisions):
            return Choice(self.decisions[street.order])
        return None

    def amount(self, street: Street) -> Money | None:
        """What is actually put down when it is not what the rules ask."""
        return (self.flop, self.turn, self.river)[street.order]


class EventTable(Strict):
    """`[[rounds.events]]`."""

    during: str
    name: str
    after_place: int | None = None
    place: int | Literal["dealer", "community"] | None = None
    card: Literal["flop", "turn", "river"] | None = None
    handled: bool = False
    decision: Literal["void", "continue", "correct", "fold"] | None = None
    forfeit: list[int] = Field(default_factory=list)

    @field_validator("during")
    @classmethod
    def _phase(cls, value: str) -> str:
        if value not in PHASES:
            raise ValueError(f"{value!r} seen: expected one of {', '.join(PHASES)}")
        return value

    @field_validator("name")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in (*EVENTS, POWER_LOSS):
            raise ValueError(f"{value!r} seen: expected one of {', '.join((*EVENTS, POWER_LOSS))}")
        return value

    @model_validator(mode="after")
    def _word_for_a_place(self) -> "EventTable":
        counted = self.name == Irregularity.WRONG_CARD_COUNT
        if isinstance(self.place, str) and not counted:
            raise ValueError(f"place {self.place!r} seen: expected the number of a place")
        return self

    @property
    def irregularity(self) -> Irregularity:
        """What is reported."""
        return Irregularity(self.name)

    @property
    def ruling(self) -> Decision | None:
        """What is decided."""
        return Decision(self.decision) if self.decision else None

    @property
    def street(self) -> Street | None:
        """Which community card."""
        return Street(self.card) if self.card else None


class RoundTable(Strict):
    """`[[rounds]]`."""

    cards: str
    hands: list[HandTable] = Field(min_length=1)
    events: list[EventTable] = Field(default_factory=list)
    expect: dict[str, Any] | None = None

    @field_validator("cards")
    @classmethod
    def _one_deck(cls, value: str) -> str:
        seen: set[Card] = set()
        for card in parse_cards(value):
            if card in seen:
                raise ValueError(f"{card} is there twice: expected each card of the deck once")
            seen.add(card)
        return value


class ScenarioFile(Strict):
    """The whole file."""

    ruleset: Literal["nsw-legacy", "nsw-2024", "sd"]
    method: Literal["A", "B"] = "A"
    dealing: Literal["shuffler", "shoe", "hand"] | None = None
    places: Literal[5, 7] = 7
    limits: LimitsTable = Field(default_factory=LimitsTable)
    jackpot: JackpotTable | None = None
    rounds: list[RoundTable] = Field(min_length=1)


class Scenario:
    """A file that was read and found right."""

    def __init__(self, name: str, content: ScenarioFile) -> None:
        self.name = name
        self.content = content
        self.rules = _rules(name, content)
        for number, round_ in enumerate(content.rounds, 1):
            _check_round(self, number, round_)

    def wrong(self, round_: int, field: str, message: str) -> WrongScenario:
        """An error at a field of a round."""
        return WrongScenario(f"{self.name}: round {round_}: {field}: {message}")


def read_scenario(path: Path, name: str | None = None) -> Scenario:
    """Read and check a scenario file; `name` is the file as the user gave it."""
    name = name or str(path)
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as missing:
        raise WrongScenario(f"{name}: cannot be read: {missing.strerror}") from missing
    except UnicodeDecodeError as wrong:
        raise WrongScenario(f"{name}: byte {wrong.start} is not UTF-8 text") from wrong
    try:
        return Scenario(name, ScenarioFile.model_validate(tomllib.loads(text)))
    except ValidationError as wrong:
        raise WrongScenario(_explain(name, wrong)) from wrong
    except (ValueError, RecursionError) as wrong:  # TOMLDecodeError is a ValueError
        raise WrongScenario(f"{name}: not TOML: {wrong}") from wrong


def _explain(name: str, wrong: ValidationError) -> str:
    """One line an error: file, round, field, what was seen, what was expected."""
    lines = []
    for error in wrong.errors(include_url=False):
        where, field = _where(error["loc"])
        lines.append(f"{name}: {where}{field}: {_message(error)}")
    return "\n".join(dict.fromkeys(lines))


def _where(path: Sequence[int | str]) -> tuple[str, str]:
    where, field = "", ""
    parts = list(path)
    if len(parts) > 1 and parts[0] == "rounds":
        where = f"round {int(parts[1]) + 1}: "
        parts = parts[2:]
    for part in parts:
        if isinstance(part, int):
            field += f"[{part + 1}]"
        elif part != "int" and not part.startswith("literal["):
            field += f".{part}" if field else part
    return where, field or "file"


def _message(error: Any) -> str:
    seen, kind = error["input"], error["type"]
    if kind == "extra_forbidden":
        return "unknown key: expected only the keys that SCENARIOS lists"
    if kind == "missing":
        return "missing: expected a value"
    if kind in ("value_error", "assertion_error"):
        return str(error["ctx"]["error"])
    if kind == "literal_error":
        return f"{seen!r} seen: expected {error['ctx']['expected']}"
    if kind == "too_short":
        return "none seen: expected at least one"
    message = str(error["msg"])
    return f"{seen!r} seen: {message[0].lower()}{message[1:]}"


def _rules(name: str, content: ScenarioFile) -> TableRules:
    ruleset, method = RuleSet(content.ruleset), Method(content.method)
    game = load_game(ruleset)
    dealing = Dealing(content.dealing) if content.dealing else game.dealing[0]
    if dealing not in game.dealing:
        expected = " or ".join(game.dealing)
        raise WrongScenario(
            f"{name}: dealing: {dealing.value!r} seen: expected {expected} for {ruleset}"
        )
    if method not in game.methods:
        raise WrongScenario(f"{name}: method: {method.value!r} seen: only nsw-2024 has Method B")
    (ante_min, ante_max), (bonus_min, bonus_max) = content.limits.ante, content.limits.bonus
    return TableRules(
        ruleset=ruleset,
        method=method,
        dealing=dealing,
        places=content.places,
        limits=Limits(ante_min, ante_max, bonus_min, bonus_max),
        ante_bonus=game.ante_bonus,
        jackpot=_jackpot(name, ruleset, content.jackpot),
    )


def _jackpot(name: str, ruleset: RuleSet, table: JackpotTable | None) -> JackpotRules | None:
    if table is None:
        return None
    schedule = load_schedule(table.schedule)
    if ruleset not in schedule.rulesets:
        raise WrongScenario(
            f"{name}: jackpot.schedule: {schedule.name!r} seen: expected a schedule of {ruleset}"
        )
    if schedule.wager_fixed and table.wager != schedule.printed_wager:
        raise WrongScenario(
            f"{name}: jackpot.wager: '{table.wager}' seen: "
            f"{schedule.name} is for a wager of {schedule.printed_wager}"
        )
    if table.bonus and not any(line.bonus for line in schedule.lines):
        raise WrongScenario(f"{name}: jackpot.bonus: {schedule.name} has no bonus jackpot")
    return JackpotRules(schedule, table.wager, table.increment_millionths, table.seed, table.bonus)


def _check_round(scenario: Scenario, number: int, round_: RoundTable) -> None:
    """What can be seen without dealing."""
    rules = scenario.rules
    places: set[int] = set()
    for index, hand in enumerate(round_.hands, 1):
        field = f"hands[{index}]"
        if not 1 <= hand.place <= rules.places:
            raise scenario.wrong(
                number, f"{field}.place", f"{hand.place} seen: expected 1 to {rules.places}"
            )
        if hand.place in places:
            raise scenario.wrong(number, f"{field}.place", f"place {hand.place} is there twice")
        places.add(hand.place)
        _check_hand(scenario, number, field, hand)
    for index, event in enumerate(round_.events, 1):
        field = f"events[{index}]"
        for key, seen in (("after_place", event.after_place), ("place", event.place)):
            if isinstance(seen, int) and not 1 <= seen <= rules.places:
                raise scenario.wrong(
                    number, f"{field}.{key}", f"{seen} seen: expected 1 to {rules.places}"
                )
        if event.after_place is not None and event.after_place not in places:
            raise scenario.wrong(
                number, f"{field}.after_place", f"place {event.after_place} has no hand"
            )


def _check_hand(scenario: Scenario, number: int, field: str, hand: HandTable) -> None:
    rules = scenario.rules
    if hand.bonus is not None and rules.ante_bonus is None:
        raise scenario.wrong(
            number, f"{field}.bonus", f"'{hand.bonus}' seen: {rules.ruleset} offers no bonus wager"
        )
    if hand.jackpot and rules.jackpot is None:
        raise scenario.wrong(number, f"{field}.jackpot", "true seen: the table has no [jackpot]")
    if hand.concede and not rules.concession_offered:
        raise scenario.wrong(
            number, f"{field}.concede", f"true seen: {rules.ruleset} has no concession"
        )
    for street in Street:
        choice = hand.choice(street)
        if choice is not None and choice not in rules.offered(street):
            offered = " or ".join(rules.offered(street))
            raise scenario.wrong(
                number,
                f"{field}.decisions[{street.order + 1}]",
                f"'{choice}' seen: {rules.ruleset} offers {offered} there",
            )
        if hand.amount(street) is not None and choice is not Choice.BET:
            raise scenario.wrong(
                number, f"{field}.{street}", f"'{hand.amount(street)}' seen, but no bet for it"
            )
        if choice is Choice.FOLD:
            return
