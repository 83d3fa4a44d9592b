"""Supervisor mode: who stands above the dealer, and how long still."""

from typing import Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element

SOON_MS: Final = 15_000
"""So short before the end it is said in amber."""


@frozen
class SessionProps:
    """What the frame and the top bar show of the session."""

    active: bool = False
    name: str = ""
    role: str = ""
    left: str = ""
    """Minutes and seconds."""
    soon: bool = False
    button: str = "Supervisor"
    """What the button at the top right says; empty: there is none."""


def derive_session(
    shown: Shown, above: tuple[str, int] | None, *, menu_below: bool = False
) -> SessionProps:
    """`above`: name and milliseconds left, as the controller has them now."""
    snapshot = shown.snapshot
    if snapshot.on_top is None or above is None:
        return SessionProps(button="Supervisor" if snapshot.dealer else "Sign on")
    name, left_ms = above
    seconds = -(-left_ms // 1_000)
    return SessionProps(
        active=True,
        name=name,
        role=f"{snapshot.on_top.role.words.capitalize()} {snapshot.on_top.number}",
        left=f"{seconds // 60}:{seconds % 60:02d}",
        soon=left_ms <= SOON_MS,
        button="" if menu_below else "Menu",
    )


@qml_element
class SessionViewModel(ViewModel):
    """Supervisor mode."""

    shows = SessionProps

    def __init__(self, bridge: Bridge, *, menu_below: bool) -> None:
        super().__init__(bridge)
        self._menu_below = menu_below

    def derive(self, shown: Shown) -> SessionProps:
        return derive_session(shown, self.bridge.above(), menu_below=self._menu_below)

    @Slot()
    def leave(self) -> None:
        """One tap ends it; the dealer stays signed on."""
        self.bridge.ask(lambda table: table.lock())
