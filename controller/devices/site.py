"""Where a table's devices are plugged in: the ports and the bus of this machine, or a bench."""

from collections.abc import Callable
from typing import Any, Final, Protocol

from drivers.clock import monotonic_ms

KEYS: Final = "keys"
"""Whose clock it is that a meaning of a key stands by: the finger's, not the panel's."""


class Site(Protocol):
    """What is asked of it, by the name of the device."""

    def open(self, name: str, open_: Callable[[], Any]) -> Any:
        """A transport to the device; `open_` is the driver's own way. Raises `DeviceFault`."""
        ...

    def backend(self, name: str) -> Any:
        """The USB bus on which to look for a device; none for this machine's own."""
        ...

    def clock(self, name: str) -> Callable[[], int]:
        """Milliseconds, for the waits of a driver."""
        ...


class Machine:
    """The `Site` that a casino has."""

    def __init__(self, backend: Any = None) -> None:
        self._backend = backend

    def open(self, name: str, open_: Callable[[], Any]) -> Any:
        return open_()

    def backend(self, name: str) -> Any:
        return self._backend

    def clock(self, name: str) -> Callable[[], int]:
        return monotonic_ms
