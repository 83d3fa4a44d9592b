"""Deals scenario files for `feltwork play`, and prints what came of them."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from controller.clock import MachineClock
from controller.journal.keys import keys_for
from controller.journal.recorder import JournalFault
from controller.private_files import temporary_folder
from simulators.games.bonus.scenario.file import Scenario, WrongScenario, read_scenario
from simulators.games.bonus.scenario.play import play_round
from simulators.games.bonus.scenario.result import round_result
from simulators.games.bonus.scenario.table import Inlet, Run, ScenarioTable
from simulators.scenario.expect import differences
from ui.commands.story import Story

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
        with _run(journal, keys, simulated=simulated, speed=speed) as run:
            for file in files:
                found = _play_one(file, run, as_json=as_json)
                status = found if status in (0, UNEXPECTED) and found else status
    except JournalFault as fault:
        sys.stderr.write(f"{fault}\n")
        return FAILED
    return status


@contextmanager
def _run(
    journal: Path | None, keys: Path | None, *, simulated: bool, speed: float | None
) -> Iterator[Run]:
    """With simulated devices the record is always a file, if only for as long as the run lasts."""
    with ExitStack() as stack:
        if simulated and journal is None:
            journal = stack.enter_context(temporary_folder("play")) / "run.journal"
        held = keys_for(journal, keys, create=True) if journal else None
        inlets = _stack(speed) if simulated else None
        with closing(Run(MachineClock(), journal, held, inlets)) as run:
            yield run


def _stack(speed: float | None) -> Callable[[Scenario, Run], Inlet]:
    from simulators.games.bonus.scenario.stack import (
        SimulatedInlet,  # drivers and simulators: only here
    )

    return lambda scenario, run: SimulatedInlet(scenario, run, speed)


def _play_one(file: str, run: Run, *, as_json: bool) -> int:
    try:
        scenario = read_scenario(Path(file), file)
        story = None if as_json else Story(scenario)
        rounds = _deal(scenario, run, story)
    except WrongScenario as wrong:
        sys.stderr.write(f"{wrong}\n")
        return WRONG
    if as_json:
        result = {"file": file, "rounds": rounds}
        sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
    return _compare(scenario, rounds)


def _deal(scenario: Scenario, run: Run, story: Story | None) -> list[dict[str, Any]]:
    table = ScenarioTable(scenario, story.tell if story else None, run)
    rounds = []
    for number in range(1, len(scenario.content.rounds) + 1):
        play_round(table, number)
        rounds.append(round_result(table.table))
        if story:
            story.result(table.table, rounds[-1])
    for where in table.never_struck():
        sys.stderr.write(f"{scenario.name}: {where}: never struck\n")
    return rounds


def _compare(scenario: Scenario, rounds: list[dict[str, Any]]) -> int:
    status = 0
    for number, (content, seen) in enumerate(zip(scenario.content.rounds, rounds, strict=True), 1):
        for line in differences(content.expect or {}, seen):
            sys.stderr.write(f"{scenario.name}: round {number}: expect: {line}\n")
            status = UNEXPECTED
    return status
