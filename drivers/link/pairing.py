"""Pairing, without I/O: a key for both sides that no one on the line can know or choose.

The host first binds itself to its X25519 key and nonce by a hash, the device then shows its own,
the host reveals. Somebody between them has to choose a key for each side before seeing that
side's nonce, so the codes on the two displays agree with a chance of one in a million. A
recording holds public keys only. An attempt that fails ends the pairing mode of the device.
"""

import hmac
from dataclasses import dataclass, field
from typing import Final

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from drivers.faults import BadFrame
from drivers.link.keys import derive, digest, proof
from drivers.link.messages import PairConfirm, PairConfirmed, PairOffer, PairReveal, PairStart
from drivers.link.protocol import fresh_nonce

PAIRING_MS_MAX: Final = 120_000
"""How long a device stays in pairing mode, and how long people may take to compare."""


@dataclass(frozen=True)
class Paired:
    """What the host keeps of a device it was paired with: the caller stores it, sealed."""

    device_id: int
    model: str
    serial: str
    key: bytes = field(repr=False)


@dataclass(frozen=True)
class _Agreed:
    """What both sides work out from the exchange."""

    key: bytes
    code: str
    transcript: bytes

    def proof(self, sender: bytes) -> bytes:
        return proof(self.key, b"pairing " + sender, self.transcript)


def _commitment(reveal: PairReveal) -> bytes:
    return digest(b"pairing commitment ", reveal.public, reveal.nonce)


def _agree(private: X25519PrivateKey, other: bytes, offer: PairOffer, host: PairReveal) -> _Agreed:
    try:
        shared = private.exchange(X25519PublicKey.from_public_bytes(other))
    except ValueError as error:
        raise BadFrame("a public key that gives no secret") from error
    names = digest(b"pairing names ", f"{offer.model}\n{offer.serial}".encode())
    transcript = digest(
        b"pairing transcript ",
        offer.device_id.to_bytes(4, "big"),
        host.public + host.nonce + offer.public + offer.nonce + names,
    )
    number = int.from_bytes(digest(b"pairing code ", transcript)[:8], "big") % 1_000_000
    return _Agreed(derive(shared, transcript, b"pairing key"), f"{number:06d}", transcript)


class _Pairing:
    """One side of one attempt."""

    def __init__(self) -> None:
        self._private = X25519PrivateKey.generate()
        self._public = self._private.public_key().public_bytes_raw()
        self._agreed: _Agreed | None = None

    @property
    def code(self) -> str | None:
        """Six digits for the display, once the other side has shown its key."""
        return self._agreed.code if self._agreed else None


class HostPairing(_Pairing):
    """The host's side of one attempt."""

    def __init__(self) -> None:
        super().__init__()
        self._reveal = PairReveal(self._public, fresh_nonce())
        self._offer: PairOffer | None = None

    def start(self) -> PairStart:
        return PairStart(_commitment(self._reveal))

    def reveal(self, offer: PairOffer) -> PairReveal:
        """The first offer counts: to another one the host does not reveal itself again."""
        if self._offer is None:
            self._agreed = _agree(self._private, offer.public, offer, self._reveal)
            self._offer = offer
        elif offer != self._offer:
            raise BadFrame("a second device has offered itself")
        return self._reveal

    def confirm(self) -> PairConfirm:
        """A person has found the codes equal."""
        return PairConfirm(self._both()[1].proof(b"host"))

    def finish(self, confirmed: PairConfirmed) -> Paired:
        """The device has stored the key; `BadFrame` where it has another."""
        offer, agreed = self._both()
        if not hmac.compare_digest(confirmed.proof, agreed.proof(b"device")):
            raise BadFrame("the device has agreed on another key")
        return Paired(offer.device_id, offer.model, offer.serial, agreed.key)

    def _both(self) -> tuple[PairOffer, _Agreed]:
        if self._offer is None or self._agreed is None:
            raise BadFrame("the device has not offered itself yet")
        return self._offer, self._agreed


class DevicePairing(_Pairing):
    """The device's side of one attempt, begun when it is put into pairing mode."""

    def __init__(self, device_id: int, model: str, serial: str) -> None:
        super().__init__()
        self._offer = PairOffer(device_id, self._public, fresh_nonce(), model, serial)
        self._start: PairStart | None = None
        self._found_equal = False
        self._confirm: PairConfirm | None = None

    def offer(self, start: PairStart) -> PairOffer:
        """The first commitment counts; the same one again gets the same offer."""
        if self._start not in (None, start):
            raise BadFrame("a second host wants to pair")
        self._start = start
        return self._offer

    def revealed(self, reveal: PairReveal) -> None:
        """The host shows what it was bound to; `BadFrame` where that is something else."""
        if self._start is None or _commitment(reveal) != self._start.commitment:
            raise BadFrame("the host reveals another key than it was bound to")
        self._agreed = _agree(self._private, reveal.public, self._offer, reveal)

    def press_equal(self) -> None:
        """A person at the device has found the codes equal."""
        self._found_equal = self._agreed is not None

    def confirmed_by(self, confirm: PairConfirm) -> None:
        """A person at the host has; `BadFrame` where the host holds another key."""
        if self._agreed is None:
            return  # the reveal was lost: the host will send both again
        if not hmac.compare_digest(confirm.proof, self._agreed.proof(b"host")):
            raise BadFrame("the host has agreed on another key")
        self._confirm = confirm

    def finish(self) -> "Done | None":
        """What to store and to say, once both people have said yes."""
        if self._agreed is None or not self._found_equal or self._confirm is None:
            return None
        confirmed = PairConfirmed(self._agreed.proof(b"device"))
        return Done(self._agreed.key, self._confirm, confirmed)


@dataclass(frozen=True)
class Done:
    """A pairing that both people have found right."""

    key: bytes = field(repr=False)
    confirm: PairConfirm
    """What the host said."""
    confirmed: PairConfirmed
    """What the device says to it, as often as the host asks."""
