"""The strip under the top bar: what failed or holds the table, what still works, what to do."""

from dataclasses import dataclass
from typing import Final

from controller.floor.state import DeviceState
from controller.keeper import COMPARE
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element

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
    floor = shown.snapshot.house.floor
    troubled = [device for device in floor.devices if device.troubles] if floor else []
    if not troubled:
        return StripProps()
    first = min(troubled, key=lambda device: device.in_use)
    more = f" ({len(troubled)} devices)" if len(troubled) > 1 else ""
    return StripProps(True, "act", f"{first.name.capitalize()}{more}", _said(first))


def _said(device: DeviceState) -> str:
    still = "" if device.in_use else _STILL.get(device.name, "")
    return f"{device.troubles[0].text} {still}".strip()


@qml_element
class StripViewModel(ViewModel):
    """The strip."""

    shows = StripProps

    def derive(self, shown: Shown) -> StripProps:
        return derive_strip(shown)
