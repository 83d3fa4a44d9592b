"""The keypad at the dealer's hand: a key that is lit stands for a button of the screen.

What a key means changes under the finger with every step, so a press counts only once the meaning
has stood as long as a label of the screen must: a double press of "paid" never pays the next place.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from controller.games.step import Meaning
from controller.running.runtime import TableController
from controller.running.snapshot import Snapshot
from drivers.xkeys.panel import KeyPressed, KeyReleased


class SteadyMeaning(NamedTuple):
    """A meaning, and when it has stood long enough."""

    meaning: Meaning
    counts_from_ms: int
    """When a press of it begins to count."""


class KeyPressHandler:
    """Between the keypad's driver and the table."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.lit: frozenset[str] = frozenset()
        """The keys that mean something now: what the controller had lit last."""
        self._now_ms = now_ms
        self._standing: Mapping[str, SteadyMeaning] = {}
        self._table: TableController | None = None

    def attach(self, table: TableController) -> None:
        """From now on keys are this table's."""
        self._table = table

    def show(self, snapshot: Snapshot) -> None:
        """The table has changed, and with it perhaps what a lit key means."""
        now_ms, before = self._now_ms(), self._standing
        found: dict[str, SteadyMeaning] = {}
        for key, meaning in snapshot.step.keys.items():
            if key in self.lit:
                stood = before.get(key)
                if stood is None or stood.meaning != meaning:
                    stood = SteadyMeaning(meaning, now_ms + snapshot.dwell_ms(meaning.command))
                found[key] = stood
        self._standing = found

    def heeds(self, key: str) -> Meaning | None:
        """What a press of this key comes to now; none while it is dark, or newly something else."""
        stood = self._standing.get(key)
        if stood is None:
            return None
        return stood.meaning if self._now_ms() >= stood.counts_from_ms else None

    def receive(self, key: KeyPressed | KeyReleased) -> None:
        """By the driver. A key that is not heeded does nothing; a refusal is said on the screen."""
        if self._table is None or not isinstance(key, KeyPressed):
            return
        meaning, snapshot = self.heeds(key.name), self._table.snapshot()
        if meaning is None or meaning != snapshot.step.keys.get(key.name):
            return
        place = getattr(meaning.command, "place", None)
        self._table.submit(meaning.command, snapshot.seen(place), keypad=True)
