"""What a game is to scenario files: how one is checked, dealt on a record, and compared."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

from controller.clock import Clock
from controller.journal.keys import TableKeys

Tell = Callable[..., None]
"""Hears of every event as it is dealt, with the table after it."""


class ScenarioRun(Protocol):
    """The record of one run, on which files are dealt one after the other."""

    def close(self) -> None: ...


class DealtScenario(ABC):
    """One file while it is dealt."""

    @abstractmethod
    def results(self) -> Iterator[tuple[Any, dict[str, Any]]]:
        """The table after each round or hand, and the result of it as it is printed."""

    @abstractmethod
    def never_struck(self) -> Sequence[str]:
        """Where in the file those faults stand that have not struck."""


class Simulation(ABC):
    """A game as scenario files play it."""

    name: ClassVar[str]
    """As the controller's own `Game` is named."""
    rulesets: ClassVar[frozenset[str]]
    """The rule sets that its files name."""
    listed: ClassVar[str]
    """What a file and its result are a list of: `rounds`."""

    @abstractmethod
    def checked(self, name: str, content: dict[str, Any]) -> Any:
        """What a file says, where it is right; `WrongScenario` where it is not."""

    @abstractmethod
    def expected(self, scenario: Any) -> Sequence[dict[str, Any] | None]:
        """What the file expects of each of its rounds or hands."""

    @abstractmethod
    def run(
        self,
        clock: Clock,
        journal: Path | None,
        keys: TableKeys | None,
        *,
        simulated: bool,
        speed: float | None,
    ) -> ScenarioRun:
        """A record to deal on: straight into the core, or through simulated devices."""

    @abstractmethod
    def deal(self, scenario: Any, run: Any, tell: Tell | None) -> DealtScenario:
        """Deal a file on the record of a run."""
