"""The pages of the desk: players, tables, moves, prizes; a tile each, so many at a time."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.domain.words import counted, dollars
from controller.games.desk.steps import breaks
from controller.running.snapshot import FINAL_MS
from controller.tournament.balance import move_due
from controller.tournament.format import chips
from controller.tournament.phases import IN_PLAY, Phase
from controller.tournament.places import ranking
from controller.tournament.prizes import Won, money, prize_list, won
from controller.tournament.state import Desk, Entrant, EntryState, Seat, TableState, rebuys_open
from ui.bridge import Bridge
from ui.games.desk.rows import PLAYER, TABLE, desk_shown, tables_of
from ui.games.desk.viewmodels.about import AboutViewModel
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.drawn import Drawn, Dwell
from ui.viewmodels.paging import page_of

FIT: Final = 16
"""Four columns of four."""
FIT_WITH_KEYS: Final = 14
"""The last two cells are for the keys that show the others."""


class Page(StrEnum):
    """What the desk looks at."""

    PLAYERS = "players"
    TABLES = "tables"
    MOVES = "moves"
    PRIZES = "prizes"


@frozen
class Tile:
    """One player, table, move or place."""

    code: str
    text: str
    note: str
    state: str = ""
    """`act`: a person must act; `good`; `out`; otherwise nothing special."""
    key: str = ""
    """What one tap sells; empty where there is nothing to sell."""
    taps: bool = True


@frozen
class PagesProps:
    """The page that is open."""

    page: str = Page.PLAYERS
    tiles: tuple[Tile, ...] = ()
    more: str = ""
    """Which of how many; empty where all are there."""
    counts: tuple[str, ...] = ("0", "0", "0", "0")
    """The figure under the name of each page."""
    empty: str = ""
    """The text where there is nothing to see."""
    only: str = ""
    """The table whose players are shown."""


# Players


def players(desk: Desk, only: int = 0) -> list[Tile]:
    """Players at 0 first, then those without a seat, then by seat; at last those out, by place."""
    places = {one.name: place for place, one in enumerate(ranking(desk), 1)}
    there = [one for one in desk.entrants if not only or (one.seat and one.seat.table == only)]
    there.sort(key=lambda one: _order(one, places))
    return [_player(desk, one, places) for one in there]


def _order(one: Entrant, places: dict[str, int]) -> tuple[bool, bool, bool, Seat | int]:
    if not one.is_in:
        return True, False, one.name not in places, places.get(one.name, 0)
    return False, one.stack > 0, one.seat is not None, one.seat or Seat(0, 0)


def _player(desk: Desk, one: Entrant, places: dict[str, int]) -> Tile:
    where = f"{one.seat}" if one.seat else "no seat"
    if one.standing is EntryState.DISQUALIFIED:
        return Tile(one.name, one.name, "disqualified", "out")
    if one.standing is EntryState.OUT:
        return Tile(one.name, one.name, f"out, place {places[one.name]}", "out")
    if not one.stack:
        sells = f"Re-buy {dollars(desk.form.entry)}" if rebuys_open(desk) else ""
        return Tile(one.name, one.name, f"{where} · no chips", "act", sells)
    if one.session != desk.session:
        return Tile(one.name, one.name, f"session {one.session} · {chips(one.stack)}")
    state = "act" if one.seat is None else ""
    away = " · away" if one.away else ""
    return Tile(one.name, one.name, f"{where} · {chips(one.stack)}{away}", state)


# Tables


def tables(desk: Desk) -> list[Tile]:
    return [_table(desk, desk.table(number)) for number in tables_of(desk)]


def _table(desk: Desk, table: TableState) -> Tile:
    stacks = [one.stack for one in desk.players(table.number) if one.stack]
    average = f" · average {chips(sum(stacks) // len(stacks) // 100 * 100)}" if stacks else ""
    note = f"{counted(len(stacks), 'player')}{average}\n{table_state(desk, table)}"
    waits = table.number in desk.held or (table.link is not None and table.link.by_desk)
    return Tile(str(table.number), f"Table {table.number}", note, "act" if waits else "")


def table_state(desk: Desk, table: TableState) -> str:
    """Its hand, and its link to the desk."""
    if table.link is None:
        entered = f"{counted(table.hands, 'hand')} entered"
        return "hand in progress" if table.level is not None else entered
    if table.link.by_desk:
        return "run from the desk"
    if table.link.waits:
        return f"waiting, {counted(table.link.taken, 'hand')}"
    plays = f"playing, {counted(table.link.taken, 'hand')}"
    return "finishing its hand" if table.number in desk.held else plays


# Moves


Moved = tuple[str, Seat | None, Seat]


def moved(before: Desk, after: Desk) -> list[Moved]:
    """Players who were given another seat."""
    was = {one.name: one.seat for one in before.entrants}
    return (
        [
            (one.name, was.get(one.name), one.seat)
            for one in after.entrants
            if one.is_in and one.seat and was.get(one.name, one.seat) != one.seat
        ]
        if after.phase in IN_PLAY
        else []
    )


def moves(desk: Desk, made: tuple[Moved, ...]) -> Iterator[Tile]:
    """What has to be done, then whom to send where."""
    due = move_due(desk) if desk.phase is not Phase.OPEN else None
    broken = breaks(desk) if desk.phase is not Phase.OPEN else None
    if broken is not None:
        yield Tile("break", f"Break table {broken}", "its players fit elsewhere", "act", taps=False)
    elif due is not None:
        yield Tile(
            "due", f"{due.name} to {due.seat}", f"from {due.left}: balance", "act", taps=False
        )
    for name, left, seat in made:
        sits = desk.find(name)
        if sits is None or not sits.is_in or sits.seat != seat:
            continue  # nobody is to be sent there any more
        note = f"from {left}: tap when done" if left else "tap when seated"
        yield Tile(name, f"{name} to {seat}", note, "good")


# Prizes


def prizes(desk: Desk) -> list[Tile]:
    """The list before the end; then who has won what."""
    if desk.phase is Phase.DECIDED:
        return [_won(one) for one in won(desk)]
    kinds = {prize.place: prize.what for prize in desk.form.in_kind}
    cash = prize_list(desk) if desk.entrants else []
    return [
        Tile(str(n), f"{n}. {dollars(amount)}", kinds.get(n, "prize"), taps=False)
        for n, amount in enumerate(cash, 1)
    ]


def prize_won(one: Won) -> str:
    """`$200 and a watch`; nothing where there was no prize."""
    return " and ".join([*([dollars(one.cash)] if one.cash else []), *one.in_kind])


def _won(one: Won) -> Tile:
    prize = prize_won(one)
    note = prize or chips(one.chips)
    return Tile(
        str(one.place), f"{one.place}. {one.name}", note, "good" if prize else "", taps=False
    )


EMPTY: Final = {
    Page.PLAYERS: "Nobody has entered yet. Tap “Enter players”.",
    Page.TABLES: "No table has players yet.",
    Page.MOVES: "Nobody has to move.",
    Page.PRIZES: "The prizes appear with the first entry.",
}


def derive_pages(
    desk: Desk, page: Page, turn: int = 0, made: tuple[Moved, ...] = (), only: int = 0
) -> PagesProps:
    """One page of tiles."""
    every: dict[Page, list[Tile]] = {
        Page.PLAYERS: players(desk, only),
        Page.TABLES: tables(desk),
        Page.MOVES: list(moves(desk, made)),
        Page.PRIZES: prizes(desk),
    }
    tight = only or len(every[page]) > FIT
    found = page_of(every[page], turn, FIT_WITH_KEYS if tight else FIT)
    left = sum(one.is_in and one.stack > 0 for one in desk.entrants)
    return PagesProps(
        page=page,
        tiles=found.rows,
        more=found.text,
        counts=(
            f"{left} of {len(desk.entrants)}",
            str(len(tables_of(desk))),
            str(len(every[Page.MOVES])),
            dollars(money(desk).prizes),
        ),
        empty="" if found.rows else EMPTY[page],
        only=f"Table {only}" if only and page is Page.PLAYERS else "",
    )


@qml_element
class PagesViewModel(ViewModel):
    """The page that is open; only a re-buy reaches the controller."""

    shows = PagesProps

    def __init__(self, bridge: Bridge, about: AboutViewModel, drawn: Drawn) -> None:
        super().__init__(bridge)
        self._about, self._stands = about, Dwell(drawn)
        self._page, self._turn, self._only = Page.PLAYERS, 0, 0
        self._made: tuple[Moved, ...] = ()
        about.listed.connect(self.show_table)

    def derive(self, shown: Shown) -> PagesProps:
        desk = desk_shown(shown)
        props = derive_pages(desk, self._page, self._turn, self._made, self._only)
        self._stands.means(tuple((one.code, one.key) for one in props.tiles))
        return props

    def update(self, shown: Shown) -> None:
        """A player with a new seat stays on the list until somebody confirms it."""
        if self.shown is not None:
            made = moved(desk_shown(self.shown), desk_shown(shown))
            names = {name for name, _, _ in made}
            self._made = (*(one for one in self._made if one[0] not in names), *made)
        super().update(shown)

    @Slot(str)
    def open(self, page: str) -> None:
        self._page, self._turn, self._only = Page(page), 0, 0
        self.refresh()

    @Slot()
    def turn(self) -> None:
        """The next tiles."""
        self._turn += 1
        self.refresh()

    def show_table(self, table: int) -> None:
        """The players of one table."""
        self._page, self._turn, self._only = Page.PLAYERS, 0, table
        self.refresh()

    @Slot(str)
    def tap(self, code: str) -> None:
        if self._page is Page.PLAYERS:
            self._about.open_about(PLAYER, code)
        elif self._page is Page.TABLES:
            self._about.open_about(TABLE, code)
        elif self._page is Page.MOVES and self._stands.stood(FINAL_MS):
            self._made = tuple(one for one in self._made if one[0] != code)
            self.refresh()

    @Slot(str)
    def sell(self, name: str) -> None:
        """29.2: one tap on a player who is at 0. The next one slides under the finger: a double tap
        sells nothing to them."""
        if self._stands.stood(FINAL_MS):
            self._about.sell(name)
