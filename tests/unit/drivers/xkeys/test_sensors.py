"""Jackpot bet sensors: levels, debouncing, stuck sensors."""

import pytest

from drivers.faults import LocalMisuse
from drivers.xkeys.sensors import Sensors, SensorsConfig, SensorState
from simulators.xkeys import SimXk12
from tests.unit.drivers.xkeys.bench import Attended, plugged

CONFIG = SensorsConfig(unit_id=1, contacts={place: f"{place}L" for place in range(1, 7)})


class Table:
    """An XK-12 with its driver at work."""

    def __init__(self, config: SensorsConfig = CONFIG, device: SimXk12 | None = None) -> None:
        self.device = device or SimXk12(unit_id=1)
        self.bus, self.clock = plugged(self.device)
        self.told: list[SensorState] = []
        self.sensors = Sensors(config, self.told.append, backend=self.bus)
        self.attended = Attended(self.sensors, self.clock)
        self.attended.step()

    @property
    def covered(self) -> set[int]:
        assert self.sensors.state is not None
        return set(self.sensors.state.covered)


def test_the_whole_state_is_told_at_once() -> None:
    device = SimXk12(unit_id=1)
    device.close("2L")
    table = Table(device=device)
    assert table.covered == {2}
    assert len(table.told) == 1
    assert table.attended.identity == "XK-12 Switch Interface, unit 1, firmware 6"


def test_nothing_is_known_before_the_unit_was_read() -> None:
    assert Sensors(CONFIG, lambda state: None).state is None


def test_a_report_left_over_from_before_is_not_believed() -> None:
    device = SimXk12(unit_id=1)
    bus, _ = plugged(device)
    told: list[SensorState] = []
    sensors = Sensors(CONFIG, told.append, backend=bus)
    transport = sensors.open()
    device.close("2L")
    bus.inject(device, bytes.fromhex("0100") + b"\xff\x0f" + bytes(31) + b"\x01")
    sensors.session(transport).begin()
    assert [set(state.covered) for state in told] == [{2}]


def test_a_chip_counts_once_its_level_has_held() -> None:
    table = Table()
    table.device.close("3L")
    table.attended.step()
    assert table.covered == set()
    assert table.attended.until(lambda: table.covered == {3}, within_ms=160) >= 60
    table.device.open("3L")
    table.attended.until(lambda: table.covered == set(), within_ms=160)


def test_a_bounce_is_no_chip() -> None:
    table = Table()
    for _ in range(5):
        table.device.close("3L")
        table.attended.step()
        table.clock.advance_to(table.clock.now_ms + 5)
        table.device.open("3L")
        table.attended.step()
    table.attended.run(500)
    assert [set(state.covered) for state in table.told] == [set()]


def test_a_level_that_held_before_it_changed_back_is_told() -> None:
    table = Table()
    table.device.close("3L")
    table.attended.step()
    table.clock.advance_to(table.clock.now_ms + 70)
    table.device.open("3L")
    table.attended.run(300)
    assert [set(state.covered) for state in table.told] == [set(), {3}, set()]


def test_without_debouncing_a_level_counts_at_once() -> None:
    table = Table(SensorsConfig(unit_id=1, contacts={1: "1L"}, debounce_ms=0))
    table.device.close("1L")
    table.attended.step()
    assert table.covered == {1}


def test_the_ring_of_a_mono_plug_is_not_looked_at() -> None:
    table = Table(device=SimXk12(unit_id=1, mono=range(1, 7)))
    assert table.device.closed == {0, 2, 4, 6, 8, 10}
    assert table.covered == set()
    table.device.close("1L")
    table.attended.run(200)
    assert table.covered == {1}


def test_a_normally_closed_sensor_is_covered_when_open() -> None:
    table = Table(
        SensorsConfig(unit_id=1, contacts={1: "1L", 2: "1R"}, normally_closed=frozenset({2}))
    )
    assert table.covered == {2}
    table.device.close("1R")
    table.attended.run(200)
    assert table.covered == set()


def test_a_sensor_that_does_not_settle_is_said_to_be_unsteady() -> None:
    table = Table()
    for turn in range(120):
        (table.device.close if turn % 2 else table.device.open)("5L")
        table.attended.step()
        table.clock.advance_to(table.clock.now_ms + 20)
    assert table.told[-1].unsteady == {5}
    assert table.covered == set()
    table.attended.run(300)
    assert table.told[-1].unsteady == frozenset()


def test_a_stuck_sensor_is_named_even_over_a_replug() -> None:
    table = Table(SensorsConfig(unit_id=1, contacts={1: "1L", 2: "2L"}, stuck_ms=10_000))
    table.device.close("1L")
    table.attended.run(6_000)
    assert table.told[-1].stuck == frozenset()
    table.bus.unplug(table.device)
    table.attended.step()
    table.bus.plug(table.device)
    table.attended.run(6_000)
    assert table.told[-1].stuck == {1}
    table.device.open("1L")
    table.attended.run(300)
    assert table.told[-1].stuck == frozenset()


def test_a_lost_report_costs_half_a_second() -> None:
    table = Table()
    lost: list[bytes] = []

    def lose(device: object, way: str, report: bytes) -> bytes:
        if way == "in" and not lost:
            lost.append(report)
            return b""
        return report

    table.bus.tamper = lose
    table.device.close("6L")
    table.attended.until(lambda: table.covered == {6}, within_ms=700)
    assert lost


def test_the_unit_s_clock_may_begin_again_from_zero() -> None:
    table = Table(device=SimXk12(unit_id=1, started_at_ms=2**32 - 500))
    table.device.close("1L")
    table.attended.run(400)
    table.device.open("1L")
    table.attended.run(400)
    assert table.covered == set()
    assert not table.attended.trouble


@pytest.mark.parametrize(
    "wrong",
    [
        {"contacts": {1: "1L", 2: "1L"}},
        {"contacts": {1: "9L"}},
        {"contacts": {1: "1L"}, "normally_closed": frozenset({2})},
    ],
)
def test_wiring_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(LocalMisuse):
        SensorsConfig(unit_id=1, **wrong)  # type: ignore[arg-type]
