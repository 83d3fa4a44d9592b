"""Keeps one device at work: opens it, identifies it, brings it up to date, opens it again.

A driver is a `Session` on an open transport. The attendant runs it on a thread of its own, so that
a faulty device stalls nobody else; after a fault it waits, a little longer each time, and begins
again. A session brings the device up to date from its full state, both ways. A mistake of ours
shows in its health and does not lose the device for good. Where there are no threads, on virtual
time, whoever passes the time calls `step`.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol, TypeVar

from drivers.faults import DeviceFault, WrongDevice
from drivers.health import Condition, Health

T = TypeVar("T", bound="Closable")

RETRY_MS_FIRST: Final = 100
RETRY_MS_MAX: Final = 3_000
LOOK_AGAIN_MS: Final = 3_000
"""How long to wait before looking at a wrong device again: somebody may have replaced it."""


class Closable(Protocol):
    """What `Attendant` closes: a transport."""

    def close(self) -> None: ...


class Session(Protocol):
    """A driver at work on an open transport."""

    def begin(self) -> str:
        """Identify the device and read its whole state; returns its identity for people, or
        nothing where the device is there but not at work.

        Raises `WrongDevice` or `DeviceFault`.
        """
        ...

    def step(self) -> None:
        """One bounded wait for the device, and whatever follows from it. Raises `DeviceFault`."""
        ...


class Attendant:
    """One device, from plugging in to plugging in again."""

    def __init__(
        self,
        name: str,
        open_: Callable[[], T],
        session: Callable[[T], Session],
        felt: Callable[[Health], object] = lambda health: None,
    ) -> None:
        self.name = name
        self._open, self._make, self._felt = open_, session, felt
        self.health = Health(Condition.ABSENT, f"{name}: not opened yet.")
        """How it is now."""
        self._ending = threading.Event()
        self._transport: Closable | None = None
        self.session: Session | None = None
        """The one at work; none while there is none."""
        self._anew = False
        """The session at work has to end, because another one is wanted at the port."""
        self._faults = 0
        """In a row, since the device last worked."""
        self._thread = threading.Thread(target=self._run, name=f"driver-{name}", daemon=True)

    def start(self) -> None:
        """Start to attend to the device."""
        self._thread.start()

    def begin_anew(self) -> None:
        """From any thread: the session ends after its step, and the port is opened again."""
        self._anew = True

    def stop(self, within_ms: int = 2_000) -> bool:
        """Stop; returns whether the thread has ended in time."""
        self._ending.set()
        if self._transport is not None:
            self._transport.close()
        if self._thread.ident is not None:
            self._thread.join(within_ms / 1_000)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while not self._ending.is_set():
            self._ending.wait(self._survived() / 1_000)
        self._shut()

    def _survived(self) -> int:
        try:
            return self.step()
        except Exception:  # noqa: BLE001 - its health says what it was; the next try may succeed
            return retry_ms(self._faults)

    def step(self) -> int:
        """Open and begin, or do one step of the session; returns how many ms to rest after it.

        A mistake of ours shows in the health and is raised.
        """
        if self._anew:
            self._anew = False
            self._shut()
        try:
            if self.session is None:
                self.session = self._begun()
            else:
                self.session.step()
        except WrongDevice as wrong:
            self._shut()
            self._feel(Health(Condition.REFUSED, str(wrong)))
            return LOOK_AGAIN_MS
        except DeviceFault as fault:
            self._fail(Health(Condition.ABSENT, str(fault)))
            return retry_ms(self._faults)
        except Exception as mistake:
            self._fail(Health(Condition.FAULTY, _mistaken(self.name, mistake)))
            raise
        except BaseException:
            self._shut()
            raise
        return 0

    def _begun(self) -> Session:
        self._feel(Health(Condition.CONNECTING, self.health.reason))
        transport = self._open()
        self._transport = transport
        session = self._make(transport)
        if identity := session.begin():
            self._feel(Health(Condition.WORKING, "", identity))
        return session

    def _fail(self, health: Health) -> None:
        self._shut()
        worked = self.health.condition is Condition.WORKING
        self._faults = 1 if worked else self._faults + 1
        self._feel(health)

    def _shut(self) -> None:
        transport, self._transport, self.session = self._transport, None, None
        if transport is not None:
            with suppress(DeviceFault):
                transport.close()

    def _feel(self, health: Health) -> None:
        if health != self.health and not self._ending.is_set():
            self.health = health
            self._felt(health)


def _mistaken(name: str, mistake: Exception) -> str:
    # Not its text: a card that lies face down may be in it.
    return (
        f"{name}: its driver failed with {type(mistake).__name__}, where a DeviceFault was "
        "expected. The driver starts again by itself; if the device stays away, report this"
    )


def retry_ms(faults: int) -> int:
    """How long to wait after so many faults in a row: twice as long each time, up to a limit."""
    return min(RETRY_MS_MAX, RETRY_MS_FIRST << min(faults - 1, 10))
