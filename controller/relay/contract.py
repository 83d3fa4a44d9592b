"""What a store between a desk and its tables promises, whatever keeps it."""

from abc import abstractmethod
from typing import Protocol

from controller.relay.letters import Box, Letter


class RelayFault(Exception):
    """The store does not work now: try again later."""


class Relay(Protocol):
    """The last letter of every box. Any thread may use it; every call ends within seconds, and
    either works or is a `RelayFault`."""

    @abstractmethod
    def put(self, box: Box, letter: Letter) -> None:
        """In the place of the one before; whole or not at all."""

    @abstractmethod
    def latest(self, box: Box) -> Letter | None:
        """The last one; none where the box is empty, or has what cannot be a letter."""

    @abstractmethod
    def close(self) -> None:
        """Release it."""
