"""What is wrong, what still works, what to do, who must approve: one row for each trouble.

The strip says the first of them, the panel all. A table that a mistake of ours has held is let go
on from here by a supervisor, with the reason on record.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.house.advice import advice
from controller.running.writer import COMPARE
from controller.staff.powers import HouseAction
from controller.staff.roles import SUPERVISORS, reason_of
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.options import Option
from ui.viewmodels.paging import page_of
from ui.viewmodels.panels import FAULTS, PanelBound, PanelsViewModel

if TYPE_CHECKING:
    from ui.games.screen import GameScreen

ROWS_MAX: Final = 3
"""So many are shown at once; the gravest come first."""


@frozen
class Fault:
    """One trouble."""

    device: str
    failed: str
    works: str
    do: str
    approve: str = ""
    stops: bool = False
    """Nothing is accepted until it is dealt with."""


@frozen
class FaultsProps:
    """The panel."""

    visible: bool = False
    title: str = ""
    rows: tuple[Fault, ...] = ()
    page: str = ""
    """Which page of how many; empty where there is one."""
    lifts: tuple[Option, ...] = ()
    """The reasons for which a supervisor lets a held table go on."""
    waits: str = ""


def derive_faults(shown: Shown, game: "GameScreen") -> tuple[Fault, ...]:
    """Everything that is wrong, the gravest first."""
    return (*_held(shown, game), *_devices(shown), *game.faults(shown))


def _held(shown: Shown, game: "GameScreen") -> Iterator[Fault]:
    held, house = shown.snapshot.held, shown.snapshot.house
    if held is None or held == COMPARE:
        return
    if house.held is not None:
        do = "Leave cards and chips where they are. A supervisor checks, then releases the table."
        yield Fault("Table held", held, "Everything on record stands.", do, "supervisor", True)
        return
    works = f"Everything on record stands{game.readable}."
    do = "Stop play. Nothing is recorded now. Call a technician and a supervisor."
    yield Fault("Table held", held, works, do, "technician, supervisor", True)


def _devices(shown: Shown) -> Iterator[Fault]:
    for line in advice(shown.snapshot.house):
        clause = f" (rule {line.clause})" if line.clause else ""
        name = f"{line.device}, {line.part}" if line.part else line.device
        approve = f"{line.approve}{clause}" if line.approve else ""
        yield Fault(name.capitalize(), _sentence(line.failed), line.works, line.do, approve)


def _sentence(text: str) -> str:
    told = text[:1].upper() + text[1:]
    return told if told.endswith((".", "!", "?")) else f"{told}."


def derive_faults_panel(shown: Shown, game: "GameScreen", page: int = 0) -> FaultsProps:
    """What the panel shows while it is open."""
    found = derive_faults(shown, game)
    listed = page_of(found, page, ROWS_MAX)
    on_top = shown.snapshot.on_top
    lifts: tuple[Option, ...] = ()
    waits = ""
    if shown.snapshot.house.held is not None:
        if on_top is not None and on_top.role in SUPERVISORS:
            reasons = HouseAction.LIFT_HOLD.reasons
            lifts = tuple(Option(reason.value, reason.text) for reason in reasons)
        else:
            waits = "A supervisor releases the table. Sign on with the Supervisor button."
    return FaultsProps(
        visible=True,
        title="What is wrong" if found else "All devices are working",
        rows=listed.rows,
        page=listed.text,
        lifts=lifts,
        waits=waits,
    )


@qml_element
class FaultsViewModel(PanelBound):
    """The panel of everything that is wrong."""

    shows = FaultsProps
    panel = FAULTS

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, game: "GameScreen") -> None:
        super().__init__(bridge, panels)
        self._game, self._page = game, 0

    def _opened(self) -> None:
        self._page = 0
        self.refresh()

    def derive(self, shown: Shown) -> FaultsProps:
        return derive_faults_panel(shown, self._game, self._page) if self._open else FaultsProps()

    @Slot()
    def show(self) -> None:
        """The devices in the top bar or the strip were tapped, or "What to do"."""
        self._panels.openPanel(FAULTS)

    @Slot()
    def more(self) -> None:
        """The next page."""
        self._page += 1
        self.refresh()

    @Slot(str)
    def lift(self, reason: str) -> None:
        """A supervisor lets the table go on."""
        self.bridge.ask(lambda table: table.lift_hold(reason_of(reason)))
