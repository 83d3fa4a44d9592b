"""Keys, proofs and seals (link protocol, section 3)."""

import hmac
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from drivers.link.frames import Role

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 16
PROOF_BYTES: Final = 16
SEAL_BYTES: Final = 16
_LABEL: Final = b"feltwork link 1 "


def derive(secret: bytes, salt: bytes, purpose: bytes, size: int = KEY_BYTES) -> bytes:
    """HKDF-SHA256 under the protocol's own label."""
    return HKDF(SHA256(), size, salt, _LABEL + purpose).derive(secret)


def proof(key: bytes, purpose: bytes, *parts: bytes) -> bytes:
    """That whoever made this holds the key; every part has a fixed length."""
    return hmac.digest(key, _LABEL + purpose + b"".join(parts), "sha256")[:PROOF_BYTES]


def digest(purpose: bytes, *parts: bytes) -> bytes:
    """SHA-256 under the protocol's own label."""
    return sha256(_LABEL + purpose + b"".join(parts)).digest()


def hello_proof(
    key: bytes, sender: Role, device_id: int, host_nonce: bytes, device_nonce: bytes = b""
) -> bytes:
    """The proof in a hello: over who speaks, to which device, and every nonce so far."""
    parts = (bytes([sender]), device_id.to_bytes(4, "big"), host_nonce, device_nonce)
    return proof(derive(key, b"", b"hello"), b"hello ", *parts)


@dataclass
class Session:
    """The keys of one hello: a direction each, with counters that only go up."""

    host_nonce: bytes
    device_nonce: bytes
    sealing: ChaCha20Poly1305 = field(repr=False)
    opening: ChaCha20Poly1305 = field(repr=False)
    sent: int = 0
    """The counter of the next frame we send."""
    seen: int = -1
    """The counter of the last frame we took."""

    def seal(self, header: bytes, counter: int, body: bytes) -> bytes:
        return self.sealing.encrypt(_aead_nonce(counter), body, header)

    def open(self, header: bytes, counter: int, sealed: bytes) -> bytes | None:
        """What is inside; None where it was not sealed under this session's key."""
        if len(sealed) < SEAL_BYTES:
            return None
        try:
            return self.opening.decrypt(_aead_nonce(counter), sealed, header)
        except InvalidTag:
            return None


def _aead_nonce(counter: int) -> bytes:
    return counter.to_bytes(12, "big")


def make_session(
    role: Role, key: bytes, device_id: int, host_nonce: bytes, device_nonce: bytes
) -> Session:
    """Fresh nonces of both sides give fresh keys, so that the counters may begin anew."""
    purpose = b"session " + device_id.to_bytes(4, "big")
    both = derive(key, host_nonce + device_nonce, purpose, 2 * KEY_BYTES)
    by_host, by_device = (
        ChaCha20Poly1305(both[:KEY_BYTES]),
        ChaCha20Poly1305(both[KEY_BYTES:]),
    )
    if role is Role.HOST:
        return Session(host_nonce, device_nonce, by_host, by_device)
    return Session(host_nonce, device_nonce, by_device, by_host)
