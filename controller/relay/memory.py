"""A relay in memory: the simplest store that keeps the contract, for simulators and tests."""

from threading import Lock

from controller.relay.contract import Relay
from controller.relay.letters import BYTES_MAX, Box, Letter


class MemoryRelay(Relay):
    """Gone with the process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._letters: dict[Box, Letter] = {}

    def put(self, box: Box, letter: Letter) -> None:
        with self._lock:
            self._letters[box] = letter

    def latest(self, box: Box) -> Letter | None:
        with self._lock:
            letter = self._letters.get(box)
        return letter if letter is not None and len(letter.body) <= BYTES_MAX else None

    def close(self) -> None:
        """It holds nothing that has to be released."""
