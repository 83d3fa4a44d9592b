"""The places as the dealer sees them: chips, lamp, cards, decision; and what a tap on one does.

One tap on a place is the likely choice of the street. A tap on a place that has decided opens the
others. Every tap sends an absolute choice, so a tap that comes twice does no harm.
"""

from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Property, QObject, Slot

from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.floor.measures import decide_first
from controller.games.bonus import commands as c
from controller.games.bonus.house import house_of
from controller.games.bonus.outputs import jackpot_lamps
from controller.games.bonus.round.guards import next_place
from controller.games.bonus.round.guidance.betting import to_ask
from controller.games.bonus.round.guidance.hands import to_return
from controller.games.bonus.round.phases import DECISIONS, STREET_OF, Phase
from controller.games.bonus.round.state import Ending, Place, Standing, Table
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice
from controller.running.outputs import Lamp
from ui.bridge import Bridge
from ui.games.bonus.viewmodels.lying import acted_on, lying, settled_hand
from ui.games.bonus.viewmodels.results import on_the_felt, paid, taken
from ui.games.bonus.words import area_name, on_the_area
from ui.shown import Shown
from ui.viewmodels.base import ROWS, ViewModel, qml_element
from ui.viewmodels.panels import HAND, PanelsViewModel
from ui.viewmodels.words import card_codes, dollars

LIKELY: Final = {Street.FLOP: Choice.BET, Street.TURN: Choice.CHECK, Street.RIVER: Choice.CHECK}
"""What most players do on a street: the choice of one tap."""

_STANDINGS: Final = {
    Standing.FOLDED: "fold",
    Standing.CONCEDED: "concede",
    Standing.VOID: "void",
}


@frozen
class PlaceProps:
    """One place."""

    number: int = 0
    seated: bool = False
    standing: str = ""
    """`empty`, `in`, `fold`, `concede`, `void`, `settled`; `return` where wagers go back."""
    note: str = ""
    """Where no cards lie: what goes back, or why there is no wager."""
    betting: bool = False
    """Wagers are placed: there are no others than ante, bonus and jackpot yet."""
    ante: str = ""
    bonus: str = ""
    flop: str = ""
    turn: str = ""
    river: str = ""
    jackpot: str = ""
    jackpot_name: str = ""
    bonus_offered: bool = False
    repeated: bool = False
    """The wagers are those of the last round; nobody has keyed otherwise yet."""
    lamp: str = "off"
    decision: str = ""
    """`bet`, `check` or `fold` on this street; `ask` who is asked now, `wait` who comes after."""
    cards: tuple[str, ...] = ()
    forward: tuple[bool, ...] = ()
    """Which cards are part of the hand being settled."""
    result: str = ""
    """What a settled place was paid, what was taken, or what a void one gets back."""
    result_act: str = ""
    """`pay`, `take`, `stands off` or `return`."""
    active: bool = False
    """The step now is about this place."""
    marker: bool = False
    """The player keeps an old minimum (6.5.1.1)."""
    opened: bool = False
    """A panel is open for this place."""


def derive_place(shown: Shown, number: int, again: int = 0) -> PlaceProps:
    """One place as it lies; `again`: the settled place whose hand is looked at."""
    house = house_of(shown.snapshot)
    table, place = house.table, house.table.round.place(number)
    cards, hand = lying(table.round).places[number - 1], acted_on(table, again)
    best = hand.ranked.best if hand and hand.holder == number else ()
    floor, lamps = house.floor, jackpot_lamps(table)
    amounts = {area: on_the_area(stake) for area, stake in on_the_felt(table, place).items()}
    act, result = _result(table, place)
    return PlaceProps(
        number=number,
        seated=floor is None or floor.seat(number).player is not None,
        standing=_standing(table, place),
        note=_note(shown, place),
        betting=table.round.phase is Phase.WAGERS,
        bonus_offered=table.rules.ante_bonus is not None,
        repeated=place.repeated and table.round.phase is Phase.WAGERS,
        lamp=(lamps[number - 1] if table.meter else Lamp.OFF).value,
        decision=_decision(shown, place),
        cards=card_codes(cards),
        forward=tuple(card in best for card in cards),
        result=result,
        result_act=act,
        active=_active(shown, place),
        marker=floor is not None and number in floor.markers,
        ante=amounts.get(Area.ANTE, ""),
        bonus=amounts.get(Area.BONUS, ""),
        flop=amounts.get(Area.FLOP, ""),
        turn=amounts.get(Area.TURN, ""),
        river=amounts.get(Area.RIVER, ""),
        jackpot=amounts.get(Area.JACKPOT, ""),
        jackpot_name=area_name(table.rules, Area.JACKPOT),
    )


def _result(table: Table, place: Place) -> tuple[str, str]:
    """Until the round is over."""
    if not table.round.in_play():
        return "", ""
    if place.standing is Standing.VOID:
        back = to_return(place)
        return ("return", f"Return {dollars(back)}") if back else ("", "")
    if not place.settled or place.standing is not Standing.IN:
        return "", ""
    results = place.results.values()
    if amount := paid(results):
        return "pay", f"Paid {dollars(amount)}"
    if amount := taken(results):
        return "take", f"Took {dollars(amount)}"
    return "stands off", "Stood off"


def _to_return(table: Table, place: Place) -> Money:
    """Of a round that was misdealt or is void: until it is closed."""
    round_ = table.round
    void = round_.phase is Phase.RECONCILE and round_.ending is not Ending.SETTLED
    return to_return(place) if void else ZERO


def _note(shown: Shown, place: Place) -> str:
    table, floor = house_of(shown.snapshot).table, house_of(shown.snapshot).floor
    if back := _to_return(table, place):
        return dollars(back)
    if table.round.phase not in (Phase.IDLE, Phase.WAGERS) or on_the_felt(table, place):
        return ""
    return "free" if floor and floor.seat(place.number).player is None else "no ante"


def _standing(table: Table, place: Place) -> str:
    if _to_return(table, place):
        return "return"
    if not table.round.in_play() or not place.dealt_in:
        return "empty"
    if place.settled:
        return "settled"
    return _STANDINGS.get(place.standing, "in")


def _asked(shown: Shown) -> Place | None:
    """Who is to decide now: whoever plays before the others handle their cards, then in turn."""
    house = house_of(shown.snapshot)
    return to_ask(house.table.round, decide_first(house.floor) if house.floor else ())


def _decision(shown: Shown, place: Place) -> str:
    table = house_of(shown.snapshot).table
    if table.round.phase not in DECISIONS or not place.dealt_in:
        return ""
    if place.standing is not Standing.IN:
        return ""
    choice = place.choices[STREET_OF[table.round.phase].order]
    if choice is not None:
        return choice.value
    return "ask" if place == _asked(shown) else "wait"


def _active(shown: Shown, place: Place) -> bool:
    """Is it this place's turn?"""
    table = house_of(shown.snapshot).table
    round_ = table.round
    if round_.phase in DECISIONS:
        return place == _asked(shown)
    if _to_return(table, place):
        return True
    if hand := acted_on(table):
        return hand.place == place.number
    settled_now = round_.phase is Phase.SETTLEMENT or round_.dealer_shown
    return settled_now and round_.in_play() and next_place(table) is place


@frozen
class Tap:
    """What a tap on a place comes to: a command, or a panel to choose in."""

    command: c.Command | None = None
    panel: str = ""
    card: bool = False
    """The card that was swiped belongs here."""


NOTHING: Final = Tap()


def tap_on(shown: Shown, number: int, *, long: bool = False) -> Tap:
    """One tap: the likely choice. The next: all of them. A long one, or one on a place that nobody
    sits at: the panel of the place, where a player is seated.

    A card that was swiped and waits takes the tap, but never a decision.
    """
    table = house_of(shown.snapshot).table
    phase, place = table.round.phase, table.round.place(number)
    if shown.reader.card_waits and not (phase in DECISIONS and place.dealt_in):
        return Tap(card=True)
    if long:
        return Tap(panel="place")
    if shown.snapshot.held is not None:
        return NOTHING
    floor = house_of(shown.snapshot).floor
    if floor is not None and floor.seat(number).player is None and not place.stakes:
        return Tap(panel="place")
    if phase is Phase.WAGERS:
        return Tap(panel="chips")
    if phase in DECISIONS and place.dealt_in and place.standing is not Standing.VOID:
        street = STREET_OF[phase]
        first = place.playing and place.choices[street.order] is None
        if first:
            return Tap(c.Decide(number, LIKELY[street]))
        return Tap(panel="choices")
    concedes = table.rules.concession_offered and table.round.dealer_shown and place.playing
    if concedes and phase in (Phase.SHOWDOWN, Phase.SETTLEMENT) and not place.settled:
        return Tap(panel="choices")
    return Tap(panel=HAND) if settled_hand(table, number) else NOTHING


@qml_element
class PlaceViewModel(ViewModel):
    """One place."""

    shows = PlaceProps

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, number: int, parent: QObject):
        super().__init__(bridge, parent)
        self._panels, self._number = panels, number
        panels.opened.connect(self.refresh)

    def derive(self, shown: Shown) -> PlaceProps:
        opened = self._panels.props.place == self._number
        return replace(derive_place(shown, self._number, self._panels.again), opened=opened)

    @Slot()
    def tap(self) -> None:
        self._tapped(long=False)

    @Slot()
    def hold(self) -> None:
        self._tapped(long=True)

    def _tapped(self, *, long: bool) -> None:
        if self.shown is None:
            return
        tap = tap_on(self.shown, self._number, long=long)
        if tap.card:
            self.bridge.pick(self._number)
        elif tap.command is not None:
            self.submit(tap.command)
        elif tap.panel:
            self._panels.openPanel(tap.panel, self._number)


@frozen
class FeltProps:
    """Nothing but the places."""


@qml_element
class FeltViewModel(ViewModel):
    """The places, each with a view-model of its own."""

    shows = FeltProps

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, places: int) -> None:
        super().__init__(bridge)
        self._places = [PlaceViewModel(bridge, panels, n, self) for n in range(1, places + 1)]

    def derive(self, shown: Shown) -> FeltProps:
        return FeltProps()

    def update(self, shown: Shown) -> None:
        super().update(shown)
        for place in self._places:
            place.update(shown)

    def _get_places(self) -> list[Any]:
        return list(self._places)

    places = Property(ROWS, _get_places, constant=True)
