"""Somebody on the cable of a shoe who holds no key: what he can send, and where he stands."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from drivers.link.frames import ANY_DEVICE, Role, pack_frame, readdressed, unpack_frame
from drivers.link.messages import (
    DeviceHello,
    Event,
    HeartbeatReply,
    HostHello,
    Message,
    PairConfirm,
    PairConfirmed,
    PairOffer,
    PairStart,
    PairStop,
    Ready,
    Stranger,
    Why,
)
from drivers.link.pairing import DevicePairing, HostPairing
from drivers.link.protocol import Link
from drivers.shoe.protocol import TABLE, CardDrawn, SetLock, ShoeState
from simulators.line import Update
from simulators.linked import LinkedDevice
from tests.unit.drivers.link.pair import shake_hands

SHOE_ID: Final = 2
OTHER_KEY: Final = bytes(range(100, 132))

OFFER: Final = DevicePairing(SHOE_ID, "FELT-SHOE-1", "SHOE-0001").offer(PairStart(bytes(32)))
BY_DEVICE: Final[dict[str, Message]] = {
    "DeviceHello": DeviceHello(bytes(16), bytes(16)),
    "PairOffer": OFFER,
    "PairOffer without a secret": PairOffer(SHOE_ID, bytes(32), bytes(16), "FELT-SHOE-1", "S"),
    "PairConfirmed": PairConfirmed(bytes(16)),
    **{f"Stranger {why.name}": Stranger(why, 7, "FELT-SHOE-1", "SHOE-0007") for why in Why},
}
"""Every message that a device says in the clear."""
_REVEAL: Final = HostPairing().reveal(OFFER)
BY_HOST: Final[dict[str, Message]] = {
    "HostHello": HostHello(bytes(16), bytes(16)),
    "PairStart": PairStart(bytes(32)),
    "PairReveal": _REVEAL,
    "PairConfirm": PairConfirm(bytes(16)),
    "PairStop": PairStop(),
}
"""Every message that a host says in the clear."""


def clear(role: Role, message: Message, device_id: int = SHOE_ID) -> bytes:
    """A whole frame, right in every way but that nobody has sealed it."""
    return Link(role, TABLE, device_id).send(message)


def sealed_elsewhere(role: Role) -> list[bytes]:
    """Frames of a session under another key."""
    host, device = (Link(side, TABLE, SHOE_ID, OTHER_KEY) for side in (Role.HOST, Role.DEVICE))
    shake_hands(host, device)
    ready = host.send(Ready())
    device.receive(ready)
    if role is Role.HOST:
        return [ready, host.send(SetLock(False))]
    state = ShoeState(False, False, False, False, True, 0)
    card = Event(1, CardDrawn(None))
    return [device.send(message) for message in (state, card, HeartbeatReply(0))]


def frames_of(recorded: bytes) -> list[bytes]:
    """A recording of the line, cut into its frames."""
    return [b"\0" + part + b"\0" for part in recorded.split(b"\0") if part]


def forgeries(role: Role, recorded: bytes) -> dict[str, list[bytes]]:
    """By name, all that somebody without a key can send in place of `role`."""
    chance, kept = random.Random(5), frames_of(recorded)
    messages = BY_DEVICE if role is Role.DEVICE else BY_HOST
    other = Role.HOST if role is Role.DEVICE else Role.DEVICE
    echoes = BY_HOST if role is Role.DEVICE else BY_DEVICE
    found = {name: [clear(role, message)] for name, message in messages.items()}
    found |= {
        "clear, to any device": [clear(role, one, ANY_DEVICE) for one in messages.values()],
        "clear, of another device": [clear(role, one, 9) for one in messages.values()],
        "our own messages": [clear(other, one) for one in echoes.values()],
        "sealed under another key": sealed_elsewhere(role),
        "recorded": kept,
        "recorded, of another device": [readdressed(frame, 9) for frame in kept],
        "of another version": [of_version(2, frame) for frame in kept],
        "cut short": [frame[: chance.randrange(2, len(frame) - 1)] + b"\0" for frame in kept],
        "garbled": [garbled(chance, frame) for frame in kept],
        "giant": [b"\0" + bytes([7]) * 100_000 + b"\0"],
        "without an end": [bytes(chance.randrange(1, 256) for _ in range(3_000))],
        "nothing but ends": [bytes(3_000)],
        "noise": [chance.randbytes(500) for _ in range(5)],
    }
    assert kept, "nothing was recorded"
    return found


def of_version(number: int, frame: bytes) -> bytes:
    found = unpack_frame(frame.strip(b"\0"))
    return pack_frame(replace(found.header, version=number), found.body)


def garbled(chance: random.Random, frame: bytes) -> bytes:
    at = chance.randrange(1, len(frame) - 1)
    return frame[:at] + bytes([frame[at] ^ 1 << chance.randrange(8)]) + frame[at + 1 :]


class OnTheCable:
    """Stands beside the device and speaks between its frames; never hears a key."""

    def __init__(self, device: LinkedDevice) -> None:
        self.device = device
        self.connected = True
        """Is the device itself on the cable?"""
        self.recorded = {Role.HOST: b"", Role.DEVICE: b""}
        self.sent = 0
        """Frames that he has sent to the host."""
        self._frames: Iterator[bytes] | None = None
        self._every_ms = self._next_ms = 0
        self._many = 1
        self.between: Callable[[int, bytes], bytes] = lambda now_ms, said: said
        """What he lets through of what the device says."""

    @property
    def paired(self) -> object:
        return self.device.paired

    def attack(self, frames: list[bytes], every_ms: int, many: int = 1) -> None:
        """So many of these frames every so often, again and again."""
        self._frames = (frames[at % len(frames)] for at in range(10**9))
        self._every_ms, self._many, self._next_ms = every_ms, many, 0

    def update(self, now_ms: int, received: bytes) -> Update:
        said = self.device.update(now_ms, received) if self.connected else Update()
        self.recorded[Role.HOST] += received
        self.recorded[Role.DEVICE] += said.sent
        sent, wake = self.between(now_ms, said.sent), said.wake_ms
        if self._frames is not None:
            if now_ms >= self._next_ms:
                sent += b"".join(next(self._frames) for _ in range(self._many))
                self.sent += self._many
                self._next_ms = now_ms + self._every_ms
            wake = self._next_ms if wake is None else min(wake, self._next_ms)
        return Update(sent, wake)
