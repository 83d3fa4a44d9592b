"""The card reader's driver: swipes become results, and nothing of a track is left anywhere."""

import gc
import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pytest

from drivers import faults
from drivers.faults import BadFrame, DeviceFault, WrongDevice
from drivers.magtek.driver import CardReaderSession
from drivers.magtek.protocol import (
    EncodeType,
    MemberCard,
    Pattern,
    StaffNumber,
    Swipe,
    SwipeReport,
    UnknownCard,
    Unreadable,
    swipe_report,
)

OURS = Path(faults.__file__).parent
NUMBER = "60601234"
SECRETS = ("SURNAME", "GIVEN", "4000001234567899", "49125011", NUMBER)
TRACKS = (
    b"%B4000001234567899^SURNAME/GIVEN^49125011?",
    b";60601234=49125011?",
    b"+SURNAME49125011?",
)
MEMBER = Pattern(2, "(?P<number>[0-9]{8})=[0-9]*")


class Reports:
    """A `ReportTransport` with what was put into it."""

    def __init__(self, *reports: bytes) -> None:
        self.reports = list(reports)
        self.waited: list[int] = []
        self.closed = False

    def read(self, wait_ms: int) -> bytes | None:
        self.waited.append(wait_ms)
        if self.closed:
            raise DeviceFault("closed")
        return self.reports.pop(0) if self.reports else None

    def write(self, report: bytes) -> None:
        raise AssertionError("the reader takes no reports")

    def close(self) -> None:
        self.closed = True


def session(
    reports: Reports, swiped: Callable[[Swipe], object] = lambda swipe: None
) -> CardReaderSession:
    return CardReaderSession(reports, [MEMBER], swiped)


def swiped(*reports: bytes) -> list[Swipe]:
    swipes: list[Swipe] = []
    transport = Reports(*reports)
    driver = session(transport, swipes.append)
    while transport.reports:
        driver.step()
    return swipes


def test_each_swipe_is_one_result() -> None:
    assert swiped(
        swipe_report(TRACKS),
        swipe_report((None, None, None), EncodeType.UNDETERMINED),
        swipe_report((TRACKS[0], b";1?", b"")),
    ) == [MemberCard(NUMBER), Unreadable(), UnknownCard()]


def test_a_staff_card_is_told_from_a_members() -> None:
    staff = Pattern(2, "(?P<number>9[0-9]{9})=[0-9]*", staff=True)
    report = SwipeReport(bytearray(swipe_report((b"", b";9000000201=49125011?", b""))))
    assert report.swipe([staff, MEMBER]) == StaffNumber("9000000201")
    report = SwipeReport(bytearray(swipe_report(TRACKS)))
    assert report.swipe([staff, MEMBER]) == MemberCard(NUMBER)


def test_a_report_that_makes_no_sense_is_an_unreadable_swipe() -> None:
    assert swiped(b"\xff" * 337) == [Unreadable()]


def test_every_wait_is_bounded() -> None:
    transport = Reports()
    driver = session(transport)
    driver.begin()
    driver.step()
    assert max(transport.waited) <= 100


def test_a_swipe_from_before_is_nobodys() -> None:
    swipes: list[Swipe] = []
    transport = Reports(*[swipe_report(TRACKS)] * 3)
    driver = session(transport, swipes.append)
    assert driver.begin() == "MagTek swipe reader"
    driver.step()
    assert swipes == []


def test_a_reader_that_floods_does_not_hold_up_the_beginning() -> None:
    transport = Reports(*[swipe_report(TRACKS)] * 100)
    session(transport).begin()
    assert len(transport.waited) <= 16


@pytest.mark.parametrize("size", [8, 64, 336, 338])
def test_another_model_is_refused_by_name(size: int) -> None:
    with pytest.raises(WrongDevice, match=r"MagTek 0801:0002"):
        swiped(b"\x01" * size)


def test_a_pulled_plug_is_a_device_fault() -> None:
    transport = Reports()
    transport.close()
    with pytest.raises(DeviceFault):
        session(transport).step()


# No personal data anywhere


def everything(error: BaseException) -> str:
    """All a crash report could hold: the text, and every local of every frame of ours."""
    parts = list(traceback.format_exception(error))
    chain: BaseException | None = error
    while chain is not None:
        parts += [repr(chain), repr(vars(chain)), repr(chain.args)]
        step: TracebackType | None = chain.__traceback__
        while step is not None:
            if Path(step.tb_frame.f_code.co_filename).is_relative_to(OURS):
                for value in step.tb_frame.f_locals.values():
                    parts += [repr(value), repr(getattr(value, "__dict__", ""))]
            step = step.tb_next
        chain = chain.__context__
    return "".join(parts)


def clean(text: str) -> bool:
    return not any(secret in text for secret in SECRETS)


def test_the_search_would_find_something() -> None:
    def careless(report: bytes) -> None:
        raise BadFrame(f"{report!r}")

    with pytest.raises(BadFrame) as caught:
        careless(swipe_report(TRACKS))
    assert not clean(everything(caught.value))


def shifted(by: int) -> bytes:
    report = swipe_report(TRACKS)
    return report[by:] + report[:by]


@pytest.mark.parametrize(
    "report",
    [swipe_report(TRACKS)[:200], swipe_report(TRACKS) + b"\0", TRACKS[0], TRACKS[1]],
)
def test_a_refused_device_leaves_nothing_of_a_track_in_the_error(report: bytes) -> None:
    with pytest.raises(WrongDevice) as caught:
        swiped(report)
    assert clean(everything(caught.value))


@pytest.mark.parametrize("by", [1, 4, 7, 8, 20, 117, 130])
def test_a_shifted_report_leaves_nothing_of_a_track(by: int) -> None:
    assert swiped(shifted(by))[0] != MemberCard(NUMBER)


@pytest.mark.parametrize("by", [8, 20, 130])
def test_a_report_whose_lengths_are_characters_leaves_nothing_of_a_track(by: int) -> None:
    buffer = bytearray(shifted(by))
    buffer[3] = 111
    with pytest.raises(BadFrame) as caught:
        SwipeReport(buffer)
    assert clean(everything(caught.value))
    assert not any(buffer)


def test_a_receiver_that_fails_leaves_nothing_of_a_track_in_the_traceback() -> None:
    def fail(swipe: Swipe) -> None:
        del swipe
        raise RuntimeError("the receiver is broken")

    transport = Reports(swipe_report(TRACKS))
    with pytest.raises(RuntimeError) as caught:
        session(transport, fail).step()
    assert clean(everything(caught.value))


def test_no_repr_and_no_text_shows_anything() -> None:
    report = SwipeReport(bytearray(swipe_report(TRACKS)))
    card = report.swipe([MEMBER])
    driver = session(Reports())
    for value in (report, card, driver, Unreadable(), UnknownCard()):
        assert clean(repr(value) + str(value) + f"{value}")


def test_nothing_is_logged_or_printed(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG):
        swiped(swipe_report(TRACKS), swipe_report((None,) * 3), b"\xff" * 337)
    assert caplog.text == ""
    assert capfd.readouterr() == ("", "")


def test_no_buffer_with_a_track_outlives_the_step() -> None:
    """Of what Python lets us overwrite: every `bytearray`, and every object of ours."""
    transport = Reports(swipe_report(TRACKS))
    swipes: list[Swipe] = []
    driver = session(transport, swipes.append)
    driver.step()
    gc.collect()
    assert clean(repr([vars(driver), vars(transport)]))
    for thing in gc.get_objects():
        if isinstance(thing, SwipeReport):
            assert clean(repr(vars(thing)))


def test_the_buffer_is_overwritten_even_when_a_pattern_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[bytearray] = []

    def fail(pattern: Pattern, track: bytearray) -> str:
        seen.append(track)
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(Pattern, "number", fail)
    with pytest.raises(RuntimeError) as caught:
        swiped(swipe_report(TRACKS))
    assert seen
    assert not any(seen[0])
    assert clean(everything(caught.value))
