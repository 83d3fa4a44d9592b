"""Hands that simulated players have played, as hand histories in the model of `phh`."""

import random
from collections.abc import Iterator
from typing import Final

from controller.domain.cards import DECK, Card
from controller.domain.refusals import Refused
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal, street_due
from controller.games.poker.moves import KeyMoves
from controller.games.poker.offers import Move, Offers
from controller.games.poker.phases import BOARD_OF
from controller.games.poker.rules import Limit, PokerRules
from controller.games.poker.seating import SitDown
from controller.games.poker.state import Table, new_table
from simulators.games.poker.people.players import Deed, people, seen_in_turn
from simulators.games.poker.phh import History
from simulators.people.tapping import Stuck

SEATS: Final = (6, 9)
"""So many play, from and to."""
SMALL: Final = 100
"""The small blind, in cents."""


def simulated_hands(seed: int, count: int) -> Iterator[History]:
    """So many hands at as many tables, each with other people; the same for the same seed."""
    for number in range(count):
        yield _History(random.Random(f"{seed}/{number}"), f"simulated {seed}/{number}").played()


class _History:
    """One hand while it is played; player 1 has the small blind, the last one the button."""

    def __init__(self, chance: random.Random, name: str) -> None:
        self._name, seats = name, chance.randint(*SEATS)
        self._players = people(range(1, seats + 1), chance.randrange(2**32))
        deck = chance.sample(DECK, 2 * seats + 5)
        self._holes = [(deck[2 * at], deck[2 * at + 1]) for at in range(seats)]
        self._board = tuple(deck[-5:])
        rules = PokerRules(Limit.NO_LIMIT, SMALL, 2 * SMALL, seats=seats, scale=None, button=seats)
        self._table: Table = new_table(rules)
        self._stacks = [player.bank(rules) for player in self._players]
        self._actions = [f"d dh p{at} {_text(cards)}" for at, cards in enumerate(self._holes, 1)]

    def played(self) -> History:
        for seat, stack in enumerate(self._stacks, 1):
            self._do(SitDown(seat, stack))
        for command in (BeginHand(1), DealHoleCards(), FinishDeal()):
            self._do(command)
        while self._act() or self._turn():
            pass
        self._show()
        rules, count = self._table.rules, len(self._stacks)
        blinds = [rules.small // 100, rules.big // 100] + [0] * (count - 2)
        content = {
            "variant": "NT",
            "antes": [0] * count,
            "blinds_or_straddles": blinds,
            "min_bet": rules.big // 100,
            "starting_stacks": [stack // 100 for stack in self._stacks],
            "actions": self._actions,
        }
        return History(self._name, content)

    def _do(self, command: object) -> None:
        decided = CORE.decide(self._table, command)
        if isinstance(decided, Refused):
            raise Stuck(f"{self._name}: {command} was refused: {decided.text()}")
        self._table = decided.state

    def _act(self) -> bool:
        """Whoever is in turn does something; whether anybody was."""
        hand = self._table.playing()
        if hand.turn is None:
            return False
        seat = hand.players[hand.turn].seat
        seen = seen_in_turn(self._table, self._holes[seat - 1], self._board[: hand.laid])
        if seen is None:
            return False
        deed = self._players[seat - 1].decides(seen)
        self._actions.append(f"p{seat} {_phh(deed, seen.offers)}")
        self._do(KeyMoves(seat, *deed))
        return True

    def _turn(self) -> bool:
        """The next street, where there is one."""
        street = street_due(self._table)
        if street is None:
            return False
        cards = self._board[self._table.playing().laid : BOARD_OF[street]]
        self._actions.append(f"d db {_text(cards)}")
        self._do(DealStreet(cards))
        return True

    def _show(self) -> None:
        """Whoever is left shows."""
        left = [player.seat for player in self._table.playing().players_in()]
        if len(left) > 1:
            self._actions += [f"p{seat} sm {_text(self._holes[seat - 1])}" for seat in left]


def _text(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))


def _phh(deed: Deed, offered: Offers) -> str:
    """As hand histories have it: `f`, `cc` or `cbr` with the whole wager of the street."""
    if deed.move is Move.FOLD:
        return "f"
    if deed.move in (Move.CHECK, Move.CALL):
        return "cc"
    to = offered.all_in if deed.move is Move.ALL_IN else deed.to or offered.full
    called = to <= offered.wager + offered.call
    return "cc" if called else f"cbr {to // 100}"
