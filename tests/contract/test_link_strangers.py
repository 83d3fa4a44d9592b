"""Who is not let in: recordings, forgeries, strangers; each is refused by name and reported."""

from dataclasses import replace
from typing import Any

import pytest

from drivers.faults import WrongDevice
from drivers.link.frames import pack_frame, unpack_frame
from drivers.link.protocol import Reason
from drivers.shuffler.protocol import Back
from simulators import faults as wire
from simulators.faults import Way
from simulators.line import Update
from tests.helpers.linked import shoe_host

# Somebody on the cable


def test_a_recorded_card_frame_played_again_is_refused_and_reported() -> None:
    _, host = shoe_host()
    host.shoe.load(Back.RED)
    host.run(1_000)
    host.shoe.draw()
    assert host.line is not None
    taken = host.line.read(100)
    assert host.session is not None
    for chunk in (taken, taken):
        for item in host.session._link.receive(chunk):  # noqa: SLF001
            host.session._take(item)  # noqa: SLF001
    assert len(host.faces) == 1
    assert {refused.reason for refused in host.noticed} == {Reason.REPLAYED}


def test_a_card_frame_made_with_another_key_is_refused_and_reported() -> None:
    _, host = shoe_host()
    host.shoe.load(Back.RED)
    host.run(1_000)
    _, forger = shoe_host(seed=9)
    forger.shoe.memory.key = forger.shoe.paired.key[::-1]
    forger.shoe.power_cut()
    forger.shoe.power_on()
    forger.paired = forger.shoe.paired
    forger.shoe.load(Back.BLUE)
    forger.run(1_000)
    assert forger.shoe.draw()
    assert forger.line is not None
    host.script.add(wire.stray(host.script.count(Way.IN), forger.line.read(100)))
    host.run(3_000)
    assert host.faces == []
    assert Reason.FORGED in {refused.reason for refused in host.noticed}


def test_a_replay_of_an_earlier_sessions_hello_changes_nothing() -> None:
    _, host = shoe_host()
    host.shoe.load(Back.RED)
    heard: list[bytes] = []
    update = host.shoe.update

    def listening(now_ms: int, received: bytes) -> Update:
        heard.append(received)
        return update(now_ms, received)

    host.shoe.update = listening  # type: ignore[method-assign]
    host.run(1_000)
    host.session = None
    host.run(1_000)
    old = b"".join(heard)
    for at in range(0, len(old), 50):
        update(host.clock.now_ms, old[at : at + 50])
    drawn = host.shoe.draw()
    host.run(500)
    assert drawn is not None
    assert host.faces == [drawn.face]
    assert host.reasons == []


# Wrong and unpaired devices


def test_an_unpaired_device_is_refused_by_name() -> None:
    _, host = shoe_host()
    host.shoe.memory.key = None
    host.shoe.power_cut()
    host.shoe.power_on()
    with pytest.raises(WrongDevice, match=r"FELT-SHOE-1 SHOE-0001 \(device 2\) is not paired"):
        host.connect()


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ({"key": bytes(32)}, r"SHOE-0001.* was paired with another console"),
        ({"device_id": 5}, r"device 5\): .*device 2\) is a different device"),
        ({"serial": "SHOE-0007"}, r"SHOE-0007.*: FELT-SHOE-1 SHOE-0001 answers"),
    ],
)
def test_another_device_than_the_paired_one_is_refused_by_name(
    expected: dict[str, Any], said: str
) -> None:
    _, host = shoe_host()
    host.paired = replace(host.paired, **expected)
    with pytest.raises(WrongDevice, match=said):
        host.connect()


def test_a_device_of_another_version_is_refused_by_name() -> None:
    _, host = shoe_host()
    update = host.shoe.update

    def newer(now_ms: int, received: bytes) -> Update:
        sent = update(now_ms, received).sent
        if not sent:
            return Update()
        frame = unpack_frame(sent.strip(b"\0"))
        return Update(pack_frame(replace(frame.header, version=2), frame.body))

    host.shoe.update = newer  # type: ignore[method-assign]
    with pytest.raises(WrongDevice, match="expected version 1, found 2"):
        host.connect()


def test_a_device_that_has_lost_events_is_refused() -> None:
    _, host = shoe_host()
    host.shoe.load(Back.RED)
    host.run(1_000)
    host.record.clear()
    with pytest.raises(WrongDevice, match="the record ends with 0: events are missing"):
        host.connect()
