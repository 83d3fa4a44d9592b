"""Random, truncated, spliced and flipped input: refused, nothing raised, kept or changed."""

import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.faults import BadFrame
from drivers.link.frames import Form, Header, Role, pack_frame, unpack_frame
from drivers.link.messages import (
    Event,
    Heartbeat,
    HeartbeatReply,
    Kind,
    Layout,
    Message,
    MessageTable,
)
from drivers.link.protocol import Link, Refused
from drivers.shoe.protocol import TABLE as SHOE
from drivers.shoe.protocol import CardDrawn
from drivers.shuffler.protocol import TABLE as SHUFFLER
from tests.helpers.spoil import MILLION, campaigns, spoilt
from tests.unit.drivers.link.pair import opened


def state_of(link: Link) -> tuple[object, ...]:
    """What must not change; the receive buffer is bounded instead."""
    session, offered, asked = link._session, link._offered, link._asked  # noqa: SLF001
    counters = (session.sent, session.seen) if session else None
    return id(session), counters, id(offered), asked


def held(link: Link) -> int:
    return len(link._deframer._begun)  # noqa: SLF001


def nothing_comes_of(link: Link, data: bytes) -> None:
    before = state_of(link)
    items = link.receive(data) + link.receive(b"\0")
    assert all(isinstance(item, Refused) for item in items), items
    assert state_of(link) == before
    assert held(link) == 0


def campaign(seed: int, count: int) -> None:
    chance = random.Random(seed)
    host, device = opened()
    by_device = [device.send(Event(n, CardDrawn(None))) for n in range(20)]
    by_host = [host.send(Heartbeat()) for _ in range(20)]
    for frame in by_device:
        host.receive(frame)
    for frame in by_host:
        device.receive(frame)
    later = device.send(HeartbeatReply()), host.send(Heartbeat())
    for _ in range(count):
        nothing_comes_of(host, spoilt(chance, by_device))
        nothing_comes_of(device, spoilt(chance, by_host))
    assert host.receive(later[0]) == [HeartbeatReply()]
    assert device.receive(later[1]) == [Heartbeat()]


@campaigns(2_000)
def test_each_side_fed_with_mangled_frames_stays_as_it_is(seed: int, inputs: int) -> None:
    campaign(seed, inputs)


@given(st.binary(max_size=400))
def test_a_frame_is_unpacked_or_bad(data: bytes) -> None:
    with pytest.raises(BadFrame):
        unpack_frame(data)


@given(st.binary(max_size=120), st.sampled_from(Form), st.booleans())
def test_a_rightly_framed_body_of_anything_raises_nothing(
    body: bytes, form: Form, to_host: bool
) -> None:
    host, device = opened()
    sender, link = (Role.DEVICE, host) if to_host else (Role.HOST, device)
    before = state_of(link)
    link.receive(pack_frame(Header(1, form, sender, 2, 5), body))
    assert state_of(link) == before


def unpacks(table: MessageTable, row: Layout, data: bytes) -> Message | None:
    try:
        return table.unpack(row.sender, row.kind is not Kind.CLEAR, data)
    except BadFrame:
        return None


def bodies(
    table: MessageTable,
    seed: int,
    count: int,
    ok: Callable[[MessageTable, Role, Message, bytes], None],
) -> None:
    """Of every message, those before there are keys among them."""
    chance = random.Random(seed)
    for _ in range(count):
        row = chance.choice(table.rows)
        size = chance.choice((chance.randrange(14), 16, 32, 48, 60, chance.randrange(120)))
        data = bytes([row.code]) + bytes(chance.choices((0, 1, 2, 14, 0x73, 255), k=size))
        message = unpacks(table, row, data)
        if message is not None:
            ok(table, row.sender, message, data)


def packs_again(table: MessageTable, sender: Role, message: Message, data: bytes) -> None:
    """One meaning, one form: what was read is written the same."""
    assert table.pack(sender, message)[1] == data


TABLES = {"shoe": SHOE, "shuffler": SHUFFLER}


@pytest.mark.parametrize("device", TABLES)
def test_a_body_is_a_message_that_packs_the_same_or_bad(device: str) -> None:
    read: set[str] = set()

    def ok(table: MessageTable, sender: Role, message: Message, data: bytes) -> None:
        packs_again(table, sender, message, data)
        read.add(type(message).__name__)

    bodies(TABLES[device], 3, 20_000, ok)
    assert {"HostHello", "PairStart", "PairReveal", "PairConfirm", "Event"} <= read


@pytest.mark.long
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("device", TABLES)
def test_a_million_bodies_are_messages_that_pack_the_same_or_bad(device: str) -> None:
    bodies(TABLES[device], 4, MILLION, packs_again)


@settings(max_examples=50)
@given(st.lists(st.integers(0, 10_000), max_size=10))
def test_a_stream_cut_anywhere_gives_the_same_messages(cuts: list[int]) -> None:
    host, device = opened()
    messages = [Event(n, CardDrawn(None)) for n in range(12)]
    stream = b"".join(device.send(message) for message in messages)
    edges = [0, *sorted(cut % len(stream) for cut in cuts), len(stream)]
    received = [item for begin, end in pairwise(edges) for item in host.receive(stream[begin:end])]
    assert received == messages
