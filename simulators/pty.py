"""A device model behind a pseudo-terminal: the driver opens it like any serial port.

The model runs on a thread with the wall clock, or `speed` times as fast. Its port is a link to
the terminal, so that its name stays the same over unplugging, as under `/dev/serial/by-id`.
"""

import fcntl
import os
import select
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from simulators.line import ByteDevice, Paced

T = TypeVar("T")
_IDLE_MS: Final = 1_000
_CHUNK: Final = 4_096


class PtyDevice:
    """A context manager: inside, `port` can be opened."""

    def __init__(self, device: ByteDevice, speed: float = 1.0) -> None:
        self._device, self._speed = device, speed
        if isinstance(device, Paced):
            device.pace = speed
        self._began = time.monotonic()
        self._lock = threading.RLock()
        self._folder = tempfile.TemporaryDirectory(prefix="feltwork-port-")
        self._held = os.open(self._folder.name, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(self._held, fcntl.LOCK_EX)  # as `private_files.temporary_folder` has it
        self.port = str(Path(self._folder.name) / "port")
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        self._master: int | None = None
        self._slave: int | None = None
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="simulated-device", daemon=True)

    def __enter__(self) -> "PtyDevice":
        self.plug()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending = True
        self._wake()
        self._thread.join()
        self.unplug()
        os.close(self._woken)
        os.close(self._waker)
        os.close(self._held)
        self._folder.cleanup()

    @property
    def now_ms(self) -> int:
        """The device's own time."""
        return int((time.monotonic() - self._began) * 1_000 * self._speed)

    def act(self, hands: Callable[[], T]) -> T:
        """Do something at the device, between two of its own steps; it notices at once."""
        with self._lock:
            done = hands()
        self._wake()
        return done

    def plug(self) -> None:
        """The cable goes in: there is a port."""
        with self._lock:
            if self._master is not None:
                return
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            Path(self.port).symlink_to(os.ttyname(self._slave))
        self._wake()

    def unplug(self) -> None:
        """The cable is out: the port is gone, whoever has it open gets an error."""
        with self._lock:
            if self._master is None or self._slave is None:
                return
            Path(self.port).unlink()
            os.close(self._slave)
            os.close(self._master)
            self._master = self._slave = None
        self._wake()

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # it is woken already
            os.write(self._waker, b"x")

    def _run(self) -> None:
        wait_ms = 0.0
        while not self._ending:
            received = self._receive(wait_ms)
            with self._lock:
                now = self.now_ms
                update = self._device.update(now, received)
                self._send(update.sent)
            due = _IDLE_MS if update.wake_ms is None else (update.wake_ms - now) / self._speed
            wait_ms = min(_IDLE_MS, max(1, due))

    def _receive(self, wait_ms: float) -> bytes:
        with self._lock:
            ports = [self._woken] + ([] if self._master is None else [self._master])
        try:
            ready, _, _ = select.select(ports, [], [], wait_ms / 1_000)
        except (OSError, ValueError):
            return b""  # unplugged while it waited
        if self._woken in ready:
            os.read(self._woken, _CHUNK)
        with self._lock:
            if self._master is None:
                return b""
            try:
                return os.read(self._master, _CHUNK)
            except OSError:
                return b""  # nothing there, or nobody has the port open

    def _send(self, data: bytes) -> None:
        """What the line does not take is lost, as on a cable."""
        if self._master is None or not data:
            return
        try:
            os.write(self._master, data)
        except OSError:
            return
