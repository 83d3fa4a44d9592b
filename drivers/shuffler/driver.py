"""The shuffler at work: a link session with one-shot commands."""

from typing import Final

from drivers.link.orders import Orders
from drivers.link.session import LinkSession
from drivers.plugins import Driver
from drivers.shuffler.protocol import MODEL, TABLE, Back, Eject, LoadDeck, Release, Shuffle
from drivers.transport.serial import SerialPort


class ShufflerOrders(Orders):
    """What the controller wants of the shuffler: each under an id, done once."""

    def load_deck(self, command_id: int, back: Back) -> None:
        self.command(command_id, LoadDeck(back))

    def shuffle(self, command_id: int, back: Back) -> None:
        self.command(command_id, Shuffle(back))

    def eject(self, command_id: int, back: Back, count: int) -> None:
        self.command(command_id, Eject(back, count))

    def release(self, command_id: int, back: Back) -> None:
        self.command(command_id, Release(back))


class ShufflerSession(LinkSession):
    """A session with the shuffler."""

    table = TABLE


DRIVER: Final = Driver(SerialPort, ShufflerSession, SerialPort.wake, MODEL)
