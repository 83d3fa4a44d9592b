"""What a game is to scenario files: how one is checked, dealt on a record, told and compared."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from controller.domain.frozen import frozen
from controller.games.game import Game
from simulators.scenario.reading import WrongScenario
from simulators.scenario.run import Inlet, Run

Tell = Callable[[Any, Any, Any], None]
"""Hears of every event as it is dealt, with the table before and after it."""


class DealtScenario(ABC):
    """One file while it is dealt."""

    @abstractmethod
    def results(self) -> Iterator[tuple[Any, dict[str, Any]]]:
        """The table after each round or hand, and the result of it as it is printed."""

    def never_struck(self) -> Sequence[str]:
        """Where in the file those faults stand that have not struck."""
        return ()


@frozen
class Column:
    """One column of what a round came to."""

    heading: str
    amount: bool = False
    """Amounts stand to the right."""


@frozen
class Summary:
    """What a round or hand came to, for people to read."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str | list[str], ...], ...]
    """A list is one of cards."""
    below: str = ""


class Simulation(ABC):
    """A game as scenario files play it."""

    game: Game
    rulesets: frozenset[str]
    """The rule sets that its files name."""
    listed: str
    """What a file and its result are a list of: `rounds`."""
    readers: Mapping[str, Callable[[str], Any]] = MappingProxyType({})
    """How files are read and checked that are no scenarios, by the ending of their names."""

    @property
    def name(self) -> str:
        """Of the game."""
        return self.game.name

    @abstractmethod
    def checked(self, name: str, content: dict[str, Any]) -> Any:
        """What a file says, where it is right; `WrongScenario` where it is not."""

    def expected(self, scenario: Any) -> Sequence[dict[str, Any] | None]:
        """What the file expects of each of its rounds or hands."""
        return [one.expect for one in getattr(scenario.content, self.listed)]

    @abstractmethod
    def deal(self, scenario: Any, run: Run, tell: Tell | None) -> DealtScenario:
        """Deal a file on the record of a run."""

    def devices(self, scenario: Any, run: Run, speed: float | None) -> Inlet:
        """The simulated devices that a file is dealt through, where the game has any."""
        raise WrongScenario(
            f"{scenario.name}: {self.name} is not played through simulated devices: "
            "leave --devices out"
        )

    @abstractmethod
    def heading(self, scenario: Any) -> str:
        """What is played, by which rules: the first lines of a file's story."""

    @abstractmethod
    def summary(self, table: Any, result: dict[str, Any]) -> Summary:
        """What a round or hand came to: the last lines of its story."""
