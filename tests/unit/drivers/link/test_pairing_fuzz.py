"""Pairing fed with whatever somebody on the line may make up: refused, and nobody gets a key."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from drivers.faults import BadFrame, DeviceFault, WrongDevice
from drivers.link.frames import ANY_DEVICE, Role
from drivers.link.messages import (
    MessageTable,
    PairConfirm,
    PairConfirmed,
    PairOffer,
    PairReveal,
    PairStart,
)
from drivers.link.pair import PairingDriver
from drivers.link.pairing import DevicePairing, HostPairing
from drivers.link.protocol import Link
from tests.helpers.spoil import campaigns, held, spoilt

T = TypeVar("T")
ROOM = 2_000
LOW_ORDER = (bytes(32), bytes([1]) + bytes(31), bytes([0xEC]) + b"\xff" * 30 + b"\x7f")
"""Public keys that give no secret, whoever's they meet."""


class Exchange:
    """Both sides once, to have something true to spoil."""

    def __init__(self) -> None:
        host, device = HostPairing(), DevicePairing(2, "FELT-SHOE-1", "SHOE-0001")
        self.offer = device.offer(host.start())
        self.reveal = host.reveal(self.offer)
        device.revealed(self.reveal)
        device.press_equal()
        device.confirmed_by(host.confirm())
        done = device.finish()
        assert done is not None
        self.confirm, self.confirmed = done.confirm, done.confirmed


def turned(chance: random.Random, true: bytes) -> bytes:
    """As long as the true one, and another."""
    if chance.random() < 0.2:
        return chance.choice(LOW_ORDER)[: len(true)]
    made = true
    while made == true:  # a byte that was cut off may come back by chance
        made = (spoilt(chance, (true,), 64) + chance.randbytes(len(true)))[: len(true)]
    return made


def refused(deed: Callable[[], T]) -> T | None:
    with suppress(BadFrame):
        return deed()
    return None


def against_the_host(chance: random.Random, true: Exchange) -> None:
    """Whatever is offered, no proof that was made up gives a pairing."""
    host, offer = HostPairing(), true.offer
    made = PairOffer(
        offer.device_id, turned(chance, offer.public), turned(chance, offer.nonce), "M", "S"
    )
    refused(lambda: host.reveal(made))
    code, size = host.code, held(vars(host))
    assert refused(lambda: host.reveal(offer)) is None or code is None
    for proof in (true.confirmed.proof, turned(chance, true.confirmed.proof)):
        assert refused(lambda proof=proof: host.finish(PairConfirmed(proof))) is None  # type: ignore[misc]
    assert held(vars(host)) <= size + ROOM


def against_the_device(chance: random.Random, true: Exchange, start: PairStart) -> None:
    """It shows no code for a key that its host was not bound to, and never takes one."""
    device = DevicePairing(2, "FELT-SHOE-1", "SHOE-0001")
    device.offer(start)
    reveal = true.reveal
    made = PairReveal(turned(chance, reveal.public), turned(chance, reveal.nonce))
    if made != reveal:
        assert refused(lambda: device.revealed(made)) is None
        assert device.code is None
    with pytest.raises(BadFrame):
        device.offer(PairStart(turned(chance, start.commitment)))
    device.revealed(reveal)
    code = device.code
    device.press_equal()
    with suppress(BadFrame):
        device.confirmed_by(PairConfirm(turned(chance, true.confirm.proof)))
    assert device.finish() is None
    assert device.code == code
    assert held(vars(device)) < ROOM


def campaign(seed: int, inputs: int) -> None:
    """Each side is told three things a time, of which at least two were made up."""
    chance, true = random.Random(seed), Exchange()
    mine = HostPairing()
    start = mine.start()
    true.reveal = mine.reveal(true.offer)
    for _ in range(inputs // 2):
        against_the_host(chance, true)
        against_the_device(chance, true, start)


@campaigns(500)
def test_made_up_pairings_give_nobody_a_key(seed: int, inputs: int) -> None:
    campaign(seed, inputs)


class Noise:
    """A line that says what it was given, and then nothing."""

    def __init__(self, said: list[bytes]) -> None:
        self.said, self.now_ms = said, 0

    def read(self, wait_ms: int) -> bytes:
        self.now_ms += max(1, wait_ms)
        return self.said.pop(0) if self.said else b""

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


@given(st.lists(st.binary(max_size=120), max_size=5), st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_a_host_on_a_noisy_line_gives_up_in_time(noise: list[bytes], seed: int) -> None:
    device = Link(Role.DEVICE, MessageTable(()), ANY_DEVICE)
    frames = [device.send(Exchange().offer)]
    chance = random.Random(seed)
    said = [*noise, *(spoilt(chance, frames) for _ in range(5))]
    # What one piece lacks at its end the next may begin with: then it was no noise.
    assume(frames[0].strip(b"\0") not in b"".join(said).split(b"\0"))
    line = Noise(said)
    with pytest.raises((DeviceFault, WrongDevice)):
        PairingDriver(line, lambda: line.now_ms).begin()
    assert line.now_ms < 10_000
