"""The keypad at the dealer's hand: a key that is lit stands for a button of the screen."""

from controller.domain import commands as c
from controller.round.awards import OWN
from controller.round.guards import next_place
from controller.round.state import Table
from controller.runtime import TableController
from drivers.xkeys.panel import KeyPressed, KeyReleased


def command_of(table: Table, key: str) -> c.Command | None:
    """What a key means now; none where it means nothing."""
    match key:
        case "close-bets":
            return c.NoMoreBets()
        case "end-of-hand":
            return c.CloseRound()
        case "paid":
            place = next_place(table)
            return None if place is None else c.SettlePlace(place.number)
    for due in table.round.awards:
        if due.award.award == key and due.award.kind in OWN and not due.paid:
            return c.KeyAward(due.award.place, key)
    return None


class KeyDesk:
    """Between the keypad's driver and the table."""

    def __init__(self) -> None:
        self.lit: frozenset[str] = frozenset()
        """The keys that mean something now: what the controller had lit last."""
        self._table: TableController | None = None

    def attach(self, table: TableController) -> None:
        """From now on keys are this table's."""
        self._table = table

    def told(self, key: KeyPressed | KeyReleased) -> None:
        """By the driver. A key that is dark does nothing; a refusal is said on the screen."""
        if self._table is None or not isinstance(key, KeyPressed) or key.name not in self.lit:
            return
        snapshot = self._table.snapshot()
        command = command_of(snapshot.house.table, key.name)
        if command is not None:
            place = getattr(command, "place", None)
            self._table.submit(command, snapshot.seen(place), keypad=True)
