"""All devices of one table: each attended to on a thread of its own, none waits for another.

devices = TableDevices(config, places=7, paired={"shoe": paired})
table = TableController(house, journal, clock, devices.outlets)
devices.start(table)
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.devices.cards import Shoe, Shuffler
from controller.devices.config import DevicesConfig, lamp_name
from controller.devices.keypad import KeyDesk
from controller.devices.sensors import SensorDesk
from controller.domain.base import BrokenInvariant
from controller.outputs import Lamp
from controller.ports import Outlets
from controller.runtime import TableController
from drivers.alphasign.driver import Sign
from drivers.attendant import Attendant
from drivers.health import Condition, Health
from drivers.link.pairing import Paired
from drivers.shoe.driver import ShoeSession
from drivers.shuffler.driver import ShufflerSession
from drivers.transport.serial import SerialPort
from drivers.xkeys.panel import Keypad, Lamps
from drivers.xkeys.protocol import Light
from drivers.xkeys.sensors import Sensors

LIGHTS: Final = {Lamp.OFF: Light.OFF, Lamp.ON: Light.ON, Lamp.FLASH: Light.FLASH}

# fmt: off
OUTLETS_OF: Final = {
    "shoe":     ("shoe_locked",),
    "shuffler": (),
    "sensors":  ("sensors_locked",),
    "lamps":    ("jackpot_lamps",),
    "keypad":   ("keypad_lamps",),
    "sign":     ("sign_text",),
}
# fmt: on
"""What a device that came back is sent again."""

WAIT_MS: Final = 20


class LampOutlet:
    """The lamps of the places."""

    def __init__(self, lamps: Lamps) -> None:
        self._lamps = lamps

    def send(self, value: tuple[Lamp, ...]) -> None:
        fitted = self._lamps.config.lamps
        named = {lamp_name(place): LIGHTS[lamp] for place, lamp in enumerate(value, 1)}
        self._lamps.show({name: light for name, light in named.items() if name in fitted})


class KeyOutlet:
    """The lamps of the keys; only a lit key does anything."""

    def __init__(self, keypad: Keypad, desk: KeyDesk) -> None:
        self._keypad, self._desk = keypad, desk

    def send(self, value: frozenset[str]) -> None:
        self._desk.lit = value
        fitted = self._keypad.config.lamps
        self._keypad.show({name: Light.ON for name in value if name in fitted})


class SignOutlet:
    """The jackpot sign."""

    def __init__(self, sign: Sign) -> None:
        self._sign = sign

    def send(self, value: str) -> None:
        self._sign.show(value)


class TableDevices:
    """Every device that is fitted, from `start` to `stop`."""

    def __init__(
        self,
        config: DevicesConfig,
        places: int,
        paired: Mapping[str, Paired],
        backend: Any = None,
        felt: Callable[[str, Health], object] = lambda device, health: None,
        noticed: Callable[[str, str], object] = lambda device, text: None,
    ) -> None:
        """`noticed`: a forged or replayed frame, by device; `felt`: its health, when it changes."""
        self._felt, self._noticed = felt, noticed
        self._table: TableController | None = None
        self._attendants: dict[str, Attendant] = {}
        self._ports: dict[str, SerialPort] = {}
        self.shoe: Shoe | None = None
        self.shuffler: Shuffler | None = None
        self.sensors: SensorDesk | None = None
        self.keys: KeyDesk | None = None
        self.sign: Sign | None = None
        self._lamps: Lamps | None = None
        self._keypad: Keypad | None = None
        self._fit_cards(config, paired)
        self._fit_panels(config, places, backend)
        self._fit_sign(config)

    @property
    def outlets(self) -> Outlets:
        """Where the controller sends what devices should show."""
        return Outlets(
            jackpot_lamps=LampOutlet(self._lamps) if self._lamps else None,
            sensors_locked=self.sensors,
            shoe_locked=self.shoe,
            keypad_lamps=KeyOutlet(self._keypad, self.keys) if self._keypad and self.keys else None,
            sign_text=SignOutlet(self.sign) if self.sign else None,
        )

    @property
    def health(self) -> dict[str, Health]:
        """How every device is, for the screen."""
        found = {name: attendant.health for name, attendant in self._attendants.items()}
        return found | ({"sign": self.sign.health} if self.sign else {})

    def start(self, table: TableController) -> None:
        """Attend to them all, for this table."""
        self._table = table
        for desk in (self.shoe, self.shuffler, self.sensors, self.keys):
            if desk is not None:
                desk.attach(table)
        for attendant in self._attendants.values():
            attendant.start()

    def stop(self) -> None:
        """Let go of them all; the devices live on."""
        for attendant in self._attendants.values():
            attendant.stop()
        if self.sensors is not None:
            self.sensors.stop()

    # What is fitted

    def _fit_cards(self, config: DevicesConfig, paired: Mapping[str, Paired]) -> None:
        if config.shoe:
            shoe = self.shoe = Shoe(_key(paired, "shoe"), self._waker("shoe"), self._noticed)
            self._attend(
                "shoe",
                self._opener("shoe", config.shoe.port),
                lambda port: ShoeSession(
                    port, shoe.paired, shoe.desk(), shoe.orders, wait_ms=WAIT_MS
                ),
            )
        if config.shuffler:
            name = "shuffler"
            shuffler = Shuffler(_key(paired, name), self._waker(name), self._noticed)
            self.shuffler = shuffler
            self._attend(
                name,
                self._opener(name, config.shuffler.port),
                lambda port: ShufflerSession(
                    port, shuffler.paired, shuffler.desk(), shuffler.orders, wait_ms=WAIT_MS
                ),
            )

    def _fit_panels(self, config: DevicesConfig, places: int, backend: Any) -> None:
        if config.sensors:
            desk = self.sensors = SensorDesk()
            sensors = Sensors(config.sensors.wired(places), desk.told, backend=backend)
            self._attend("sensors", sensors.open, sensors.session)
        if config.lamps:
            lamps = self._lamps = Lamps(config.lamps.wired(places), backend=backend)
            self._attend("lamps", lamps.open, lamps.session)
        if config.keypad:
            keys = self.keys = KeyDesk()
            keypad = self._keypad = Keypad(config.keypad.wired(), keys.told, backend=backend)
            self._attend("keypad", keypad.open, keypad.session)

    def _fit_sign(self, config: DevicesConfig) -> None:
        if config.sign:
            port, wired = config.sign.port, config.sign.sign()
            sign = self.sign = Sign(wired, lambda health: self._felt("sign", health))
            self._attend("sign", lambda: SerialPort(port, wired.line), sign.session)

    # Attending

    def _attend(self, name: str, open_: Callable[[], Any], session: Callable[[Any], Any]) -> None:
        self._attendants[name] = Attendant(
            name, open_, session, lambda health: self._feel(name, health)
        )

    def _feel(self, name: str, health: Health) -> None:
        """On the device's own thread."""
        if name == "sign" and self.sign:
            self.sign.attended(health)
        else:
            self._felt(name, health)
        if health.condition is Condition.WORKING and self._table is not None:
            for outlet in OUTLETS_OF[name]:
                self._table.outlet_came_back(outlet)

    def _opener(self, name: str, url: str) -> Callable[[], SerialPort]:
        def open_port() -> SerialPort:
            port = self._ports[name] = SerialPort(url)
            return port

        return open_port

    def _waker(self, name: str) -> Callable[[], None]:
        def wake() -> None:
            if port := self._ports.get(name):
                port.wake()

        return wake


def _key(paired: Mapping[str, Paired], name: str) -> Paired:
    if name not in paired:
        raise BrokenInvariant(f"{name}: fitted but not paired")
    return paired[name]
