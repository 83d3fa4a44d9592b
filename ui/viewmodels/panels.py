"""Which panel is open, for which place. One at a time; a new phase closes it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Final

from PySide6.QtCore import Signal, Slot

from controller.domain.frozen import frozen
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element

CHIPS: Final = "chips"
CHOICES: Final = "choices"
PLACE: Final = "place"
HAND: Final = "hand"
IRREGULARITIES: Final = "irregularities"
FAULTS: Final = "faults"
AWARDS: Final = "awards"
SIGN_ON: Final = "signOn"
SUPERVISOR: Final = "supervisor"
HISTORY: Final = "history"
RULES: Final = "rules"
LEAVING: Final = "leaving"
_ASKING: Final = frozenset({CHIPS, PLACE, IRREGULARITIES, SIGN_ON, SUPERVISOR, LEAVING})


@frozen
class PanelsProps:
    """What is open."""

    open: str = ""
    """The panel's name, as it is given to `openPanel`; empty where none is open."""
    place: int = 0
    """The place it is about; 0 where it is about the table."""
    asks: bool = False
    """What is tapped next is on the panel, and not the one large key."""


@qml_element
class PanelsViewModel(ViewModel):
    """The screen's own state: nothing of it reaches the controller."""

    shows = PanelsProps

    opened = Signal()
    """Another panel, or the same for another place."""

    left: PanelsProps = PanelsProps()
    """What was open when somebody came to sign on; nothing once play has gone on."""
    _now: PanelsProps = PanelsProps()
    _lasting = False

    def __init__(self, bridge: Bridge, moment: Callable[[Any], object]) -> None:
        """`moment`: how far the game at a table is."""
        super().__init__(bridge)
        self._moment = moment
        self.askers: list[Callable[[int], bool]] = []
        """Panels with questions: each says whether a tap on this place was an answer to one."""

    def moved(self, before: Shown | None, after: Shown) -> bool:
        """Has play gone on, or is the table held, so that a panel about it has to close?"""
        return before is not None and self._at(before) != self._at(after)

    def _at(self, shown: Shown) -> tuple[object, bool]:
        return self._moment(shown.snapshot.house.table), shown.snapshot.held is not None

    @property
    def again(self) -> int:
        """The settled place whose hand is looked at again; 0 where none is."""
        return self._now.place if self._now.open == HAND else 0

    def derive(self, shown: Shown) -> PanelsProps:
        return self._now

    def update(self, shown: Shown) -> None:
        moved = self.moved(self.shown, shown)
        if moved:
            self.left = PanelsProps()
        if moved and not self._lasting:
            self._now = PanelsProps()
        super().update(shown)

    def answered_by(self, place: int) -> bool:
        """Was a tap on this place of the felt the answer to what a panel asks?"""
        return any(answered(place) for answered in self.askers)

    @Slot(str, int)
    @Slot(str)
    def openPanel(self, name: str, place: int = 0) -> None:
        """In place of whatever is open; it closes when the phase changes."""
        self._set(PanelsProps(name, place), lasting=False)

    @Slot(str)
    def openLasting(self, name: str) -> None:
        """One that stays while play goes on beside it, as a supervisor's does."""
        self._set(PanelsProps(name), lasting=True)

    @Slot()
    def close(self) -> None:
        self._set(replace(self._now, open="", place=0), lasting=False)

    def _set(self, now: PanelsProps, *, lasting: bool) -> None:
        if now.open == SIGN_ON:
            self.left = self._now
        self._now, self._lasting = replace(now, asks=now.open in _ASKING), lasting
        self.refresh()
        self.opened.emit()


class PanelBound(ViewModel):
    """What looks at the panels: as a panel it knows whether it is open, and forgets what was begun
    when another is opened."""

    panel: ClassVar[str]
    """Its name among the panels, where it is one."""

    def __init__(self, bridge: Bridge, panels: PanelsViewModel) -> None:
        super().__init__(bridge)
        self._panels = panels
        panels.opened.connect(self._opened)

    @property
    def _open(self) -> bool:
        return bool(self._panels.props.open == self.panel)

    def _opened(self) -> None:
        """This panel was opened, or another in its place, or all were closed."""
        self.refresh()

    @Slot()
    def close(self) -> None:
        self._panels.close()
