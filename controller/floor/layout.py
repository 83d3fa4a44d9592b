"""The layout as the cloth has it: what a seat map draws, and what its spots are called (rule 2).

Places are numbered clockwise from the dealer's left (R1). Seen from the dealer, with the players
opposite, place 1 is the leftmost: what prompts call left is left on the map.
"""

from enum import StrEnum
from typing import Final

from controller.domain.frozen import frozen
from controller.domain.rules import TableRules
from controller.domain.wagers import Area

NSW_PLACES: Final = (5, 7)
"""Diagram A."""

SPOT_LABELS: Final = {
    Area.ANTE: "Ante",
    Area.FLOP: "Flop",
    Area.TURN: "Turn",
    Area.RIVER: "River",
    Area.BONUS: "Bonus",
}
"""2.2.1.1 to 2.2.1.5: the words on the cloth."""

_JACKPOT: Final = "Jackpot"


class Shape(StrEnum):
    """2.2.2.2: what wager areas look like."""

    RECTANGLE = "rectangle"
    CIRCLE = "circle"
    OVAL = "oval"


class Side(StrEnum):
    """2.1: two sides of the table."""

    PLAYERS = "players"
    DEALER = "dealer"


@frozen
class Spot:
    """One marked wager area."""

    area: Area
    label: str
    shape: Shape


@frozen
class SeatPlan:
    """One place with its spots."""

    place: int
    spots: tuple[Spot, ...]


@frozen
class CardArea:
    """2.2.2.1: where cards lie."""

    name: str
    side: Side
    boxes: int


@frozen
class SeatMap:
    """The whole cloth from the dealer's point of view, left to right."""

    seats: tuple[SeatPlan, ...]
    card_areas: tuple[CardArea, ...]


def seat_map(rules: TableRules, shape: Shape = Shape.CIRCLE) -> SeatMap:
    """What to draw for this table."""
    labels = dict(SPOT_LABELS)
    if rules.jackpot is not None:
        labels[Area.JACKPOT] = _JACKPOT if rules.nsw else "Progressive"
    spots = tuple(Spot(area, label, shape) for area, label in labels.items())
    return SeatMap(
        tuple(SeatPlan(place, spots) for place in range(1, rules.places + 1)),
        (
            CardArea("Dealer's cards", Side.DEALER, 2),
            CardArea("Flop", Side.DEALER, 3),
            CardArea("Turn", Side.DEALER, 1),
            CardArea("River", Side.DEALER, 1),
        ),
    )
