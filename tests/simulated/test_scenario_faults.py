"""`[[rounds.faults]]`: what happens to a device leaves no trace in the result."""

import copy
import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from controller.games.bonus import commands as c
from controller.games.bonus.round.state import Table
from controller.running.snapshot import Answer
from simulators.faults import WIRE, Trouble
from simulators.games.bonus.scenario.sections import PHASES
from simulators.games.bonus.scenario.stack import SimulatedInlet
from simulators.people.felt import Felt
from tests.helpers.kill import EVENTFUL, JACKPOT
from tests.helpers.scenario_gen import to_toml
from tests.helpers.stack import MemoryInlet, played, played_in_memory, random_scenario
from tests.simulated.test_simulated_devices import SHOE
from ui.commands.dealing import deal_files

SCENARIOS: Final = Path(__file__).parents[2] / "config" / "scenarios"
EXAMPLE: Final = SCENARIOS / "faults-on-the-wire.toml"
BY_HAND: Final = (
    (SCENARIOS / "south-dakota-envy.toml").read_text("utf-8").partition("[rounds.expect]")[0]
)
_ROUND: Final = EVENTFUL.removeprefix(JACKPOT).split("[[rounds]]")[1]
ONCE: Final = f"{JACKPOT}[[rounds]]{_ROUND}"
TWICE: Final = f"{ONCE}[[rounds]]{_ROUND}"
"""A shuffler's other deck is made ready while the first is in play."""

CASES: Final = [(device, fault) for device in ("shuffler", "shoe") for fault in WIRE]


def with_faults(text: str, *faults: dict[str, Any]) -> str:
    content = copy.deepcopy(tomllib.loads(text))
    content["rounds"][0]["faults"] = list(faults)
    return to_toml(content)


class Suffered:
    """What has struck, with the same result as without it, and what never did."""

    def __init__(self, text: str) -> None:
        self.struck: Counter[Trouble] = Counter()
        self.never: list[str] = []
        suffered = self

        class Counting(MemoryInlet):
            def close(self) -> None:
                if self.felt is not None:
                    suffered._count(self.felt)
                    suffered.never += self.never_struck()
                super().close()

        assert played_in_memory(text, Counting) == played(text), text

    def _count(self, felt: Felt) -> None:
        for script in felt.scripts.values():
            self.struck.update(script.injected)
        self.struck.update(felt.shoe.mishaps.happened + felt.shuffler.mishaps.happened)


@pytest.mark.parametrize(("device", "fault"), CASES)
def test_a_fault_on_the_card_devices_wire_changes_nothing(device: str, fault: Trouble) -> None:
    told = {"during": "deal", "device": device, "fault": fault.value, "count": 3}
    if (device, fault) != ("shuffler", Trouble.POWER_CUT):  # that comes between packets
        told["after"] = 40
    suffered = Suffered(with_faults(SHOE if device == "shoe" else EVENTFUL, told))
    assert suffered.struck == {fault: 1}
    assert suffered.never == []


@pytest.mark.parametrize("fault", WIRE)
def test_a_fault_of_the_card_reader_strikes_at_a_swipe(fault: Trouble) -> None:
    told = {"during": "wagers", "device": "reader", "fault": fault.value}
    assert Suffered(with_faults(SHOE, told)).struck == {fault: 1}


@pytest.mark.parametrize("text", [SHOE, EVENTFUL], ids=["shoe", "shuffler"])
@pytest.mark.parametrize("count", [1, 5, 13])
def test_cards_that_are_not_read_are_keyed_as_they_are_turned(text: str, count: int) -> None:
    device = "shoe" if text is SHOE else "shuffler"
    told = {"during": "deal", "device": device, "fault": "misread", "count": count}
    assert Suffered(with_faults(text, told)).struck == {Trouble.MISREAD: count}


@pytest.mark.parametrize("phase", PHASES)
def test_a_jam_before_the_first_card_or_of_the_other_deck_is_shuffled_anew(phase: str) -> None:
    told = {"during": phase, "device": "shuffler", "fault": "jam"}
    assert Suffered(with_faults(TWICE, told, told)).struck == {Trouble.JAM: 2}


@pytest.mark.parametrize("phase", PHASES)
def test_a_shuffler_that_loses_its_power_between_packets_deals_on(phase: str) -> None:
    told = {"during": phase, "device": "shuffler", "fault": "power-cut", "ms": 300}
    assert Suffered(with_faults(TWICE, told)).struck == {Trouble.POWER_CUT: 1}


@pytest.mark.parametrize("text", [SHOE, EVENTFUL, BY_HAND], ids=["shoe", "shuffler", "hand"])
def test_a_contact_that_sticks_under_a_chip_is_freed_when_the_chip_is_gone(text: str) -> None:
    place = 2 if text is not BY_HAND else 1
    told = {"during": "wagers", "device": "sensors", "fault": "stuck-sensor", "place": place}
    assert Suffered(with_faults(text, told)).never == []


def test_what_waits_for_more_bytes_than_come_never_strikes_and_is_named() -> None:
    far = {"during": "deal", "device": "shoe", "fault": "drop", "after": 99_999}
    near = {**far, "after": 10}
    jam = {"during": "settlement", "device": "shuffler", "fault": "jam"}
    assert Suffered(with_faults(SHOE, far, near)).never == ["round 1: faults[1]"]
    assert Suffered(with_faults(ONCE, jam)).never == ["round 1: faults[1]"]


def test_the_command_says_what_never_struck_and_ends_as_it_would(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "far.toml"
    far = {"during": "deal", "device": "shoe", "fault": "drop", "after": 99_999}
    file.write_text(with_faults(SHOE, far), "utf-8")
    assert deal_files([str(file)], None, None, as_json=True, simulated=True) == 0
    said = capsys.readouterr()
    assert said.err == f"{file}: round 1: faults[1]: never struck\n"
    assert deal_files([str(file)], None, None, as_json=True) == 0
    assert capsys.readouterr() == (said.out, "")


def test_any_faults_in_any_phase_change_nothing() -> None:
    chance, struck = random.Random(1), 0
    for _ in range(12):
        faults = [
            {
                "during": chance.choice(PHASES),
                "device": chance.choice(("shoe", "sensors", "lamps", "keypad", "sign")),
                "fault": chance.choice(WIRE).value,
                "after": chance.randrange(200),
                "way": chance.choice(("from", "to")),
                "count": chance.randrange(1, 50),
                "ms": chance.randrange(1, 3_000),
            }
            for _ in range(4)
        ]
        struck += Suffered(with_faults(SHOE, *faults)).struck.total()
    assert struck > 8


def mishaps(by: str, hands: list[dict[str, Any]], chance: random.Random) -> list[dict[str, Any]]:
    """What does not happen on a wire, or only at a swipe, and is put right by hands."""
    found: list[dict[str, Any]] = [{"device": "reader", "fault": chance.choice(WIRE).value}]
    if by != "hand":
        found.append({"device": by, "fault": "misread", "count": chance.randint(1, 9)})
    if by == "shuffler":
        found.append({"device": by, "fault": chance.choice(("jam", "power-cut"))})
    if chips := [hand["place"] for hand in hands if hand.get("jackpot")]:
        stuck = {"device": "sensors", "fault": "stuck-sensor", "place": chance.choice(chips)}
        found.append(stuck)
    return [{"during": "wagers", **one} for one in found]


def any_mishaps(seed: int) -> None:
    content, chance = tomllib.loads(random_scenario(seed)), random.Random(seed)
    by = content.get("dealing", "hand" if content["ruleset"] == "sd" else "shuffler")
    for round_ in content["rounds"]:
        round_["faults"] = mishaps(by, round_["hands"], chance)
    Suffered(to_toml(content))


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(100, 400), marks=pytest.mark.long)])
def test_whatever_hands_put_right_changes_no_scenario(seeds: range) -> None:
    for seed in seeds:
        any_mishaps(seed)


def test_a_run_that_was_killed_with_unread_cards_out_goes_on(disk: Path) -> None:
    """The record has cards that nobody has read; the file says which they were."""
    told = {"during": "deal", "device": "shoe", "fault": "misread", "count": 9}
    text = with_faults(SHOE, told)

    class Killed(Exception):
        pass

    class Dies(SimulatedInlet):
        def put(self, command: c.Command, table: Table) -> Answer:
            if isinstance(command, c.SettlePlace):
                raise Killed
            return super().put(command, table)

    with pytest.raises(Killed):
        played(text, disk, lambda scenario, run: Dies(scenario, run, None))
    assert played(text, disk) == played(text)


def test_the_example_on_real_pseudo_terminals(disk: Path) -> None:
    text, never = EXAMPLE.read_text("utf-8"), list[str]()

    class Asked(SimulatedInlet):
        def close(self) -> None:
            never.extend(self.never_struck())
            super().close()

    assert played(text, disk, lambda scenario, run: Asked(scenario, run, None)) == played(text)
    assert never == []
