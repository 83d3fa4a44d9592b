"""The places as the dealer sees them: chips, lamp, cards, decision; and what a tap on one does.

One tap on a place is the likely choice of the street. A tap on a place that has decided opens the
others. Every tap sends an absolute choice, so a tap that comes twice does no harm.
"""

from collections.abc import Iterator
from typing import Final

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
from ui.games.bonus.viewmodels.lying import acted_on, lying, settled_hand
from ui.games.bonus.viewmodels.results import on_the_felt, paid, taken
from ui.games.bonus.words import area_name, on_the_area
from ui.shown import Shown
from ui.viewmodels.felt import PlaceProps, SpotRow, Tap
from ui.viewmodels.panels import HAND
from ui.viewmodels.words import card_codes, dollars

LIKELY: Final = {Street.FLOP: Choice.BET, Street.TURN: Choice.CHECK, Street.RIVER: Choice.CHECK}
"""What most players do on a street: the choice of one tap."""

_STANDINGS: Final = {
    Standing.FOLDED: "fold",
    Standing.CONCEDED: "concede",
    Standing.VOID: "void",
}
_BADGES: Final = {
    "bet": ("BET", "check", "good"),
    "check": ("CHECK", "dot", "good"),
    "ask": ("DECIDES", "question", "act"),
    "wait": ("WAITS", "", ""),
    "fold": ("FOLDED", "cross", ""),
    "concede": ("CONCEDED", "cross", ""),
    "void": ("VOID", "cross", ""),
    "settled": ("SETTLED", "check", ""),
    "return": ("RETURN", "undo", "act"),
}
"""Word, sign and kind of the badge, by what a place has decided or what became of it."""
_OUT: Final = ("fold", "concede", "void", "settled")
_STREETS: Final = (Area.FLOP, Area.TURN, Area.RIVER)
_LAMPS: Final = {Lamp.OFF: "free", Lamp.ON: "lies", Lamp.FLASH: "flash"}


def derive_place(shown: Shown, number: int, again: int = 0) -> PlaceProps:
    """One place as it lies; `again`: the settled place whose hand is looked at."""
    house = house_of(shown.snapshot)
    table, place = house.table, house.table.round.place(number)
    cards, hand = lying(table.round).places[number - 1], acted_on(table, again)
    best = hand.ranked.best if hand and hand.holder == number else ()
    betting, note = table.round.phase is Phase.WAGERS, _note(shown, place)
    standing = _standing(table, place)
    text, glyph, kind = _badge(shown, place, standing)
    return PlaceProps(
        number=number,
        out=standing in _OUT,
        badge=text,
        badge_glyph=glyph,
        badge_kind=kind,
        note=note,
        returns=standing == "return",
        sign="repeat" if place.repeated and betting else "",
        mark="flag" if house.floor is not None and number in house.floor.markers else "",
        spots=tuple(_spots(table, place, large=betting and not note)),
        large=betting and not note,
        cards=card_codes(cards),
        forward=tuple(card in best for card in cards),
        active=_active(shown, place),
    )


def _badge(shown: Shown, place: Place, standing: str) -> tuple[str, str, str]:
    """What it has decided; once it is settled or void, what that came to."""
    told = standing in _OUT or standing == "return"
    found = _BADGES.get(standing if told else _decision(shown, place), ("", "", ""))
    glyph, result = _result(shown.snapshot.house.table, place)
    return (result, glyph, found[2]) if result else found


def _spots(table: Table, place: Place, *, large: bool) -> Iterator[SpotRow]:
    """Ante, bonus and jackpot; after the deal the wagers of the streets under them."""
    lamp = jackpot_lamps(table)[place.number - 1] if table.meter else Lamp.OFF
    stakes = on_the_felt(table, place)
    for area in (Area.ANTE, Area.BONUS, Area.JACKPOT, *_STREETS):
        amount = on_the_area(stakes[area]) if area in stakes else ""
        if area is Area.JACKPOT:
            word = area_name(table.rules, area)
            yield SpotRow(area.value, word, amount, _LAMPS[lamp], glyph="star")
        else:
            state = "lies" if amount else "free"
            if area in _STREETS and large:
                state = "gone"
            elif area is Area.BONUS and table.rules.ante_bonus is None:
                state = "blank"
            yield SpotRow(area.value, area.value.capitalize(), amount, state)


def _result(table: Table, place: Place) -> tuple[str, str]:
    """What a settled place was paid, what was taken, or what a void one gets back, with its sign:
    until the round is over."""
    if not table.round.in_play():
        return "", ""
    if place.standing is Standing.VOID:
        back = to_return(place)
        return ("undo", f"Return {dollars(back)}") if back else ("", "")
    if not place.settled or place.standing is not Standing.IN:
        return "", ""
    results = place.results.values()
    if amount := paid(results):
        return "check", f"Paid {dollars(amount)}"
    if amount := taken(results):
        return "cross", f"Took {dollars(amount)}"
    return "ring", "Stood off"


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


NOTHING: Final = Tap()


def tap_on(shown: Shown, number: int, *, long: bool = False, spot: str = "") -> Tap:
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
