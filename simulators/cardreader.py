"""The player-card reader: people swipe cards, it sends one report a swipe."""

from collections import deque
from collections.abc import Callable
from typing import Final

from drivers.magtek.protocol import PRODUCT_ID, VENDOR_ID, EncodeType, swipe_report
from simulators.usb import ReportUpdate, UsbIdentity

BAD_DECODE: Final = None
"""A track that is there and could not be decoded."""


class SimCardReader:
    """A MagTek reader on the simulated bus. The cards in it are nobody's."""

    def __init__(self, serial: str = "") -> None:
        self.usb = UsbIdentity(VENDOR_ID, PRODUCT_ID, "USB Swipe Reader", serial, in_packet=8)
        self.stirred: Callable[[], object] = lambda: None
        self._swipes: deque[bytes] = deque()
        self.sent = 0
        """How many reports it has had to send, one a swipe."""

    def swipe(
        self,
        track_1: bytes | None = b"",
        track_2: bytes | None = b"",
        track_3: bytes | None = b"",
        encode_type: EncodeType = EncodeType.ISO_ABA,
    ) -> None:
        """A card goes through; `BAD_DECODE` for a track that could not be decoded."""
        self.send(swipe_report((track_1, track_2, track_3), encode_type))

    def swipe_member(self, number: str) -> None:
        """A card with this number on track 2."""
        self.swipe(track_2=b";" + number.encode("ascii") + b"=?")

    def swipe_badly(self) -> None:
        """Too slow or upside down: nothing decodes."""
        self.swipe(BAD_DECODE, BAD_DECODE, BAD_DECODE, EncodeType.UNDETERMINED)

    def send(self, report: bytes) -> None:
        """Whatever else a broken reader may send."""
        self.sent += 1
        self._swipes.append(report)
        self.stirred()

    def power_on(self, now_ms: int) -> None:
        """What was not fetched before is gone."""
        self._swipes.clear()

    def update(self, now_ms: int, received: bytes | None, room: bool) -> ReportUpdate:
        """It takes no output reports: those that come are ignored."""
        return ReportUpdate(self._swipes.popleft() if room and self._swipes else None)
