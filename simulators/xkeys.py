"""Models of the XK-12 switch interface and the XK-24 panel, for the simulated USB bus.

The firmware is a loop, as theirs is: it says what it was asked, then its state if that differs
from what it said last. A change nobody fetched in time is not said twice; the level is.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from drivers.faults import BadFrame
from drivers.xkeys import protocol as p
from drivers.xkeys.protocol import BACKLIGHTS, XK12, XK24, Bank, Led, Light, contact
from simulators.usb import ReportUpdate, UsbIdentity

MILLISECONDS_WRAP: Final = 2**32


class SimXkeys:
    """What the two models have in common."""

    model: p.Model
    columns: int
    rows: int
    firmware: int

    def __init__(self, unit_id: int = 0, started_at_ms: int = 0) -> None:
        self.usb = UsbIdentity(p.VENDOR_ID, self.model.product_id, self.model.name, out_packet=36)
        self.stirred: Callable[[], object] = lambda: None
        self.unit_id = unit_id
        self.boot_count = 0
        self.eeprom_writes = 0
        self.refused: list[bytes] = []
        """Output reports that make no sense to it, the last few."""
        self.program_switch = False
        self.closed: frozenset[int] = frozenset()
        """Inputs that are closed now, whoever knows it."""
        self.leds = dict.fromkeys(Led, Light.OFF)
        """As displayed."""
        self.backlights = dict.fromkeys(BACKLIGHTS, Light.OFF)
        """As displayed."""
        self._reports = p.Reports(p.Role.DEVICE, self.model)
        self._started_at_ms = started_at_ms
        self._on_ms = 0
        self._touched: deque[tuple[int, bool]] = deque()
        self._said: tuple[frozenset[int], bool] | None = None
        self._asked: deque[type[p.Message]] = deque(maxlen=4)

    def press(self, number: int) -> None:
        """A person closes a switch or presses a key."""
        self._touch(number, True)

    def release(self, number: int) -> None:
        """A person lets go."""
        self._touch(number, False)

    def power_on(self, now_ms: int) -> None:
        """Its clock and its lamps begin anew; the inputs are where people hold them."""
        self._settle()
        self.boot_count = (self.boot_count + 1) % 256
        self._on_ms = now_ms - self._started_at_ms
        self._asked.clear()
        self._said = self._state()
        self.leds = dict.fromkeys(Led, Light.OFF)
        self.backlights = {
            number: Light.ON if number < 32 else Light.OFF for number in BACKLIGHTS
        }  # as delivered the first bank is lit when power comes on

    def update(self, now_ms: int, received: bytes | None, room: bool) -> ReportUpdate:
        """Obey what came, then say one thing if there is room for it."""
        if received is not None:
            self._obey(received)
        if not room:
            self._settle()
            return ReportUpdate()
        return ReportUpdate(self._say(now_ms))

    def milliseconds(self, now_ms: int) -> int:
        """Its own clock."""
        return (now_ms - self._on_ms) % MILLISECONDS_WRAP

    def _touch(self, number: int, closed: bool) -> None:
        if number not in self.model.inputs:
            raise ValueError(f"{self.model.name}: no input {number}")
        self._touched.append((number, closed))
        self.stirred()

    def _settle(self) -> None:
        """All that people have done since, without a report."""
        while self._touched:
            self._move(*self._touched.popleft())

    def _move(self, number: int, closed: bool) -> None:
        self.closed = self.closed | {number} if closed else self.closed - {number}

    def _state(self) -> tuple[frozenset[int], bool]:
        return self.closed, self.program_switch

    def _say(self, now_ms: int) -> bytes | None:
        while self._touched and self._state() == self._said:
            self._move(*self._touched.popleft())
        if self._asked:
            if self._asked.popleft() is p.GetDescriptor:
                return self._reports.send(self._descriptor())
            self._settle()
            return self._general(now_ms, generated=True)
        if self._state() != self._said:
            return self._general(now_ms, generated=False)
        return None

    def _general(self, now_ms: int, generated: bool) -> bytes:
        self._said = self._state()
        return self._reports.send(
            p.GeneralData(
                unit_id=self.unit_id,
                closed=self.closed,
                milliseconds=self.milliseconds(now_ms),
                generated=generated,
                program_switch=self.program_switch,
                boot_count=None if self.model.boot_count_at is None else self.boot_count,
            )
        )

    def _descriptor(self) -> p.Descriptor:
        return p.Descriptor(
            unit_id=self.unit_id,
            mode=0,
            columns=self.columns,
            rows=self.rows,
            leds=frozenset(led for led, light in self.leds.items() if light is not Light.OFF),
            firmware=self.firmware,
            product_id=self.usb.product_id,
        )

    def _obey(self, report: bytes) -> None:
        try:
            message = self._reports.receive(report)
        except BadFrame:
            self.refused = [*self.refused[-9:], report]
            return
        match message:
            case p.GenerateData() | p.GetDescriptor():
                self._asked.append(type(message))
            case p.SetLed(led, light):
                self.leds[led] = light
            case p.SetBacklight(number, light):
                self.backlights[number] = light
            case p.SetBacklightRows(bank, rows):
                self._rows(bank, rows)
            case p.SetUnitId(unit_id):
                self.eeprom_writes += 1
                self.unit_id = unit_id
            case p.SetMode():
                self.eeprom_writes += 1

    def _rows(self, bank: Bank, rows: int) -> None:
        for number in BACKLIGHTS:
            if number // 32 == bank:
                self.backlights[number] = Light.ON if rows >> number % 8 & 1 else Light.OFF


class SimXk12(SimXkeys):
    """The switch interface: six jacks of two contacts."""

    model = XK12
    columns, rows, firmware = 6, 2, 6

    def __init__(self, unit_id: int = 0, started_at_ms: int = 0, mono: Iterable[int] = ()) -> None:
        super().__init__(unit_id, started_at_ms)
        self._shorted = frozenset(contact(f"{jack}R") for jack in mono)
        """A mono plug shorts its jack's ring: R reads closed for as long as it is in."""
        self.stuck: frozenset[int] = frozenset()
        """The contacts that stay closed."""
        self.closed = self._shorted

    def close(self, name: str) -> None:
        """A chip on a sensor: this contact, such as 1L, closes."""
        self.press(contact(name))

    def open(self, name: str) -> None:
        """The chip is taken off."""
        self.release(contact(name))

    def stick(self, name: str) -> None:
        """A sensor is stuck: its contact closes and stays so, whatever lies there."""
        self.stuck |= {contact(name)}
        self.close(name)

    def free(self) -> None:
        """Somebody looks after the sensors: contacts that were stuck open."""
        stuck, self.stuck = self.stuck, frozenset()
        for number in sorted(stuck):
            self.release(number)

    def _move(self, number: int, closed: bool) -> None:
        super()._move(number, closed or number in self._shorted | self.stuck)


class SimXk24(SimXkeys):
    """The panel: 24 keys in four columns, each with a blue and a red backlight."""

    model = XK24
    columns, rows, firmware = 4, 6, 38
