"""The simulated bus as pyusb sees it, without our transport."""

import errno
import threading
import time
from typing import Any

import pytest
import usb.core  # type: ignore[import-untyped]
import usb.util  # type: ignore[import-untyped]

from drivers.xkeys.protocol import XK24, GenerateData, Reports, Role, key
from simulators.usb import SimBus
from simulators.xkeys import SimXk12, SimXk24
from tests.unit.drivers.xkeys.bench import plugged

ASK = Reports(Role.HOST, XK24).send(GenerateData())


def bus_with(*devices: SimXk12 | SimXk24) -> SimBus:
    return plugged(*devices)[0]


def detached(bus: SimBus, *devices: SimXk24) -> Any:
    """What pyusb finds on it, the kernel's driver taken off."""
    for device in devices:
        bus.plug(device)
    found = usb.core.find(backend=bus)
    found.detach_kernel_driver(0)
    return found


def test_descriptors_are_those_of_the_device() -> None:
    device = usb.core.find(
        backend=bus_with(SimXk12(), SimXk24()), idVendor=0x05F3, idProduct=0x0405
    )
    assert device.product == "XK-24"
    assert device.serial_number is None
    assert device.parent is None
    interface = device.get_active_configuration()[(0, 0)]
    assert interface.bInterfaceClass == 3
    assert [endpoint.bEndpointAddress for endpoint in interface] == [0x81, 0x01]
    assert "XK-24" in str(device)


def test_nothing_is_read_or_claimed_past_the_kernel_s_driver() -> None:
    device = usb.core.find(backend=bus_with(SimXk24()))
    with pytest.raises(usb.core.USBError) as busy:
        device.read(0x81, 32, 10)
    assert busy.value.errno == errno.EBUSY
    device.detach_kernel_driver(0)
    with pytest.raises(usb.core.USBTimeoutError):
        device.read(0x81, 32, 10)


def test_what_was_not_claimed_cannot_be_used() -> None:
    bus = bus_with(SimXk24())
    handle = bus.open_device(bus.enumerate_devices()[0])
    with pytest.raises(usb.core.USBError):
        bus.intr_write(handle, 0x01, 0, usb.util.create_buffer(35), 10)


def test_a_device_plugged_in_again_is_another_and_the_old_handle_stays_dead() -> None:
    device = SimXk24()
    bus = bus_with(device)
    before = usb.core.find(backend=bus)
    before.detach_kernel_driver(0)
    before.write(0x01, ASK)
    bus.unplug(device)
    bus.unplug(device)
    assert usb.core.find(backend=bus) is None
    bus.plug(device)
    bus.plug(device)
    after = usb.core.find(backend=bus)
    assert after.address != before.address
    with pytest.raises(usb.core.USBError) as gone:
        before.read(0x81, 32, 10)
    assert gone.value.errno == errno.ENODEV
    assert after.is_kernel_driver_active(0)
    assert device.boot_count == 2


def test_requests_it_does_not_know_stall() -> None:
    device = usb.core.find(backend=bus_with(SimXk24()))
    with pytest.raises(usb.core.USBError) as stalled:
        device.ctrl_transfer(0x80, 6, 0x0300 | 9, 0, 8)
    assert stalled.value.errno == errno.EPIPE


def test_descriptors_beyond_the_last_do_not_exist() -> None:
    bus = bus_with(SimXk24())
    port = bus.enumerate_devices()[0]
    with pytest.raises(IndexError):
        bus.get_configuration_descriptor(port, 1)
    with pytest.raises(IndexError):
        bus.get_interface_descriptor(port, 1, 0, 0)


def test_an_endpoint_holds_one_report_and_the_device_remembers_the_level() -> None:
    panel = SimXk24()
    device = detached(bus_with(panel))
    panel.press(key(1, 1))
    device.write(0x01, ASK)
    panel.press(key(1, 2))
    device.write(0x01, ASK)
    panel.release(key(1, 1))
    reports = [bytes(device.read(0x81, 64, 10))[1:3] for _ in range(2)]
    assert reports == [b"\x02\x01", b"\x02\x02"]


def test_on_the_wall_clock_a_touch_wakes_whoever_waits() -> None:
    bus, panel = SimBus(), SimXk24()
    device = detached(bus, panel)
    touch = threading.Timer(0.02, panel.press, (key(2, 1),))
    touch.start()
    assert bytes(device.read(0x81, 64, 30_000))[2:6] == b"\0\1\0\0"
    touch.join()


def test_on_the_wall_clock_unplugging_ends_a_wait_without_an_end() -> None:
    bus, panel = SimBus(), SimXk24()
    device = detached(bus, panel)
    pull = threading.Timer(0.02, bus.unplug, (panel,))
    pull.start()
    with pytest.raises(usb.core.USBError):
        device.read(0x81, 64, 0)
    pull.join()


def test_on_the_wall_clock_a_deaf_device_times_out() -> None:
    bus, panel = SimBus(), SimXk24()
    bus.deaf.add(XK24.product_id)
    device = detached(bus, panel)
    with pytest.raises(usb.core.USBTimeoutError):
        device.write(0x01, ASK, 5)


def test_on_a_fast_clock_a_minute_is_short() -> None:
    bus, panel = SimBus(speed=2_000), SimXk24()
    device = detached(bus, panel)
    began = time.monotonic()
    with pytest.raises(usb.core.USBTimeoutError):
        device.read(0x81, 64, 60_000)
    assert time.monotonic() - began < 10
