"""A driver for the Acme CardStream CS-2, a shoe that speaks lines of ASCII at 9600 8N1.

We say ID, STAT, LOCK 0, LOCK 1 and ACK n; it says ACME ..., STAT lock lid empty, EV n what. It
numbers its events, keeps each until it is acknowledged and sends the oldest again every second.
"""

import time

from drivers.faults import DeviceFault, WrongDevice
from drivers.link.fields import Face
from drivers.link.messages import Event, Message
from drivers.plugins import Driver, Fitting
from drivers.shoe.protocol import CardDrawn, LidClosed, LidOpened, SetLock, ShoeState
from drivers.transport.serial import LineSettings, SerialPort

RANKS = "23456789TJQKA"
LINE_BYTES_MAX = 80
ASK_S, SILENCE_S = 0.5, 2.0


class CardStream:
    """One session with the shoe."""

    def __init__(self, port: SerialPort, fitting: Fitting) -> None:
        self._port, self._callbacks, self._orders = port, fitting.callbacks, fitting.orders
        self._wait_ms = fitting.wait_ms
        self._rest = b""
        self._locked: bool | None = None
        self._asked = self._heard = time.monotonic()

    def begin(self) -> str:
        """Who is there, and its whole state."""
        identity = self._ask("ID", "ACME ")
        if not identity.startswith("ACME CS-2 "):
            raise WrongDevice(f"shoe: {identity} seen, ACME CS-2 expected. Plug in the right one")
        self._state(self._ask("STAT", "STAT "))
        return identity

    def step(self) -> None:
        """One short wait, and whatever follows from it."""
        wanted, now = self._orders.wanted, time.monotonic()
        if now - self._heard > SILENCE_S:
            raise DeviceFault("ACME CS-2: silent for 2 s. Check its power and cable")
        changes = isinstance(wanted, SetLock) and wanted.locked is not self._locked
        if now - self._asked >= ASK_S or (changes and now - self._asked >= ASK_S / 5):
            self._say(f"LOCK {wanted.locked:d}" if isinstance(wanted, SetLock) else "STAT")
            self._asked = now
        for line in self._lines(self._wait_ms):
            self._take(line)

    def _take(self, line: str) -> None:
        self._heard = time.monotonic()
        kind, _, rest = line.partition(" ")
        if kind == "STAT":
            self._state(line)
        elif kind == "EV":
            self._event(*rest.split(" ", 1))

    def _event(self, number: str, what: str) -> None:
        seq, last = int(number), self._callbacks.last_seq()
        if seq > last + 1:
            raise WrongDevice(
                f"ACME CS-2: its next event is {seq}, the record ends with {last}: events are "
                "missing. Count the cards, then set the shoe back to 0"
            )
        if seq == last + 1:
            self._callbacks.received(Event(seq, body(what)))  # returns when it is on record
        self._say(f"ACK {seq}")

    def _state(self, line: str) -> None:
        locked, lid_open, empty = (flag == "1" for flag in line.split()[1:4])
        self._locked = locked
        self._callbacks.state_read(ShoeState(locked, lid_open, empty, False, True, 0))

    def _ask(self, question: str, answer: str) -> str:
        until = time.monotonic() + SILENCE_S
        while time.monotonic() < until:
            self._say(question)
            for line in self._lines(200):
                if line.startswith(answer):
                    return line
        raise DeviceFault(f"ACME CS-2: no answer to {question}. Check its power and cable")

    def _say(self, line: str) -> None:
        self._port.write(line.encode("ascii") + b"\r\n")

    def _lines(self, wait_ms: int) -> list[str]:
        """Whole lines; what is no ASCII or never ends is noise."""
        *lines, rest = (self._rest + self._port.read(wait_ms)).split(b"\r\n")
        self._rest = rest[-LINE_BYTES_MAX:]
        return [line.decode("ascii") for line in lines if line.isascii()]


def body(what: str) -> Message:
    """An event in the words of the table; a card that could not be read has no face."""
    if what == "LID 1":
        return LidOpened()
    if what.startswith("LID 0 "):
        return LidClosed(empty=what.endswith("1"))
    card = what.removeprefix("CARD ")
    return CardDrawn(None if card == "??" else Face(RANKS.index(card[0]) + 2, card[1].lower()))


def open_port(url: str) -> SerialPort:
    return SerialPort(url, LineSettings(baud=9_600))


DRIVER = Driver(open=open_port, session=CardStream, wake=SerialPort.wake)
