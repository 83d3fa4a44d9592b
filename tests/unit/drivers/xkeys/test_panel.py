"""Lamps and keys of an XK-24."""

import pytest

from drivers.faults import LocalMisuse
from drivers.xkeys.panel import KeypadConfig, KeyPressed, Lamps, LampsConfig
from drivers.xkeys.protocol import (
    XK24,
    Bank,
    Led,
    Light,
    Reports,
    Role,
    SetBacklight,
    SetLed,
    backlight,
    key,
)
from simulators.xkeys import SimXk24
from tests.unit.drivers.xkeys.bench import KEYS, Attended, KeyTable, plugged

LAMPS = LampsConfig(
    unit_id=2,
    lamps={
        "place-1": backlight(key(1, 1)),
        "place-2": backlight(key(2, 1), Bank.RED),
        "lockout": Led.RED,
    },
)


class LampTable:
    def __init__(self) -> None:
        self.device = SimXk24(unit_id=2)
        self.bus, self.clock = plugged(self.device)
        self.lamps = Lamps(LAMPS, backend=self.bus)
        self.attended = Attended(self.lamps, self.clock)
        self.sent: list[bytes] = []
        self.bus.tamper = self.count

    def count(self, device: object, way: str, report: bytes) -> bytes:
        if way == "out" and report[0] not in (177, 214):
            self.sent.append(report)
        return report

    @property
    def lit(self) -> dict[int, Light]:
        shown = (*self.device.backlights.items(), *self.device.leds.items())
        return {lamp: light for lamp, light in shown if light is not Light.OFF}


def test_lamps_that_power_on_lit_are_put_out() -> None:
    table = LampTable()
    assert len(table.lit) == 24
    table.attended.step()
    assert table.lit == {}


def test_only_differences_are_sent_at_once() -> None:
    table = LampTable()
    table.lamps.show({"place-1": Light.ON, "lockout": Light.FLASH})
    table.attended.step()
    assert table.lit == {backlight(key(1, 1)): Light.ON, Led.RED: Light.FLASH}
    table.sent.clear()
    table.lamps.show({"place-1": Light.ON, "place-2": Light.FLASH})
    table.attended.step()
    assert table.lit == {
        backlight(key(1, 1)): Light.ON,
        backlight(key(2, 1), Bank.RED): Light.FLASH,
    }
    first, second, *rest = [Reports(Role.DEVICE, XK24).receive(report) for report in table.sent]
    assert {first, second} == {
        SetBacklight(backlight(key(2, 1), Bank.RED), Light.FLASH),
        SetLed(Led.RED, Light.OFF),
    }
    assert len(rest) <= 3, "of all lamps, a few are set again"


def test_a_lamp_whose_report_was_lost_comes_right_by_itself() -> None:
    table = LampTable()
    table.attended.step()
    table.bus.tamper = lambda _, way, report: bytes(35) if way == "out" else report
    table.lamps.show({"place-1": Light.ON})
    table.attended.step()
    assert table.lit == {}
    table.bus.tamper = table.count
    table.attended.until(lambda: table.lit == {backlight(key(1, 1)): Light.ON}, within_ms=1_100)
    assert table.device.eeprom_writes == 0


@pytest.mark.parametrize("config", [LAMPS, KEYS.lamps()], ids=["two banks", "one bank"])
def test_lamps_that_nobody_named_go_out_though_the_report_was_lost(config: LampsConfig) -> None:
    """Power-on lights a whole bank, and what puts it out at once may be lost."""
    device = SimXk24(config.unit_id)
    bus, clock = plugged(device)
    attended = Attended(Lamps(config, backend=bus), clock)
    bus.tamper = lambda _, way, report: (
        bytes(35) if way == "out" and report[0] not in (177, 214) else report
    )
    attended.step()
    device.leds[Led.GREEN] = Light.ON
    device.backlights[backlight(key(4, 6), Bank.RED)] = Light.ON
    bus.tamper = lambda _, way, report: report
    attended.run(1_100)
    assert set(device.backlights.values()) | set(device.leds.values()) == {Light.OFF}


def test_a_lamp_comes_right_though_the_unit_is_never_silent_for_long() -> None:
    table = LampTable()
    table.lamps.show({"place-1": Light.ON})
    table.attended.step()
    table.bus.tamper = lambda _, way, report: bytes(35) if way == "out" else report
    table.lamps.show({})
    table.attended.step()
    assert table.lit
    table.bus.tamper = table.count
    table.sent.clear()
    for turn in range(20):
        (table.device.press if turn % 2 else table.device.release)(key(4, 6))
        table.attended.run(120)
        if turn == 9:
            assert table.lit == {}
    assert 115 <= len(table.sent) <= 125, "fifty lamps, once a second, for 2.4"


def test_a_panel_that_comes_back_shows_everything() -> None:
    table = LampTable()
    table.lamps.show({"place-1": Light.ON})
    table.attended.step()
    table.bus.unplug(table.device)
    table.attended.step()
    table.lamps.show({"place-2": Light.ON})
    table.bus.plug(table.device)
    table.attended.until(
        lambda: table.lit == {backlight(key(2, 1), Bank.RED): Light.ON}, within_ms=500
    )
    assert table.device.eeprom_writes == 0


def test_a_panel_opened_again_without_losing_power_is_put_right() -> None:
    table = LampTable()
    table.lamps.show({"place-1": Light.ON, "lockout": Light.ON})
    transport = table.lamps.open()
    table.lamps.session(transport).begin()
    transport.close()
    table.lamps.show({})
    table.lamps.session(table.lamps.open()).begin()
    assert table.lit == {}


def test_the_keys_of_a_lamp_panel_mean_nothing() -> None:
    table = LampTable()
    table.attended.step()
    table.device.press(key(1, 1))
    table.attended.run(1_000)
    assert not table.attended.trouble


def test_lamps_nobody_named_are_refused() -> None:
    with pytest.raises(LocalMisuse, match="place-9"):
        LampTable().lamps.show({"place-9": Light.ON})


@pytest.mark.parametrize("lamps", [{"a": 6, "b": Led.GREEN}, {"a": 64}, {"a": 1, "b": 1}])
def test_lamps_that_cannot_be_are_refused(lamps: dict[str, int]) -> None:
    with pytest.raises(LocalMisuse):
        LampsConfig(1, lamps)


@pytest.mark.parametrize("keys", [{"a": 6}, {"a": 1, "b": 1}])
def test_keys_that_cannot_be_are_refused(keys: dict[str, int]) -> None:
    with pytest.raises(LocalMisuse):
        KeypadConfig(1, keys)


def test_keys_are_told_by_name() -> None:
    table = KeyTable()
    table.device.press(key(1, 1))
    table.device.press(key(1, 3))
    table.device.press(key(1, 2))
    assert table.heard() == ["+close-bets", "+paid"]
    table.device.release(key(1, 1))
    assert table.heard() == ["-close-bets"]


def test_a_contact_that_bounces_is_one_press() -> None:
    table = KeyTable()
    for _ in range(4):
        table.device.press(key(1, 1))
        table.attended.step()
        table.device.release(key(1, 1))
        table.attended.step()
    assert table.heard() == ["+close-bets", "-close-bets"]
    table.device.press(key(1, 1))
    assert table.heard() == ["+close-bets"]


def test_a_key_that_was_up_for_long_enough_is_pressed_again() -> None:
    table = KeyTable()
    for _ in range(2):
        table.device.press(key(1, 1))
        table.attended.step()
        assert [type(told) for told in table.told] == [KeyPressed], "told at once"
        table.device.release(key(1, 1))
        table.attended.until(lambda: len(table.told) == 2, within_ms=140)
        table.told.clear()


def test_a_key_held_for_somebody_else_that_bounces_is_no_press() -> None:
    table = KeyTable()
    table.device.press(key(1, 1))
    table.replug()
    table.attended.run(1_000)
    for deed in (table.device.release, table.device.press, table.device.release):
        deed(key(1, 1))
        table.attended.step()
    assert "+close-bets" not in table.heard()


def test_a_key_held_down_over_a_replug_is_pressed_once() -> None:
    table = KeyTable()
    table.device.press(key(1, 1))
    assert table.heard() == ["+close-bets"]
    table.replug()
    assert table.heard() == []
    table.device.release(key(1, 1))
    assert table.heard() == ["-close-bets"]


def test_a_key_pressed_while_unplugged_is_no_press() -> None:
    table = KeyTable()
    table.replug(lambda: table.device.press(key(1, 1)))
    assert table.heard() == []
    table.device.release(key(1, 1))
    assert table.heard() == []
    table.device.press(key(1, 1))
    assert table.heard() == ["+close-bets"]


def test_a_key_released_while_unplugged_is_released() -> None:
    table = KeyTable()
    table.device.press(key(1, 1))
    assert table.heard() == ["+close-bets"]
    table.replug(lambda: table.device.release(key(1, 1)))
    assert table.heard() == ["-close-bets"]


def test_a_key_is_lit_by_its_name() -> None:
    table = KeyTable()
    table.keypad.show({"paid": Light.FLASH})
    table.attended.step()
    assert table.device.backlights[key(1, 2)] is Light.FLASH
    assert table.device.backlights[key(1, 1)] is Light.OFF
