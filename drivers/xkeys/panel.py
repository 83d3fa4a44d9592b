"""Lamps, and a keypad with lamps, on an XK-24 panel.

Any thread may say which lamps are wanted; the driver's thread sends the differences, and everything
after a replug. A key that is found held down counts as no press: it was meant for somebody else. A
press is told at once; a key has to be up for the debouncing time, by the unit's own clock, before
it is told as released and can be pressed again.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from drivers.faults import LocalMisuse
from drivers.transport import ReportTransport
from drivers.transport.usb import UsbReports
from drivers.xkeys import protocol as p
from drivers.xkeys.driver import STEP_MS, Unit, open_unit, since_ms
from drivers.xkeys.protocol import BACKLIGHTS, XK24, Bank, Led, Light, backlight

REPEAT_MS: Final = 1_000
"""Every lamp is set again within this time."""

Lamp = Led | int
"""An indicator, or the number of a backlight."""


@dataclass(frozen=True)
class LampsConfig:
    """Which lamp has which name; lamps without one stay dark."""

    unit_id: int
    lamps: Mapping[str, Lamp]

    def __post_init__(self) -> None:
        lamps = list(self.lamps.values())
        unknown = [lamp for lamp in lamps if lamp not in (*Led, *BACKLIGHTS)]
        if unknown or len(set(lamps)) < len(lamps):
            raise LocalMisuse(f"lamps: unknown or twice the same in {dict(self.lamps)}")


@dataclass(frozen=True)
class KeypadConfig:
    """Which key has which name; keys without one do nothing."""

    unit_id: int
    keys: Mapping[str, int]
    bank: Bank = Bank.BLUE
    """The colour a key is lit in."""
    debounce_ms: int = 60
    """As the sensors have it: a contact that opens for less has bounced."""

    def __post_init__(self) -> None:
        if len(set(self.keys.values())) < len(self.keys):
            raise LocalMisuse(f"keypad: two names for one key in {dict(self.keys)}")
        self.lamps()

    def lamps(self) -> LampsConfig:
        """Each key's own backlight, by the key's name."""
        lamps = {name: backlight(number, self.bank) for name, number in self.keys.items()}
        return LampsConfig(self.unit_id, lamps)


@dataclass(frozen=True)
class KeyPressed:
    """A key went down."""

    name: str
    milliseconds: int
    """By the unit's own clock."""


@dataclass(frozen=True)
class KeyReleased:
    """A key that was pressed is up again, or was when the unit came back."""

    name: str
    milliseconds: int


class Lamps:
    """The driver of a lamp panel: give its `open` and `session` to an `Attendant`."""

    def __init__(self, config: LampsConfig, name: str = "lamps", backend: Any = None) -> None:
        self.config, self.name = config, name
        self._backend = backend
        self.desired: Mapping[Lamp, Light] = {}
        """What shall be lit."""

    def show(self, desired: Mapping[str, Light]) -> None:
        """Light these lamps, by name, and no others. From any thread, at once."""
        unknown = set(desired) - set(self.config.lamps)
        if unknown:
            raise LocalMisuse(f"{self.name}: no lamps {sorted(unknown)}")
        self.desired = {self.config.lamps[name]: light for name, light in desired.items()}

    def open(self) -> UsbReports:
        """The unit, wherever it is plugged in."""
        return open_unit(self.name, XK24, self.config.unit_id, self._backend)

    def session(self, transport: ReportTransport) -> Unit:
        """On an opened transport."""
        return LampsSession(self, transport)


@dataclass
class _Keys:
    """What has been told about the keys."""

    pressed: set[int] = field(default_factory=set)
    """Told as pressed and not yet as released."""
    ignored: set[int] = field(default_factory=set)
    """Found held down when the unit came back."""
    up_ms: dict[int, int] = field(default_factory=dict)
    """Which of these are up again, and since when: they may be bouncing."""


class Keypad(Lamps):
    """The driver of a keypad: a lamp panel whose keys count."""

    def __init__(
        self,
        config: KeypadConfig,
        told: Callable[[KeyPressed | KeyReleased], object],
        name: str = "keypad",
        backend: Any = None,
    ) -> None:
        super().__init__(config.lamps(), name, backend)
        self._told = told
        self._names = {number: key for key, number in config.keys.items()}
        self._keys = _Keys()
        self._debounce_ms = config.debounce_ms

    @property
    def settled(self) -> bool:
        """Is every key that is up told as up?"""
        return not self._keys.up_ms

    def session(self, transport: ReportTransport) -> Unit:
        return KeypadSession(self, transport)

    def reset(self, data: p.GeneralData) -> None:
        """After a replug: no ghost press, and no key that stays down for ever."""
        down = data.closed & set(self._names)
        self._keys.up_ms.clear()
        self._release(self._keys.pressed - down, data)
        self._keys.ignored = set(down - self._keys.pressed)

    def see(self, data: p.GeneralData) -> None:
        """The next state."""
        keys, down = self._keys, data.closed & set(self._names)
        self._let_go(data)
        for number in keys.pressed | keys.ignored:
            if number in down:
                keys.up_ms.pop(number, None)
            else:
                keys.up_ms.setdefault(number, data.milliseconds)
        for number in sorted(down - keys.pressed - keys.ignored):
            keys.pressed.add(number)
            self._told(KeyPressed(self._names[number], data.milliseconds))

    def _let_go(self, data: p.GeneralData) -> None:
        """Those that have been up for long enough."""
        up_ms, now_ms = self._keys.up_ms, data.milliseconds
        up = {at for at, since in up_ms.items() if since_ms(now_ms, since) >= self._debounce_ms}
        self._keys.up_ms = {at: since for at, since in up_ms.items() if at not in up}
        self._keys.ignored -= up
        self._release(self._keys.pressed & up, data)

    def _release(self, released: set[int], data: p.GeneralData) -> None:
        for number in sorted(released):
            self._keys.pressed.discard(number)
            self._told(KeyReleased(self._names[number], data.milliseconds))


class LampsSession(Unit):
    """The lamps while the unit is plugged in."""

    def __init__(self, lamps: Lamps, transport: ReportTransport) -> None:
        super().__init__(lamps.name, transport, XK24, lamps.config.unit_id)
        self._lamps = lamps
        self._shown: dict[Lamp, Light] = {}
        self._whole = deque(_whole(lamps.config))
        """All that it can light, the next to be repeated first."""
        self._owed = 0

    def _resynchronise(self, data: p.GeneralData) -> None:
        """Power-on lights what was saved in the unit: everything off, then what shall be lit."""
        for bank in Bank:
            self._send(p.SetBacklightRows(bank, 0))
        for led in Led:
            self._send(p.SetLed(led, Light.OFF))
        self._shown = {}
        self._express()

    def _changed(self, data: p.GeneralData, elapsed_ms: int) -> None:
        """Keys of a lamp panel mean nothing."""

    def _express(self) -> None:
        desired = self._lamps.desired
        for lamp in self._lamps.config.lamps.values():
            light = desired.get(lamp, Light.OFF)
            if self._shown.get(lamp, Light.OFF) is not light:
                self._send(_set(lamp, light))
                self._shown[lamp] = light

    def _repeat(self, passed_ms: int) -> None:
        """A lamp cannot be read back, and one that nobody named can be lit as well: whatever report
        was lost, all come right in a second. A few at a time, so that no key waits for them."""
        self._owed += min(passed_ms, REPEAT_MS) * len(self._whole)
        while self._owed >= REPEAT_MS:
            self._owed -= REPEAT_MS
            self._send(_set(self._whole[0], self._shown.get(self._whole[0], Light.OFF)))
            self._whole.rotate(-1)


class KeypadSession(LampsSession):
    """The keypad while the unit is plugged in."""

    def __init__(self, keypad: Keypad, transport: ReportTransport) -> None:
        super().__init__(keypad, transport)
        self._keypad = keypad

    def _resynchronise(self, data: p.GeneralData) -> None:
        self._keypad.reset(data)
        super()._resynchronise(data)

    def _changed(self, data: p.GeneralData, elapsed_ms: int) -> None:
        self._keypad.see(data)

    def _ask_after_ms(self) -> int:
        return super()._ask_after_ms() if self._keypad.settled else STEP_MS


def _whole(config: LampsConfig) -> Iterator[Lamp | Bank]:
    """Every lamp by itself; a bank without a name in it at once."""
    yield from Led
    for bank in Bank:
        own = {backlight(number, bank) for number in XK24.inputs}
        yield from own if own & set(config.lamps.values()) else [bank]


def _set(lamp: Lamp | Bank, light: Light) -> p.Output:
    match lamp:
        case Bank():
            return p.SetBacklightRows(lamp, 0)
        case Led():
            return p.SetLed(lamp, light)
    return p.SetBacklight(lamp, light)
