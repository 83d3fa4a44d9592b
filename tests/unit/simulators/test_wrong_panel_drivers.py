"""Lamp panel and keypad: drivers that are deliberately wrong fail against the simulator."""

from collections.abc import Callable

from drivers.faults import BadFrame, DeviceFault
from drivers.transport import ReportTransport
from drivers.xkeys.driver import Unit
from drivers.xkeys.panel import (
    Keypad,
    KeypadConfig,
    KeypadSession,
    KeyPressed,
    KeyReleased,
    LampsSession,
)
from drivers.xkeys.protocol import GeneralData, Light, key
from simulators.xkeys import SimXk24
from tests.unit.drivers.xkeys.bench import Attended, plugged

KEYS = KeypadConfig(3, {"close-bets": key(1, 1), "paid": key(1, 2), "end-of-hand": key(2, 1)})


class OffByOne:
    """Puts the bytes of what it writes, or takes those of what it reads, one too late."""

    def __init__(self, inner: ReportTransport, *, writes: bool) -> None:
        self._inner, self._writes = inner, writes

    def read(self, wait_ms: int) -> bytes | None:
        report = self._inner.read(wait_ms)
        return report if report is None or self._writes else report[1:] + b"\0"

    def write(self, report: bytes) -> None:
        self._inner.write(report[:1] + b"\0" + report[1:-1] if self._writes else report)

    def close(self) -> None:
        self._inner.close()


class Panel:
    """A keypad with its lamps, under a driver of our choice."""

    def __init__(self, session: Callable[[Keypad, ReportTransport], Unit]) -> None:
        self.device = SimXk24(unit_id=3)
        self.bus, clock = plugged(self.device)
        self._told: list[KeyPressed | KeyReleased] = []
        keypad = self.keypad = Keypad(KEYS, self._told.append, backend=self.bus)

        class Driver:
            open = keypad.open

            def session(self, transport: ReportTransport) -> Unit:
                return session(keypad, transport)

        self.attended = Attended(Driver(), clock)
        self.attended.run(500)

    def heard(self) -> list[str]:
        self.attended.run(1_500)
        told = [f"{'+' if isinstance(one, KeyPressed) else '-'}{one.name}" for one in self._told]
        self._told.clear()
        return told

    def while_unplugged(self, deed: Callable[[int], object], number: int) -> list[str]:
        self.bus.unplug(self.device)
        self.attended.run(200)
        deed(number)
        self.bus.plug(self.device)
        return self.heard()


def shifted(*, writes: bool) -> Callable[[Keypad, ReportTransport], Unit]:
    return lambda keypad, transport: KeypadSession(keypad, OffByOne(transport, writes=writes))


def test_a_keypad_driver_that_reads_a_byte_too_late_hears_no_key() -> None:
    panel = Panel(shifted(writes=False))
    panel.device.press(key(1, 1))
    assert panel.heard() == []
    right = Panel(KeypadSession)
    right.device.press(key(1, 1))
    assert right.heard() == ["+close-bets"]


def test_a_panel_driver_that_writes_a_byte_too_late_lights_nothing_it_was_asked_to() -> None:
    for session, lit in ((shifted(writes=True), False), (KeypadSession, True)):
        panel = Panel(session)
        panel.keypad.show({"paid": Light.ON})
        panel.attended.run(2_000)
        shown = {n for n, light in panel.device.backlights.items() if light is Light.ON}
        assert (shown == {key(1, 2)}) is lit
        assert bool(panel.device.refused) is not lit


class NeverReads(KeypadSession):
    """Goes on after a replug with the keys it knew before."""

    def _resynchronise(self, data: GeneralData) -> None:
        LampsSession._resynchronise(self, data)  # noqa: SLF001


def test_a_keypad_driver_that_never_reads_the_state_presses_keys_nobody_pressed() -> None:
    wrong, right = Panel(NeverReads), Panel(KeypadSession)
    pressed = [panel.while_unplugged(panel.device.press, key(1, 1)) for panel in (wrong, right)]
    assert pressed == [["+close-bets"], []]


class Late(KeypadSession):
    """Takes what is there only when it finds the time: the last state counts, not every one."""

    def step(self) -> None:
        last = None
        while (report := self._transport.read(1)) is not None:
            last = report
        if last is not None:
            try:
                data = self._reports.receive(last)
            except BadFrame as bad:
                raise DeviceFault(str(bad)) from bad
            if isinstance(data, GeneralData):
                self._keypad.see(data)
        self._transport.read(400)


def test_a_keypad_driver_that_reads_late_misses_a_short_press() -> None:
    presses = []
    for session in (Late, KeypadSession):
        panel, heard = Panel(session), []
        for _ in range(4):
            panel.attended.run(100)  # not just as it is asked: then it says the last state only
            panel.device.press(key(1, 1))
            panel.device.release(key(1, 1))
            heard += panel.heard()
        presses.append(heard.count("+close-bets"))
    assert presses[0] < presses[1] == 4
