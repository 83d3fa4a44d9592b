"""The tables and keys of a scenario file, each value checked by itself."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from controller.config import Dollars, Millionths, Strict
from controller.domain.money import ZERO, Money
from controller.games.bonus.commands import Decision, Irregularity
from controller.games.bonus.round.phases import CARDS_OUT
from controller.games.bonus.rules import Street
from controller.games.bonus.table_rules import JackpotKeys, LimitsKeys
from controller.games.bonus.wagers import Choice
from simulators.faults import Trouble
from simulators.scenario.faults import ScenarioFault, not_ruled
from simulators.scenario.messages import OneDeck, known, seen

POWER_LOSS = "power-loss"
EVENTS = tuple(name.value for name in Irregularity if name is not Irregularity.CARD_OUT_OF_TURN)
NOT_ALONE: Mapping[str, Irregularity] = {
    Trouble.DOUBLE_FEED: Irregularity.WRONG_CARD_COUNT,
    Trouble.FOREIGN_CARD: Irregularity.FOREIGN_CARD,
}
"""Faults that end the round by a rule: in a scenario they are events."""
FAULTS = tuple(trouble.value for trouble in Trouble if trouble not in NOT_ALONE)
PHASES = ("wagers", *(phase.value for phase in CARDS_OUT))
During = Annotated[str, known(*PHASES)]
"""The phase in which something happens."""


class LimitsSection(LimitsKeys):
    """`[limits]`."""

    ante: list[Dollars] = Field(default_factory=lambda: [Money(2500), Money(50000)])
    bonus: list[Dollars] = Field(default_factory=lambda: [Money(500), Money(10000)])


class JackpotSection(JackpotKeys):
    """`[jackpot]`."""

    seed: Dollars = ZERO
    increment: Millionths = 0


class HandSection(Strict):
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
            raise ValueError("'0' seen: expected a wager of more than 0, or no such key")
        return value

    def choice(self, street: Street) -> Choice | None:
        """What the player declares on a street, if the file says so."""
        if street.order < len(self.decisions):
            return Choice(self.decisions[street.order])
        return None

    def amount(self, street: Street) -> Money | None:
        """What is actually put down when it is not what the rules ask."""
        return (self.flop, self.turn, self.river)[street.order]


class EventSection(Strict):
    """`[[rounds.events]]`."""

    during: During
    name: Annotated[str, known(*EVENTS, POWER_LOSS)]
    after_place: int | None = None
    place: int | str | None = None
    card: Literal["flop", "turn", "river"] | None = None
    handled: bool = False
    decision: Literal["void", "continue", "correct", "fold"] | None = None
    forfeit: list[int] = Field(default_factory=list)

    @field_validator("place", mode="before")
    @classmethod
    def _somewhere(cls, value: object) -> object:
        if type(value) is int or value in ("dealer", "community"):
            return value
        raise ValueError(f"{seen(value)} seen: expected a number, 'dealer' or 'community'")

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


class FaultSection(ScenarioFault):
    """`[[rounds.faults]]`: what goes wrong with a device and is put right without a ruling."""

    during: During
    fault: Annotated[str, not_ruled("round", NOT_ALONE), known(*FAULTS)]


class RoundSection(Strict):
    """`[[rounds]]`."""

    cards: OneDeck
    hands: list[HandSection] = Field(min_length=1)
    events: list[EventSection] = Field(default_factory=list)
    faults: list[FaultSection] = Field(default_factory=list)
    expect: dict[str, Any] | None = None


class ScenarioFile(Strict):
    """The whole file."""

    ruleset: Literal["nsw-legacy", "nsw-2024", "sd"]
    method: Literal["A", "B"] = "A"
    dealing: Literal["shuffler", "shoe", "hand"] | None = None
    places: Literal[5, 7] = 7
    limits: LimitsSection = Field(default_factory=LimitsSection)
    jackpot: JackpotSection | None = None
    rounds: list[RoundSection] = Field(min_length=1)
