"""The scenario file of the poker room: its keys, each checked by itself."""

import tomllib
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from pydantic import Field, ValidationError, field_validator

from controller.config import Dollars, Strict
from controller.domain.cards import Card, parse_cards
from controller.domain.dealing import Dealing
from controller.domain.money import ZERO, Money
from controller.games.poker.offers import Action
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.reports import Cause, Decision, Irregularity
from controller.games.poker.rules import FULL_SCALE, Limit, PokerRules, problem_with
from simulators.scenario.messages import explain, one_of, seen
from simulators.scenario.reading import WrongScenario

RULESET: Final = "poker-room"
POWER_LOSS: Final = "power-loss"
EVENTS: Final = (*(str(name) for name in Irregularity), POWER_LOSS)
PHASES: Final = tuple(p.value for p in (Phase.DEAL, *STREETS, Phase.SHOWDOWN))
_STREETS: Final = tuple(street.value for street in STREETS)
_AMOUNTED: Final = (Action.BET, Action.RAISE)


class ScenarioError(WrongScenario):
    """The file does not say what a scenario can say."""


class Listed(NamedTuple):
    """An action as the file lists it."""

    seat: int
    action: Action
    to: Money | None


def parse_action(text: str, *, seat: int | None = None) -> Listed:
    """`5 raise 30`, `3 all-in`; the seat may be left out where it is told elsewhere."""
    words = text.split()
    if seat is not None and not (words and words[0].isdigit()):
        words = [str(seat), *words]
    if len(words) not in (2, 3) or not words[0].isdecimal() or words[1] not in list(Action):
        expected = one_of(f"SEAT {action}" for action in Action)
        raise ValueError(f"{text!r} seen: expected {expected}, a bet or raise with its amount")
    action = Action(words[1])
    if len(words) == 3 and action not in _AMOUNTED:
        raise ValueError(f"{text!r} seen: expected no amount with {action}")
    if seat is not None and int(words[0]) != seat:
        raise ValueError(f"{text!r} seen: expected an action of seat {seat}")
    return Listed(int(words[0]), action, Money.parse(words[2]) if len(words) == 3 else None)


def _actions(texts: list[str]) -> list[str]:
    for text in texts:
        parse_action(text)
    return texts


class PlayerSection(Strict):
    """`[[players]]`."""

    seat: int
    stack: Dollars

    @field_validator("stack")
    @classmethod
    def _something(cls, value: Money) -> Money:
        if not value:
            raise ValueError("'0' seen: expected a stack of more than nothing")
        return value


class EventSection(Strict):
    """`[[hands.events]]`."""

    during: str
    name: str
    after: int = Field(default=0, ge=0)
    seat: int | None = None
    card: Literal[1, 2] | None = None
    looked: bool | None = None
    correctable: bool | None = None
    correct: bool | None = None
    cards: str | None = None
    action: str | None = None
    amount: Dollars | None = None
    decision: Literal["complete", "forfeit", "withdraw"] | None = None
    cause: Literal["cards", "disruption", "fraud"] | None = None

    @field_validator("during")
    @classmethod
    def _phase(cls, value: str) -> str:
        if value not in PHASES:
            raise ValueError(f"{value!r} seen: expected {one_of(PHASES)}")
        return value

    @field_validator("name")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in EVENTS:
            raise ValueError(f"{value!r} seen: expected {one_of(EVENTS)}")
        return value

    @field_validator("cards")
    @classmethod
    def _stub(cls, value: str | None) -> str | None:
        return None if value is None else _one_deck(value)

    @property
    def stub(self) -> tuple[Card, ...]:
        """The cards after the reshuffle."""
        return parse_cards(self.cards or "")

    @property
    def ruling(self) -> Decision | None:
        return Decision(self.decision) if self.decision else None

    @property
    def why(self) -> Cause | None:
        return Cause(self.cause) if self.cause else None


class HandSection(Strict):
    """`[[hands]]`."""

    cards: str
    before: list[str] = Field(default_factory=list)
    preflop: list[str] = Field(default_factory=list)
    flop: list[str] = Field(default_factory=list)
    turn: list[str] = Field(default_factory=list)
    river: list[str] = Field(default_factory=list)
    muck: list[int] = Field(default_factory=list)
    events: list[EventSection] = Field(default_factory=list)
    expect: dict[str, Any] | None = None

    @field_validator("cards")
    @classmethod
    def _deck(cls, value: str) -> str:
        return _one_deck(value)

    @field_validator("preflop", "flop", "turn", "river")
    @classmethod
    def _readable(cls, value: list[str]) -> list[str]:
        return _actions(value)

    def actions(self, street: Phase) -> list[str]:
        """What is listed for a street."""
        lists = {
            Phase.PREFLOP: self.preflop,
            Phase.FLOP: self.flop,
            Phase.TURN: self.turn,
            Phase.RIVER: self.river,
        }
        return lists[street]


def _one_deck(value: str) -> str:
    known: set[Card] = set()
    for card in parse_cards(value):
        if card in known:
            raise ValueError(f"{card} is there twice: expected each card of the deck once")
        known.add(card)
    return value


class ScenarioFile(Strict):
    """The whole file."""

    ruleset: Literal["poker-room"]
    limit: Literal["fixed", "half-pot", "pot-limit", "no-limit"]
    blinds: list[Dollars] = Field(min_length=2, max_length=2)
    seats: int
    ante: Dollars = ZERO
    chip: Dollars = Field(default_factory=lambda: Money(100))
    dealing: Literal["hand", "shuffler"] = "hand"
    commission: Literal["22.1", "none"] = "22.1"
    tournament: bool = False
    button: int | None = None
    players: list[PlayerSection] = Field(min_length=1)
    hands: list[HandSection] = Field(min_length=1)


KEYS: Final = {
    "": tuple(ScenarioFile.model_fields),
    "players": tuple(PlayerSection.model_fields),
    "hands": tuple(HandSection.model_fields),
    "events": tuple(EventSection.model_fields),
}
"""The keys that each table knows."""

# fmt: off
NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    # event                              what it takes besides its moment
    Irregularity.CARD_EXPOSED_IN_CUT:    (),
    Irregularity.DEALT_OUT_OF_TURN:      ("seat", "looked"),
    Irregularity.HOLE_CARD_EXPOSED:      ("seat", "card"),
    Irregularity.BOXED_CARD:             ("seat", "card"),
    Irregularity.WRONG_NUMBER_OF_HANDS:  ("correctable",),
    Irregularity.FLOP_TOO_MANY:          ("cards",),
    Irregularity.DEALT_EARLY:            ("cards",),
    Irregularity.WRONG_BURN:             ("cards",),
    Irregularity.TWO_CARDS:              ("correct", "cards"),
    Irregularity.HAND_FOULED:            ("seat",),
    Irregularity.HAND_KILLED:            ("seat",),
    Irregularity.FOLDED_HAND_EXPOSED:    ("seat",),
    Irregularity.WINNING_HAND_MUCKED:    ("seat",),
    Irregularity.OUT_OF_TURN:            ("seat", "action"),
    Irregularity.SHORT_CALL:             ("seat", "amount", "decision"),
    Irregularity.SHORT_RAISE:            ("seat", "amount", "decision"),
    Irregularity.STRING_BET:             ("seat", "amount"),
    Irregularity.CLOCK_EXPIRED:          ("seat",),
    Irregularity.OUTCOME_INVALIDATED:    ("cause",),
    POWER_LOSS:                          (),
}
# fmt: on
_DETAILS: Final = tuple(set(EventSection.model_fields) - {"during", "name", "after"})


class Scenario:
    """A file that was read and found right."""

    def __init__(self, name: str, content: ScenarioFile) -> None:
        self.name = name
        self.content = content
        self.rules = _rules(name, content)
        taken: set[int] = set()
        for index, player in enumerate(content.players, 1):
            field = f"players[{index}].seat"
            if not 1 <= player.seat <= content.seats:
                why = f"{player.seat} seen: expected 1 to {content.seats}"
                raise ScenarioError(f"{name}: {field}: {why}")
            if player.seat in taken:
                why = f"{player.seat} seen twice: expected one player a seat"
                raise ScenarioError(f"{name}: {field}: {why}")
            taken.add(player.seat)
        for number, hand in enumerate(content.hands, 1):
            for index, event in enumerate(hand.events, 1):
                self._check_event(number, f"events[{index}]", event)

    def wrong(self, hand: int, field: str, message: str) -> ScenarioError:
        """An error at a field of a hand."""
        return ScenarioError(f"{self.name}: hand {hand}: {field}: {message}")

    def _check_event(self, number: int, field: str, event: EventSection) -> None:
        """The keys that the event needs are there, others are not."""
        takes = NEEDS[event.name]
        for key in _DETAILS:
            value = getattr(event, key)
            if value is not None and key not in takes:
                why = f"{seen(value)} seen: expected none with {event.name}"
                raise self.wrong(number, f"{field}.{key}", why)
        for key in takes:
            there, due = getattr(event, key) is not None, key != "cards" or _stub_due(event)
            if due and not there:
                raise self.wrong(number, f"{field}.{key}", f"missing: {event.name} needs it")
            if there and not due:
                why = "expected none, as nothing is dealt again"
                raise self.wrong(number, f"{field}.{key}", why)
        if event.action is not None:
            try:
                parse_action(event.action, seat=event.seat)
            except ValueError as wrong:
                raise self.wrong(number, f"{field}.action", str(wrong)) from wrong


def _stub_due(event: EventSection) -> bool:
    """Is a street dealt from a new stub after it?"""
    if event.name == Irregularity.WRONG_BURN:
        return event.after == 0
    stays = event.name == Irregularity.TWO_CARDS and event.correct is True
    return not (stays and event.during == Phase.RIVER.value)


def read_scenario(text: str, name: str) -> Scenario:
    """A scenario from the text of its file."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as wrong:  # TOMLDecodeError is a ValueError
        raise ScenarioError(f"{name}: not TOML: {wrong}") from wrong
    return checked_scenario(content, name)


def checked_scenario(content: dict[str, Any], name: str) -> Scenario:
    """A scenario from what its TOML says."""
    try:
        return Scenario(name, ScenarioFile.model_validate(content))
    except ValidationError as wrong:
        raise ScenarioError(explain(name, wrong, KEYS)) from wrong


def _rules(name: str, content: ScenarioFile) -> PokerRules:
    free = content.tournament or content.commission == "none"
    rules = PokerRules(
        Limit(content.limit),
        int(content.blinds[0]),
        int(content.blinds[1]),
        int(content.ante),
        int(content.chip),
        content.seats,
        Dealing(content.dealing),
        None if free else FULL_SCALE,
        content.tournament,
        content.button,
    )
    if problem := problem_with(rules):
        raise ScenarioError(f"{name}: {problem}")
    return rules
