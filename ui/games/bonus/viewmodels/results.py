"""What the wagers of a place come to in money: for its tile, its panel and the settlement."""

from collections.abc import Iterable

from controller.domain.money import ZERO, Money
from controller.games.bonus.round.state import Place, Table
from controller.games.bonus.round.wagers import stakes_of
from controller.games.bonus.wagers import Area, Outcome, Stake, WagerResult


def on_the_felt(table: Table, place: Place) -> dict[Area, Stake]:
    """Wagers that are neither taken nor given back yet."""
    if not table.round.in_play():
        return {}
    return {a: stake for a, stake in stakes_of(table, place).items() if a not in place.results}


def paid(results: Iterable[WagerResult]) -> Money:
    """What leaves the tray, the stakes not counted."""
    return sum((result.paid for result in results), start=ZERO)


def taken(results: Iterable[WagerResult]) -> Money:
    """What comes into it."""
    lost = (result for result in results if result.outcome is Outcome.LOSE)
    return sum((result.kept for result in lost), start=ZERO)
