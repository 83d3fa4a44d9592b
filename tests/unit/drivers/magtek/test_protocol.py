"""The MagTek report, byte by byte, and what a swipe comes to."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.faults import BadFrame, LocalMisuse
from drivers.magtek.protocol import (
    REPORT_BYTES,
    EncodeType,
    MemberCard,
    Pattern,
    SwipeReport,
    UnknownCard,
    Unreadable,
    swipe_report,
    wipe,
)
from tests.helpers.spoil import campaigns, held, spoilt

MEMBER = Pattern(2, "(?P<number>[0-9]{8})=[0-9]*")
TRACK_2 = b";60601234=4912?"
# As the manual lays it out: three status bytes, three lengths, the encode type, 3 x 110 bytes.
READ = (
    bytes.fromhex("010000 000f00 00")
    + bytes(110)
    + b";60601234=4912?"
    + b"\xaa" * 95  # undefined beyond the length
    + bytes(110)
)
NOTHING = bytes.fromhex("010101 000000 05") + bytes(330)


def test_the_report_is_laid_out_as_in_the_manual() -> None:
    assert len(READ) == len(NOTHING) == REPORT_BYTES == 337
    report = SwipeReport(bytearray(READ))
    assert report.errors == (True, False, False)
    assert report.lengths == (0, 15, 0)
    assert report.encode_type is EncodeType.ISO_ABA
    assert report.track(2) == TRACK_2
    assert report.track(1) == report.track(3) == b""


def test_the_devices_side_says_the_same_bytes() -> None:
    padded = READ[:117] + TRACK_2.ljust(110, b"\0") + bytes(110)
    assert swipe_report((None, TRACK_2, b"")) == padded
    assert swipe_report((None, None, None), EncodeType.UNDETERMINED) == NOTHING


@pytest.mark.parametrize("number", [1, 2, 3])
def test_each_track_has_its_place(number: int) -> None:
    tracks = [b"%A?", b";22?", b"+333?"]
    report = SwipeReport(bytearray(swipe_report(tracks)))
    at = 7 + 110 * (number - 1)
    assert report.track(number) == tracks[number - 1]
    assert swipe_report(tracks)[at : at + len(tracks[number - 1])] == tracks[number - 1]


def test_a_member_number_is_found() -> None:
    swipe = SwipeReport(bytearray(READ)).swipe([MEMBER])
    assert swipe == MemberCard("60601234")


# fmt: off
SWIPES = (
    # tracks                                       encode type              comes to
    ((b"", TRACK_2, b""),                          EncodeType.ISO_ABA,      MemberCard("60601234")),
    ((None, TRACK_2, None),                        EncodeType.OTHER,        MemberCard("60601234")),
    ((None, None, None),                           EncodeType.UNDETERMINED, Unreadable()),
    ((b"%B1^A?", None, b""),                       EncodeType.ISO_ABA,      Unreadable()),
    ((b"", b"", b""),                              EncodeType.UNDETERMINED, Unreadable()),
    ((b"", b"", b""),                              EncodeType.BLANK,        UnknownCard()),
    ((b"%B1^A?", b"", b""),                        EncodeType.ISO_ABA,      UnknownCard()),
    ((None, b";4000001234567899=4912?", b""),      EncodeType.ISO_ABA,      UnknownCard()),
    ((b"", b";6060123=4912?", b""),                EncodeType.ISO_ABA,      UnknownCard()),
    ((b"", b"60601234=4912?", b""),                EncodeType.ISO_ABA,      UnknownCard()),
    ((b"", b";60601234=4912", b""),                EncodeType.ISO_ABA,      UnknownCard()),
    ((b"", b"%60601234=4912?", b""),               EncodeType.ISO_ABA,      UnknownCard()),
    ((b"", b"?", b""),                             EncodeType.ISO_ABA,      UnknownCard()),
    ((TRACK_2, b"", TRACK_2),                      EncodeType.OTHER,        UnknownCard()),
)
# fmt: on


@pytest.mark.parametrize(("tracks", "encode_type", "result"), SWIPES)
def test_what_a_swipe_comes_to(
    tracks: tuple[bytes | None, ...], encode_type: EncodeType, result: object
) -> None:
    with SwipeReport(bytearray(swipe_report(tracks, encode_type))) as report:
        assert report.swipe([MEMBER]) == result


def test_each_track_may_have_its_pattern_and_the_first_that_fits_counts() -> None:
    patterns = [
        MEMBER,
        Pattern(1, r"M(?P<number>[0-9]{6})\^.*"),
        Pattern(3, "(?P<number>[0-9]{6})"),
    ]
    tracks = (b"%M111111^SURNAME/GIVEN?", b";1?", b"#222222?")
    report = swipe_report(tracks, EncodeType.AAMVA)
    assert SwipeReport(bytearray(report)).swipe(patterns) == MemberCard("111111")
    assert SwipeReport(bytearray(report)).swipe(patterns[::2]) == MemberCard("222222")


def test_an_error_on_a_track_hides_whatever_it_holds() -> None:
    report = bytearray(READ)
    report[1] = 0x01
    assert SwipeReport(report).swipe([MEMBER]) == Unreadable()


def test_only_the_error_bit_is_an_error() -> None:
    report = bytearray(READ)
    report[1] = 0xFE
    assert SwipeReport(report).swipe([MEMBER]) == MemberCard("60601234")


def test_an_encode_type_that_is_not_in_the_manual_is_another() -> None:
    report = bytearray(READ)
    report[6] = 99
    assert SwipeReport(report).encode_type is EncodeType.OTHER


def test_without_a_pattern_every_card_is_unknown() -> None:
    assert SwipeReport(bytearray(READ)).swipe([]) == UnknownCard()


def test_a_number_that_is_not_plain_or_did_not_take_part_is_none() -> None:
    report = swipe_report((b"", b";\xb2\xb3?", b""))
    assert SwipeReport(bytearray(report)).swipe([Pattern(2, "(?P<number>.*)")]) == UnknownCard()
    optional = Pattern(2, "(?P<number>[0-9]+)?x?")
    report = swipe_report((b"", b";x?", b""))
    assert SwipeReport(bytearray(report)).swipe([optional]) == UnknownCard()


@pytest.mark.parametrize("size", [0, 1, 6, 64, 336, 338])
def test_a_report_of_another_size_is_a_bad_frame(size: int) -> None:
    with pytest.raises(BadFrame, match=f"{size} bytes"):
        SwipeReport(bytearray(size))


@pytest.mark.parametrize("track", [0, 1, 2])
def test_a_track_longer_than_its_place_is_a_bad_frame(track: int) -> None:
    report = bytearray(READ)
    report[3 + track] = 111
    with pytest.raises(BadFrame):
        SwipeReport(report)
    assert not any(report)


@pytest.mark.parametrize(
    ("track", "expression"),
    [(0, "(?P<number>1)"), (4, "(?P<number>1)"), (2, "[0-9]+"), (2, "(?P<number>"), (2, "(é)")],
)
def test_a_pattern_that_cannot_be_is_misuse(track: int, expression: str) -> None:
    with pytest.raises(LocalMisuse):
        Pattern(track, expression)


@pytest.mark.parametrize("tracks", [(), (b"", b""), (b"x" * 111, b"", b"")])
def test_a_report_that_cannot_be_is_misuse(tracks: tuple[bytes, ...]) -> None:
    with pytest.raises(LocalMisuse):
        swipe_report(tracks)


def test_wiping_overwrites_in_place() -> None:
    buffer = bytearray(READ)
    with SwipeReport(buffer) as report:
        copy = report.track(2)
    assert not any(buffer)
    assert len(buffer) == REPORT_BYTES
    wipe(copy)
    assert not any(copy)


def fed(data: bytes) -> None:
    """Any bytes: a result or `BadFrame`, and wiped either way."""
    buffer = bytearray(data)
    try:
        with SwipeReport(buffer) as report:
            result = report.swipe([MEMBER])
            assert isinstance(result, MemberCard | Unreadable | UnknownCard)
    except BadFrame:
        pass
    assert not any(buffer)


@given(st.binary(max_size=400) | st.binary(min_size=337, max_size=337))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_a_swipe_or_a_bad_frame(data: bytes) -> None:
    fed(data)


def campaign(seed: int, inputs: int) -> None:
    chance, kept = random.Random(seed), held(vars(MEMBER))
    for _ in range(inputs):
        report = bytearray(READ if chance.random() < 0.5 else NOTHING)
        kind = chance.randrange(3)
        if kind == 0:
            report[:7] = chance.randbytes(7)
        elif kind == 1:
            cut = chance.randrange(337)
            report = report[cut:] + report[:cut]
        else:
            report = bytearray(spoilt(chance, (READ, NOTHING), 400))
        fed(bytes(report))
    assert held(vars(MEMBER)) == kept


@campaigns()
def test_spoilt_reports_do_no_harm(seed: int, inputs: int) -> None:
    campaign(seed, inputs)
