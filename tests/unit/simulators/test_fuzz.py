"""Simulators fed with spoilt bytes: nothing raised, nothing changed by them, nothing piled up."""

import copy
import random
from collections import deque
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.alphasign import commands as c
from drivers.alphasign.protocol import Packet
from drivers.alphasign.protocol import Role as SignRole
from drivers.alphasign.protocol import SignLine as SignLink
from drivers.faults import BadFrame
from drivers.link.frames import ANY_DEVICE, Role
from drivers.link.messages import Heartbeat, MessageTable, PairStop
from drivers.link.pairing import HostPairing
from drivers.link.protocol import Link
from drivers.xkeys.protocol import (
    GenerateData,
    GetDescriptor,
    Led,
    Light,
    Reports,
    SetBacklight,
    SetLed,
)
from drivers.xkeys.protocol import Role as ReportRole
from simulators.cardreader import SimCardReader
from simulators.linked import LinkedDevice
from simulators.shoe import SimShoe
from simulators.shuffler import SimShuffler
from simulators.sign import SimSign
from simulators.world import World
from simulators.xkeys import SimXk12, SimXk24, SimXkeys
from tests.helpers.linked import shoe_host, shuffler_host
from tests.helpers.spoil import held, spoilt

Campaign = Callable[[int, int], None]
ROOM = 20_000
"""More than any of them may keep, and far less than a campaign sends."""


def linked(make: Callable[[World, bytes], LinkedDevice]) -> Campaign:
    """A paired device in pairing mode, which listens to sealed frames and to clear ones."""

    def campaign(seed: int, inputs: int) -> None:
        chance, key = random.Random(seed), bytes(32)
        device = make(World(seed), key)
        device.enter_pairing_mode()
        host = Link(Role.HOST, MessageTable(()), device.plate.device_id, key)
        anybody, pairing = Link(Role.HOST, MessageTable(()), ANY_DEVICE), HostPairing()
        hello = host.hello()
        host.receive(device.update(0, hello).sent)
        good = [hello, *(host.send(Heartbeat()) for _ in range(5))]
        good += [anybody.send(pairing.start()), anybody.send(PairStop())]
        whole = {frame.strip(b"\0") for frame in good}
        before = copy.deepcopy(device.memory), device.pairing
        for number in range(inputs):
            data = spoilt(chance, good)
            while whole & set(data.split(b"\0")):  # spliced where one ends and another begins
                data = spoilt(chance, good)
            device.update(0, data + b"\0")
            assert (device.memory, device.pairing) == before, f"seed {seed}, input {number}"
            if number % 1_000 == 0:
                assert held(vars(device)) < ROOM, f"seed {seed}, input {number}"

    return campaign


def sign(seed: int, inputs: int) -> None:
    """What a second listener does not take for a packet changes nothing on the sign."""
    chance, host = random.Random(seed), SignLink(SignRole.HOST)
    good = [
        host.send(c.SetMemory((c.text_entry("A", 13), c.string_entry("J", 20)))),
        host.send(c.WriteText("A", c.text_file(b"JACKPOT \x10J"))),
        host.send(c.SetRunSequence("A")),
        host.send(c.WriteString("J", b"$12,345.67")),
        host.send(c.ReadString("J")),
    ]
    board, listener, now = SimSign(), SignLink(SignRole.DEVICE), 0
    for packet in good:
        now += 1_500
        board.update(now, packet)
    now += 1_500
    board.update(now, b"")
    for number in range(inputs):
        now += chance.choice((0, 1, 400, 1_500))
        data, before = spoilt(chance, good), (len(board.taken), board.displayed)
        board.update(now, b"")
        shown = board.displayed
        heard = any(isinstance(event, Packet) for event in listener.receive(now, data))
        board.update(now, data)
        if not heard:
            assert (len(board.taken), board.displayed) == (before[0], shown), f"seed {seed}"
        if number % 1_000 == 0:
            board.taken.clear()
            board.shown = deque([board.shown[-1]])  # its history has a limit of its own
            assert held(vars(board)) < ROOM, f"seed {seed}, input {number}"


def panel(make: type[SimXk12] | type[SimXk24]) -> Campaign:
    def campaign(seed: int, inputs: int) -> None:
        chance, device = random.Random(seed), make(1)
        device.power_on(0)
        device.update(0, None, room=True)
        host = Reports(ReportRole.HOST, device.model)
        listener = Reports(ReportRole.DEVICE, device.model)
        said = GenerateData(), GetDescriptor(), SetLed(Led.RED, Light.ON), SetBacklight(3, Light.ON)
        good = [host.send(message) for message in said]
        for number in range(inputs):
            report, before = spoilt(chance, good), shown(device)
            try:
                listener.receive(report)
                known = True
            except BadFrame:
                known = False
            answer = device.update(number, report, room=True).sent
            if not known:
                assert (shown(device), answer) == (before, None), f"seed {seed}, input {number}"
            if number % 1_000 == 0:
                assert held(vars(device)) < ROOM, f"seed {seed}, input {number}"

    return campaign


def shown(device: SimXkeys) -> object:
    return dict(device.leds), dict(device.backlights), device.closed, device.unit_id


def card_reader(seed: int, inputs: int) -> None:
    """It takes no reports at all."""
    chance, device = random.Random(seed), SimCardReader()
    for number in range(inputs):
        report = chance.randbytes(chance.randrange(400))
        assert device.update(number, report, room=True).sent is None
        if number % 1_000 == 0:
            assert held(vars(device)) < ROOM


# fmt: off
CAMPAIGNS: dict[str, Campaign] = {
    "shoe":        linked(SimShoe),
    "shuffler":    linked(SimShuffler),
    "sign":        sign,
    "sensors":     panel(SimXk12),
    "lamps":       panel(SimXk24),
    "card reader": card_reader,
}
# fmt: on


LONG = pytest.param(100, 100_000, marks=(pytest.mark.long, pytest.mark.timeout(3_600)))


@pytest.mark.parametrize(("seed", "inputs"), [(1, 2_000), LONG])
@pytest.mark.parametrize("device", CAMPAIGNS)
def test_spoilt_bytes_change_nothing_at_a_device(device: str, seed: int, inputs: int) -> None:
    CAMPAIGNS[device](seed, inputs)


@pytest.mark.parametrize("make", [shoe_host, shuffler_host])
@given(noise=st.lists(st.binary(max_size=200), max_size=8))
@settings(max_examples=30, deadline=None)
def test_any_noise_on_the_line_leaves_a_device_that_answers(
    make: Callable[[], tuple[World, object]], noise: list[bytes]
) -> None:
    _, host = make()
    device: LinkedDevice = host.device  # type: ignore[attr-defined]
    for data in noise:
        device.update(0, data)
    host.run(1_000)  # type: ignore[attr-defined]
    assert host.session is not None  # type: ignore[attr-defined]
