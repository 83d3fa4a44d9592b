"""The players' clock for a wall: level, time, blinds, who is left, what can be won."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.domain.instant import Instant
from controller.domain.words import dollars
from controller.tournament.format import chips
from controller.tournament.phases import Phase
from controller.tournament.prizes import prize_list, won
from controller.tournament.state import Desk
from ui.games.desk.rows import desk_shown
from ui.games.desk.viewmodels.level import LevelProps, derive_level
from ui.games.desk.viewmodels.pages import prize_won
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.sign import SignViewModel

PRIZES_MAX: Final = 6


@frozen
class PrizeRow:
    """What a place wins, and who won it."""

    place: str
    text: str


@frozen
class WallProps(LevelProps):
    """What the wall clock shows."""

    name: str = ""
    prizes: tuple[PrizeRow, ...] = ()
    simulated: bool = False


def derive_wall(desk: Desk, name: str, now: Instant, *, simulated: bool = False) -> WallProps:
    """At this moment."""
    level = derive_level(desk, now)
    if desk.phase is Phase.OPEN:
        fee = dollars(desk.form.entry + desk.form.buyin)
        level = replace(level, blinds=f"Entry {fee} · {chips(desk.form.bank)} chips")
    if desk.phase is Phase.DECIDED:
        level = replace(level, title=f"{won(desk)[0].name} wins", state="")
    return WallProps(
        **{key: getattr(level, key) for key in LevelProps.__dataclass_fields__},
        name=name,
        prizes=tuple(_prizes(desk)),
        simulated=simulated,
    )


def _prizes(desk: Desk) -> list[PrizeRow]:
    if desk.phase is Phase.DECIDED:
        paid = [one for one in won(desk) if one.cash or one.in_kind][:PRIZES_MAX]
        return [PrizeRow(f"{one.place}.", f"{one.name}  {prize_won(one)}") for one in paid]
    if not desk.entrants or desk.phase is Phase.CANCELLED:
        return []
    cash = prize_list(desk)[:PRIZES_MAX]
    return [PrizeRow(f"{place}.", dollars(amount)) for place, amount in enumerate(cash, 1)]


@qml_element
class WallViewModel(SignViewModel):
    """The clock on the wall; the window asks twice a second."""

    shows = WallProps

    def derive(self, shown: Shown) -> WallProps:
        house = shown.snapshot.house
        desk = desk_shown(shown)
        return derive_wall(desk, house.name, self.bridge.now(), simulated=shown.simulated)

    @Slot()
    def turnPage(self) -> None:
        self.refresh()
