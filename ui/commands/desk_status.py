"""The state of a tournament, for `feltwork tournament status`: for people, or as JSON."""

from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from controller.domain.instant import MINUTE_MS, SECOND_MS, Instant
from controller.domain.money import Money
from controller.games.desk.steps import STEPS
from controller.tournament.clock import left_ms
from controller.tournament.figures import average_stack, level_next, players_left
from controller.tournament.format import Level, amount, chips
from controller.tournament.phases import STARTED, Phase
from controller.tournament.prizes import Won, money, prize_list, won
from controller.tournament.seating import seat_of
from controller.tournament.state import Desk
from ui.sheets import prize_text


def status(desk: Desk, now: Instant) -> dict[str, Any]:
    """All of it, as plain values."""
    row = STEPS.guide_row(desk)
    return {
        "tournament": desk.form.name,
        "phase": desk.phase.value,
        "now": row.says(desk),
        "rule": row.rule,
        "session": desk.session,
        "level": _level(desk, now),
        "entries": len(desk.entrants),
        "left": len(players_left(desk)),
        "average": amount(average_stack(desk)),
        "rebuys": desk.rebuys,
        "addons": desk.addons,
        "money": {source: amount(cents) for source, cents in money(desk)._asdict().items()},
        "prizes": [amount(cash) for cash in prize_list(desk)],
        "tables": [_table(desk, number) for number in desk.table_numbers()],
        "places": [_place(one) for one in won(desk)] if desk.phase is Phase.DECIDED else [],
        "disqualified": list(desk.disqualified),
    }


def _level(desk: Desk, now: Instant) -> dict[str, Any] | None:
    clock, level, more = desk.clock, desk.level, level_next(desk)
    if clock is None or level is None or desk.phase not in STARTED:
        return None
    return {
        "number": clock.level + 1,
        **_blinds(level),
        "left_s": left_ms(clock, now) // SECOND_MS,
        "runs": clock.since is not None,
        "next": _blinds(more) if more else None,
    }


def _blinds(level: Level) -> dict[str, Any]:
    blinds = [] if level.is_break else [amount(level.small), amount(level.big)]
    return {"minutes": level.minutes, "blinds": blinds, "ante": amount(level.ante)}


def _table(desk: Desk, number: int) -> dict[str, Any]:
    table = desk.table(number)
    return {
        "table": number,
        "hands": table.hands,
        "in_a_hand": table.level is not None,
        "players": [
            {
                "seat": seat_of(one).number,
                "player": one.name,
                "chips": amount(one.stack),
                "away": one.away,
            }
            for one in sorted(desk.players(number), key=seat_of)
        ],
    }


def _place(one: Any) -> dict[str, Any]:
    return {
        "place": one.place,
        "player": one.name,
        "chips": amount(one.chips),
        "prize": amount(one.cash),
        "in_kind": list(one.in_kind),
    }


def show_status(desk: Desk, now: Instant) -> None:
    """On the terminal."""
    console = Console(highlight=False, markup=False)
    for line in _lines(desk, now):
        console.print(Text(line))
    console.print(places_grid(won(desk)) if desk.phase is Phase.DECIDED else _seats(desk))


def places_grid(places: Iterable[Won], **look: Any) -> Table:
    """Who came where, and with what prize."""
    grid = Table("place", "player", "chips", "prize", box=None, **look)
    for one in places:
        grid.add_row(str(one.place), Text(one.name), chips(one.chips), Text(prize_text(one)))
    return grid


def _seats(desk: Desk) -> Table:
    grid = Table("table", "hands", "seat", "player", "chips", box=None)
    for number in desk.table_numbers():
        for one in sorted(desk.players(number), key=seat_of):
            hands = str(desk.table(number).hands)
            name = f"{one.name} (away)" if one.away else one.name
            seat = str(seat_of(one).number)
            grid.add_row(str(number), hands, seat, Text(name), chips(one.stack))
    return grid


def _lines(desk: Desk, now: Instant) -> Iterator[str]:
    found = status(desk, now)
    yield f"{desk.form.name}: {desk.phase.value}"
    yield f"Now: {found['now']} (rule {found['rule']})"
    clock, level = desk.clock, desk.level
    if clock is not None and level is not None and found["level"]:
        left = left_ms(clock, now)
        time = f"{left // MINUTE_MS}:{left % MINUTE_MS // SECOND_MS:02d} left"
        stands = "" if clock.since else ", the clock is stopped"
        yield f"Level {clock.level + 1}: {_words(level)}, {time}{stands}"
    yield (
        f"Players: {found['left']} of {found['entries']} left; re-buys {desk.rebuys}, "
        f"add-ons {desk.addons}; prize money {Money(money(desk).prizes).display()}"
    )


def _words(level: Level) -> str:
    if level.is_break:
        return "break"
    ante = f", ante {chips(level.ante)}" if level.ante else ""
    return f"blinds {chips(level.small)} and {chips(level.big)}{ante}"
