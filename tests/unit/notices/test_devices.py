"""Who is told of a device in trouble."""

import pytest

from controller.floor.device_state import TroubleCode
from controller.floor.equipment import ReportDevice
from controller.notices.outbox import NoticeRaised
from tests.helpers.shift import Shift

T = TroubleCode


def told(*reports: ReportDevice) -> list[tuple[str, str, str]]:
    notices = [one.notice for one in Shift().do(*reports).events() if isinstance(one, NoticeRaised)]
    return [(notice.to, notice.about, notice.text) for notice in notices]


def test_a_supervisor_is_told_what_the_dealer_cannot_put_right() -> None:
    text = "Help is needed with the shuffler: wrong count."
    report = ReportDevice("shuffler", T.WRONG_COUNT, "7h is missing or there twice.", "red")
    assert told(report) == [("supervisor", "device-trouble", text)], "and no card is named"
    assert told(report, ReportDevice("shuffler", T.WRONG_COUNT, "", "red", over=True)) == [
        ("supervisor", "device-trouble", text)
    ]


def test_supervisor_and_surveillance_are_told_of_frames_that_are_not_the_devices_own() -> None:
    text = "Messages came in on the line of the shoe that it did not send. They were refused."
    assert told(
        ReportDevice("shoe", T.SUSPECT_FRAME, "Refused: frame 5 again."),
        ReportDevice("shoe", T.SUSPECT_FRAME, "", over=True),
    ) == [("supervisor", "suspect-frame", text), ("surveillance", "suspect-frame", text)]


@pytest.mark.parametrize(
    "code", [T.LID_OPEN, T.DOOR_OPEN, T.EMPTY, T.CUT_CARD, T.UNREADABLE_CARD, T.ORDER_REFUSED]
)
def test_nobody_is_called_for_what_the_dealer_puts_right(code: TroubleCode) -> None:
    assert told(ReportDevice("shoe", code, "It says so.")) == []
