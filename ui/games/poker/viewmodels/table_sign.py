"""The table sign: the game, its limits and blinds, the least bank and the commission."""

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.domain.words import dollars
from controller.games.poker.rules import PokerRules
from ui.games.poker.words import GAME, LIMITS
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.sign import SignViewModel


@frozen
class SignRow:
    """One line."""

    text: str
    value: str


@frozen
class RoomSignProps:
    """What the sign shows."""

    table: str = ""
    title: str = ""
    rows: tuple[SignRow, ...] = ()
    simulated: bool = False


def derive_sign(shown: Shown) -> RoomSignProps:
    """Of the rules in force."""
    house = shown.snapshot.house
    rules: PokerRules = house.table.rules
    rows = [SignRow("Blinds", f"{dollars(rules.small)} and {dollars(rules.big)}")]
    if rules.ante:
        rows.append(SignRow("Ante", dollars(rules.ante)))
    if rules.bank_min:
        rows.append(SignRow("Least bank", dollars(rules.bank_min)))
    rows.append(SignRow("Commission", _commission(rules)))
    title = f"{GAME}, {LIMITS[rules.limit]}"
    return RoomSignProps(f"Table {house.name}", title, tuple(rows), shown.simulated)


def _commission(rules: PokerRules) -> str:
    scale = rules.scale
    if scale is None:
        return "none"
    cap = f", at most {dollars(scale.cap)}" if scale.cap is not None else ""
    return f"{dollars(scale.amount)} for every {dollars(scale.step)} of a pot{cap}"


@qml_element
class RoomSignViewModel(SignViewModel):
    """The sign of a table of the room."""

    shows = RoomSignProps

    def derive(self, shown: Shown) -> RoomSignProps:
        return derive_sign(shown)

    @Slot()
    def turnPage(self) -> None:
        """It has one page."""
