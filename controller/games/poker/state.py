"""A table and its hand as folded from events: plain values, no card that lies face down."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, ClassVar, Final, NamedTuple

from controller.domain.base import evolve, existing
from controller.domain.cards import Card
from controller.domain.frozen import Frozen
from controller.domain.money import Cents
from controller.games.poker.phases import BOARD_OF, Phase
from controller.games.poker.rules import PokerRules


class Standing(StrEnum):
    """What has become of a player's hand."""

    IN = "in"
    FOLDED = "folded"
    FORFEITED = "forfeited"
    """Folded with chips put out in error or out of turn, which are those of a dead hand (R64)."""
    MUCKED = "mucked"
    DEAD = "dead"


_IN: Final = Standing.IN  # an enumeration looks its members up slowly, and this one is asked most


class Ending(StrEnum):
    """How a hand came to its end."""

    SHOWDOWN = "showdown"
    UNCONTESTED = "uncontested"
    MISDEAL = "misdeal"
    VOID = "void"


class Seat(Frozen):
    """A seat between two hands."""

    DROPPED: ClassVar = ("laps_missed",)

    number: int
    player: int = 0
    """The number of the player who sits there, counted as they sat down; 0: nobody."""
    stack: int = 0
    away: bool = False
    joining: bool = False
    """19.12: the player waits for the big blind, or posts one."""
    missed_big: bool = False
    missed_small: bool = False
    bigs_missed: int = 0
    """19.14: how often in a row the big blind has passed this player; and the small blind."""
    smalls_missed: int = 0
    bank_due: bool = False
    """13.8: the stakes were raised, so the player needs the minimum bank before the next hand."""
    posting: bool = False
    """The player pays what is due, to be dealt in with the next hand."""
    broke: bool = False
    """Run by pots: the dealer has said that the player has no chips left."""

    @property
    def waits(self) -> bool:
        """R58: not dealt in until the big blind comes, or what is due is posted."""
        return self.joining or self.missed_big or self.missed_small

    @property
    def laps_missed(self) -> int:
        """19.14: as often as both blinds have passed."""
        return min(self.bigs_missed, self.smalls_missed)


class Positions(Frozen):
    """Where the button and the blinds are; the small blind may stand at an empty seat (R57)."""

    button: int
    small: int
    small_player: int
    """The player who is due for the small blind; it is posted only if this player is dealt in."""
    big: int
    big_player: int
    lap_from: int
    """R59: where the big blind was in the first hand."""
    lapped: bool = False
    """Has the big blind come round since?"""
    again: bool = False
    """After a misdeal or a void hand all three stay where they are."""


class Player(Frozen):
    """Somebody who was dealt in."""

    seat: int
    before: int
    """The stack ahead of antes and blinds."""
    stack: int
    wager: int = 0
    """The chips in front of the player: what was wagered on this street."""
    total: int = 0
    """Antes and live wagers of the hand: they build the layers of the pots (R53)."""
    dead: int = 0
    """Dead blinds: they go whole into the main pot."""
    returned: int = 0
    won: int = 0
    standing: Standing = Standing.IN
    acted: int = -1
    """The highest wager when the player last acted on this street; -1: not yet."""
    absent: bool = False
    """28.1: the player is dealt in and blinded but not there: the hand folds at its turn."""
    cards: tuple[Card, ...] = ()
    """Known only once they were tabled or exposed."""
    passed_in: bool = False
    """16.1: the hand was beaten and was passed in unseen."""


class Raise(NamedTuple):
    """The last bet or raise as long as nobody has called it, and what was before (R63)."""

    seat: int
    high: int
    size: int
    capped: bool


class Bound(NamedTuple):
    """A player who has to wager this much on the street, and the clause behind it."""

    seat: int
    to: int
    clause: str


class Pot(NamedTuple):
    """A pot, and what became of it."""

    amount: Cents
    eligible: tuple[int, ...]
    commission: Cents = 0
    winners: tuple[int, ...] = ()
    """Clockwise from the button's left."""
    shares: tuple[Cents, ...] = ()


class Hand(Frozen):
    """One deal, in progress or the last."""

    number: int
    button: int
    small_blind: int | None
    big_blind: int
    players: tuple[Player, ...]
    """Clockwise from the button's left: the order of the deal."""
    high: int
    """The wager to call: the highest of the street, before the flop at least the big blind."""
    size: int
    """The last full bet or raise of the street (R56)."""
    pot: int
    """Everything in the middle and in front of the players."""
    turn: int | None = None
    """Which of the players decides."""
    capped: bool = False
    actions: int = 0
    """How many actions players have taken on this street of their own accord."""
    bettors: tuple[int, ...] = ()
    """Who has bet or raised on this street, in order."""
    uncalled: Raise | None = None
    out_of_turn: tuple[Bound, ...] = ()
    due: Bound | None = None
    """20.1, 20.3, 20.5: what the player whose turn it is has to wager now."""
    drawn_in: bool = False
    folds: tuple[tuple[Phase, int], ...] = ()
    held: Phase | None = None
    """The last street on which somebody had to decide."""
    board: tuple[Card, ...] = ()
    unseen: int = 0
    """Board cards that lie on the table and that the house does not want keyed."""
    exposed: tuple[str, ...] = ()
    """19.1: the hole cards exposed or found boxed in this deal."""
    from_new_stub: bool = False
    """19.3, 19.4: the street is dealt from the reshuffled stub."""
    phases: tuple[Phase, ...] = ()
    by_default: bool = False
    """19.5, R62: nobody was left, so the last player to fold wins without showing."""
    ending: Ending | None = None
    clause: str | None = None
    notices: tuple[str, ...] = ()
    keyed: tuple[Pot, ...] = ()
    """Run by pots: as the dealer has keyed them, the main pot first."""
    pots: tuple[Pot, ...] = ()
    """Once they are awarded."""

    @property
    def laid(self) -> int:
        """How many communal cards lie on the table."""
        return len(self.board) + self.unseen

    def of(self, seat: int) -> Player:
        """The player who was dealt in at a seat."""
        return self.players[self.index(seat)]

    def index(self, seat: int) -> int:
        """Where a seat stands in the order of the deal; callers mostly ask for the one in turn."""
        if self.turn is not None and self.players[self.turn].seat == seat:
            return self.turn
        for index, player in enumerate(self.players):
            if player.seat == seat:
                return index
        return existing(None, f"seat {seat} was not dealt in")

    def has(self, seat: int) -> bool:
        """Was the seat dealt in?"""
        for player in self.players:  # noqa: SIM110 (asked at every report and hand shown)
            if player.seat == seat:
                return True
        return False

    def players_in(self) -> Iterator[Player]:
        """Those who may still win."""
        return (player for player in self.players if player.standing is _IN)

    def count_in(self) -> int:
        """How many may still win."""
        count = 0
        for player in self.players:
            if player.standing is _IN:
                count += 1
        return count


class Table(Frozen):
    """A table of the room."""

    rules: PokerRules
    seats: tuple[Seat, ...]
    phase: Phase = Phase.IDLE
    positions: Positions | None = None
    """Of the last hand; None: none has been dealt."""
    hand: Hand | None = None
    earlier: tuple[Hand, ...] = ()
    """The hand as it was before each move that can still be taken back, the latest last."""
    sat_down: int = 0
    """How many players have sat down so far."""
    drop: int = 0
    """Commission taken at this table."""
    drop_before: int = 0
    """As much of it as was taken on business days before this one."""
    chips: int = 0
    """Run by pots: all chips of the players, whoever has them."""

    @property
    def number(self) -> int:
        """Of the hand in progress, or of the last; 0 where none has been dealt."""
        return self.hand.number if self.hand else 0

    @property
    def at_rest(self) -> bool:
        """Is the table between hands?"""
        return self.phase is Phase.IDLE

    @property
    def cards_out(self) -> bool:
        """Has a card of the hand left the deck?"""
        return self.phase not in (Phase.IDLE, Phase.BLINDS)

    def seat(self, number: int) -> Seat:
        """A seat by its number."""
        return self.seats[number - 1]

    def playing(self) -> Hand:
        """The hand in progress, or the last one."""
        hand = self.hand
        return existing(hand, "no hand has been dealt") if hand is None else hand


def new_table(rules: PokerRules) -> Table:
    """A table at which nobody sits yet."""
    return Table(rules, tuple(Seat(number) for number in range(1, rules.seats + 1)))


def there(rules: PokerRules, seat: Seat) -> bool:
    """R57: somebody with chips sits there and is not away; in a tournament away is there (28.1)."""
    return has_chips(rules, seat) and (rules.tournament or not seat.away)


def has_chips(rules: PokerRules, seat: Seat) -> bool:
    """Does the player at this seat have chips to play on?"""
    return seat.stack > 0 if rules.stacks_kept else seat.player != 0 and not seat.broke


def stacks(table: Table) -> dict[int, int]:
    """What everybody has in front, by seat: in a hand, what is left of it."""
    found = {seat.number: seat.stack for seat in table.seats}
    if table.hand is not None and not table.at_rest:
        found |= {player.seat: player.stack for player in table.hand.players}
    return found


def with_chips(table: Table, number: int, amount: int) -> Table:
    """This many chips come to a seat, or leave it if the amount is negative."""
    if not table.rules.stacks_kept:
        return evolve(table, chips=table.chips + amount)
    seat = table.seat(number)
    return with_seats(table, evolve(seat, stack=seat.stack + amount))


def with_seats(table: Table, *changed: Seat) -> Table:
    """All seats, these of them as they are now."""
    seats = list(table.seats)
    for seat in changed:
        seats[seat.number - 1] = seat
    return evolve(table, seats=tuple(seats))


def with_hand(table: Table, **changes: Any) -> Table:
    """The hand in progress, or the last one, with these changes."""
    return evolve(table, hand=evolve(table.playing(), **changes))


def clockwise(start: int, seats: int) -> Iterator[int]:
    """Every seat once, from the one on the left of `start`; `start` comes last."""
    return (number % seats + 1 for number in range(start, start + seats))


def board_complete(table: Table) -> bool:
    """Do all communal cards of the street lie on the table?"""
    return table.playing().laid == BOARD_OF.get(table.phase, 5)
