"""`Link(Role.HOST)` in the driver, `Link(Role.DEVICE)` in the device: bytes to messages and back.

It reads no port and no clock. What comes off the line is a message that the other side has sent in
this session, once and in order, or it is `Refused` with the reason and has changed nothing. What
comes in the clear anybody may have sent: a side is told of it only where it waits for just that.
"""

import hmac
import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from drivers.faults import BadFrame, LocalMisuse
from drivers.link import messages as m
from drivers.link.frames import (
    ANY_DEVICE,
    BODY_BYTES_MAX,
    VERSION,
    Deframer,
    Form,
    Frame,
    Header,
    Role,
    pack_frame,
    unpack_frame,
)
from drivers.link.keys import NONCE_BYTES, SEAL_BYTES, Session, hello_proof, make_session
from drivers.link.messages import Kind, Message, MessageTable

OFFERS_MAX: Final = 4
"""Sessions that a device has offered and nobody has used yet: fewer hellos than these, recorded and
played again, do not push the host's own out."""


class Reason(StrEnum):
    """Why a frame came to nothing."""

    NOISE = "noise"
    """Not a frame, or garbled on the way."""
    VERSION = "another version"
    DIRECTION = "our own direction"
    """A frame of our own side: an echo, or one sent back to us."""
    OTHER_DEVICE = "another device"
    UNPAIRED = "not paired"
    OTHER_KEY = "another key"
    """A hello whose proof does not fit our pairing key."""
    STALE = "no such session"
    """From before this session: the rest of an earlier one."""
    UNASKED = "unasked"
    """In the clear, and nobody has asked for it: anybody may have sent it."""
    FORGED = "forged"
    """A whole frame that was not sealed by the other side."""
    REPLAYED = "replayed"
    """Sealed by the other side, but not newer than what we have seen."""
    MALFORMED = "malformed"
    """Right in every way but no message of the table."""


REPORTED: Final = frozenset(Reason) - {Reason.NOISE, Reason.STALE}
"""What a person should hear about: a line makes noise by itself, but none of these."""


@dataclass(frozen=True)
class Refused:
    """A frame that came to nothing."""

    reason: Reason
    text: str
    asked: bool = False
    """It asked for something in the clear: whoever sent it waits to be told."""


Received = Message | Refused


def fresh_nonce() -> bytes:
    return os.urandom(NONCE_BYTES)


def _unasked(message: Message) -> Refused:
    return Refused(Reason.UNASKED, f"a {type(message).__name__} that nobody asked for")


class Link:
    """One side of the link."""

    def __init__(
        self,
        role: Role,
        table: MessageTable,
        device_id: int,
        key: bytes | None = None,
        nonce: Callable[[], bytes] = fresh_nonce,
    ) -> None:
        self.role: Final = role
        self._other = Role.DEVICE if role is Role.HOST else Role.HOST
        self._table, self._device_id, self._key, self._nonce = table, device_id, key, nonce
        self._deframer = Deframer()
        self._asked: bytes | None = None
        """Host: the nonce of the hello that waits for its answer."""
        self._offered: list[Session] = []
        """Device: what was answered to hellos; one replaces the session once the host uses it."""
        self._session: Session | None = None

    @property
    def open(self) -> bool:
        """Is there a session, as far as this side knows?"""
        return self._session is not None

    def close(self) -> None:
        """Forget the session: nothing sealed goes out or comes in until the next hello."""
        self._session = self._asked = None
        self._offered = []

    def hello(self) -> bytes:
        """Host: ask for a session. The same bytes may be sent again until the answer comes."""
        if self.role is not Role.HOST or self._key is None:
            raise LocalMisuse("hello: only a paired host asks for a session")
        self.close()
        self._asked = self._nonce()
        proof = hello_proof(self._key, Role.HOST, self._device_id, self._asked)
        return self.send(m.HostHello(self._asked, proof))

    def answer(self, hello: m.HostHello) -> bytes:
        """Device: take part in a session that a hello asked for; asked again, the same answer."""
        if self.role is not Role.DEVICE or self._key is None:
            raise LocalMisuse("answer: only a paired device answers a hello")
        offered = next((one for one in self._offered if one.host_nonce == hello.nonce), None)
        if offered is None:
            nonces = hello.nonce, self._nonce()
            offered = make_session(self.role, self._key, self._device_id, *nonces)
            self._offered = [*self._offered[1 - OFFERS_MAX :], offered]
        nonce = offered.device_nonce
        proof = hello_proof(self._key, Role.DEVICE, self._device_id, hello.nonce, nonce)
        return self.send(m.DeviceHello(nonce, proof))

    def send(self, message: Message) -> bytes:
        """The bytes of a message of our role, or `LocalMisuse`."""
        row, body = self._table.pack(self.role, message)
        sealed = row.kind is not Kind.CLEAR
        if len(body) > BODY_BYTES_MAX - (SEAL_BYTES if sealed else 0):
            raise LocalMisuse(f"{row.message.__name__}: {len(body)} bytes are too many for a frame")
        if not sealed:
            return pack_frame(self._header(Form.CLEAR, 0), body)
        session = self._session
        if session is None:
            raise LocalMisuse(f"{row.message.__name__}: said before there is a session")
        header = self._header(Form.SEALED, session.sent)
        session.sent += 1
        return pack_frame(header, session.seal(header.pack(), header.counter, body))

    def receive(self, data: bytes) -> list[Received]:
        """What these bytes complete. They may be split anywhere; nothing is ever raised."""
        received: list[Received] = []
        for stretch in self._deframer.feed(data):
            try:
                received.append(self._take(unpack_frame(stretch)))
            except BadFrame as bad:
                received.append(Refused(Reason.NOISE, str(bad)))
        return received

    def _header(self, form: Form, counter: int) -> Header:
        return Header(VERSION, form, self.role, self._device_id, counter)

    def _take(self, frame: Frame) -> Received:
        header = frame.header
        asked = header.form == Form.CLEAR
        if header.version != VERSION:
            text = f"expected version {VERSION}, found {header.version}"
            return Refused(Reason.VERSION, text, asked)
        if header.sender != self._other:
            return Refused(Reason.DIRECTION, f"direction {header.sender:#04x} seen")
        pairing = asked and ANY_DEVICE in (header.device_id, self._device_id)
        if header.device_id != self._device_id and not pairing:
            return self._take_other(frame, asked)
        return self._take_clear(frame) if asked else self._take_sealed(frame)

    def _take_other(self, frame: Frame, clear: bool) -> Received:
        """Another device is not listened to, but it may say that it is another device."""
        if clear and self.role is Role.HOST and not self.open:
            message = self._unpack(frame.body, sealed=False)
            if isinstance(message, m.Stranger):
                return message
        text = f"expected device {self._device_id}, found {frame.header.device_id}"
        return Refused(Reason.OTHER_DEVICE, text, clear)

    def _take_clear(self, frame: Frame) -> Received:
        message = self._unpack(frame.body, sealed=False)
        if isinstance(message, m.HostHello):
            return self._check_host(message)
        if isinstance(message, m.DeviceHello):
            return self._check_device(message)
        if isinstance(message, Refused) or self._waits_for(message):
            return message
        return _unasked(message)

    def _waits_for(self, message: Message) -> bool:
        """A host that pairs waits for offers, one that asks for a session for strangers; whether a
        device is in pairing mode it knows itself."""
        if isinstance(message, m.Stranger):
            return not self.open
        return self._key is None or not isinstance(message, m.PairOffer | m.PairConfirmed)

    def _check_host(self, hello: m.HostHello) -> Received:
        if self._key is None:
            return Refused(Reason.UNPAIRED, "a hello though there is no pairing key", asked=True)
        expected = hello_proof(self._key, Role.HOST, self._device_id, hello.nonce)
        if not hmac.compare_digest(hello.proof, expected):
            return Refused(Reason.OTHER_KEY, "a hello made with another pairing key", asked=True)
        if self._session is not None and self._session.host_nonce == hello.nonce:
            return Refused(Reason.REPLAYED, "the hello of the session that is on")
        return hello

    def _check_device(self, hello: m.DeviceHello) -> Received:
        if self._session is not None and self._session.device_nonce == hello.nonce:
            return Refused(Reason.STALE, "the hello of the session that is on, again")
        if self._key is None or self._asked is None:
            return _unasked(hello)
        expected = hello_proof(self._key, Role.DEVICE, self._device_id, self._asked, hello.nonce)
        if not hmac.compare_digest(hello.proof, expected):
            return Refused(Reason.FORGED, "a device hello without the proof for ours")
        nonces = self._asked, hello.nonce
        self._session = make_session(self.role, self._key, self._device_id, *nonces)
        self._asked = None
        return hello

    def _take_sealed(self, frame: Frame) -> Received:
        header = frame.header
        on = [self._session] if self._session is not None else []
        for session in (*on, *self._offered):
            body = session.open(header.pack(), header.counter, frame.body)
            if body is not None:
                return self._take_opened(session, header, body)
        if self._session is None or self._session.seen < 0:
            return Refused(Reason.STALE, "a sealed frame of an earlier session")
        return Refused(Reason.FORGED, f"frame {header.counter} was not sealed by the other side")

    def _take_opened(self, session: Session, header: Header, body: bytes) -> Received:
        if header.counter <= session.seen:
            text = f"frame {header.counter} again, after frame {session.seen}"
            return Refused(Reason.REPLAYED, text)
        session.seen = header.counter
        if session is not self._session:
            self._session, self._offered = session, []
        return self._unpack(body, sealed=True)

    def _unpack(self, body: bytes, *, sealed: bool) -> Received:
        try:
            return self._table.unpack(self._other, sealed, body)
        except BadFrame as bad:
            return Refused(Reason.MALFORMED, str(bad))
