"""The simulated card reader on the simulated bus, and what a wrong driver gets from it."""

import pytest
import usb.core  # type: ignore[import-untyped]

from drivers.faults import WrongDevice
from drivers.magtek.driver import CardReaderSession, open_reader
from drivers.magtek.protocol import (
    PRODUCT_ID,
    VENDOR_ID,
    EncodeType,
    MemberCard,
    Pattern,
    Swipe,
    UnknownCard,
    Unreadable,
)
from drivers.transport.usb import InUse
from simulators.cardreader import BAD_DECODE, SimCardReader
from simulators.usb import SimBus

MEMBER = Pattern(2, "(?P<number>[0-9]{8})=[0-9]*")


class Direct:
    """A `ReportTransport` straight to the model, with something in between."""

    def __init__(self, reader: SimCardReader, shift: int = 0) -> None:
        self._reader, self._shift = reader, shift

    def read(self, wait_ms: int) -> bytes | None:
        report = self._reader.update(0, None, room=True).sent
        return None if report is None else report[self._shift :] + report[: self._shift]

    def write(self, report: bytes) -> None:
        self._reader.update(0, report, room=False)

    def close(self) -> None:
        pass


def swipes(reader: SimCardReader, shift: int = 0) -> list[Swipe]:
    found: list[Swipe] = []
    driver = CardReaderSession(Direct(reader, shift), [MEMBER], found.append)
    for _ in range(5):
        driver.step()
    return found


def test_one_report_a_swipe_even_if_nothing_decodes() -> None:
    reader = SimCardReader()
    reader.swipe_member("60601234")
    reader.swipe_badly()
    reader.swipe(b"%B1^A?", b";1=2?")
    reader.swipe(b"%B1^A?", BAD_DECODE)
    reader.swipe(encode_type=EncodeType.BLANK)
    assert swipes(reader) == [
        MemberCard("60601234"),
        Unreadable(),
        UnknownCard(),
        Unreadable(),
        UnknownCard(),
    ]
    assert swipes(reader) == []


def test_its_bytes_are_those_of_the_manual() -> None:
    reader = SimCardReader()
    reader.swipe(BAD_DECODE, b";60601234=?", b"")
    report = reader.update(0, None, room=True).sent
    assert report is not None
    assert report[:7] == bytes.fromhex("010000 000b00 00")
    assert report[117:128] == b";60601234=?"
    assert len(report) == 337


def test_it_waits_for_room_and_forgets_without_power() -> None:
    reader = SimCardReader()
    stirred: list[bool] = []
    reader.stirred = lambda: stirred.append(True)
    reader.swipe_member("60601234")
    assert stirred == [True]
    assert reader.update(0, None, room=False).sent is None
    reader.power_on(5)
    assert reader.update(5, None, room=True).sent is None


def test_output_reports_are_ignored() -> None:
    reader = SimCardReader()
    Direct(reader).write(b"\x01")
    assert swipes(reader) == []


@pytest.mark.parametrize("shift", [1, -1, 7])
def test_a_driver_that_is_a_byte_off_never_finds_a_member(shift: int) -> None:
    reader = SimCardReader()
    reader.swipe_member("60601234")
    assert MemberCard("60601234") not in swipes(reader, shift)


def test_it_sits_on_the_simulated_bus() -> None:
    bus, reader = SimBus(), SimCardReader()
    bus.plug(reader)
    device = usb.core.find(backend=bus, idVendor=VENDOR_ID, idProduct=PRODUCT_ID)
    assert device is not None


# Drivers that are deliberately wrong


class KeepsOldSwipes(CardReaderSession):
    """Takes a card that was swiped before anybody asked for one."""

    def begin(self) -> str:
        return ""


def test_a_driver_that_does_not_clear_the_reader_gives_an_old_card_to_the_next_player() -> None:
    told = {}
    for kind in (KeepsOldSwipes, CardReaderSession):
        bus, reader, found = SimBus(), SimCardReader(), list[Swipe]()
        bus.plug(reader)
        reader.swipe_member("60601234")
        driver = kind(open_reader(backend=bus), [MEMBER], found.append)
        driver.begin()
        driver.step()
        told[kind] = found
    assert told == {KeepsOldSwipes: [MemberCard("60601234")], CardReaderSession: []}


class Hasty(Direct):
    """Takes each packet of eight bytes for a report of its own."""

    def read(self, wait_ms: int) -> bytes | None:
        report = super().read(wait_ms)
        return None if report is None else report[:8]


def test_a_driver_that_does_not_wait_for_the_whole_report_is_told_so() -> None:
    reader = SimCardReader()
    reader.swipe_member("60601234")
    with pytest.raises(WrongDevice, match="a report of 8 bytes seen, 337 expected"):
        CardReaderSession(Hasty(reader), [MEMBER], print).step()


def test_a_driver_that_leaves_the_kernels_driver_at_it_cannot_open_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bus, reader = SimBus(), SimCardReader()
    bus.plug(reader)
    monkeypatch.setattr(usb.core.Device, "is_kernel_driver_active", lambda device, number: False)
    with pytest.raises(InUse, match="it is in use"):
        open_reader(backend=bus)
    monkeypatch.undo()
    open_reader(backend=bus).close()
