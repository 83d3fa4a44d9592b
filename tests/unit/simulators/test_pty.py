"""A model behind a pseudo-terminal, and the serial port that opens it."""

import os
import threading
import time
import tty
from collections.abc import Callable

import pytest

from drivers.faults import DeviceFault
from drivers.transport import serial
from drivers.transport.serial import LineSettings, SerialPort
from simulators.line import Update
from simulators.pty import PtyDevice


class Echo:
    """Sends back what it gets, and a tick at every second of its own."""

    pace = 1.0

    def __init__(self) -> None:
        self.tick_ms = 1_000
        self.times: list[int] = []

    def update(self, now_ms: int, received: bytes) -> Update:
        sent = received
        if now_ms >= self.tick_ms:
            self.tick_ms += 1_000
            self.times.append(now_ms)
            sent += b"T"
        return Update(sent, self.tick_ms)


def read_until(port: SerialPort, wanted: bytes) -> bytes:
    until = time.monotonic() + 10
    got = b""
    while wanted not in got:
        assert time.monotonic() < until, got
        got += port.read(100)
    return got


def again_and_again(deed: Callable[[], object]) -> None:
    for _ in range(1_000):
        deed()


def test_bytes_go_both_ways_every_value_unchanged() -> None:
    data = bytes(range(256))
    with PtyDevice(Echo()) as device, SerialPort(device.port) as port:
        port.write(data)
        assert read_until(port, b"\xff") == data


def test_a_model_runs_as_fast_as_it_is_told() -> None:
    echo = Echo()
    with PtyDevice(echo, speed=200) as device, SerialPort(device.port) as port:
        read_until(port, b"T")
    assert echo.pace == 200
    assert echo.times[0] >= 1_000


def test_hands_are_noticed_at_once() -> None:
    echo = Echo()
    with PtyDevice(echo) as device, SerialPort(device.port) as port:
        device.act(lambda: setattr(echo, "tick_ms", 0))
        began = time.monotonic()
        read_until(port, b"T")
        assert time.monotonic() - began < 0.9


def test_an_unplugged_port_faults_and_is_there_again_under_its_name() -> None:
    with PtyDevice(Echo()) as device:
        port = SerialPort(device.port)
        device.unplug()
        device.unplug()
        with pytest.raises(DeviceFault, match="cannot be read"):
            again_and_again(lambda: port.read(50))
        with pytest.raises(DeviceFault):
            again_and_again(lambda: port.write(b"x"))
        port.close()
        with pytest.raises(DeviceFault, match=r"there is no such port\. Plug the device in"):
            SerialPort(device.port)
        device.plug()
        device.plug()
        with SerialPort(device.port) as again:
            again.write(b"hello")
            assert read_until(again, b"hello") == b"hello"


def test_a_port_is_held_by_one_only() -> None:
    held = pytest.raises(DeviceFault, match="cannot be opened: another program uses it")
    with PtyDevice(Echo()) as device, SerialPort(device.port), held:
        SerialPort(device.port)


def test_closing_wakes_whoever_waits() -> None:
    with PtyDevice(Echo()) as device:
        port = SerialPort(device.port)
        seen: list[str] = []

        def wait() -> None:
            try:
                port.read(60_000)
            except DeviceFault as fault:
                seen.append(str(fault))

        thread = threading.Thread(target=wait)
        thread.start()
        port.close()
        port.close()
        thread.join(60)
        assert seen
        assert "closed" in seen[0]
        with pytest.raises(DeviceFault, match="closed"):
            port.write(b"x")


def test_nothing_comes_within_the_time() -> None:
    with PtyDevice(Echo()) as device, SerialPort(device.port) as port:
        began = time.monotonic()
        assert port.read(60) == b""
        assert 0.05 < time.monotonic() - began < 1


def test_a_line_that_takes_no_bytes_is_a_fault() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        stuck = pytest.raises(DeviceFault, match="the line accepts no bytes")
        with SerialPort(os.ttyname(slave), write_ms_max=50) as port, stuck:
            again_and_again(lambda: port.write(b"x" * 4_096))
    finally:
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize("url", ["/dev/null", "nosuch://port", "/nosuch/port"])
def test_what_is_no_port_is_said_so(url: str) -> None:
    with pytest.raises(DeviceFault, match=url):
        SerialPort(url)


def test_any_pyserial_url_will_do_with_other_settings() -> None:
    with SerialPort("loop://", LineSettings(9_600, 7, "E", 2)) as port:
        port.write(b"abc")
        assert port.read(100) == b"abc"


@pytest.mark.parametrize(
    "line", [LineSettings(9_600, 7, "E", 1), LineSettings(4_800, 7, "E", 2)], ids=["7E1", "7E2"]
)
def test_a_pseudo_terminal_opens_again_and_again_at_the_settings_of_a_sign(
    line: LineSettings,
) -> None:
    with PtyDevice(Echo()) as device:
        for _ in range(3):
            with SerialPort(device.port, line) as port:
                port.write(b"\xffJ")
                assert read_until(port, b"J") == b"\xffJ"


def test_settings_that_a_real_port_does_not_take_stay_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serial, "_PTY_MAJORS", range(0))
    line = LineSettings(9_600, 7, "E", 1)
    with PtyDevice(Echo()) as device:
        SerialPort(device.port, line).close()
        with pytest.raises(DeviceFault, match=r"cannot be opened \(.*Invalid argument"):
            SerialPort(device.port, line)


def test_only_a_pseudo_terminal_is_taken_for_one() -> None:
    with PtyDevice(Echo()) as device:
        assert serial.is_pseudo_terminal(device.port)
        device.unplug()
        assert not serial.is_pseudo_terminal(device.port)
    for other in ("/dev/null", "/dev/tty", "loop://", "/nosuch/port", "a\0b"):
        assert not serial.is_pseudo_terminal(other)


def test_a_reader_that_is_woken_does_not_sit_out_its_wait() -> None:
    with PtyDevice(Echo()) as device, SerialPort(device.port) as port:
        returned: list[bytes] = []
        thread = threading.Thread(target=lambda: returned.append(port.read(60_000)))
        thread.start()
        port.wake()
        thread.join(60)
        assert returned == [b""]


def test_a_wake_before_the_wait_counts_once_however_often_it_comes() -> None:
    with PtyDevice(Echo()) as device, SerialPort(device.port) as port:
        for _ in range(70_000):  # more than a pipe holds
            port.wake()
        began = time.monotonic()
        assert port.read(60_000) == b""
        assert time.monotonic() - began < 5
        began = time.monotonic()
        assert port.read(60) == b""
        assert time.monotonic() - began > 0.05
        port.write(b"x")
        assert read_until(port, b"x") == b"x"
    port.wake()
