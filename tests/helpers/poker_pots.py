"""The same hands at two tables: where every action is keyed, and where only the pots are."""

import random
from typing import Any

from controller.domain.base import evolve
from controller.domain.refusals import Refused
from controller.games.poker import seating as s
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet
from controller.games.poker.keyed_pots import FoldSeats, KeyPot
from controller.games.poker.misdeals import HandInvalidated, HandMisdealt
from controller.games.poker.reports import ReportIrregularity
from controller.games.poker.rules import PokerRules, RunBy
from controller.games.poker.state import Standing, Table, new_table, with_chips

MIRRORED = (s.GoAway, s.ComeBack, s.PostDue, s.BuyChips, s.SitDown, BeginHand, DealHoleCards)


def by_pots(rules: PokerRules) -> PokerRules:
    """The same table, run by pots."""
    return evolve(rules, keyed=False, run_by=RunBy.POTS)


class ByPots:
    """A table run by pots that is told what a dealer sees at one where every action is keyed."""

    def __init__(self, rules: PokerRules, rng: random.Random) -> None:
        self.table: Table = new_table(by_pots(rules))
        self.events: list[Any] = []
        self._rng = rng

    def do(self, *commands: object) -> None:
        """Accepted, or the test fails."""
        for command in commands:
            decided = CORE.decide(self.table, command)
            assert not isinstance(decided, Refused), f"{command}: {decided.text()}"
            self.events += decided.events
            self.table = decided.state

    def see(self, before: Table, command: object, after: Table, events: tuple[Any, ...]) -> None:
        """What was keyed at the other table, as far as it is keyed here."""
        ended = any(isinstance(event, HandMisdealt | HandInvalidated) for event in events)
        match command:
            case s.LeaveTable():
                self.do(s.LeaveTable(command.seat, before.seat(command.seat).stack))
            case s.SitDown() | s.BuyChips() | BeginHand() | DealHoleCards():
                self.do(command)
            case s.GoAway() | s.ComeBack() | s.PostDue():
                self.do(command)
            case ReportIrregularity() if ended:
                self.do(command)
            case DealStreet() if self._rng.random() < 0.3 and not before.playing().from_new_stub:
                self._fold_some(before)
                if len(after.playing().board) == self.table.playing().laid + self._next():
                    self.do(DealStreet(()))
            case AwardPots():
                self._award(after)
            case FinishHand():
                self.do(command)
                self._broke(after)

    def _next(self) -> int:
        return 1 if self.table.playing().laid else 3

    def _fold_some(self, other: Table) -> None:
        gone = (Standing.FOLDED, Standing.FORFEITED, Standing.DEAD)
        here = self.table.playing()
        seats = [p.seat for p in other.playing().players if p.standing in gone]
        seats = [seat for seat in seats if here.of(seat).standing is Standing.IN]
        if seats and self._rng.random() < 0.5:
            self.do(FoldSeats(tuple(seats)))

    def _award(self, other: Table) -> None:
        """The dealer sees the pots as they lie, and who wins them."""
        pots = other.playing().pots
        for number, pot in enumerate(pots):
            self.do(KeyPot(number, int(pot.amount), pot.eligible))
        several = self.table.playing().count_in() > 1
        self.do(AwardPots(tuple(pot.winners for pot in pots) if several else ()))

    def _broke(self, other: Table) -> None:
        for seat in other.seats:
            if seat.player and not seat.stack and not self.table.seat(seat.number).broke:
                self.do(s.RunOutOfChips(seat.number))


def owed(table: Table) -> list[tuple[object, ...]]:
    """What is kept of the seats at both tables."""
    return [
        (x.player, x.away, x.joining, x.missed_big, x.missed_small, x.laps_missed, x.posting)
        for x in table.seats
    ]


def all_chips(table: Table) -> int:
    """Of all players between hands, whatever is kept."""
    return table.chips + sum(seat.stack for seat in table.seats)


__all__ = ["ByPots", "all_chips", "by_pots", "owed", "with_chips"]
