"""Pairing at work: a host on an open line, step by step, every wait bounded.

pairing = PairingDriver(transport)
code = pairing.begin()            # show it; two people compare it with the device's display
paired = pairing.confirm()        # they agree on both sides; the caller stores `paired`

Anybody on the line may speak meanwhile. What does not fit is counted and ignored: it does not end
a pairing that the device would finish. A stranger is named only when the time is up.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final, NoReturn

from drivers.clock import monotonic_ms
from drivers.faults import BadFrame, DeviceFault, LocalMisuse, WrongDevice
from drivers.link import messages as m
from drivers.link.frames import ANY_DEVICE, Role
from drivers.link.messages import Message, MessageTable, Why
from drivers.link.pairing import PAIRING_MS_MAX, HostPairing, Paired
from drivers.link.protocol import REPORTED, Link, Reason, Received, Refused
from drivers.link.session import AGAIN_MS, BEGIN_MS_MAX, counted, stranger_text
from drivers.transport import ByteTransport

_TABLE: Final = MessageTable(())
REVEALS: Final = 3
"""The device answers the reveal only by the code on its display: one of these gets through."""


class PairingDriver:
    """One attempt to pair with whatever is on this line."""

    def __init__(
        self,
        transport: ByteTransport,
        now_ms: Callable[[], int] = monotonic_ms,
        noticed: Callable[[Refused], object] = lambda refused: None,
    ) -> None:
        self._transport, self._now, self._noticed = transport, now_ms, noticed
        self._pairing = HostPairing()
        self._link = Link(Role.HOST, _TABLE, ANY_DEVICE)
        self.offer: m.PairOffer | None = None
        """Who is there, from `begin` on."""
        self._revealed: Message | None = None
        self._paired: Paired | None = None
        self._instead = ""
        """Which device claims to be there instead, or to have left pairing mode: anybody may."""
        self.refused: Counter[Reason] = Counter()
        """What came to nothing, by reason."""

    def begin(self) -> str:
        """The six digits to show. `WrongDevice` where the device is not in pairing mode."""
        self._ask((self._pairing.start(),), lambda: self._revealed is not None, BEGIN_MS_MAX)
        if self._revealed is None:
            self.late()
        for _ in range(REVEALS):
            self._transport.write(self._link.send(self._revealed))
        return self._pairing.code or ""

    def confirm(self, within_ms: int = PAIRING_MS_MAX) -> Paired:
        """The codes are equal here: wait until a person has said so at the device too."""
        paired = self.confirmed(within_ms)
        return paired if paired is not None else self.late()

    def confirmed(self, within_ms: int) -> Paired | None:
        """The same, for a caller who tries again; none where the time was not enough."""
        if self._revealed is None:
            raise LocalMisuse("confirm: nothing has been shown to compare")
        asking = self._revealed, self._pairing.confirm()
        self._ask(asking, lambda: self._paired is not None, within_ms)
        return self._paired

    def listen(self, within_ms: int) -> None:
        """While people compare the codes, the device says nothing; whoever speaks is counted."""
        for received in self._link.receive(self._transport.read(within_ms)):
            self._take(received)

    def late(self) -> NoReturn:
        """The time is up: say which device was there instead, if any said so."""
        self.stop()
        if self._instead:
            raise WrongDevice(f"Pairing: {self._instead}")
        raise DeviceFault(
            f"Pairing: no answer in time{counted(self.refused)}. Put the device into pairing mode "
            "again"
        )

    def stop(self) -> None:
        """The codes differ, or people have changed their minds."""
        self._transport.write(self._link.send(m.PairStop()))

    def _ask(
        self, messages: tuple[Message, ...], answered: Callable[[], bool], within_ms: int
    ) -> None:
        """Again and again until the answer has come, or the time is up."""
        until = self._now() + within_ms
        while not answered() and self._now() < until:
            for message in messages:
                self._transport.write(self._link.send(message))
            again = min(until, self._now() + AGAIN_MS)
            while not answered() and (left := again - self._now()) > 0:
                self.listen(left)

    def _take(self, received: Received) -> None:
        match received:
            case Refused():
                self._refuse(received)
            case m.PairOffer() if self.offer is None:
                self._accept(received)
            case m.PairOffer() if received == self.offer:
                pass  # the answer to a start that was sent again
            case m.PairConfirmed() if self._revealed is not None:
                self._finish(received)
            case m.Stranger(why=Why.NOT_PAIRING | Why.PAIRING_FAILED):
                self._instead = self._instead or stranger_text(received)
                self.refused[Reason.UNASKED] += 1
            case _:
                name = type(received).__name__
                self._refuse(Refused(Reason.UNASKED, f"a {name} that nobody asked for"))

    def _accept(self, offer: m.PairOffer) -> None:
        try:
            self._revealed = self._pairing.reveal(offer)
            self.offer = offer
        except BadFrame as bad:
            self._doubt(bad)

    def _finish(self, confirmed: m.PairConfirmed) -> None:
        try:
            self._paired = self._pairing.finish(confirmed)
        except BadFrame as bad:
            self._doubt(bad)

    def _doubt(self, bad: BadFrame) -> None:
        self._instead = self._instead or f"{bad}. Somebody may be on the line; pair again"
        self._refuse(Refused(Reason.FORGED, str(bad)))

    def _refuse(self, refused: Refused) -> None:
        self.refused[refused.reason] += 1
        if refused.reason in REPORTED:
            self._noticed(refused)
