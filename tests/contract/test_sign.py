"""The sign's driver over the simulated sign: what holds on any line, and what a wrong driver meets.

A character garbled on a line with parity reaches the sign marked as such: above 7F.
"""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.alphasign.commands import SetRunSequence, WriteString, WriteText, text_file
from drivers.alphasign.config import SignConfig
from drivers.alphasign.protocol import Role, SignLine
from drivers.faults import DeviceFault
from drivers.health import Condition
from simulators.line import MemoryLine, VirtualClock
from simulators.sign import SignFault, SimSign
from tests.unit.drivers.alphasign.table import Board

CAPTION = "WIN "
FOREIGN = "NO"
MEDDLED = (WriteText("T", text_file(FOREIGN.encode())), SetRunSequence(""), WriteText("0", b"NO"))
LOST_MAX = 3
SET_UP_MS = 20_000
BOUND_MS = 45_000
"""How long after the line is good again the sign is right: the longest wait for another set-up,
one that is under way, and a check."""


def lost(chance: random.Random, data: bytes) -> bytes:
    """Up to three characters fall out."""
    at = set(chance.sample(range(len(data)), min(len(data), chance.randint(1, LOST_MAX))))
    return bytes(byte for index, byte in enumerate(data) if index not in at)


def garbled(chance: random.Random, data: bytes) -> bytes:
    """Any number of characters come with a wrong bit, which parity shows."""
    spoilt = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        spoilt[at] = spoilt[at] ^ 1 << chance.randrange(7) | 0x80
    return bytes(spoilt)


def cut(chance: random.Random, data: bytes) -> bytes:
    """The rest does not come."""
    return data[: chance.randrange(len(data))]


def gone(chance: random.Random, data: bytes) -> bytes:
    """Nothing comes."""
    return b""


FAULTS: tuple[Callable[[random.Random, bytes], bytes], ...] = (lost, garbled, cut, gone)


class Trial:
    """A bad time for a sign, from a seed."""

    def __init__(self, seed: int, wired: bool) -> None:
        self.chance = random.Random(seed)
        config = SignConfig(wired=wired, caption=CAPTION, set_up_ms=SET_UP_MS)
        self.board = Board(config)
        self.wanted: list[str] = []

    def suffer(self, moments: int) -> None:
        """New texts, a bad line, a bad sign, somebody else at it, a pulled plug."""
        board, chance = self.board, self.chance
        for _ in range(moments):
            self.want(f"${chance.randrange(10_000_000) / 100:,.2f}")
            board.line.spoil = board.line.spoil_answer = self.spoil
            board.device.fault = chance.choice((SignFault.NONE,) * 5 + tuple(SignFault))
            if chance.random() < 0.1:
                board.device.lose_power(memory_kept=chance.random() < 0.5)
            if chance.random() < 0.2:
                board.device.meddle(board.clock.now_ms, chance.choice(MEDDLED))
            if chance.random() < 0.2:
                board.line.plugged = False
            try:
                board.run(chance.choice((100, 700, 4_000)))
            except DeviceFault:
                board.reconnect()
        board.device.fault = SignFault.NONE
        board.line.spoil = board.line.spoil_answer = lambda data: data

    def want(self, text: str) -> None:
        self.wanted.append(text)
        self.board.sign.show(text)

    def spoil(self, data: bytes) -> bytes:
        if not data or self.chance.random() < 0.4:
            return data
        return self.chance.choice(FAULTS)(self.chance, data)

    def right(self) -> bool:
        board = self.board
        shown = board.device.displayed.removeprefix(CAPTION).strip() == self.wanted[-1]
        return shown and board.condition is Condition.WORKING


def check(seed: int, wired: bool, moments: int) -> None:
    trial = Trial(seed, wired)
    trial.suffer(moments)
    took = trial.board.run(BOUND_MS, trial.right)
    assert trial.right(), f"seed {seed}: {trial.board.device.displayed!r} after {took} ms"
    allowed = {"", FOREIGN, *trial.wanted}
    for shown in trial.board.device.shown:
        seen = shown.text.removeprefix(CAPTION).strip()
        assert seen in allowed, f"seed {seed}: {seen!r} was never wanted"


@pytest.mark.parametrize("wired", [True, False], ids=["wired", "unwired"])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_the_sign_comes_right_and_never_shows_what_was_not_wanted(wired: bool, seed: int) -> None:
    check(seed, wired, moments=12)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("wired", [True, False], ids=["wired", "unwired"])
def test_the_sign_comes_right_after_many_bad_times(wired: bool) -> None:
    for seed in range(1_000):
        check(seed, wired, moments=20)


# Each is one byte, one pause or one question away from being right.

GOOD_TEXT = WriteString("J", b"$2.00".center(20))
Chunks = list[tuple[bytes, int]]
"""What is written, each with how long the line rests after it."""


def summed(packet: bytes, checksum: int) -> Chunks:
    """With another checksum."""
    return [(packet[:-5] + f"{checksum:04X}".encode() + packet[-1:], 0)]


# fmt: off
RIGHT: dict[str, Callable[[bytes], Chunks]] = {
    "at once":                  lambda packet: [(packet, 0)],
    "slowly, but in time":      lambda packet: [(bytes([byte]), 20) for byte in packet],
}
WRONG: dict[str, Callable[[bytes], Chunks]] = {
    "a wrong checksum":         lambda packet: summed(packet, int(packet[-5:-1], 16) + 1),
    "checksum from the header": lambda packet: summed(packet, sum(packet[:-5])),
    "a shifted byte":           lambda packet: [(packet.replace(b"\x01Z00\x02", b"\x01Z0\x02"), 0)],
    "no end":                   lambda packet: [(packet[:-1], 0)],
    "late within a packet":     lambda packet: [(packet[:15], 1_200), (packet[15:], 0)],
}
# fmt: on


def write(line: MemoryLine, chunks: Chunks) -> None:
    for chunk, rest_ms in chunks:
        line.write(chunk)
        line.read(rest_ms)


def set_up_sign() -> tuple[SimSign, MemoryLine]:
    board = Board(SignConfig(wired=True))
    board.sign.show("$1.00")
    board.run(3_000)
    return board.device, MemoryLine(board.device, VirtualClock(board.clock.now_ms))


@pytest.mark.parametrize("how", RIGHT)
def test_a_right_driver_is_understood(how: str) -> None:
    sign, line = set_up_sign()
    write(line, RIGHT[how](SignLine(Role.HOST).send(GOOD_TEXT)))
    assert sign.displayed.strip() == "$2.00"
    assert not sign.errors


@pytest.mark.parametrize("how", WRONG)
def test_a_wrong_driver_changes_nothing_on_the_sign(how: str) -> None:
    sign, line = set_up_sign()
    write(line, WRONG[how](SignLine(Role.HOST).send(GOOD_TEXT)))
    line.read(2_000)
    assert sign.displayed.strip() == "$1.00"
    assert sign.errors


def test_a_driver_that_never_sets_the_sign_up_shows_nothing() -> None:
    sign = SimSign()
    line = MemoryLine(sign, VirtualClock())
    line.write(SignLine(Role.HOST).send(GOOD_TEXT))
    assert sign.displayed == ""
    assert sign.errors


def test_a_driver_that_never_reads_takes_a_stuck_sign_for_a_working_one() -> None:
    conditions = []
    for wired in (True, False):  # the same sign; one driver reads, the other does not
        board = Board(SignConfig(wired=wired), SimSign(wired=True))
        board.sign.show("$1.00")
        board.run(3_000)
        board.device.fault = SignFault.STUCK
        board.sign.show("$2.00")
        board.run(10_000)
        assert board.shows == "$1.00"
        conditions.append(board.condition)
    assert conditions == [Condition.FAULTY, Condition.WORKING]


def test_a_driver_that_rewrites_the_text_file_blanks_the_sign() -> None:
    board = Board(SignConfig(wired=True))
    board.sign.show("$1.00")
    board.run(3_000)
    blanks = [shown.text for shown in board.device.shown].count("")
    board.line.write(SignLine(Role.HOST).send(board.sign.config.text))
    board.line.read(1_000)
    assert [shown.text for shown in board.device.shown].count("") == blanks + 1
    assert board.shows == "$1.00"
