"""The port of a shoe or shuffler: its driver is at work there, or people pair what is there."""

from collections.abc import Callable
from typing import Any, Final

from controller.devices.cards import Shoe, Shuffler
from controller.devices.config import PortSection
from controller.devices.pairing import Candidate, PairingSession
from controller.running.runtime import TableController
from drivers.attendant import Session
from drivers.faults import WrongDevice
from drivers.link.pairing import Paired
from drivers.plugins import Fitted, Fitting

WAIT_MS: Final = 20

Keep = Callable[[str, Paired], object]
"""A device by its name at the table, and what pairing it has left."""


def not_kept(device: str, paired: Paired) -> None:
    """Where the next start finds it by itself, or not at all."""


class CardPort:
    """The driver that the configuration names; a device that is not paired is not used."""

    def __init__(
        self,
        name: str,
        at: PortSection,
        device: Shoe | Shuffler,
        now_ms: Callable[[], int],
        keep: Keep = not_kept,
        *,
        paired: bool,
    ) -> None:
        self._name, self._at, self._device = name, at, device
        self._now, self._keep, self._paired = now_ms, keep, paired
        self._candidate: Candidate | None = None
        self.over: Callable[[], object] = lambda: None
        """Called when pairing is over and the driver may have the port again."""
        self._driver = self._fitted()

    def _fitted(self) -> Fitted:
        device = self._device
        fitting = Fitting(device.callbacks(), device.orders, device.paired, WAIT_MS, self._now)
        return Fitted(self._name, self._at.driver, self._at.port, fitting)

    def attach(self, table: TableController) -> None:
        """From now on it is this table whose people pair it."""
        about = self._name, self._driver.model, table, self._keep_it, lambda: self.over()
        self._candidate = Candidate(*about, self._now, self._device.callbacks().noticed)

    def wake(self) -> None:
        """There is an order."""
        self._driver.wake()

    def open(self) -> Any:
        if self._driver.model and not self._paired and not self._pairing:
            raise WrongDevice(
                f"{self._name} on {self._at.port}: not paired with this table. Pair it: Menu, "
                f"Devices; or `feltwork devices pair {self._name}`"
            )
        return self._driver.open()

    def session(self, transport: Any) -> Session:
        if self._candidate is not None and self._pairing:
            self._device.state = None  # nothing is ordered of it meanwhile
            return PairingSession(transport, self._candidate)
        return self._driver.session(transport)

    @property
    def _pairing(self) -> bool:
        return self._candidate is not None and self._candidate.pairing() is not None

    def _keep_it(self, paired: Paired) -> None:
        self._keep(self._name, paired)
        self._device.pair(paired)
        self._paired, self._driver = True, self._fitted()
