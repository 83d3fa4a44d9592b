"""The same hands keyed at a table that is run by pots, and the taps counted.

A dealer who knows the keys: who is left is tapped at the end, each pot is keyed once, and the flop
is told only where the commission of a pot that nobody contests hangs on it.
"""

from dataclasses import replace

from controller.domain.base import evolve
from controller.games.poker.award import AwardPots
from controller.games.poker.betting import DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.keyed_pots import blinds_alone
from controller.games.poker.offers import offers
from controller.games.poker.phases import STREETS, Phase
from controller.games.poker.rules import RunBy, Scale
from controller.games.poker.seating import SitDown
from controller.games.poker.showdown import PassIn, TableHand, next_to_show, to_be_tabled
from controller.games.poker.state import Hand, Table, new_table
from tests.helpers.taps import Keyed, KeyedHand, KeyedTable, command_of, done

SCALE = Scale(before_flop=False)
"""As at the tables of this house."""


def played(hand: KeyedHand) -> Hand:
    """The hand as it comes out where every action is keyed."""
    table = new_table(evolve(hand.rules, scale=SCALE))
    for seat, stack in enumerate(hand.stacks, 1):
        table = done(table, SitDown(seat, stack))
    for command in (BeginHand(1), DealHoleCards(), FinishDeal()):
        table = done(table, command)
    for street, up in zip(STREETS, (0, 3, 1, 1), strict=True):
        if up and table.playing().count_in() > 1:
            lies = len(table.playing().board)
            table = done(table, DealStreet(tuple(hand.board[lies : lies + up])))
        for move in hand.streets.get(street, []):
            table = _moved(table, move)
    if not table.playing().drawn_in:
        table = done(table, DrawIn())
    while table.phase is Phase.SHOWDOWN and (player := next_to_show(table)) is not None:
        cards = hand.holes[player.seat]
        tabled = to_be_tabled(table, player.seat, cards)
        table = done(table, TableHand(player.seat, cards) if tabled else PassIn(player.seat))
    return done(table, AwardPots()).playing()


def _moved(table: Table, move: Keyed) -> Table:
    offered = offers(table)
    assert offered is not None
    return done(table, command_of(move, offered))


class PotsTable(KeyedTable):
    """A table whose dealer keys who is left, each pot and its winners."""

    def amount(self, cents: int) -> None:
        """On the pad, and confirmed: counted as one tap."""
        pad = self._game.parts["potPad"]
        for sign in f"{cents / 100:.2f}".removesuffix(".00"):
            pad.key(sign)  # type: ignore[attr-defined]
        self._settle()
        self.primary()

    def play_pots(self, hand: Hand) -> int:
        """The taps that a hand takes which came out like this."""
        before = self.taps
        self.primary()
        left = [player.seat for player in hand.players_in()]
        if len(left) == 1 and hand.laid and not SCALE.before_flop:
            self.key("street")
        for number, pot in enumerate(hand.pots):
            if number:
                self.key("sidePot")
            for seat in pot.eligible:
                self.seat(seat)
            alone = not hand.laid and left == [hand.big_blind]
            if alone and pot.amount == blinds_alone(self.table.playing()):
                self.primary()
            else:
                self.amount(int(pot.amount))
        if len(left) > 1:
            for pot in [pot for pot in reversed(hand.pots) if len(pot.eligible) > 1]:
                self._winners(pot.winners, last=pot is hand.pots[0])
        while not self.table.at_rest:
            self.primary()
        assert self.table.playing().pots == hand.pots
        return self.taps - before

    def _winners(self, seats: tuple[int, ...], *, last: bool) -> None:
        for seat in seats:
            self.seat(seat)
        if not last:
            self.primary()


def taps_by_pots(hand: KeyedHand) -> int:
    """At a table of its own."""
    rules = replace(hand.rules, scale=SCALE, keyed=False, run_by=RunBy.POTS)
    table = PotsTable(rules, hand.stacks)
    try:
        return table.play_pots(played(hand))
    finally:
        table.close()
