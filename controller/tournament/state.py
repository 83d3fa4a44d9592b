"""A tournament as folded from events: plain values."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from controller.domain.base import evolve, existing
from controller.domain.cards import Card
from controller.domain.frozen import Frozen
from controller.domain.instant import Instant
from controller.domain.money import ZERO, Money
from controller.tournament.format import Format, Level
from controller.tournament.phases import Phase


class Seat(NamedTuple):
    """A seat of a table, `1.3` in words."""

    table: int
    number: int

    def __str__(self) -> str:
        return f"{self.table}.{self.number}"


class Moment(NamedTuple):
    """When a hand was played: by its end, then by the order of hands; hand for hand several tables
    share one."""

    at_ms: int = 0
    """Wall time of its end, where a table has reported it; a report may come late."""
    at: int = 0
    hand: int = 0
    """Its number at the table since hand for hand began; otherwise 0."""

    def then(self, at_ms: int = 0) -> "Moment":
        """The next one, which ended at this time, or after all that are known."""
        return Moment(at_ms or self.at_ms, self.at + 1)


class Fall(NamedTuple):
    """R69: in which hand a player lost the last chip, and with how many the hand began."""

    moment: Moment
    chips: Money


class Purchase(NamedTuple):
    """Chips bought since the last hand, with what a mistake would take back."""

    paid: Money
    chips: Money
    fall: Fall | None
    """Of a re-buy: how the player came to be at 0; of an add-on there is none."""


class EntryState(StrEnum):
    """What has become of an entry."""

    IN = "in"
    OUT = "out"
    DISQUALIFIED = "disqualified"


class Entrant(Frozen):
    """One entry: somebody who enters twice is there twice."""

    name: str
    stack: Money
    session: int = 1
    """26.1.e: which one it is for; of a later heat, the last one."""
    fees: Money = ZERO
    """Paid for the entry, re-buys and add-ons."""
    seat: Seat | None = None
    """The last one, once the player is out."""
    standing: EntryState = EntryState.IN
    fall: Fall | None = None
    """At 0, and out unless a re-buy comes (R71)."""
    bought: Purchase | None = None
    added_on: bool = False
    pocketed: Money = ZERO
    """28.2: forfeited so far."""
    lost: Money = ZERO
    """34.1: with how much the player was disqualified."""
    away: bool = False
    """28.1: dealt in and blinded all the same."""
    visit: int = 0
    """How often this player has sat down at a seat or got up from one."""
    won: Money = ZERO
    """What the hands have made of the chips since, more or less than nothing."""
    cut: tuple[Card, ...] = ()
    """The cards cut so far."""

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


class Link(Frozen):
    """What the desk knows of a table that has a console of its own."""

    taken: int
    """How many of its reports are in the books."""
    held_since: int | None = None
    """Since which order it has been told to begin no hand; none: it may."""
    stands: int = 0
    """The last order by which it was seen between hands, all of them reported."""
    by_desk: bool = False
    """Its console is out of use, and the desk runs it."""

    @property
    def waits(self) -> bool:
        """Is it known to be between hands, and to stay there?"""
        return self.by_desk or self.stood

    @property
    def stood(self) -> bool:
        """Has it said so itself?"""
        return self.held_since is not None and self.stands >= self.held_since


class TableState(Frozen):
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
    """The seat of the last big blind, where the table has reported it."""
    chip: Money | None = None
    """The smallest chip since it was coloured up."""
    uncounted: Money | None = None
    """Run by pots, since the last count: the chips of those who have gone out, whoever won them;
    None: every stack is known."""
    link: Link | None = None
    """None: everything about it is entered at the desk."""

    @property
    def reports(self) -> bool:
        """Does it report its hands by itself?"""
        return self.link is not None and not self.link.by_desk


class Clock(Frozen):
    """The clock of the session."""

    level: int
    """Index of the level that the next hands are played at."""
    left_ms: int
    """Of the level, when the clock was last set."""
    played_ms: int
    """How long it had run by then."""
    since: Instant | None
    """When it was set and has run since; None: it stands."""


class Books(Frozen):
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
    refunded: Money = ZERO
    """26.1: of all that was paid, when the event was cancelled."""
    coloured: Money = ZERO
    """What colouring up has added to stacks, less what it has taken off."""


class Desk(Frozen):
    """The tournament desk."""

    form: Format
    number: int = 1
    """Of the stage that the record is at: one more with every phase and every level."""
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
    held: tuple[int, ...] = ()
    """Tables that are to begin no hand, for the desk has something to do there."""
    changes: int = 0
    """How many events there were: orders to tables are numbered by it."""
    clock: Clock | None = None
    """Since the start."""
    heat: int = 1
    session: int = 1
    """Counted from the first of the first heat."""
    books: Books = Books()

    @property
    def rules(self) -> Format:
        """What is played by, as the house calls it."""
        return self.form

    @property
    def at_rest(self) -> bool:
        """The desk is between two entries, always: nothing is under way that a stop could cut."""
        return True

    @property
    def level(self) -> Level | None:
        """The one that the next hands are played at; none before the start and without levels."""
        return self.form.levels[self.clock.level] if self.clock and self.form.levels else None

    @property
    def on_break(self) -> bool:
        """Does the clock say that nobody plays?"""
        return self.level is not None and self.level.is_break

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

    def between_hands(self, number: int) -> bool:
        """Is it certain that no hand is in progress at a table? A table that reports by itself must
        have said that it waits, as long as two players could play."""
        table = self.table(number)
        if table.link is None or table.link.waits:
            return table.level is None
        return sum(one.stack > 0 for one in self.players(number)) < 2

    def uncounted(self) -> list[int]:
        """Tables run by pots where nobody knows the stacks."""
        return [table.number for table in self.tables if table.uncounted is not None]

    def table_numbers(self) -> list[int]:
        """Tables at which somebody with chips sits, lowest first."""
        return sorted(
            {one.seat.table for one in self.entrants if one.is_in and one.stack and one.seat}
        )


def rebuys_open(desk: Desk) -> bool:
    """29.2.a: the re-buy period lasts from the start until it is closed."""
    return desk.form.rebuys and not desk.rebuys_closed


def with_entrant(desk: Desk, name: str, **changes: Any) -> Desk:
    """The desk with one entry changed."""
    return with_entrants(desk, {name: changes})


def with_entrants(desk: Desk, changed: Mapping[str, Mapping[str, Any]]) -> Desk:
    """The desk with some entries changed."""
    return evolve(
        desk,
        entrants=tuple(
            evolve(entrant, **changed[entrant.name]) if entrant.name in changed else entrant
            for entrant in desk.entrants
        ),
    )


def got_up(desk: Desk, name: str, **changes: Any) -> Desk:
    """Somebody sits down, or is no longer there: the chips are counted anew from here."""
    return with_entrant(desk, name, visit=desk.entrant(name).visit + 1, won=ZERO, **changes)


def with_table(desk: Desk, number: int, **changes: Any) -> Desk:
    """The desk with one table changed or added."""
    others = [table for table in desk.tables if table.number != number]
    changed = evolve(desk.table(number), **changes)
    return evolve(desk, tables=tuple(sorted((*others, changed), key=lambda table: table.number)))


def booked(desk: Desk, **added: int) -> Desk:
    """These amounts added to the books."""
    books = desk.books
    return evolve(
        desk, books=evolve(books, **{key: getattr(books, key) + n for key, n in added.items()})
    )
