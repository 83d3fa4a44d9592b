"""A tournament as folded from events: plain values."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from controller.domain.base import evolve, existing
from controller.domain.frozen import frozen
from controller.domain.instant import Instant
from controller.domain.money import ZERO, Money
from controller.tournament.format import Format
from controller.tournament.phases import Phase


class Seat(NamedTuple):
    """A seat of a table, `1.3` in words."""

    table: int
    number: int

    def __str__(self) -> str:
        return f"{self.table}.{self.number}"


class Moment(NamedTuple):
    """When a hand was played, by the order of hands; hand for hand several tables share one."""

    at: int = 0
    hand: int = 0
    """The how manieth of the table since it plays hand for hand; otherwise 0."""


class Fall(NamedTuple):
    """R69: in which hand a player lost the last chip, and with how many the hand began."""

    moment: Moment
    chips: Money


class EntryState(StrEnum):
    """What has become of an entry."""

    IN = "in"
    OUT = "out"
    DISQUALIFIED = "disqualified"


@frozen
class Entrant:
    """One entry: somebody who enters twice is there twice."""

    name: str
    stack: Money
    session: int = 1
    """26.1.e: which one it is for; of a later heat, the last one."""
    seat: Seat | None = None
    """The last one, once the player is out."""
    standing: EntryState = EntryState.IN
    fall: Fall | None = None
    """At 0, and out unless a re-buy comes (R71)."""
    added_on: bool = False
    away: bool = False
    """28.1: dealt in and blinded all the same."""
    cut: tuple[int, ...] = ()
    """The ranks of the cards cut so far."""

    @property
    def is_in(self) -> bool:
        """Neither out nor disqualified; perhaps at 0."""
        return self.standing is EntryState.IN


class Counted(NamedTuple):
    """The stacks of a table before and after a hand, by name."""

    moment: Moment
    before: tuple[tuple[str, Money], ...]
    after: tuple[tuple[str, Money], ...]
    commission: Money


@frozen
class TableState:
    """A table of the tournament."""

    number: int
    hands: int = 0
    """Played in this session."""
    in_step: int = 0
    """Played since hand for hand began."""
    level: int | None = None
    """Index of the level of the hand in progress; None: no hand is in progress."""
    last: Counted | None = None
    """The last hand."""
    big: int | None = None
    """The seat of the last big blind, where the table has told it."""


@frozen
class Clock:
    """The clock of the session."""

    level: int
    """Index of the level that the next hands are played at."""
    left_ms: int
    """Of the level, when the clock was last set."""
    played_ms: int
    """How long it had run by then."""
    since: Instant | None
    """When it was set and has run since; None: it stands."""


@frozen
class Books:
    """Money taken in and chips handed out, in cents, since the beginning."""

    entries: Money = ZERO
    buyins: Money = ZERO
    rebuys: Money = ZERO
    addons: Money = ZERO
    issued: Money = ZERO
    """Chips given to players."""
    pocketed: Money = ZERO
    """28.2: forfeited and taken out of play."""
    taken: Money = ZERO
    """34.1, R70: tournament chips of the disqualified."""
    kept: Money = ZERO
    """33.1, 34.1: value chips that players have taken along."""
    returned: Money = ZERO
    """Tournament chips handed back at the end of a heat."""
    commission: Money = ZERO
    """32.2: deducted from pots."""
    coloured: Money = ZERO
    """What colouring up has added to stacks, less what it has taken off."""


@frozen
class Desk:
    """The tournament desk."""

    form: Format
    phase: Phase = Phase.OPEN
    published: bool = False
    entrants: tuple[Entrant, ...] = ()
    """In the order of their entry."""
    tables: tuple[TableState, ...] = ()
    moment: Moment = Moment()
    rebuys_closed: bool = False
    rebuys: int = 0
    addons: int = 0
    disqualified: tuple[str, ...] = ()
    clock: Clock | None = None
    """Since the start."""
    heat: int = 1
    session: int = 1
    """Counted from the first of the first heat."""
    books: Books = Books()

    def entrant(self, name: str) -> Entrant:
        """An entry by its name."""
        return existing(self.find(name), f"{name} has not entered")

    def find(self, name: str) -> Entrant | None:
        """An entry, if there is one of that name."""
        return next((entrant for entrant in self.entrants if entrant.name == name), None)

    def players(self, table: int) -> Iterator[Entrant]:
        """Those who sit at a table, in the order of their entry; perhaps at 0."""
        return (
            entrant
            for entrant in self.entrants
            if entrant.is_in and entrant.seat is not None and entrant.seat.table == table
        )

    def sitter(self, seat: Seat) -> Entrant | None:
        """Who sits there."""
        return next((one for one in self.players(seat.table) if one.seat == seat), None)

    def table(self, number: int) -> TableState:
        """A table; nothing has been played at one that is not known yet."""
        found = (table for table in self.tables if table.number == number)
        return next(found, TableState(number))

    def table_numbers(self) -> list[int]:
        """Tables at which somebody with chips sits, lowest first."""
        return sorted(
            {one.seat.table for one in self.entrants if one.is_in and one.stack and one.seat}
        )


def rebuys_open(desk: Desk) -> bool:
    """29.2.a: the re-buy period lasts from the start until it is closed."""
    return desk.form.rebuys and not desk.rebuys_closed


def with_entrant(desk: Desk, name: str, **changes: Any) -> Desk:
    """All of them, one changed."""
    return with_entrants(desk, {name: changes})


def with_entrants(desk: Desk, changed: Mapping[str, Mapping[str, Any]]) -> Desk:
    """All of them, some changed."""
    return evolve(
        desk,
        entrants=tuple(
            evolve(entrant, **changed[entrant.name]) if entrant.name in changed else entrant
            for entrant in desk.entrants
        ),
    )


def with_table(desk: Desk, number: int, **changes: Any) -> Desk:
    """All of them, one changed or new."""
    others = [table for table in desk.tables if table.number != number]
    changed = evolve(desk.table(number), **changes)
    return evolve(desk, tables=tuple(sorted((*others, changed), key=lambda table: table.number)))


def booked(desk: Desk, **added: int) -> Desk:
    """So much more in the books."""
    books = desk.books
    return evolve(
        desk, books=evolve(books, **{key: getattr(books, key) + n for key, n in added.items()})
    )
