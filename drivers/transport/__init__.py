"""Ways to a device. Bytes or reports in and out, every wait bounded, `DeviceFault` when it fails.

A transport knows nothing of protocols. It may be closed from another thread; whoever waits in it
then gets a `DeviceFault` at once.
"""

from typing import Protocol


class ByteTransport(Protocol):
    """A stream of bytes: a serial line."""

    def read(self, wait_ms: int) -> bytes:
        """Whatever has come, at least one byte; nothing where none came within the time."""
        ...

    def write(self, data: bytes) -> None:
        """All of it, within the time the transport was made with."""
        ...

    def close(self) -> None:
        """Give the port free. Closing twice is harmless."""
        ...


class ReportTransport(Protocol):
    """Whole reports: a USB device of the HID kind, without report id bytes."""

    def read(self, wait_ms: int) -> bytes | None:
        """The next report; None where none came within the time."""
        ...

    def write(self, report: bytes) -> None:
        """One report."""
        ...

    def close(self) -> None:
        """Give the device free. Closing twice is harmless."""
        ...
