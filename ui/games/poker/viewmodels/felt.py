"""The seats as the dealer sees them, and what a tap on one does.

During the betting a tap on a later seat passes everyone before it. Between hands, with a long press
at any time, and where nobody was dealt in, a tap opens the panel of the seat. Where the dealer says
who wins, it names a winner of the pot that is pushed next.
"""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Slot

from controller.domain.frozen import frozen
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.games.poker.betting import PlayerChecked
from controller.games.poker.floor.players import assigned_at
from controller.games.poker.moves import KeyMoves, Passed, passed_to
from controller.games.poker.offers import offers
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.showdown import next_to_show, showing
from controller.games.poker.state import Ending, Hand, Player, Seat, Standing, Table, has_chips
from controller.games.poker.words import player_name
from ui.bridge import Bridge
from ui.games.poker.house import floor_of
from ui.games.poker.viewmodels.clock import derive_clock
from ui.games.poker.viewmodels.keyed import Keyed
from ui.games.poker.viewmodels.passing import as_passed
from ui.games.poker.viewmodels.settlement import dealer_says_now, winning
from ui.shown import Shown
from ui.viewmodels.base import ViewModel, qml_element
from ui.viewmodels.panels import PLACE, PanelsViewModel
from ui.viewmodels.words import card_codes

BETTING: Final = (Phase.DEAL, *STREETS)
_GONE: Final = {
    Standing.FOLDED: "folded",
    Standing.FORFEITED: "folded",
    Standing.MUCKED: "mucked",
    Standing.DEAD: "dead",
}


@frozen
class SeatProps:
    """One seat."""

    number: int = 0
    state: str = ""
    """`free`, `kept`, `away`, `waits`, `posts`, `broke`, `in`, `left`, `check`, `all-in`, `folded`,
    `mucked`, `dead`, `passed in`, `won`."""
    stack: str = ""
    wager: str = ""
    """The wager in front of the player, not drawn in yet."""
    button: bool = False
    blind: str = ""
    """`SB` or `BB`."""
    acting: bool = False
    """Is it this seat's turn to act or to show?"""
    passes: bool = False
    """The seat was tapped ahead: it is shown as passing, which is not on record yet."""
    cards: tuple[str, ...] = ()
    """Two cards where the player has a hand, face up once it is tabled."""
    won: str = ""
    chosen: bool = False
    """The dealer has named this seat as a winner of the pot that is pushed next."""
    opened: bool = False
    clock: str = ""
    """The time left to a player on the clock."""
    urgent: bool = False
    """Are these the last ten seconds, or is time up?"""


def derive_seat(shown: Shown, number: int, keyed_to: int = 0) -> SeatProps:
    """One seat as it is, or as it will be once everyone before the tapped seat has passed."""
    table = shown.snapshot.house.table
    seat = table.seat(number)
    passed = as_passed(table, keyed_to)
    hand = passed.table.hand
    if hand is None or not hand.has(number):
        return _kept(shown, _not_in(table, seat, hand if not table.at_rest else None))
    if table.at_rest:
        return _kept(shown, _afterwards(table, seat, hand))
    player = hand.of(number)
    state = _state(table, hand, player)
    moved = next((move for move in passed.moves if move.seat == number), None)
    if isinstance(moved, PlayerChecked):
        state = "check"
    return SeatProps(
        number=number,
        state=state,
        stack=dollars(player.stack) if table.rules.stacks_kept else "",
        wager=dollars(player.wager) if player.wager and _in_front(table, hand) else "",
        button=hand.button == number,
        blind=_blind(hand, number),
        acting=_in_turn(passed.table) == number,
        passes=moved is not None,
        cards=_cards(table, player),
    )


def _in_front(table: Table, hand: Hand) -> bool:
    return not hand.drawn_in and not hand.keyed and table.phase is not Phase.SHOWDOWN


def _blind(hand: Hand, number: int) -> str:
    return {hand.big_blind: "BB", hand.small_blind: "SB"}.get(number, "")


def _cards(table: Table, player: Player) -> tuple[str, ...]:
    if player.cards:
        return card_codes(player.cards)
    holds = player.standing is Standing.IN and not player.passed_in
    return card_codes((None, None)) if holds and table.phase is not Phase.BLINDS else ()


def _state(table: Table, hand: Hand, player: Player) -> str:
    if player.standing is not Standing.IN:
        return _GONE[player.standing]
    if player.passed_in:
        return "passed in"
    if not table.rules.stacks_kept:
        return "in"
    if not player.stack:
        return "all-in"
    checked = player.acted == 0 and hand.high == 0 and not hand.drawn_in
    return "check" if checked else "in"


def _not_in(table: Table, seat: Seat, hand: Hand | None) -> SeatProps:
    if not seat.player:
        state = "free"
    elif seat.away:
        state = "away"
    elif not has_chips(table.rules, seat):
        state = "broke"
    else:
        state = "posts" if seat.posting else "waits" if seat.waits or hand else "in"
    button = hand is not None and hand.button == seat.number
    stack = dollars(seat.stack) if seat.player and table.rules.stacks_kept else ""
    return SeatProps(seat.number, state, stack, button=button)


def _kept(shown: Shown, props: SeatProps) -> SeatProps:
    """A free seat that is kept for somebody says so, and for whom."""
    kept = assigned_at(floor_of(shown), props.number) if props.state == "free" else None
    return replace(props, state="kept", stack=player_name(kept.player)) if kept else props


def _afterwards(table: Table, seat: Seat, hand: Hand) -> SeatProps:
    """Between hands: who sits there now, and who has won the last hand."""
    props = _not_in(table, seat, None)
    player = hand.of(seat.number)
    won = player.won if hand.ending in (Ending.SHOWDOWN, Ending.UNCONTESTED) else 0
    if not seat.player or not won:
        return replace(props, button=hand.button == seat.number)
    return replace(
        props,
        state="won",
        won=dollars(won),
        button=hand.button == seat.number,
        cards=card_codes(player.cards),
    )


def _in_turn(table: Table) -> int:
    """The seat whose turn it is to act or to show; 0: nobody's."""
    offered = offers(table)
    if offered is not None:
        return offered.seat
    player = next_to_show(table) if showing(table) else None
    return player.seat if player else 0


@frozen
class Tap:
    """What a tap on a seat comes to."""

    passes: int = 0
    """Everyone before this seat passes, as soon as its own key says so."""
    command: KeyMoves | None = None
    """The same, sent at once where nothing is left for the seat to decide."""
    forgets: bool = False
    """Nobody passes, since this is the seat in turn: what was tapped before is forgotten."""
    panel: bool = False
    card: bool = False
    """The card that was swiped is meant for this seat."""
    wins: bool = False
    """The dealer names this seat as a winner, or takes that back."""


NOTHING: Final = Tap()


def tap_on(shown: Shown, number: int, *, long: bool = False) -> Tap:
    """During the betting a later seat is keyed to; between hands, and where nobody was dealt in,
    its panel opens. Between hands a card that was swiped and waits takes the tap."""
    table = shown.snapshot.house.table
    if table.at_rest and shown.reader.card_waits:
        return Tap(card=True)
    if long or table.at_rest or not table.playing().has(number):
        return Tap(panel=True)
    if dealer_says_now(shown):
        return Tap(wins=True)
    if shown.snapshot.held is not None or table.phase not in BETTING:
        return NOTHING
    passed = passed_to(table, number)
    if isinstance(passed, Refused):
        return NOTHING
    return _keyed(passed, number)


def _keyed(passed: Passed, number: int) -> Tap:
    offered = offers(passed.table)
    if offered is None:
        return Tap(command=KeyMoves(number))
    if offered.seat != number:
        return NOTHING
    return Tap(passes=number) if passed.moves else Tap(forgets=True)


@qml_element
class SeatViewModel(ViewModel):
    """One seat."""

    shows = SeatProps

    def __init__(self, bridge: Bridge, panels: PanelsViewModel, keyed: Keyed, number: int) -> None:
        super().__init__(bridge)
        self._panels, self._number = panels, number
        self._keyed, self._passing = keyed, keyed.passing
        for changed in (panels.opened, *keyed.changes()):
            changed.connect(self.refresh)

    def derive(self, shown: Shown) -> SeatProps:
        opened = self._panels.props.place == self._number
        marked = self._number in self._keyed.pots.keying.marked
        chosen = marked or self._number in winning(shown, self._keyed.push.walk)
        seat = derive_seat(shown, self._number, self._passing.seat)
        clock = derive_clock(shown, self.bridge.now())
        if clock.seat == self._number:
            seat = replace(seat, clock=clock.left, urgent=clock.urgent)
        if marked:
            seat = replace(seat, state="left")
        return replace(seat, opened=opened, chosen=chosen)

    @Slot()
    def tap(self) -> None:
        self._tapped(long=False)

    @Slot()
    def hold(self) -> None:
        self._tapped(long=True)

    def _tapped(self, *, long: bool) -> None:
        if self.shown is None or self._panels.answered_by(self._number):
            return
        tap = tap_on(self.shown, self._number, long=long)
        if tap.card:
            self.bridge.pick(self._number)
        elif tap.panel:
            self._panels.openPanel(PLACE, self._number)
        elif self._keyed.pots.marks(self._number):
            pass
        elif tap.wins:
            self._keyed.push.wins(self._number)
        elif tap.command is not None:
            if self._passing.read():
                self.submit(tap.command)
        elif tap.passes or tap.forgets:
            self._passing.choose(tap.passes)
