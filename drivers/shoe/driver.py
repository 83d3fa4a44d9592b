"""The shoe at work: a link session that keeps the lock as the controller wants it."""

from typing import Final

from drivers.link.messages import Message
from drivers.link.orders import Orders
from drivers.link.session import LinkSession
from drivers.plugins import Driver
from drivers.shoe.protocol import MODEL, TABLE, SetLock, ShoeState
from drivers.transport.serial import SerialPort


class ShoeOrders(Orders):
    """What the controller wants of the shoe."""

    def set_lock(self, locked: bool) -> None:
        """Locked, no card leaves the shoe. Nothing said, the shoe stays as it is."""
        self.want(SetLock(locked))


class ShoeSession(LinkSession):
    """A session with the shoe."""

    table = TABLE

    def unmet(self) -> Message | None:
        wanted, state = self._orders.wanted, self.state
        if isinstance(wanted, SetLock) and isinstance(state, ShoeState):
            # Its answer may have been lost, and what is wanted may have changed back meanwhile.
            met = self.state_certain and wanted.locked is state.locked
            return None if met else wanted
        return None


DRIVER: Final = Driver(SerialPort, ShoeSession, SerialPort.wake, MODEL)
