"""Trouble on its way to the record: bounded, counted, and in the end always as it is."""

import pytest

from controller.devices.config import DevicesConfig, load_devices
from controller.devices.notes import (
    AT_ONCE_MAX,
    FAILED_MS_MAX,
    HAPPENED_MAX,
    PERIOD_MS,
    QUIET_MS,
    Notebook,
    NoteWorker,
)
from controller.devices.site import Machine
from controller.devices.table import TableDevices
from controller.domain.instant import MINUTE_MS
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import ReportDevice, state_of
from controller.games.bonus import commands as c
from controller.games.bonus.floor.state import JackpotState
from drivers.xkeys.sensors import Sensors, SensorState
from simulators.people.felt import wait_until
from simulators.usb import SimBus
from simulators.xkeys import SimXk12
from tests.helpers.shift import LiveShift, Shift

T = TroubleCode
AWAY = "shoe", T.AWAY, ""
FORGED = "shoe", T.SUSPECT_FRAME, ""


def test_a_change_is_said_at_once_and_once() -> None:
    book = Notebook()
    book.tell(AWAY, "Unplugged.", False, 0)
    book.tell(AWAY, "Still no port.", False, 10)
    assert book.due(10) == [ReportDevice("shoe", T.AWAY, "Unplugged.")]
    assert book.due(20) == []
    book.tell(AWAY, "", True, 30)
    (back,) = book.due(30)
    assert (back.code, back.over) == (T.AWAY, True)
    book.tell(AWAY, "", True, 40)
    assert book.due(40) == []


def test_what_was_never_wrong_is_not_over() -> None:
    book = Notebook()
    book.tell(AWAY, "", True, 0)
    assert book.due(0) == []


def test_a_device_that_flaps_for_an_hour_leaves_few_records_and_the_truth() -> None:
    book, said = Notebook(), []
    for ms in range(0, 3_600_000, 50):
        book.tell(AWAY, "Unplugged.", bool(ms // 50 % 2), ms)
        said += book.due(ms)
    assert len(said) <= AT_ONCE_MAX + 3_600_000 // PERIOD_MS
    book.tell(AWAY, "Unplugged.", False, 3_600_000)
    said += book.due(3_600_000 + PERIOD_MS)
    assert said[-1].over is False
    assert sum(report.times for report in said) >= 36_000, "all are counted"


def test_after_a_quiet_time_it_is_said_at_once_again() -> None:
    book = Notebook()
    for number in range(AT_ONCE_MAX):
        book.tell(AWAY, "", bool(number % 2), number)
        assert len(book.due(number)) == 1
    book.tell(AWAY, "", False, AT_ONCE_MAX)
    assert book.due(AT_ONCE_MAX) == []
    assert len(book.due(AT_ONCE_MAX + PERIOD_MS)) == 1
    later = AT_ONCE_MAX + QUIET_MS
    for over, ms in ((True, later), (False, later + 1)):
        book.tell(AWAY, "", over, ms)
        assert len(book.due(ms)) == 1


def test_what_only_happens_is_counted_and_over_after_a_quiet_time() -> None:
    book, said = Notebook(), []
    for ms in range(0, 1_000, 2):
        book.tell(FORGED, "Refused.", False, ms)
        said += book.due(ms)
    assert len(said) == HAPPENED_MAX
    (rest,) = book.due(1_000 + PERIOD_MS)
    assert rest.times == 500 - HAPPENED_MAX
    assert book.due(998 + QUIET_MS - 1) == []
    assert [report.over for report in book.due(998 + QUIET_MS)] == [True]


def test_what_did_not_get_through_is_said_later() -> None:
    book = Notebook()
    book.tell(AWAY, "Unplugged.", False, 0)
    (report,) = book.due(0)
    book.unsay(report)
    assert book.due(1) == []
    assert book.due(PERIOD_MS) == [ReportDevice("shoe", T.AWAY, "Unplugged.")]


def test_what_the_record_has_from_before_ends_when_the_device_is_well() -> None:
    shift = Shift().do(
        ReportDevice("shoe", T.AWAY, "Gone."), ReportDevice("shoe", T.SUSPECT_FRAME, "Refused.")
    )
    book = Notebook()
    book.know(shift.floor, 0)
    book.tell(AWAY, "Still gone.", False, 1)
    assert book.due(1) == []
    book.tell(AWAY, "", True, 2)
    assert [(report.code, report.over) for report in book.due(2)] == [(T.AWAY, True)]
    (frames,) = book.due(QUIET_MS)
    assert (frames.code, frames.over) == (T.SUSPECT_FRAME, True)


class Hand:
    """A clock of the drivers, set by hand."""

    ms = 0

    def __call__(self) -> int:
        return self.ms


def test_clause_11_14_a_sign_that_stays_dark_closes_the_jackpot_between_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("controller.devices.notes.LOOK_MS", 50)
    shift, clock = Shift(), Hand()
    thread = shift.controller.start()
    live = LiveShift(shift.controller)
    live.playing(1, 2)
    worker = NoteWorker(clock)
    worker.attach(shift.controller)
    worker.start()
    worker.tell("sign", T.NOT_SHOWING, "It shows something old.")
    assert wait_until(lambda: bool(state_of(live.floor, "sign").troubles), 10)
    live.wagers(p1="25")
    clock.ms = FAILED_MS_MAX
    worker.tell("lamps", T.AWAY, "Unplugged.")
    assert wait_until(lambda: bool(state_of(live.floor, "lamps").troubles), 10)
    assert live.floor.jackpot is JackpotState.ON, "a round is played to its end"
    live.deal("9h Th Jh 3c 2d 4c 5s Qh Kh")
    live.supervised(c.Report(c.Irregularity.SUPERVISOR_VOID)).do(c.CloseRound())
    assert wait_until(lambda: live.floor.jackpot is JackpotState.FAILED, 10)
    worker.stop()
    shift.controller.stop()
    thread.join()


def test_a_stuck_or_chattering_sensor_and_a_dead_device_are_told_by_place_and_name() -> None:
    config = DevicesConfig(sensors=load_devices("table").sensors)
    shift = Shift()
    thread = shift.controller.start()
    live = LiveShift(shift.controller)
    bus = SimBus()
    devices = TableDevices(config, 5, {}, Machine(bus))
    devices.start(shift.controller)
    wrong = SensorState(frozenset((3,)), frozenset((3,)), frozenset((1,)), 0)
    devices._sensed(wrong, 15 * MINUTE_MS)  # noqa: SLF001

    def said() -> set[tuple[TroubleCode, str]]:
        return {(one.code, one.part) for one in state_of(live.floor, "sensors").troubles}

    wanted = {(T.STUCK, "place 3"), (T.UNSTEADY, "place 1"), (T.AWAY, "")}
    assert wait_until(lambda: said() == wanted, 10), said()
    (stuck,) = (o for o in state_of(live.floor, "sensors").troubles if o.code is T.STUCK)
    assert stuck.text == "The sensor at place 3 has been covered for 15 minutes."
    right = SensorState(frozenset(), frozenset(), frozenset(), 0)
    devices._sensed(right, 15 * MINUTE_MS)  # noqa: SLF001
    assert wait_until(lambda: said() == {(T.AWAY, "")}, 10)
    bus.plug(SimXk12(1))
    assert wait_until(lambda: not said(), 10)
    devices.stop()
    shift.controller.stop()
    thread.join()


def test_a_device_whose_driver_is_mistaken_is_away_and_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shift = Shift().opened()
    thread = shift.controller.start()
    live = LiveShift(shift.controller)
    bus = SimBus()
    bus.plug(SimXk12(1))
    config = DevicesConfig(sensors=load_devices("table").sensors)
    devices = TableDevices(config, 5, {}, Machine(bus))

    def said() -> list[tuple[TroubleCode, str]]:
        return [(one.code, one.text) for one in state_of(live.floor, "sensors").troubles]

    def mistaken(*_: object) -> None:
        raise ValueError("7h")

    with monkeypatch.context() as patched:
        patched.setattr(Sensors, "reset", mistaken)
        devices.start(shift.controller)
        assert wait_until(lambda: bool(said()), 10)
        ((code, text),) = said()
        assert code is T.AWAY
        assert "ValueError" in text
        assert "7h" not in text
    assert wait_until(lambda: not said(), 10)
    devices.stop()
    shift.controller.stop()
    thread.join()
