"""All choices of one place: what a second tap on it opens. A fold asks once more."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.games.bonus import commands as c
from controller.games.bonus.round.core import can
from controller.games.bonus.round.phases import DECISIONS, STREET_OF
from controller.games.bonus.round.state import Standing, Table
from controller.games.bonus.wagers import Area, Choice
from controller.staff.roles import HouseReason
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.of_place import PlaceBound
from ui.viewmodels.words import dollars

PANEL: Final = "choices"
CONCEDE: Final = "concede"
AMOUNT: Final = "amount"
"""The chips that lie there are not what the rules ask (11.10, 11.11): keyed on the chip pad."""
FOLDED: Final = "Folded. A supervisor can correct it"
FINAL: Final = (Choice.FOLD.value, CONCEDE)
"""What cannot be taken back by a dealer alone: asked once more."""


@frozen
class Offer:
    """One choice."""

    code: str
    text: str
    chosen: bool
    enabled: bool
    asks: bool
    """The next tap on it counts."""


@frozen
class ChoicesProps:
    """The choices of one place."""

    visible: bool = False
    place: int = 0
    title: str = ""
    note: str = ""
    """Why nothing is offered."""
    offers: tuple[Offer, ...] = ()


def derive_choices(shown: Shown, place: int, asking: str) -> ChoicesProps:
    """What this place can do now."""
    table = shown.snapshot.house.table
    if not 1 <= place <= table.rules.places or not table.round.in_play():
        return ChoicesProps()
    codes = _codes(table)
    if not codes:
        return ChoicesProps()
    offers = tuple(_offer(table, place, code, asking) for code in codes)
    title = f"Place {place}"
    folded = table.round.place(place).standing is Standing.FOLDED
    if folded and shown.snapshot.on_top is None:
        offers = tuple(replace(offer, enabled=False) for offer in offers)
        return ChoicesProps(True, place, title, FOLDED, offers)
    return ChoicesProps(True, place, title, offers=offers)


def _codes(table: Table) -> tuple[str, ...]:
    if table.round.phase in DECISIONS:
        offered = table.rules.offered(STREET_OF[table.round.phase])
        other = (AMOUNT,) if Choice.BET in offered else ()
        return (*(one.value for one in offered), *other)
    return (CONCEDE,) if table.rules.concession_offered and table.round.dealer_shown else ()


def _offer(table: Table, place: int, code: str, asking: str) -> Offer:
    return Offer(
        code=code,
        text=_text(table, place, code, asks=asking == code),
        chosen=_chosen(table, place) == code,
        enabled=can(table, command_of(table, place, Choice.BET if code == AMOUNT else code)),
        asks=asking == code,
    )


def _text(table: Table, place: int, code: str, *, asks: bool) -> str:
    if asks:
        return f"{code.capitalize()} place {place}?"
    if code == AMOUNT:
        return "Other amount"
    if code != Choice.BET:
        return code.capitalize()
    stake = table.round.place(place).stakes.get(Area.ANTE)
    street = STREET_OF[table.round.phase]
    return f"Bet {dollars(stake.amount * street.antes)}" if stake else "Bet"


def _chosen(table: Table, place: int) -> str:
    at = table.round.place(place)
    if at.standing is Standing.FOLDED:
        return Choice.FOLD.value
    if at.standing is Standing.CONCEDED:
        return CONCEDE
    street = STREET_OF.get(table.round.phase)
    choice = at.choices[street.order] if street else None
    return choice.value if choice else ""


def command_of(table: Table, place: int, code: str) -> c.Command:
    """A choice as a command. A fold that was keyed by mistake takes a correction (9.5)."""
    if code == CONCEDE:
        return c.Concede(place)
    folded = table.round.place(place).standing is Standing.FOLDED
    choice = Choice(code)
    return c.CorrectDecision(place, choice) if folded else c.Decide(place, choice)


@qml_element
class ChoicesViewModel(PlaceBound):
    """The choices of the place that is open."""

    shows = ChoicesProps
    panel = PANEL

    def derive(self, shown: Shown) -> ChoicesProps:
        return derive_choices(shown, self._place, self._asking)

    @Slot(str)
    def choose(self, code: str) -> None:
        """Send it; what is final, on the second tap."""
        if self.shown is None or not self._place:
            return
        if code == AMOUNT:
            self._panels.openPanel("chips", self._place)
            return
        if code in FINAL and not self.sure(code):
            return
        command = command_of(self.shown.snapshot.house.table, self._place, code)
        corrects = isinstance(command, c.CorrectDecision)
        self.submit(command, HouseReason.KEYED_WRONG if corrects else None)
        self._panels.close()
