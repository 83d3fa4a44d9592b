"""Units are found by unit id, and refused by name; what does not answer is faulty."""

import dataclasses
import threading

import pytest

from drivers.faults import DeviceFault, WrongDevice
from drivers.xkeys.driver import FIND_MS_MAX, SILENT_MS_MAX, STEP_MS, open_unit
from drivers.xkeys.panel import Lamps, LampsConfig
from drivers.xkeys.protocol import XK12, XK24, Descriptor, Led, Reports, Role
from drivers.xkeys.sensors import Sensors, SensorsConfig
from simulators.usb import ReportDevice, SimBus
from simulators.xkeys import SimXk12, SimXk24
from tests.unit.drivers.xkeys.bench import Attended, plugged


def sensors_attended() -> tuple[SimXk12, SimBus, Attended]:
    """Unit 1 on a bus, with the driver of the sensors."""
    device = SimXk12(unit_id=1)
    bus, clock = plugged(device)
    driver = Sensors(SensorsConfig(1, {}), lambda state: None, backend=bus)
    return device, bus, Attended(driver, clock)


def test_of_two_panels_each_driver_finds_its_own() -> None:
    bus, clock = plugged(SimXk24(unit_id=2), SimXk24(unit_id=3))
    drivers = [Lamps(LampsConfig(unit, {}), f"panel {unit}", bus) for unit in (3, 2)]
    attended = [Attended(driver, clock) for driver in drivers]
    for one in attended:
        one.step()
    assert [one.identity for one in attended] == [
        "XK-24, unit 3, firmware 38",
        "XK-24, unit 2, firmware 38",
    ]


def test_another_unit_is_refused_by_name() -> None:
    bus, _ = plugged(SimXk24(unit_id=7), SimXk24(unit_id=5))
    with pytest.raises(WrongDevice, match="XK-24 with unit id 5, 7 is plugged in, unit id 2 exp"):
        open_unit("lamps", XK24, 2, bus)


def test_a_unit_of_another_driver_is_not_taken_for_a_wrong_one() -> None:
    bus, _ = plugged(SimXk24(unit_id=7))
    held = open_unit("keypad", XK24, 7, bus)
    with pytest.raises(DeviceFault, match="no XK-24 with unit id 2 was found, and 1 in use"):
        open_unit("lamps", XK24, 2, bus)
    held.close()


def test_a_model_in_another_mode_is_refused_by_name() -> None:
    device = SimXk12(unit_id=1)
    device.usb = dataclasses.replace(device.usb, product_id=0x04A9)
    bus, _ = plugged(device)
    with pytest.raises(WrongDevice, match=r"04A8 expected. Set it to PID #1"):
        open_unit("sensors", XK12, 1, bus)


def test_another_model_is_not_even_asked() -> None:
    bus, _ = plugged(SimXk24(unit_id=1))
    with pytest.raises(DeviceFault, match="no USB 05F3:04A8 is plugged in"):
        open_unit("sensors", XK12, 1, bus)


def test_a_session_refuses_another_product_and_another_unit() -> None:
    bus, _ = plugged(SimXk12(unit_id=1))
    transport = open_unit("sensors", XK12, 1, bus)
    wrong_unit = Sensors(SensorsConfig(4, {}), lambda state: None).session(transport)
    with pytest.raises(WrongDevice, match="unit id 1 is plugged in, unit id 4 expected"):
        wrong_unit.begin()


@pytest.mark.parametrize(("product", "named"), [(0x0405, "XK-24"), (0x1234, "product 1234")])
def test_a_descriptor_of_another_product_is_refused(product: int, named: str) -> None:
    device = SimXk12(unit_id=1)
    bus, _ = plugged(device)
    sensors = Sensors(SensorsConfig(1, {}), lambda state: None, backend=bus)
    transport = sensors.open()
    device.usb = dataclasses.replace(device.usb, product_id=product)
    with pytest.raises(WrongDevice, match=f"expected XK-12 Switch Interface, found {named}"):
        sensors.session(transport).begin()


def test_a_unit_that_says_who_it_is_but_not_how_it_is_is_gone() -> None:
    """Whatever else comes from it, only its state shows that its inputs are read."""
    _, bus, attended = sensors_attended()
    attended.run(1_000)
    assert attended.trouble == ""
    about = 1, 0, 4, 3, frozenset[Led](), 38, XK12.product_id
    descriptor = Reports(Role.DEVICE, XK12).send(Descriptor(*about))
    bus.tamper = lambda device, way, report: descriptor if way == "in" else report
    attended.until(lambda: "does not answer" in attended.trouble, SILENT_MS_MAX + 2 * STEP_MS)


def test_a_unit_that_takes_nothing_is_faulty_not_wrong() -> None:
    bus, _ = plugged(SimXk24(unit_id=2))
    bus.deaf.add(0x0405)
    with pytest.raises(DeviceFault, match="refuses what it is sent"):
        open_unit("lamps", XK24, 2, bus)


def test_a_mute_panel_does_not_keep_its_neighbour_waiting() -> None:
    mute, panel = SimXk24(unit_id=2), SimXk24(unit_id=3)
    bus, clock = plugged(mute, panel)
    bus.tamper = lambda device, way, report: b"" if way == "in" and device is mute else report
    open_unit("keypad", XK24, 3, bus).close()
    assert clock.now_ms <= FIND_MS_MAX + 2 * STEP_MS


def test_sensors_are_opened_while_a_mute_panel_is_still_being_asked() -> None:
    mute = SimXk24(unit_id=2)
    panels, _ = plugged(mute)
    sensors, _ = plugged(SimXk12(unit_id=1))
    asked, answered = threading.Event(), threading.Event()

    def tamper(device: ReportDevice, way: str, report: bytes) -> bytes:
        if way == "out":
            asked.set()
            assert answered.wait(10)
        return report

    panels.tamper = tamper
    looking = threading.Thread(target=lambda: open_unit("lamps", XK24, 2, panels).close())
    looking.start()
    assert asked.wait(10)
    opened = threading.Event()

    def reopen() -> None:
        open_unit("sensors", XK12, 1, sensors).close()
        opened.set()

    reopening = threading.Thread(target=reopen)
    reopening.start()
    in_time = opened.wait(10)
    answered.set()
    looking.join()
    reopening.join()
    assert in_time


def test_a_unit_that_falls_silent_is_faulty_within_bounds() -> None:
    _, bus, attended = sensors_attended()
    attended.step()
    bus.tamper = lambda device, way, report: b"" if way == "in" else report
    took = attended.until(lambda: "does not answer" in attended.trouble, within_ms=1_600)
    assert took >= 1_400
    bus.tamper = lambda device, way, report: report
    attended.until(lambda: not attended.trouble, within_ms=2_000)


def test_a_unit_that_garbles_everything_is_faulty() -> None:
    device, bus, attended = sensors_attended()
    attended.step()
    while not attended.trouble:
        bus.inject(device, b"\xff" * 36)
        attended.step()
    assert "20 times in a row" in attended.trouble


def test_a_unit_that_says_something_else_all_the_time_does_not_hold_us_up() -> None:
    _, bus, attended = sensors_attended()
    chatter = bytes.fromhex("0100") + bytes(33) + b"\x01"
    bus.tamper = lambda device, way, report: chatter if way == "in" else report
    attended.step()
    assert "does not answer" in attended.trouble


def test_a_unit_that_started_anew_by_itself_is_read_anew() -> None:
    device = SimXk12(unit_id=1)
    bus, clock = plugged(device)
    told: list[object] = []
    attended = Attended(Sensors(SensorsConfig(1, {1: "1L"}), told.append, backend=bus), clock)
    attended.run(2_000)
    device.power_on(clock.now_ms)
    attended.until(lambda: "has restarted" in attended.trouble, within_ms=600)
    attended.until(lambda: not attended.trouble, within_ms=600)
    assert len(told) == 2


@pytest.mark.parametrize(
    ("changed", "trouble"), [("boot_count", "has restarted"), ("unit_id", "unit id 2 is plugged")]
)
def test_a_unit_that_started_anew_or_has_another_id_is_noticed_by_that_alone(
    changed: str, trouble: str
) -> None:
    device, _, attended = sensors_attended()
    attended.step()
    setattr(device, changed, getattr(device, changed) + 1)
    attended.until(lambda: trouble in attended.trouble, within_ms=600)
