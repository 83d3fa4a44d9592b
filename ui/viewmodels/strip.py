"""The strip under the top bar: what failed or holds the table, what still works, what to do.

A tap on it opens the list of everything that is wrong.
"""

from typing import TYPE_CHECKING

from controller.domain.frozen import frozen
from controller.running.writer import COMPARE
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.faults import derive_faults

if TYPE_CHECKING:
    from ui.games.screen import GameScreen


@frozen
class StripProps:
    """Not visible while all is well."""

    visible: bool = False
    level: str = ""
    """`stopped` (red) or `act` (amber): a person has to."""
    title: str = ""
    text: str = ""
    brief: str = ""
    """As much of it as is said where there is no room for all."""
    more: str = ""
    """What a tap leads to; empty where it leads nowhere."""


def derive_strip(shown: Shown, game: "GameScreen") -> StripProps:
    """What holds the table first, then the gravest trouble of a device."""
    found = derive_faults(shown, game)
    if shown.snapshot.held == COMPARE:
        place = game.place.lower()
        text = f"The screen shows the table as recorded. Compare every {place} and every card."
        more = f"{len(found)} {'fault' if len(found) == 1 else 'faults'}" if found else ""
        return StripProps(True, "act", "Recovered after an interruption", text, text, more)
    if not found:
        return StripProps()
    first, left = found[0], len(found) - 1
    approves = f"Approval: {first.approve}." if first.approve else ""
    said = " ".join(part for part in (first.failed, first.works, first.do, approves) if part)
    brief = f"{first.failed} {first.do}"
    more = f"{left} more" if left else "Read"
    return StripProps(True, "stopped" if first.stops else "act", first.device, said, brief, more)


@qml_element
class StripViewModel(ViewModel):
    """The strip."""

    shows = StripProps

    def __init__(self, bridge: Bridge, game: "GameScreen") -> None:
        super().__init__(bridge)
        self._game = game

    def derive(self, shown: Shown) -> StripProps:
        return derive_strip(shown, self._game)
