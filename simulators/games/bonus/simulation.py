"""The bonus game as scenario files play it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from controller.clock import Clock
from controller.games.bonus.game import BONUS
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import RuleSet
from controller.journal.keys import TableKeys
from simulators.games.bonus.scenario.file import Scenario, checked_scenario
from simulators.games.bonus.scenario.play import play_round
from simulators.games.bonus.scenario.result import round_result
from simulators.games.bonus.scenario.table import Inlet, Run, ScenarioTable
from simulators.games.simulation import DealtScenario, Simulation, Tell


class BonusDealt(DealtScenario):
    """One file of the bonus game while it is dealt."""

    def __init__(self, scenario: Scenario, run: Run, tell: Tell | None) -> None:
        self._scenario, self._table = scenario, ScenarioTable(scenario, tell, run)

    def results(self) -> Iterator[tuple[Table, dict[str, Any]]]:
        for number in range(1, len(self._scenario.content.rounds) + 1):
            play_round(self._table, number)
            yield self._table.table, round_result(self._table.table)

    def never_struck(self) -> Sequence[str]:
        return self._table.never_struck()


class BonusSimulation(Simulation):
    """Texas Hold'em Bonus Poker as scenario files play it."""

    name = BONUS.name
    rulesets = frozenset(RuleSet)
    listed = "rounds"

    def checked(self, name: str, content: dict[str, Any]) -> Scenario:
        return checked_scenario(name, content)

    def expected(self, scenario: Scenario) -> Sequence[dict[str, Any] | None]:
        return [one.expect for one in scenario.content.rounds]

    def run(
        self,
        clock: Clock,
        journal: Path | None,
        keys: TableKeys | None,
        *,
        simulated: bool,
        speed: float | None,
    ) -> Run:
        if not simulated:
            return Run(clock, journal, keys)
        from simulators.games.bonus.scenario.stack import SimulatedInlet  # drivers: only here

        def inlet(scenario: Scenario, run: Run) -> Inlet:
            return SimulatedInlet(scenario, run, speed)

        return Run(clock, journal, keys, inlet)

    def deal(self, scenario: Scenario, run: Run, tell: Tell | None) -> BonusDealt:
        return BonusDealt(scenario, run, tell)


BONUS_SIMULATION: Final = BonusSimulation()
