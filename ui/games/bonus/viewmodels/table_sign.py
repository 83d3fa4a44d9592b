"""The table sign: limits, pay tables, notices and the jackpot, on pages that turn by themselves.

It shows the public what the rules want on a sign and reads nothing but what is shown. What has just
been won, and what a player has to know at once, comes before the page whose turn it is. The next
round opens as soon as the last award is paid, so a win stands for some turns of the page longer.
"""

from datetime import UTC, tzinfo
from typing import Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.domain.words import sentence
from controller.floor.signs import SignLine, SignPage
from controller.floor.state import Status
from controller.games.bonus.floor.signs import sign_pages
from controller.games.bonus.floor.state import BonusFloor
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.jackpot.awards import Kind
from controller.games.bonus.round.guidance.words import award_name, jackpot_name
from ui.bridge import Bridge
from ui.games.bonus.viewmodels.meter import meter_of
from ui.games.bonus.words import GAME, rules_name
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.sign import SignViewModel, next_notice

WON: Final = (Kind.PROGRESSIVE, Kind.FIXED)
WIN_TURNS: Final = 2
"""So many turns of the page a win stands after its round."""


@frozen
class SignProps:
    """What the sign shows."""

    table: str = ""
    game: str = ""
    title: str = ""
    lines: tuple[SignLine, ...] = ()
    urgent: bool = False
    """Is this a notice: of a change, of closing?"""
    page: int = 0
    pages: int = 0
    meter_label: str = ""
    meter_cents: float = -1.0
    """The sign counts up to it; -1 where there is no meter."""
    notice: str = ""
    """The next notice in one line, whatever page is shown."""
    win: str = ""
    win_amount: str = ""
    simulated: bool = False


@frozen
class Win:
    """What was won, where, and in which round."""

    round: int
    text: str
    amount: str


def derive_sign(
    shown: Shown, turn: int = 0, zone: tzinfo = UTC, win: Win | None = None
) -> SignProps:
    """The page whose turn it is, or what was won."""
    house = house_of(shown.snapshot)
    if house.floor is None:
        return SignProps(table=f"Table {house.name}", simulated=shown.simulated)
    pages = _pages(shown, house.floor, zone)
    page = pages[turn % len(pages)]
    label, cents = _meter(shown, house.floor)
    return SignProps(
        table=f"Table {house.name}",
        game=f"{GAME} · {rules_name(house.table.rules)}",
        title=page.title,
        lines=page.lines,
        urgent=page.urgent,
        page=turn % len(pages),
        pages=len(pages),
        meter_label=label,
        meter_cents=cents,
        notice=next_notice(pages),
        win=win.text if win else "",
        win_amount=win.amount if win else "",
        simulated=shown.simulated,
    )


def _pages(shown: Shown, floor: BonusFloor, zone: tzinfo) -> tuple[SignPage, ...]:
    """As the rules want them, at the moment of the last record."""
    rules = house_of(shown.snapshot).table.rules
    return sign_pages(rules, floor, meter_of(shown), floor.seen, zone)


def _meter(shown: Shown, floor: BonusFloor) -> tuple[str, float]:
    meter = meter_of(shown)
    if meter is None or floor.status is not Status.OPEN:
        return "", -1.0
    name = sentence(jackpot_name(house_of(shown.snapshot).table.rules))
    if not house_of(shown.snapshot).jackpot_open:
        return f"{name} closed", -1.0
    label = f"{name} · not linked" if shown.not_linked else name
    return label, float(int(meter.value))


def win_of(house: BonusHouse) -> Win | None:
    """The largest award of this round that was confirmed or needs no confirmation."""
    due = [
        one.award
        for one in house.table.round.awards
        if one.award.kind in WON and one.keyed and (one.confirmed or not one.award.off_the_meter)
    ]
    award = max(due, key=lambda award: int(award.amount), default=None)
    if award is None:
        return None
    hand = sentence(award_name(house.table.rules, award.award))
    number = house.table.round.number
    return Win(number, f"{hand} at place {award.place}", award.amount.display())


@qml_element
class TableSignViewModel(SignViewModel):
    """The sign; the window asks for the next page."""

    shows = SignProps

    def __init__(self, bridge: Bridge, zone: tzinfo = UTC) -> None:
        super().__init__(bridge)
        self._turn, self._zone = 0, zone
        self._win: Win | None = None
        self._left = 0
        """Turns of the page for which the win still stands."""

    def derive(self, shown: Shown) -> SignProps:
        return derive_sign(shown, self._turn, self._zone, self._win)

    def update(self, shown: Shown) -> None:
        """A win that is taken back or declined goes at once; one that was paid stays a while."""
        house = house_of(shown.snapshot)
        if won := win_of(house):
            self._win, self._left = won, WIN_TURNS
        elif self._win is not None and self._win.round == house.table.round.number:
            self._win = None
        super().update(shown)

    @Slot()
    def turnPage(self) -> None:
        if self._win is None:
            self._turn += 1
        elif self.shown is not None and win_of(house_of(self.shown.snapshot)) is None:
            self._left -= 1
            self._win = self._win if self._left else None
        self.refresh()
