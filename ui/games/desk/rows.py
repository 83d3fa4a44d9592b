"""What the rows of the desk's menu are made of: its pages, and whom each row can be about.

The core says what can be done now: a player whom it would refuse is not offered.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from random import SystemRandom
from typing import Any, Final, cast

from controller.authority import Command, action_of
from controller.domain.base import existing
from controller.domain.kernel import Asking
from controller.domain.money import Money
from controller.games.desk.house import DeskHouse
from controller.tournament.core import CORE
from controller.tournament.format import chips
from controller.tournament.phases import Phase
from controller.tournament.refusals import DeskRefusal
from controller.tournament.state import Desk, Entrant, Seat
from ui.forms.asks import Answers, Ask, Kind, Scene, choice
from ui.forms.entries import Entry, Group
from ui.shown import Shown
from ui.viewmodels.options import Option

ENTRIES: Final = Group("Entries and seats")
MONEY: Final = Group("Re-buys and add-ons")
HANDS: Final = Group("Hands and chips")
TABLES: Final = Group("Tables")
CLOCK: Final = Group("Clock")
COURSE: Final = Group("Start and end")
RULINGS: Final = Group("Corrections and rulings")
EVENT: Final = Group("The event")

PLAYER: Final = "name"
TABLE: Final = "table"
"""What the first question of a row is called where it is about one player, or one table: as the
field of its command."""
WITH_REASON: Final = Asking(reason="asked for by the form")

NOW: Final = {
    Phase.OPEN: "Play has not begun",
    Phase.PLAYING: "The tables are playing",
    Phase.HAND_FOR_HAND: "The tables are playing hand for hand",
    Phase.LAST_HANDS: "Time was called",
    Phase.CUTTING: "Cards are being cut",
    Phase.DECIDED: "The places are decided",
    Phase.CANCELLED: "The event is cancelled",
}
"""Why something cannot be done in a phase."""

Make = Callable[[str], Command]


def desk_of(scene: Scene) -> Desk:
    return cast(DeskHouse, scene.house).table


def desk_shown(shown: Shown) -> Desk:
    return cast(DeskHouse, shown.snapshot.house).table


def why_not(desk: Desk, command: Command) -> str:
    """Why the desk would refuse it, in a few words; nothing where it would not."""
    refused = CORE.verify(desk, command, WITH_REASON)
    if refused is not None and refused.refusal is DeskRefusal.WRONG_PHASE:
        return NOW[desk.phase]
    return "" if refused is None else refused.said.rstrip(".")


def unless_refused(command: Command) -> Callable[[Scene], str]:
    """Only where the desk would accept it."""
    return lambda scene: why_not(desk_of(scene), command)


def just(code: str, group: Group, text: str, command: Command, **more: Any) -> Entry:
    """A row that asks nothing: this command, wherever the desk would accept it."""
    action = existing(action_of(command), code)
    return Entry(
        code, group, text, action, lambda _, __: command, (), unless_refused(command), **more
    )


def can(scene: Scene, command: Command) -> bool:
    return CORE.can(desk_of(scene), command, WITH_REASON)


def player(make: Make, nothing: str, text: str = "Which player?") -> Ask:
    """One of the players for whom the desk would accept it."""

    def options(scene: Scene, _: Answers) -> tuple[Option, ...]:
        return tuple(named(one) for one in desk_of(scene).entrants if can(scene, make(one.name)))

    return Ask(PLAYER, text, Kind.CHOICE, options, nothing)


def named(one: Entrant) -> Option:
    """A player's key."""
    where = f"{one.seat}, " if one.seat else ""
    return Option(one.name, one.name, note=f"{where}{chips(one.stack)}")


def tables_of(desk: Desk) -> list[int]:
    """Those that play, and those that have been heard of."""
    seated = {one.seat.table for one in desk.entrants if one.is_in and one.seat}
    return sorted(seated | {table.number for table in desk.tables})


def table(fits: Callable[[Scene, int], bool], nothing: str) -> Ask:
    """One of the tables that fit."""

    def options(scene: Scene, _: Answers) -> tuple[Option, ...]:
        numbers = tables_of(desk_of(scene))
        return tuple(Option(str(n), f"Table {n}") for n in numbers if fits(scene, n))

    return choice(TABLE, "Which table?", options, nothing)


def table_for(make: Callable[[int], Command], nothing: str) -> Ask:
    """One of the tables for which the desk would accept it."""
    return table(lambda scene, number: can(scene, make(number)), nothing)


def seat_asks(make: Callable[[str, Seat], Command]) -> tuple[Ask, Ask]:
    """Another seat: which table, then which of its seats."""

    def free(scene: Scene, name: str, number: int) -> list[int]:
        seats = range(1, desk_of(scene).form.seats + 1)
        return [seat for seat in seats if can(scene, make(name, Seat(number, seat)))]

    def tables(scene: Scene, answers: Answers) -> tuple[Option, ...]:
        there = tables_of(desk_of(scene))
        set_up = range(1, max(desk_of(scene).form.tables, max(there, default=0) + 1) + 1)
        numbers = sorted({*there, *set_up})
        found = ((n, free(scene, answers[PLAYER], n)) for n in numbers)
        return tuple(
            Option(str(n), f"Table {n}", note=f"{len(seats)} free") for n, seats in found if seats
        )

    def seats(scene: Scene, answers: Answers) -> tuple[Option, ...]:
        numbers = free(scene, answers[PLAYER], int(answers["to"]))
        return tuple(Option(str(n), f"Seat {n}") for n in numbers)

    return (
        choice("to", "Which table?", tables, "There is no free seat"),
        choice("seat", "Which seat?", seats),
    )


def seat_in(answers: Answers) -> Seat:
    return Seat(int(answers["to"]), int(answers["seat"]))


def chips_keyed(answers: Answers, name: str = "chips") -> Money:
    return Money.parse(answers[name])


@lru_cache(maxsize=8)
def _shuffled(cards: tuple[Seat, ...], _changes: int) -> tuple[Seat, ...]:
    drawn = list(cards)
    SystemRandom().shuffle(drawn)
    return tuple(drawn)


def shuffled(desk: Desk, cards: Iterable[Seat]) -> tuple[Seat, ...]:
    """26.1.f: seat cards in the order in which they are drawn, by the machine's own random source.
    One draw, however often the screen is drawn; once anything has happened, another."""
    return _shuffled(tuple(cards), desk.changes)
