"""Deals scenario files for `feltwork play`, and prints what came of them."""

import sys
from collections.abc import Iterable
from contextlib import ExitStack, closing
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from controller.clock import MachineClock
from controller.journal.keys import keys_for
from controller.journal.recorder import JournalFault
from controller.private_files import temporary_folder
from simulators.games.registry import own_reader, read_file
from simulators.games.simulation import Simulation
from simulators.games.tournament.file import is_tournament
from simulators.games.tournament.record import CourseRecord
from simulators.scenario.expect import differences
from simulators.scenario.reading import WrongScenario, read_content
from simulators.scenario.run import Run
from ui.commands.as_json import print_json
from ui.commands.story import Story
from ui.commands.tournament_files import play_tournament

FAILED, WRONG, UNEXPECTED = 1, 2, 3


def deal_files(
    files: Iterable[str],
    journal: Path | None,
    keys: Path | None,
    *,
    as_json: bool,
    simulated: bool = False,
    speed: float | None = None,
) -> int:
    """One after the other on one record; the exit status."""
    status = 0
    if simulated and not as_json:
        sys.stderr.write("SIMULATED: every device at this table is simulated.\n")
    try:
        with ExitStack() as stack:
            if simulated and journal is None:  # the record is a file, if only for this run
                journal = stack.enter_context(temporary_folder("play")) / "run.journal"
            player = _Player(stack, journal, keys, speed, as_json=as_json, simulated=simulated)
            for file in files:
                found = player.play(file)
                status = found if status in (0, UNEXPECTED) and found else status
    except JournalFault as fault:
        sys.stderr.write(f"{fault}\n")
        return FAILED
    return status


class _Player:
    """Plays files of any game on one record."""

    def __init__(
        self,
        stack: ExitStack,
        journal: Path | None,
        keys: Path | None,
        speed: float | None,
        *,
        as_json: bool,
        simulated: bool,
    ) -> None:
        self._as_json, self._simulated, self._speed = as_json, simulated, speed
        self._journal, self._keys, self._stack = journal, keys, stack

    @cached_property
    def _run(self) -> Run:
        """Begun with the first file that can be read."""
        held = keys_for(self._journal, self._keys, create=True) if self._journal else None
        return self._stack.enter_context(closing(Run(MachineClock(), self._journal, held)))

    def _course(self, file: str, content: dict[str, Any]) -> int:
        record = CourseRecord(self._run) if self._journal else None
        held = play_tournament(file, content, record, as_json=self._as_json)
        return 0 if held else UNEXPECTED

    def play(self, file: str) -> int:
        """One file; the exit status."""
        try:
            content = None if own_reader(file) else read_content(Path(file), file)
            if content is not None and is_tournament(content):
                return self._course(file, content)
            game, scenario = read_file(file, content)
            run = self._run
            if self._simulated:
                run.inlets = partial(game.devices, speed=self._speed)
            story = None if self._as_json else Story(game, scenario)
            results = _deal(game, scenario, run, story)
        except WrongScenario as wrong:
            sys.stderr.write(f"{wrong}\n")
            return WRONG
        if self._as_json:
            print_json({"file": file, game.listed: results})
        return _compare(game, scenario, results)


def _deal(game: Simulation, scenario: Any, run: Run, story: Story | None) -> list[dict[str, Any]]:
    dealt, results = game.deal(scenario, run, story.tell if story else None), []
    for table, result in dealt.results():
        results.append(result)
        if story:
            story.result(table, result)
    for where in dealt.never_struck():
        sys.stderr.write(f"{scenario.name}: {where}: never struck\n")
    return results


def _compare(game: Simulation, scenario: Any, results: list[dict[str, Any]]) -> int:
    status, unit = 0, game.listed.removesuffix("s")
    for number, (expect, seen) in enumerate(zip(game.expected(scenario), results, strict=True), 1):
        for line in differences(expect or {}, seen):
            sys.stderr.write(f"{scenario.name}: {unit} {number}: expect: {line}\n")
            status = UNEXPECTED
    return status
