"""Whatever comes over the line: no exception, nothing believed that was not sent, no growth."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.alphasign import commands as c
from drivers.alphasign.commands import Command
from drivers.alphasign.protocol import PACKET_BYTES_MAX, Dropped, Packet, Role, SignLine
from tests.helpers.spoil import campaigns, spoilt

EITHER: tuple[Command, ...] = (
    c.WriteString("J", b"     $12,345.67     "),
    c.WriteText("A", c.text_file(b"JACKPOT \x10J")),
    c.SetMemory((c.text_entry("A", 13), c.string_entry("J", 20))),
    c.SetRunSequence("A"),
)
SAID = (*EITHER, c.ReadString("J"), c.ReadMemory())
ANSWERED = (
    *EITHER,
    c.GeneralInformation("10411234", "A", "0198", "1230S00", 0x7530, 0x1234),
    c.SerialErrors(c.SerialError.CHECKSUM),
)
GOOD = [SignLine(Role.HOST).send(command) for command in SAID]
REPLIES = [SignLine(Role.DEVICE).send(command) for command in ANSWERED]


def garbage(chance: random.Random, good: list[bytes]) -> bytes:
    """Spoilt, or strung together of the characters that mean something."""
    if chance.random() < 0.8:
        return spoilt(chance, good, 60)
    return bytes(chance.choice(b"\0\1\2\3\4GJEF$.A0?") for _ in range(chance.randrange(40)))


def held(link: SignLine) -> int:
    """How much a link keeps."""
    return sum(len(value) for value in vars(link).values() if isinstance(value, (bytes, bytearray)))


def campaign(role: Role, seed: int, inputs: int) -> None:
    """The sign's end hears what we say, our end what a sign answers."""
    chance, link, now_ms = random.Random(seed), SignLine(role), 0
    good, truth = (GOOD, SAID) if role is Role.DEVICE else (REPLIES, ANSWERED)
    for number in range(inputs):
        data = garbage(chance, good)
        now_ms += chance.choice((0, 1, 400, 1_500))
        for event in link.receive(now_ms, data):
            assert isinstance(event, Packet | Dropped), f"seed {seed}, input {number}"
        assert held(link) < PACKET_BYTES_MAX + 100, f"seed {seed}, input {number}"
        if number % 100 == 0:  # nothing of it is left behind
            now_ms += 2_000
            link.receive(now_ms, b"")
            at = chance.randrange(len(good))
            (event,) = link.receive(now_ms, good[at])
            assert isinstance(event, Packet)
            assert event.commands == (truth[at],), f"seed {seed}, input {number}"


@campaigns()
@pytest.mark.parametrize("role", Role)
def test_spoilt_bytes_do_no_harm_at_either_end(role: Role, seed: int, inputs: int) -> None:
    campaign(role, seed, inputs)


@given(st.lists(st.binary(max_size=80), max_size=6))
@settings(max_examples=200, deadline=None)
def test_after_any_noise_and_a_rest_a_packet_is_understood(noise: list[bytes]) -> None:
    link = SignLine(Role.DEVICE)
    for data in noise:
        link.receive(0, data)
    events = link.receive(2_000, GOOD[0])
    assert events[-1] == Packet("Z", "00", (SAID[0],))


def flips() -> Iterator[tuple[bytes, bytes]]:
    for good in GOOD:
        start = good.index(b"\x01")
        for at in range(start, len(good)):
            for bit in range(7):
                yield good, good[:at] + bytes([good[at] ^ 1 << bit]) + good[at + 1 :]


def test_without_parity_a_flipped_bit_can_only_make_a_content_shorter_or_longer() -> None:
    """A character turns into EOT, or ETX into text; never is a content of the same length wrong.

    Longer ones do not fit the file they are for. Against shorter ones the line has parity.
    """
    escaped = set()
    for good, flipped in flips():
        sent = SignLine(Role.DEVICE).receive(0, good)[0]
        assert isinstance(sent, Packet)
        for event in SignLine(Role.DEVICE).receive(0, flipped):
            if isinstance(event, Packet) and event.commands != sent.commands:
                (was,), (came,) = sent.commands, event.commands
                assert type(came) is type(was)
                escaped.add(len(came.fields()) - len(was.fields()))
    assert 0 not in escaped
    assert min(escaped) < 0 < max(escaped) == 5


def test_with_parity_no_flipped_bit_comes_through() -> None:
    for good, flipped in flips():
        at = next(n for n, (a, b) in enumerate(zip(good, flipped, strict=True)) if a != b)
        marked = flipped[:at] + bytes([flipped[at] | 0x80]) + flipped[at + 1 :]
        events = SignLine(Role.DEVICE).receive(0, marked)
        assert not any(isinstance(event, Packet) for event in events)


@pytest.mark.parametrize("role", Role)
def test_a_line_that_never_ends_a_packet_is_not_kept(role: Role) -> None:
    link = SignLine(role)
    link.receive(0, b"\x01" + (b"Z00" if role is Role.DEVICE else b"000") + b"\x02A")
    for _ in range(200):
        link.receive(0, b"x" * 100)
        assert held(link) < PACKET_BYTES_MAX + 100
