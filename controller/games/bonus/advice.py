"""What the screen says of a device in trouble where the jackpot depends on it."""

from typing import Final

from controller.floor.device_state import TroubleCode as T
from controller.house.advice import AdviceRow

_GAMING: Final = "gaming supervisor"
_METER: Final = "The meter on this screen is still right."

# fmt: off
ADVICE: Final = (
    #   device     code           what still works            what to do                                       who approves  fact
    AdviceRow("sensors", T.AWAY,        "Play goes on. Locked wagers stay locked.", "Plug the sensors back in. Until then no jackpot wager is accepted.", _GAMING, "jackpot failed"),
    AdviceRow("sign",    T.AWAY,        _METER,                     "Check the sign's power and cable.",             _GAMING,      "jackpot failed"),
    AdviceRow("",        T.NOT_SHOWING, _METER,                     "Switch the sign off and on, and check its cable.",  _GAMING,      "jackpot failed"),
    AdviceRow("",        T.STUCK,       "The other sensors work.",  "Take every chip off this sensor and wipe it.",  _GAMING,      "jackpot failed"),
)
# fmt: on
