"""The panel of a seat: who sits down with how much; buy, goods, away and back, post, leave.

All of it is done between hands. What takes more than an amount is asked for on a form.
"""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import Slot

from controller.authority import Command
from controller.domain.frozen import frozen
from controller.domain.instant import Instant
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.games.poker.desk_counts import GoOut
from controller.games.poker.floor.players import assigned_at, left_within_the_hour, to_bring
from controller.games.poker.floor.state import PokerFloor
from controller.games.poker.positions import dues
from controller.games.poker.preview import preview
from controller.games.poker.seating import (
    BuyChips,
    ComeBack,
    GoAway,
    LeaveTable,
    PostDue,
    RunOutOfChips,
    SitDown,
)
from controller.games.poker.stacks import BuyGoods
from controller.games.poker.state import Seat
from controller.games.poker.words import player_name
from ui.bridge import Bridge
from ui.games.poker.house import floor_of, house_of
from ui.games.poker.words import why
from ui.shown import Shown
from ui.viewmodels.actions import supervised
from ui.viewmodels.base import qml_element
from ui.viewmodels.drawn import Drawn
from ui.viewmodels.guidance import LEAVE_FIRST
from ui.viewmodels.of_place import PlaceBound
from ui.viewmodels.panels import PLACE, PanelsViewModel
from ui.viewmodels.supervisor import SupervisorViewModel

DIGITS_MAX: Final = 6
BACK_MAX: Final = 3
"""So many of those who left within the hour have a key, the last of them first."""
KEY_FIRST: Final = "Key the amount first"
FORMS: Final = {
    "offer-seat": "Offer to the table",
    "draw-for-seat": "Draw cards for it",
    "assign-seat": "Assign it",
    "free-seat": "Release it",
    "count-stack": "Count the stack",
    "pick-up-chips": "Pick up the chips",
}
"""What begins at a seat and is asked for on a form: by the code of its entry, in few words."""


@frozen
class SeatAct:
    """One key."""

    code: str
    text: str
    note: str = ""
    """The amount."""
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


Key = tuple[str, str, Command]
"""What a key says, the amount under it, and what it sends."""


def commands_of(shown: Shown, number: int, keyed: int, now: Instant) -> dict[str, Key]:
    """What can be asked for at a seat, by code."""
    table = shown.snapshot.house.table
    seat = table.seat(number)
    if not seat.player:
        return dict(_sits(floor_of(shown), number, keyed, now))
    live, dead = dues(table.rules, seat)
    keyed_as = dollars(keyed) if keyed else ""
    found: dict[str, Key] = {"buy": ("Buy chips", keyed_as, BuyChips(number, keyed))}
    if seat.away:
        found["back"] = ("Player is back", "", ComeBack(number))
    else:
        found["away"] = ("Player is away", "", GoAway(number))
    if seat.waits and not seat.posting:
        found["post"] = ("Post now", dollars(live + dead), PostDue(number))
    found["goods"] = ("Pay for goods", keyed_as, BuyGoods(number, keyed))
    if table.rules.stacks_kept:
        found["leave"] = ("Leave the table", f"with {dollars(seat.stack)}", LeaveTable(number))
        return found
    counted = keyed if keyed or not seat.broke else None
    found["leave"] = ("Leave the table", f"counted {dollars(keyed)}", LeaveTable(number, counted))
    if not seat.broke and house_of(shown).desk is None:
        found["broke"] = ("No chips left", "", RunOutOfChips(number))
    elif not seat.broke:
        found["out"] = ("Player is out", f"went in with {dollars(keyed)}", GoOut(number, keyed))
    return found


def _sits(floor: PokerFloor, number: int, keyed: int, now: Instant) -> Iterator[tuple[str, Key]]:
    """Whoever the seat is kept for; otherwise who waits longest, who comes back, somebody new."""

    def key(does: str, who: str, *, moved: bool = False) -> Key:
        amount = keyed or int(to_bring(floor, who, now))
        name = player_name(who) if who else "New player"
        return f"{name} {does}", f"with {dollars(amount)}", SitDown(number, amount, moved, who)

    if (kept := assigned_at(floor, number)) is not None:
        yield "sit", key("sits down", kept.player, moved=kept.moved)
        return
    first = [one.player for one in floor.waiting[:1]]
    for who in first:
        yield "first", key("sits down", who)
    lately = [one.player for one in reversed(left_within_the_hour(floor, now))]
    for turn, who in enumerate([who for who in lately if who not in first][:BACK_MAX]):
        yield f"again{turn}", key("is back", who)
    yield "sit", key("sits down", "")


def derive_seat_panel(
    shown: Shown,
    number: int,
    now: Instant,
    keyed: int = 0,
    asking: str = "",
    forms: tuple[str, ...] = (),
) -> SeatPanelProps:
    """The panel of a seat, with the amount that was keyed and the forms that begin there."""
    if not number:
        return SeatPanelProps()
    house = house_of(shown)
    table = house.table
    above = LEAVE_FIRST if supervised(shown) else ""
    acts = []
    for code, (text, note, command) in commands_of(shown, number, keyed, now).items():
        found = preview(house, command, now)
        reason = above or why(found if isinstance(found, Refused) else None)
        counts = not table.rules.stacks_kept and not table.seat(number).broke
        needs = ("buy", "goods", "leave", "out") if counts else ("buy", "goods")
        if code in needs and not keyed and table.at_rest:
            reason = above or KEY_FIRST
        asked = code == asking
        acts.append(SeatAct(code, f"{text}?" if asked else text, note, reason, not reason, asked))
    acts += [SeatAct(code, FORMS[code]) for code in forms]
    return SeatPanelProps(
        visible=True,
        title=f"Seat {number}",
        state=_state(shown, table.seat(number)),
        amount=dollars(keyed) if keyed else "",
        takes=table.at_rest,
        acts=tuple(acts),
    )


def _state(shown: Shown, seat: Seat) -> str:
    if not seat.player:
        return " ".join(_free(floor_of(shown), seat.number))
    words = [f"{dollars(seat.stack)} on the table."]
    if not house_of(shown).table.rules.stacks_kept:
        words = [
            "No chips left."
            if seat.broke
            else "Stacks are not kept: count the chips when the player leaves."
        ]
    if seat.away:
        words.append("Away.")
    if seat.posting:
        words.append("Posts with the next hand.")
    elif seat.waits:
        words.append("Waits for the big blind, or posts.")
    return " ".join(words)


def _free(floor: PokerFloor, number: int) -> Iterator[str]:
    kept = assigned_at(floor, number)
    yield f"Kept for {player_name(kept.player)}." if kept else "Free."
    if floor.rules.bank_min:
        yield f"Minimum bank {dollars(floor.rules.bank_min)}."
    if number in floor.vacated:
        yield "Offer it to the table first."


@qml_element
class SeatPanelViewModel(PlaceBound):
    """One seat's panel."""

    shows = SeatPanelProps
    panel = PLACE

    _keyed = ""

    def __init__(
        self, bridge: Bridge, panels: PanelsViewModel, drawn: Drawn, forms: SupervisorViewModel
    ) -> None:
        super().__init__(bridge, panels, drawn)
        self._forms = forms

    def derive(self, shown: Shown) -> SeatPanelProps:
        place, now = self._place, self.bridge.now()
        forms = tuple(code for code in FORMS if place and self._forms.begins(code, str(place)))
        return derive_seat_panel(shown, place, now, self._amount, self._asking, forms)

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
        shown, place = self.shown, self._place
        if shown is None or not place:
            return
        enabled = {one.code for one in self.props.acts if one.enabled}
        if code not in enabled or (code in ("leave", "out") and not self.sure(code)):
            return
        commands = commands_of(shown, place, self._amount, self.bridge.now())
        if code not in commands:
            self._forms.fill_in(code, str(place))
            return
        self.submit(commands[code][-1])
        self._panels.close()
