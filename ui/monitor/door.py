"""Where requests wait until they are whole: one thread for all of them, however slowly they come.

A browser sends the head of a request in one go. A client that sends it byte by byte, or never,
waits here and costs no thread. It has a few seconds; where too many wait, the oldest goes first.
"""

import selectors
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

HEAD_BYTES_MAX: Final = 16_384
HEAD_S_MAX: Final = 5.0
WAITING_MAX: Final = 256
_LOOK_S: Final = 0.5
_CHUNK: Final = 4_096


@dataclass
class _Waiting:
    """A connection whose request is not whole yet."""

    socket: socket.socket
    address: Any
    until: float
    head: bytes = b""


class Door:
    """Lets whole requests through."""

    def __init__(self, through: Callable[[socket.socket, Any, bytes], object]) -> None:
        """`through` has the connection, where it comes from and the head, and never waits."""
        self._through = through
        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self._waiting: dict[int, _Waiting] = {}
        """By the number of the connection, the oldest first."""
        self._ending = threading.Event()
        self._woken, self._waker = socket.socketpair()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="door", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many are not through yet."""
        return len(self._waiting)

    def enter(self, connection: socket.socket, address: Any) -> None:
        """From any thread: a new connection."""
        connection.setblocking(False)
        with self._lock:
            if len(self._waiting) >= WAITING_MAX:
                self._turn_away(next(iter(self._waiting.values())))
            until = time.monotonic() + HEAD_S_MAX
            self._waiting[connection.fileno()] = _Waiting(connection, address, until)
            self._selector.register(connection, selectors.EVENT_READ)
        self._wake()

    def close(self) -> None:
        """Turn away all that still wait."""
        self._ending.set()
        self._wake()
        self._thread.join()

    def _wake(self) -> None:
        with suppress(OSError):
            self._waker.send(b"!")

    def _run(self) -> None:
        while not self._ending.is_set():
            for key, _ in self._selector.select(_LOOK_S):
                if key.fileobj is self._woken:
                    self._woken.recv(_CHUNK)
                elif one := self._waiting.get(key.fd):
                    self._hear(one)
            with self._lock:
                late = time.monotonic()
                for one in [one for one in self._waiting.values() if one.until <= late]:
                    self._turn_away(one)
        with self._lock:
            for one in list(self._waiting.values()):
                self._turn_away(one)
            self._selector.close()
        self._woken.close()
        self._waker.close()

    def _hear(self, one: _Waiting) -> None:
        try:
            data = one.socket.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        one.head += data
        begun, end, _ = one.head.partition(b"\r\n\r\n")
        with self._lock:
            if end and self._forget(one):
                self._through(one.socket, one.address, begun + end)
            elif not data or len(one.head) > HEAD_BYTES_MAX:
                self._turn_away(one)

    def _forget(self, one: _Waiting) -> bool:
        """Whether it was still waiting."""
        if self._waiting.get(one.socket.fileno()) is not one:
            return False
        del self._waiting[one.socket.fileno()]
        self._selector.unregister(one.socket)
        return True

    def _turn_away(self, one: _Waiting) -> None:
        if self._forget(one):
            one.socket.close()
