"""Players of the poker room, each with a temperament: how they wager, when they come and go.

What somebody does follows from the seed, the hand and what that player sees (`Seen`), and from
nothing else: asked twice, a player says the same. Nobody sees a card but the own two and the board.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from controller.domain.cards import DECK, Card
from controller.domain.hands import rank_of
from controller.games.poker.offers import Move, Offers, offers, usual_sizes
from controller.games.poker.phases import Phase
from controller.games.poker.rules import PokerRules
from controller.games.poker.state import Table
from simulators.people.tapping import MEMBER

SAMPLES: Final = 16
RIVALS_MAX: Final = 4
"""So many deals a player imagines, against so many others at most."""
RESPECT: Final = 0.65
AWE: Final = 0.7
"""Whoever wagers has something, more often than not: a hand that faces it is worth less, and the
less the more it costs to see."""
SPELLS: Final = (5, 12)
"""For so many hands, from and to, a player keeps to one mood."""
BANKS: Final = (20, 200)
"""What players bring, from and to, in big blinds."""


@dataclass(frozen=True)
class Temperament:
    """How often somebody does what, out of 100."""

    loose: int
    """So much worse than fair may a price be that is still paid; below nothing, better."""
    raises: int
    """Raises with a hand that is worth it."""
    bluffs: int
    """Raises with anything."""
    all_in: int
    """Goes all-in where a raise is made."""
    away: int
    gone: int
    posts: int
    """Posts rather than waiting for the big blind."""
    mucks: int
    """Throws a hand in at the showdown that might have won."""


# fmt: off
TEMPERAMENTS: Final = {
    #                              loose raises bluffs all-in away gone posts mucks
    "tight":           Temperament(-25,  60,    1,     2,     15,  10,  10,   0),
    "loose":           Temperament(15,   40,    4,     3,     20,  10,  90,   2),
    "aggressive":      Temperament(-10,  90,    12,    5,     15,  10,  70,   0),
    "bluffer":         Temperament(-15,  60,    30,    6,     20,  15,  50,   8),
    "calling station": Temperament(50,   8,     0,     1,     15,  5,   95,   4),
    "gambler":         Temperament(30,   60,    15,    25,    20,  25,  80,   2),
}
# fmt: on


class Mood(StrEnum):
    """What somebody wants between hands."""

    PLAYS = "plays"
    AWAY = "away"
    GONE = "gone"


class Deed(NamedTuple):
    """What a player does in turn."""

    move: Move
    to: int | None = None
    """The whole wager of the street of a bet or raise."""


@dataclass(frozen=True)
class Seen:
    """What a player in turn sees: the own cards, the board and the wagers."""

    hand: int
    street: Phase
    actions: int
    """How many actions the street has had."""
    offers: Offers
    sizes: tuple[int, ...]
    """The usual sizes of a bet or raise."""
    pot: int
    others: int
    """How many others are still in."""
    cards: tuple[Card, ...]
    board: tuple[Card, ...]


def seen_in_turn(table: Table, cards: tuple[Card, ...], board: tuple[Card, ...]) -> Seen | None:
    """What whoever is in turn sees, with these two cards; none where nobody decides anything."""
    offered = offers(table)
    if offered is None:
        return None
    hand, sizes = table.playing(), tuple(usual_sizes(table).values())
    others = hand.count_in() - 1
    return Seen(
        hand.number, table.phase, hand.actions, offered, sizes, hand.pot, others, cards, board
    )


class Player:
    """Somebody who plays here, or would like to."""

    def __init__(self, number: int, seed: int, ways: str = "") -> None:
        """The one of this number in the house; of one temperament, or of any."""
        chance = random.Random(f"{seed}/{number}")
        self.ways = ways or chance.choice(sorted(TEMPERAMENTS))
        self.place = number
        """The seat that the player likes best."""
        self.card = MEMBER.format(place=number)
        self._ways = TEMPERAMENTS[self.ways]
        self._seed, self._spell = f"{seed}/{number}", chance.randint(*SPELLS)
        self._bank = chance.randint(*BANKS)

    def _chance(self, *moment: object) -> random.Random:
        return random.Random("/".join(map(str, (self._seed, *moment))))

    # Between hands

    def mood(self, hand: int) -> Mood:
        """After the hand of this number; whoever has come plays for a while."""
        spell = hand // self._spell
        drawn = self._chance("mood", spell).randrange(100) if spell else 100
        if drawn < self._ways.gone:
            return Mood.GONE
        return Mood.AWAY if drawn < self._ways.gone + self._ways.away else Mood.PLAYS

    def bank(self, rules: PokerRules) -> int:
        """How much the player buys."""
        return -(-max(self._bank * rules.big, rules.bank_min) // rules.chip) * rules.chip

    def posts(self, hand: int) -> bool:
        """Pays to be dealt in at once."""
        return self._chance("posts", hand).randrange(100) < self._ways.posts

    # In turn

    def decides(self, seen: Seen) -> Deed:
        """One of the moves that the rules offer."""
        offered, chance = seen.offers, self._chance(seen.hand, seen.street.value, seen.actions)
        if offered.due is not None:
            gives_up = offered.forfeit is not None and chance.random() < 0.5
            return Deed(Move.FORFEIT) if gives_up else _making(offered, offered.due.to)
        worth = _worth(seen, chance)
        fair = 1 / (1 + min(seen.others, RIVALS_MAX))
        keen = worth > 1.3 * fair and chance.randrange(100) < self._ways.raises
        if seen.sizes and (keen or chance.randrange(100) < self._ways.bluffs):
            return _making(offered, self._size(seen, chance))
        if not offered.call:
            return Deed(Move.CHECK)
        price = offered.call / (seen.pot + offered.call)
        worth *= (RESPECT - AWE * price) * (1 + self._ways.loose / 100)
        return Deed(Move.CALL if worth >= price else Move.FOLD)

    def _size(self, seen: Seen, chance: random.Random) -> int:
        """Most often a usual one, now and then any other."""
        offered = seen.offers
        if offered.no_all_in is None and chance.randrange(100) < self._ways.all_in:
            return offered.all_in
        steps = (offered.most - offered.least) // offered.chip
        if steps > 0 and chance.randrange(4) == 0:
            other = offered.least + offered.chip * chance.randint(0, min(steps, 20))
            return other if offered.allows(other) else offered.least
        short = [to for to in seen.sizes if to != offered.all_in]
        return chance.choice(short or list(seen.sizes))

    # At the showdown

    def mucks(self, hand: int) -> bool:
        """Throws the hand in unseen, whatever it is worth."""
        return self._chance("mucks", hand).randrange(100) < self._ways.mucks


def _making(offered: Offers, to: int) -> Deed:
    """The move that makes this the whole wager of the street."""
    if to == offered.wager + offered.call:
        return Deed(Move.CALL if offered.call else Move.CHECK)
    return Deed(Move.ALL_IN) if to == offered.all_in else Deed(offered.opening, to)


def _worth(seen: Seen, chance: random.Random) -> float:
    """How often the hand would win, as far as its player can imagine."""
    known = (*seen.cards, *seen.board)
    deck = [card for card in DECK if card not in known]
    missing, rivals = 5 - len(seen.board), min(seen.others, RIVALS_MAX)
    won = 0
    for _ in range(SAMPLES):
        dealt = chance.sample(deck, missing + 2 * rivals)
        board = (*seen.board, *dealt[:missing])
        own = rank_of((*seen.cards, *board)).strength
        others = zip(dealt[missing::2], dealt[missing + 1 :: 2], strict=True)
        won += all(own >= rank_of((*pair, *board)).strength for pair in others)
    return won / SAMPLES


def people(numbers: Sequence[int], seed: int) -> list[Player]:
    """So many, each with a temperament of their own."""
    return [Player(number, seed) for number in numbers]
