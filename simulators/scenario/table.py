"""The table that a scenario is dealt at, whatever is played there.

Beside the controller stands a table of the scenario's own. After a kill the file is played again
from its first card: as long as the record has what happens there anyway, the two are compared;
where it ends, the controller goes on. So the result is that of the whole scenario, whenever and
however often the process was killed.
"""

from collections.abc import Callable, Sequence
from typing import Any

from controller.clock import MachineClock
from controller.domain.base import BrokenInvariant
from controller.domain.refusals import Refused
from controller.house.decide import Asked, decide
from controller.house.state import House, public_house
from controller.journal.recorder import JournalFault
from simulators.scenario.faults import ScenarioFault
from simulators.scenario.run import Run, Scenario

Watcher = Callable[[Any, Any, Any], None]
"""Called with the table before and after every event of the game."""


class ScenarioTable:
    """A table that is fed from a file."""

    def __init__(
        self,
        scenario: Scenario,
        fresh: House,
        watch: Watcher | None = None,
        run: Run | None = None,
    ) -> None:
        """`fresh` is the house before the first round of the file."""
        self._house = self._fresh = fresh
        self._run = run or Run(MachineClock())
        self._watch = watch
        self._inlet = self._run.inlet(scenario)
        recorded = self._run.begin(scenario, fresh)
        self._recorded = [event for event in recorded if self._dealt(event)]
        self._recorded.reverse()
        self._up = False
        """Is a controller up?"""

    @property
    def table(self) -> Any:
        """The table as the scenario has dealt it."""
        return self._house.table

    # What a game may see otherwise

    def comes_from_file(self, event: Any) -> bool:
        """Does an event of the game come from the file? Some is done by hand at the devices."""
        return True

    def same(self, recorded: Any, event: Any) -> bool:
        """Does the record have this event?"""
        return bool(recorded == event)

    def as_in_file(self, table: Any) -> Any:
        """A table without what no file says."""
        return table

    # What a scenario says

    def do(self, command: Any) -> Refused | None:
        """Put one command to the table."""
        decided = decide(self._house, Asked(command), self._run.clock.now())
        if isinstance(decided, Refused):
            return decided
        events = [event for event in decided.events if self._of_the_game(event)]
        if self._recorded:
            self._compare(events)
        else:
            self._go_on(command)
        self._tell(events)
        ended = self._house.in_round and not decided.house.in_round
        self._house = decided.house
        if self._up and ended:
            self._check("the controller's table is not the scenario's")
        return None

    def expect_cards(self, count: int) -> None:
        """So many cards are about to leave the device."""
        if not self._recorded:
            self._inlet.expect_cards(count, self.table)

    def strike(self, fault: ScenarioFault, where: str) -> None:
        """Something goes wrong with a device."""
        if not self._recorded:
            self._inlet.strike(fault, where)

    def never_struck(self) -> list[str]:
        """Where in the file those faults stand that waited for something that never came."""
        return self._inlet.never_struck()

    def follow_up(self) -> None:
        """Whatever the table does by itself."""
        game = self._house.game
        while (command := game.follow_up(self._house, self._run.clock.now())) is not None:
            self.do(command)

    def lose_power(self) -> None:
        """The controller is gone; a new one comes up from the record, wherever the round was."""
        if self._recorded:
            return  # that was before the process was killed
        self._inlet.cut()
        self._run.restart()
        self._bring_up()
        self._check("the recovered table is not where it was")

    # The record and the controller

    def _of_the_game(self, event: object) -> bool:
        return type(event) in self._house.game.core.folds

    def _dealt(self, event: object) -> bool:
        return self._of_the_game(event) and self.comes_from_file(event)

    def _bring_up(self) -> None:
        self._inlet.bring_up(self._fresh, self.table)
        self._up = True

    def _check(self, otherwise: str) -> None:
        shown = self._inlet.snapshot().house.table
        if self.as_in_file(shown) != self.as_in_file(public_house(self._house).table):
            raise BrokenInvariant(otherwise)

    def _compare(self, events: Sequence[Any]) -> None:
        for event in events:
            if not self._recorded or not self.same(self._recorded.pop(), event):
                raise JournalFault(
                    f"{type(event).__name__} expected next in the record of the run, something "
                    "else seen: it was made by another version or another scenario"
                )

    def _go_on(self, command: object) -> None:
        if not self._up:
            self._bring_up()
        answer = self._inlet.put(command, self.table)
        if isinstance(answer, Refused):
            raise JournalFault(answer.text())
        held = self._inlet.snapshot().held
        if held is not None:  # the command stands, but nothing may follow it
            raise JournalFault(held)

    def _tell(self, events: Sequence[Any]) -> None:
        before, core = self.table, self._house.game.core
        if self._watch is None:
            return
        for event in events:
            after = core.fold_one(before, event)
            self._watch(before, after, event)
            before = after
