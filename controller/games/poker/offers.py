"""What the rules offer the seat whose turn it is, and why not the rest: one function.

Limit form, street and opening are data. Amounts are whole wagers of the street; `call` alone is
what is added to the wager in front of the player.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from controller.domain.base import remembered
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.poker.phases import BOARD_OF, Phase
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.rules import Limit
from controller.games.poker.state import Bound, Hand, Player, Table
from controller.games.poker.wagering import IN, bet_of, full_bets


class Move(StrEnum):
    """What a player does, by the words that scenarios use."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all-in"
    FORFEIT = "forfeit"

    __hash__ = str.__hash__


class Offers(NamedTuple):
    """Everything a seat may do now."""

    seat: int
    wager: int
    """In front of the player already."""
    call: int
    """What a call adds; 0: there is nothing to call, the player may check."""
    opening: Move
    """`bet` or `raise`: the word for more than a call."""
    full: int
    """The least a bet or raise is, unless it is all-in for less."""
    least: int
    most: int
    all_in: int
    """What the whole stack comes to."""
    chip: int
    """Bets and raises short of all-in are multiples of this."""
    no_wager: Refused | None
    """Why neither a bet nor a raise is offered."""
    no_all_in: Refused | None
    due: Bound | None
    """The wager the player is bound to: nothing else is offered."""
    forfeit: Bound | None
    """19.2: the same, where the player may also leave it and fold."""

    def allows(self, to: int) -> bool:
        """Is there an action that makes this the player's wager of the street?"""
        if to == self.wager + self.call:
            return True
        if to == self.all_in:
            return self.no_all_in is None
        return self.no_wager is None and self.least <= to <= self.most and to % self.chip == 0

    def text(self) -> str:
        """`fold, call 20.00, raise 40.00 to 200.00, all-in 200.00`."""
        if self.due is not None:
            parts = [f"the wager of {Money(self.due.to)} it is bound to"]
            return ", ".join([*parts, "forfeit"] if self.forfeit else parts)
        parts = ["fold", f"call {Money(self.call)}" if self.call else "check"]
        if self.no_wager is None and self.least != self.all_in:
            upto = "" if self.least == self.most else f" to {Money(self.most)}"
            parts.append(f"{self.opening} {Money(self.least)}{upto}")
        if self.no_all_in is None:
            parts.append(f"all-in {Money(self.all_in)}")
        return ", ".join(parts)


# An enumeration looks its members up slowly, and these are asked at every action.
_BET, _RAISE = Move.BET, Move.RAISE
_FIXED, _POT_LIMIT, _NO_LIMIT = Limit.FIXED, Limit.POT_LIMIT, Limit.NO_LIMIT

_FIXED_CLAUSES: Final = {
    Phase.PREFLOP: "12.2",
    Phase.FLOP: "12.3",
    Phase.TURN: "12.4",
    Phase.RIVER: "12.4",
}
_CAPPED: Final = {
    phase: Refused(PokerRefusal.CAPPED, clause) for phase, clause in _FIXED_CLAUSES.items()
}
_NOT_REOPENED: Final = Refused(PokerRefusal.NOT_REOPENED, "17.4")
_NOT_REOPENED_FIXED: Final = Refused(PokerRefusal.NOT_REOPENED, "17.3")
_NOBODY_TO_RAISE: Final = Refused(PokerRefusal.NOBODY_TO_RAISE, "17.1")
_ONLY_A_CALL: Final = Refused(PokerRefusal.ABOVE_THE_STACK, "17.1")
_LIMIT_CLAUSES: Final = {
    Limit.FIXED: "1.1:Fixed Bet",
    Limit.HALF_POT: "12.6.a.i",
    Limit.POT_LIMIT: "12.6.a.ii",
    Limit.NO_LIMIT: "12.6.a.iii",
}
_ABOVE: Final = {
    limit: Refused(PokerRefusal.ABOVE_THE_MOST, clause) for limit, clause in _LIMIT_CLAUSES.items()
}


@remembered
def offers(table: Table) -> Offers | None:
    """What the seat in turn may do; None where nobody has anything to decide."""
    hand = table.hand
    if hand is None or hand.turn is None or hand.laid != BOARD_OF.get(table.phase, -1):
        return None
    return offers_to(table, hand, hand.players[hand.turn])


def offers_to(table: Table, hand: Hand, player: Player) -> Offers:
    """What a player would be offered if it were the player's turn."""
    rules, high, wager = table.rules, hand.high, player.wager
    all_in = wager + player.stack
    least, most = _range(table, hand, player)
    no_wager = _no_wager(table, hand, player)
    no_all_in = None
    if all_in > high:
        if no_wager is not None:
            no_all_in = no_wager
        elif all_in > most:
            no_all_in = _ABOVE[rules.limit]
    offered = Offers(
        player.seat,
        wager,
        min(high, all_in) - wager,
        _RAISE if high else _BET,
        least,
        min(least, all_in),
        min(most, all_in),
        all_in,
        1 if rules.limit is _FIXED else rules.chip,
        no_wager,
        no_all_in,
        None,
        None,
    )
    if hand.due is None and not hand.out_of_turn:
        return offered
    return _bound(hand, offered)


def _bound(hand: Hand, offered: Offers) -> Offers:
    """What is due: a ruling at the turn goes before a wager out of turn (20.5)."""
    if hand.due is not None and hand.due.seat == offered.seat and offered.allows(hand.due.to):
        return offered._replace(due=hand.due)
    for bound in hand.out_of_turn:
        if bound.seat == offered.seat and offered.allows(bound.to):
            return offered._replace(due=bound, forfeit=bound)
    return offered


class Size(StrEnum):
    """What players most often raise to, in the order of the keys."""

    LEAST = "least"
    HALF_POT = "half-pot"
    POT = "pot"
    ALL_IN = "all-in"


def usual_sizes(table: Table) -> dict[Size, int]:
    """Whole wagers of the street that the seat in turn may make, each once; the pot is what lies on
    the table with the call in it."""
    offered = offers(table)
    if offered is None or offered.no_wager is not None or offered.due is not None:
        return {}
    hand, chip = table.playing(), offered.chip
    pot = hand.pot + offered.call
    asked = {
        Size.LEAST: offered.least,
        Size.HALF_POT: (hand.high + pot // 2) // chip * chip,
        Size.POT: (hand.high + pot) // chip * chip,
        Size.ALL_IN: offered.all_in,
    }
    found: dict[Size, int] = {}
    for size in (Size.ALL_IN, Size.LEAST, Size.HALF_POT, Size.POT):
        to = asked[size]
        if to > hand.high and offered.allows(to) and to not in found.values():
            found[size] = to
    return {size: found[size] for size in Size if size in found}


def _range(table: Table, hand: Hand, player: Player) -> tuple[int, int]:
    """The least and the most of a bet or raise, whatever the player has (7.2, 8.3, 17.2; R47, R55,
    R56)."""
    rules, high = table.rules, hand.high
    limit, chip = rules.limit, rules.chip
    if limit is _FIXED:
        bet = bet_of(table)
        to = (full_bets(high, bet) + 1) * bet
        return to, to
    least = -(-(high + hand.size) // chip) * chip
    if limit is _NO_LIMIT:
        return least, max(least, player.wager + player.stack)
    pot = hand.pot + high - player.wager
    most = high + (pot if limit is _POT_LIMIT else pot // 2)
    return least, max(least, most // chip * chip)


def _no_wager(table: Table, hand: Hand, player: Player) -> Refused | None:
    """12.5, 19.16, R54, R56: capped, not reopened, nobody to raise, or no chips beyond the call."""
    high, acted = hand.high, player.acted
    if table.rules.limit is _FIXED:
        if hand.capped:
            return _CAPPED[table.phase]
        if acted >= 0:
            bet = bet_of(table)
            if full_bets(high, bet) <= full_bets(acted, bet):
                return _NOT_REOPENED_FIXED
    elif acted >= 0 and high - acted < hand.size:
        return _NOT_REOPENED
    if player.wager + player.stack <= high:
        return _ONLY_A_CALL
    for other in hand.players:
        if other.standing is IN and other.stack and other is not player:
            return None
    return _NOBODY_TO_RAISE


def size_clause(table: Table) -> str:
    """Behind the least of a bet or raise."""
    return _FIXED_CLAUSES[table.phase] if table.rules.limit is _FIXED else "17.4"


def most_clause(table: Table) -> str:
    """Behind the most of a bet or raise."""
    return _LIMIT_CLAUSES[table.rules.limit]
