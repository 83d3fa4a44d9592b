"""Pairing at work: a host on an open line, step by step, every wait bounded.

pairing = PairingDriver(transport)
code = pairing.begin()            # show it; two people compare it with the device's display
paired = pairing.confirm()        # they agree on both sides; the caller stores `paired`
"""

from collections.abc import Callable
from typing import Final, NoReturn, TypeVar

from drivers.clock import monotonic_ms
from drivers.faults import BadFrame, DeviceFault, LocalMisuse, WrongDevice
from drivers.link.frames import ANY_DEVICE, Role
from drivers.link.messages import (
    Message,
    PairConfirmed,
    PairOffer,
    PairStop,
    Stranger,
    Table,
    Why,
)
from drivers.link.pairing import PAIRING_MS_MAX, HostPairing, Paired
from drivers.link.protocol import Link, Refused
from drivers.link.session import AGAIN_MS, BEGIN_MS_MAX, stranger_text
from drivers.transport import ByteTransport

M = TypeVar("M", bound=Message)
_TABLE: Final = Table(())
REVEALS: Final = 3
"""The reveal is not answered but by a code on the display: one of these comes through."""


class PairingDriver:
    """One attempt to pair with whatever is on this line."""

    def __init__(
        self,
        transport: ByteTransport,
        now_ms: Callable[[], int] = monotonic_ms,
        pairing: HostPairing | None = None,
    ) -> None:
        self._transport, self._now = transport, now_ms
        self._pairing = pairing or HostPairing()
        self._link = Link(Role.HOST, _TABLE, ANY_DEVICE)
        self.offer: PairOffer | None = None
        """Who is there, from `begin` on."""
        self._revealed: Message | None = None

    def begin(self) -> str:
        """The six digits to show. `WrongDevice` where the device is not in pairing mode."""
        self.offer = self._ask((self._pairing.start(),), PairOffer, BEGIN_MS_MAX) or self._late()
        self._revealed = self._reveal(self.offer)
        for _ in range(REVEALS):
            self._transport.write(self._link.send(self._revealed))
        return self._pairing.code or ""

    def confirm(self, within_ms: int = PAIRING_MS_MAX) -> Paired:
        """The codes are equal here: wait until a person has said so at the device too."""
        paired = self.confirmed(within_ms)
        return paired if paired is not None else self._late()

    def confirmed(self, within_ms: int) -> Paired | None:
        """The same, for whoever comes back to it: none where that time was not enough."""
        if self._revealed is None:
            raise LocalMisuse("confirm: nothing has been shown to compare")
        asking = self._revealed, self._pairing.confirm()
        confirmed = self._ask(asking, PairConfirmed, within_ms)
        if confirmed is None:
            return None
        try:
            return self._pairing.finish(confirmed)
        except BadFrame as bad:
            raise WrongDevice(f"Pairing: {bad}. Somebody may be on the line; pair again") from bad

    def stop(self) -> None:
        """The codes differ, or people have thought better of it."""
        self._transport.write(self._link.send(PairStop()))

    def _reveal(self, offer: PairOffer) -> Message:
        try:
            return self._pairing.reveal(offer)
        except BadFrame as bad:
            self.stop()
            raise WrongDevice(f"Pairing: {bad}. Pair again with one device only") from bad

    def _ask(self, messages: tuple[Message, ...], wanted: type[M], within_ms: int) -> M | None:
        """Again and again until the answer comes, or the time is up."""
        until = self._now() + within_ms
        while self._now() < until:
            for message in messages:
                self._transport.write(self._link.send(message))
            again = min(until, self._now() + AGAIN_MS)
            while (left := again - self._now()) > 0:
                for received in self._link.receive(self._transport.read(left)):
                    if isinstance(received, wanted):
                        return received
                    self._look(received)
        return None

    def _late(self) -> NoReturn:
        self.stop()
        raise DeviceFault("Pairing: no answer in time. Put the device into pairing mode again")

    def _look(self, received: Message | Refused) -> None:
        if isinstance(received, Stranger) and received.why in (Why.NOT_PAIRING, Why.PAIRING_FAILED):
            raise WrongDevice(f"Pairing: {stranger_text(received)}")
