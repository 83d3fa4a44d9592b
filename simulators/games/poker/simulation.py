"""The poker room as scenario files and hand histories play it."""

from collections.abc import Iterator, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, Final

from controller.domain.money import Money
from controller.domain.words import dollars
from controller.games.poker.game import POKER
from controller.games.poker.house import PokerHouse
from controller.games.poker.rules import PokerRules, RuleSet
from controller.games.poker.state import Table, new_table
from simulators.games.poker.file import Scenario, checked_scenario
from simulators.games.poker.phh import History, HistoryPlayer, history_in
from simulators.games.poker.play import ScenarioPlayer
from simulators.games.poker.steps import Answer, PowerLoss, Script, Strike, commands
from simulators.games.simulation import Column, DealtScenario, Simulation, Summary, Tell
from simulators.scenario.run import Inlet, Run
from simulators.scenario.table import ScenarioTable

_COLUMNS: Final = (
    *map(Column, ("Seat", "Cards", "Hand", "Outcome")),
    *(Column(heading, amount=True) for heading in ("In", "Won", "After")),
)


class PokerDealt(DealtScenario):
    """One file of the room while it is dealt."""

    def __init__(self, scenario: Scenario | History, run: Run, tell: Tell | None) -> None:
        fresh = PokerHouse(new_table(scenario.rules))
        self._at = ScenarioTable(scenario, fresh, tell, run)
        self._script: Script = (
            HistoryPlayer(scenario) if isinstance(scenario, History) else ScenarioPlayer(scenario)
        )

    def results(self) -> Iterator[tuple[Table, dict[str, Any]]]:
        given = 0
        for _ in chain(commands(self._script.steps(self._at.table), self._do), (None,)):
            for result in self._script.results[given:]:
                yield self._at.table, result
            given = len(self._script.results)

    def never_struck(self) -> Sequence[str]:
        return self._at.never_struck()

    def _do(self, command: object) -> Answer:
        if isinstance(command, PowerLoss):
            self._at.lose_power()
            return Answer(self._at.table)
        if isinstance(command, Strike):
            self._at.strike(command.fault, command.where)
            return Answer(self._at.table)
        refused = self._at.do(command)
        return Answer(self._at.table, refused)


class PokerSimulation(Simulation):
    """Cash Texas Hold'em as files play it."""

    game = POKER
    rulesets = frozenset(RuleSet)
    listed = "hands"
    readers = MappingProxyType({".phh": history_in})

    def checked(self, name: str, content: dict[str, Any]) -> Scenario:
        return checked_scenario(content, name)

    def expected(self, scenario: Scenario | History) -> Sequence[dict[str, Any] | None]:
        return [None] if isinstance(scenario, History) else super().expected(scenario)

    def deal(self, scenario: Scenario | History, run: Run, tell: Tell | None) -> PokerDealt:
        return PokerDealt(scenario, run, tell)

    def devices(self, scenario: Scenario | History, run: Run, speed: float | None) -> Inlet:
        from simulators.games.poker.stack import PokerInlet  # drivers: only here

        return PokerInlet(scenario, run, speed)

    def heading(self, scenario: Scenario | History) -> str:
        rules = scenario.rules
        return f"{rules.terms.title}\n{rules.places} seats, {_limits(rules)}; {_house(rules)}"

    def summary(self, table: Table, result: dict[str, Any]) -> Summary:
        clause = f" by rule {result['clause']}" if result["clause"] else ""
        title = f"{result['result'].capitalize()}{clause}"
        taken = Money.parse(result["commission"])
        below = f"Commission: {dollars(taken)}" if table.rules.scale else ""
        return Summary(title, _COLUMNS, tuple(map(_row, result["seats"])), below)


def _limits(rules: PokerRules) -> str:
    blinds = f"blinds {dollars(rules.small)} and {dollars(rules.big)}"
    ante = f", ante {dollars(rules.ante)}" if rules.ante else ""
    return f"{rules.limit}, {blinds}{ante}"


def _house(rules: PokerRules) -> str:
    if rules.tournament:
        return "tournament chips"
    return "no commission" if rules.scale is None else "commission by rule 22.1"


def _row(seat: dict[str, Any]) -> tuple[str | list[str], ...]:
    amounts = (dollars(Money.parse(seat[key])) for key in ("in", "won", "after"))
    hand = seat["hand"] or ("shown" if seat["cards"] else "not shown")
    return str(seat["seat"]), seat["cards"], hand, seat["outcome"], *amounts


POKER_SIMULATION: Final = PokerSimulation()
