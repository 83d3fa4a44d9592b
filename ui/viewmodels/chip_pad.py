"""The chip pad: an ante or an ante bonus keyed by its chips."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Slot

from controller.domain import commands as c
from controller.domain.money import ZERO, Money
from controller.domain.wagers import Area, Stake
from controller.round.phases import Phase
from controller.round.state import Table
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.words import chips, dollars, span

PANEL: Final = "chips"
DENOMINATIONS: Final = tuple(Money(value * 100) for value in (1, 5, 25, 100, 500, 1_000))
AMOUNT_MAX: Final = Money(100_000_000)
"""More than any table takes: the pad stops counting here."""


@dataclass(frozen=True)
class ChipPadProps:
    """The pad for one place."""

    visible: bool = False
    place: int = 0
    area: str = Area.ANTE.value
    bonus_offered: bool = False
    amount: str = ""
    limits: str = ""
    outside: bool = False
    """Keyed below the minimum or above the maximum: said, not refused (6.4)."""
    chips: tuple[str, ...] = ()
    can_set: bool = False
    set_text: str = ""


def derive_chip_pad(shown: Shown, place: int, area: Area, keyed: Money | None) -> ChipPadProps:
    """What is keyed so far; nothing keyed yet, what lies there."""
    house = shown.snapshot.house
    table = house.table
    if table.round.phase is not Phase.WAGERS or not 1 <= place <= table.rules.places:
        return ChipPadProps()
    low, high = (house.floor.limits.spot if house.floor else table.rules.limits).bounds(area)
    amount = _lies(table, place, area) if keyed is None else keyed
    command = command_of(table, place, area, keyed)
    return ChipPadProps(
        visible=True,
        place=place,
        area=area.value,
        bonus_offered=table.rules.ante_bonus is not None,
        amount=dollars(amount),
        limits=span(low, high),
        outside=bool(amount) and not low <= amount <= high,
        chips=tuple(chips(value) for value in denominations(low)),
        can_set=command is not None,
        set_text="Take back" if isinstance(command, c.TakeBackWager) else f"Set {dollars(amount)}",
    )


def denominations(low: Money) -> tuple[Money, ...]:
    """Four chips, from the one under that which makes up the minimum."""
    fitting = sum(1 for value in DENOMINATIONS if value <= low)
    first = min(max(fitting - 2, 0), len(DENOMINATIONS) - 4)
    return DENOMINATIONS[first : first + 4]


def _lies(table: Table, place: int, area: Area) -> Money:
    stake = table.round.place(place).stakes.get(area)
    return stake.amount if stake else ZERO


def command_of(table: Table, place: int, area: Area, keyed: Money | None) -> c.Command | None:
    """What setting the keyed amount comes to; none where it lies there already."""
    lies = _lies(table, place, area)
    if keyed is None or keyed == lies:
        return None
    if not keyed:
        return c.TakeBackWager(place, area)
    stake = Stake(keyed)
    return c.ChangeWager(place, area, stake) if lies else c.PlaceWager(place, area, stake)


@qml_element
class ChipPadViewModel(ViewModel):
    """Keyed here, sent as one absolute amount."""

    shows = ChipPadProps

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, parent: QObject | None = None):
        super().__init__(bridge, parent)
        self._panels = panels
        self._area, self._keyed = Area.ANTE, None  # type: Area, Money | None
        panels.opened.connect(self._opened)

    def _opened(self) -> None:
        self._area, self._keyed = Area.ANTE, None
        self.refresh()

    @property
    def _place(self) -> int:
        now = self._panels.props
        return int(now.place) if now.open == PANEL else 0

    def derive(self, shown: Shown) -> ChipPadProps:
        return derive_chip_pad(shown, self._place, self._area, self._keyed)

    @Slot(str)
    def choose(self, area: str) -> None:
        """Ante or bonus."""
        self._area, self._keyed = Area(area), None
        self.refresh()

    @Slot(str)
    def add(self, chip: str) -> None:
        """One chip more."""
        self._keyed = min((self._keyed or ZERO) + Money.parse(chip.replace(",", "")), AMOUNT_MAX)
        self.refresh()

    @Slot()
    def clear(self) -> None:
        self._keyed = ZERO
        self.refresh()

    @Slot()
    def set(self) -> None:
        """As keyed; the pad closes."""
        if self.shown is None:
            return
        table = self.shown.snapshot.house.table
        command = command_of(table, self._place, self._area, self._keyed) if self._place else None
        if command is not None:
            self.submit(command)
        self._panels.close()

    @Slot()
    def close(self) -> None:
        self._panels.close()
