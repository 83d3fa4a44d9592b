"""A table with simulated devices, and the dealer's hands at it.

Cards and chips are moved here as people move them: decks are put in, cards drawn, packets taken,
chips laid on sensors. The devices live on whatever becomes of the controller.
"""

import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from enum import StrEnum
from functools import partial
from typing import Any, Final, Protocol, Self

from controller.devices.config import DevicesConfig, PortSection, SignSection, load_devices, needed
from controller.devices.site import KEYS
from controller.domain.cards import Card
from controller.floor.terms import Terms
from drivers.clock import monotonic_ms
from drivers.link.fields import Face
from drivers.link.messages import Message
from drivers.link.pairing import Paired
from drivers.shuffler.protocol import Back, Deck
from drivers.xkeys.protocol import key
from simulators.cardreader import SimCardReader
from simulators.faults import FaultScript
from simulators.faulty import FaultyBytes, FaultyReports
from simulators.line import ByteDevice, MemorySocket
from simulators.linked import LinkedDevice
from simulators.pty import PtyDevice
from simulators.shoe import SimShoe
from simulators.shuffler import SimShuffler
from simulators.sign import SignFault, SimSign
from simulators.usb import ReportDevice, SimBus
from simulators.world import BAY, Spot, World
from simulators.world import Card as Piece
from simulators.xkeys import SimXk12, SimXk24, SimXkeys

USB: Final = ("sensors", "lamps", "keypad", "reader")
"""What is plugged in on a bus, if it is fitted; everything else is on a serial line."""
READER: Final = "B12C4F7"
OTHER_READER: Final = "B09D3E1"
"""The serial numbers of this table's reader, and of another table's."""
SPEED_MAX: Final = 10_000.0
"""Mechanics as fast as they can go: a shuffle of 45 seconds in a few milliseconds."""
BUS_SPEED_MAX: Final = 20.0
"""On the bus waits are polled: faster than this the drivers only keep each other busy."""
LOOK_S: Final = 0.0005

# fmt: off
CARD_MS: Final = 400
CHIP_MS: Final = 300
TAP_MS: Final  = 700
# fmt: on
"""How long hands take, at a speed that people can follow."""


def faces(cards: Sequence[Card]) -> tuple[Face, ...]:
    """Cards of the game as they are printed."""
    return tuple(Face(card.rank, card.suit) for card in cards)


class BenchShuffler(SimShuffler):
    """With its display, and a way to find it in the middle of a round."""

    def deck(self, back: Back) -> Deck:
        """How far a deck is, as the display says."""
        return self._bays[back].deck

    def say(self, body: Message) -> None:
        """Whatever a broken or hostile one would tell."""
        self._happen(body)

    def find_ready(self, back: Back) -> None:
        """The deck was shuffled, and some of it dealt, before anybody looked."""
        self._bays[back].deck = Deck.READY

    def find_loaded(self, back: Back) -> None:
        """The deck lies in its bay, and nobody knows how it was shuffled."""
        self._bays[back].deck = Deck.LOADED


class Fitted(Protocol):
    """As much of a table's rules as says which devices are fitted there."""

    @property
    def places(self) -> int: ...

    @property
    def dealing(self) -> StrEnum:
        """The name of the device that cards come from, if it is one."""
        ...

    @property
    def terms(self) -> Terms: ...


class Felt:
    """Cards, chips and devices of one table; a context manager."""

    def __init__(
        self, rules: Fitted, speed: float | None = None, seed: int = 0, devices: str = "table"
    ) -> None:
        """`devices`: the file in `config/devices` that names what is fitted."""
        self.rules, self.seed = rules, seed
        self.world = self._world(seed)
        self._speed = speed
        self.bus = self._bus()
        self.shoe = SimShoe(self.world, secrets.token_bytes(32))
        self.shuffler = BenchShuffler(self.world, secrets.token_bytes(32))
        self.sign = SimSign()
        self._fitted = _fitted(load_devices(devices), rules)
        self.sensors = SimXk12(self._unit("sensors"))
        self.lamps = SimXk24(self._unit("lamps"))
        self.keypad = SimXk24(self._unit("keypad"))
        self.reader = SimCardReader(READER)
        self._other_reader = SimCardReader(OTHER_READER)
        self._reader_here = self.reader
        """Whichever of the two is at the end of the cable."""
        linked: dict[str, SimShoe | SimShuffler] = {"shoe": self.shoe, "shuffler": self.shuffler}
        self.card_device = linked.get(rules.dealing)
        """What the cards come from; none where they are dealt by hand."""
        self.source = rules.dealing.value if self.card_device else ""
        """Its name, as it is fitted."""
        self.lines = self._fit_lines()
        """The serial lines, by the name of what is fitted."""
        self._chips: set[int] = set()
        self._open = ExitStack()
        self.scripts = {name: self._script(name) for name in (*self.lines, *self.usb)}
        """What goes wrong on the way to each device; nothing until it is told."""

    def _world(self, seed: int) -> World:
        return World(seed)

    def _bus(self) -> SimBus:
        return SimBus(speed=min(self._speed or SPEED_MAX, BUS_SPEED_MAX))

    def _unit(self, name: str) -> int:
        return int(getattr(getattr(self._fitted, name), "unit_id", 0))

    def _fit_lines(self) -> dict[str, PtyDevice | MemorySocket]:
        lines = {"sign": self._line("sign", self.sign)} if self._fitted.sign else {}
        if self.card_device is not None:
            lines[self.source] = self._line(self.source, self.card_device)
        return lines

    def _line(self, name: str, device: ByteDevice) -> PtyDevice | MemorySocket:
        return PtyDevice(device, 1.0 if name == "sign" else self._speed or SPEED_MAX)

    def __enter__(self) -> Self:
        for line in self.lines.values():
            if isinstance(line, PtyDevice):
                self._open.enter_context(line)
        for name, device in self.usb.items():
            self.bus_of(name).plug(device)
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    @property
    def usb(self) -> dict[str, ReportDevice]:
        """What is fitted on the bus, by name."""
        return {**self.panels(), "reader": self._reader_here}

    def panels(self) -> dict[str, SimXkeys]:
        """The X-keys panels among them."""
        every = {"keypad": self.keypad, "sensors": self.sensors, "lamps": self.lamps}
        return {name: panel for name, panel in every.items() if getattr(self._fitted, name)}

    def bus_of(self, name: str) -> SimBus:
        """The bus that a device is plugged in on."""
        return self.bus

    @property
    def config(self) -> DevicesConfig:
        """What is fitted, and where it is plugged in."""
        fitted, lines = self._fitted, self.lines
        return DevicesConfig(
            shoe=PortSection(port=self._port("shoe")) if "shoe" in lines else None,
            shuffler=PortSection(port=self._port("shuffler")) if "shuffler" in lines else None,
            sensors=fitted.sensors,
            lamps=fitted.lamps,
            keypad=fitted.keypad,
            sign=self._sign_table(),
            reader=fitted.reader and fitted.reader.model_copy(update={"serial": READER}),
        )

    def _sign_table(self) -> SignSection | None:
        if "sign" not in self.lines or self._fitted.sign is None:
            return None
        return self._fitted.sign.model_copy(update={"port": self._port("sign")})

    def _port(self, name: str) -> str:
        line = self.lines[name]
        return line.port if isinstance(line, PtyDevice) else name

    @property
    def paired(self) -> dict[str, Paired]:
        """What pairing the card devices has left with the controller."""
        return {"shoe": self.shoe.paired, "shuffler": self.shuffler.paired}

    # Where the drivers find the devices: a `Site`

    def open(self, name: str, open_: Callable[[], Any]) -> Any:
        self.scripts[name].check()  # a port that is pulled out is not opened
        return self._with_faults(name, open_())

    def _with_faults(self, name: str, transport: Any) -> Any:
        script = self.scripts[name]
        return (FaultyBytes if name in self.lines else FaultyReports)(script, transport)

    def backend(self, name: str) -> Any:
        return self.bus_of(name)

    def clock(self, name: str) -> Callable[[], int]:
        """Whoever presses keys at a hurried table is as fast as it is."""
        if name == KEYS:
            return lambda: round(monotonic_ms() * self.bus.speed)
        return monotonic_ms

    def key_number(self, name: str) -> int:
        """A key of the keypad, as the panel counts them."""
        if self._fitted.keypad is None:
            raise LookupError("no keypad is fitted")
        return key(*self._fitted.keypad.keys[name])

    # What can happen to them

    def _script(self, name: str) -> FaultScript:
        plug = partial(self._plug, name) if name in self.usb else lambda _: None
        other = self._change_reader if name == "reader" else None
        return FaultScript((), self.clock(name), partial(self._power, name), plug, other)

    def _plug(self, name: str, in_: bool) -> None:
        """Off the bus for as long as it is out; it has its power from there as well."""
        bus, device = self.bus_of(name), self.usb[name]
        (bus.plug if in_ else bus.unplug)(device)

    def _change_reader(self, other: bool) -> None:
        """Another table's reader is plugged in here, or this table's own again."""
        self._plug("reader", False)
        self._reader_here = self._other_reader if other else self.reader
        self._plug("reader", True)

    def _power(self, name: str, on: bool) -> None:
        if name in self.usb:
            self._plug(name, on)
        elif name == "sign":
            self.sign.fault = SignFault.NONE if on else SignFault.DEAD
            self.sign.lose_power()
        else:
            device: LinkedDevice = self.shoe if name == "shoe" else self.shuffler
            self.lines[name].act(device.power_on if on else device.power_cut)

    # Hands

    def take_time(self, ms: int) -> None:
        """People are only as fast as the speed that was asked for."""
        if self._speed is not None:
            time.sleep(ms / 1_000 / self._speed)

    def wait(self, fact: Callable[[], bool], seconds: float) -> bool:
        """Until it is so; whether it came to be in time."""
        return wait_until(fact, seconds)

    def stack_shoe(self, back: Back, cards: Sequence[Card], out: int = 0) -> None:
        """Clear the table, put a deck into the shoe; so many of its cards lie out already."""
        self.lines["shoe"].act(lambda: self._stack_shoe(back, cards, out))

    def _stack_shoe(self, back: Back, cards: Sequence[Card], out: int) -> None:
        self._clear()
        self._lay_out(back, cards[:out])
        self.world.stack(back, faces(cards[out:]))
        self.shoe.load(back)

    def put_deck(self, back: Back, cards: Sequence[Card] = ()) -> None:
        """Into the shuffler's tray, as it lies in the rack; its next shuffle is known. A deck that
        is in the tray stays there."""
        self.lines["shuffler"].act(lambda: self._put_deck(back, cards))

    def _put_deck(self, back: Back, cards: Sequence[Card]) -> None:
        if not self.world.pile(Spot.TRAY):
            self.world.stack(back, faces(cards))
            self.shuffler.put_in_tray(back)

    def clear_table(self) -> None:
        """After a hand: every card off the felt, into the rack."""
        self.lines["shuffler"].act(self._clear)

    def find_out(self, back: Back) -> None:
        """A deck was released before anybody looked: it lies on the felt."""
        self.lines["shuffler"].act(lambda: self.world.move_deck(back, Spot.RACK, Spot.TABLE))

    def clear_deck(self, back: Back) -> None:
        """After a round: off the table and out of the bay, into the rack."""
        self.lines["shuffler"].act(lambda: self._clear_deck(back))

    def _clear_deck(self, back: Back) -> None:
        self.shuffler.clear_bay(back)
        self._clear()

    def take_out(self, back: Back) -> None:
        """A deck whose cycle was not finished comes out, and is shuffled by chance if at all."""
        self.lines["shuffler"].act(lambda: self.shuffler.clear_bay(back))
        self.world.unstack(back)

    def find_bay(self, back: Back, cards: Sequence[Card], out: int) -> None:
        """The shuffler in the middle of a round: so many cards lie out already."""
        self.lines["shuffler"].act(lambda: self._find_bay(back, cards, out))

    def _find_bay(self, back: Back, cards: Sequence[Card], out: int) -> None:
        self._lay_out(back, cards[:out])
        self.world.stack(back, faces(cards[out:]))
        self.world.move_deck(back, Spot.RACK, BAY[back])
        self.world.shuffle(BAY[back])
        self.shuffler.find_ready(back)

    def _clear(self) -> None:
        self.world.collect()
        self.world.put_back()

    def _lay_out(self, back: Back, cards: Sequence[Card]) -> None:
        self.world.move(Spot.RACK, Spot.TABLE, [Piece(back, face) for face in faces(cards)])

    def draw(self, count: int) -> int:
        """Pull so many cards in one go, faster than the lock can close; how many have come."""
        self.take_time(CARD_MS * count)
        return self.lines["shoe"].act(
            lambda: sum(self.shoe.draw() is not None for _ in range(count))
        )

    def take_packet(self) -> None:
        """From the gate onto the table."""
        self.take_time(CARD_MS)
        self.lines["shuffler"].act(self.shuffler.take_packet)

    @property
    def chips(self) -> frozenset[int]:
        """The places with a jackpot chip on their sensor."""
        return frozenset(self._chips)

    def put_chip(self, place: int) -> None:
        """A jackpot chip on a place's sensor."""
        self.take_time(CHIP_MS)
        self._chips.add(place)
        self.sensors.close(self._contact(place))

    def take_chips(self) -> None:
        """The dealer takes every jackpot chip in."""
        for place in sorted(self._chips):
            self.sensors.open(self._contact(place))
        self._chips.clear()

    def stick_sensor(self, place: int) -> None:
        """The contact of a place stays closed, whatever lies there."""
        self.sensors.stick(self._contact(place))

    def free_sensors(self) -> None:
        """A technician looks after the sensors: only where a chip lies a contact is closed."""
        self.sensors.free()
        for place in sorted(self._chips):
            self.sensors.close(self._contact(place))

    def _contact(self, place: int) -> str:
        if self._fitted.sensors is None:
            raise LookupError("no sensors are fitted")
        return self._fitted.sensors.contacts[place - 1]


def _fitted(file: DevicesConfig, rules: Fitted) -> DevicesConfig:
    """Only what such a table needs."""
    spared = (name for name in DevicesConfig.model_fields if not needed(name, rules))
    return file.model_copy(update=dict.fromkeys(spared))


def wait_until(fact: Callable[[], bool], seconds: float) -> bool:
    """Look again and again; whether it came to be."""
    until = time.monotonic() + seconds
    while not fact():
        if time.monotonic() > until:
            return False
        time.sleep(LOOK_S)
    return True
