"""Jackpot bet sensors on an XK-12 switch interface.

Levels are the truth. A level counts once it has held for the debouncing time by the unit's own
clock: until it has, the unit is asked again. The whole state is told every time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from drivers.faults import LocalMisuse
from drivers.transport import ReportTransport
from drivers.transport.usb import UsbReports
from drivers.xkeys.driver import STEP_MS, Unit, open_unit, since_ms
from drivers.xkeys.protocol import XK12, GeneralData, contact


@dataclass(frozen=True)
class SensorsConfig:
    """How the sensors are wired. Contacts not named are not looked at: a mono plug's R is one."""

    unit_id: int
    contacts: Mapping[int, str]
    """By place, such as {1: "1L", 2: "2L"}."""
    normally_closed: frozenset[int] = frozenset()
    """Places whose sensor opens its contact when a chip lies on it."""
    debounce_ms: int = 60
    """Recorded: a plug pushed home closes the other contact for up to 38 ms."""
    unsteady_ms: int = 1_000
    """A level that has not held for the debouncing time in so long is not believed."""
    stuck_ms: int = 900_000
    """A sensor that is covered for so long without a break is stuck: no round lasts that long."""

    def __post_init__(self) -> None:
        numbers = [contact(name) for name in self.contacts.values()]
        if len(set(numbers)) < len(numbers):
            raise LocalMisuse(f"sensors: two places on one contact in {dict(self.contacts)}")
        if not self.normally_closed <= set(self.contacts):
            raise LocalMisuse("sensors: a normally closed place has no contact")


@dataclass(frozen=True)
class SensorState:
    """All sensors at one time."""

    covered: frozenset[int]
    """Places with a chip on the sensor."""
    stuck: frozenset[int]
    """Places that have been covered for `stuck_ms` without a break."""
    unsteady: frozenset[int]
    """Places whose level does not settle; `covered` has the last that did."""
    milliseconds: int
    """By the unit's own clock."""


@dataclass
class _Sensor:
    """One place's contact over time, by the unit's clock."""

    covered: bool = False
    raw: bool = False
    changed_ms: int = 0
    restless_ms: int = 0
    """When it last changed after having been steady."""
    settled: bool = True
    held_ms: int = field(default=0)

    def reset(self, raw: bool) -> None:
        """Read after a replug: believed at once; how long it has been covered goes on."""
        self.held_ms = self.held_ms if raw and self.covered else 0
        self.covered = self.raw = raw
        self.settled = True

    def see(self, raw: bool, ms: int, debounce_ms: int) -> None:
        """A level read at this time."""
        if not self.settled and since_ms(ms, self.changed_ms) >= debounce_ms:
            self._settle()
        if raw != self.raw:
            self.restless_ms = ms if self.settled else self.restless_ms
            self.raw, self.changed_ms, self.settled = raw, ms, False
            if debounce_ms <= 0:
                self._settle()

    def _settle(self) -> None:
        self.held_ms = self.held_ms if self.raw == self.covered else 0
        self.covered, self.settled = self.raw, True


class Sensors:
    """The driver: give its `open` and `session` to an `Attendant`."""

    def __init__(
        self,
        config: SensorsConfig,
        told: Callable[[SensorState], object],
        name: str = "jackpot sensors",
        backend: Any = None,
    ) -> None:
        self.config, self.name = config, name
        self._told, self._backend = told, backend
        self._contacts = {place: contact(at) for place, at in config.contacts.items()}
        self._sensors = {place: _Sensor() for place in config.contacts}
        self.state: SensorState | None = None
        """As told last; None before the unit was ever read."""

    def open(self) -> UsbReports:
        """The unit, wherever it is plugged in."""
        return open_unit(self.name, XK12, self.config.unit_id, self._backend)

    def session(self, transport: ReportTransport) -> "SensorsSession":
        """On an opened transport."""
        return SensorsSession(self, transport)

    def _raw(self, place: int, data: GeneralData) -> bool:
        return (self._contacts[place] in data.closed) is not (place in self.config.normally_closed)

    def reset(self, data: GeneralData) -> None:
        """The whole state anew; it is told even if it is the same."""
        for place, sensor in self._sensors.items():
            sensor.reset(self._raw(place, data))
        self.state = self._now(data.milliseconds)
        self._told(self.state)

    def see(self, data: GeneralData, elapsed_ms: int) -> None:
        """The next state; told if it makes a difference."""
        for place, sensor in self._sensors.items():
            sensor.held_ms += elapsed_ms if sensor.covered else 0
            sensor.see(self._raw(place, data), data.milliseconds, self.config.debounce_ms)
        state = self._now(data.milliseconds)
        if self.state is None or _shown(state) != _shown(self.state):
            self.state = state
            self._told(state)

    @property
    def settled(self) -> bool:
        """Whether every level has held for long enough."""
        return all(sensor.settled for sensor in self._sensors.values())

    def _now(self, ms: int) -> SensorState:
        def where(fact: Callable[[_Sensor], bool]) -> frozenset[int]:
            return frozenset(place for place, sensor in self._sensors.items() if fact(sensor))

        stuck_ms, unsteady_ms = self.config.stuck_ms, self.config.unsteady_ms
        return SensorState(
            covered=where(lambda one: one.covered),
            stuck=where(lambda one: one.covered and one.held_ms >= stuck_ms),
            unsteady=where(
                lambda one: not one.settled and since_ms(ms, one.restless_ms) >= unsteady_ms
            ),
            milliseconds=ms,
        )


def _shown(state: SensorState) -> tuple[frozenset[int], ...]:
    return state.covered, state.stuck, state.unsteady


class SensorsSession(Unit):
    """The sensors while the unit is plugged in."""

    def __init__(self, sensors: Sensors, transport: ReportTransport) -> None:
        super().__init__(sensors.name, transport, XK12, sensors.config.unit_id)
        self._sensors = sensors

    def _resynchronise(self, data: GeneralData) -> None:
        self._sensors.reset(data)

    def _changed(self, data: GeneralData, elapsed_ms: int) -> None:
        self._sensors.see(data, elapsed_ms)

    def _ask_after_ms(self) -> int:
        return super()._ask_after_ms() if self._sensors.settled else STEP_MS
