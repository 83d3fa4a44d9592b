"""X-keys drivers over the simulator: whatever happens, levels and lamps come right in time.

Unplugging happens at any report of either direction; the bound is what `drivers/xkeys` promises:
the longest retry, finding and reading the unit, and one round of asking and debouncing.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.attendant import RETRY_MS_MAX, Attendant
from drivers.faults import DeviceFault
from drivers.health import Condition, Health
from drivers.xkeys.panel import Keypad, KeypadConfig, KeyPressed, KeyReleased, Lamps, LampsConfig
from drivers.xkeys.protocol import BACKLIGHTS, Bank, Led, Light, backlight, key
from drivers.xkeys.sensors import Sensors, SensorsConfig, SensorState
from simulators.line import VirtualClock
from simulators.usb import ReportDevice, SimBus
from simulators.xkeys import SimXk12, SimXk24
from tests.helpers.patience import eventually
from tests.unit.drivers.xkeys.bench import Attended
from tests.unit.drivers.xkeys.recorded import XK12_EVENTS, xk12_reports

WITHIN_MS = RETRY_MS_MAX + 3_000
PLACES = range(1, 7)
KEYS = {f"key-{column}-{row}": key(column, row) for column in range(1, 5) for row in range(1, 7)}
LAMPS = {**{f"lamp-{number}": number for number in BACKLIGHTS}, "green": Led.GREEN, "red": Led.RED}


DESCRIPTOR = bytes.fromhex("01d6000000000006020006a804") + bytes(23)


class Scripted:
    """A transport with a transcript: what must be sent, and what comes then."""

    def __init__(self, script: list[tuple[str, bytes | None]]) -> None:
        self.script = list(script)

    def read(self, wait_ms: int) -> bytes | None:
        if not self.script:
            raise DeviceFault("end of the transcript")
        way, report = self.script.pop(0)
        assert way == "in", f"read where {report!r} was to be sent"
        return report

    def write(self, report: bytes) -> None:
        way, expected = self.script.pop(0)
        assert (way, report) == ("out", expected)

    def close(self) -> None:
        """Nothing to give free."""


def test_the_sensors_follow_the_recorded_unit() -> None:
    first = bytes.fromhex("0102") + bytes(29) + (5_613_000).to_bytes(4, "big") + b"\x01"
    script: list[tuple[str, bytes | None]] = [
        ("out", b"\xd6".ljust(35, b"\0")), ("in", DESCRIPTOR),
        ("out", b"\xb1".ljust(35, b"\0")), ("in", first),
        *(("in", report) for report in xk12_reports()),
    ]  # fmt: skip
    told: list[SensorState] = []
    sensors = Sensors(SensorsConfig(1, {place: f"{place}L" for place in PLACES}), told.append)
    transport = Scripted(script)
    session = sensors.session(transport)
    assert session.begin() == "XK-12 Switch Interface, unit 1, firmware 6"
    while transport.script:
        session.step()
    # Buttons 8, 8, 8, 10, 12, 2, 4 and 6 are the L contacts of jacks 4, 5, 6, 1, 2 and 3. The
    # last release was followed by nothing, so that it has not held yet.
    covered = [set(state.covered) for state in told]
    assert [places for places in covered if places] == [{4}, {4}, {4}, {5}, {6}, {1}, {2}, {3}]
    assert told[-1].milliseconds == XK12_EVENTS[-1][1]


def test_only_the_answer_to_the_question_is_the_state() -> None:
    change = bytes.fromhex("010002") + bytes(32) + b"\x01"
    answer = bytes.fromhex("010208") + bytes(32) + b"\x01"
    told: list[SensorState] = []
    sensors = Sensors(SensorsConfig(1, {place: f"{place}L" for place in PLACES}), told.append)
    script: list[tuple[str, bytes | None]] = [
        ("out", b"\xd6".ljust(35, b"\0")), ("in", None), ("in", change), ("in", DESCRIPTOR),
        ("out", b"\xb1".ljust(35, b"\0")), ("in", change), ("in", answer),
    ]  # fmt: skip
    sensors.session(Scripted(script)).begin()
    assert [set(state.covered) for state in told] == [{2}]


def test_a_driver_does_not_answer_to_a_transcript_it_does_not_fit() -> None:
    sensors = Sensors(SensorsConfig(1, {}), lambda state: None)
    with pytest.raises(AssertionError):
        sensors.session(Scripted([("out", b"\0\xd6".ljust(36, b"\0"))])).begin()


@dataclass
class Felt:
    """Sensors, lamps and keypad of a table on one bus, each with its driver."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    keys: dict[str, bool] = field(default_factory=dict)
    ghosts: list[str] = field(default_factory=list)
    """Keys told as pressed twice, or more often than a person pressed them while plugged in."""
    presses: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.bus = SimBus(self.clock)
        self.switches, self.panel, self.pad = SimXk12(1), SimXk24(2), SimXk24(3)
        self.devices = (self.switches, self.panel, self.pad)
        for device in self.devices:
            self.bus.plug(device)
        contacts = {place: f"{place}L" for place in PLACES}
        self.sensors = Sensors(SensorsConfig(1, contacts), lambda state: None, backend=self.bus)
        self.lamps = Lamps(LampsConfig(2, LAMPS), backend=self.bus)
        self.keypad = Keypad(KeypadConfig(3, KEYS), self.key, backend=self.bus)
        drivers = (self.sensors, self.lamps, self.keypad)
        self.attended = [Attended(driver, self.clock) for driver in drivers]
        self.pull_in: dict[int, int] = {}
        self.bus.tamper = self.tamper

    def key(self, told: KeyPressed | KeyReleased) -> None:
        pressed = isinstance(told, KeyPressed)
        self.presses[told.name] -= pressed
        if self.keys.get(told.name, False) is pressed or self.presses[told.name] < 0:
            self.ghosts.append(told.name)
        self.keys[told.name] = pressed

    def press(self, number: int) -> None:
        name = next(name for name, at in KEYS.items() if at == number)
        self.presses[name] += self.bus.plugged(self.pad)
        self.pad.press(number)

    def tamper(self, device: ReportDevice, way: str, report: bytes) -> bytes:
        """Unplugs a device at the report it was set to."""
        left = self.pull_in.get(id(device))
        if left is not None:
            self.pull_in[id(device)] = left - 1
            if left == 0:
                del self.pull_in[id(device)]
                self.bus.unplug(device)
        return report

    def step(self, times: int = 1) -> None:
        for _ in range(times):
            for attended in self.attended:
                attended.step()

    def settle(self) -> None:
        """Everything plugged in, nobody touches anything: now it has to come right."""
        self.pull_in.clear()
        for device in self.devices:
            self.bus.plug(device)
        began = self.clock.now_ms
        while not self.right():
            # Three drivers share one clock, so each may wait while the others do.
            assert self.clock.now_ms - began <= 3 * WITHIN_MS, [
                attended.trouble for attended in self.attended
            ]
            self.step()

    def right(self) -> bool:
        state = self.sensors.state
        truth = {place for place in PLACES if 2 * place - 1 in self.switches.closed}
        shown = {
            **dict(self.panel.backlights),
            **{int(at): on for at, on in self.panel.leds.items()},
        }
        desired = {int(at): self.lamps.desired.get(at, Light.OFF) for at in LAMPS.values()}
        up = {name for name, number in KEYS.items() if number not in self.pad.closed}
        return (
            all(not attended.trouble and attended.identity for attended in self.attended)
            and state is not None
            and state.covered == truth
            and shown == desired
            and not any(self.keys.get(name, False) for name in up)
        )

    def eeprom_writes(self) -> int:
        return sum(device.eeprom_writes for device in self.devices)


CHANGES = (
    st.tuples(st.just("close"), st.integers(0, 11))
    | st.tuples(st.just("open"), st.integers(0, 11))
    | st.tuples(st.just("press"), st.sampled_from(sorted(KEYS.values())))
    | st.tuples(st.just("release"), st.sampled_from(sorted(KEYS.values())))
    | st.tuples(st.just("show"), st.integers(0, 2**16))
    | st.tuples(st.just("pull"), st.integers(0, 60))
    | st.tuples(st.just("plug"), st.integers(0, 2))
    | st.tuples(st.just("stall"), st.integers(0, 5))
    | st.tuples(st.just("step"), st.integers(1, 4))
)


def change(felt: Felt, what: str, number: int) -> None:
    device = felt.devices[number % 3]
    match what:
        case "close":
            felt.switches.press(number)
        case "open":
            felt.switches.release(number)
        case "press":
            felt.press(number)
        case "release":
            felt.pad.release(number)
        case "show":
            chance = random.Random(number)
            names = chance.sample(sorted(LAMPS), chance.randrange(6))
            felt.lamps.show({name: chance.choice(list(Light)) for name in names})
        case "pull":
            felt.pull_in[id(device)] = number // 3
        case "plug":
            felt.bus.plug(device)
        case "stall":
            felt.bus.stall(device, endpoint_in=number < 3)
        case "step":
            felt.step(number)


def come_right(changes: list[tuple[str, int]]) -> None:
    felt = Felt()
    for what, number in changes:
        change(felt, what, number)
    felt.settle()
    assert felt.ghosts == []
    assert felt.eeprom_writes() == 0


@settings(max_examples=60)
@given(st.lists(CHANGES, max_size=25))
def test_levels_and_lamps_come_right_after_anything(changes: list[tuple[str, int]]) -> None:
    come_right(changes)


@pytest.mark.long
@pytest.mark.timeout(900)
@settings(max_examples=1_000)
@given(st.lists(CHANGES, max_size=60))
def test_levels_and_lamps_come_right_after_very_much(changes: list[tuple[str, int]]) -> None:
    come_right(changes)


@pytest.mark.parametrize("report", range(70))
def test_unplugging_at_each_report_of_a_start_costs_nothing(report: int) -> None:
    felt = Felt()
    felt.switches.close("2L")
    felt.lamps.show(dict.fromkeys(sorted(LAMPS)[::2], Light.FLASH))
    for device in felt.devices:
        felt.pull_in[id(device)] = report
    felt.step(3)
    felt.switches.open("2L")
    felt.switches.close("3L")
    felt.lamps.show({"green": Light.ON, "lamp-0": Light.ON})
    felt.step(2)
    felt.settle()
    assert felt.eeprom_writes() == 0


FAULTS: dict[str, Callable[[random.Random, bytes], bytes]] = {
    "drop": lambda chance, report: b"",
    "garble": lambda chance, report: bytes(
        byte ^ (1 << chance.randrange(8) if chance.random() < 0.05 else 0) for byte in report
    ),
    "truncate": lambda chance, report: report[: chance.randrange(1, len(report))],
    "noise": lambda chance, report: chance.randbytes(len(report)),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_what_is_lost_or_garbled_on_the_way_in_comes_right(kind: str) -> None:
    chance = random.Random(kind)
    felt = Felt()
    felt.step()
    injected = 0

    def tamper(device: ReportDevice, way: str, report: bytes) -> bytes:
        nonlocal injected
        if way == "out" or chance.random() < 0.7:
            return report
        injected += 1
        return FAULTS[kind](chance, report)

    felt.bus.tamper = tamper
    for _ in range(60):
        what = chance.choice(["close", "open", "show", "step"])
        change(felt, what, chance.randrange(1, 12))
        felt.step()
    felt.bus.tamper = felt.tamper
    felt.settle()
    assert injected > 10
    assert felt.eeprom_writes() == 0


def test_one_unit_that_is_gone_stalls_no_other() -> None:
    felt = Felt()
    felt.step()
    felt.bus.unplug(felt.panel)
    felt.switches.close("1L")
    felt.attended[0].run(300)
    assert felt.sensors.state is not None
    assert felt.sensors.state.covered == {1}


# On the wall clock, with threads, as at a table.


def test_attended_to_on_the_wall_clock_everything_comes_back() -> None:
    bus, switches, panel = SimBus(), SimXk12(unit_id=1), SimXk24(unit_id=2)
    sensors = Sensors(SensorsConfig(1, {1: "1L"}), lambda state: None, backend=bus)
    red = backlight(key(1, 1), Bank.RED)
    lamps = Lamps(LampsConfig(2, {"place-1": red}), backend=bus)
    health: list[Health] = []
    attendants = [
        Attendant("sensors", sensors.open, sensors.session, health.append),
        Attendant("lamps", lamps.open, lamps.session),
    ]
    for attendant in attendants:
        attendant.start()
    eventually(lambda: attendants[0].health.condition is Condition.ABSENT)
    switches.close("1L")
    bus.plug(switches)
    bus.plug(panel)
    eventually(lambda: sensors.state is not None and sensors.state.covered == {1})
    lamps.show({"place-1": Light.FLASH})
    eventually(lambda: panel.backlights[red] is Light.FLASH)
    bus.unplug(switches)
    switches.open("1L")
    eventually(lambda: "unplugged" in attendants[0].health.reason or switches.boot_count > 1)
    bus.plug(switches)
    eventually(lambda: sensors.state is not None and sensors.state.covered == set())
    assert all(attendant.stop() for attendant in attendants)
    assert Condition.WORKING in {felt.condition for felt in health}
