"""Files of the poker room dealt on the record of a real controller."""

import tomllib
from typing import Any

from controller.clock import MachineClock
from controller.games.registry import KINDS
from controller.journal.recorder import Recorder
from controller.journal.sealing import Recorded, SealedJournal
from simulators.games.poker.simulation import POKER_SIMULATION, PokerDealt
from simulators.games.poker.steps import Answer
from simulators.scenario.run import Run


class DealtOnRecord(PokerDealt):
    """One file, as `feltwork play` deals it, with its record in memory."""

    def __init__(self, text: str, kills: bool = False) -> None:
        """`kills`: the controller dies after every single command and comes up from its record."""
        self.run, self._kills = Run(MachineClock()), kills
        self.tables: list[Any] = []
        """After every command."""
        scenario = POKER_SIMULATION.checked("file.toml", tomllib.loads(text))
        super().__init__(scenario, self.run, None)

    def _do(self, command: object) -> Answer:
        answer = super()._do(command)
        if self._kills:
            self._at.lose_power()
        self.tables.append(answer.table)
        return answer

    def hands(self) -> list[dict[str, Any]]:
        """The results of all of them."""
        return [result for _, result in self.results()]

    @property
    def recorder(self) -> Recorder:
        return self.run._recorder  # noqa: SLF001 - what a journal on the disk is

    def events(self) -> list[Recorded]:
        """All that stands in the record, cards opened."""
        keys = self.run._keys  # noqa: SLF001
        return [*SealedJournal(self.recorder, keys, *KINDS).events()]
