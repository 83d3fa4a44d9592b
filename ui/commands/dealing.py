"""Deals scenario files for `feltwork play`, and prints what came of them."""

import json
import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from controller.clock import MachineClock
from controller.journal.keys import keys_for
from controller.journal.recorder import JournalFault
from controller.private_files import temporary_folder
from simulators.games.registry import simulation_for
from simulators.games.simulation import ScenarioRun, Simulation
from simulators.scenario.expect import differences
from simulators.scenario.reading import WrongScenario, read_content
from ui.commands.story import Story

FAILED, WRONG, UNEXPECTED = 1, 2, 3
Runs = Callable[[Simulation], ScenarioRun]


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
            runs = _runs(stack, journal, keys, simulated=simulated, speed=speed)
            for file in files:
                found = _play_one(file, runs, as_json=as_json)
                status = found if status in (0, UNEXPECTED) and found else status
    except JournalFault as fault:
        sys.stderr.write(f"{fault}\n")
        return FAILED
    return status


def _runs(
    stack: ExitStack,
    journal: Path | None,
    keys: Path | None,
    *,
    simulated: bool,
    speed: float | None,
) -> Runs:
    """One for each game. With simulated devices the record is always a file, if only for as long as
    the run lasts."""
    if simulated and journal is None:
        journal = stack.enter_context(temporary_folder("play")) / "run.journal"
    held = keys_for(journal, keys, create=True) if journal else None
    begun: dict[str, ScenarioRun] = {}

    def run_of(game: Simulation) -> ScenarioRun:
        if game.name not in begun:
            run = game.run(MachineClock(), journal, held, simulated=simulated, speed=speed)
            begun[game.name] = stack.enter_context(closing(run))
        return begun[game.name]

    return run_of


def _play_one(file: str, runs: Runs, *, as_json: bool) -> int:
    try:
        content = read_content(Path(file), file)
        game = simulation_for(content)
        run = runs(game)
        scenario = game.checked(file, content)
        story = None if as_json else Story(scenario)
        results = _deal(game, scenario, run, story)
    except WrongScenario as wrong:
        sys.stderr.write(f"{wrong}\n")
        return WRONG
    if as_json:
        result = {"file": file, game.listed: results}
        sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
    return _compare(game, scenario, results)


def _deal(
    game: Simulation, scenario: Any, run: ScenarioRun, story: Story | None
) -> list[dict[str, Any]]:
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
