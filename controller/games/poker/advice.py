"""What there is to say of a shuffler of the room in trouble: no deck is dealt without the other."""

# ruff: noqa: E501  (rows of a table)

from typing import Final

from controller.floor.device_state import TroubleCode
from controller.house.advice import AdviceRow

_T = TroubleCode
_HAND: Final = "The hand is played to its end."
_SUPERVISOR: Final = "supervisor"
_AGAIN: Final = "Open the door, take this deck out, clear what is stuck and put the deck in again."
_COUNT: Final = "Open the door, take all cards of this deck out, count and verify them, put it in."

# fmt: off
ADVICE: Final = (
    #         device      code                 what still works   what to do  who approves  fact
    AdviceRow("shuffler", _T.JAM,              _HAND,             _AGAIN,     "",           "device jam"),
    AdviceRow("shuffler", _T.UNFINISHED_CYCLE, _HAND,             _COUNT,     _SUPERVISOR,  "device jam"),
    AdviceRow("shuffler", _T.WRONG_COUNT,      _HAND,             _COUNT,     _SUPERVISOR,  "count ordered"),
    AdviceRow("shuffler", _T.RESIDUAL_CARD,    _HAND,             _COUNT,     _SUPERVISOR,  "count ordered"),
    AdviceRow("shuffler", _T.WRONG_BACK,       _HAND,             _COUNT,     _SUPERVISOR,  "count ordered"),
)
# fmt: on
