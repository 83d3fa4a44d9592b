"""The panel of a seat: sit down, buy chips, go away and come back, post, leave; between hands."""

from typing import Final

from PySide6.QtCore import Slot

from controller.authority import Command
from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.domain.words import dollars
from controller.games.poker.core import CORE
from controller.games.poker.positions import dues
from controller.games.poker.seating import (
    BuyChips,
    ComeBack,
    GoAway,
    LeaveTable,
    PostDue,
    SitDown,
)
from controller.games.poker.state import Seat
from ui.games.poker.words import why
from ui.shown import Shown
from ui.viewmodels.actions import supervised
from ui.viewmodels.base import qml_element
from ui.viewmodels.guidance import LEAVE_FIRST
from ui.viewmodels.of_place import PlaceBound
from ui.viewmodels.panels import PLACE

DIGITS_MAX: Final = 6


@frozen
class SeatAct:
    """One key."""

    code: str
    text: str
    reason: str = ""
    enabled: bool = True
    asks: bool = False


@frozen
class SeatPanelProps:
    """The panel."""

    visible: bool = False
    title: str = ""
    state: str = ""
    amount: str = ""
    takes: bool = False
    """Is an amount keyed here?"""
    acts: tuple[SeatAct, ...] = ()


def commands_of(shown: Shown, number: int, keyed: int) -> dict[str, tuple[str, Command]]:
    """What can be asked for at a seat: by code, in words."""
    table = shown.snapshot.house.table
    seat = table.seat(number)
    if not seat.player:
        amount = keyed or table.rules.bank_min
        return {"sit": (f"Sit down with {dollars(amount)}", SitDown(number, amount))}
    live, dead = dues(table.rules, seat)
    found: dict[str, tuple[str, Command]] = {
        "buy": (f"Buy {dollars(keyed)}" if keyed else "Buy chips", BuyChips(number, keyed))
    }
    if seat.away:
        found["back"] = ("Player is back", ComeBack(number))
    else:
        found["away"] = ("Player is away", GoAway(number))
    if seat.waits and not seat.posting:
        found["post"] = (f"Post {dollars(live + dead)} now", PostDue(number))
    found["leave"] = (f"Leave with {dollars(seat.stack)}", LeaveTable(number))
    return found


def derive_seat_panel(
    shown: Shown, number: int, keyed: int = 0, asking: str = ""
) -> SeatPanelProps:
    """The panel of a seat, with the amount that was keyed."""
    if not number:
        return SeatPanelProps()
    table = shown.snapshot.house.table
    seat = table.seat(number)
    above = LEAVE_FIRST if supervised(shown) else ""
    acts = []
    for code, (text, command) in commands_of(shown, number, keyed).items():
        reason = above or why(CORE.verify(table, command))
        if code == "buy" and not keyed and not reason.startswith("A hand"):
            reason = above or "Key the amount first"
        asked = code == asking
        acts.append(SeatAct(code, f"{text}?" if asked else text, reason, not reason, asked))
    return SeatPanelProps(
        visible=True,
        title=f"Seat {number}",
        state=_state(shown, seat),
        amount=dollars(keyed) if keyed else "",
        takes=table.at_rest,
        acts=tuple(acts),
    )


def _state(shown: Shown, seat: Seat) -> str:
    table = shown.snapshot.house.table
    if not seat.player:
        least = table.rules.bank_min
        return f"Free. Bank from {dollars(least)}." if least else "Free."
    words = [f"{dollars(seat.stack)} on the table."]
    if seat.away:
        words.append("Away.")
    if seat.posting:
        words.append("Posts with the next hand.")
    elif seat.waits:
        words.append("Waits for the big blind, or posts.")
    return " ".join(words)


@qml_element
class SeatPanelViewModel(PlaceBound):
    """One seat's panel."""

    shows = SeatPanelProps
    panel = PLACE

    _keyed = ""

    def derive(self, shown: Shown) -> SeatPanelProps:
        return derive_seat_panel(shown, self._place, self._amount, self._asking)

    @property
    def _amount(self) -> int:
        return int(Money.parse(self._keyed)) if self._keyed else 0

    def forget(self) -> None:
        self._keyed = ""
        super().forget()

    @Slot(str)
    def key(self, digit: str) -> None:
        if len(self._keyed) < DIGITS_MAX and (self._keyed or digit != "0"):
            self._keyed += digit
            self.refresh()

    @Slot()
    def clear(self) -> None:
        self._keyed = ""
        self.refresh()

    @Slot(str)
    def act(self, code: str) -> None:
        if self.shown is None or not self._place:
            return
        enabled = {one.code for one in self.props.acts if one.enabled}
        if code not in enabled or (code == "leave" and not self.sure(code)):
            return
        _, command = commands_of(self.shown, self._place, self._amount)[code]
        self.submit(command)
        self._panels.close()
