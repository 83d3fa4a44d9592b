"""The USB transport on the simulated bus: finding, claiming, waiting, and what goes wrong."""

import errno
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import libusb_package
import pytest
import usb.core  # type: ignore[import-untyped]

from drivers.faults import DeviceFault, LocalMisuse, WrongDevice
from drivers.transport.usb import (
    ADVICE,
    RULES,
    InUse,
    UsbAddress,
    UsbReports,
    fault,
    find_usb,
    open_usb,
)
from simulators.line import VirtualClock
from simulators.usb import ReportDevice, ReportUpdate, SimBus, Tamper, UsbIdentity

ADDRESS = UsbAddress(0x1234, 0x0001)


class Echo:
    """Sends back every report it gets, and whatever it is given to say."""

    def __init__(self, identity: UsbIdentity | None = None) -> None:
        self.usb = identity or UsbIdentity(0x1234, 1, "Echo", out_packet=8)
        self.stirred: Callable[[], object] = lambda: None
        self.say: list[bytes] = []
        self.at_ms: int | None = None
        """When it says it; at once if None."""

    def power_on(self, now_ms: int) -> None:
        self.say.clear()

    def update(self, now_ms: int, received: bytes | None, room: bool) -> ReportUpdate:
        if received is not None:
            self.say.append(received)
        due = self.at_ms is None or now_ms >= self.at_ms
        return ReportUpdate(self.say.pop(0) if self.say and room and due else None, self.at_ms)


def bus_with(*devices: Echo) -> SimBus:
    bus = SimBus(VirtualClock())
    for device in devices:
        bus.plug(device)
    return bus


def opened(bus: SimBus, address: UsbAddress = ADDRESS, **more: Any) -> UsbReports:
    return open_usb("echo", address, 8, backend=bus, **more)


def test_reports_go_both_ways_though_the_kernel_held_the_device() -> None:
    transport = opened(bus_with(Echo()))
    transport.write(b"12345678")
    assert transport.read(100) == b"12345678"


def test_the_interface_with_the_endpoints_is_found_behind_a_keyboard() -> None:
    device = Echo(UsbIdentity(0x1234, 1, "Echo", out_packet=8, keyboard_first=True))
    transport = opened(bus_with(device))
    transport.write(b"abcdefgh")
    assert transport.read(100) == b"abcdefgh"


def test_a_device_without_an_output_endpoint_can_only_be_read() -> None:
    device = Echo(UsbIdentity(0x1234, 1, "Reader"))
    bus = bus_with(device)
    with pytest.raises(DeviceFault, match="has no such endpoints"):
        opened(bus)
    transport = opened(bus, writes=False)
    device.say.append(b"12345678")
    assert transport.read(10) == b"12345678"
    with pytest.raises(LocalMisuse):
        transport.write(b"12345678")


def test_a_wait_is_as_long_as_asked_for() -> None:
    clock = VirtualClock()
    bus, device = SimBus(clock), Echo()
    bus.plug(device)
    transport = opened(bus)
    assert transport.read(250) is None
    assert clock.now_ms == 250
    device.say, device.at_ms = [b"late    "], 300
    assert transport.read(1_000) == b"late    "
    assert clock.now_ms == 300


def test_no_wait_does_not_wait_for_ever() -> None:
    device = Echo()
    transport = opened(bus_with(device))
    assert transport.read(0) is None
    device.say.append(b"12345678")
    assert transport.read(0) == b"12345678"


def test_a_report_that_is_too_short_is_handed_on_as_it_is() -> None:
    device = Echo()
    transport = opened(bus_with(device))
    device.say = [b"123", b"12345678"]
    assert (transport.read(10), transport.read(10)) == (b"123", b"12345678")


def test_a_long_report_is_put_together_from_its_packets() -> None:
    device = Echo(UsbIdentity(0x1234, 1, "Reader", in_packet=8))
    transport = open_usb("reader", ADDRESS, 337, writes=False, backend=bus_with(device))
    report = bytes(range(256)) + bytes(81)
    device.say = [report]
    assert transport.read(100) == report
    device.say = [report[:160], report[160:]]
    assert transport.read(100) == report


def test_a_report_left_unfinished_is_dropped() -> None:
    device = Echo(UsbIdentity(0x1234, 1, "Reader", in_packet=8))
    transport = open_usb("reader", ADDRESS, 337, writes=False, backend=bus_with(device))
    device.say = [bytes(160)]
    assert transport.read(2_000) is None
    device.say = [b"x" * 337]
    assert transport.read(100) == b"x" * 337


def test_of_two_the_one_with_the_serial_number_is_opened() -> None:
    devices = [
        Echo(UsbIdentity(0x1234, 1, "Echo", serial, out_packet=8)) for serial in ("", "A1", "B2")
    ]
    bus = bus_with(*devices)
    transport = opened(bus, UsbAddress(0x1234, 1, "B2"))
    devices[2].say.append(b"from B2 ")
    assert transport.read(10) == b"from B2 "
    with pytest.raises(WrongDevice, match="serial A1, B2 seen, USB 1234:0001 serial C3 expected"):
        opened(bus, UsbAddress(0x1234, 1, "C3"))


def test_where_none_says_its_serial_number_the_one_that_is_asked_for_is_not_there() -> None:
    bus = bus_with(Echo(UsbIdentity(0x1234, 1, "Echo", out_packet=8)))
    with pytest.raises(DeviceFault, match="no USB 1234:0001 serial C3 is plugged in"):
        opened(bus, UsbAddress(0x1234, 1, "C3"))


def test_a_serial_number_that_cannot_be_read_is_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = bus_with(Echo(UsbIdentity(0x1234, 1, "Echo", "A1", out_packet=8)))
    monkeypatch.setattr(bus, "ctrl_transfer", _stalls)
    with pytest.raises(DeviceFault, match="serial A1 is plugged in"):
        opened(bus, UsbAddress(0x1234, 1, "A1"))


def _stalls(*_: object) -> int:
    raise usb.core.USBError("stalled", None, errno.EPIPE)


def test_a_device_that_was_not_configured_is() -> None:
    bus = bus_with(Echo())
    bus.enumerate_devices()[0].configuration = 0
    assert opened(bus).read(10) is None


def test_what_is_plugged_in_can_be_listed() -> None:
    bus = bus_with(Echo(), Echo(UsbIdentity(0x1234, 2, "Other")), Echo(UsbIdentity(9, 3, "Third")))
    assert find_usb(0x1234, bus) == {1, 2}


def test_without_rights_the_udev_rule_is_named() -> None:
    bus = bus_with(Echo())
    bus.forbidden.add(1)
    with pytest.raises(DeviceFault, match=RULES):
        opened(bus)


def test_the_rules_that_are_named_exist_for_both_makers() -> None:
    text = (Path(__file__).parents[3] / RULES).read_text()
    rules = [line for line in text.splitlines() if not line.startswith("#")]
    for vendor in ("05f3", "0801"):
        assert any(f'ATTR{{idVendor}}=="{vendor}"' in rule for rule in rules)


def test_a_device_in_use_is_said_to_be() -> None:
    bus = bus_with(Echo())
    held = opened(bus)
    with pytest.raises(InUse):
        opened(bus)
    held.close()
    opened(bus).close()


def test_the_next_one_is_opened_where_the_first_is_in_use() -> None:
    bus = bus_with(Echo(), Echo())
    assert opened(bus) is not opened(bus)


@pytest.mark.parametrize("while_waiting", [True, False])
def test_unplugging_is_noticed(while_waiting: bool) -> None:
    device = Echo()
    bus = bus_with(device)
    transport = opened(bus)
    if while_waiting:
        device.at_ms, device.say = 50, [b"12345678"]
        bus.tamper = _pulls(bus)
    else:
        bus.unplug(device)
    with pytest.raises(DeviceFault, match="unplugged"):
        transport.read(100)
    with pytest.raises(DeviceFault, match="unplugged"):
        transport.write(b"12345678")
    transport.close()


def _pulls(bus: SimBus) -> Tamper:
    def pull(device: ReportDevice, way: str, report: bytes) -> bytes:
        bus.unplug(device)
        return report

    return pull


def test_a_device_unplugged_while_it_is_opened_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    device = Echo()
    bus = bus_with(device)
    monkeypatch.setattr(bus, "detach_kernel_driver", lambda *_: bus.unplug(device))
    with pytest.raises(DeviceFault, match="unplugged"):
        opened(bus)


def test_a_stall_is_cleared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    device = Echo()
    bus = bus_with(device)
    transport = opened(bus)
    bus.stall(device)
    bus.stall(device, endpoint_in=False)
    transport.write(b"12345678")
    assert transport.read(10) == b"12345678"
    monkeypatch.setattr(bus, "clear_halt", lambda *_: None)
    bus.stall(device)
    with pytest.raises(DeviceFault, match="stalled"):
        transport.read(10)


def test_a_device_that_takes_nothing_is_given_up_in_bounded_time() -> None:
    clock = VirtualClock()
    bus = SimBus(clock)
    bus.plug(Echo())
    transport = opened(bus)
    bus.deaf.add(1)
    with pytest.raises(DeviceFault, match="refuses what it is sent"):
        transport.write(b"12345678")
    assert clock.now_ms == 500


def test_a_report_taken_in_part_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = bus_with(Echo())
    transport = opened(bus)
    monkeypatch.setattr(bus, "intr_write", lambda *_: 3)
    with pytest.raises(DeviceFault, match="took 3 of 8 bytes"):
        transport.write(b"12345678")


def test_a_closed_transport_stays_closed() -> None:
    bus = bus_with(Echo())
    transport = opened(bus)
    transport.close()
    transport.close()
    with pytest.raises(DeviceFault, match="closed"):
        transport.read(10)
    with pytest.raises(DeviceFault, match="closed"):
        transport.write(b"12345678")
    assert not bus.enumerate_devices()[0].claims


def test_closing_from_another_thread_ends_a_wait_at_once() -> None:
    bus = SimBus()
    bus.plug(Echo())
    transport = opened(bus)
    faults: list[str] = []
    waiting = threading.Thread(target=_wait, args=(transport, faults))
    waiting.start()
    began = time.monotonic()
    transport.close()
    waiting.join(60)
    assert faults == ["echo: closed"]
    assert time.monotonic() - began < 2


def _wait(transport: UsbReports, faults: list[str]) -> None:
    try:
        transport.read(60_000)
    except DeviceFault as closed:
        faults.append(str(closed))


def test_a_kernel_that_holds_no_devices_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = bus_with(Echo(UsbIdentity(0x1234, 1, "Echo", out_packet=8, kernel_driver=False)))
    monkeypatch.setattr(bus, "is_kernel_driver_active", _not_here)
    opened(bus).close()


def _not_here(*_: object) -> bool:
    raise NotImplementedError


@pytest.mark.parametrize("number", [*ADVICE, errno.EIO, None])
def test_every_error_says_what_to_do(number: int | None) -> None:
    said = str(fault("echo", usb.core.USBError("what it was", None, number)))
    assert said.startswith("echo: ")
    assert ". " in said
    assert said.endswith("(what it was)") or number in ADVICE


def test_a_bus_that_cannot_be_listed_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = bus_with()
    monkeypatch.setattr(bus, "enumerate_devices", _stalls)
    with pytest.raises(DeviceFault, match="cannot be listed"):
        opened(bus)


def test_without_libusb_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libusb_package, "get_libusb1_backend", lambda: None)
    with pytest.raises(DeviceFault, match="libusb does not load"):
        open_usb("echo", ADDRESS, 8)


def test_the_real_libusb_loads_and_finds_no_such_device() -> None:
    with pytest.raises(DeviceFault, match=r"no USB FFFE:FFFE is plugged in|cannot be listed"):
        open_usb("nothing", UsbAddress(0xFFFE, 0xFFFE), 8)
