"""What goes wrong in the hands of people at a table of the room, and is reported.

In some hands, by chance from a seed, one of the irregularities of the rules happens at some moment:
a player acts out of turn or puts out too little, a card is exposed, a street is dealt too early.
Only what the rules know for that moment is reported.
"""

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from controller.games.poker.core import CORE
from controller.games.poker.floor.clock import COUNTDOWN_MS, DECISION_MS, CallClock, time_left
from controller.games.poker.irregularities import RULINGS
from controller.games.poker.offers import Move, offers, offers_to
from controller.games.poker.reports import Cause, Decision, Irregularity, ReportIrregularity
from controller.games.poker.state import Table

if TYPE_CHECKING:
    from controller.domain.cards import Card
    from simulators.games.poker.people.dealer import PokerDealer

_WRONG: Final = 40
_MISKEYED: Final = 4
"""Hands out of 100 in which something goes wrong, and moves that are keyed and taken back."""
_TRIES: Final = 8
"""In so many hands what was drawn may happen, then something else is."""
_MOMENTS: Final = 20
"""By so many moves of the hand it happens, if it can; a phase counts as three."""
_CARD_UP: Final = (Irregularity.HOLE_CARD_EXPOSED, Irregularity.BOXED_CARD)


_ENDS: Final = (
    *(Irregularity.CARD_EXPOSED_IN_CUT, Irregularity.DEALT_OUT_OF_TURN),
    *(Irregularity.WRONG_NUMBER_OF_HANDS, Irregularity.OUTCOME_INVALIDATED, *_CARD_UP),
)
"""What concerns the deal, or ends the hand."""


class Mishaps:
    """The mishaps at one table."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._hand = self._moment = 0
        self._what: Irregularity | None = None
        self._bag: list[Irregularity] = []
        """Those still to come before one comes again."""
        self._tries = 0
        """In so many hands more it may still happen, where it could not so far."""
        self._aside = 0
        """The hand in which a card was set aside."""

    def due(
        self, table: Table, hole: "Callable[[int], tuple[Card, ...]]"
    ) -> ReportIrregularity | None:
        """What is to be reported now."""
        if table.at_rest:
            return None
        if table.number != self._hand:
            self._draw(table.number)
        hand = table.playing()
        if self._what is None or 3 * len(hand.phases) + hand.actions < self._moment:
            return None
        if not table.rules.stacks_kept and self._what not in _ENDS:
            return None  # what it does to the betting nobody keys
        chance = random.Random(f"{self._seed}/{table.number}/{table.phase.value}")
        fitting = (one for one in _reports(self._what, table, hole, chance) if CORE.can(table, one))
        return next(fitting, None)

    def over(self) -> None:
        """What was due has been reported."""
        self._what = None

    def miskeys(self, table: Table) -> bool:
        """Does the dealer key too soon?"""
        moment = f"{self._seed}/{table.number}/{table.phase.value}/{table.playing().actions}"
        return random.Random(moment).randrange(100) < _MISKEYED

    def _draw(self, number: int) -> None:
        chance = random.Random(f"{self._seed}/{number}")
        wrong = chance.randrange(100) < _WRONG
        self._hand, self._moment, self._tries = number, chance.randrange(_MOMENTS), self._tries - 1
        if self._what is None or not self._tries:
            self._bag = self._bag or chance.sample(list(RULINGS), len(RULINGS))
            self._what, self._tries = self._bag.pop() if wrong else None, _TRIES
        if self._what is not None and len(RULINGS[self._what].phases) == 1:
            self._moment = 0  # it has no other moment

    def happen(self, dealer: "PokerDealer", report: ReportIrregularity) -> None:
        """What the hands of people do with it before anybody reports it."""
        hand = dealer.table.playing()
        if report.what in _CARD_UP and not hand.exposed and self._aside != hand.number:
            dealer.out.set_aside(hand, dealer.hands.back(), report.seat, report.card)
            self._aside = hand.number
        if report.what is Irregularity.CLOCK_EXPIRED and not _runs(dealer):
            dealer.seat.must(CallClock(report.seat))
            dealer.seat.felt.wait(lambda: False, (DECISION_MS + COUNTDOWN_MS) / 1_000 + 1)


def _runs(dealer: "PokerDealer") -> bool:
    """Does a clock run? One that was called before a restart does not count any more."""
    clock = dealer.floor.clock
    return clock is not None and time_left(clock, dealer.seat.controller.now()) is not None


def _reports(
    what: Irregularity,
    table: Table,
    hole: "Callable[[int], tuple[Card, ...]]",
    chance: random.Random,
) -> Iterator[ReportIrregularity]:
    """Every form that the report could have, seat by seat; whether it fits, the rules say."""
    seats = [player.seat for player in table.playing().players]
    for seat in chance.sample(seats, len(seats)):
        for answers in _answers(what, table, seat, chance):
            cards = hole(seat) if "cards" in RULINGS[what].needs else ()
            yield ReportIrregularity(what, seat, cards=cards, **answers)


def _answers(
    what: Irregularity, table: Table, seat: int, chance: random.Random
) -> Iterator[dict[str, Any]]:
    """What the form asks for, with likely answers."""
    needs = set(RULINGS[what].needs) - {"seat", "cards"}
    given: dict[str, Any] = {}
    for need in ("looked", "correctable", "correct"):
        if need in needs:
            given[need] = chance.random() < 0.5
    if "card" in needs:
        given["card"] = chance.choice((1, 2))
    if "cause" in needs:
        given["cause"] = chance.choice(list(Cause))
    if "decision" in needs:
        given["decision"] = chance.choice(list(Decision))
    if "move" in needs:
        moves = [move for move in Move if move is not Move.FORFEIT]
        for move in chance.sample(moves, len(moves)):
            yield {**given, "move": move, "amount": _amount(table, seat, chance)}
    elif "amount" in needs:
        for _ in range(5):
            yield {**given, "amount": _amount(table, seat, chance)}
    else:
        yield given


def _amount(table: Table, seat: int, chance: random.Random) -> int | None:
    """Chips that somebody might put out: anything up to twice the least raise."""
    if offers(table) is None:
        return None
    hand = table.playing()
    offered = offers_to(table, hand, hand.of(seat))
    chips = max(1, 2 * offered.full // table.rules.chip)
    return offered.wager + table.rules.chip * chance.randint(1, chips)
