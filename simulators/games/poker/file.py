"""The scenario file of the poker room: its keys, each checked by itself."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import Field, field_validator

from controller.config import Dollars, Strict
from controller.domain.cards import Card, parse_cards
from controller.domain.dealing import Dealing
from controller.domain.money import ZERO, Money
from controller.games.poker.irregularities import RULINGS
from controller.games.poker.offers import Move
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.reports import Cause, Decision, Irregularity
from controller.games.poker.rules import FULL_SCALE, Limit, PokerRules, problem_with
from simulators.faults import WIRE, Trouble
from simulators.scenario.faults import ScenarioFault, not_ruled
from simulators.scenario.faults import problem_with as problem_with_fault
from simulators.scenario.messages import OneDeck, Problem, at_field, known, one_of, seen
from simulators.scenario.reading import WrongScenario, checked_content

POWER_LOSS: Final = "power-loss"
FAULTS: Final = tuple(one.value for one in Trouble if one in WIRE or one is Trouble.JAM)
"""A deck is released whole, and no card is read: only these can go wrong with a device."""
_RULED: Final = {Trouble.FOREIGN_CARD.value: Irregularity.OUTCOME_INVALIDATED.value}
EVENTS: Final = (*(str(name) for name in Irregularity), POWER_LOSS)
PHASES: Final = tuple(p.value for p in (Phase.DEAL, *STREETS, Phase.SHOWDOWN))
_STREETS: Final = tuple(street.value for street in STREETS)
_ACTION: Final = re.compile(r"([0-9]+)\s+([a-z-]+)(?:\s+(\S+))?")
_WORDS: Final = {
    action: f"'SEAT {action}{' TO' if action in (Move.BET, Move.RAISE) else ''}'" for action in Move
}


class Listed(NamedTuple):
    """An action as the file lists it."""

    seat: int
    action: Move
    to: Money | None


def parse_action(text: str, *, seat: int | None = None) -> Listed:
    """`5 raise 30`, `3 all-in`; the seat may be left out where it is told elsewhere."""
    whole = text.strip()
    if seat is not None and not whole[:1].isdigit():
        whole = f"{seat} {whole}"
    found = _ACTION.fullmatch(whole)
    if found is None or found[2] not in list(Move):
        raise ValueError(f"{text!r} seen: expected {one_of(_WORDS.values())}")
    number, action, to = int(found[1]), Move(found[2]), found[3]
    if to is not None and action not in (Move.BET, Move.RAISE):
        raise ValueError(f"{text!r} seen: expected no amount with {action}")
    if seat is not None and number != seat:
        raise ValueError(f"{text!r} seen: expected an action of seat {seat}")
    try:
        return Listed(number, action, None if to is None else Money.parse(to))
    except ValueError as wrong:
        raise ValueError(f"{text!r} seen: {wrong}") from wrong


class PlayerSection(Strict):
    """`[[players]]`."""

    seat: int
    stack: Dollars

    @field_validator("stack")
    @classmethod
    def _something(cls, value: Money) -> Money:
        if not value:
            raise ValueError("'0' seen: expected a stack of more than 0")
        return value


class EventSection(Strict):
    """`[[hands.events]]`."""

    during: Annotated[str, known(*PHASES)]
    name: Annotated[str, known(*EVENTS)]
    after: int = Field(default=0, ge=0)
    seat: int | None = None
    card: Literal[1, 2] | None = None
    looked: bool | None = None
    correctable: bool | None = None
    correct: bool | None = None
    cards: OneDeck | None = None
    action: str | None = None
    amount: Dollars | None = None
    decision: Literal["complete", "forfeit", "withdraw"] | None = None
    cause: Literal["cards", "disruption", "fraud"] | None = None

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


class FaultSection(ScenarioFault):
    """`[[hands.faults]]`: what goes wrong with a device and leaves no trace in the result."""

    during: Annotated[str, known(*PHASES)]
    fault: Annotated[str, not_ruled("hand", _RULED), known(*FAULTS)]


class HandSection(Strict):
    """`[[hands]]`."""

    cards: OneDeck
    before: list[str] = Field(default_factory=list)
    preflop: list[str] = Field(default_factory=list)
    flop: list[str] = Field(default_factory=list)
    turn: list[str] = Field(default_factory=list)
    river: list[str] = Field(default_factory=list)
    muck: list[int] = Field(default_factory=list)
    events: list[EventSection] = Field(default_factory=list)
    faults: list[FaultSection] = Field(default_factory=list, exclude=True)
    """They change nothing, and are no part of what a record is the record of."""
    expect: dict[str, Any] | None = None

    def actions(self, street: Phase) -> list[str]:
        """What is listed for a street."""
        listed: list[str] = getattr(self, street.value)
        return listed


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


_NEW_STUB: Final = (
    Irregularity.FLOP_TOO_MANY,
    Irregularity.DEALT_EARLY,
    Irregularity.WRONG_BURN,
    Irregularity.TWO_CARDS,
)


def _needs(what: Irregularity) -> tuple[str, ...]:
    """As it is ruled; cards only of a new stub, since the file has those of every hand."""
    needs = (need for need in RULINGS[what].needs if need != "cards")
    said = tuple("action" if need == "move" else need for need in needs)
    return (*said, "cards") if what in _NEW_STUB else said


NEEDS: Final[Mapping[str, tuple[str, ...]]] = {what: _needs(what) for what in RULINGS} | {
    POWER_LOSS: ()
}
"""What an event takes besides its moment."""
DURING: Final[Mapping[str, tuple[str, ...]]] = {
    what: tuple(phase.value for phase in ruling.phases if phase.value in PHASES)
    for what, ruling in RULINGS.items()
} | {Irregularity.WINNING_HAND_MUCKED: ("showdown",), POWER_LOSS: PHASES}
"""When an event may happen: as it is ruled, but for these."""
AFTER_NONE: Final = (Irregularity.FLOP_TOO_MANY, Irregularity.TWO_CARDS)
"""Found as soon as the cards lie on the table."""
_DETAILS: Final = tuple(set(EventSection.model_fields) - {"during", "name", "after"})


class Scenario:
    """A file that was read and found right."""

    def __init__(self, name: str, content: ScenarioFile) -> None:
        self.name = name
        self.content = content
        self.rules = _rules(name, content)
        for field, why in _player_problems(content):
            raise WrongScenario(f"{name}: {field}: {why}")
        for number, hand in enumerate(content.hands, 1):
            for field, why in _hand_problems(hand, self.rules):
                raise self.wrong(number, field, why)

    def wrong(self, hand: int, field: str, message: str) -> WrongScenario:
        """An error at a field of a hand."""
        return WrongScenario(f"{self.name}: hand {hand}: {field}: {message}")


def _player_problems(content: ScenarioFile) -> Iterator[Problem]:
    taken: set[int] = set()
    for index, player in enumerate(content.players, 1):
        field, seat = f"players[{index}].seat", player.seat
        if not 1 <= seat <= content.seats:
            yield field, f"{seat} seen: expected 1 to {content.seats}"
        if seat in taken:
            yield field, f"{seat} seen twice: expected one player a seat"
        taken.add(seat)


def _hand_problems(hand: HandSection, rules: PokerRules) -> Iterator[Problem]:
    for index, event in enumerate(hand.events, 1):
        yield from at_field(f"events[{index}]", _event_problems(event, rules.seats))
    dealt_by = ("shuffler",) if rules.dealing.device_shuffles else ()
    for index, fault in enumerate(hand.faults, 1):
        if problem := problem_with_fault(fault, ("keypad", "reader", "sign", *dealt_by)):
            yield from at_field(f"faults[{index}]", (problem,))


def _event_problems(event: EventSection, seats: int) -> Iterator[Problem]:
    """It may happen then, the keys that it needs are there, others are not."""
    takes, when = NEEDS[event.name], DURING[event.name]
    if event.during not in when:
        yield "during", f"{event.during!r} seen: expected {one_of(when)} with {event.name}"
    if event.after and (event.name in AFTER_NONE or event.during not in _STREETS):
        why = f"expected 0 with {event.name} during {event.during}"
        yield "after", f"{event.after} seen: {why}"
    for key in _DETAILS:
        value = getattr(event, key)
        if value is not None and key not in takes:
            told = str(value) if isinstance(value, Money) else value
            yield key, f"{seen(told)} seen: expected none with {event.name}"
    for key in takes:
        there, due = getattr(event, key) is not None, key != "cards" or _stub_due(event)
        if due and not there:
            yield key, f"missing: {event.name} needs it"
        if there and not due:
            yield key, "expected none, as nothing is dealt again"
    if event.seat is not None and not 1 <= event.seat <= seats:
        yield "seat", f"{event.seat} seen: expected 1 to {seats}"
    if event.action is not None:
        try:
            parse_action(event.action, seat=event.seat)
        except ValueError as wrong:
            yield "action", str(wrong)


def _stub_due(event: EventSection) -> bool:
    """Is a street dealt from a new stub after it?"""
    if event.name == Irregularity.TWO_CARDS and event.correct:
        return event.during == Phase.TURN.value
    return event.name != Irregularity.WRONG_BURN or event.after == 0


def dealt_again(event: EventSection) -> bool:
    """Are the street's own cards dealt again after it?"""
    if event.name == Irregularity.TWO_CARDS:
        return not event.correct
    wrong_burn = event.name == Irregularity.WRONG_BURN and not event.after
    return wrong_burn or event.name == Irregularity.FLOP_TOO_MANY


def checked_scenario(content: dict[str, Any], name: str) -> Scenario:
    """A scenario from what its TOML says."""
    return Scenario(name, checked_content(name, ScenarioFile, content))


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
        raise WrongScenario(f"{name}: {problem}")
    return rules
