"""What now: the one step that takes a game on, for everybody who shows it or does it.

A game lists its steps in one table (`Steps`), a row each. A row says when the step applies, what
the dealer is told, what the button stands for, what the keypad's keys mean, what a table with a
screen does by itself, and which rule is behind it. It has all of these parts or cannot be made.
What a row comes to at a table is the `NextStep`. Whoever follows the steps goes by its name, which
stays the same when the sentence about it changes.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from enum import Enum
from typing import Any, Final, Generic, NamedTuple, TypeVar

from controller.authority import Command
from controller.domain.base import BrokenInvariant
from controller.domain.frozen import Frozen
from controller.domain.refusals import Refused
from controller.floor.base import Command as FloorCommand
from controller.floor.deck_steps import Step, device, next_step
from controller.floor.decks import CutDeck, ShuffleDeck
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import verify_round
from controller.floor.state import Floor

DIGITS: Final = frozenset("0123456789")
UNDO: Final = "undo"
"""Keys at the dealer's hand that mean the same in every step."""

T = TypeVar("T", bound=Any)
"""The table of a game."""
H = TypeVar("H")
"""The house of a table where it is played."""


class Meaning(Frozen):
    """What a press of a key at the dealer's hand comes to."""

    command: Command
    takes_back: bool = False
    """What stands is keyed once more, and so taken back."""
    amount: str = ""
    """Of the command, what digits that were keyed before replace; empty where it has no amount."""
    unit: int = 1
    """What the last digit stands for, in cents."""
    needs_amount: bool = False
    """Does it mean nothing without digits?"""


Keys = Mapping[str, Meaning]
"""What the keys at the dealer's hand mean, by their names; nothing of those that are dark."""


class NextStep(Frozen):
    """The step that a table is at."""

    name: Enum | None = None
    """By which it is known; a game has names of its own. None where nothing is played."""
    command: Command | None = None
    """What the dealer's one large button stands for; none where the table waits for cards out of a
    device."""
    refused: Refused | None = None
    """Why it would be refused now."""
    unread: tuple[int, ...] = ()
    """Cards that have to be keyed first, by the order in which they left the device."""
    cards_due: int = 0
    """How many cards may still leave the device now; by hand, how many the dealer is to deal."""
    keys: Keys = field(default_factory=dict)
    ahead: Command | None = None
    """What a table with a screen does by itself, if it may."""


class Row(NamedTuple, Generic[T, H]):
    """One step; or, with its button `behind`, what the dealer is told that stops the step."""

    name: Enum
    phases: Collection[Enum]
    when: Callable[[T], object]
    """Does it apply, in one of these phases?"""
    says: Callable[[T], Any]
    """What the dealer is told, read off a table without its face-down cards."""
    button: Callable[[H], Command | None]
    """The one command that takes the game on."""
    keys: Callable[[T, Command | None], Keys]
    """What the keypad's keys mean, beside a button that stands for this command."""
    ahead: Callable[[H], Command | None]
    """What a table with a screen does by itself, if it may."""
    rule: str
    """The rule behind it."""


def always(_: object) -> bool:
    """The last row of a phase: there is always a step."""
    return True


def behind(*_: object) -> Any:
    """In a row that stops a step: what the row of that step has here, which waits as it is."""
    raise BrokenInvariant("the step behind was not looked for")


class Steps(Generic[T, H]):
    """Every step of a game. The first row of a phase that applies is the one."""

    def __init__(self, phases: Iterable[Enum], rows: tuple[Row[T, H], ...]) -> None:
        self.rows = rows
        self._rows = {phase: [row for row in rows if phase in row.phases] for phase in phases}
        for phase, found in self._rows.items():
            if not found or found[-1].when is not always or found[-1].button is behind:
                last = found[-1].name if found else "no row"
                raise BrokenInvariant(f"{phase}: {last} seen last, a step that always is expected")

    def guide_row(self, table: T) -> Row[T, H]:
        """The row that the dealer is told about: the step, or what stops it."""
        return next(row for row in self._rows[table.phase] if row.when(table))

    def step_row(self, table: T) -> Row[T, H]:
        """The step itself."""
        rows = self._rows[table.phase]
        return next(row for row in rows if row.button is not behind and row.when(table))


def deck_step(floor: Floor) -> FloorCommand | None:
    """Where nothing is missing but a deck that the dealer shuffles or cuts by hand."""
    refused = verify_round(floor, floor.seen)
    if refused is None or refused.refusal is not FloorRefusal.DECK_NOT_READY:
        return None
    for deck in floor.decks_here():
        match next_step(floor, deck):
            case Step.SHUFFLE:
                return ShuffleDeck(deck.name)
            case Step.CUT:
                return CutDeck(deck.name)
    return None


def deck_steps(floor: Floor) -> tuple[FloorCommand, ...]:
    """All that the dealer still does by hand to a deck that no device shuffles after."""
    match None if device(floor) else deck_step(floor):
        case ShuffleDeck() as shuffle:
            return shuffle, CutDeck(shuffle.deck)
        case CutDeck() as cut:
            return (cut,)
    return ()
