"""The action bar: one large primary action, the game's own keys beside it, undo, irregularity.

The primary action is always there, in the same spot; where it cannot be taken it says why. Its
meaning changes under the finger with every step, so a tap counts only once the label has stood long
enough to be read, and what Undo does not take back longer still: a slow double tap on "Paid" never
pays the next place.
"""

from typing import Final

from PySide6.QtCore import Signal, Slot

from controller.authority import Command
from controller.domain.frozen import frozen
from controller.running.snapshot import DWELL_MS
from controller.running.undo import reason_for
from controller.running.writer import COMPARE
from controller.staff.roles import Reason
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.drawn import Drawn, Dwell
from ui.viewmodels.panels import FAULTS, IRREGULARITIES, PanelsViewModel

TOO_SOON: Final = "That tap came too soon. Read this step, then tap again."


@frozen
class Primary:
    """The one action: what it says, what it does, why not yet."""

    text: str
    command: Command | None = None
    reason: str = ""
    compares: bool = False
    """It says that the felt was compared with the screen."""
    why: Reason | None = None
    """The reason that goes on record with it, where its people have agreed on one."""

    @property
    def enabled(self) -> bool:
        return not self.reason


@frozen
class SideKey:
    """A key of the game's own."""

    code: str
    text: str
    enabled: bool = False


@frozen
class ActionsProps:
    """What the bar shows."""

    primary_text: str = ""
    primary_reason: str = ""
    primary_enabled: bool = False
    keys: tuple[SideKey, ...] = ()
    """The game's own keys beside the one action, from the right."""
    undo_note: str = ""
    """Which tap it takes back, or that there is none."""
    undo_enabled: bool = False
    irregularity_enabled: bool = False
    report_text: str = "Irregularity"
    report_glyph: str = "warning"
    apart: bool = False
    """The one action stands beside its spot: no finger is there by habit."""
    other_text: str = ""
    """While the table is held: the other way out; empty where there is none."""


def undo_objection(shown: Shown) -> str:
    """Why the last tap cannot be undone now."""
    snapshot = shown.snapshot
    if snapshot.held is not None:
        return "The table is held"
    return "" if snapshot.undo else "Nothing to undo"


def supervised(shown: Shown) -> bool:
    """Does somebody stand above the dealer?"""
    return shown.snapshot.on_top is not None


@qml_element
class ActionsViewModel(ViewModel):
    """The action bar; a game says what is on it."""

    shows = ActionsProps

    early = Signal(str)
    """Tapped before it could be read: in a sentence."""

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, drawn: Drawn) -> None:
        super().__init__(bridge)
        self._panels = panels
        self._means: Primary | None = None
        self._label, self._step = Dwell(drawn), Dwell(drawn)
        """What the key says; and what it does, with what this is about."""
        self._asked = False
        """Was it tapped, and is there no answer yet? A second tap has seen nothing new."""
        panels.opened.connect(self.refresh)
        bridge.answered.connect(self._answered)

    def meaning(self, shown: Shown) -> tuple[Primary, object]:
        """The one action of the game, and what it is about: a hand, for one."""
        raise NotImplementedError

    def bar(self, shown: Shown) -> ActionsProps:
        """What the game shows on the bar."""
        raise NotImplementedError

    @Slot(str)
    def key(self, code: str) -> None:
        """One of the game's own keys was tapped."""
        raise NotImplementedError

    def derive(self, shown: Shown) -> ActionsProps:
        means, about = self.meaning(shown)
        self._means = means
        self._label.means(means)
        self._step.means((means.command, means.compares, about))
        return self.bar(shown)

    def _answered(self, _: object) -> None:
        self._asked = False

    @Slot()
    def primary(self) -> None:
        means = self._means
        if means is None or not means.enabled or self._asked or not self._label.stood(DWELL_MS):
            return
        if self.shown and not self._step.stood(self.shown.snapshot.dwell_ms(means.command)):
            self.early.emit(TOO_SOON)
            return
        self._asked = True
        if means.compares:
            self.bridge.compare_done()
        if means.command is not None:
            self.submit(means.command, means.why)

    @Slot()
    def undo(self) -> None:
        """The tap that the button names, and no other."""
        offered = self.shown.snapshot.undo if self.shown else None
        if offered is not None:
            self.bridge.undo(offered, reason_for(offered.by))

    @Slot()
    def other(self) -> None:
        """The other way out of a hold."""
        compares = self.shown is not None and self.shown.snapshot.held == COMPARE
        self._panels.openPanel(IRREGULARITIES if compares else FAULTS)

    @Slot()
    def irregularity(self) -> None:
        self._panels.openPanel(IRREGULARITIES)
