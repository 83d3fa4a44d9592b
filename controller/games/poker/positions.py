"""Button, blinds, and who is dealt in (R57 to R59)."""

from typing import NamedTuple

from controller.domain.base import evolve
from controller.games.poker.rules import PokerRules
from controller.games.poker.state import Positions, Seat, Table, clockwise, there


class Lineup(NamedTuple):
    """The next hand before anything is posted."""

    positions: Positions
    dealt: tuple[int, ...]
    """Clockwise from the button's left."""
    small_blind: int | None
    """Who posts the small blind: the player due for it, if dealt in."""
    missed_big: tuple[int, ...]
    missed_small: tuple[int, ...]


def lineup(table: Table) -> Lineup | None:
    """Who is dealt in and where the blinds are; None with fewer than two (R57)."""
    rules, last = table.rules, table.positions
    present = [seat.number for seat in table.seats if there(rules, seat)]
    if len(present) < 2:
        return None
    big = None if last is None else _next_big(table, last, present)
    dealt = _dealt_in(table, big, present)
    if last is None or big is None:
        at = _first(table, dealt)
        return Lineup(at, _in_order(table, dealt, at), at.small, (), ())
    at = _moved(table, last, big, dealt)
    # After a misdeal the big blind may move on alone to the small blind's player: one blind is due.
    there_for_it = at.small in dealt and table.seat(at.small).player == at.small_player
    due = there_for_it and at.small != at.big
    return Lineup(
        at,
        _in_order(table, dealt, at),
        at.small if due else None,
        _missed_big(table, last, big),
        _missed_small(table, last, at) if len(dealt) > 2 else (),
    )


def _dealt_in(table: Table, big: int | None, present: list[int]) -> list[int]:
    """R58: who does not wait, posts, or has the big blind; where these are too few, everybody."""
    dealt = [
        number
        for number in present
        if number == big or table.seat(number).posting or not table.seat(number).waits
    ]
    return dealt if len(dealt) > 1 else present


def _in_order(table: Table, dealt: list[int], at: Positions) -> tuple[int, ...]:
    return tuple(number for number in clockwise(at.button, table.rules.seats) if number in dealt)


def _first(table: Table, dealt: list[int]) -> Positions:
    """6.1, 12.1: the button where it is told, and the next two post."""
    rules = table.rules
    taken = next(seat.number for seat in table.seats if seat.player)
    button = rules.button or taken
    small, big = [n for n in clockwise(button, rules.seats) if n in dealt][:2]
    if len(dealt) == 2 and rules.tournament and button in dealt:
        small, big = big, small  # 28.4: the button posts the small blind
    return _placed(table, Positions(button, small, 0, big, 0, lap_from=big), dealt)


def _next_big(table: Table, last: Positions, present: list[int]) -> int:
    """The next seat clockwise whose player is there; after a misdeal it stays with its player."""
    stays = last.again and last.big in present
    if stays and table.seat(last.big).player == last.big_player:
        return last.big
    return next(n for n in clockwise(last.big, table.rules.seats) if n in present)


def _moved(table: Table, last: Positions, big: int, dealt: list[int]) -> Positions:
    rules = table.rules
    steps = _steps(rules, last.big, big)
    passed = big != last.big and _steps(rules, last.big, last.lap_from) <= steps
    lapped = last.lapped or passed
    if last.again:
        button, small, poster = last.button, last.small, last.small_player
    else:
        button, small, poster = last.small, last.big, last.big_player
    moved = Positions(button, small, poster, big, 0, last.lap_from, lapped)
    return _placed(table, moved, dealt)


def _placed(table: Table, at: Positions, dealt: list[int]) -> Positions:
    """With the players of the blinds, and the button where two, or its seat, leave it (R57)."""
    button, small, small_player, big = at.button, at.small, at.small_player, at.big
    if len(dealt) == 2:
        small = dealt[0] if dealt[1] == big else dealt[1]
        button = small if table.rules.tournament else big
        small_player = table.seat(small).player
    elif button == big:
        before = [n for n in clockwise(small, table.rules.seats) if n in dealt and n != small]
        button = before[-1]
    if table.positions is None:
        small_player = table.seat(small).player
    return evolve(
        at,
        button=button,
        small=small,
        small_player=small_player,
        big_player=table.seat(big).player,
        again=False,
    )


def _steps(rules: PokerRules, start: int, to: int) -> int:
    """How many seats clockwise it is; a whole lap where it is the same seat."""
    return (to - start - 1) % rules.seats + 1


def _missed_big(table: Table, last: Positions, big: int) -> tuple[int, ...]:
    """Those whom the big blind has passed: all since the last one who were not there."""
    if big == last.big or table.rules.tournament:
        return ()
    first = [last.big] if last.again else []
    between = _between(table.rules, last.big, big)
    return tuple(n for n in (*first, *between) if _misses(table, n))


def _missed_small(table: Table, last: Positions, now: Positions) -> tuple[int, ...]:
    """Those whom the small blind has passed, and who is due for it and not there (19.13)."""
    if table.rules.tournament:
        return ()
    between = () if now.small == last.small else _between(table.rules, last.small, now.small)
    return tuple(n for n in (*between, now.small) if _misses(table, n))


def _between(rules: PokerRules, start: int, to: int) -> tuple[int, ...]:
    numbers = list(clockwise(start, rules.seats))
    return tuple(numbers[: numbers.index(to)])


def _misses(table: Table, number: int) -> bool:
    """Is somebody due there who is away, or has no chips (R58)?"""
    seat = table.seat(number)
    return seat.player != 0 and not there(table.rules, seat)


class Dues(NamedTuple):
    """What a player who posts pays besides a blind of the hand (R58)."""

    live: int
    dead: int


def dues(rules: PokerRules, seat: Seat) -> Dues:
    """19.12, 19.15: a live big blind; a dead small blind for one that was missed."""
    live = rules.big if seat.joining or seat.missed_big else 0
    return Dues(live, rules.small if seat.missed_big or seat.missed_small else 0)


def in_first_lap(table: Table) -> bool:
    """19.12.a, R59: was the first lap still on in the last hand?"""
    return table.positions is None or not table.positions.lapped
