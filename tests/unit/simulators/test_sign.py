"""The simulated sign, from outside: bytes in, what is to be read on it, bytes out."""

from collections.abc import Callable

import pytest

from drivers.alphasign import commands as c
from drivers.alphasign.commands import Command
from drivers.alphasign.protocol import Packet, Role, SignLine
from simulators.sign import Shown, SignFault, SimSign

# As on the line: memory for TEXT A and STRING J, A calls J, A runs, J is an amount.
SET_UP = (
    bytes.fromhex("00000000000166303102") + b"E$AAL0020FF00JBL00140000\x03\x04",
    bytes.fromhex("00000000000166303102") + b"AA\x1b bJACKPOT \x10J\x03\x04",
    bytes.fromhex("00000000000166303102") + b"E.SLA\x03\x04",
)
METER = bytes.fromhex("0000000000015a303002474a2431322c3334352e3637033032383004")


def tell(sign: SimSign, *commands: Command, now_ms: int = 0) -> bytes:
    return sign.update(now_ms, SignLine(Role.HOST).send(*commands)).sent


def ask(sign: SimSign, command: Command, now_ms: int = 10_000) -> Command | None:
    tell(sign, command, now_ms=now_ms)
    events = SignLine(Role.HOST).receive(0, sign.update(now_ms + 100, b"").sent)
    if not events:
        return None
    (packet,) = events
    assert isinstance(packet, Packet)
    return packet.commands[0]


@pytest.fixture
def sign() -> SimSign:
    sign = SimSign()
    for packet in SET_UP:
        sign.update(0, packet)
    sign.update(0, METER)
    sign.update(1_000, b"")
    return sign


def test_it_shows_what_the_bytes_say(sign: SimSign) -> None:
    assert sign.displayed == "JACKPOT $12,345.67"


def test_a_string_changes_without_a_break_and_a_text_blanks(sign: SimSign) -> None:
    tell(sign, c.WriteString("J", b"$2"), now_ms=2_000)
    tell(sign, c.WriteText("A", c.text_file(b"NOW \x10J")), now_ms=3_000)
    assert sign.update(3_100, b"").wake_ms == 3_300
    sign.update(3_500, b"")
    assert list(sign.shown)[-3:] == [
        Shown(2_000, "JACKPOT $2"),
        Shown(3_000, ""),
        Shown(3_300, "NOW $2"),
    ]


def test_dividing_the_memory_empties_every_file(sign: SimSign) -> None:
    tell(sign, c.SetMemory((c.string_entry("J", 20),)), now_ms=2_000)
    assert sign.displayed == ""
    assert ask(sign, c.ReadString("J")) == c.WriteString("J", b"")
    assert ask(sign, c.ReadText("A")) is None


def test_it_answers_what_it_holds(sign: SimSign) -> None:
    assert ask(sign, c.ReadString("J")) == c.WriteString("J", b"$12,345.67")
    assert ask(sign, c.ReadText("A")) == c.WriteText("A", c.text_file(b"JACKPOT \x10J"))
    assert ask(sign, c.ReadMemory()) == c.SetMemory(
        (c.text_entry("A", 32), c.string_entry("J", 20))
    )
    assert ask(sign, c.ReadRunSequence()) == c.SetRunSequence("A")
    assert ask(sign, c.ReadSerialErrors()) == c.SerialErrors(c.SerialError(0))
    information = ask(sign, c.ReadGeneralInformation())
    assert isinstance(information, c.GeneralInformation)
    assert information.free_bytes == 30_000 - 52


def test_an_answer_takes_its_time_and_the_right_bytes(sign: SimSign) -> None:
    question = bytes(5) + b"\x01f01\x02HJ\x04"
    update = sign.update(5_000, question)
    assert (update.sent, update.wake_ms) == (b"", 5_040)
    answer = bytes(20) + b"\x01000\x02GJ$12,345.67\x030280\x04"
    assert sign.update(5_040, b"").sent == answer


def test_unwired_it_answers_nothing(sign: SimSign) -> None:
    sign.wired = False
    assert ask(sign, c.ReadString("J")) is None


# fmt: off
REFUSED: tuple[tuple[Command, c.SerialError], ...] = (
    (c.WriteString("K", b"1"),                      c.SerialError.ILLEGAL_COMMAND),
    (c.WriteString("A", b"1"),                      c.SerialError.ILLEGAL_COMMAND),
    (c.WriteText("J", b"1"),                        c.SerialError.ILLEGAL_COMMAND),
    (c.WriteString("J", b"x" * 21),                 c.SerialError.BUFFER_OVERFLOW),
    (c.WriteText("A", b"x" * 33),                   c.SerialError.BUFFER_OVERFLOW),
    (c.WriteText("0", b"x" * 126),                  c.SerialError.BUFFER_OVERFLOW),
    (c.SetRunSequence("AB"),                        c.SerialError.ILLEGAL_COMMAND),
    (c.SetMemory((c.text_entry("A", 30_001),)),     c.SerialError.ILLEGAL_COMMAND),
    (c.ReadString("K"),                             c.SerialError.ILLEGAL_COMMAND),
)
# fmt: on


@pytest.mark.parametrize(("command", "error"), REFUSED)
def test_it_refuses_and_registers(sign: SimSign, command: Command, error: c.SerialError) -> None:
    tell(sign, command, now_ms=2_000)
    assert sign.errors is error
    assert sign.displayed == "JACKPOT $12,345.67"
    assert ask(sign, c.ReadSerialErrors()) == c.SerialErrors(error)
    tell(sign, c.ClearSerialErrors())
    assert not sign.errors


def test_only_packets_for_it_are_taken(sign: SimSign) -> None:
    for type_code, address in (("c", "01"), ("f", "02")):
        sign.update(2_000, SignLine(Role.HOST, type_code, address).send(c.WriteString("J", b"$2")))
    assert sign.displayed == "JACKPOT $12,345.67"
    sign.update(2_000, SignLine(Role.HOST, "f", "0?").send(c.WriteString("J", b"$2")))
    assert sign.displayed == "JACKPOT $2"


def test_a_packet_is_dropped_after_the_gap(sign: SimSign) -> None:
    packet = SignLine(Role.HOST).send(c.WriteString("J", b"$2"))
    sign.update(2_000, packet[:14])
    sign.update(3_001, packet[14:])
    assert sign.displayed == "JACKPOT $12,345.67"
    assert sign.errors is c.SerialError.SERIAL_TIMEOUT


def test_the_priority_file_comes_first(sign: SimSign) -> None:
    tell(sign, c.WriteText("0", b"CLOSED"), now_ms=2_000)
    sign.update(3_000, b"")
    assert sign.displayed == "CLOSED"
    tell(sign, c.WriteText("0", b""), now_ms=4_000)
    sign.update(5_000, b"")
    assert sign.displayed == "JACKPOT $12,345.67"


def test_control_codes_are_not_read(sign: SimSign) -> None:
    tell(sign, c.WriteText("A", b"\x1b n0\x1c1RED\x1a3\x0c!\x10K\x10A\x10"), now_ms=2_000)
    tell(sign, c.WriteString("J", b"\x1c2$3"), now_ms=2_000)
    sign.update(3_000, b"")
    assert sign.displayed == "RED!"
    tell(sign, c.WriteText("A", b"\x10J\x10J"), now_ms=4_000)
    sign.update(5_000, b"")
    assert sign.displayed == "$3$3"


def test_without_files_nothing_is_shown_and_dots_are_only_kept() -> None:
    sign = SimSign()
    tell(sign, c.SetMemory((c.File("P", c.Kind.DOTS, False, 0x0750, "4000"),)))
    assert sign.update(1_000, b"").sent == b""
    assert sign.displayed == ""
    tell(sign, c.SetMemory(), now_ms=2_000)
    assert ask(sign, c.ReadMemory()) == c.SetMemory()


@pytest.mark.parametrize(
    ("fault", "shown", "answer"),
    [
        (SignFault.DEAD, "", None),
        (SignFault.DEAF, "JACKPOT $12,345.67", None),
        (SignFault.STUCK, "JACKPOT $12,345.67", c.WriteString("J", b"$12,345.67")),
        (SignFault.NONE, "JACKPOT $2", c.WriteString("J", b"$2")),
    ],
)
def test_what_each_fault_looks_like(
    sign: SimSign, fault: SignFault, shown: str, answer: Command | None
) -> None:
    sign.fault = fault
    tell(sign, c.WriteString("J", b"$2"), now_ms=2_000)
    assert sign.displayed == shown
    assert ask(sign, c.ReadString("J")) == answer


@pytest.mark.parametrize(("memory_kept", "shown"), [(True, "JACKPOT $12,345.67"), (False, "")])
def test_power_lost(sign: SimSign, memory_kept: bool, shown: str) -> None:
    sign.update(2_000, METER[:12])
    sign.lose_power(memory_kept)
    sign.update(2_100, METER[12:])
    assert sign.displayed == shown
    assert not sign.errors


@pytest.mark.parametrize("chunk", [len, lambda packet: 1], ids=["whole", "byte by byte"])
def test_bytes_may_split_anywhere(chunk: Callable[[bytes], int]) -> None:
    sign = SimSign()
    for packet in (*SET_UP, METER):
        size = chunk(packet)
        for at in range(0, len(packet), size):
            sign.update(0, packet[at : at + size])
    sign.update(1_000, b"")
    assert sign.displayed == "JACKPOT $12,345.67"
