"""The table sign: game, limits, bank, commission, order of hands and notices, page by page."""

from datetime import UTC, tzinfo

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.floor.signs import SignLine
from controller.games.poker.floor import PokerFloor
from controller.games.poker.floor.signs import GAME, sign_pages
from controller.games.poker.words import LIMITS
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.sign import SignViewModel, next_notice


@frozen
class RoomSignProps:
    """What the sign shows."""

    table: str = ""
    game: str = ""
    title: str = ""
    lines: tuple[SignLine, ...] = ()
    urgent: bool = False
    notice: str = ""
    """The next notice in one line, whatever page is shown."""
    pages: int = 0
    simulated: bool = False


def derive_sign(shown: Shown, turn: int = 0, zone: tzinfo = UTC) -> RoomSignProps:
    """The page whose turn it is."""
    house = shown.snapshot.house
    table = f"Table {house.name}"
    if not isinstance(house.floor, PokerFloor):
        return RoomSignProps(table=table, simulated=shown.simulated)
    pages = sign_pages(house.floor, house.floor.seen, zone)
    page = pages[turn % len(pages)]
    return RoomSignProps(
        table=table,
        game=f"{GAME}, {LIMITS[house.floor.rules.limit]}",
        title=page.title,
        lines=page.lines,
        urgent=page.urgent,
        notice=next_notice(pages),
        pages=len(pages),
        simulated=shown.simulated,
    )


@qml_element
class RoomSignViewModel(SignViewModel):
    """The sign of a table of the room; the window asks for the next page."""

    shows = RoomSignProps

    def __init__(self, bridge: Bridge, zone: tzinfo = UTC) -> None:
        super().__init__(bridge)
        self._turn, self._zone = 0, zone

    def derive(self, shown: Shown) -> RoomSignProps:
        return derive_sign(shown, self._turn, self._zone)

    @Slot()
    def turnPage(self) -> None:
        self._turn += 1
        self.refresh()
