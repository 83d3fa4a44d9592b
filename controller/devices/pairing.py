"""Pairs a device of a running table: in its turn at the port, between two sessions of its driver.

Two people have begun it and one says whether the codes are equal, on record (`floor.pairing`); here
the device is asked, what pairing it has left is kept, and what came of it is told.
"""

from collections.abc import Callable
from typing import Final

from controller.devices.cards import recorded
from controller.devices.pairings import WrongPairings
from controller.domain.frozen import Frozen
from controller.floor.device_state import Pairing
from controller.floor.pairing import ReportCode, ReportPairing, under_way
from controller.running.runtime import TableController
from drivers.faults import DeviceFault, WrongDevice
from drivers.link.pair import PairingDriver
from drivers.link.pairing import PAIRING_MS_MAX, Paired
from drivers.link.protocol import Refused
from drivers.transport import ByteTransport

STEP_MS: Final = 200
"""How long one step may wait for a person at the device."""
_LATE: Final = "The code was not confirmed in time on device and screen. Pair it again."


class Candidate(Frozen):
    """Which device of the table is to be paired, and with whom it has to do."""

    name: str
    model: str
    """What its driver expects to find."""
    table: TableController
    keep: Callable[[Paired], object]
    """Called when it is paired; raises `WrongPairings` where it cannot be kept."""
    over: Callable[[], object]
    """Called when its driver may have the port again."""
    now_ms: Callable[[], int]
    noticed: Callable[[Refused], object] = lambda refused: None
    """Somebody else speaks on the line meanwhile."""

    def pairing(self) -> Pairing | None:
        """As the record has it, while it is under way."""
        floor = self.table.snapshot().house.floor
        return under_way(floor, self.name) if floor is not None else None

    @property
    def held(self) -> bool:
        """Does the table take no reports now?"""
        return self.table.snapshot().held is not None


class PairingSession:
    """One attempt, as an attendant's session: every step is bounded."""

    def __init__(self, transport: ByteTransport, candidate: Candidate) -> None:
        self._transport, self._of = transport, candidate
        self._driver = PairingDriver(transport, candidate.now_ms, noticed=candidate.noticed)
        self._until = candidate.now_ms() + PAIRING_MS_MAX
        self._why: str | None = None
        """What came of it, once it is over; empty where it is paired."""

    def begin(self) -> str:
        """Ask who is there; whoever is not in pairing mode, or another device, ends it. While it
        is paired it is not at work."""
        if not self._of.model:
            self._end("This device needs no pairing.")
            return ""
        try:
            code = self._driver.begin()
            offer = self._driver.offer
            if offer is None or offer.model != self._of.model:
                self._driver.stop()
                seen = f"{offer.model} {offer.serial}" if offer else "nothing"
                raise WrongDevice(f"expected {self._of.model}, found {seen}")
        except (DeviceFault, WrongDevice) as fault:
            self._end(str(fault))
            return ""
        self._tell(ReportCode(self._of.name, offer.model, offer.serial, code))
        return ""

    def step(self) -> None:
        """Wait for people, at most so long."""
        pairing = self._of.pairing()
        if pairing is None:
            if self._why is None:  # people have stopped it
                self._driver.stop()
            self._of.over()
        elif self._why is not None:  # a table that is held has taken no note of it
            self._transport.read(STEP_MS)
            if not self._of.held:
                self._end(self._why)
        elif self._of.now_ms() >= self._until:
            self._end_late()
        elif pairing.equal:
            self._confirm()
        else:
            self._driver.listen(STEP_MS)

    def _end_late(self) -> None:
        try:
            self._driver.late()
        except DeviceFault:
            self._end(_LATE)
        except WrongDevice as wrong:
            self._end(str(wrong))

    def _confirm(self) -> None:
        try:
            paired = self._driver.confirmed(STEP_MS)
        except (DeviceFault, WrongDevice) as fault:
            self._end(str(fault))
            return
        if paired is not None:
            self._end(self._kept(paired))

    def _kept(self, paired: Paired) -> str:
        """Why it could not be kept; nothing where it is."""
        try:
            self._of.keep(paired)
        except WrongPairings as fault:
            return str(fault)
        return ""

    def _end(self, why: str) -> None:
        self._why = why
        self._tell(ReportPairing(self._of.name, why))

    def _tell(self, report: ReportCode | ReportPairing) -> None:
        recorded(self._of.name, self._of.table.submit(report))
