"""The phases of a round, by the names that results and scenarios use."""

from enum import Enum
from typing import Final

from controller.domain.rules import Street


class Phase(Enum):
    """Where a round stands."""

    IDLE = "idle"
    WAGERS = "wagers"
    DEAL = "deal"
    FLOP_DECISIONS = "flop-decisions"
    TURN_DECISIONS = "turn-decisions"
    RIVER_DECISIONS = "river-decisions"
    SHOWDOWN = "showdown"
    SETTLEMENT = "settlement"
    RECONCILE = "reconcile"

    __hash__ = object.__hash__  # one object per phase; `Enum` hashes its name in Python


DECISIONS: Final = (Phase.FLOP_DECISIONS, Phase.TURN_DECISIONS, Phase.RIVER_DECISIONS)
BEFORE_SETTLEMENT: Final = (Phase.DEAL, *DECISIONS, Phase.SHOWDOWN)
CARDS_OUT: Final = (*BEFORE_SETTLEMENT, Phase.SETTLEMENT)
IN_ROUND: Final = (Phase.WAGERS, *CARDS_OUT)

STREET_OF: Final = dict(zip(DECISIONS, Street, strict=True))
"""Which wager a decision phase is about."""
