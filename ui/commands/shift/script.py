"""The scripted shift: its tables one after the other."""

from pathlib import Path
from typing import Any, Final

from ui.commands.shift.account import TableAccount
from ui.commands.shift.bonus.chapters import BONUS_EVENINGS
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.desk import TournamentEvening
from ui.commands.shift.evening import Evening, Watcher
from ui.commands.shift.poker.chapters import POKER_EVENINGS

EVENINGS: Final[tuple[type[Evening[Any]], ...]] = (*BONUS_EVENINGS, *POKER_EVENINGS)


class Script:
    """One shift, every table on the same clock."""

    def __init__(self, folder: Path, clock: ShiftClock, watcher: Watcher, more: int = 4) -> None:
        self.evenings = [evening(folder, clock, watcher, more) for evening in EVENINGS]

        self.tournament = TournamentEvening(clock, watcher)

    @property
    def length(self) -> int:
        """In chapters."""
        return sum(len(evening.chapters) for evening in self.evenings) + self.tournament.chapters

    def play(self) -> None:
        """From the first table to the last, then the tournament."""
        for evening in self.evenings:
            evening.play()
        self.tournament.play()

    def accounts(self) -> list[TableAccount]:
        """What is on record of each table."""
        return [evening.account() for evening in self.evenings]
