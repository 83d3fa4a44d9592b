"""The level of a tournament and what is left of it, in the top bar of a table under a desk."""

from typing import Final

from controller.domain.instant import SECOND_MS, Instant
from controller.games.poker.house import PokerHouse
from controller.tournament.format import chips
from controller.tournament.orders import Order
from ui.shown import Shown

NOT_HEARD: Final = "Desk not reached: play on"


def level_lines(shown: Shown, now: Instant) -> tuple[str, ...]:
    """`Level 3, ante 25` and `12:34 left`; nothing at a table of cash."""
    house: PokerHouse = shown.snapshot.house  # type: ignore[assignment]
    if house.desk is None:
        return ()
    lost = (NOT_HEARD,) if shown.not_linked else ()
    order = house.desk.order
    return (*_level(order, now), *lost) if order is not None else lost


def _level(order: Order, now: Instant) -> tuple[str, ...]:
    level = order.level
    if level is None:
        return ()
    seconds = -(-order.level_left_ms(now.wall_ms) // SECOND_MS)
    ante = f", ante {chips(level.ante)}" if level.ante else ""
    name = "Break" if level.is_break else f"Level {order.level_number}{ante}"
    stands = " · clock stopped" if order.since_ms is None else ""
    return name, f"{seconds // 60}:{seconds % 60:02d} left{stands}"
