"""What a shift came to, read from the records of its tables and from nothing else."""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import DeviceReported
from controller.games.registry import KINDS
from controller.house.events import FeltCompared
from controller.journal.keys import keys_for
from controller.journal.reader import JournalReader
from controller.journal.sealing import Recorded, SealedJournal
from ui.table_folder import TableFolder

HOUR_MS: Final = 3_600_000
_ROUTINE: Final = (TroubleCode.DOOR_OPEN, TroubleCode.LID_OPEN)
"""Decks go in and out through them."""


@frozen
class RoundAccount:
    """One round, or one hand."""

    number: int
    began_ms: int
    ended_ms: int
    ending: str
    wagered: Money
    held: Money
    """What the tray has gained, jackpot wagers aside; of a hand, the commission."""
    jackpot_in: Money = ZERO
    jackpot_out: Money = ZERO


@frozen
class Happening:
    """Something that is not routine."""

    at_ms: int
    round: int
    text: str


@frozen
class TableAccount:
    """One table in one shift."""

    name: str
    game: str
    rounds: tuple[RoundAccount, ...]
    happenings: tuple[Happening, ...]
    records: int

    def hours(self) -> float:
        """From the first wager to the last round that ended."""
        if not self.rounds:
            return 0.0
        return (self.rounds[-1].ended_ms - self.rounds[0].began_ms) / HOUR_MS

    def rounds_an_hour(self) -> float:
        hours = self.hours()
        return len(self.rounds) / hours if hours else 0.0

    def total(self, field_: str) -> Money:
        return Money(sum(int(getattr(one, field_)) for one in self.rounds))


class Told(NamedTuple):
    """What a record came to."""

    rounds: list[RoundAccount]
    happenings: list[Happening]


def read_table(
    folder: TableFolder, name: str, game: str, read: Callable[[Iterable[Recorded]], Told]
) -> TableAccount:
    """Beside whoever writes the record; `read` is how its game tells it."""
    keys = keys_for(folder.journal, None, create=False)
    recorded = list(SealedJournal(JournalReader(folder.journal), keys, *KINDS).events())
    told = read(recorded)
    return TableAccount(name, game, tuple(told.rounds), tuple(told.happenings), len(recorded))


def house_happening(event: Any) -> str:
    """What can happen at a table of any game, in words, where it is not routine."""
    match event:
        case FeltCompared():
            return "Recovered after an interruption; felt compared"
        case DeviceReported(over=False, code=code) if code not in _ROUTINE:
            return f"{spaced(event.device)}: {event.text}"
    return ""


def spaced(code: str) -> str:
    """`hand-fouled` as people write it."""
    return str(code).replace("-", " ").capitalize()
