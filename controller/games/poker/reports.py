"""What can go wrong in a hand, by the names that scenarios use, and how it is reported."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from controller.domain.cards import Card
from controller.domain.frozen import Frozen
from controller.domain.kernel import Draft
from controller.domain.refusals import Refused
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.state import Standing, Table


class Irregularity(StrEnum):
    """Sections 11, 16, 19, 20 and 23."""

    CARD_EXPOSED_IN_CUT = "card-exposed-in-cut"
    DEALT_OUT_OF_TURN = "dealt-out-of-turn"
    HOLE_CARD_EXPOSED = "hole-card-exposed"
    BOXED_CARD = "boxed-card"
    WRONG_NUMBER_OF_HANDS = "wrong-number-of-hands"
    FLOP_TOO_MANY = "flop-too-many"
    DEALT_EARLY = "dealt-early"
    WRONG_BURN = "wrong-burn"
    TWO_CARDS = "two-cards"
    HAND_FOULED = "hand-fouled"
    HAND_KILLED = "hand-killed"
    FOLDED_HAND_EXPOSED = "folded-hand-exposed"
    WINNING_HAND_MUCKED = "winning-hand-mucked"
    OUT_OF_TURN = "out-of-turn"
    SHORT_CALL = "short-call"
    SHORT_RAISE = "short-raise"
    STRING_BET = "string-bet"
    CLOCK_EXPIRED = "clock-expired"
    OUTCOME_INVALIDATED = "outcome-invalidated"


class Cause(StrEnum):
    """23.1: why the house invalidates an outcome."""

    CARDS = "cards"
    DISRUPTION = "disruption"
    FRAUD = "fraud"


class Decision(StrEnum):
    """20.1 to 20.4: what a player does about a wager put out in error."""

    COMPLETE = "complete"
    FORFEIT = "forfeit"
    WITHDRAW = "withdraw"


class ReportIrregularity(Frozen):
    """An irregularity; which of the others it needs is in the table of rulings."""

    what: Irregularity
    seat: int = 0
    card: int = 0
    """Which of the two hole cards it was, 1 or 2."""
    looked: bool | None = None
    """11.1.b: has the wrong player looked at a card?"""
    correctable: bool | None = None
    """11.2: can the deal be put right?"""
    correct: bool | None = None
    """19.4.a: is it known which card is the right one?"""
    move: Move | None = None
    """19.2: what the player did out of turn."""
    amount: int | None = None
    """The whole wager of the street."""
    decision: Decision | None = None
    cause: Cause | None = None
    cards: tuple[Card, ...] = ()
    """What lies face up now."""

    @property
    def action(self) -> PokerAction:
        """Every irregularity is a line of its name; the one of the bonus game has other grounds."""
        invalid = self.what is Irregularity.OUTCOME_INVALIDATED
        return PokerAction.INVALIDATE_HAND if invalid else PokerAction(self.what.value)


Check = Callable[[Table, ReportIrregularity], Refused | None]
Act = Callable[[Draft[Table], ReportIrregularity], None]


class Ruling(NamedTuple):
    """One row of the table of rulings."""

    phases: tuple[Phase, ...]
    needs: tuple[str, ...]
    checks: tuple[Check, ...]
    """All have to hold, the first that does not is the reason."""
    act: Act
    clause: str
    follows: bool
    """Can it be ruled only where every action is keyed?"""


def dealt_in(table: Table, report: ReportIrregularity) -> Refused | None:
    """A seat with a hand, of a player who is there."""
    hand = table.playing()
    if not hand.has(report.seat):
        return Refused(PokerRefusal.NOT_IN_HAND, "6.3", f"Seat {report.seat}.")
    if hand.of(report.seat).absent:
        return Refused(PokerRefusal.PLAYER_ABSENT, "28.1", f"Seat {report.seat}.")
    return None


def still_in(table: Table, report: ReportIrregularity) -> Refused | None:
    """A seat whose hand is still in, of a player who is there."""
    if refused := dealt_in(table, report):
        return refused
    if table.playing().of(report.seat).standing is not Standing.IN:
        return Refused(PokerRefusal.HAND_GONE, "1.1:Dead Hand", f"Seat {report.seat}.")
    return None
