"""The facts of the table's "only if" column, read off the folded table."""

from collections.abc import Callable
from typing import Final

from controller.games.poker.showdown import undecided
from controller.games.poker.state import Table


def two_dealt_in(table: Table) -> bool:
    """4.2, R57: a hand takes at least two."""
    return len(table.playing().players) > 1


def wagers_drawn_in(table: Table) -> bool:
    """13.9: the betting round is over, and what was not called has gone back."""
    return table.playing().drawn_in


def several_in(table: Table) -> bool:
    """9.2: the pot is not won yet."""
    return table.playing().count_in() > 1


def one_left(table: Table) -> bool:
    """8.2.a: one player remains in the game."""
    return table.playing().count_in() == 1


def _out(count: int) -> Callable[[Table], bool]:
    """So many communal cards are out, or the dealer reports those of the street as wrong."""

    def out(table: Table) -> bool:
        board = table.playing().laid
        return board == count or board == (0 if count == 3 else count - 1)

    return out


three_out: Final = _out(3)
four_out: Final = _out(4)
five_out: Final = _out(5)


def five_up(table: Table) -> bool:
    """1.1: the board is complete."""
    return table.playing().laid == 5


def hands_shown(table: Table) -> bool:
    """10.1: every hand still in is tabled or passed in."""
    return next(undecided(table), None) is None
