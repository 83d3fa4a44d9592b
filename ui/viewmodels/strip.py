"""The strip under the top bar: what failed or holds the table, what still works, what to do."""

from dataclasses import dataclass
from typing import Final

from controller.keeper import COMPARE
from drivers.health import Condition, Health
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element

_TROUBLE: Final = (Condition.ABSENT, Condition.FAULTY, Condition.REFUSED)
_STILL: Final = {
    "shoe": "Cards can be keyed by hand.",
    "shuffler": "Cards can be keyed by hand.",
    "sensors": "Jackpot wagers are not seen; play goes on.",
    "lamps": "Jackpot wagers count; the lamps are on this screen.",
    "keypad": "Every key is on this screen.",
    "sign": "Play goes on; tell players the meter.",
}


@dataclass(frozen=True)
class StripProps:
    """Not visible while all is well."""

    visible: bool = False
    level: str = ""
    """`stopped` (red) or `act` (amber): a person has to."""
    title: str = ""
    text: str = ""


def derive_strip(shown: Shown) -> StripProps:
    """What holds the table first, then the first device in trouble."""
    held = shown.snapshot.held
    if held == COMPARE:
        return StripProps(True, "act", "Recovered", "Compare every place with the felt.")
    if held is not None:
        return StripProps(True, "stopped", "Table held", held)
    troubled = [one for one in shown.devices if one[1].condition in _TROUBLE]
    if not troubled:
        return StripProps()
    name, health = troubled[0]
    more = f" ({len(troubled)} devices)" if len(troubled) > 1 else ""
    return StripProps(True, "act", f"{name.capitalize()}{more}", _said(name, health))


def _said(name: str, health: Health) -> str:
    return f"{health.reason} {_STILL.get(name, '')}".strip()


@qml_element
class StripViewModel(ViewModel):
    """The strip."""

    shows = StripProps

    def derive(self, shown: Shown) -> StripProps:
        return derive_strip(shown)
