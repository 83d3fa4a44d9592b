"""The games that this house has. Nothing else that is neutral knows which they are."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

from controller.games.bonus.game import BONUS
from controller.games.desk.game import DESK
from controller.games.game import Game
from controller.games.poker.game import POKER
from controller.games.roster import Roster
from controller.house.fold import kinds_of_record
from controller.journal.codec import Undecodable
from controller.journal.recorder import Record
from controller.journal.sealing import SealedJournal
from controller.staff.powers import Action, HouseAction

GAMES: Final[Roster[Game]] = Roster(BONUS, POKER)
"""What is played at tables."""


def on_record() -> Iterator[Game]:
    """Whatever keeps a record: every game of a table, and the tournament desk."""
    yield from GAMES
    yield DESK


class _Kinds(Iterable[Any]):
    """Of all that is there, whenever it is counted."""

    def __iter__(self) -> Iterator[Any]:
        return iter(kinds_of_record(*on_record()))


KINDS: Final = _Kinds()
"""Every kind of event in the record of a table or desk."""


def every_action() -> Iterator[Action]:
    """The whole powers table: the lines of the house, then those of each game."""
    yield from HouseAction
    for game in on_record():
        yield from game.actions


def house_in(journal: SealedJournal, checkpoint: Record) -> Any:
    """The house as a checkpoint holds it, whichever game is played there."""
    first, *others = on_record()
    try:
        return journal.state_in(checkpoint, first.house)
    except Undecodable:
        for game in others:
            with suppress(Undecodable):
                return journal.state_in(checkpoint, game.house)
        raise
