"""What a hand is called, what it beats and which five cards it plays (clause 8.1, R5; 5.1, 5.2,
15.1 and 15.2 of `poker-room`).

phevaluator places five, six or seven cards among the 7462 hands that differ under R5, 1 being the
royal flush. A place fixes the category and the ranks of the five cards, so one table turns it into
an order of the deck that puts those ranks first; the first five cards in that order are the hand.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations, islice, permutations
from typing import Final, NamedTuple

# phevaluator.evaluator wraps these to read cards by name as well, at four times the cost.
from phevaluator._pheval import evaluate_5cards, evaluate_6cards, evaluate_7cards

from controller.domain.cards import DECK, Card


class Category(IntEnum):
    """The hands of clause 8.1, from (j) up to (a)."""

    NO_PAIR = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def text(self) -> str:
        return self.name.replace("_", " ").lower()


class Rank(NamedTuple):
    """One of the 7462 hands that differ."""

    category: Category
    strength: int
    """Greater is better; equal exactly when the hands stand off."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A rank, and the cards that make it: these never decide between hands."""

    rank: Rank
    best: tuple[Card, ...]
    """Five cards in the order of the ranking, equal ranks as s h d c."""

    @property
    def category(self) -> Category:
        return self.rank.category

    @property
    def strength(self) -> int:
        return self.rank.strength


def rank_of(cards: Sequence[Card]) -> Rank:
    """What the best five come to, where nobody asks which they are."""
    return _place(cards)[0]


def best_hand(cards: Sequence[Card]) -> Hand:
    """The best five of five, six or seven different cards."""
    rank, order, in_play = _place(cards)
    ordered = sorted(in_play(cards) if in_play else cards, key=order)
    return Hand(rank, tuple(ordered[:5]))


def _place(cards: Sequence[Card]) -> "_Place":
    """Where five, six or seven different cards stand among all hands."""
    evaluate = _EVALUATE.get(len(cards))
    if evaluate is None or len(set(cards)) != len(cards):
        raise ValueError(f"cards {cards} seen, expected 5, 6 or 7, all different")
    return _PLACES[evaluate(*cards) - 1]


_EVALUATE: Final[dict[int, Callable[..., int]]] = {
    5: evaluate_5cards,
    6: evaluate_6cards,
    7: evaluate_7cards,
}


def _of_the_suit(cards: Sequence[Card]) -> Iterable[Card]:
    """The cards of the flush: as it holds five of at most seven, the middle suit is its own."""
    suit = sorted([card & 3 for card in cards])[len(cards) // 2]
    return [card for card in cards if card & 3 == suit]


def _one_of_a_rank(cards: Sequence[Card]) -> Iterable[Card]:
    """The cards a straight can play: of each rank one, s before h before d before c."""
    return {card >> 2: card for card in sorted(cards)}.values()


_RANKS: Final = range(14, 1, -1)
_RUNS: Final = [*((h, h - 1, h - 2, h - 3, h - 4) for h in range(14, 5, -1)), (5, 4, 3, 2, 14)]

_InPlay = Callable[[Sequence[Card]], Iterable[Card]] | None

# fmt: off
_RANKING: Final[tuple[tuple[Category, Iterable[Sequence[int]], int, _InPlay], ...]] = (
    # category                 ranks put first           hands each  cards in play     clause
    (Category.ROYAL_FLUSH,     _RUNS[:1],                1,          _of_the_suit),    # 8.1(a)
    (Category.STRAIGHT_FLUSH,  _RUNS[1:],                1,          _of_the_suit),    # 8.1(b)
    (Category.FOUR_OF_A_KIND,  combinations(_RANKS, 1),  12,         None),            # 8.1(c)
    (Category.FULL_HOUSE,      permutations(_RANKS, 2),  1,          None),            # 8.1(d)
    (Category.FLUSH,           [()],                     1277,       _of_the_suit),    # 8.1(e)
    (Category.STRAIGHT,        _RUNS,                    1,          _one_of_a_rank),  # 8.1(f)
    (Category.THREE_OF_A_KIND, combinations(_RANKS, 1),  66,         None),            # 8.1(g)
    (Category.TWO_PAIR,        combinations(_RANKS, 2),  11,         None),            # 8.1(h)
    (Category.ONE_PAIR,        combinations(_RANKS, 1),  220,        None),            # 8.1(i)
    (Category.NO_PAIR,         [()],                     1277,       None),            # 8.1(j)
)
# fmt: on


_Order = Callable[[Card], int]
_Place = tuple[Rank, _Order, _InPlay]


def _order(first: Sequence[int]) -> _Order:
    """Where each card stands: these ranks first, the others high to low, suits as s h d c."""
    ranks = [*first, *(rank for rank in _RANKS if rank not in first)]
    return [ranks.index(card.rank) * 4 + 3 - (card & 3) for card in DECK].__getitem__


def _places() -> Iterator[_Place]:
    """From the royal flush down."""
    strengths = iter(range(7462, 0, -1))
    for category, heads, hands, in_play in _RANKING:
        for head in heads:
            order = _order(head)
            for strength in islice(strengths, hands):
                yield Rank(category, strength), order, in_play


_PLACES: Final = list(_places())
