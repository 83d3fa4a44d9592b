"""Playing by commands, one at a time: whoever runs the steps may record, kill and recover between
any two."""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Any, NamedTuple, Protocol

from controller.domain.frozen import frozen
from controller.domain.refusals import Refused
from controller.games.poker.core import CORE
from controller.games.poker.state import Hand, Table
from simulators.scenario.faults import ScenarioFault


class Aside:
    """Not a command: something that happens beside the table."""


class PowerLoss(Aside):
    """The process is killed here and recovers."""


@frozen
class Strike(Aside):
    """From here on something goes wrong with a device."""

    fault: ScenarioFault
    where: str
    """Where it stands in the file."""


class Answer(NamedTuple):
    """What the core said to a command."""

    table: Table
    refused: Refused | None = None


Steps = Generator[object, Answer, None]


class Playing:
    """Whoever plays by commands, with the table as the last of them has left it."""

    table: Table

    @property
    def _hand(self) -> Hand:
        return self.table.playing()

    def _try(self, command: object) -> Generator[object, Answer, Refused | None]:
        answer = yield command
        self.table = answer.table
        return answer.refused


class Script(Protocol):
    """Plays hands by commands, one at a time."""

    results: list[dict[str, Any]]
    """The results of the hands that are over, as they are printed."""

    def steps(self, table: Table) -> Steps:
        """All of them, at a table where nobody sits yet."""
        ...


def commands(steps: Steps, do: Callable[[object], Answer]) -> Iterator[object]:
    """Every command of them, each before `do` carries it out."""
    command = next(steps, None)
    while command is not None:
        yield command
        try:
            command = steps.send(do(command))
        except StopIteration:
            return


def run(begin: Callable[[Table], Steps], table: Table) -> Table:
    """Do every command on a table in memory, until there are no more."""

    def do(command: object) -> Answer:
        nonlocal table
        decided = CORE.decide(table, command) if not isinstance(command, Aside) else None
        if isinstance(decided, Refused):
            return Answer(table, decided)
        table = decided.state if decided else table
        return Answer(table)

    deque(commands(begin(table), do), maxlen=0)
    return table
