"""Tables under one roof: seats drawn, tables balanced and broken, the redraw for a final.

No dice are thrown here. The desk says which seat cards there are (`pack`); they are shuffled and
drawn outside, and come back in the order in which they were drawn.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Final, NamedTuple

from controller.domain.base import existing
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.ending import unseated
from controller.tournament.hands import out_without_rebuy
from controller.tournament.phases import IN_PLAY, Phase
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal, not_in_play, refused_now
from controller.tournament.seating import Cause, SeatTaken, between_hands, move, seat_of
from controller.tournament.state import Desk, Entrant, Seat, got_up

Cards = tuple[Seat, ...]
NO_SEAT_LEFT: Final = (
    "Set up another table, or withdraw the entries that have no seat. While re-buys are open they "
    "can enter again and wait for a seat."
)


class DrawSeats(Command, action=DeskAction.SEAT_PLAYER):
    """Those without a seat draw one each, in the order of their entry, as long as there are any."""

    cards: Cards


class BalanceTables(Command, action=DeskAction.BALANCE_TABLES):
    """The one move that is due: from the fullest table to the emptiest."""


class BreakTable(Command, action=DeskAction.BREAK_TABLE):
    """A table is broken: its players draw seats at the others, lowest seat first."""

    table: int
    cards: Cards


class RedrawSeats(Command, action=DeskAction.REDRAW_SEATS):
    """All who are left draw new seats, as for a final."""

    cards: Cards


class SeatsRedrawn(Event):
    seats: tuple[tuple[str, Seat], ...]


class Due(NamedTuple):
    """A move, and why."""

    name: str
    left: Seat
    seat: Seat
    why: str


def _with_chips(desk: Desk, table: int) -> list[Entrant]:
    return [one for one in desk.players(table) if one.stack]


def _sits(one: Entrant) -> bool:
    return one.is_in and one.seat is not None


def pack(taken: Iterable[Seat], tables: Iterable[int], count: int, seats: int) -> list[Seat]:
    """This many free seats at these tables, always at the emptiest one, lowest seat first."""
    gone, cards = set(taken), list[Seat]()
    filled = Counter(seat.table for seat in gone)
    free = {
        table: [n for n in range(1, seats + 1) if Seat(table, n) not in gone]
        for table in sorted(set(tables))
    }
    for _ in range(count):
        having = [table for table, numbers in free.items() if numbers]
        if not having:
            break
        table = min(having, key=lambda one: (filled[one], one))
        cards.append(Seat(table, free[table].pop(0)))
        filled[table] += 1
    return cards


def cards_to_draw(desk: Desk, tables: Iterable[int]) -> list[Seat]:
    """The seat cards for those who have no seat yet."""
    taken = [seat_of(one) for one in desk.entrants if one.is_in and one.seat]
    return pack(taken, tables, len(unseated(desk)), desk.form.seats)


def tables_to_fill(desk: Desk) -> list[int]:
    """Where seats are drawn, at no more tables than are set. In play at those that play, and at one
    more where they are full; before, at all that are set, unless so few players would be left
    at some that they could not play: then at as many as are needed."""
    players = sum(one.is_in and one.session == desk.session for one in desk.entrants)
    needed = max(1, -(-players // desk.form.seats))
    needed = min(needed, desk.form.tables or needed)
    if desk.phase is Phase.OPEN:
        filled = desk.heat == 1 and players >= 2 * desk.form.tables
        return list(range(1, 1 + (desk.form.tables if filled and desk.form.tables else needed)))
    playing = desk.table_numbers()
    others = (number for number in range(1, 1 + needed) if number not in playing)
    return sorted([*playing, *islice(others, max(0, needed - len(playing)))])


def seats_to_draw(desk: Desk) -> list[Seat]:
    """What a draw is of now; fewer than those without a seat where the tables are full."""
    return cards_to_draw(desk, tables_to_fill(desk))


def cards_to_break(desk: Desk, table: int) -> list[Seat]:
    """The seat cards for the players of a table that is broken."""
    others = [one for one in desk.table_numbers() if one != table]
    taken = [seat_of(one) for other in others for one in desk.players(other)]
    return pack(taken, others, len(_with_chips(desk, table)), desk.form.seats)


def cards_to_redraw(desk: Desk, tables: Iterable[int]) -> list[Seat]:
    """The seat cards for everybody with chips."""
    count = sum(one.stack > 0 and _sits(one) for one in desk.entrants)
    return pack((), tables, count, desk.form.seats)


def clockwise(start: int, seats: int) -> list[int]:
    """Every seat once, from the one on the left of `start`."""
    return [number % seats + 1 for number in range(start, start + seats)]


def next_big_blind(desk: Desk, table: int) -> Entrant:
    """Who is in the big blind next: the first with chips on the left of the last one."""
    sitting = {seat_of(one).number: one for one in _with_chips(desk, table)}
    order = clockwise(desk.table(table).big or desk.form.seats, desk.form.seats)
    return next(sitting[number] for number in order if number in sitting)


def worst_free_seat(desk: Desk, table: int) -> Seat | None:
    """Where the big blind comes soonest: the first free seat on the left of the last big blind."""
    taken = {seat_of(one).number for one in desk.players(table)}
    order = clockwise(desk.table(table).big or desk.form.seats, desk.form.seats)
    return next((Seat(table, number) for number in order if number not in taken), None)


def move_due(desk: Desk) -> Due | None:
    """Who moves where, and why; None where no table with a free seat has two players fewer than
    another: whoever may buy again keeps a seat, so that even the emptiest can be full."""
    counts = Counter(seat_of(one).table for one in desk.entrants if one.stack and _sits(one))
    if not counts:
        return None
    fullest = max(counts, key=lambda table: (counts[table], -table))
    free = {table: seat for table in counts if (seat := worst_free_seat(desk, table))}
    emptiest = min(free, key=lambda table: (counts[table], table), default=fullest)
    if counts[fullest] - counts[emptiest] < 2:
        return None
    mover = next_big_blind(desk, fullest)
    why = (
        f"Table {fullest} has {counts[fullest]} players and table {emptiest} {counts[emptiest]}: "
        "the next big blind moves, to where it comes soonest."
    )
    if unknown := [one for one in (fullest, emptiest) if desk.table(one).big is None]:
        why += f" The big blind of table {unknown[0]} was never reported: look there first."
    return Due(mover.name, seat_of(mover), free[emptiest], why)


def table_to_break(desk: Desk) -> int | None:
    """The last table, where the players fit at the others; whoever may buy again keeps a seat."""
    tables = desk.table_numbers()
    count = sum(_sits(one) for one in desk.entrants)
    fits = len(tables) > 1 and count <= (len(tables) - 1) * desk.form.seats
    return tables[-1] if fits else None


def _these(cards: Cards, expected: list[Seat]) -> Refused | None:
    if sorted(cards) == sorted(expected):
        return None
    listed = ", ".join(map(str, expected)) or "none"
    return Refused(DeskRefusal.NOT_THE_PACK, "26.1.f", f"Expected cards for these seats: {listed}.")


def _tables(cards: Cards) -> set[int]:
    return {card.table for card in cards}


def _verify_draw(desk: Desk, command: DrawSeats, _: Asking) -> Refused | None:
    if refused := refused_now(desk, "before the end of play", Phase.OPEN, *IN_PLAY):
        return refused
    if len(command.cards) >= len(unseated(desk)):
        return _these(command.cards, cards_to_draw(desk, _tables(command.cards)))
    if not (expected := seats_to_draw(desk)):
        return Refused(DeskRefusal.NO_SEAT_LEFT, "26.1.d", NO_SEAT_LEFT)
    return _these(command.cards, expected)


def _draw(draft: Draft[Desk], command: DrawSeats) -> None:
    """The rules do not say who waits where there are too few seats: those who entered last do."""
    for entrant, card in zip(unseated(draft.state), command.cards, strict=False):
        draft.emit(SeatTaken(entrant.name, card))


def _verify_balance(desk: Desk, _: BalanceTables, __: Asking) -> Refused | None:
    if refused := not_in_play(desk):
        return refused
    due = move_due(desk)
    if due is None:
        return Refused(
            DeskRefusal.BALANCED, "26.1.f", "Expected a difference of two players or more."
        )
    return between_hands(desk, due.left.table)


def _balance(draft: Draft[Desk], _: BalanceTables) -> None:
    due = existing(move_due(draft.state), "no move is due")
    move(draft, due.name, due.seat, Cause.BALANCE)


def _verify_break(desk: Desk, command: BreakTable, _: Asking) -> Refused | None:
    if refused := not_in_play(desk):
        return refused
    players, cards = _with_chips(desk, command.table), cards_to_break(desk, command.table)
    if not players or len(cards) < len(players):
        detail = f"{len(players)} at table {command.table}, {len(cards)} free seats elsewhere."
        return Refused(DeskRefusal.NO_ROOM, "26.1.f", detail)
    return between_hands(desk, command.table) or _these(command.cards, cards)


def _break(draft: Draft[Desk], command: BreakTable) -> None:
    out_without_rebuy(draft, command.table)
    players = sorted(_with_chips(draft.state, command.table), key=seat_of)
    for player, card in zip(players, command.cards, strict=True):
        move(draft, player.name, card, Cause.BREAK)


def _verify_redraw(desk: Desk, command: RedrawSeats, _: Asking) -> Refused | None:
    if refused := not_in_play(desk):
        return refused
    if refused := between_hands(desk, *desk.table_numbers()):
        return refused
    if not command.cards:
        return Refused(DeskRefusal.NOT_THE_PACK, "26.1.f", "Expected a card for every player.")
    return _these(command.cards, cards_to_redraw(desk, _tables(command.cards)))


def _redraw(draft: Draft[Desk], command: RedrawSeats) -> None:
    out_without_rebuy(draft)
    names = [one.name for one in draft.state.entrants if one.is_in and one.seat]
    draft.emit(SeatsRedrawn(tuple(zip(names, command.cards, strict=True))))


def _redrawn(desk: Desk, event: SeatsRedrawn) -> Desk:
    for name, seat in event.seats:
        desk = got_up(desk, name, seat=seat)
    return desk


HANDLERS: Handlers = {
    DrawSeats: Handler(_verify_draw, _draw),
    BalanceTables: Handler(_verify_balance, _balance),
    BreakTable: Handler(_verify_break, _break),
    RedrawSeats: Handler(_verify_redraw, _redraw),
}

FOLDS: Folds = {SeatsRedrawn: _redrawn}
