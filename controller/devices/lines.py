"""A serial port that can be woken: an order does not wait until the port has been silent."""

from contextlib import suppress

from drivers.transport.serial import LineSettings, SerialPort


class PromptPort(SerialPort):
    """Returns from a wait when it is woken."""

    def __init__(self, url: str, line: LineSettings | None = None) -> None:
        super().__init__(url, line)

    def read(self, wait_ms: int) -> bytes:
        """At most one slice: whoever waits longer asks again."""
        return self._read_slice() if wait_ms > 0 else super().read(wait_ms)

    def wake(self) -> None:
        """From any thread: whoever reads looks for something to do."""
        if not self._closed.is_set():
            with suppress(OSError, TypeError, AttributeError):  # closed at this very moment
                self._port.cancel_read()

    def close(self) -> None:
        self.wake()
        super().close()
