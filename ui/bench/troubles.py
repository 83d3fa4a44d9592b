"""What the bench window shows of what can go wrong, and of what somebody has let go wrong."""

import random
import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from simulators.faults import LASTING, UNTIL_MENDED, WIRE, Trouble
from simulators.people.troubles import READER, WITHIN, WITHIN_REPORTS, devices_for
from ui.bench.felt import BenchFelt
from ui.bench.incidents import Incidents
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element

WHILE_MS: Final = 2_000

# fmt: off
WHAT: Final = {
    Trouble.DROP:         "Some messages never arrive.",
    Trouble.GARBLE:       "One byte is changed on the way.",
    Trouble.DELAY:        f"From now on everything arrives {WHILE_MS // 1_000} s late.",
    Trouble.DUPLICATE:    "Some messages arrive twice.",
    Trouble.STRAY:        "A message arrives that nobody sent.",
    Trouble.WRONG_ID:     "A message carries the id of another device.",
    Trouble.NO_REPLY:     "The device falls silent.",
    Trouble.UNPLUG:       "The cable is unplugged.",
    Trouble.POWER_CUT:    "The device has no power.",
    Trouble.JAM:          "The shuffler jams now, or in its next cycle.",
    Trouble.MISREAD:      "The next one to three cards cannot be read.",
    Trouble.DOUBLE_FEED:  "The next two cards come out together and count as one.",
    Trouble.FOREIGN_CARD: "One of the next cards comes out a second time.",
    Trouble.STUCK_SENSOR: "The sensor of one place stays covered, chip or no chip.",
}
# fmt: on
WHAT_AT: Final = {
    (Trouble.WRONG_ID, READER): f"Another reader is plugged in for {WHILE_MS // 1_000} s.",
}
"""Where it is something else there."""


@frozen
class KindRow:
    """A kind of fault to choose."""

    code: str
    text: str
    on: bool


@frozen
class IncidentRow:
    """Something that somebody has let go wrong."""

    text: str
    fate: str


@frozen
class TroublesProps:
    """All of it."""

    kinds: tuple[KindRow, ...] = ()
    devices: tuple[str, ...] = ()
    device: str = ""
    what: str = ""
    has_moment: bool = False
    """Can it be said when it strikes? At the reader it does at the next swipe, and what has no wire
    strikes at the next card, or at once."""
    at_once: bool = True
    within: str = ""
    has_end: bool = False
    """Can it be said how long it lasts?"""
    a_while: str = ""
    until_mended: bool = False
    incidents: tuple[IncidentRow, ...] = ()
    to_mend: bool = False
    """Does anything wait or last?"""


@qml_element
class TroublesViewModel(ViewModel):
    """One fault is chosen, where, when and for how long; then it happens."""

    shows = TroublesProps

    def __init__(
        self,
        bridge: Bridge,
        felt: BenchFelt,
        chance: random.Random,
        time_of_day: Callable[[], str] = lambda: time.strftime("%H:%M:%S"),
    ) -> None:
        super().__init__(bridge)
        self._felt = felt
        self._incidents = Incidents(felt, chance, time_of_day)
        self._trouble, self._device = Trouble.DROP, ""
        self._at_once, self._until_mended = True, False

    def look(self) -> None:
        """Has anything struck, or passed?"""
        self._incidents.look()
        self.refresh()

    def derive(self, shown: Shown) -> TroublesProps:
        devices = devices_for(self._felt, self._trouble)
        device = self._device if self._device in devices else next(iter(devices), "")
        known = self._incidents.known
        within = f"{WITHIN} bytes" if device in self._felt.lines else f"{WITHIN_REPORTS} reports"
        return TroublesProps(
            kinds=tuple(
                KindRow(kind.value, kind.words.capitalize(), kind is self._trouble)
                for kind in Trouble
                if devices_for(self._felt, kind)
            ),
            devices=devices,
            device=device,
            what=WHAT_AT.get((self._trouble, device), WHAT[self._trouble]),
            has_moment=self._trouble in WIRE and device != READER,
            at_once=self._at_once,
            within=f"Within {within}",
            has_end=self._trouble in LASTING,
            a_while=f"{WHILE_MS // 1_000} seconds",
            until_mended=self._until_mended,
            incidents=tuple(
                IncidentRow(f"{one.at}  {one.device} · {one.trouble.words} · {one.fate}", one.fate)
                for one in known
            ),
            to_mend=any(one.is_open for one in known),
        )

    @Slot(str)
    def chooseKind(self, code: str) -> None:
        self._trouble = Trouble(code)
        self.refresh()

    @Slot(str)
    def chooseDevice(self, name: str) -> None:
        self._device = name
        self.refresh()

    @Slot(bool)
    def chooseMoment(self, at_once: bool) -> None:
        self._at_once = at_once
        self.refresh()

    @Slot(bool)
    def chooseEnd(self, until_mended: bool) -> None:
        self._until_mended = until_mended
        self.refresh()

    @Slot()
    def letHappen(self) -> None:
        """What was chosen."""
        lasting = self._until_mended and self._trouble in LASTING
        ms = UNTIL_MENDED if lasting else WHILE_MS
        device = self.props.device
        self._incidents.arm(self._trouble, device, at_once=self._at_once, ms=ms)
        self.refresh()

    @Slot()
    def putRight(self) -> None:
        """All that waits or lasts."""
        self._incidents.put_right()
        self.refresh()
