"""Hands through simulated devices: the same bytes as straight in, whatever happens to a device."""

import json
import random
import tomllib
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.authority import Command
from controller.clock import MachineClock
from controller.games.registry import KINDS
from controller.journal.sealing import SealedJournal
from controller.journal.sqlite import SqliteRecorder
from controller.running.snapshot import Answer
from drivers.link.fields import FACES
from drivers.shuffler.protocol import Back, PacketEjected
from simulators.faults import WIRE, Trouble
from simulators.games.poker.file import FAULTS
from simulators.games.poker.phh import history_in
from simulators.games.poker.simulation import POKER_SIMULATION, PokerDealt
from simulators.games.poker.stack import KEY_S, PokerInlet
from simulators.games.poker.steps import Answer as Answered
from simulators.games.poker.steps import PowerLoss
from simulators.scenario.run import Run
from simulators.scenario.stack import WAIT_S
from tests.helpers.poker_inventor import invent
from tests.helpers.shift import KEYS
from tests.helpers.stack import PokerMemoryInlet

DEVICES = ("shuffler", "keypad", "sign", "reader")
PHASES = ("deal", "preflop", "flop", "turn", "river", "showdown")
TWO_HANDS = """
ruleset = "poker-room"
limit = "no-limit"
blinds = ["1", "2"]
seats = 4
dealing = "shuffler"

[[players]]
seat = 1
stack = "200"
[[players]]
seat = 2
stack = "200"
[[players]]
seat = 4
stack = "200"

[[hands]]
cards = "Kh Ah 7c Ks Ad 2d 3c Kd 9s 4h 5c 2c 6c 2s"
preflop = ["1 raise 12", "2 call", "4 fold"]
flop = ["2 check", "1 bet 24", "2 call"]
turn = ["2 check", "1 check"]
river = ["2 bet 30", "1 raise 100", "2 call"]

[[hands]]
cards = "2h 2c 7c 8s Ad 2d 3c Kd 9s 4h 5c Qc 6c Js"
preflop = ["2 call", "4 raise 6", "1 call", "2 call"]
flop = ["4 bet 10", "1 fold", "2 call"]
turn = ["4 check", "2 check"]
river = ["4 all-in", "2 fold"]

[[hands]]
cards = "2h 2c 7c 8s Ad 2d 3c Kd 9s 4h 5c Qc 6c Js"
preflop = ["4 fold", "1 fold"]
"""
"""The third hand waits for a deck that went through a device in which something went wrong."""

HISTORY = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000]
actions = ['d dh p1 AhAd', 'd dh p2 ????', 'd dh p3 KhKd', 'p3 cbr 300', 'p1 cc', 'p2 f',
  'd db 2c7d9h', 'p1 cc', 'p3 cc', 'd db Js', 'p1 cc', 'p3 cc', 'd db 4s', 'p1 cc',
  'p3 cbr 200.50', 'p1 cc']
"""


class Counting(PokerMemoryInlet):
    """In memory; counts what was keyed and what was tapped."""

    keyed = tapped = 0

    def _key(self, command: Command) -> Answer | None:
        found = super()._key(command)
        type(self).keyed += found is not None
        return found

    def _tap(self, command: Command) -> Answer:
        type(self).tapped += 1
        return super()._tap(command)


class Busy(Counting):
    """So is the machine: nothing that a key does is seen within the time a dealer looks for it."""

    def _until(self, fact: Callable[[Any], bool], seconds: float = WAIT_S) -> bool:
        return seconds > KEY_S and super()._until(fact, seconds)


Inlets = Callable[[Any, Run], PokerInlet]


def played(content: dict[str, Any], inlets: Inlets | None = None) -> tuple[str, list[str]]:
    """The results as bytes, and which faults never struck."""
    scenario = POKER_SIMULATION.checked("hands.toml", content)
    with closing(Run(MachineClock(), inlets=inlets)) as run:
        dealt = POKER_SIMULATION.deal(scenario, run, None)
        results = json.dumps([result for _, result in dealt.results()])
        return results, [*dealt.never_struck()]


def with_faults(*faults: dict[str, Any], hand: int = 1) -> dict[str, Any]:
    content = tomllib.loads(TWO_HANDS)
    content["hands"][hand - 1]["faults"] = list(faults)
    return content


def invented(seed: int) -> dict[str, Any]:
    content, _ = invent(seed, mishaps=0.2)
    if seed % 2:
        content["dealing"] = "shuffler"
    return content


PLAIN, _ = played(tomllib.loads(TWO_HANDS))


def test_hands_are_keyed_at_the_keypad_and_come_to_the_same() -> None:
    Counting.keyed = Counting.tapped = 0
    assert played(tomllib.loads(TWO_HANDS), Counting)[0] == PLAIN
    assert Counting.keyed >= 35, "every move, and every step that has a key"
    # Three sit down, streets are keyed card by card, hands are tabled.
    assert Counting.tapped <= 20


def test_a_key_that_comes_late_on_a_busy_machine_is_not_tapped_too() -> None:
    assert played(tomllib.loads(TWO_HANDS), Busy)[0] == PLAIN
    assert Busy.keyed >= 35


@pytest.mark.parametrize(
    "seeds", [range(4), pytest.param(range(1_000, 1_100), marks=pytest.mark.long)]
)
def test_invented_files_come_to_the_same(seeds: range) -> None:
    for seed in seeds:
        content = invented(seed)
        assert played(content, Counting)[0] == played(content)[0], seed


def test_on_real_lines_and_threads() -> None:
    """The way of `feltwork play --devices simulated`."""
    through = played(tomllib.loads(TWO_HANDS), lambda one, run: PokerInlet(one, run, None))
    assert through == (PLAIN, [])


def test_a_hand_history_is_keyed_in_cents(tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(HISTORY, "ascii")
    history, results = history_in(str(path)), []
    for inlets in (None, Counting):
        with closing(Run(MachineClock(), inlets=inlets)) as run:
            results.append([one for _, one in POKER_SIMULATION.deal(history, run, None).results()])
    assert results[0] == results[1]
    assert results[0][0]["result"] == "showdown"


# Faults


def cases() -> list[tuple[str, str, str]]:
    """Every fault at every device that can have it, in every phase of a hand."""
    found = []
    for fault in FAULTS:
        for device in DEVICES:
            if fault == Trouble.JAM and device != "shuffler":
                continue
            if fault == Trouble.WRONG_ID and device == "sign":
                continue
            found += [(fault, device, phase) for phase in PHASES]
    return found


def suffers(fault: str, device: str, phase: str, after: int = 0) -> list[str]:
    """Two hands with this in the first; nothing of it is in the result."""
    section: dict[str, Any] = {"during": phase, "device": device, "fault": fault, "ms": 300}
    counted = fault in WIRE and device != "reader"
    if counted and not (device == "shuffler" and fault == Trouble.POWER_CUT):
        section["after"] = after
    results, never = played(with_faults(section), Counting)
    assert results == PLAIN, section
    return never


@pytest.mark.parametrize("case", random.Random(17).sample(cases(), 8), ids=" ".join)
def test_a_fault_leaves_no_trace(case: tuple[str, str, str]) -> None:
    suffers(*case)


@pytest.mark.long
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("device", DEVICES)
def test_every_fault_in_every_phase_leaves_no_trace(device: str, phase: str) -> None:
    struck = 0
    for fault, at, during in cases():
        if (at, during) == (device, phase):
            for after in (0, 7):
                struck += not suffers(fault, device, phase, after)
    assert struck, "none of them struck"


@pytest.mark.long
@pytest.mark.parametrize("way", ["from", "to"])
def test_the_shuffler_is_unplugged_at_every_third_byte(way: str) -> None:
    """From the beginning of the deal until nothing more is said in these hands."""
    for after in range(0, 400, 3):
        section = {"during": "deal", "device": "shuffler", "fault": "unplug", "ms": 200}
        results, _ = played(with_faults({**section, "after": after, "way": way}), Counting)
        assert results == PLAIN, (after, way)


@pytest.mark.long
@pytest.mark.parametrize("fault", ["drop", "delay", "unplug", "no-reply", "power-cut"])
def test_the_keypad_fails_at_every_third_report(fault: str) -> None:
    for after in range(0, 60, 3):
        section = {"during": "deal", "device": "keypad", "fault": fault, "ms": 200, "after": after}
        results, _ = played(with_faults(section), Counting)
        assert results == PLAIN, after


def test_a_fault_that_never_struck_is_named() -> None:
    section = {"during": "river", "device": "shuffler", "fault": "drop", "after": 90_000}
    results, never = played(with_faults(section), Counting)
    assert (results, never) == (PLAIN, ["hand 1: faults[1]"])


class Talking(Counting):
    """Its shuffler tells five cards before every command of a hand."""

    told = 0

    def do(self, command: Command, table: Any) -> Answer:
        felt = self.felt
        if felt is not None and not table.at_rest:
            packet = PacketEjected(9, Back.RED, FACES[:5])
            felt.lines["shuffler"].act(lambda: felt.shuffler.say(packet))
            type(self).told += 1
        return super().do(command, table)


def test_what_a_device_tells_of_a_deck_is_not_listened_to(tmp_path: Path) -> None:
    with closing(Run(MachineClock(), tmp_path / "j", KEYS, Talking)) as run:
        dealt = POKER_SIMULATION.deal(
            POKER_SIMULATION.checked("x", tomllib.loads(TWO_HANDS)), run, None
        )
        assert json.dumps([result for _, result in dealt.results()]) == PLAIN
    with closing(SqliteRecorder(tmp_path / "j", KEYS, 0)) as recorder:
        journal = SealedJournal(recorder, KEYS, *KINDS)
        events = [repr(recorded.event) for recorded in journal.events()]
    assert Talking.told > 30
    heard = [event for event in events if "PacketEjected" in event]
    assert len(heard) == Talking.told
    assert not any("Card" in event.replace("CardDrawn", "") or "Face" in event for event in heard)


# The power goes


class Killed(PokerDealt):
    """The controller loses its power before the command of this number."""

    def __init__(self, content: dict[str, Any], run: Run, at: int) -> None:
        super().__init__(POKER_SIMULATION.checked("hands.toml", content), run, None)
        self._left = at

    def _do(self, command: object) -> Answered:
        self._left -= 1
        if not self._left:
            super()._do(PowerLoss())
        return super()._do(command)


def killed(at: int) -> str:
    with closing(Run(MachineClock(), inlets=Counting)) as run:
        dealt = Killed(tomllib.loads(TWO_HANDS), run, at)
        return json.dumps([result for _, result in dealt.results()])


@pytest.mark.parametrize("before", [(2, 9, 23), pytest.param(range(1, 60), marks=pytest.mark.long)])
def test_a_power_loss_before_any_command_leaves_no_trace(before: Iterable[int]) -> None:
    for at in before:
        assert killed(at) == PLAIN, at
