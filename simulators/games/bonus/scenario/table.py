"""The table of the bonus game that a scenario is dealt at."""

from controller.domain.base import evolve
from controller.games.bonus.events import CardDealt, CardKeyed, Event, ExtraCardDrawn, JackpotSensed
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table, new_table
from simulators.games.bonus.scenario.file import Scenario
from simulators.scenario.run import Run
from simulators.scenario.table import ScenarioTable, Watcher


class BonusScenarioTable(ScenarioTable):
    """A table that is fed from a file."""

    table: Table

    def __init__(
        self, scenario: Scenario, watch: Watcher | None = None, run: Run | None = None
    ) -> None:
        jackpot = scenario.content.jackpot
        pool = (jackpot.meter, jackpot.reserve) if jackpot else ()
        self.scenario = scenario
        super().__init__(scenario, BonusHouse(new_table(scenario.rules, *pool)), watch, run)

    def comes_from_file(self, event: Event) -> bool:
        """Not where a chip was taken off a sensor, or a card keyed that no device had read."""
        taken = isinstance(event, JackpotSensed) and not event.present
        return not taken and not isinstance(event, CardKeyed)

    def same(self, recorded: Event, event: Event) -> bool:
        """A card that the device had not read may be any."""
        unread = isinstance(recorded, CardDealt | ExtraCardDrawn) and recorded.card is None
        return recorded == event or (unread and type(recorded) is type(event))

    def as_in_file(self, table: Table) -> Table:
        """Chips that the dealer takes off the sensors are not in it (sd (3)), nor is which cards
        were keyed."""
        sensed = table.round.sensed if table.round.phase is Phase.WAGERS else frozenset()
        return evolve(table, round=evolve(table.round, sensed=sensed, keyed=()))
