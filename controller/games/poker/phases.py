"""The phases of a hand, by the names that results and scenarios use."""

from enum import Enum
from itertools import pairwise
from typing import Final


class Phase(Enum):
    """Where a hand stands."""

    IDLE = "idle"
    BLINDS = "blinds"
    DEAL = "deal"
    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    SHOWDOWN = "showdown"
    AWARD = "award"

    __hash__ = object.__hash__  # one object per phase; `Enum` hashes its name in Python


STREETS: Final = (Phase.PREFLOP, Phase.FLOP, Phase.TURN, Phase.RIVER)
BOARD_OF: Final = {Phase.PREFLOP: 0, Phase.FLOP: 3, Phase.TURN: 4, Phase.RIVER: 5}
"""How many communal cards lie on the table in a street."""
NEXT_STREET: Final = dict(pairwise(STREETS))
LATE: Final = (Phase.TURN, Phase.RIVER)
"""12.4: bets are twice as large."""
