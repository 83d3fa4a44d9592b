"""The bonus game as scenario files play it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from controller.domain.dealing import Dealing
from controller.domain.money import ZERO, Money
from controller.games.bonus.figures import load_game
from controller.games.bonus.game import BONUS
from controller.games.bonus.round.state import Table
from controller.games.bonus.rules import RuleSet
from simulators.games.bonus.scenario.file import Scenario, checked_scenario
from simulators.games.bonus.scenario.play import play_round
from simulators.games.bonus.scenario.result import round_result
from simulators.games.bonus.scenario.table import BonusScenarioTable
from simulators.games.simulation import Column, DealtScenario, Simulation, Summary, Tell
from simulators.scenario.run import Inlet, Run

_SOURCE: Final = {
    Dealing.SHUFFLER: "cards from the shuffling device",
    Dealing.SHOE: "cards from the shoe",
    Dealing.HAND: "cards dealt by hand",
}
_COLUMNS: Final = (
    *map(Column, ("Place", "Cards", "Hand", "Outcome")),
    *(Column(heading, amount=True) for heading in ("Staked", "Paid", "Returned")),
)


class BonusDealt(DealtScenario):
    """One file of the bonus game while it is dealt."""

    def __init__(self, scenario: Scenario, run: Run, tell: Tell | None) -> None:
        self._scenario, self._table = scenario, BonusScenarioTable(scenario, tell, run)

    def results(self) -> Iterator[tuple[Table, dict[str, Any]]]:
        for number in range(1, len(self._scenario.content.rounds) + 1):
            play_round(self._table, number)
            yield self._table.table, round_result(self._table.table)

    def never_struck(self) -> Sequence[str]:
        return self._table.never_struck()


class BonusSimulation(Simulation):
    """Texas Hold'em Bonus Poker as scenario files play it."""

    game = BONUS
    rulesets = frozenset(RuleSet)
    listed = "rounds"

    def checked(self, name: str, content: dict[str, Any]) -> Scenario:
        return checked_scenario(name, content)

    def deal(self, scenario: Scenario, run: Run, tell: Tell | None) -> BonusDealt:
        return BonusDealt(scenario, run, tell)

    def devices(self, scenario: Scenario, run: Run, speed: float | None) -> Inlet:
        from simulators.games.bonus.scenario.stack import SimulatedInlet  # drivers: only here

        return SimulatedInlet(scenario, run, speed)

    def heading(self, scenario: Scenario) -> str:
        rules, content = scenario.rules, scenario.content
        method = f", Method {rules.method}" if rules.ruleset == "nsw-2024" else ""
        limits = rules.limits
        lines = [
            load_game(rules.ruleset).title,
            f"{rules.places} places, {_SOURCE[rules.dealing]}{method}; "
            f"Ante {limits.ante_min.display()} to {limits.ante_max.display()}",
        ]
        if rules.jackpot and content.jackpot:
            lines.append(
                f"Jackpot {rules.jackpot.schedule.name}, wager {rules.jackpot.wager.display()}, "
                f"meter at {content.jackpot.meter.display()}"
            )
        return "\n".join(lines)

    def summary(self, table: Table, result: dict[str, Any]) -> Summary:
        clause = f" by rule {result['clause']}" if result["clause"] else ""
        title = f"{result['result'].capitalize()}{clause}"
        meter = f"Jackpot meter: {table.meter.value.display()}" if table.meter is not None else ""
        return Summary(title, _COLUMNS, tuple(map(_row, result["hands"])), meter)


def _row(hand: dict[str, Any]) -> tuple[str | list[str], ...]:
    wagers = hand["wagers"].values()
    sums = (
        sum((Money.parse(wager[key]) for wager in wagers), start=ZERO).display()
        for key in ("stake", "paid", "returned")
    )
    return str(hand["place"]), hand["cards"], hand["hand"] or "not shown", hand["outcome"], *sums


BONUS_SIMULATION: Final = BonusSimulation()
