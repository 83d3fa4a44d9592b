"""Truths about poker hands that others established: counts of hands, and other evaluators."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Final

import pokerkit
import pytest
import treys

from controller.domain.cards import DECK, Card
from controller.domain.hands import Category, best_hand

# fmt: off
OF_THE_DECK: Final = {  # of the 2,598,960 hands of five cards
    "royal flush": 4, "straight flush": 36, "four of a kind": 624, "full house": 3_744,
    "flush": 5_108, "straight": 10_200, "three of a kind": 54_912, "two pair": 123_552,
    "one pair": 1_098_240, "no pair": 1_302_540,
}
OF_ONE_SUIT: Final = {"royal flush": 1, "straight flush": 9, "flush": 1_277}
OF_TWO_SUITS: Final = {
    "royal flush": 2, "straight flush": 18, "flush": 2 * 1_277, "straight": 10 * (2**5 - 2),
    "two pair": 78 * 11 * 2, "one pair": 13 * 220 * 2**3, "no pair": 1_277 * (2**5 - 2),
}
OF_TEN_TO_ACE: Final = {
    "royal flush": 4, "four of a kind": 5 * 16, "full house": 5 * 4 * 4 * 6,
    "straight": 4**5 - 4, "three of a kind": 5 * 4 * 6 * 4**2, "two pair": 10 * 6 * 6 * 12,
    "one pair": 5 * 6 * 4 * 4**3,
}
# fmt: on

TREYS: Final = treys.Evaluator()
TREYS_CARD: Final = {card: treys.Card.new(str(card)) for card in DECK}
POKERKIT_CARD: Final = {card: next(pokerkit.Card.parse(str(card))) for card in DECK}
POKERKIT_LABELS: Final = [*pokerkit.Label]


def counts(cards: Iterable[Card]) -> Counter[str]:
    return Counter(best_hand(five).category.text for five in combinations(cards, 5))


def test_every_hand_of_one_suit_is_counted() -> None:
    assert counts(card for card in DECK if card.suit == "d") == OF_ONE_SUIT


def test_every_hand_of_two_suits_is_counted() -> None:
    assert counts(card for card in DECK if card.suit in "hc") == OF_TWO_SUITS


def test_every_hand_of_tens_to_aces_is_counted() -> None:
    assert counts(card for card in DECK if card.rank >= 10) == OF_TEN_TO_ACE


@pytest.mark.long
def test_every_hand_of_the_deck_is_counted() -> None:
    strengths = Counter[tuple[int, Category]]()
    for five in combinations(DECK, 5):
        hand = best_hand(five)
        strengths[hand.strength, hand.category] += 1
    by_category = Counter[str]()
    for (_, category), times in strengths.items():
        by_category[category.text] += times
    assert by_category == OF_THE_DECK
    # One strength a hand that differs, and none between two categories.
    assert sorted(strength for strength, _ in strengths) == [*range(1, 7463)]
    assert [category for _, category in sorted(strengths)] == sorted(c for _, c in strengths)


def sign(one: int, other: int) -> int:
    return (one > other) - (one < other)


def compare_with_treys_and_pokerkit(seed: int, pairs: int) -> None:
    """Two hands on one board, as dealer and player have them."""
    chance = random.Random(seed)
    for _ in range(pairs):
        *board, a, b, c, d = chance.sample(DECK, 9)
        hands = [[a, b, *board], [c, d, *board]]
        one, other = map(best_hand, hands)
        treys_one, treys_other = (
            TREYS.evaluate([TREYS_CARD[card] for card in cards], []) for cards in hands
        )
        kit_one, kit_other = (
            pokerkit.StandardHighHand.from_game([POKERKIT_CARD[card] for card in cards])
            for cards in hands
        )
        seen = f"seed {seed}: {hands}"
        ours = sign(one.strength, other.strength)
        assert ours == sign(treys_other, treys_one), seen  # for treys less is better
        assert ours == (kit_one > kit_other) - (kit_one < kit_other), seen
        assert one.category == 9 - TREYS.get_rank_class(treys_one), seen
        # PokerKit calls a royal flush a straight flush.
        assert min(one.category, 8) == POKERKIT_LABELS.index(kit_one.entry.label), seen


def test_hands_compare_as_treys_and_pokerkit_compare_them() -> None:
    compare_with_treys_and_pokerkit(seed=2024, pairs=1_000)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_many_hands_compare_as_treys_and_pokerkit_compare_them(seed: int) -> None:
    compare_with_treys_and_pokerkit(seed, pairs=10_000)
