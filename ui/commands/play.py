"""`feltwork play`: deals scenario files and prints the result or the table's story."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.journal.keys import keys_for
from controller.journal.recorder import JournalFault
from simulators.scenario.clock import MachineClock
from simulators.scenario.expect import differences
from simulators.scenario.file import Scenario, WrongScenario, read_scenario
from simulators.scenario.play import play_round
from simulators.scenario.result import round_result
from simulators.scenario.table import Run, ScenarioTable
from ui.commands.story import Story

FAILED, WRONG, UNEXPECTED = 1, 2, 3


class Devices(StrEnum):
    """How the cards reach the controller."""

    DIRECT = "direct"


def play(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Scenario files (TOML).", show_default=False),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one line of JSON a file and nothing else.")
    ] = False,
    devices: Annotated[
        Devices,
        typer.Option(help="direct: device events go straight into the controller."),
    ] = Devices.DIRECT,
    journal: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the durable record of the run in this file; run again with it after a kill, "
            "the rest is played. Otherwise the record is in memory.",
        ),
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The keys of the journal; made with a new one. Default: FILE.keys beside it. A "
            "table in a casino keeps them elsewhere.",
        ),
    ] = None,
) -> None:
    """Deal scenario files: what a table is, which cards come, what players do, what goes wrong.

    Without --json the table's story is told. Examples are in config/scenarios.

    Exit status: 0 all rounds came to an end (misdeal and void included); 2 a scenario is wrong;
    3 an expect block did not hold; 1 anything else.
    """
    try:
        run = _run(journal, keys)
        status = 0
        for file in files:
            found = _play_one(file, run, as_json=as_json)
            status = found if status in (0, UNEXPECTED) and found else status
        run.close()
    except JournalFault as fault:
        sys.stderr.write(f"{fault}\n")
        status = FAILED
    raise typer.Exit(status)


def _run(journal: Path | None, keys: Path | None) -> Run:
    if journal is None:
        return Run(MachineClock())
    return Run(MachineClock(), journal, keys_for(journal, keys, create=True))


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
    return rounds


def _compare(scenario: Scenario, rounds: list[dict[str, Any]]) -> int:
    status = 0
    for number, (content, seen) in enumerate(zip(scenario.content.rounds, rounds, strict=True), 1):
        for line in differences(content.expect or {}, seen):
            sys.stderr.write(f"{scenario.name}: round {number}: expect: {line}\n")
            status = UNEXPECTED
    return status
