"""The phases of a tournament, by the names that people read."""

from enum import Enum
from typing import Final


class Phase(Enum):
    """Where a session, heat or final stands."""

    OPEN = "entries open"
    PLAYING = "playing"
    HAND_FOR_HAND = "hand for hand"
    LAST_HANDS = "last hands"
    """30.4: the time is up, hands in progress are finished."""
    CUTTING = "cutting cards"
    """30.2, 30.3.c: places are open between equals."""
    DECIDED = "decided"
    CANCELLED = "cancelled"

    __hash__ = object.__hash__  # one object per phase; `Enum` hashes its name in Python


IN_PLAY: Final = (Phase.PLAYING, Phase.HAND_FOR_HAND)
STARTED: Final = (*IN_PLAY, Phase.LAST_HANDS)
BEFORE_THE_END: Final = (Phase.OPEN, *STARTED)
