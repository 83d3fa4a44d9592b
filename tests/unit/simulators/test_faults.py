"""Trouble scripts: each does what it says, at the unit it names, on bytes and on reports."""

from collections import deque

import pytest

from drivers.faults import DeviceFault
from drivers.link.frames import unpack_frame
from drivers.link.messages import Heartbeat
from simulators import faults as wire
from simulators.faults import FaultScript, Trouble, Way, WireFault
from simulators.faulty import FaultyBytes, FaultyReports
from simulators.line import VirtualClock
from tests.unit.drivers.link.pair import opened


class Wire:
    """Gives what is put in, and keeps what is written; waiting is time going by."""

    def __init__(self, clock: VirtualClock, *chunks: bytes) -> None:
        self.clock, self.chunks = clock, deque(chunks)
        self.written: list[bytes] = []
        self.closed = False

    def read(self, wait_ms: int) -> bytes:
        if not self.chunks:
            self.clock.advance_to(self.clock.now_ms + wait_ms)
            return b""
        return self.chunks.popleft()

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def close(self) -> None:
        self.closed = True


class Bench:
    """A script on a wire of either kind."""

    def __init__(self, *faults: WireFault, chunks: tuple[bytes, ...] = (b"abcdef",)) -> None:
        self.clock = VirtualClock()
        self.wire = Wire(self.clock, *chunks)
        self.power: list[bool] = []
        self.script = FaultScript(faults, lambda: self.clock.now_ms, self.power.append)
        self.bytes = FaultyBytes(self.script, self.wire)
        self.reports = FaultyReports(self.script, self.wire)


def test_a_report_is_garbled_as_far_as_its_mask_goes() -> None:
    bench = Bench(WireFault(Trouble.GARBLE, Way.IN, 0, data=b"\0\0\x01"), chunks=(b"abcdef", b"xy"))
    assert bench.reports.read(10) == b"abbdef"
    assert bench.reports.read(10) == b"xy"


def test_only_what_a_driver_was_given_counts_as_delivered() -> None:
    lost, twice = WireFault(Trouble.DROP, Way.IN, 0), WireFault(Trouble.DUPLICATE, Way.IN, 1)
    bench = Bench(lost, twice, chunks=(b"abc", b"def"))
    assert bench.reports.read(10) is None
    assert bench.script.delivered == 0
    assert [bench.reports.read(10) for _ in range(3)] == [b"def", b"def", None]
    assert bench.script.delivered == 2


def test_where_reports_bear_no_id_another_device_takes_the_place_for_a_while() -> None:
    clock, changes = VirtualClock(), list[bool]()
    fault = WireFault(Trouble.WRONG_ID, Way.IN, 1, ms=500)
    script = FaultScript([fault], lambda: clock.now_ms, other=changes.append)
    reports = FaultyReports(script, Wire(clock, b"abc", b"def"))
    assert reports.read(0) == b"abc"
    assert reports.read(0) is None, "what it was to say is lost with it"
    assert (changes, script.done) == ([True], False)
    clock.advance_to(499)
    script.pass_time()
    assert changes == [True]
    clock.advance_to(500)
    script.pass_time()
    assert (changes, script.done) == ([True, False], True)


def test_an_empty_script_passes_everything() -> None:
    bench = Bench()
    bench.bytes.write(b"xyz")
    assert bench.bytes.read(10) == b"abcdef"
    assert bench.wire.written == [b"xyz"]
    assert bench.script.done
    assert not bench.script.injected
    bench.bytes.close()
    bench.reports.close()
    assert bench.wire.closed


@pytest.mark.parametrize(
    ("fault", "left"),
    [
        (wire.drop(2, 2), b"abef"),
        (wire.garble(0, 0x20), b"Abcdef"),
        (wire.duplicate(1, 2), b"abcbcdef"),
        (wire.stray(3, b"??"), b"abc??def"),
        (wire.drop(5, 9), b"abcde"),
        (wire.wrong_id(0, 9), b"abcdef"),
    ],
)
def test_a_fault_strikes_at_its_byte(fault: WireFault, left: bytes) -> None:
    bench = Bench(fault)
    assert bench.bytes.read(10) == left
    out = Bench(WireFault(fault.fault, Way.OUT, fault.at, count=fault.count, data=fault.data))
    out.bytes.write(b"abcdef")
    assert out.wire.written == [left]


def test_a_delay_holds_back_what_follows() -> None:
    bench = Bench(wire.delay(2, 100), chunks=(b"abcd", b"ef"))
    assert bench.bytes.read(10) == b"ab"
    assert bench.bytes.read(50) == b""
    assert bench.bytes.read(100) == b"cdef"
    assert bench.clock.now_ms == 100
    out = Bench(wire.delay(1, 100, Way.OUT), chunks=())
    out.bytes.write(b"abc")
    assert out.wire.written == [b"a"]
    out.bytes.read(100)
    out.bytes.read(1)
    assert out.wire.written == [b"a", b"bc"]


def test_no_reply_swallows_for_a_time() -> None:
    bench = Bench(wire.no_reply(100, at=3), chunks=(b"abcdef", b"gh"))
    assert bench.bytes.read(10) == b"abc"
    assert bench.bytes.read(10) == b""
    bench.clock.advance_to(100)
    bench.wire.chunks.append(b"ij")
    assert bench.bytes.read(10) == b"ij"


def test_unplugging_fails_until_it_is_plugged_in_again() -> None:
    bench = Bench(wire.unplug(3, ms=500))
    assert bench.bytes.read(10) == b"abc"
    with pytest.raises(DeviceFault, match="unplugged"):
        bench.bytes.read(10)
    assert bench.wire.closed
    with pytest.raises(DeviceFault):
        FaultyBytes(bench.script, bench.wire)
    assert not bench.script.done
    bench.clock.advance_to(500)
    FaultyBytes(bench.script, bench.wire).write(b"x")
    out = Bench(wire.unplug(at_ms=0, way=Way.OUT))
    with pytest.raises(DeviceFault):
        out.bytes.write(b"xyz")
    assert out.wire.written == []


@pytest.mark.parametrize("way", list(Way))
def test_a_power_cut_comes_after_what_was_before_it_and_passes(way: Way) -> None:
    bench = Bench(wire.power_cut(3, ms=500, way=way))
    bench.bytes.write(b"uvwxyz")
    assert bench.bytes.read(10) == (b"abc" if way is Way.IN else b"abcdef")
    assert bench.wire.written == [b"uvw" if way is Way.OUT else b"uvwxyz"]
    assert bench.power == [False]
    bench.clock.advance_to(500)
    bench.bytes.read(1)
    assert bench.power == [False, True]
    assert bench.script.injected == {Trouble.POWER_CUT: 1}


def test_a_frame_gets_the_id_of_another_device() -> None:
    host, _ = opened()
    frame = host.send(Heartbeat())
    bench = Bench(wire.wrong_id(0, 9), chunks=(b"\0zz\0\x05", b"q" + frame + b"rest"))
    assert bench.bytes.read(10) == b"\0zz\0\x05"
    changed = bench.bytes.read(10)
    assert changed.startswith(b"q\0")
    assert unpack_frame(changed.split(b"\0")[1]).header.device_id == 9
    assert changed.endswith(b"rest")
    assert bench.script.injected == {Trouble.WRONG_ID: 1}


def test_faults_on_reports_strike_whole_reports() -> None:
    chunks = (b"\x01aa", b"\x01bb", b"\x01cc", b"\x01dd", b"\x01ee")
    bench = Bench(
        wire.drop(0), wire.garble(1, 0xFF), wire.wrong_id(2, 7), wire.duplicate(3), chunks=chunks
    )
    read = [bench.reports.read(10) for _ in range(8)]
    assert read == [None, b"\xfebb", b"\x07cc", b"\x01dd", b"\x01dd", b"\x01ee", None, None]


def test_reports_are_delayed_and_cut() -> None:
    bench = Bench(wire.delay(0, 100), wire.power_cut(1), chunks=(b"\x01aa", b"\x01bb"))
    assert bench.reports.read(10) is None
    assert bench.reports.read(200) is None
    assert bench.power == [False]
    bench.wire.chunks.clear()
    assert bench.reports.read(200) == b"\x01aa"
    out = Bench(wire.power_cut(0, way=Way.OUT), wire.unplug(1, way=Way.OUT))
    out.reports.write(b"\x01")
    assert out.wire.written == []
    assert out.power == [False]
    out.reports.write(b"\x02")
    with pytest.raises(DeviceFault):
        out.reports.write(b"\x03")
    assert out.wire.written == [b"\x02"]


def test_faults_can_be_added_while_it_runs() -> None:
    bench = Bench(chunks=(b"abc", b"def"))
    bench.bytes.read(10)
    bench.script.add(wire.drop(bench.script.count(Way.IN)))
    assert bench.bytes.read(10) == b"ef"


@pytest.mark.parametrize("way", list(Way))
def test_a_fault_of_no_way_strikes_whatever_passes_first_and_nothing_after(way: Way) -> None:
    bench = Bench(WireFault(Trouble.DROP, None, at_ms=0), chunks=(b"abc",))
    if way is Way.OUT:
        bench.bytes.write(b"xyz")
        assert bench.wire.written == [b"yz"]
        assert bench.bytes.read(10) == b"abc"
    else:
        assert bench.bytes.read(10) == b"bc"
        bench.bytes.write(b"xyz")
        assert bench.wire.written == [b"xyz"]
    assert bench.script.injected == {Trouble.DROP: 1}


def test_an_id_of_no_way_waits_for_a_whole_frame_the_way_it_came() -> None:
    host, _ = opened()
    bench = Bench(WireFault(Trouble.WRONG_ID, None, at_ms=0, count=9), chunks=(b"\0zz",))
    assert bench.bytes.read(10) == b"\0zz"
    frame = host.send(Heartbeat())
    bench.bytes.write(frame)
    assert bench.wire.written == [frame], "its way is in now"
    bench.wire.chunks.append(frame)
    changed = bench.bytes.read(10)
    assert unpack_frame(changed.split(b"\0")[1]).header.device_id == 9


@pytest.mark.parametrize("fault", wire.LASTING)
def test_what_lasts_until_it_is_mended_is_over_then_and_not_before(fault: Trouble) -> None:
    bench = Bench(WireFault(fault, None, at_ms=0, ms=wire.UNTIL_MENDED))
    plugs: list[bool] = []
    bench.script = FaultScript([], lambda: bench.clock.now_ms, bench.power.append, plugs.append)
    bench.script.add(WireFault(fault, None, at_ms=0, ms=wire.UNTIL_MENDED))
    assert not bench.script.lasts(fault)
    assert FaultyBytes(bench.script, bench.wire).read(10) == b""
    bench.clock.advance_to(3_600_000)
    assert bench.script.lasts(fault)
    bench.script.pass_time()
    assert True not in plugs + bench.power
    bench.script.mend(fault)
    assert not bench.script.lasts(fault)
    assert plugs == ([False, True] if fault is Trouble.UNPLUG else [])
    assert bench.power == ([False, True] if fault is Trouble.POWER_CUT else [])
    bench.wire.chunks.append(b"xyz")
    assert FaultyBytes(bench.script, bench.wire).read(10) == b"xyz"


def test_mending_one_kind_leaves_the_others_and_what_is_still_to_come() -> None:
    bench = Bench(wire.unplug(0, ms=500), chunks=(b"a", b"b"))
    bench.script.add(wire.unplug(1, ms=500))
    bench.bytes.read(10)
    bench.script.mend(Trouble.NO_REPLY)
    with pytest.raises(DeviceFault):
        bench.bytes.read(10)
    bench.script.mend(Trouble.UNPLUG)
    again = FaultyBytes(bench.script, bench.wire)
    assert again.read(10) == b"b"
    bench.wire.chunks.append(b"c")
    assert again.read(10) == b""
    with pytest.raises(DeviceFault):
        again.read(10)


def test_what_is_called_off_does_not_come() -> None:
    bench = Bench(wire.drop(0), wire.garble(1, 0x20))
    bench.script.call_off(Trouble.DROP)
    assert bench.bytes.read(10) == b"aBcdef"
    assert bench.script.done


def test_power_that_is_given_back_before_it_went_stays() -> None:
    bench = Bench(wire.power_cut(0, ms=wire.UNTIL_MENDED))
    bench.script.carry(Way.IN, [b"a"])  # and before the transport has turned the power off
    bench.script.mend(Trouble.POWER_CUT)
    bench.script.darken()
    assert bench.power[-1] is True
