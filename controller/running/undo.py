"""Which taps can be undone, until when and by whom: one line for every command.

Undo is no rewinding. It is another command, the opposite of the last one, on the same way past
the same powers and the same rules, and it stands in the record beside what it undoes. What others
have seen or hold in their hands (cards, money, a ruling) is never undone by a tap: it is put right
on record, by whom the rules name.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from controller.authority import Command, action_of, actors_for, people_for
from controller.domain.base import existing
from controller.domain.frozen import Frozen
from controller.floor import closing, drop_box, measures, opening, promotions, seats
from controller.games.game import Game
from controller.staff.powers import Nobody, NotAllowed
from controller.staff.roles import Actor, HouseReason, Reason

Opposite = Callable[[Any, Any], Command | None]
"""What undoes a command that was given at a table like this; none where a tap does not."""


class UndoRow(Frozen):
    """One command."""

    command: type
    undone_by: type | None
    """What puts it right; none where nothing does but what the next column says."""
    until: str
    label: str = ""
    """The tap in a word or two, as the Undo button names it."""
    opposite: Opposite | None = None
    """What the Undo button asks for; where there is none, it is not offered there."""

    @property
    def by(self) -> str:
        """By whom it is put right."""
        return people_for(self.undone_by) if self.undone_by else ""


_ENTRY: Final = "it stands: correct it with another entry"
KEYED: Final = "Card"
"""What the button says of a card that was keyed."""
TAPS_MAX: Final = 50
"""How many taps are remembered."""

# fmt: off
FLOOR: Final = (
    UndoRow(seats.TakeSeat,               seats.LeaveSeat,               "the player has wagered",  "Seat",             lambda _, taken: seats.LeaveSeat(taken.place)),
    UndoRow(closing.AnnounceClosing,      closing.WithdrawClosing,       "the table is closed",     "Closing notice",   lambda _, __: closing.WithdrawClosing()),
    UndoRow(opening.SetLowLimit,          opening.SetLowLimit,           "any time",                "Low limit",        lambda _, was: opening.SetLowLimit(not was.on)),
    UndoRow(drop_box.SwitchCash,          drop_box.SwitchCash,           "any time",                "Cash",             lambda _, was: drop_box.SwitchCash(not was.cashless)),
    UndoRow(measures.TakeCollusionMeasure, measures.LiftCollusionMeasure, "any time"),
    UndoRow(promotions.ShowPromotion,     promotions.EndPromotion,       "any time",                "Promotion",        lambda _, __: promotions.EndPromotion()),
)
"""Every other entry of the floor stands: what is wrong is put right by another entry."""
# fmt: on

_ROWS: Final = {row.command: row for row in FLOOR}


def row_of(game: Game, command: type) -> UndoRow:
    """The line of a command."""
    return game.undo_rows.get(command) or _ROWS.get(command) or UndoRow(command, None, _ENTRY)


def every_row(game: Game) -> tuple[UndoRow, ...]:
    """The whole table: what people may ask for where this game is played."""
    return tuple(row_of(game, command) for command in asked_for(game))


def asked_for(game: Game) -> tuple[Any, ...]:
    """Every command that people give."""
    kinds: tuple[Any, ...] = (*game.core.handlers, *game.floor.handlers, *game.orders)
    return tuple(kind for kind in kinds if not isinstance(kind.action, Nobody))


class Undoable(Frozen):
    """A tap, as the Undo button offers to undo it."""

    number: int
    """Counts taps: the button is about this one and no other."""
    what: str
    """In a few words."""
    by: Command
    """What is asked for."""


def reason_for(by: Command) -> Reason | None:
    """Keyed by mistake where that is a reason for it; else the likeliest."""
    action = action_of(by)
    fitting = action.reasons if action else ()
    return (
        HouseReason.KEYED_WRONG if HouseReason.KEYED_WRONG in fitting else next(iter(fitting), None)
    )


class LastTaps:
    """What can be undone of what was tapped, the latest first. Nothing of it is kept: after a start
    the screen is compared with the felt instead, and cards that were keyed are read off the table.

    A step of the game that stands lets everything before it stand. An entry of the floor says
    nothing of the game: what was tapped there can still be undone.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._taps: list[Undoable] = []
        self._number = 0

    def tapped(self, before: Any, command: Command, *, undoes: bool = False) -> None:
        """A tap was accepted at a table that was like this; or it undoes an earlier one."""
        self._number += 1
        if undoes:
            undone = next((tap for tap in reversed(self._taps) if tap.by == command), None)
            self._taps = [tap for tap in self._taps if tap is not undone]
            return
        row = row_of(self._game, type(command))
        back = row.opposite(before, command) if row.opposite else None
        if back is not None:
            tap = Undoable(self._number, _words(row, command), back)
            self._taps = [*self._taps[1 - TAPS_MAX :], tap]
        elif self._of_the_game(command):
            self._taps.clear()
        else:
            self._taps = [tap for tap in self._taps if self._of_the_game(tap.by)]

    def offer(self, table: Any, signed_on: Sequence[Actor] | None) -> Undoable | None:
        """What the button offers to these people at a table that is like this: the latest tap that
        they may undo. On the bench there is nobody to ask."""
        latest = next((tap for tap in reversed(self._taps) if self._of_the_game(tap.by)), None)
        if latest and not self._game.core.can(table, latest.by):
            self._taps = [tap for tap in self._taps if not self._of_the_game(tap.by)]
        taps = (*reversed(self._taps), *self._keyed(table))
        return next((tap for tap in taps if _theirs(tap.by, signed_on)), None)

    def _keyed(self, table: Any) -> tuple[Undoable, ...]:
        """The card that was keyed last, where it is not confirmed yet."""
        found = self._game.take_back_keyed(table)
        if found is None or not self._game.core.can(table, found):
            return ()
        return (Undoable(self._number, KEYED, found),)

    def _of_the_game(self, command: Command) -> bool:
        return type(command) in self._game.core.handlers


def _theirs(by: Command, signed_on: Sequence[Actor] | None) -> bool:
    if signed_on is None:
        return True
    action = existing(action_of(by), f"{by}: nobody's to ask for")
    return not isinstance(actors_for(action, reason_for(by), signed_on), NotAllowed)


def _words(row: UndoRow, command: Command) -> str:
    """`Decision, place 3`: what the tap was."""
    place = getattr(command, "place", None)
    return row.label if place is None else f"{row.label}, place {place}"
