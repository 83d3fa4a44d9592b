"""USB devices of the HID kind, through pyusb and the libusb that `libusb_package` brings.

The kernel's driver is detached and stays so: what is keyed or swiped while we open a device again
must not be typed into whatever has the focus. Every wait is bounded and cut into slices, for a
device must not be closed under a transfer: whoever closes it waits for the end of a slice.
"""

import errno
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import libusb_package
import usb.core  # type: ignore[import-untyped]  # ships neither annotations nor stubs
import usb.util  # type: ignore[import-untyped]

from drivers.faults import DeviceFault, LocalMisuse, WrongDevice

RULES: Final = "config/udev/70-feltwork.rules"
SLICE_MS: Final = 40
WRITE_MS: Final = 500

PACKETS_MS: Final = 1_000
"""Packets of one report come at most this far apart; a report left unfinished is dropped."""

NO_RIGHTS: Final = (
    f"no permission to use it. Install {RULES} (`feltwork doctor` says how), then plug it in again"
)
UNPLUGGED: Final = "it was unplugged. Plug it in again"
# fmt: off
ADVICE: Final = {
    errno.EACCES:    NO_RIGHTS,
    errno.EPERM:     NO_RIGHTS,
    errno.ENODEV:    UNPLUGGED,
    errno.ENOENT:    UNPLUGGED,
    errno.ENXIO:     UNPLUGGED,
    errno.ESHUTDOWN: UNPLUGGED,
    errno.EBUSY:     "it is in use. Close the other program that uses it",
    errno.ETIMEDOUT: "it refuses what it is sent. Unplug it and plug it in again",
    errno.EPIPE:     "it has stalled. Unplug it and plug it in again",
    errno.EOVERFLOW: "its reports are longer than its model's. Check the device",
}
# fmt: on
OTHERWISE: Final = "the transfer failed. Check the cable; unplug it and plug it in again"


class InUse(DeviceFault):
    """Somebody has it open: another program, or another of our drivers."""


@dataclass(frozen=True)
class UsbAddress:
    """Which device on the bus, by what it says before it is opened."""

    vendor_id: int
    product_id: int
    serial: str | None = None
    """Its serial number, where it has one and there may be several of a kind."""

    def __str__(self) -> str:
        serial = "" if self.serial is None else f" serial {self.serial}"
        return f"USB {self.vendor_id:04X}:{self.product_id:04X}{serial}"


class UsbReports:
    """A `ReportTransport` to one interface of one device."""

    def __init__(self, name: str, device: Any, interface: Any, report_bytes: int) -> None:
        self.name = name
        self._device, self._report_bytes = device, report_bytes
        self._in = _endpoint(interface, usb.util.ENDPOINT_IN)
        self._out = _endpoint(interface, usb.util.ENDPOINT_OUT)
        packet = int(self._in.wMaxPacketSize)
        self._packet, self._room = packet, -(-report_bytes // packet) * packet
        self._arrived, self._silent_ms = b"", 0
        self._closed = threading.Event()
        self._transfer = threading.Lock()

    def read(self, wait_ms: int) -> bytes | None:
        """The next report. A long one comes in packets, perhaps over several slices."""
        left_ms = max(1, wait_ms)
        while left_ms > 0:
            slice_ms = min(left_ms, SLICE_MS)
            left_ms -= slice_ms
            got = self._take(slice_ms)
            self._silent_ms = 0 if got else self._silent_ms + slice_ms
            self._arrived = b"" if self._silent_ms > PACKETS_MS else self._arrived + got
            if got and (len(self._arrived) >= self._report_bytes or len(got) % self._packet):
                report, self._arrived = self._arrived, b""
                return report
        return None

    def write(self, report: bytes) -> None:
        if self._out is None:
            raise LocalMisuse(f"{self.name}: accepts no output reports")
        with self._transfer:
            self._check()
            try:
                written = self._unstalled(self._out, lambda: self._out.write(report, WRITE_MS))
            except usb.core.USBError as error:
                raise fault(self.name, error) from error
        if written != len(report):
            raise DeviceFault(f"{self.name}: took {written} of {len(report)} bytes. {OTHERWISE}")

    def close(self) -> None:
        if self._closed.is_set():
            return
        self._closed.set()
        with self._transfer:
            _dispose(self._device)

    def _take(self, slice_ms: int) -> bytes:
        with self._transfer:
            self._check()
            try:
                read = self._unstalled(self._in, lambda: self._in.read(self._room, slice_ms))
            except usb.core.USBTimeoutError:
                return b""
            except usb.core.USBError as error:
                raise fault(self.name, error) from error
        return bytes(read)

    def _unstalled(self, endpoint: Any, transfer: Any) -> Any:
        """A stalled endpoint is cleared once; one that stalls again is a fault."""
        try:
            return transfer()
        except usb.core.USBError as error:
            if error.errno != errno.EPIPE:
                raise
            endpoint.clear_halt()
            return transfer()

    def _check(self) -> None:
        if self._closed.is_set():
            raise DeviceFault(f"{self.name}: closed")


def find_usb(vendor_id: int, backend: Any = None) -> frozenset[int]:
    """The product ids of this vendor's devices that are plugged in."""
    return frozenset(device.idProduct for device in _devices(vendor_id, None, backend))


def open_usb(
    name: str, address: UsbAddress, report_bytes: int, *, writes: bool = True, backend: Any = None
) -> UsbReports:
    """The first device at this address that can be opened, or `DeviceFault` with what to do.

    `WrongDevice` where nothing is plugged in but others of its kind.
    """
    reasons = []
    for transport in open_each(name, address, report_bytes, writes=writes, backend=backend):
        if isinstance(transport, UsbReports):
            return transport
        reasons.append(transport)
    if not reasons and (others := _serials(address, backend)):
        raise WrongDevice(
            f"{name}: serial {', '.join(others)} seen, {address} expected. Plug in the one that "
            "belongs here, or correct the configuration"
        )
    raise reasons[0] if reasons else absent(name, address)


def open_each(
    name: str, address: UsbAddress, report_bytes: int, *, writes: bool = True, backend: Any = None
) -> Iterator[UsbReports | DeviceFault]:
    """Every device at this address, opened, or why it could not be; whoever asks closes them."""
    for device in _devices(address.vendor_id, address.product_id, backend):
        try:
            if address.serial is not None and _serial(device) != address.serial:
                _dispose(device)
                continue
            interface = _interface(device, writes)
            if interface is None:
                raise DeviceFault(f"{name}: {address} has no such endpoints. Check the device")
            _claim(device, int(interface.bInterfaceNumber))
            yield UsbReports(name, device, interface, report_bytes)
        except usb.core.USBError as error:
            _dispose(device)
            yield fault(f"{name}: {address}", error)
        except DeviceFault as reason:
            _dispose(device)
            yield reason


def absent(name: str, address: UsbAddress) -> DeviceFault:
    """Nothing of the kind is plugged in."""
    return DeviceFault(f"{name}: no {address} is plugged in. Plug it in, or try another cable")


def fault(name: str, error: OSError) -> DeviceFault:
    """What pyusb raised, said for people."""
    known = ADVICE.get(error.errno or 0, f"{OTHERWISE} ({error.strerror or error})")
    kind = InUse if error.errno == errno.EBUSY else DeviceFault
    return kind(f"{name}: {known}")


def _devices(vendor_id: int, product_id: int | None, backend: Any) -> list[Any]:
    backend = backend or libusb_package.get_libusb1_backend()
    if backend is None:
        raise DeviceFault("USB: libusb does not load. Install feltwork's packages again (`make`)")
    wanted = {"idVendor": vendor_id}
    if product_id is not None:
        wanted["idProduct"] = product_id
    try:
        return list(usb.core.find(find_all=True, backend=backend, **wanted))
    except (usb.core.USBError, usb.core.NoBackendError) as error:
        raise DeviceFault(f"USB: the bus cannot be listed: {error}") from error


def _serials(address: UsbAddress, backend: Any) -> list[str]:
    """What devices of this kind call themselves, as far as they say so."""
    found = []
    for device in _devices(address.vendor_id, address.product_id, backend):
        with suppress(usb.core.USBError):  # it is gone again
            found.append(_serial(device))
        _dispose(device)
    return [serial for serial in found if serial]


def _serial(device: Any) -> str | None:
    try:
        serial: str | None = device.serial_number
    except ValueError:  # pyusb's word for a device whose strings it may not or cannot read
        return None
    return serial


def _interface(device: Any, writes: bool) -> Any:
    """The first interface with the interrupt endpoints that are needed."""
    try:
        configuration = device.get_active_configuration()
    except usb.core.USBError as error:
        if error.errno is not None:
            raise
        device.set_configuration()  # pyusb gives no number where none was set yet
        configuration = device.get_active_configuration()
    for interface in configuration:
        reads = _endpoint(interface, usb.util.ENDPOINT_IN) is not None
        if reads and (not writes or _endpoint(interface, usb.util.ENDPOINT_OUT) is not None):
            return interface
    return None


def _endpoint(interface: Any, direction: int) -> Any:
    for endpoint in interface:
        interrupt = usb.util.endpoint_type(endpoint.bmAttributes) == usb.util.ENDPOINT_TYPE_INTR
        if interrupt and usb.util.endpoint_direction(endpoint.bEndpointAddress) == direction:
            return endpoint
    return None


def _claim(device: Any, number: int) -> None:
    try:
        if device.is_kernel_driver_active(number):
            device.detach_kernel_driver(number)
    except NotImplementedError:
        pass  # a system whose kernel takes no hold of such devices
    usb.util.claim_interface(device, number)


def _dispose(device: Any) -> None:
    with suppress(usb.core.USBError):  # it may be gone already
        usb.util.dispose_resources(device)
