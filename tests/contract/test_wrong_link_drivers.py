"""A simulator is strict enough that a wrong driver fails against it."""

from dataclasses import replace

import pytest

from drivers.faults import DeviceFault, WrongDevice
from drivers.link.messages import Acknowledge, Event, Message, Outcome
from drivers.link.protocol import Reason
from drivers.link.session import LinkSession
from drivers.shoe.driver import ShoeSession
from drivers.shuffler.driver import ShufflerSession
from drivers.shuffler.protocol import Back
from drivers.transport import ByteTransport
from simulators.world import Spot
from tests.helpers.linked import ShoeHost, ShufflerHost, shoe_host, shuffler_host


class EarlyAcknowledger(ShoeSession):
    """Acknowledges before the event is on record."""

    def _take_event(self, event: Event) -> None:
        self._send(Acknowledge(event.seq))
        super()._take_event(event)


def power_fails(event: Event) -> None:
    raise DeviceFault("the record cannot be written")


@pytest.mark.parametrize("driver", [ShoeSession, EarlyAcknowledger])
def test_a_driver_that_acknowledges_before_recording_loses_a_card(
    driver: type[ShoeSession],
) -> None:
    _, host = shoe_host()
    good = host.callbacks
    host.driver = driver
    host.run(1_000)
    host.shoe.load(Back.RED)
    host.run(1_000)
    host.session = None
    host.callbacks = replace(good, received=power_fails)
    host.step()
    drawn = host.shoe.draw()
    assert drawn is not None
    host.step()
    host.step()
    host.callbacks = good
    if driver is EarlyAcknowledger:
        with pytest.raises(WrongDevice, match="events are missing"):
            host.connect()
        return
    host.run(2_000)
    assert host.faces == [drawn.face]


class Shifted:
    """A transport whose driver puts one byte where none belongs."""

    def __init__(self, transport: ByteTransport) -> None:
        self._transport = transport

    def read(self, wait_ms: int) -> bytes:
        return self._transport.read(wait_ms)

    def write(self, data: bytes) -> None:
        self._transport.write(data[:3] + b"\x01" + data[3:])

    def close(self) -> None:
        self._transport.close()


def any_host(device: str) -> ShoeHost | ShufflerHost:
    return shoe_host()[1] if device == "shoe" else shuffler_host()[1]


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_a_driver_with_a_shifted_byte_gets_no_answer(device: str) -> None:
    host = any_host(device)
    on = host.on
    host.on = lambda transport: on(Shifted(transport))  # type: ignore[method-assign]
    with pytest.raises(DeviceFault, match="does not answer"):
        host.connect()
    assert host.device.refused[Reason.NOISE] > 3


class Late(LinkSession):
    """Takes events as they come, and acknowledges them when it finds the time."""

    late_ms = 600

    def _take_event(self, event: Event) -> None:
        self._callbacks.received(event)
        self._waiting = getattr(self, "_waiting", [])
        self._waiting.append((self._now() + self.late_ms, event.seq))

    def step(self) -> None:
        super().step()
        for due, seq in list(getattr(self, "_waiting", [])):
            if due <= self._now():
                self._send(Acknowledge(seq))
                self._waiting.remove((due, seq))


class LateShoe(Late, ShoeSession):
    """At the shoe."""


class LateShuffler(Late, ShufflerSession):
    """At the shuffler."""


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_a_driver_that_acknowledges_late_gets_events_twice(device: str) -> None:
    host = any_host(device)
    host.driver = LateShoe if isinstance(host, ShoeHost) else LateShuffler
    host.run(500)
    if isinstance(host, ShoeHost):
        host.shoe.load(Back.RED)
    else:
        host.shuffler.put_in_tray(Back.RED)
    host.run(3_000)
    numbers = [event.seq for event in host.record]
    assert len(numbers) > len(set(numbers)) > 0


def test_a_driver_that_never_acknowledges_brings_the_shoe_to_a_stop() -> None:
    world, host = shoe_host()
    host.driver = Forgetful
    host.shoe.load(Back.RED)
    host.run(1_000)
    while host.shoe.draw():
        pass
    world.collect()
    host.shoe.load(Back.BLUE)
    host.run(1_000)
    while host.shoe.draw():
        pass
    host.run(5_000)
    assert world.pile(Spot.SHOE)
    assert host.shoe.draw() is None


class Forgetful(ShoeSession):
    """Never acknowledges anything."""

    def _take_event(self, event: Event) -> None:
        self._callbacks.received(event)


def test_a_controller_that_never_reads_the_state_cannot_deal_from_a_blocked_deck() -> None:
    world, host = shuffler_host()
    host.shuffler.put_in_tray(Back.RED)
    host.orders.load_deck(1, Back.RED)
    host.run(6_000)
    host.orders.shuffle(2, Back.RED)
    host.run(5_000)
    host.shuffler.power_cut()
    host.shuffler.power_on()
    host.run(6_000)
    host.orders.eject(3, Back.RED, 5)
    host.run(3_000)
    assert host.answers[-1] == (3, Outcome.BLOCKED)
    assert not world.pile(Spot.GATE)


class NeverReads(ShoeSession):
    """Takes the shoe to be as it was last time."""

    def unmet(self) -> Message | None:
        return None


def test_a_driver_that_never_looks_at_the_state_gets_no_card() -> None:
    _, host = shoe_host()
    host.driver = NeverReads
    host.shoe.load(Back.RED)
    host.run(2_000)
    assert host.shoe.draw() is None
