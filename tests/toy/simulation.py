"""High card as scenario files play it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pydantic import Field, field_validator

from controller.cards.commands import CardDrawn
from controller.config import Strict
from controller.domain.cards import parse_cards
from simulators.games.simulation import Column, DealtScenario, Simulation, Summary, Tell
from simulators.scenario.reading import WrongScenario, checked_content
from simulators.scenario.run import Run
from simulators.scenario.table import ScenarioTable
from tests.toy import core as c
from tests.toy.game import TOY, ToyHouse


class DealKeys(Strict):
    """`[[deals]]`."""

    chips: list[int]
    cards: str
    void: bool = False
    """A supervisor ends it before the cards are turned over."""
    power_loss: bool = False
    """When the last card is out."""
    expect: dict[str, Any] | None = None

    @field_validator("cards")
    @classmethod
    def _known(cls, value: str) -> str:
        parse_cards(value)
        return value


class ToyFile(Strict):
    ruleset: str
    places: int = 3
    deals: list[DealKeys] = Field(min_length=1)


class ToyScenario:
    def __init__(self, name: str, content: ToyFile) -> None:
        self.name, self.content = name, content
        self.rules = c.ToyRules(places=content.places)
        for number, deal in enumerate(content.deals, 1):
            seen, expected = len(deal.cards.split()), len(deal.chips)
            if seen != expected:
                why = f"{seen} seen: expected {expected}, one for each chip"
                raise WrongScenario(f"{name}: deal {number}: cards: {why}")


class ToyDealt(DealtScenario):
    def __init__(self, scenario: ToyScenario, run: Run, tell: Tell | None) -> None:
        fresh = ToyHouse(c.ToyTable(scenario.rules))
        self._scenario, self._at = scenario, ScenarioTable(scenario, fresh, tell, run)

    def results(self) -> Iterator[tuple[c.ToyTable, dict[str, Any]]]:
        for number, keys in enumerate(self._scenario.content.deals, 1):
            for command in _commands(number, keys):
                if command is None:
                    self._at.lose_power()
                elif (refused := self._at.do(command)) is not None:
                    raise WrongScenario(f"{self._scenario.name}: deal {number}: {refused.text()}")
            yield self._at.table, _result(self._at.table)


def _commands(number: int, keys: DealKeys) -> Iterator[object]:
    """One after the other; none where the power is gone."""
    yield c.OpenDeal(number)
    yield from map(c.MoveChip, keys.chips)
    yield from map(CardDrawn, parse_cards(keys.cards))
    if keys.power_loss:
        yield None
    yield from (c.VoidDeal(),) if keys.void else (c.ShowCards(), c.EndDeal())


def _result(table: c.ToyTable) -> dict[str, Any]:
    lying = zip(table.chips, table.cards, strict=False) if table.face_up else ()
    return {
        "number": table.number,
        "result": "won" if table.face_up else "void",
        "cards": {str(place): str(card) for place, card in lying},
        "winners": list(table.winners),
    }


class ToySimulation(Simulation):
    game = TOY
    rulesets = frozenset(c.RuleSet)
    listed = "deals"

    def checked(self, name: str, content: dict[str, Any]) -> ToyScenario:
        return ToyScenario(name, checked_content(name, ToyFile, content))

    def expected(self, scenario: ToyScenario) -> Sequence[dict[str, Any] | None]:
        return [deal.expect for deal in scenario.content.deals]

    def deal(self, scenario: ToyScenario, run: Run, tell: Tell | None) -> ToyDealt:
        return ToyDealt(scenario, run, tell)

    def heading(self, scenario: ToyScenario) -> str:
        return f"{scenario.rules.terms.title}, {scenario.rules.places} places"

    def summary(self, table: c.ToyTable, result: dict[str, Any]) -> Summary:
        rows = tuple((place, [card]) for place, card in result["cards"].items())
        return Summary(result["result"], (Column("Place"), Column("Card")), rows)


TOY_SIMULATION: Final = ToySimulation()
