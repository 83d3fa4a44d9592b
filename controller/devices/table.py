"""All devices of one table: each attended to on a thread of its own, none waits for another.

devices = TableDevices(config, places=7, paired={"shoe": paired})
table = TableController(house, journal, clock, devices.outlets)
devices.start(table)

On virtual time there are no threads: `attach` instead of `start`, and each of `steps` in its turn.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Final

from controller.devices.cards import Shoe, Shuffler
from controller.devices.config import DevicesConfig, PortSection, lamp_name
from controller.devices.keypad import KeyPressHandler
from controller.devices.machine import ShufflerWorker
from controller.devices.notes import NoteWorker
from controller.devices.port import CardPort, Keep, not_kept
from controller.devices.reader import SwipeHandler
from controller.devices.sensors import SensorWorker
from controller.devices.site import KEYS, Machine, Site
from controller.domain.frozen import Frozen
from controller.domain.instant import MINUTE_MS
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import FitDevices
from controller.floor.pairing import under_way
from controller.running.outputs import Lamp
from controller.running.ports import Outlets
from controller.running.runtime import TableController
from controller.running.snapshot import Snapshot
from drivers.alphasign.driver import Sign
from drivers.attendant import Attendant, Session
from drivers.health import Condition, Health
from drivers.link.keys import KEY_BYTES
from drivers.link.pairing import Paired
from drivers.magtek.driver import CardReaderSession, open_reader
from drivers.plugins import Guarded
from drivers.transport.serial import SerialPort
from drivers.xkeys.panel import Keypad, Lamps
from drivers.xkeys.protocol import Light
from drivers.xkeys.sensors import Sensors, SensorState

LIGHTS: Final = {Lamp.OFF: Light.OFF, Lamp.ON: Light.ON, Lamp.FLASH: Light.FLASH}

# fmt: off
OUTLETS_OF: Final = {
    "shoe":     ("shoe_locked",),
    "shuffler": (),
    "sensors":  ("sensors_locked",),
    "lamps":    ("place_lamps",),
    "keypad":   ("keypad_lamps",),
    "sign":     ("sign_text",),
    "reader":   (),
}
# fmt: on
"""What a device that came back is sent again."""

# fmt: off
TROUBLE_OF: Final = {
    Condition.ABSENT:  TroubleCode.AWAY,
    Condition.REFUSED: TroubleCode.REFUSED,
    Condition.FAULTY:  TroubleCode.AWAY,
}
# fmt: on
SIGN_TROUBLE_OF: Final = TROUBLE_OF | {Condition.FAULTY: TroubleCode.NOT_SHOWING}
"""A sign that answers may still show something else."""


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

    def __init__(self, keypad: Keypad, handler: KeyPressHandler) -> None:
        self._keypad, self._handler = keypad, handler

    def send(self, value: frozenset[str]) -> None:
        self._handler.lit = value
        fitted = self._keypad.config.lamps
        self._keypad.show({name: Light.ON for name in value if name in fitted})


class SignOutlet:
    """The sign on a serial line."""

    def __init__(self, sign: Sign) -> None:
        self._sign = sign

    def send(self, value: str) -> None:
        """A sign with fewer letters than that shows the first words of it."""
        width = self._sign.config.strings[0].width
        self._sign.show(value if len(value) <= width else value[: width + 1].rpartition(" ")[0])


class DeviceSetup(Frozen):
    """Which devices a table has, and what pairing them has left."""

    config: DevicesConfig
    paired: Mapping[str, Paired] = field(default_factory=dict)
    site: Site = field(default_factory=Machine)
    """Where they are plugged in."""
    keep: Keep = not_kept
    """Where a pairing made at the table is kept."""

    def fitted(self, places: int) -> "TableDevices":
        """For a layout of so many places."""
        return TableDevices(self.config, places, self.paired, self.site, self.keep)


class TableDevices:
    """Every device that is fitted, from `start` to `stop`."""

    def __init__(
        self,
        config: DevicesConfig,
        places: int,
        paired: Mapping[str, Paired],
        site: Site | None = None,
        keep: Keep = not_kept,
    ) -> None:
        """`site`: another place than this machine."""
        self._site: Site = site or Machine()
        self._keep = keep
        self._pairs = ""
        """The device that was last seen to be paired; empty where none is."""
        self._notes = NoteWorker(self._site.clock("notes"))
        self._machine: ShufflerWorker | None = None
        self._table: TableController | None = None
        self._places, self._sensor_places = places, config.sensor_places(places)
        self._attendants: dict[str, Attendant] = {}
        self._ports: dict[str, CardPort] = {}
        self.shoe: Shoe | None = None
        self.shuffler: Shuffler | None = None
        self.sensors: SensorWorker | None = None
        self.keys: KeyPressHandler | None = None
        self.sign: Sign | None = None
        self.reader: SwipeHandler | None = None
        self._lamps: Lamps | None = None
        self._keypad: Keypad | None = None
        self._fit_cards(config, paired)
        self._fit_panels(config, places)
        self._fit_sign(config)
        self._fit_reader(config)

    @property
    def outlets(self) -> Outlets:
        """Where the controller sends what devices should show."""
        return Outlets(
            place_lamps=LampOutlet(self._lamps) if self._lamps else None,
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

    def show(self, snapshot: Snapshot) -> None:
        """As a viewer of the table: an order may be due, a key may mean something else."""
        if self.keys is not None:
            self.keys.show(snapshot)
        if self._machine is not None:
            self._machine.nudge()
        floor = snapshot.house.floor
        pairing = under_way(floor) if floor is not None else None
        before, self._pairs = self._pairs, pairing.device if pairing else ""
        if self._pairs and self._pairs != before and self._pairs in self._attendants:
            self._attendants[self._pairs].begin_anew()

    def attach(self, table: TableController) -> None:
        """They are this table's."""
        self._table = table
        if table.snapshot().house.floor is not None:
            table.submit(FitDevices(tuple(sorted(self.health)), self._sensor_places))
        workers = self.shoe, self.shuffler, self.sensors, self.keys, self.reader
        for worker in (*workers, self._machine, self._notes):
            if worker is not None:
                worker.attach(table)
        for port in self._ports.values():
            port.attach(table)

    def start(self, table: TableController) -> None:
        """Attend to them all, for this table."""
        self.attach(table)
        for worker in self._workers():
            worker.start()
        for attendant in self._attendants.values():
            attendant.start()

    def _workers(self) -> list[SensorWorker | ShufflerWorker | NoteWorker]:
        """Those that work by themselves."""
        return [
            worker for worker in (self.sensors, self._machine, self._notes) if worker is not None
        ]

    @property
    def steps(self) -> dict[str, Callable[[], int]]:
        """By name, what works for a while and says how many ms to let it rest."""
        found = {name: attendant.step for name, attendant in self._attendants.items()}
        return found | {type(worker).__name__: worker.step for worker in self._workers()}

    def session(self, name: str) -> Session | None:
        """The driver at work on a device, for what it has counted."""
        session = self._attendants[name].session
        return session.session if isinstance(session, Guarded) else session

    def stop(self) -> None:
        """Let go of them all; the devices live on."""
        for attendant in self._attendants.values():
            attendant.stop()
        for worker in self._workers():
            worker.stop()

    # What is fitted

    def _fit_cards(self, config: DevicesConfig, paired: Mapping[str, Paired]) -> None:
        if config.shoe:
            known = paired.get("shoe") or _nameless(config.shoe)
            self.shoe = Shoe(known, lambda: self._wake("shoe"), self._notes.tell)
            self._fit("shoe", config.shoe, self.shoe, "shoe" in paired)
        if config.shuffler:
            known = paired.get("shuffler") or _nameless(config.shuffler)
            shuffler = Shuffler(known, lambda: self._wake("shuffler"), self._notes.tell)
            self.shuffler, self._notes.shuffler = shuffler, lambda: shuffler.state
            self._machine = ShufflerWorker(shuffler, self._notes.tell)
            self._fit("shuffler", config.shuffler, self.shuffler, "shuffler" in paired)

    def _fit(self, name: str, at: PortSection, device: Shoe | Shuffler, paired: bool) -> None:
        port = CardPort(name, at, device, self._site.clock(name), self._keep, paired=paired)
        self._ports[name] = port
        self._attend(name, port.open, port.session)
        port.over = self._attendants[name].begin_anew

    def _fit_panels(self, config: DevicesConfig, places: int) -> None:
        backend = self._site.backend
        if config.sensors:
            self.sensors = SensorWorker()
            wiring = config.sensors.wired(places)
            sensors = Sensors(
                wiring, lambda s: self._sensed(s, wiring.stuck_ms), backend=backend("sensors")
            )
            self._attend("sensors", sensors.open, sensors.session)
        if config.lamps:
            lamps = self._lamps = Lamps(config.lamps.wired(places), backend=backend("lamps"))
            self._attend("lamps", lamps.open, lamps.session)
        if config.keypad:
            keys = self.keys = KeyPressHandler(self._site.clock(KEYS))
            wired = config.keypad.wired()
            keypad = self._keypad = Keypad(wired, keys.receive, backend=backend("keypad"))
            self._attend("keypad", keypad.open, keypad.session)

    def _fit_sign(self, config: DevicesConfig) -> None:
        if config.sign:
            port, wired = config.sign.port, config.sign.sign()
            now_ms = self._site.clock("sign")
            sign = self.sign = Sign(wired, lambda health: self._note("sign", health), now_ms)
            self._attend("sign", lambda: SerialPort(port, wired.line), sign.session)

    def _fit_reader(self, config: DevicesConfig) -> None:
        if config.reader:
            backend = self._site.backend("reader")
            serial, patterns = config.reader.serial, config.reader.patterns()
            handler = self.reader = SwipeHandler(self._site.clock("reader"))
            self._attend(
                "reader",
                lambda: open_reader(serial, backend),
                lambda reports: CardReaderSession(reports, patterns, handler.receive),
            )

    # Attending

    def _attend(self, name: str, open_: Callable[[], Any], session: Callable[[Any], Any]) -> None:
        self._attendants[name] = Attendant(
            name,
            lambda: self._site.open(name, open_),
            session,
            lambda health: self._feel(name, health),
        )

    def _feel(self, name: str, health: Health) -> None:
        """On the device's own thread."""
        if name == "sign" and self.sign:
            self.sign.attended(health)
        else:
            self._note(name, health)
        if health.condition is Condition.WORKING and self._table is not None:
            for outlet in OUTLETS_OF[name]:
                self._table.outlet_came_back(outlet)

    def _note(self, name: str, health: Health) -> None:
        """How a device is, for the record; while it is being connected nothing is known."""
        if health.condition is Condition.CONNECTING:
            return
        trouble_of = SIGN_TROUBLE_OF if name == "sign" else TROUBLE_OF
        now = trouble_of.get(health.condition)
        for code in dict.fromkeys(trouble_of.values()):
            self._notes.tell(name, code, health.reason, over=code is not now)

    def _sensed(self, state: SensorState, stuck_ms: int) -> None:
        if self.sensors is not None:
            self.sensors.receive(state)
        covered = f"has been covered for {stuck_ms // MINUTE_MS} minutes."
        for code, said, places in (
            (TroubleCode.STUCK, covered, state.stuck),
            (TroubleCode.UNSTEADY, "is unsteady.", state.unsteady),
        ):
            for place in range(1, self._places + 1):
                part = f"place {place}"
                text = f"The sensor at {part} {said}"
                self._notes.tell("sensors", code, text, part, over=place not in places)

    def _wake(self, name: str) -> None:
        if port := self._ports.get(name):
            port.wake()


def _nameless(at: PortSection) -> Paired:
    """What the record knows a device by that is not paired: its events are its driver's."""
    return Paired(0, at.driver, at.driver, bytes(KEY_BYTES))
