"""The document says what the code does: its tables, and its worked example byte for byte."""

import hmac
import re
import zlib
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from drivers.link.fields import Face
from drivers.link.frames import Role
from drivers.link.messages import (
    LINK_MESSAGES,
    Acknowledge,
    Event,
    HostHello,
    Identity,
    Layout,
    Outcome,
    Ready,
    Why,
)
from drivers.link.protocol import Link
from drivers.shoe.protocol import MESSAGES as SHOE
from drivers.shoe.protocol import TABLE, CardDrawn, SetLock, ShoeState
from drivers.shuffler.protocol import MESSAGES as SHUFFLER

TEXT = Path("docs/link-protocol.md").read_text()
KEY = bytes(range(32))
HOST_NONCE = bytes(range(0xA0, 0xB0))
DEVICE_NONCE = bytes(range(0xD0, 0xE0))
EXAMPLE = re.findall(r"^(host|device) +(\w+) +([0-9a-f]{20,})$", TEXT, re.MULTILINE)


def section(number: int) -> str:
    return TEXT.split(f"\n## {number}. ")[1].split("\n## ")[0]


def documented(number: int) -> list[list[str]]:
    rows = re.findall(r"^\| ([0-9a-f]{2}) \|(.*)\|$", section(number), re.MULTILINE)
    return [[code, *(cell.strip() for cell in rest.split("|"))] for code, rest in rows]


@pytest.mark.parametrize(("number", "rows"), [(4, LINK_MESSAGES), (9, SHUFFLER), (10, SHOE)])
def test_the_tables_are_those_of_the_code(number: int, rows: tuple[Layout, ...]) -> None:
    assert documented(number) == [
        [
            f"{row.code:02x}",
            row.sender.name.lower(),
            row.kind.name.lower(),
            row.message.__name__,
            " ".join(field.name for field in row.fields),
            row.section,
        ]
        for row in rows
    ]


@pytest.mark.parametrize("kind", [Why, Outcome])
def test_the_lists_are_those_of_the_code(kind: type[Why] | type[Outcome]) -> None:
    for value in kind:
        assert f"| {value.name} | {value.value} |" in TEXT


def test_the_worked_example_byte_for_byte() -> None:
    host = Link(Role.HOST, TABLE, 2, KEY, lambda: HOST_NONCE)
    device = Link(Role.DEVICE, TABLE, 2, KEY, lambda: DEVICE_NONCE)
    said = [host.hello()]
    (hello,) = device.receive(said[-1])
    assert isinstance(hello, HostHello)
    said.append(device.answer(hello))
    host.receive(said[-1])
    said.append(host.send(Ready()))
    assert device.receive(said[-1]) == [Ready()]
    for message in (
        Identity("FELT-SHOE-1", "SHOE-0001", "1.0.0", bytes(32), 3, 0, 1),
        ShoeState(True, False, False, False, True, 0),
        Event(1, CardDrawn(Face(14, "s"))),
    ):
        said.append(device.send(message))
        assert host.receive(said[-1]) == [message]
    said.append(host.send(Acknowledge(1)))
    said.append(host.send(SetLock(False)))
    assert [entry[2] for entry in EXAMPLE] == [frame.hex() for frame in said]


def uncobs(coded: bytes) -> bytes:
    raw = b""
    while coded:
        size = coded[0]
        raw += coded[1:size]
        coded = coded[size:]
        if coded and size < 0xFF:
            raw += b"\0"
    return raw


def hkdf(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    """RFC 5869, from the document alone."""
    extracted = hmac.digest(salt or bytes(32), secret, "sha256")
    block, okm = b"", b""
    for number in range(1, -(-size // 32) + 1):
        block = hmac.digest(extracted, block + info + bytes([number]), "sha256")
        okm += block
    return okm[:size]


def test_the_worked_example_can_be_read_with_the_document_alone() -> None:
    frames = {name: uncobs(bytes.fromhex(coded)[1:-1]) for _, name, coded in EXAMPLE}
    for raw in frames.values():
        assert zlib.crc32(raw[:-4]).to_bytes(4, "big") == raw[-4:]
    label = b"feltwork link 1 "
    device_id = bytes.fromhex("00000002")
    hello_key = hkdf(KEY, b"", label + b"hello", 32)
    body = label + b"hello " + b"\x44" + device_id + HOST_NONCE + DEVICE_NONCE
    proof = hmac.new(hello_key, body, sha256).digest()[:16]
    assert frames["DeviceHello"][15:-4] == b"\x02" + DEVICE_NONCE + proof
    keys = hkdf(KEY, HOST_NONCE + DEVICE_NONCE, label + b"session " + device_id, 64)
    drawn = frames["CardDrawn"]
    nonce = bytes(4) + drawn[7:15]
    opened = ChaCha20Poly1305(keys[32:]).decrypt(nonce, drawn[15:-4], drawn[:15])
    assert opened == bytes.fromhex("41 00000001 0e73")
    lock = frames["SetLock"]
    opened = ChaCha20Poly1305(keys[:32]).decrypt(bytes(4) + lock[7:15], lock[15:-4], lock[:15])
    assert opened == bytes.fromhex("20 00")
    assert f"sealed   {drawn[15:-4].hex()}" in TEXT
