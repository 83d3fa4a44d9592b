"""Scenarios on the whole stack: real drivers, simulated devices, a journal on a quick disk."""

import json
import random
import tempfile
import threading
import tomllib
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from controller.clock import MachineClock
from controller.devices.table import TableDevices
from controller.games.bonus import commands as c
from controller.games.bonus.round.state import Table
from controller.journal.keys import keys_for
from controller.running.runtime import TableController
from controller.running.snapshot import Answer
from simulators.games.bonus.scenario.file import Scenario, checked_scenario
from simulators.games.bonus.scenario.play import play_round
from simulators.games.bonus.scenario.result import round_result
from simulators.games.bonus.scenario.stack import SimulatedInlet
from simulators.games.bonus.scenario.table import BonusScenarioTable
from simulators.games.poker.stack import PokerInlet
from simulators.people.felt import Felt
from simulators.people.memory import MemoryFelt, PromptTable
from simulators.scenario.run import Inlet, Inlets, Run
from simulators.scenario.stack import WAIT_S, DeviceInlet
from tests.helpers import scenario_gen

T = TypeVar("T")


class InMemory(DeviceInlet):
    """The whole stack in memory and on virtual time."""

    def __init__(self, scenario: Any, run: Run) -> None:
        super().__init__(scenario, run, None)

    def _lay_out(self) -> Felt:
        return MemoryFelt(self._scenario.rules, devices=self.fitted)

    def _start(self, felt: Felt, fresh: Any) -> tuple[TableController, TableDevices]:
        if not isinstance(felt, MemoryFelt):
            raise TypeError(f"a table in memory expected, {type(felt).__name__} seen")
        places = self._scenario.rules.places
        devices = TableDevices(felt.config, places, felt.paired, site=felt)
        controller = self._run.controller(fresh, devices.outlets, (devices,), kind=PromptTable)
        devices.attach(controller)
        felt.attend(devices)
        return controller, devices

    def _answer(self, answer: "Future[T]") -> T:
        self._up()[0].wait(answer.done, WAIT_S)
        return answer.result(0)


class MemoryInlet(InMemory, SimulatedInlet):
    """At a table of the bonus game."""


class PokerMemoryInlet(InMemory, PokerInlet):
    """At a table of the room."""


def simulated(scenario: Scenario, run: Run) -> Inlet:
    return SimulatedInlet(scenario, run, None)


def played(text: str, folder: Path | None = None, inlets: Inlets = simulated) -> str:
    """The result, on simulated devices with a journal in this folder or else straight in."""
    scenario = checked_scenario("scenario.toml", tomllib.loads(text))
    with pytest.MonkeyPatch.context() as patch:
        if folder is not None:  # a run that is killed leaves its ports behind
            folder.mkdir(exist_ok=True)
            patch.setattr(tempfile, "tempdir", str(folder))
        with closing(_run(folder, inlets)) as run:
            return _dealt(scenario, run)


def played_in_memory(text: str, inlets: Inlets = MemoryInlet) -> str:
    """The result with devices, journal and time in memory."""
    scenario = checked_scenario("scenario.toml", tomllib.loads(text))
    with closing(Run(MachineClock(), inlets=inlets)) as run:
        return _dealt(scenario, run)


def _dealt(scenario: Scenario, run: Run) -> str:
    table = BonusScenarioTable(scenario, None, run)
    rounds = []
    for number in range(1, len(scenario.content.rounds) + 1):
        play_round(table, number)
        rounds.append(round_result(table.table))
    return json.dumps(rounds)


def _run(folder: Path | None, inlets: Inlets) -> Run:
    if folder is None:
        return Run(MachineClock())
    journal = folder / "run.journal"
    return Run(MachineClock(), journal, keys_for(journal, None, create=True), inlets)


def random_scenario(seed: int) -> str:
    chance = random.Random(seed)
    return scenario_gen.to_toml(scenario_gen.scenarios(chance, corners=bool(seed % 2)))


class UnpluggingInlet(SimulatedInlet):
    """Somebody pulls a plug now and then, and puts it back in while the table goes on."""

    def __init__(self, scenario: Scenario, run: Run, chance: random.Random, often: float) -> None:
        super().__init__(scenario, run, None)
        self._chance, self._often = chance, often
        self.pulled = 0

    def put(self, command: c.Command, table: Table) -> Answer:
        if self.felt is None or self._chance.random() >= self._often:
            return super().put(command, table)
        self.pulled += 1
        later_s = self._chance.choice((0.0, 0.001, 0.003, 0.01)) * self._chance.random()
        hand = threading.Timer(later_s, self._pull, (self.felt,))
        hand.start()
        try:
            return super().put(command, table)
        finally:
            hand.join()

    def _pull(self, felt: Felt) -> None:
        if self._chance.random() < 0.6 and felt.lines:
            line = self._chance.choice(list(felt.lines.values()))
            line.unplug()
            line.plug()
        else:
            device = self._chance.choice(list(felt.usb.values()))
            felt.bus.unplug(device)
            felt.bus.plug(device)
