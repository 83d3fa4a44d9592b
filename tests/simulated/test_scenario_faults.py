"""`[[rounds.faults]]`: what happens on a wire leaves no trace in the result."""

import copy
import random
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from simulators.faults import Trouble
from simulators.scenario.file import Scenario
from simulators.scenario.stack import MemoryInlet
from simulators.scenario.table import Inlet, Run
from simulators.scenario.tables import FAULTS, PHASES
from tests.helpers.kill import EVENTFUL
from tests.helpers.scenario_gen import to_toml
from tests.helpers.stack import played, played_in_memory
from tests.simulated.test_simulated_devices import SHOE

EXAMPLE: Final = Path(__file__).parents[2] / "config" / "scenarios" / "faults-on-the-wire.toml"

CASES: Final = [
    (device, fault)
    for device in ("shuffler", "shoe")
    for fault in FAULTS
    if (device, fault) != ("shuffler", "power-cut")  # a packet that is not finished takes people
]


def with_faults(text: str, faults: list[dict[str, Any]]) -> str:
    content = copy.deepcopy(tomllib.loads(text))
    content["rounds"][0]["faults"] = faults
    return to_toml(content)


def suffered(text: str) -> dict[Trouble, int]:
    """What has struck, with the same result as without it."""
    inlets: list[MemoryInlet] = []
    injected: dict[Trouble, int] = dict.fromkeys(Trouble, 0)

    class Counting(MemoryInlet):
        def close(self) -> None:
            for script in self.felt.scripts.values() if self.felt else ():
                for fault, count in script.injected.items():
                    injected[fault] += count
            super().close()

    def inlet(scenario: Scenario, run: Run) -> Inlet:
        inlets.append(Counting(scenario, run))
        return inlets[-1]

    assert played_in_memory(text, inlet) == played(text), text
    return injected


@pytest.mark.parametrize(("device", "fault"), CASES)
def test_a_fault_on_the_card_devices_wire_changes_nothing(device: str, fault: str) -> None:
    told = {"during": "deal", "device": device, "fault": fault, "after": 40, "count": 3}
    struck = suffered(with_faults(SHOE if device == "shoe" else EVENTFUL, [told]))
    assert struck[Trouble(fault)] == 1


def test_any_faults_in_any_phase_change_nothing() -> None:
    chance, struck = random.Random(1), 0
    for _ in range(30):
        faults = [
            {
                "during": chance.choice(PHASES),
                "device": chance.choice(("shoe", "sensors", "lamps", "keypad", "sign")),
                "fault": chance.choice(FAULTS),
                "after": chance.randrange(200),
                "way": chance.choice(("from", "to")),
                "count": chance.randrange(1, 50),
                "ms": chance.randrange(1, 3_000),
            }
            for _ in range(4)
        ]
        struck += sum(suffered(with_faults(SHOE, faults)).values())
    assert struck > 20


def test_the_example_on_real_pseudo_terminals(disk: Path) -> None:
    text = EXAMPLE.read_text("utf-8")
    assert played(text, disk) == played(text)
