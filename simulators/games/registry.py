"""The games that scenario files and soaks can be of. Nothing else that is neutral knows which they
are."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from controller.games.roster import Roster
from simulators.games.bonus.simulation import BONUS_SIMULATION
from simulators.games.poker.simulation import POKER_SIMULATION
from simulators.games.simulation import Simulation
from simulators.scenario.messages import one_of, seen
from simulators.scenario.reading import WrongScenario, read_content

if TYPE_CHECKING:
    from simulators.games.soak import GameSoak

SIMULATIONS: Final[Roster[Simulation]] = Roster(BONUS_SIMULATION, POKER_SIMULATION)


def read_file(file: str) -> tuple[Simulation, Any]:
    """The game that a file is of, and what the file says, where it is right."""
    for game in SIMULATIONS:
        if (reader := game.readers.get(Path(file).suffix)) is not None:
            return game, reader(file)
    content = read_content(Path(file), file)
    game = _simulation_for(file, content)
    return game, game.checked(file, content)


def _simulation_for(file: str, content: Mapping[str, Any]) -> Simulation:
    """The game whose rule set a file names."""
    if "ruleset" not in content:
        return SIMULATIONS.first  # says that it is missing, and what else is wrong
    named = content["ruleset"]
    for game in SIMULATIONS:
        if isinstance(named, str) and named in game.rulesets:
            return game
    known = one_of(ruleset for game in SIMULATIONS for ruleset in sorted(game.rulesets))
    raise WrongScenario(f"{file}: ruleset: {seen(named)} seen: expected {known}")


def soaked() -> "tuple[GameSoak, ...]":
    """The games of a soak: whole tables with their drivers, loaded when they are needed."""
    from simulators.games.bonus.soak import BONUS_SOAK

    return (BONUS_SOAK,)
