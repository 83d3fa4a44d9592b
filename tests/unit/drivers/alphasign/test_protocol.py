"""The Alpha sign protocol, byte by byte: known packets both ways, and an independent peer."""

from typing import Any

# alphasignpy ships neither annotations nor stubs; it is a peer in tests only.
import alphasign as peer  # type: ignore[import-untyped]
import pytest
from alphasign.commands.string_file import (  # type: ignore[import-untyped]
    parse_read_string_response,
)
from alphasign.protocol import SerialErrorStatus  # type: ignore[import-untyped]

from drivers.alphasign import commands as c
from drivers.alphasign.commands import Command
from drivers.alphasign.protocol import (
    COMMANDS,
    PACKET_BYTES_MAX,
    Dropped,
    Packet,
    Role,
    SignLine,
    checksum,
    command_bytes,
    parse_command,
)
from drivers.faults import BadFrame, LocalMisuse

METER = bytes.fromhex("0000000000015a303002474a2431322c3334352e3637033032383004")
NULS = bytes(5)
ANSWER = bytes(20) + b"\x01000"
INFORMATION = c.GeneralInformation("10404402", "E", "0695", "1200S00", 0x7530, 0x7000)

# fmt: off
FROM_HOST: tuple[tuple[Command, bytes], ...] = (
    (c.WriteString("J", b"$12,345.67"),          b"\x02GJ$12,345.67\x030280"),
    (c.ReadString("J"),                          b"\x02HJ\x030097"),
    (c.WriteText("A", c.text_file(b"HI\x10J")),  b"\x02AA\x1b bHI\x10J\x03020F"),
    (c.ReadText("A"),                            b"\x02BA\x030088"),
    (c.SetMemory(),                              b"\x02E$\x03006E"),
    (c.SetMemory((c.text_entry("A", 6), c.string_entry("J", 20))),
                                    b"\x02E$AAL0006FF00JBL00140000\x03054B"),
    (c.ReadMemory(),                             b"\x02F$\x03006F"),
    (c.SetRunSequence("A"),                      b"\x02E.SLA\x030158"),
    (c.SetRunSequence("AB", c.RunOrder.BY_TIME, False), b"\x02E.TUAB\x0301A4"),
    (c.ReadRunSequence(),                        b"\x02F.\x030079"),
    (c.ReadGeneralInformation(),                 b'\x02F"\x03006D'),
    (c.ReadSerialErrors(),                       b"\x02F*\x030075"),
    (c.ClearSerialErrors(),                      b"\x02E4\x03007E"),
)
FROM_SIGN: tuple[tuple[Command, bytes], ...] = (
    (c.WriteString("J", b"$1"),                  b"\x02GJ$1\x0300EB"),
    (c.SerialErrors(c.SerialError.CHECKSUM),     b"\x02E*P\x0300C4"),
    (c.SerialErrors(c.SerialError(0)),           b"\x02E*@\x0300B4"),
    (INFORMATION,                  b'\x02E"10404402E06951200S007530,7000\x03064C'),
    (c.SetRunSequence("A"),                      b"\x02E.SLA\x030158"),
)
# fmt: on


def one(link: SignLine, data: bytes) -> Packet:
    (packet,) = link.receive(0, data)
    assert isinstance(packet, Packet), packet
    return packet


def dropped(data: bytes, role: Role = Role.DEVICE, now_ms: int = 0) -> c.SerialError:
    (event,) = SignLine(role).receive(now_ms, data)
    assert isinstance(event, Dropped), event
    return event.error


def test_the_known_packet_is_sent_and_understood() -> None:
    meter = c.WriteString("J", b"$12,345.67")
    assert SignLine(Role.HOST).send(meter) == METER
    assert SignLine(Role.DEVICE).receive(0, METER) == [Packet("Z", "00", (meter,))]


@pytest.mark.parametrize(("command", "content"), FROM_HOST)
def test_what_the_host_says(command: Command, content: bytes) -> None:
    packet = NULS + b"\x01f01" + content + b"\x04"
    assert SignLine(Role.HOST, "f", "01").send(command) == packet
    assert one(SignLine(Role.DEVICE), packet) == Packet("f", "01", (command,))


@pytest.mark.parametrize(("command", "content"), FROM_SIGN)
def test_what_the_sign_answers(command: Command, content: bytes) -> None:
    packet = ANSWER + content + b"\x04"
    assert SignLine(Role.DEVICE).send(command) == packet
    assert one(SignLine(Role.HOST), packet) == Packet("0", "00", (command,))


def test_every_row_of_the_table_has_a_transcript() -> None:
    said = {(Role.HOST, type(command)) for command, _ in FROM_HOST}
    said |= {(Role.DEVICE, type(command)) for command, _ in FROM_SIGN}
    said |= {(Role.DEVICE, c.WriteText), (Role.DEVICE, c.SetMemory)}  # as the host says them
    assert said == {(sender, row.message) for row in COMMANDS for sender in row.senders}


@pytest.mark.parametrize("role", Role)
def test_one_byte_at_a_time_is_the_same(role: Role) -> None:
    table = FROM_HOST if role is Role.HOST else FROM_SIGN
    sender, receiver = SignLine(role), SignLine(role.other)
    heard: list[Packet | Dropped] = []
    for command, _ in table:
        for byte in sender.send(command):
            heard += receiver.receive(0, bytes([byte]))
    assert [event.commands[0] for event in heard if isinstance(event, Packet)] == [
        command for command, _ in table
    ]


def test_several_commands_go_in_one_packet() -> None:
    commands = (c.ClearSerialErrors(), c.WriteString("J", b"1"), c.ReadString("J"))
    packet = SignLine(Role.HOST).send(*commands)
    assert packet.count(b"\x02") == packet.count(b"\x03") == 3
    assert packet.count(b"\x04") == 1
    assert one(SignLine(Role.DEVICE), packet).commands == commands


@pytest.mark.parametrize("content", [b"\x02HJ\x04", b"\x02HJ\x03\x04", b"\x02HJ\x030097\x04"])
def test_the_checksum_is_optional(content: bytes) -> None:
    packet = one(SignLine(Role.DEVICE), NULS + b"\x01Z00" + content)
    assert packet.commands == (c.ReadString("J"),)


def test_nested_commands_may_come_without_checksums() -> None:
    packet = one(SignLine(Role.DEVICE), NULS + b"\x01Z00\x02E4\x03\x02HJ\x03\x04")
    assert packet.commands == (c.ClearSerialErrors(), c.ReadString("J"))


@pytest.mark.parametrize(("packet", "error"), [
    (b"\x01Z00\x02GJ$1\x0300EC\x04",       c.SerialError.CHECKSUM),
    (b"\x01Z00\x02GJ$1\x0300eb\x04",       c.SerialError.CHECKSUM),
    (b"\x01Z00\x02GJ$1\x0300EB0\x04",      c.SerialError.CHECKSUM),
    (b"\x01Z00\x02GJ$1\x03EB\x04",         c.SerialError.CHECKSUM),
    (b"\x01Z00\x02GJ$2\x0300EB\x02",       c.SerialError.CHECKSUM),
    (b"\x01Z00\x02GJ\xa41\x0300EB\x04",    c.SerialError.PARITY),
    (b"\x01Z00\x02GJ$1\x00",               c.SerialError.BIT_FRAMING),
    (b"\x01Z00\x02GJ$1\x02",               c.SerialError.BIT_FRAMING),
    (b"\x01Z00\x02GJ$1\x01",               c.SerialError.BIT_FRAMING),
    (b"\x01Z0\x02GJ$1\x0300EB\x04",        c.SerialError.BIT_FRAMING),
    (b"\x01Z00GJ$1\x0300EB\x04",           c.SerialError.BIT_FRAMING),
    (b"\x01Z00\x04",                       c.SerialError.BIT_FRAMING),
    (b"\x01Z00\x02\x04",                   c.SerialError.ILLEGAL_COMMAND),
    (b"\x01Z00\x02Q\x04",                  c.SerialError.ILLEGAL_COMMAND),
    (b"\x01Z00\x02E*@\x04",                c.SerialError.ILLEGAL_COMMAND),
    (b"\x01Z00\x02GJ" + bytes([65]) * PACKET_BYTES_MAX, c.SerialError.BUFFER_OVERFLOW),
])  # fmt: skip
def test_a_bad_packet_is_dropped_with_its_error(packet: bytes, error: c.SerialError) -> None:
    assert dropped(packet) is error
    link = SignLine(Role.DEVICE)
    link.receive(0, packet)
    events = link.receive(0, METER)
    assert isinstance(events[-1], Packet)


def test_a_packet_that_stands_still_is_dropped() -> None:
    link = SignLine(Role.DEVICE)
    assert link.receive(0, METER[:12]) == []
    assert len(link.receive(1_000, METER[12:])) == 1
    link.receive(2_000, METER[:12])
    (late,) = link.receive(3_001, METER[12:])
    assert isinstance(late, Dropped)
    assert late.error is c.SerialError.SERIAL_TIMEOUT


def test_standing_still_between_packets_is_no_matter() -> None:
    link = SignLine(Role.DEVICE)
    link.receive(0, METER)
    assert link.receive(90_000, b"") == []
    assert len(link.receive(90_000, METER)) == 1


def test_neither_side_listens_to_its_own_kind() -> None:
    assert SignLine(Role.HOST).receive(0, METER) == []
    assert SignLine(Role.DEVICE).receive(0, ANSWER + b"\x02GJ$1\x0300EB\x04") == []


@pytest.mark.parametrize(("type_code", "address", "taken"), [
    ("Z", "00", True), ("?", "00", True), ("f", "01", True), ("f", "?1", True), ("f", "0?", True),
    ("f", "??", True), ("c", "00", False), ("Z", "02", False), ("f", "?2", False),
])  # fmt: skip
def test_a_sign_takes_what_is_for_it(type_code: str, address: str, taken: bool) -> None:
    assert Packet(type_code, address, ()).is_for("f", "01") is taken


MISUSES: tuple[Command, ...] = (
    c.WriteString("?", b""),
    c.WriteString("0", b""),
    c.WriteString("J", bytes([65]) * 126),
    c.WriteString("J", b"a\x10K"),
    c.WriteString("J", b"a\x04"),
    c.WriteString("J", b"\xa3"),
    c.WriteString("JK", b""),
    c.WriteText("", b""),
    c.ReadString("0"),
    c.ReadText("?"),
    c.ReadText("é"),
    c.SerialErrors(c.SerialError(0)),
    INFORMATION,
    c.SetMemory((c.text_entry("A", 1), c.string_entry("A", 1))),
    c.SetMemory((c.text_entry("A", 0x1_0000),)),
    c.SetMemory((c.File("A", c.Kind.TEXT, True, 5, "FFxx"),)),
    c.SetRunSequence("A?"),
)


@pytest.mark.parametrize("command", MISUSES)
def test_what_the_host_cannot_say_is_misuse(command: Command) -> None:
    with pytest.raises(LocalMisuse):
        SignLine(Role.HOST).send(command)


def test_a_packet_must_hold_something_and_fit() -> None:
    with pytest.raises(LocalMisuse):
        SignLine(Role.HOST).send()
    with pytest.raises(LocalMisuse):
        SignLine(Role.HOST).send(*[c.WriteText("A", b"x" * 1_000)] * 5)
    with pytest.raises(LocalMisuse):
        command_bytes(Role.DEVICE, c.ReadString("J"))


@pytest.mark.parametrize("header", [("ZZ", "00"), ("Z", "0"), ("Z", "\x02\x03"), ("é", "00")])
def test_an_impossible_header_is_misuse(header: tuple[str, str]) -> None:
    with pytest.raises(LocalMisuse):
        SignLine(Role.HOST, *header)


@pytest.mark.parametrize(
    "content",
    [
        b"E*", b"E*@@", b"E* ", b"E*\x80", b'E"short', b'E"' + b"\xe9" * 20 + b"7530,7000",
        b'E"10404402E06951200S007530;7000', b'E"10404402E06951200S007530,70x0',
        b"E$A", b"E$AXL0006FF00", b"E$AAX0006FF00", b"E$AAL000GFF00", b"E$?AL0006FF00",
        b"E.", b"E.XLA", b"E.SXA", b"E.SL?", b"E", b"",
    ],
)  # fmt: skip
def test_fields_that_mean_nothing_are_bad_frames(content: bytes) -> None:
    with pytest.raises(BadFrame):
        parse_command(Role.DEVICE, content)


@pytest.mark.parametrize("content", [b"F$x", b"E4x", b"H", b"H0", b"B?", b"HJK"])
def test_questions_with_too_much_or_too_little_are_bad_frames(content: bytes) -> None:
    with pytest.raises(BadFrame):
        parse_command(Role.HOST, content)


def test_dots_and_unlocked_files_are_understood_in_a_memory_configuration() -> None:
    command = parse_command(Role.DEVICE, b"E$PDU07504000")
    assert command == c.SetMemory((c.File("P", c.Kind.DOTS, False, 0x0750, "4000"),))


def test_the_checksum_wraps_at_sixteen_bits() -> None:
    assert checksum(b"\x7f" * 600) == f"{0x7F * 600 - 0x10000:04X}".encode()


# An independent peer: alphasignpy says the same in the same bytes.

special, function = peer.WriteSpecialFunction, peer.SpecialFunction
# fmt: off
PEER: tuple[tuple[Command, Any], ...] = (
    (c.WriteString("J", b"$12,345.67"), peer.WriteString("$12,345.67", label="J")),
    (c.ReadString("J"),                 peer.ReadString("J")),
    (c.ReadText("A"),                   peer.ReadText("A")),
    (c.WriteText("A", c.text_file(b"JACKPOT " + peer.string_ref("J"))),
     peer.WriteText(b"JACKPOT " + peer.string_ref("J"), "A",
                    peer.DisplayPosition.MIDDLE_LINE, peer.DisplayMode.HOLD)),
    (c.WriteText("0", c.text_file(b"CLOSED", c.Mode.FLASH, b"&")),
     peer.WriteText("CLOSED", "0", peer.DisplayPosition.FILL, peer.DisplayMode.FLASH)),
    (c.SetMemory((c.text_entry("A", 14), c.string_entry("J", 20))),
     special.configure_memory([
         {"label": "A", "type": peer.FileType.TEXT, "size": 14, "stop_time": 0,
          "protection": peer.FileProtection.LOCKED},
         {"label": "J", "type": peer.FileType.STRING, "size": 20,
          "protection": peer.FileProtection.LOCKED},
     ])),
    (c.SetRunSequence("A"),             special.set_run_sequence("SLA")),
    (c.ClearSerialErrors(),             special.clear_error_status()),
    (c.ReadMemory(),                    peer.ReadSpecialFunction(function.MEMORY_CONFIG)),
    (c.ReadRunSequence(),               peer.ReadSpecialFunction(function.RUN_SEQUENCE)),
    (c.ReadSerialErrors(),              peer.ReadSpecialFunction(function.SERIAL_ERROR_STATUS)),
    (c.ReadGeneralInformation(),        peer.ReadSpecialFunction(function.GENERAL_INFO)),
)
# fmt: on


def peer_bytes(*commands: Any) -> bytes:
    """As the peer puts them on the line: FF stands for a rest."""
    packet = peer.Packet(type_code=b"Z", address="00")
    for command in commands:
        packet.add(command)
    return bytes(packet.to_bytes()).replace(b"\xff", b"")


@pytest.mark.parametrize(("ours", "theirs"), PEER)
def test_the_peer_says_the_same_in_the_same_bytes(ours: Command, theirs: Any) -> None:
    assert SignLine(Role.HOST).send(ours) == peer_bytes(theirs)
    assert one(SignLine(Role.DEVICE), peer_bytes(theirs)).commands == (ours,)


def test_the_peer_nests_commands_the_same_way() -> None:
    ours, theirs = zip(*PEER, strict=True)
    assert SignLine(Role.HOST).send(*ours) == peer_bytes(*theirs)


def test_the_peer_understands_our_signs_answers() -> None:
    sign = SignLine(Role.DEVICE)
    assert parse_read_string_response(sign.send(c.WriteString("J", b"$1"))) == ("J", b"$1")
    text = sign.send(c.WriteText("A", c.text_file(b"HI", c.Mode.HOLD)))
    assert peer.parse_read_text_response(text)[0] == "A"
    assert peer.parse_read_text_response(text)[3] == b"HI"
    assert peer.parse_general_info(sign.send(INFORMATION))["firmware"] == "10404402"
    assert peer.parse_general_info(sign.send(INFORMATION))["memory_free"] == 0x7000


def test_the_peer_names_the_bits_of_the_register_as_we_do() -> None:
    theirs = vars(SerialErrorStatus)
    for error in c.SerialError:
        names = (error.name, f"{error.name}_ERROR")
        assert any(theirs.get(name) == error for name in names), error
