"""Takes notices to the sinks, each on a thread of its own: none delays another, or the table.

The controller hands over all that is owed whenever it likes; that is a swap of references under a
lock nobody holds for longer. A sink gets its notices in order, one at a time, for ever if it must:
after a fault it is tried again, each time after twice the wait, up to a limit. What has arrived is
reported, and reported again now and then until the outbox no longer owes it, since a table that is
held records nothing. A crash before the report is recorded sends the notice again.
"""

import threading
from collections.abc import Callable, Iterable
from typing import Final, Self

from controller.clock import Clock
from controller.domain.base import BrokenInvariant
from controller.domain.frozen import Frozen
from controller.journal.recorder import Head
from controller.journal.witness import SentHead
from controller.notices.outbox import Notice, Pending, owed_to
from controller.notices.sinks import Envelope, Sink, SinkFault, plug_in

Witness = Callable[[Head], SentHead]
"""Puts on a head what proves it: `journal.witness`."""
Delivered = Callable[[int, str], None]
"""Notice and sink: an observation for the controller's inbox. Called on the sink's thread."""


class Backoff(Frozen):
    """How long to wait after so many faults in a row."""

    first_ms: int = 500
    max_ms: int = 60_000

    def wait_ms(self, faults: int) -> int:
        """Twice as long each time."""
        return min(self.first_ms << min(faults - 1, 32), self.max_ms)


PATIENT: Final = Backoff()


class SinkHealth(Frozen):
    """One sink for the screen."""

    sink: str
    waiting: int
    """Notices that it is still to get."""
    faults: int = 0
    """In a row; none while it works."""
    reason: str = ""
    """Of the last fault, in a sentence."""


class _Carrier:
    """One sink and its thread."""

    def __init__(
        self,
        table: str,
        sink: Sink,
        witness: Witness,
        delivered: Delivered,
        backoff: Backoff,
    ) -> None:
        self._table = table
        self._sink = sink
        self._witness = witness
        self._delivered = delivered
        self._backoff = backoff
        self._changed = threading.Condition()
        self._owed: tuple[Notice, ...] = ()
        self._head: Head | None = None
        self._arrived: frozenset[int] = frozenset()
        self._stopping = False
        self._faults = 0
        self._reason = ""
        name = f"notices-{sink.name}"
        self.thread: Final = threading.Thread(target=self._run, name=name, daemon=True)

    def hand_over(self, owed: tuple[Notice, ...], head: Head) -> None:
        with self._changed:
            self._owed, self._head = owed, head
            self._arrived &= {notice.number for notice in owed}
            self._changed.notify()

    def stop(self) -> None:
        with self._changed:
            self._stopping = True
            self._changed.notify()

    def health(self) -> SinkHealth:
        with self._changed:
            waiting = sum(notice.number not in self._arrived for notice in self._owed)
            return SinkHealth(self._sink.name, waiting, self._faults, self._reason)

    def _run(self) -> None:
        while not self._stopping:
            try:
                self._carry(self._next())
            except SinkFault as fault:
                with self._changed:
                    self._faults, self._reason = self._faults + 1, str(fault)

    def _next(self) -> Envelope | None:
        """What to send now; waits for it. None: it is time to report again, or to stop."""
        with self._changed:
            if self._faults:
                wait_s = self._backoff.wait_ms(self._faults) / 1_000
                self._changed.wait_for(lambda: self._stopping, wait_s)
            again_s = self._backoff.max_ms / 1_000 if self._arrived else None
            self._changed.wait_for(lambda: self._stopping or self._first() is not None, again_s)
            notice = self._first()
            if self._stopping or notice is None or self._head is None:
                return None
            return Envelope(self._table, notice, self._witness(self._head))

    def _first(self) -> Notice | None:
        return next((one for one in self._owed if one.number not in self._arrived), None)

    def _carry(self, envelope: Envelope | None) -> None:
        if envelope is None:
            self._report(*sorted(self._arrived))
            return
        with plug_in(self._sink.name):
            self._sink.deliver(envelope)
        number = envelope.notice.number
        with self._changed:
            self._arrived |= {number}
        self._report(number)

    def _report(self, *numbers: int) -> None:
        for number in numbers:
            if self._stopping:  # after a restart it is sent again
                return
            _tell(self._delivered, number, self._sink.name)
        with self._changed:
            self._faults, self._reason = 0, ""


def _tell(delivered: Delivered, number: int, sink: str) -> None:
    try:
        delivered(number, sink)
    except Exception as wrong:
        unsaid = f"{sink}: the table did not take the report of notice {number}"
        raise SinkFault(f"{unsaid}: {type(wrong).__name__}.") from wrong


class NoticeDelivery:
    """The carriers of all sinks of a table."""

    def __init__(
        self,
        table: str,
        sinks: Iterable[Sink],
        witness: Witness,
        delivered: Delivered,
        clock: Clock,
        backoff: Backoff = PATIENT,
    ) -> None:
        self._clock = clock
        self._carriers: dict[str, _Carrier] = {}
        for sink in sinks:
            if sink.name in self._carriers:
                raise BrokenInvariant(f"notices: two sinks are called {sink.name!r}")
            self._carriers[sink.name] = _Carrier(table, sink, witness, delivered, backoff)

    @property
    def sinks(self) -> tuple[str, ...]:
        """Their names, for `outbox.configure`."""
        return tuple(self._carriers)

    def start(self) -> None:
        """From now on what is handed over is carried."""
        for carrier in self._carriers.values():
            carrier.thread.start()

    def hand_over(self, pending: tuple[Pending, ...], head: Head) -> None:
        """All that the outbox owes, and the head of the chain that it stands in; at once.

        The head is that of a journal in which these notices are recorded already.
        """
        for name, carrier in self._carriers.items():
            carrier.hand_over(owed_to(pending, name), head)

    def health(self) -> tuple[SinkHealth, ...]:
        """How the sinks are, in the order of the configuration."""
        return tuple(carrier.health() for carrier in self._carriers.values())

    def stop(self, within_ms: int = 2_000) -> tuple[str, ...]:
        """Let deliveries end, and reports no more; returns the sinks that were still busy.

        Their threads die with the process. What they had not reported is sent again.
        """
        for carrier in self._carriers.values():
            carrier.stop()
        end_ms = self._clock.now().steady_ms + within_ms
        for carrier in self._carriers.values():
            left_ms = max(0, end_ms - self._clock.now().steady_ms)
            if carrier.thread.ident is not None:
                carrier.thread.join(left_ms / 1_000)
        busy = ((name, carrier.thread.is_alive()) for name, carrier in self._carriers.items())
        return tuple(name for name, alive in busy if alive)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
