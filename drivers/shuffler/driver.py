"""The shuffler at work: a link session with one-shot commands."""

from collections.abc import Callable
from typing import Final

from drivers.link.orders import Orders
from drivers.link.pairing import Paired
from drivers.link.session import WAIT_MS, Desk, LinkSession, monotonic_ms
from drivers.plugins import Driver, Fitting
from drivers.shuffler.protocol import MODEL, TABLE, Back, Eject, LoadDeck, Shuffle
from drivers.transport import ByteTransport
from drivers.transport.serial import SerialPort


class ShufflerOrders(Orders):
    """What the controller wants of the shuffler: each under an id, done once."""

    def load_deck(self, command_id: int, back: Back) -> None:
        self.command(command_id, LoadDeck(back))

    def shuffle(self, command_id: int, back: Back) -> None:
        self.command(command_id, Shuffle(back))

    def eject(self, command_id: int, back: Back, count: int) -> None:
        self.command(command_id, Eject(back, count))


class ShufflerSession(LinkSession):
    """A session with the shuffler."""

    def __init__(
        self,
        transport: ByteTransport,
        paired: Paired,
        desk: Desk,
        orders: Orders,
        now_ms: Callable[[], int] = monotonic_ms,
        wait_ms: int = WAIT_MS,
    ) -> None:
        super().__init__(transport, TABLE, paired, desk, orders, now_ms, wait_ms=wait_ms)


def _session(port: SerialPort, fitting: Fitting) -> ShufflerSession:
    about = fitting.paired, fitting.desk, fitting.orders, fitting.now_ms, fitting.wait_ms
    return ShufflerSession(port, *about)


DRIVER: Final = Driver(SerialPort, _session, SerialPort.wake, MODEL)
