"""The record that tournament files are played on, where one is kept.

After a kill a file is played again from its first line: as long as the record has what happens
there anyway, the two are compared; where it ends, it is written on. So the result is that of the
whole course, whenever and however often the process was killed.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from controller.clock import Clock
from controller.games.registry import KINDS
from controller.journal.housekeeping import ScenarioBegun
from controller.journal.keys import TableKeys
from controller.journal.recorder import JournalFault
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.tournament.core import CORE
from controller.whose import SCENARIO, foreign
from simulators.games.tournament.file import Tournament


class _Recorded(NamedTuple):
    """What the record has of a file from before a kill."""

    begun: ScenarioBegun
    events: list[object]


class CourseRecord:
    """Files one after the other on one record, which outlives a kill."""

    def __init__(self, clock: Clock, path: Path, keys: TableKeys) -> None:
        if wrong := foreign(path, keys, SCENARIO):
            raise JournalFault(f"{wrong}: play it with a journal of its own")
        self._clock, self._path = clock, path
        self._recorder = SqliteRecorder(path, keys, clock.now().wall_ms)
        self._journal = SealedJournal(self._recorder, keys, *KINDS)
        self._before = iter(list(self._recorded()))
        self._left: Iterator[object] = iter(())
        """What the record has of the file that is played, and was not met again yet."""
        self._met = False
        """Has all of that been met?"""

    def close(self) -> None:
        """Give the journal free."""
        self._recorder.close()

    def begin(self, tournament: Tournament) -> None:
        """The next file of the run."""
        content = tournament.content.model_dump_json().encode()
        begun = ScenarioBegun(sha256(content).hexdigest(), tournament.name)
        before = next(self._before, None)
        if before is None:
            self._append((begun,))
        elif before.begun.digest != begun.digest:
            raise JournalFault(
                f"{self._path}: the record of {before.begun.name} seen, expected that of "
                f"{begun.name} as it is now: play it with a journal of its own"
            )
        self._left, self._met = iter(before.events if before else ()), before is None

    def keep(self, events: Sequence[object]) -> None:
        """What has happened is on the disk when this returns, all of a line or nothing."""
        for number, event in enumerate(events):
            recorded = None if self._met else next(self._left, None)
            if recorded is None and number == 0:
                self._met = True
                self._append(events)
                return
            if recorded != event:
                raise JournalFault(
                    f"{type(event).__name__} expected next in the record of the run, something "
                    "else seen: it was made by another version or another scenario"
                )

    def _append(self, events: Sequence[object]) -> None:
        self._journal.append(events, round_number=0, at_ms=self._clock.now().wall_ms)

    def _recorded(self) -> Iterator[_Recorded]:
        found: _Recorded | None = None
        for _, _, _, event in self._journal.events():
            if isinstance(event, ScenarioBegun):
                if found is not None:
                    yield found
                found = _Recorded(event, [])
            elif found is not None and type(event) in CORE.folds:
                found.events.append(event)
        if found is not None:
            yield found
