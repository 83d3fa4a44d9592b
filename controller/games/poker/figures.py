"""The house's commission as figures: step, amount, cap, and when nothing is taken (22.2)."""

from collections.abc import Mapping
from typing import Any, Final

from controller.domain.money import Money
from controller.games.poker.rules import Scale, problem_with_scale

KEYS: Final = ("step", "amount", "cap", "before_flop", "free_players")


def scale_of(figures: Mapping[str, Any], big: int) -> Scale:
    """The scale of `[commission]` at a table with this big blind; wrong figures are refused."""
    for key in figures:
        if key not in KEYS:
            raise ValueError(f"commission: unknown key {key!r}: expected {', '.join(KEYS)}")
    before_flop, free = figures.get("before_flop", True), figures.get("free_players", 1)
    if not isinstance(before_flop, bool):
        raise ValueError(f"commission.before_flop: {before_flop!r} seen: expected true or false")
    if isinstance(free, bool) or not isinstance(free, int):
        raise ValueError(f"commission.free_players: {free!r} seen: expected a whole number")
    cap = _amount(figures, "cap") if "cap" in figures else None
    scale = Scale(_amount(figures, "step"), _amount(figures, "amount"), cap, before_flop, free + 1)
    if problem := problem_with_scale(scale, big):
        raise ValueError(problem)
    return scale


def _amount(figures: Mapping[str, Any], key: str) -> int:
    value = figures.get(key)
    if not isinstance(value, str):
        raise ValueError(f"commission.{key}: {value!r} seen: expected dollars such as '20'")
    try:
        return int(Money.parse(value))
    except ValueError as wrong:
        raise ValueError(f"commission.{key}: {wrong}") from wrong
