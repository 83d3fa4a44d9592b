"""The simulated X-keys against recorded bytes, and against drivers that are wrong."""

import pytest

from drivers.faults import DeviceFault
from drivers.xkeys.driver import open_unit
from drivers.xkeys.panel import Lamps, LampsConfig, LampsSession
from drivers.xkeys.protocol import (
    XK12,
    XK24,
    Bank,
    GeneralData,
    GenerateData,
    GetDescriptor,
    Led,
    Light,
    Reports,
    Role,
    SetMode,
    SetUnitId,
    backlight,
    key,
)
from drivers.xkeys.sensors import Sensors, SensorsConfig, SensorsSession
from simulators.line import VirtualClock
from simulators.usb import SimBus
from simulators.xkeys import SimXk12, SimXk24, SimXkeys
from tests.unit.drivers.xkeys.bench import Attended, Shifted, ShiftedReading, WithReportId, plugged
from tests.unit.drivers.xkeys.recorded import (
    XK12_EVENTS,
    XK12_PRESSED,
    XK24_EVENTS,
    xk12_reports,
    xk24_reports,
)

HOST = Reports(Role.HOST, XK24)


def said(device: SimXkeys, at_ms: int, received: bytes | None = None) -> list[bytes]:
    reports = []
    sent = device.update(at_ms, received, True).sent
    while sent is not None:
        reports.append(sent)
        sent = device.update(at_ms, None, True).sent
    return reports


def test_the_xk12_says_what_the_recorded_one_said() -> None:
    device = SimXk12(unit_id=1)
    device.power_on(0)
    heard = []
    for index, (_, ms) in enumerate(XK12_EVENTS):
        number = XK12_PRESSED[index // 2] - 1
        (device.release if index % 2 else device.press)(number)
        heard += said(device, ms)
    assert heard == xk12_reports()


def test_the_xk24_says_what_the_recorded_one_said() -> None:
    device = SimXk24(unit_id=10)
    device.power_on(0)
    heard = []
    for index, ms in enumerate(XK24_EVENTS):
        button, released = divmod(index, 2)
        if button == 24:
            device.program_switch = not released
        else:
            (device.release if released else device.press)(key(button // 6 + 1, button % 6 + 1))
        heard += said(device, ms)
    assert heard == xk24_reports()


@pytest.mark.parametrize(
    ("sent", "blue", "red"),
    [
        (["b5000101", "b5200001"], Light.ON, Light.OFF),
        (["b5000201", "b5200001"], Light.FLASH, Light.OFF),
        (["b5000001", "b5200001"], Light.OFF, Light.OFF),
        (["b600ff", "b601ff"], Light.ON, Light.ON),
        (["b600ff", "b60100"], Light.ON, Light.OFF),
        (["b60000", "b60100"], Light.OFF, Light.OFF),
    ],
)
def test_the_first_key_shows_what_was_recorded_for_it(
    sent: list[str], blue: Light, red: Light
) -> None:
    device = SimXk24()
    device.power_on(0)
    for start in sent:
        assert said(device, 0, bytes.fromhex(start).ljust(35, b"\0")) == []
    assert device.backlights[backlight(0)] is blue
    assert device.backlights[backlight(0, Bank.RED)] is red


def test_the_indicators_show_what_was_recorded_for_them() -> None:
    device = SimXk12()
    for start, green, red in (("b30601", 1, 0), ("b30701", 1, 1), ("b30600", 0, 1)):
        said(device, 0, bytes.fromhex(start).ljust(35, b"\0"))
        assert (device.leds[Led.GREEN], device.leds[Led.RED]) == (green, red)


def test_rows_are_lit_by_their_bits() -> None:
    device = SimXk24()
    said(device, 0, bytes.fromhex("b60104").ljust(35, b"\0"))
    lit = {number for number, light in device.backlights.items() if light is Light.ON}
    assert lit == {backlight(key(column, 3), Bank.RED) for column in range(1, 5)}


def test_it_answers_what_it_is_asked_in_order() -> None:
    device = SimXk24(unit_id=3)
    device.power_on(100)
    device.press(key(1, 1))
    device.update(100, HOST.send(GetDescriptor()), False)
    answers = [HOST.receive(report) for report in said(device, 350, HOST.send(GenerateData()))]
    assert getattr(answers[0], "product_id", None) == 0x0405
    assert answers[1] == GeneralData(3, frozenset({0}), 250, generated=True)
    assert len(answers) == 2


def test_power_begins_clock_and_lamps_anew_but_not_the_switches() -> None:
    device = SimXk12(unit_id=1)
    device.power_on(1_000)
    device.close("1L")
    said(device, 2_000)
    device.power_on(5_000)
    assert (device.boot_count, device.milliseconds(5_100), device.closed) == (
        2,
        100,
        frozenset({1}),
    )
    assert said(device, 5_100) == []


def test_what_it_does_not_know_it_refuses_and_forgets_soon() -> None:
    device = SimXk24()
    for _ in range(50):
        said(device, 0, b"\0" * 35)
    assert len(device.refused) == 10


def test_switches_that_do_not_exist_cannot_be_touched() -> None:
    with pytest.raises(ValueError, match="no input 6"):
        SimXk24().press(6)


def test_every_write_to_the_eeprom_is_counted() -> None:
    device = SimXk24()
    said(device, 0, HOST.send(SetUnitId(9), servicing=True))
    said(device, 0, HOST.send(SetMode(1), servicing=True))
    assert (device.eeprom_writes, device.unit_id) == (2, 9)


# Drivers that are deliberately wrong: each has to fail against the simulator.


@pytest.mark.parametrize(
    ("wrong", "refused"), [(WithReportId, [36]), (Shifted, [35]), (ShiftedReading, [])]
)
def test_a_driver_that_puts_or_takes_a_byte_in_the_wrong_place_fails(
    wrong: type[WithReportId], refused: list[int]
) -> None:
    device = SimXk12(unit_id=1)
    bus, _ = plugged(device)
    transport = wrong(open_unit("sensors", XK12, 1, bus))
    with pytest.raises(DeviceFault, match="does not answer"):
        Sensors(SensorsConfig(1, {}), lambda state: None).session(transport).begin()
    assert [len(report) for report in device.refused] == refused


class NeverReads(SensorsSession):
    """Goes on after a replug with what it knew before."""

    def begin(self) -> str:
        return ""

    def _ask(self) -> None:
        pass


def test_a_driver_that_never_reads_the_state_after_a_replug_has_it_wrong() -> None:
    truth = {}
    for kind in (NeverReads, SensorsSession):
        device = SimXk12(unit_id=1)
        bus, clock = plugged(device)
        sensors = Sensors(SensorsConfig(1, {1: "1L"}), lambda state: None, backend=bus)
        covered = _covered_while_unplugged(sensors, kind, device, bus, clock)
        truth[kind] = covered
    assert truth == {NeverReads: None, SensorsSession: frozenset({1})}


def _covered_while_unplugged(
    sensors: Sensors, kind: type[SensorsSession], device: SimXk12, bus: SimBus, clock: VirtualClock
) -> frozenset[int] | None:
    attended = Attended(sensors, clock, lambda transport: kind(sensors, transport))
    attended.run(100)
    bus.unplug(device)
    attended.run(100)
    device.close("1L")
    bus.plug(device)
    attended.run(3_000)
    return None if sensors.state is None else sensors.state.covered


class DifferencesOnly(LampsSession):
    """Believes that a panel that comes back still shows what it showed."""

    def _resynchronise(self, data: GeneralData) -> None:
        self._express()

    def _repeat(self, passed_ms: int) -> None:
        """And that no report is ever lost."""


def test_a_driver_that_sends_only_differences_after_a_replug_leaves_lamps_lit() -> None:
    device = SimXk24(unit_id=2)
    bus, clock = plugged(device)
    lamps = Lamps(LampsConfig(2, {"place-1": backlight(0)}), backend=bus)
    Attended(lamps, clock, lambda transport: DifferencesOnly(lamps, transport)).run(3_000)
    assert any(light is Light.ON for light in device.backlights.values())
