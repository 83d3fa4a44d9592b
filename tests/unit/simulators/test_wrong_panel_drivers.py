"""Lamp panel and keypad: drivers that are deliberately wrong fail against the simulator."""

from collections.abc import Callable

from drivers.faults import BadFrame, DeviceFault
from drivers.transport import ReportTransport
from drivers.xkeys.driver import Unit
from drivers.xkeys.panel import Keypad, KeypadSession, LampsSession
from drivers.xkeys.protocol import GeneralData, Light, key
from tests.unit.drivers.xkeys.bench import KeyTable, ShiftedReading, ShiftedWriting, WithReportId


def through(wrong: type[WithReportId]) -> Callable[[Keypad, ReportTransport], Unit]:
    return lambda keypad, transport: KeypadSession(keypad, wrong(transport))


def test_a_keypad_driver_that_reads_a_byte_too_late_hears_no_key() -> None:
    panel = KeyTable(through(ShiftedReading))
    panel.device.press(key(1, 1))
    assert panel.heard() == []
    right = KeyTable(KeypadSession)
    right.device.press(key(1, 1))
    assert right.heard() == ["+close-bets"]


def test_a_panel_driver_that_writes_a_byte_too_late_lights_nothing_it_was_asked_to() -> None:
    for session, lit in ((through(ShiftedWriting), False), (KeypadSession, True)):
        panel = KeyTable(session)
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
    wrong, right = KeyTable(NeverReads), KeyTable(KeypadSession)
    for panel in (wrong, right):
        panel.replug(lambda panel=panel: panel.device.press(key(1, 1)))  # type: ignore[misc]
    assert (wrong.heard(), right.heard()) == (["+close-bets"], [])


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
        panel, heard = KeyTable(session), []
        for _ in range(4):
            panel.attended.run(100)  # not just as it is asked: then it says the last state only
            panel.device.press(key(1, 1))
            panel.device.release(key(1, 1))
            heard += panel.heard()
        presses.append(heard.count("+close-bets"))
    assert presses[0] < presses[1] == 4
