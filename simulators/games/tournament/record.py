"""The record that tournament files are played on, where one is kept.

After a kill a file is played again from its first line: as long as the record has what happens
there anyway, the two are compared; where it ends, it is written on. So the result is that of the
whole course, whenever and however often the process was killed.
"""

from collections.abc import Iterator, Sequence

from controller.journal.recorder import JournalFault
from controller.tournament.core import CORE
from simulators.games.tournament.file import Tournament
from simulators.scenario.run import Run


class CourseRecord:
    """Tournament files on the record of a run, among the files of any other game."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._left: Iterator[object] = iter(())
        """What the record has of the file that is played, and was not met again yet."""
        self._met = False
        """Has all of that been met?"""

    def begin(self, tournament: Tournament) -> None:
        """The next file of the run."""
        self._run.clear()
        before = self._run.next_scenario(tournament)
        recorded = before.events if before else []
        self._left = iter([event for event in recorded if type(event) in CORE.folds])
        self._met = before is None

    def keep(self, events: Sequence[object]) -> None:
        """What has happened is on the disk when this returns, all of a line or nothing."""
        for number, event in enumerate(events):
            recorded = None if self._met else next(self._left, None)
            if recorded is None and number == 0:
                self._met = True
                self._run.append(events)
                return
            if recorded != event:
                raise JournalFault(
                    f"{type(event).__name__} expected next in the record of the run, something "
                    "else seen: it was made by another version or another scenario"
                )
