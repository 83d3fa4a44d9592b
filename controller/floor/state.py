"""A table's life as folded from events: plain values, nothing computed twice."""

from dataclasses import field
from enum import StrEnum

from controller.domain import kernel
from controller.domain.frozen import Frozen
from controller.domain.instant import NEVER, Instant
from controller.domain.money import ZERO, Money
from controller.floor.base import Day
from controller.floor.device_state import DeviceState, Pairing
from controller.floor.entries import (
    Claim,
    Correction,
    Dispute,
    Incident,
    Numbers,
    Promotion,
    Task,
    Withheld,
)
from controller.floor.game import FloorGame
from controller.floor.terms import Rules
from controller.staff.roles import Actor


class Status(StrEnum):
    """Where the table stands in its day."""

    CLOSED = "closed"
    PREPARING = "preparing"
    OPEN = "open"
    COUNTING = "counting"
    """Closed for play; the float is still to be counted."""


class CheckMeans(StrEnum):
    """3.4: who or what checked a deck."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    DEVICE = "device"


class Deck(Frozen):
    """One deck at the table, or secured for it. Flags fall when cards are used or handled."""

    name: str
    back: str
    """The colour of the backs."""
    checked: CheckMeans | None = None
    secured: bool = False
    """3.5: checked and pre-shuffled in advance, locked away until it is brought into play."""
    hand_shuffled: bool = False
    """4.4.1: by the dealer's hand, before the cards first went into the device."""
    shuffled: bool = False
    """Since its last use, since the table was vacant and since it was handled (4.1)."""
    cut: bool = False
    loaded: bool = False
    """In the shuffling device or in the shoe."""
    extra_shuffle: bool = False
    extra_cut: bool = False
    """4.4.5: ordered by a casino supervisor."""
    stale: str = "first shuffle"
    """Why it needs a shuffle: the fact whose clause says so."""
    unfit: bool = False
    """Found incomplete, or with a card that does not belong: it is replaced."""


class DeckOrder(Frozen):
    """3.8: somebody wants a deck counted and verified."""

    deck: str
    by: tuple[Actor, ...]
    at: Instant
    clause: str | None


class Hold(StrEnum):
    """Why no round may begin until a person has dealt with it."""

    CARDS_DROPPED = "cards-dropped"
    DEVICE_FAILED = "device-failed"


class Held(Frozen):
    """A hold, and the deck it is about."""

    hold: Hold
    deck: str = ""


class Seat(Frozen):
    """One place, and who plays there."""

    place: int
    player: str | None = None
    """A reference that tells players apart; never a name."""
    card: bool = False
    """A valid Player Card of the player's own has been confirmed (5.1)."""
    invalid: bool = False
    """13.1: the player may not play until an own card is confirmed."""
    abstained: int = 0
    """Consecutive rounds without a wager."""
    asked: bool = False
    """13.10: the player was asked to give up the seat, and has not wagered since."""
    closed: bool = False


class SignNotice(Frozen):
    """A sign that has to be on display for so long before something happens."""

    length_ms: int
    shown_ms: int = 0
    """On display until `since`."""
    since: Instant | None = None
    """On display from here on; none while the sign is dark."""


class RoundMark(Frozen):
    """What the floor knows of the round in progress."""

    number: int
    deck: str
    dealer: str
    dealt: bool = False
    """The first card has left the device: a round of play (1.1)."""
    present: frozenset[str] = frozenset()
    """Players at the table when it did: only they can have abstained."""


class Cash(Frozen):
    """Money at the table since it was opened."""

    opening: Money | None = None
    closing: Money | None = None
    fills: Money = ZERO
    credits: Money = ZERO
    drop: Money | None = None
    """What the drop box held."""
    cashless: Money = ZERO
    """Chips bought through the cashless terminal."""
    tokens: Money = ZERO
    """Promotional tokens given for vouchers: no part of the hold."""
    vouchers: frozenset[str] = frozenset()
    slips: frozenset[str] = frozenset()
    """Of the fills and credits of the business date: a slip counts once."""


class Settings(Frozen):
    """What differs between tables and is not the order of play."""

    effective_from: Day | None = None
    """`nsw-2024`: the day the operator published the order (Order:Effect)."""
    low_limit: bool = False
    """6.6: low limit gaming."""
    cashless: bool = False


class Floor(Frozen):
    """A table between and around rounds."""

    rules: Rules
    """As in force: those of the next round."""
    settings: Settings
    seats: tuple[Seat, ...]
    cashless: bool
    seen: Instant = NEVER
    """The latest moment on record."""
    status: Status = Status.CLOSED
    business_date: Day | None = None
    confirmed: frozenset[str] = frozenset()
    """Items of the opening checklist."""
    drop_box: bool = False
    dealer: str | None = None
    decks: tuple[Deck, ...] = ()
    orders: tuple[DeckOrder, ...] = ()
    holds: tuple[Held, ...] = ()
    round: RoundMark | None = None
    last_round: int = 0
    last_deck: str = ""
    vacant: bool = False
    """The last player has left since play began."""
    closing_notice: SignNotice | None = None
    sign_lit: bool = True
    excluded: frozenset[str] = frozenset()
    apart: tuple[frozenset[str], ...] = ()
    """11.12.2: players of one group may not play together."""
    decide_first: frozenset[str] = frozenset()
    english_only: bool = False
    called: Instant | None = None
    """When the dealer called a supervisor who has not come yet."""
    cash: Cash = field(default_factory=Cash)
    promotion: Promotion | None = None
    numbers: Numbers = field(default_factory=Numbers)
    incidents: tuple[Incident, ...] = ()
    corrections: tuple[Correction, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    claims: tuple[Claim, ...] = ()
    tasks: tuple[Task, ...] = ()
    withheld: tuple[Withheld, ...] = ()
    devices: tuple[DeviceState, ...] = ()
    """Those that are fitted."""
    sensors: frozenset[int] | None = None
    """Places with a bet sensor of their own; none where nobody has said."""
    pairing: Pairing | None = None
    """None where none was to be paired since the table was set up."""

    @property
    def game(self) -> FloorGame:
        """What the game that is played here adds."""
        return FloorGame()

    @property
    def round_number(self) -> int | None:
        """Of the round in progress."""
        return self.round.number if self.round else None

    def empty_seat(self, place: int, *, closed: bool = False) -> Seat:
        """A place where nobody sits."""
        return type(self.seat(place))(place, closed=closed)

    def seat(self, place: int) -> Seat:
        """A seat by its number on the layout."""
        return self.seats[place - 1]

    def has_sensor(self, place: int) -> bool:
        """Has this place a bet sensor of its own, as far as is known?"""
        return self.sensors is None or place in self.sensors

    def seated(self) -> tuple[Seat, ...]:
        """Seats with a player, clockwise from the dealer's left (R1)."""
        return tuple(seat for seat in self.seats if seat.player is not None)

    def deck(self, name: str) -> Deck | None:
        """A deck by its name."""
        return next((deck for deck in self.decks if deck.name == name), None)

    def decks_here(self) -> tuple[Deck, ...]:
        """Decks at the table, not those secured for it."""
        return tuple(deck for deck in self.decks if not deck.secured)

    def in_play(self, deck: str) -> bool:
        """Are cards of this deck out on the layout?"""
        return self.round is not None and self.round.dealt and self.round.deck == deck


Draft = kernel.Draft[Floor]
