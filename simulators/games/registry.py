"""The games that scenario files and soaks can be of. Nothing else that is neutral knows which they
are."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from controller.domain.base import existing
from controller.games.roster import Roster
from simulators.games.bonus.simulation import BONUS_SIMULATION
from simulators.games.poker.simulation import POKER_SIMULATION
from simulators.games.simulation import Simulation
from simulators.scenario.messages import one_of, seen
from simulators.scenario.reading import WrongScenario

if TYPE_CHECKING:
    from simulators.games.soak import GameSoak

SIMULATIONS: Final[Roster[Simulation]] = Roster(BONUS_SIMULATION, POKER_SIMULATION)


def own_reader(file: str) -> tuple[Simulation, Callable[[str], Any]] | None:
    """The game whose own kind of file this is, and what reads it; none for a scenario in TOML."""
    for game in SIMULATIONS:
        if (reader := game.readers.get(Path(file).suffix)) is not None:
            return game, reader
    return None


def read_file(file: str, content: dict[str, Any] | None) -> tuple[Simulation, Any]:
    """The game that a file is of, and what the file says, where it is right; `content` is that of
    a scenario in TOML."""
    if content is not None:
        game = _simulation_for(file, content)
        return game, game.checked(file, content)
    game, reader = existing(own_reader(file), f"{file}: no game reads files of this kind")
    return game, reader(file)


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
    from simulators.games.poker.soak import POKER_SOAK

    return BONUS_SOAK, POKER_SOAK
