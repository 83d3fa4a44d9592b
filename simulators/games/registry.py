"""The games that scenario files can be of. Nothing else that is neutral knows which they are."""

from collections.abc import Mapping
from typing import Any, Final

from controller.games.roster import Roster
from simulators.games.bonus.simulation import BONUS_SIMULATION
from simulators.games.simulation import Simulation

SIMULATIONS: Final[Roster[Simulation]] = Roster(BONUS_SIMULATION)


def simulation_for(content: Mapping[str, Any]) -> Simulation:
    """The game whose rule set a file names; the first one says what is wrong with any other."""
    named = str(content.get("ruleset"))
    return next((one for one in SIMULATIONS if named in one.rulesets), SIMULATIONS.first)
