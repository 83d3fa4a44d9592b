"""A serial port through pyserial: any URL it knows, every wait bounded, every error translated.

A pseudo-terminal has no data bits and no parity: the kernel keeps it at eight and none. The C
library reports that as EINVAL, but only where a call changes nothing else, so that a first opening
at 7E1 succeeds and every later one fails. It is therefore opened without them, by what it is and
not by the error: on a real port every error stays one.
"""

import errno
import os
import termios
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

# pyserial ships neither annotations nor stubs; this module is its only user.
import serial  # type: ignore[import-untyped]

from drivers.faults import DeviceFault

SLICE_MS: Final = 20
"""Longest uninterrupted wait: a closed port is noticed after it at the latest."""
CLOSE_MS_MAX: Final = 1_500
_PORT_ERRORS: Final = (serial.SerialException, OSError, termios.error, ValueError, TypeError)
"""pyserial lets `termios.error` through, and trips over a port that was closed meanwhile."""

# fmt: off
_TO_DO: Final = {
    errno.ENOENT: "there is no such port. Plug the device in, or correct the port; "
                  "`feltwork doctor` lists the ports",
    errno.ENODEV: "there is no device behind it. Plug the device in",
    errno.ENXIO:  "there is no device behind it. Plug the device in",
    errno.EACCES: "no permission to open it. Add this user to the group of the port (dialout)",
    errno.EPERM:  "no permission to open it. Add this user to the group of the port (dialout)",
    errno.EBUSY:  "another program uses it. Close that program",
    errno.EAGAIN: "another program uses it. Close that program",
    errno.EIO:    "the device was unplugged. Plug it in again",
}
# fmt: on
_PTY_MAJORS: Final = range(136, 144)
"""Linux: device numbers of the slave sides of pseudo-terminals."""
_CABLE: Final = "Check the cable and the power of the device"


@dataclass(frozen=True)
class LineSettings:
    """How the line is set; the Feltwork link's own by default."""

    baud: int = 115_200
    data_bits: int = 8
    parity: str = "N"
    stop_bits: int = 1


def is_pseudo_terminal(url: str) -> bool:
    """Is there no wire behind this port? A link to one counts; a pyserial URL does not."""
    try:
        return os.major(os.stat(url).st_rdev) in _PTY_MAJORS
    except (OSError, ValueError):
        return False  # opening it says what is wrong


class SerialPort:
    """A `ByteTransport`: opened on making, exclusively."""

    def __init__(
        self, url: str, line: LineSettings | None = None, write_ms_max: int = 1_000
    ) -> None:
        line = line or LineSettings()
        if is_pseudo_terminal(url):
            line = replace(line, data_bits=8, parity="N")
        self._url = url
        self._held = threading.Lock()
        self._closed = threading.Event()
        self._woken = threading.Event()
        try:
            self._port = serial.serial_for_url(
                url,
                baudrate=line.baud,
                bytesize=line.data_bits,
                parity=line.parity,
                stopbits=line.stop_bits,
                timeout=SLICE_MS / 1_000,
                write_timeout=write_ms_max / 1_000,
                exclusive=True,
            )
        except _PORT_ERRORS as error:
            raise self._fault("cannot be opened", error) from error

    def __enter__(self) -> "SerialPort":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, wait_ms: int) -> bytes:
        until = time.monotonic() + wait_ms / 1_000
        while True:
            data = self._read_slice()
            woken = self._woken.is_set()
            self._woken.clear()
            if data or woken or time.monotonic() >= until:
                return data

    def wake(self) -> None:
        if not self._woken.is_set():  # once is enough: nobody may be reading for long
            self._woken.set()
            self._interrupt()

    def _interrupt(self) -> None:
        """End the slice under way; without it, it ends by itself."""
        # A kind of URL may not know how to, and another thread may be closing it just now.
        with suppress(AttributeError, *_PORT_ERRORS):
            self._port.cancel_read()

    def _read_slice(self) -> bytes:
        with self._held:
            self._check()
            try:
                data: bytes = self._port.read(1)
                if data and (waiting := self._port.in_waiting):
                    data += self._port.read(waiting)
            except _PORT_ERRORS as error:
                raise self._fault("cannot be read", error) from error
            self._check()
        return data

    def write(self, data: bytes) -> None:
        with self._held:
            self._check()
            try:
                self._port.write(data)
            except serial.SerialTimeoutException as error:
                raise DeviceFault(
                    f"{self._url}: the line accepts no bytes, {len(data)} are waiting. {_CABLE}"
                ) from error
            except _PORT_ERRORS as error:
                raise self._fault("cannot be written", error) from error

    def close(self) -> None:
        """From any thread: whoever waits gets a `DeviceFault` within a slice."""
        if not self._closed.is_set():
            self._closed.set()
            self._interrupt()
        got = self._held.acquire(timeout=CLOSE_MS_MAX / 1_000)
        try:
            with suppress(*_PORT_ERRORS):
                self._port.close()
        finally:
            if got:
                self._held.release()

    def _check(self) -> None:
        if self._closed.is_set():
            raise DeviceFault(f"{self._url}: the port was closed")

    def _fault(self, what: str, error: BaseException) -> DeviceFault:
        number = getattr(error, "errno", None)
        to_do = _TO_DO.get(number) if isinstance(number, int) else None
        if to_do is not None:
            return DeviceFault(f"{self._url}: {what}: {to_do}")
        return DeviceFault(f"{self._url}: {what} ({error}). {_CABLE}")
