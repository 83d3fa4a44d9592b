"""A USB bus in memory: a pyusb backend on which device models sit; drivers run on it unmodified.

`usb.core.find(backend=bus)` finds what is plugged in. With a `VirtualClock` time goes by only in
transfers that wait; without one the bus runs on the wall clock, `speed` times as fast, and whoever
waits is woken as soon as a person touches a device. A device's interrupt endpoint holds one report,
as theirs do: while nobody fetches it the device has to remember what it still has to say.
"""

import array
import errno
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final, Protocol

import usb.backend  # type: ignore[import-untyped]  # ships neither annotations nor stubs
import usb.core  # type: ignore[import-untyped]

from simulators.line import VirtualClock

INTERRUPT: Final = 3
HID_CLASS: Final = 3
LANGUAGE: Final = 0x0409
GET_DESCRIPTOR: Final = 6
CONFIGURATION: Final = 1


@dataclass(frozen=True)
class UsbIdentity:
    """What a device says about itself before anybody opens it."""

    vendor_id: int
    product_id: int
    product: str
    serial: str = ""
    in_packet: int = 64
    out_packet: int = 0
    """0 for a device without an output endpoint."""
    keyboard_first: bool = False
    """A keyboard, interface 0, comes before the interface that matters."""
    kernel_driver: bool = True
    """Whether the kernel takes hold of every interface when it is plugged in."""


@dataclass(frozen=True)
class ReportUpdate:
    """What a device does when it is asked forward."""

    sent: bytes | None = None
    wake_ms: int | None = None
    """When it wants to be asked again though nothing was received; none for never."""


class ReportDevice(Protocol):
    """A device model on the bus."""

    usb: UsbIdentity
    stirred: Callable[[], object]
    """The model calls it when a person has touched it; the bus puts its own here."""

    def power_on(self, now_ms: int) -> None:
        """It was plugged in."""
        ...

    def update(self, now_ms: int, received: bytes | None, room: bool) -> ReportUpdate:
        """Forward to this time, with an output report that has come, if any.

        It may send one report if there is `room` in its endpoint, and is then asked again.
        """
        ...


class Port:
    """A device from plugging in to unplugging; plugged in again it has another."""

    def __init__(self, device: ReportDevice, address: int) -> None:
        self.device, self.address = device, address
        self.plugged = True
        self.configuration = CONFIGURATION
        numbers = range(2 if device.usb.keyboard_first else 1)
        self.kernel = set(numbers) if device.usb.kernel_driver else set[int]()
        self.claims: dict[int, Handle] = {}
        self.stalled: set[int] = set()
        self.waiting = b""
        self.wake_ms: int | None = None

    @property
    def number(self) -> int:
        """Of the interface that matters."""
        return int(self.device.usb.keyboard_first)

    @property
    def endpoints(self) -> list[list[tuple[int, int]]]:
        """By interface: address and packet size of each endpoint."""
        identity = self.device.usb
        ours = [(0x81 + self.number, identity.in_packet)]
        if identity.out_packet:
            ours.append((0x01 + self.number, identity.out_packet))
        return [[(0x81, 8)], ours] if identity.keyboard_first else [ours]


class Handle:
    """An opened device."""

    def __init__(self, port: Port) -> None:
        self.port = port


Tamper = Callable[[ReportDevice, str, bytes], bytes]


class SimBus(usb.backend.IBackend):  # type: ignore[misc]  # pyusb is not annotated
    """The bus, its ports, and what can go wrong with them."""

    def __init__(self, clock: VirtualClock | None = None, speed: float = 1) -> None:
        self._clock, self.speed = clock, speed
        self._ports: dict[int, Port] = {}
        self._addresses = 0
        self._stir = threading.Condition(threading.RLock())
        self.forbidden: set[int] = set()
        """Product ids nobody has rights to."""
        self.deaf: set[int] = set()
        """Product ids of devices that take no output report: writing times out."""
        self.tamper: Tamper = lambda device, way, report: report
        """Called for each report on its way, "in" or "out"; returns what arrives, b"" for nothing.

        It may unplug the device: then the transfer fails."""

    def plug(self, device: ReportDevice) -> None:
        """Power on; plugging in what is plugged in changes nothing."""
        with self._stir:
            if self.plugged(device):
                return
            self._addresses += 1
            self._ports[self._addresses] = Port(device, self._addresses)
            device.stirred = self._notify
            device.power_on(self._now())
            self._stir.notify_all()

    def unplug(self, device: ReportDevice) -> None:
        """Power off: whoever has it open is told so at the next transfer, or at once."""
        with self._stir:
            for port in self._of(device):
                port.plugged = False
                del self._ports[port.address]
            self._stir.notify_all()

    def plugged(self, device: ReportDevice) -> bool:
        """Whether it is on the bus."""
        return bool(self._of(device))

    def stall(self, device: ReportDevice, endpoint_in: bool = True) -> None:
        """Its endpoint refuses transfers until the halt is cleared."""
        with self._stir:
            for port in self._of(device):
                port.stalled.add((0x81 if endpoint_in else 0x01) + port.number)
            self._stir.notify_all()

    def inject(self, device: ReportDevice, report: bytes) -> None:
        """A stray report, in place of whatever waits in the endpoint."""
        with self._stir:
            for port in self._of(device):
                port.waiting = report
            self._stir.notify_all()

    def _of(self, device: ReportDevice) -> list[Port]:
        return [port for port in self._ports.values() if port.device is device]

    def _now(self) -> int:
        if self._clock is not None:
            return self._clock.now_ms
        return int(time.monotonic() * 1_000 * self.speed)

    def _notify(self) -> None:
        with self._stir:
            self._stir.notify_all()

    # What pyusb asks for. Names and arguments are those of `usb.backend.IBackend`.

    def enumerate_devices(self) -> list[Port]:
        with self._stir:
            return list(self._ports.values())

    def get_parent(self, dev: Port) -> None:
        return None

    def get_device_descriptor(self, dev: Port) -> SimpleNamespace:
        identity = dev.device.usb
        return SimpleNamespace(
            bLength=18, bDescriptorType=1, bcdUSB=0x0200, bDeviceClass=0, bDeviceSubClass=0,
            bDeviceProtocol=0, bMaxPacketSize0=8, idVendor=identity.vendor_id,
            idProduct=identity.product_id, bcdDevice=0x0100, iManufacturer=0, iProduct=1,
            iSerialNumber=2 if identity.serial else 0, bNumConfigurations=1, address=dev.address,
            bus=1, port_number=1, port_numbers=(1,), speed=2,
        )  # fmt: skip

    def get_configuration_descriptor(self, dev: Port, config: int) -> SimpleNamespace:
        if config:
            raise IndexError(config)
        return SimpleNamespace(
            bLength=9, bDescriptorType=2, wTotalLength=9, bNumInterfaces=len(dev.endpoints),
            bConfigurationValue=CONFIGURATION, iConfiguration=0, bmAttributes=0x80, bMaxPower=50,
            extra_descriptors=b"",
        )  # fmt: skip

    def get_interface_descriptor(
        self, dev: Port, intf: int, alt: int, config: int
    ) -> SimpleNamespace:
        if alt or config or intf >= len(dev.endpoints):
            raise IndexError(intf)
        return SimpleNamespace(
            bLength=9, bDescriptorType=4, bInterfaceNumber=intf, bAlternateSetting=0,
            bNumEndpoints=len(dev.endpoints[intf]), bInterfaceClass=HID_CLASS,
            bInterfaceSubClass=0, bInterfaceProtocol=0, iInterface=0, extra_descriptors=b"",
        )  # fmt: skip

    def get_endpoint_descriptor(
        self, dev: Port, ep: int, intf: int, alt: int, config: int
    ) -> SimpleNamespace:
        address, packet = dev.endpoints[intf][ep]
        return SimpleNamespace(
            bLength=7, bDescriptorType=5, bEndpointAddress=address, bmAttributes=INTERRUPT,
            wMaxPacketSize=packet, bInterval=8, bRefresh=0, bSynchAddress=0, extra_descriptors=b"",
        )  # fmt: skip

    def open_device(self, dev: Port) -> Handle:
        with self._stir:
            self._check(dev)
            if dev.device.usb.product_id in self.forbidden:
                raise _error(errno.EACCES)
            return Handle(dev)

    def close_device(self, dev_handle: Handle) -> None:
        with self._stir:
            claims = dev_handle.port.claims
            for number in [number for number, by in claims.items() if by is dev_handle]:
                del claims[number]

    def get_configuration(self, dev_handle: Handle) -> int:
        self._check(dev_handle.port)
        return dev_handle.port.configuration

    def set_configuration(self, dev_handle: Handle, config_value: int) -> None:
        self._check(dev_handle.port)
        dev_handle.port.configuration = config_value

    def claim_interface(self, dev_handle: Handle, intf: int) -> None:
        with self._stir:
            port = dev_handle.port
            self._check(port)
            if intf in port.kernel or port.claims.setdefault(intf, dev_handle) is not dev_handle:
                raise _error(errno.EBUSY)

    def release_interface(self, dev_handle: Handle, intf: int) -> None:
        with self._stir:
            self._check(dev_handle.port)
            dev_handle.port.claims.pop(intf, None)

    def is_kernel_driver_active(self, dev_handle: Handle, intf: int) -> bool:
        self._check(dev_handle.port)
        return intf in dev_handle.port.kernel

    def detach_kernel_driver(self, dev_handle: Handle, intf: int) -> None:
        with self._stir:
            self._check(dev_handle.port)
            dev_handle.port.kernel.discard(intf)

    def clear_halt(self, dev_handle: Handle, ep: int) -> None:
        with self._stir:
            self._check(dev_handle.port)
            dev_handle.port.stalled.discard(ep)

    def ctrl_transfer(
        self,
        dev_handle: Handle,
        bmRequestType: int,  # noqa: N803
        bRequest: int,  # noqa: N803
        wValue: int,  # noqa: N803
        wIndex: int,  # noqa: N803
        data: "array.array[int]",
        timeout: int,
    ) -> int:
        """String descriptors; everything else stalls, as with a device that does not know it."""
        self._check(dev_handle.port)
        identity = dev_handle.port.device.usb
        strings = (chr(LANGUAGE), identity.product, identity.serial)
        if bRequest != GET_DESCRIPTOR or wValue >> 8 != 3 or wValue & 0xFF >= len(strings):
            raise _error(errno.EPIPE)
        text = strings[wValue & 0xFF].encode("utf-16-le")
        return _fill(data, bytes((len(text) + 2, 3)) + text)

    def intr_read(
        self, dev_handle: Handle, ep: int, intf: int, buff: "array.array[int]", timeout: int
    ) -> int:
        """A report, or as many of its packets as there is room for."""
        with self._stir:
            port = dev_handle.port
            until = self._now() + timeout if timeout else None
            while True:
                self._check(port, dev_handle, ep, intf)
                self._ask(port, None)
                self._check(port, dev_handle, ep, intf)
                if port.waiting and ep == 0x81 + port.number:
                    got, port.waiting = port.waiting[: len(buff)], port.waiting[len(buff) :]
                    return _fill(buff, got)
                if until is not None and self._now() >= until:
                    raise _timeout()
                self._wait(port, until)

    def intr_write(
        self, dev_handle: Handle, ep: int, intf: int, data: "array.array[int]", timeout: int
    ) -> int:
        with self._stir:
            port = dev_handle.port
            self._check(port, dev_handle, ep, intf)
            if port.device.usb.product_id in self.deaf:
                self._pass(timeout)
                raise _timeout()
            report = self.tamper(port.device, "out", data.tobytes())
            self._check(port, dev_handle, ep, intf)
            if report:
                self._ask(port, report)
            return len(data)

    def _ask(self, port: Port, received: bytes | None) -> None:
        """The device goes forward; what it sends waits in its endpoint, if it arrives there."""
        while True:
            update = port.device.update(self._now(), received, not port.waiting)
            received, port.wake_ms = None, update.wake_ms
            if update.sent is None:
                return
            port.waiting = self.tamper(port.device, "in", update.sent)

    def _wait(self, port: Port, until: int | None) -> None:
        due = [ms for ms in (port.wake_ms, until) if ms is not None]
        if self._clock is None:
            self._stir.wait(self._seconds(min(due) - self._now()) if due else None)
        else:
            self._clock.advance_to(max(self._clock.now_ms + 1, min(due)))

    def _pass(self, ms: int) -> None:
        if self._clock is not None:
            self._clock.advance_to(self._clock.now_ms + ms)
        else:
            self._stir.wait_for(lambda: False, self._seconds(ms))

    def _seconds(self, ms: int) -> float:
        return max(1, ms) / 1_000 / self.speed

    def _check(
        self, port: Port, handle: Handle | None = None, ep: int = 0, number: int = 0
    ) -> None:
        if not port.plugged:
            raise _error(errno.ENODEV)
        if handle is not None and port.claims.get(number) is not handle:
            raise _error(errno.ENXIO)
        if ep in port.stalled:
            raise _error(errno.EPIPE)


def _fill(buffer: "array.array[int]", got: bytes) -> int:
    got = got[: len(buffer)]
    buffer[: len(got)] = array.array("B", got)
    return len(got)


def _error(number: int) -> Any:
    return usb.core.USBError(errno.errorcode[number], None, number)


def _timeout() -> Any:
    return usb.core.USBTimeoutError("timed out", None, errno.ETIMEDOUT)
