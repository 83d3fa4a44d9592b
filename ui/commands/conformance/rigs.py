"""Which suite for which device, with the driver that a table uses."""

from collections.abc import Callable, Sequence
from dataclasses import field
from enum import StrEnum
from functools import partial
from typing import Any, Final

from controller.domain.base import existing
from controller.domain.frozen import frozen
from drivers.alphasign.config import SignConfig
from drivers.alphasign.driver import Sign
from drivers.link.orders import Orders
from drivers.link.session import WAIT_MS, LinkSession
from drivers.magtek.driver import open_reader
from drivers.shoe.driver import ShoeOrders, ShoeSession
from drivers.shuffler.driver import ShufflerOrders, ShufflerSession
from drivers.transport import ByteTransport
from drivers.transport.serial import LineSettings, SerialPort
from drivers.xkeys.panel import Keypad, KeypadConfig, Lamps, LampsConfig
from drivers.xkeys.protocol import XK12, XK24, Led, backlight, key
from drivers.xkeys.sensors import Sensors, SensorsConfig, SensorState
from ui.commands.conformance.bench import Bench, Clock, WallClock
from ui.commands.conformance.cardreader import ReaderBench, ReaderSuite
from ui.commands.conformance.hands import Hands
from ui.commands.conformance.keypad import KeyEvent, KeypadSuite
from ui.commands.conformance.linked import LinkBench, PairedState
from ui.commands.conformance.shoe import ShoeSuite
from ui.commands.conformance.shuffler import ShufflerSuite
from ui.commands.conformance.sign import SignBench, SignSuite
from ui.commands.conformance.steps import Step
from ui.commands.conformance.xkeys import LampsSuite, SensorsSuite, UnitBench

PLACES: Final = range(1, 7)
KEYS: Final = {f"{c}-{r}": key(c, r) for c in range(1, 5) for r in range(1, 7)}
LAMPS: Final = {"green": Led.GREEN, "red": Led.RED} | {
    name: backlight(number) for name, number in KEYS.items()
}


class Device(StrEnum):
    """What `feltwork hil` knows."""

    SHUFFLER = "shuffler"
    SHOE = "shoe"
    SENSORS = "sensors"
    LAMPS = "lamps"
    KEYPAD = "keypad"
    SIGN = "sign"
    CARD_READER = "card-reader"


LINKED: Final = frozenset({Device.SHUFFLER, Device.SHOE})
SERIAL: Final = LINKED | {Device.SIGN}


@frozen
class Place:
    """Where the device is, real or simulated."""

    clock: Clock
    hands: Hands
    open_line: Callable[[LineSettings], ByteTransport]
    backend: Any = None
    """Of pyusb; none for the machine's own USB."""
    wait_ms: int = WAIT_MS


@frozen
class About:
    """What has to be known of one device before it is opened."""

    unit_id: int = 0
    standing: PairedState | None = None
    sign: SignConfig = field(default_factory=lambda: SignConfig(wired=True))


@frozen
class Rig:
    """A device on the bench, ready to be tried."""

    bench: Bench[Any]
    steps: Sequence[Step]


def real_place(port: str, hands: Hands) -> Place:
    """By the wall clock."""
    return Place(WallClock(), hands, lambda line: SerialPort(port, line))


def build(device: Device, place: Place, about: About) -> Rig:
    """The bench and the suite of a device."""
    return _BUILDERS[device](place, about)


def _linked(
    make: type[Orders], session: type[LinkSession], suite: Any, place: Place, about: About
) -> Rig:
    """`make`, `session` and `suite`: those of the device."""
    orders = make()
    bench = LinkBench(
        lambda: place.open_line(LineSettings()),
        existing(about.standing, "a linked device without a pairing"),
        orders,
        place.clock,
        place.hands,
        session,
        place.wait_ms,
    )
    return Rig(bench, suite(bench, orders).steps())


def _sensors(place: Place, about: About) -> Rig:
    told: list[SensorState] = []
    contacts = {number: f"{number}L" for number in PLACES}

    def driver(unit_id: int) -> Sensors:
        return Sensors(SensorsConfig(unit_id, contacts), told.append, backend=place.backend)

    bench = UnitBench(driver, about.unit_id, place.clock, place.hands)
    return Rig(bench, SensorsSuite(bench, XK12.name, told, PLACES).steps())


def _lamps(place: Place, about: About) -> Rig:
    def driver(unit_id: int) -> Lamps:
        return Lamps(LampsConfig(unit_id, LAMPS), backend=place.backend)

    bench = UnitBench(driver, about.unit_id, place.clock, place.hands)
    return Rig(bench, LampsSuite(bench, XK24.name).steps())


def _keypad(place: Place, about: About) -> Rig:
    told: list[KeyEvent] = []

    def driver(unit_id: int) -> Keypad:
        return Keypad(KeypadConfig(unit_id, KEYS), told.append, backend=place.backend)

    bench = UnitBench(driver, about.unit_id, place.clock, place.hands)
    return Rig(bench, KeypadSuite(bench, XK24.name, told).steps())


def _sign(place: Place, about: About) -> Rig:
    sign = Sign(about.sign, now_ms=lambda: place.clock.now_ms)
    bench = SignBench(lambda: place.open_line(about.sign.line), sign, place.clock, place.hands)
    return Rig(bench, SignSuite(bench).steps())


def _card_reader(place: Place, about: About) -> Rig:
    bench = ReaderBench(lambda: open_reader(backend=place.backend), place.clock, place.hands)
    return Rig(bench, ReaderSuite(bench).steps())


# fmt: off
_BUILDERS: Final[dict[Device, Callable[[Place, About], Rig]]] = {
    Device.SHUFFLER:    partial(_linked, ShufflerOrders, ShufflerSession, ShufflerSuite),
    Device.SHOE:        partial(_linked, ShoeOrders, ShoeSession, ShoeSuite),
    Device.SENSORS:     _sensors,
    Device.LAMPS:       _lamps,
    Device.KEYPAD:      _keypad,
    Device.SIGN:        _sign,
    Device.CARD_READER: _card_reader,
}
# fmt: on
