"""The phases of a round, by the names that results and scenarios use."""

from enum import Enum
from typing import Final

from controller.games.bonus import events as e
from controller.games.bonus.rules import Street


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
# fmt: off
NEXT_STEPS: Final = frozenset({
    e.WagerPlaced, e.WagerTakenBack, e.WagerRepeated, e.BetsLocked, e.CardDealt,
    e.DecisionMade, e.HandFolded, e.StreetRevealed, e.FlopTurnedForJackpots, e.DealersHandShown,
    e.HandConceded, e.ConcessionWithdrawn, e.SettlementBegun, e.HandTurned, e.HandSettled,
    e.AwardKeyed, e.AwardConfirmed, e.AwardDeclined, e.MeterAwardsOrdered, e.AwardPaid,
    e.RoundMisdealt, e.RoundVoided, e.RoundClosed,
})
# fmt: on
"""What the dealer does after an irregularity: by then its ruling is carried out."""
