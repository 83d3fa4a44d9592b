"""The keypad at the dealer's hand: a key that is lit stands for a button of the screen.

What a key means changes under the finger with every step, so a press counts only once the meaning
has stood as long as a label of the screen must: a double press of "paid" never pays the next place.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from controller.domain import commands as c
from controller.round.awards import OWN
from controller.round.guards import next_place
from controller.round.state import Table
from controller.runtime import TableController
from controller.snapshot import DWELL_MS, Snapshot
from drivers.xkeys.panel import KeyPressed, KeyReleased


class Meaning(NamedTuple):
    """What a press comes to."""

    command: c.Command
    takes_back: bool = False
    """An award that stands is keyed once more."""


class Standing(NamedTuple):
    """A meaning, and since when the key has it."""

    meaning: Meaning
    since_ms: int


def meaning_of(table: Table, key: str) -> Meaning | None:
    """What a key means now; none where it means nothing."""
    match key:
        case "close-bets":
            return Meaning(c.NoMoreBets())
        case "end-of-hand":
            return Meaning(c.CloseRound())
        case "paid":
            place = next_place(table)
            return None if place is None else Meaning(c.SettlePlace(place.number))
    for due in table.round.awards:
        if due.award.award == key and due.award.kind in OWN and not due.paid:
            return Meaning(c.KeyAward(due.award.place, key), takes_back=due.keyed)
    return None


class KeyDesk:
    """Between the keypad's driver and the table."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.lit: frozenset[str] = frozenset()
        """The keys that mean something now: what the controller had lit last."""
        self._now_ms = now_ms
        self._standing: Mapping[str, Standing] = {}
        self._table: TableController | None = None

    def attach(self, table: TableController) -> None:
        """From now on keys are this table's."""
        self._table = table

    def show(self, snapshot: Snapshot) -> None:
        """The table has changed, and with it perhaps what a lit key means."""
        table, now_ms, before = snapshot.house.table, self._now_ms(), self._standing
        found: dict[str, Standing] = {}
        for key in self.lit:
            if meaning := meaning_of(table, key):
                stood = before.get(key, Standing(meaning, now_ms))
                found[key] = stood if stood.meaning == meaning else Standing(meaning, now_ms)
        self._standing = found

    def heeds(self, key: str) -> Meaning | None:
        """What a press of this key comes to now; none while it is dark, or newly something else."""
        stood = self._standing.get(key)
        if stood is None or self._now_ms() - stood.since_ms < DWELL_MS:
            return None
        return stood.meaning

    def told(self, key: KeyPressed | KeyReleased) -> None:
        """By the driver. A key that is not heeded does nothing; a refusal is said on the screen."""
        if self._table is None or not isinstance(key, KeyPressed):
            return
        meaning, snapshot = self.heeds(key.name), self._table.snapshot()
        if meaning is None or meaning != meaning_of(snapshot.house.table, key.name):
            return
        place = getattr(meaning.command, "place", None)
        self._table.submit(meaning.command, snapshot.seen(place), keypad=True)
