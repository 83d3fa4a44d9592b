"""The link: both roles back to back, and everything that must come to nothing."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from drivers.faults import BadFrame, LocalMisuse
from drivers.link import messages as m
from drivers.link.fields import FACE, FACES, FLAG, PACKET, TEXT, U8, Face, blob, choice
from drivers.link.frames import (
    BODY_BYTES_MAX,
    Deframer,
    Form,
    Header,
    Role,
    pack_frame,
    readdressed,
    unpack_frame,
)
from drivers.link.messages import Message
from drivers.link.protocol import Link, Reason, Refused
from drivers.shoe import protocol as shoe
from drivers.shoe.protocol import TABLE as SHOE
from drivers.shuffler import protocol as s
from tests.unit.drivers.link.pair import KEY, by_bytes, links, opened, reasons, shake_hands

ACE = Face(14, "s")
# Every event is written as the transcripts of shoe and shuffler have it: one stands for all here.
SHOE_SAYS: tuple[Message, ...] = (
    m.Identity("M", "S", "1", bytes(32), 1, 0, 9),
    m.HeartbeatReply(),
    m.Answer(7, m.Outcome.BUSY),
    shoe.ShoeState(True, False, True, False, True, 52),
    m.Event(1, shoe.CardDrawn(ACE)),
    m.Event(2, shoe.CardDrawn(None)),
)
HOST_SAYS: tuple[Message, ...] = (
    m.Ready(),
    m.Heartbeat(),
    m.Acknowledge(4),
    m.ReadState(),
    shoe.SetLock(True),
    shoe.SetLock(False),
)


def test_every_message_arrives_one_byte_at_a_time() -> None:
    host, device = opened()
    for message in SHOE_SAYS:
        assert by_bytes(host, device.send(message)) == [message]
    for message in HOST_SAYS:
        assert by_bytes(device, host.send(message)) == [message]


def test_a_face_shows_in_no_representation() -> None:
    card = m.Event(1, shoe.CardDrawn(Face(14, "s")))
    packet = s.PacketEjected(1, s.Back.RED, (ACE,))
    fault = s.FaultReported(s.Fault.WRONG_COUNT, s.Back.RED, 51, ACE)
    for shown in (repr(card), str(ACE), repr(packet), repr(fault), f"{ACE}", f"{card}"):
        assert "14" not in shown
        assert "'s'" not in shown


def test_a_read_and_an_unread_card_are_equally_long_on_the_wire() -> None:
    _, device = opened()
    frames = {len(device.send(m.Event(1, shoe.CardDrawn(face)))) for face in (*FACES, None)}
    assert len(frames) == 1


def test_no_code_or_message_stands_in_a_table_twice() -> None:
    for table in (SHOE, s.TABLE):
        assert len({row.code for row in table.rows}) == len(table.rows)
        assert len({row.message for row in table.rows}) == len(table.rows)


# What must come to nothing


def test_a_frame_played_again_is_refused() -> None:
    host, device = opened()
    frame = device.send(m.Event(1, shoe.CardDrawn(ACE)))
    assert reasons(host.receive(frame + frame)) == ["Event", Reason.REPLAYED]


def test_a_frame_out_of_order_is_refused() -> None:
    host, device = opened()
    first, second = device.send(m.HeartbeatReply()), device.send(m.HeartbeatReply())
    assert reasons(host.receive(second + first)) == ["HeartbeatReply", Reason.REPLAYED]


def test_a_lost_frame_does_not_stop_those_behind_it() -> None:
    host, device = opened()
    device.send(m.HeartbeatReply())
    assert reasons(host.receive(device.send(m.HeartbeatReply()))) == ["HeartbeatReply"]


def test_a_frame_of_our_own_direction_is_refused() -> None:
    host, _ = opened()
    assert reasons(host.receive(host.send(m.Heartbeat()))) == [Reason.DIRECTION]


def test_a_frame_of_another_device_is_refused() -> None:
    host, device = opened()
    frame = readdressed(device.send(m.HeartbeatReply()), 3)
    assert reasons(host.receive(frame)) == [Reason.OTHER_DEVICE]
    assert reasons(device.receive(readdressed(host.send(m.Heartbeat()), 0))) == [
        Reason.OTHER_DEVICE
    ]


def test_another_version_is_refused() -> None:
    host, device = opened()
    frame = unpack_frame(device.send(m.HeartbeatReply()).strip(b"\0"))
    other = pack_frame(replace(frame.header, version=2), frame.body)
    assert reasons(host.receive(other)) == [Reason.VERSION]


def test_a_forged_card_is_refused() -> None:
    host, device = opened()
    assert host.receive(device.send(m.HeartbeatReply())) == [m.HeartbeatReply()]
    header = Header(1, Form.SEALED, Role.DEVICE, 2, 7)
    for body in (bytes(30), bytes(3), bytes.fromhex("41000000010e73")):
        assert reasons(host.receive(pack_frame(header, body))) == [Reason.FORGED]
    clear = pack_frame(replace(header, form=Form.CLEAR), bytes.fromhex("41000000010e73"))
    assert reasons(host.receive(clear)) == [Reason.MALFORMED]


def test_a_header_changed_on_the_way_breaks_the_seal() -> None:
    host, device = opened()
    host.receive(device.send(m.HeartbeatReply()))
    frame = unpack_frame(device.send(m.HeartbeatReply()).strip(b"\0"))
    later = pack_frame(replace(frame.header, counter=99), frame.body)
    assert reasons(host.receive(later)) == [Reason.FORGED]


def test_sealed_frames_before_or_without_a_session_are_stale() -> None:
    _, device = opened()
    frame = device.send(m.HeartbeatReply())
    fresh, _ = links()
    assert reasons(fresh.receive(frame)) == [Reason.STALE]
    newer, other = links()
    shake_hands(newer, other)
    assert reasons(newer.receive(frame)) == [Reason.STALE]


def test_noise_is_counted_and_bounded() -> None:
    host, device = opened()
    noise = b"\0" + b"\x11" * 5_000 + b"\0\0\0" + b"\x02" * 9 + b"\0" + b"\x04abc\0"
    assert reasons(host.receive(noise)) == [Reason.NOISE] * 3
    assert reasons(by_bytes(host, noise)) == [Reason.NOISE] * 3
    assert host.receive(device.send(m.HeartbeatReply())) == [m.HeartbeatReply()]


def test_a_deframer_holds_no_more_than_a_frame() -> None:
    deframer = Deframer()
    for _ in range(1_000):
        assert deframer.feed(b"\x01" * 999) == []
    assert len(deframer._begun) <= 256  # noqa: SLF001
    assert deframer.feed(b"\0") == [b""]
    assert deframer.feed(b"\x01" * 255 + b"\0") == [b"\x01" * 255]


# Hello


def test_a_hello_without_the_key_is_refused() -> None:
    host, device = links(host_key=bytes(32))
    (refused,) = device.receive(host.hello())
    assert refused == Refused(Reason.OTHER_KEY, "a hello made with another pairing key", True)
    assert not device.open


def test_a_hello_to_an_unpaired_device_is_refused() -> None:
    host, device = links(device_key=None)
    (refused,) = device.receive(host.hello())
    assert isinstance(refused, Refused)
    assert (refused.reason, refused.asked) == (Reason.UNPAIRED, True)


def test_a_device_hello_without_the_key_or_unasked_is_refused() -> None:
    host, device = links()
    hello = host.hello()
    forged = device.send(m.DeviceHello(bytes(16), bytes(16)))
    assert reasons(host.receive(forged)) == [Reason.FORGED]
    (asked,) = device.receive(hello)
    assert isinstance(asked, m.HostHello)
    answer = device.answer(asked)
    assert reasons(host.receive(answer + answer)) == ["DeviceHello", Reason.STALE]
    unpaired, _ = links(host_key=None)
    assert reasons(unpaired.receive(answer)) == [Reason.UNASKED]


def test_the_same_hello_again_gets_the_same_answer_until_it_is_used() -> None:
    host, device = links()
    asking = host.hello()
    (first,), (again,) = device.receive(asking), device.receive(asking)
    assert isinstance(first, m.HostHello)
    assert isinstance(again, m.HostHello)
    answer = device.answer(first)
    assert device.answer(again) == answer
    host.receive(answer)
    device.receive(host.send(m.Ready()))
    assert reasons(device.receive(asking)) == [Reason.REPLAYED]


def test_an_old_hello_played_again_leaves_the_session_on() -> None:
    host, device = links()
    old = host.hello()
    shake_hands(host, device)
    device.receive(host.send(m.Ready()))
    (replayed,) = device.receive(old)
    assert isinstance(replayed, m.HostHello)
    device.answer(replayed)
    assert device.receive(host.send(m.Heartbeat())) == [m.Heartbeat()]
    assert host.receive(device.send(m.HeartbeatReply())) == [m.HeartbeatReply()]


def test_sessions_have_keys_of_their_own_and_counters_begin_anew() -> None:
    host, device = links()
    frames = []
    for _ in range(2):
        shake_hands(host, device)
        frames.append(host.send(m.Ready()))
        assert device.receive(frames[-1]) == [m.Ready()]
    first, second = (unpack_frame(frame.strip(b"\0")) for frame in frames)
    assert first.header.counter == second.header.counter == 0
    assert first.body != second.body
    assert reasons(device.receive(frames[0])) == [Reason.FORGED]


def test_a_stranger_is_heard_before_a_session_only() -> None:
    stranger = m.Stranger(m.Why.OTHER_ID, 9, "M", "S")
    other = Link(Role.DEVICE, SHOE, 9)
    host, device = links()
    assert host.receive(other.send(stranger)) == [stranger]
    assert host.receive(device.send(stranger)) == [stranger]
    assert reasons(host.receive(other.send(m.DeviceHello(bytes(16), bytes(16))))) == [
        "another device"
    ]
    host, device = opened()
    assert reasons(host.receive(other.send(stranger))) == [Reason.OTHER_DEVICE]
    assert reasons(host.receive(device.send(stranger))) == [Reason.UNASKED]
    assert reasons(device.receive(Link(Role.HOST, SHOE, 9, KEY).hello())) == [Reason.OTHER_DEVICE]


# What our side cannot say


def test_what_a_role_cannot_say_is_our_mistake() -> None:
    host, device = opened()
    closed, waiting = links()
    misuses: tuple[Callable[[], object], ...] = (
        lambda: host.send(m.HeartbeatReply()),
        lambda: device.send(m.Heartbeat()),
        lambda: host.send(s.TrayChanged(True)),
        lambda: device.send(shoe.CardDrawn(None)),
        lambda: device.send(m.Event(1, m.HeartbeatReply())),
        lambda: host.send(m.Command(1, shoe.SetLock(True))),
        lambda: closed.send(m.Ready()),
        lambda: device.hello(),
        lambda: links(host_key=None)[0].hello(),
        lambda: host.answer(m.HostHello(bytes(16), bytes(16))),
        lambda: links(device_key=None)[1].answer(m.HostHello(bytes(16), bytes(16))),
        lambda: host.send(m.Acknowledge(2**32)),
        lambda: waiting.send(m.DeviceHello(bytes(3), bytes(16))),
        lambda: device.send(m.Identity("M" * 99, "S" * 99, "1", bytes(32), 1, 0, 9)),
        lambda: PACKET.pack((None,) * 61),
    )
    for misuse in misuses:
        with pytest.raises(LocalMisuse):
            misuse()


def test_a_closed_link_says_and_hears_nothing_sealed() -> None:
    host, device = opened()
    host.close()
    assert not host.open
    assert reasons(host.receive(device.send(m.HeartbeatReply()))) == [Reason.STALE]


# Fields and tables


class _Note(Message):
    text: str


def test_bytes_that_are_no_message_are_refused_whole() -> None:
    table = m.MessageTable([m.Layout(0x50, Role.DEVICE, m.Kind.PLAIN, _Note, (TEXT,), "-")])
    for code in ("", "50", "50 02 61", "50 01 07", "50 01 61 62", "51", "12", "02"):
        with pytest.raises(BadFrame):
            table.unpack(Role.DEVICE, True, bytes.fromhex(code))
    for packed, field in (
        (b"\x07\x07", FACE),
        (b"\x02", FLAG),
        (b"\x63", choice(m.Why)),
        (b"", U8),
        (b"\x02\x00\x00", PACKET),
    ):
        with pytest.raises(BadFrame):
            field.unpack(packed)
    assert blob("TWO", 2).unpack(b"abc") == (b"ab", b"c")
    assert table.unpack(Role.DEVICE, True, b"\x50\x02ab") == _Note("ab")


def test_the_largest_body_fits_a_frame() -> None:
    header = Header(1, Form.CLEAR, Role.HOST, 2, 0)
    frame = pack_frame(header, bytes([1]) * BODY_BYTES_MAX)
    (stretch,) = Deframer().feed(frame)
    assert unpack_frame(stretch).body == bytes([1]) * BODY_BYTES_MAX


def test_a_pairing_host_hears_any_device_and_is_heard_by_it() -> None:
    host, device = Link(Role.HOST, SHOE, 0), Link(Role.DEVICE, SHOE, 2)
    assert device.receive(host.send(m.PairStart(bytes(32)))) == [m.PairStart(bytes(32))]
    stranger = m.Stranger(m.Why.NOT_PAIRING, 2, "M", "S")
    assert host.receive(device.send(stranger)) == [stranger]
