"""The panel of one place: who sits there, what has happened there in this round, what can be done.

A long press on the place or a tap on its number opens it, and a tap on a place that is free: there
a player is seated first. Leaving a seat asks once more: nothing takes it back.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Slot

from controller.authority import Command
from controller.domain.frozen import frozen
from controller.domain.kernel import Asking
from controller.domain.refusals import Refused
from controller.floor.base import Command as FloorCommand
from controller.floor.seats import ConfirmCard, LeaveSeat, TakeSeat, card_required
from controller.games.bonus.commands import Irregularity, Report
from controller.games.bonus.floor.core import FLOOR
from controller.games.bonus.floor.limits import PlaceMarker, RemoveMarker
from controller.games.bonus.floor.state import BonusFloor
from controller.games.bonus.house import house_of
from controller.games.bonus.round.guidance.words import award_name
from controller.games.bonus.round.phases import DECISIONS, Phase
from controller.games.bonus.round.rulings import rule_on
from controller.games.bonus.round.state import Place, Standing, Table
from controller.games.bonus.round.wagers import stakes_of
from controller.games.bonus.rules import STREETS
from controller.games.bonus.wagers import Area, Choice
from ui.bridge import Bridge
from ui.games.bonus.viewmodels.results import paid, taken
from ui.games.bonus.words import area_name, staked
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.drawn import Drawn
from ui.viewmodels.irregularities import IrregularitiesViewModel
from ui.viewmodels.of_place import PlaceBound
from ui.viewmodels.panels import PanelsViewModel
from ui.viewmodels.words import dollars

PANEL: Final = "place"
WAGERS: Final = "wagers"
CHOICES: Final = "choices"
CARD: Final = "card"
INVALID: Final = "invalid"
MARKER: Final = "marker"
SEAT: Final = "seat"

_STANDINGS: Final = {
    Standing.FOLDED: "Folded",
    Standing.CONCEDED: "Conceded",
    Standing.VOID: "Void: every wager was returned",
}


@frozen
class PlaceAct:
    """One thing that can be done at the place."""

    code: str
    text: str
    enabled: bool = True
    reason: str = ""
    asks: bool = False
    """The next tap on it counts."""
    likely: bool = False
    """It is what the panel was opened for."""


@frozen
class PlacePanelProps:
    """One place."""

    visible: bool = False
    place: int = 0
    title: str = ""
    seat: str = ""
    history: tuple[str, ...] = ()
    acts: tuple[PlaceAct, ...] = ()


def derive_place_panel(shown: Shown, number: int, asking: str = "") -> PlacePanelProps:
    """What there is to know and to do at this place."""
    house = house_of(shown.snapshot)
    if not 1 <= number <= house.table.rules.places:
        return PlacePanelProps()
    acts = _acts(shown, number, asking)
    if shown.snapshot.held is not None:
        acts = (replace(act, enabled=False, reason="The table is held") for act in acts)
    return PlacePanelProps(
        visible=True,
        place=number,
        title=f"Place {number}",
        seat=_seat(house.floor, number),
        history=tuple(_history(house.table, house.table.round.place(number))),
        acts=tuple(acts),
    )


def _seat(floor: BonusFloor | None, number: int) -> str:
    if floor is None:
        return ""
    seat = floor.seat(number)
    if seat.closed:
        return "Closed by a supervisor"
    if seat.player is None:
        return "Nobody is seated here"
    told = ["Player seated"]
    if seat.invalid:
        told.append("wagers invalid until the player's own card is shown")
    elif card_required(floor):
        told.append("card confirmed" if seat.card else "no card shown yet")
    if seat.old is not None:
        told.append(f"keeps the old minimum of {dollars(seat.old.ante)}")
    if seat.abstained:
        rounds = "a round" if seat.abstained == 1 else f"{seat.abstained} rounds"
        told.append(f"no wager for {rounds}")
    return ", ".join(told)


def _history(table: Table, place: Place) -> Iterator[str]:
    """This round at this place, in the order in which it happened."""
    if not table.round.number or (not place.dealt_in and not stakes_of(table, place)):
        yield "No wager in this round"
        return
    stakes = stakes_of(table, place)
    first = (Area.ANTE, Area.BONUS, Area.JACKPOT)
    put = [(area_name(table.rules, area), stakes[area]) for area in first if area in stakes]
    yield ", ".join(f"{name} {staked(stake)}" for name, stake in put)
    for street in STREETS:
        choice = place.choices[street.order]
        if choice is Choice.BET and street.area in place.stakes:
            yield f"{street.value.capitalize()}: bet {staked(place.stakes[street.area])}"
        elif choice is not None:
            yield f"{street.value.capitalize()}: {choice.value}"
    if place.standing is not Standing.IN:
        yield _STANDINGS[place.standing]
    yield from _outcome(table, place)


def _outcome(table: Table, place: Place) -> Iterator[str]:
    results = place.results.values()
    if amount := paid(results):
        yield f"Paid {dollars(amount)}"
    if amount := taken(results):
        yield f"Taken {dollars(amount)}"
    for due in table.round.awards:
        if due.award.place == place.number:
            state = "paid" if due.paid else "due"
            kind = "from the meter, " if due.award.off_the_meter else ""
            name = award_name(table.rules, due.award.award).capitalize()
            yield f"{name}: {dollars(due.award.amount)} {kind}{state}"


def _acts(shown: Shown, number: int, asking: str) -> Iterator[PlaceAct]:
    house = house_of(shown.snapshot)
    table, floor, place = house.table, house.floor, house.table.round.place(number)
    free = floor is not None and floor.seat(number).player is None
    if free:
        yield _seat_act(shown, number, "Seat a player", likely=True)
    if table.round.phase is Phase.WAGERS:
        yield PlaceAct(WAGERS, "Ante and bonus", not free, "Nobody is seated here")
    if table.round.phase in DECISIONS:
        yield PlaceAct(CHOICES, "Bet, check, fold", place.dealt_in, "No ante in this round")
    yield PlaceAct(INVALID, "Invalid wager", _invalid(shown, number), "No hand here to rule on")
    if floor is None:
        return
    seat = floor.seat(number)
    if card_required(floor):
        why = "Nobody is seated here" if seat.player is None else "Confirmed"
        yield PlaceAct(CARD, "Confirm player card", seat.player is not None and not seat.card, why)
    off = number in floor.markers
    text = "Remove the marker" if off else "Place a marker"
    marked = not _why_not(shown, number, MARKER)
    yield PlaceAct(MARKER, text, marked, "No old minimum here")
    if not free:
        text = "Player leaves?" if asking == SEAT else "Player leaves"
        yield _seat_act(shown, number, text, asks=asking == SEAT)


def _seat_act(shown: Shown, number: int, text: str, **how: bool) -> PlaceAct:
    why = _why_not(shown, number, SEAT)
    return PlaceAct(SEAT, text, not why, why, **how)


def _invalid(shown: Shown, number: int) -> bool:
    table = house_of(shown.snapshot).table
    ruling = rule_on(table, Report(Irregularity.INVALID_WAGER, number))
    return not isinstance(ruling, Refused)


def _why_not(shown: Shown, number: int, code: str) -> str:
    """Why the floor would not take it from the dealer."""
    floor, dealer = house_of(shown.snapshot).floor, shown.snapshot.dealer
    command = command_of(shown, number, code)
    if floor is None or dealer is None or not isinstance(command, FloorCommand):
        return "No dealer is signed on"
    refused = FLOOR.verify(floor, command, Asking(floor.seen, (dealer,)))
    return refused.said.rstrip(".") if refused else ""


def command_of(shown: Shown, number: int, code: str) -> Command | None:
    """What a tap on an act of the seat sends; none where it opens another panel."""
    floor = house_of(shown.snapshot).floor
    if floor is None:
        return None
    taken = floor.seat(number).player is not None
    match code:
        case "card":
            return ConfirmCard(number)
        case "marker":
            return RemoveMarker(number) if number in floor.markers else PlaceMarker(number)
        case "seat":
            # Told apart by the record's length: nobody is taken for who sat there before.
            player = f"{number}-{shown.snapshot.head.position}"
            return LeaveSeat(number) if taken else TakeSeat(number, player)
    return None


@qml_element
class PlacePanelViewModel(PlaceBound):
    """The panel of the place that is open."""

    shows = PlacePanelProps
    panel = PANEL

    def __init__(
        self,
        bridge: Bridge,
        panels: PanelsViewModel,
        drawn: Drawn,
        irregularities: IrregularitiesViewModel,
    ) -> None:
        super().__init__(bridge, panels, drawn)
        self._irregularities = irregularities

    def derive(self, shown: Shown) -> PlacePanelProps:
        return derive_place_panel(shown, self._place, self._asking)

    @Slot(str)
    def act(self, code: str) -> None:
        """One of the acts; it stays open where there may be more to do."""
        if self.shown is None or not self._place:
            return
        place = self._place
        if code in (WAGERS, CHOICES):
            self._panels.openPanel("chips" if code == WAGERS else "choices", place)
            return
        if code == INVALID:
            self._irregularities.fill_in(Irregularity.INVALID_WAGER.value, str(place))
            return
        command = command_of(self.shown, place, code)
        if isinstance(command, LeaveSeat) and not self.sure(SEAT):
            return
        self.forget()
        if command is not None:
            self.submit(command)
