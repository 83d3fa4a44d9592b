"""The player-card reader at work: a swipe becomes a number, or word that there is none.

Nothing of a track leaves this driver or outlives the step in which it came; see the protocol.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from drivers.faults import BadFrame, WrongDevice
from drivers.magtek.protocol import (
    PRODUCT_ID,
    REPORT_BYTES,
    VENDOR_ID,
    Pattern,
    Swipe,
    SwipeReport,
    Unreadable,
    wipe,
)
from drivers.transport import ReportTransport
from drivers.transport.usb import UsbAddress, UsbReports, open_usb

STEP_MS: Final = 100
OLD_SWIPES_MAX: Final = 16


def open_reader(serial: str | None = None, backend: Any = None) -> UsbReports:
    """The reader that is plugged in; by its serial number where there are several."""
    address = UsbAddress(VENDOR_ID, PRODUCT_ID, serial)
    return open_usb("card reader", address, REPORT_BYTES, writes=False, backend=backend)


class CardReaderSession:
    """One connection to the reader: a `Session` for the attendant."""

    def __init__(
        self,
        transport: ReportTransport,
        patterns: Sequence[Pattern],
        swiped: Callable[[Swipe], object],
        name: str = "card reader",
    ) -> None:
        self._transport, self._patterns = transport, tuple(patterns)
        self._swiped, self._name = swiped, name

    def begin(self) -> str:
        """The reader has only swipes to read; drop those from before, whoever swiped has left."""
        for _ in range(OLD_SWIPES_MAX):
            if self._transport.read(0) is None:
                break
        return "MagTek swipe reader"

    def step(self) -> None:
        """One swipe, or a short wait."""
        report = self._transport.read(STEP_MS)
        if report is None:
            return
        buffer = bytearray(report)
        del report  # the only copy that cannot be overwritten
        self._swiped(self._take(buffer))

    def _take(self, buffer: bytearray) -> Swipe:
        if len(buffer) != REPORT_BYTES:
            wipe(buffer)
            raise WrongDevice(
                f"{self._name}: a report of {len(buffer)} bytes seen, {REPORT_BYTES} expected: "
                "it is another model, or set to work as a keyboard. Use a MagTek 0801:0002"
            )
        try:
            with SwipeReport(buffer) as report:
                return report.swipe(self._patterns)
        except BadFrame:  # it has wiped the buffer
            return Unreadable()
