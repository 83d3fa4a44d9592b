from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from controller.domain.cards import DECK, Card, parse_cards
from controller.domain.hands import Category, Hand, best_hand, rank_of

# fmt: off
NAMED = [
    # cards                   hand               best five
    # Five cards, every hand of clause 8.1.
    ("Th Ah Qh Kh Jh",        "royal flush",     "Ah Kh Qh Jh Th"),
    ("9d Kd Td Qd Jd",        "straight flush",  "Kd Qd Jd Td 9d"),
    ("As 2s 5s 3s 4s",        "straight flush",  "5s 4s 3s 2s As"),
    ("9c 9s Kd 9h 9d",        "four of a kind",  "9s 9h 9d 9c Kd"),
    ("2c Ad 2s Ah 2d",        "full house",      "2s 2d 2c Ah Ad"),
    ("2c 9c Ac 5c Jc",        "flush",           "Ac Jc 9c 5c 2c"),
    ("Ts Ah Qd Kc Jh",        "straight",        "Ah Kc Qd Jh Ts"),
    ("4d 8s 6c 5h 7s",        "straight",        "8s 7s 6c 5h 4d"),
    ("Ad 2s 5c 3h 4s",        "straight",        "5c 4s 3h 2s Ad"),
    ("4c Kd 4s 9h 4d",        "three of a kind", "4s 4d 4c Kd 9h"),
    ("3d 8c Qh 3h 8s",        "two pair",        "8s 8c 3h 3d Qh"),
    ("6d 2c 6h As Tc",        "one pair",        "6h 6d As Tc 2c"),
    ("Jd 2s 9h Kc 7d",        "no pair",         "Kc Jd 9h 7d 2s"),
    # Around the corner is no straight: the ace is never in the middle.
    ("Kd As 2c 3h 4d",        "no pair",         "As Kd 4d 3h 2c"),
    ("Qd Kd Ad 2d 3d",        "flush",           "Ad Kd Qd 3d 2d"),
    # Six cards.
    ("2h 3h Ah Kh 9h 7h",     "flush",           "Ah Kh 9h 7h 3h"),
    ("2h 3d Ah Kc 9h 7s",     "no pair",         "Ah Kc 9h 7s 3d"),
    ("2h 2d Kh Kc 9h 9s",     "two pair",        "Kh Kc 9s 9h 2h"),
    ("2h 2d 2s Kc Kh Ks",     "full house",      "Ks Kh Kc 2s 2h"),
    ("3c 8d 4c 5h 6s 7s",     "straight",        "8d 7s 6s 5h 4c"),
    # Seven cards: what is left over.
    ("2h 3h Ah Kh 9h 7h 4h",  "flush",           "Ah Kh 9h 7h 4h"),
    ("2h 3h Ah Kh 9h As Ad",  "flush",           "Ah Kh 9h 3h 2h"),
    ("9d 9c 9h 9s Qd Qs Kc",  "four of a kind",  "9s 9h 9d 9c Kc"),
    ("9d 9c 9h 9s Qd Qs 2c",  "four of a kind",  "9s 9h 9d 9c Qs"),
    ("9d 9c 9h 9s Qd Qh Qc",  "four of a kind",  "9s 9h 9d 9c Qh"),
    ("5d 5c 5h Qd Qh Qc Ad",  "full house",      "Qh Qd Qc 5h 5d"),
    ("5d 5c 5h Qd Qc Jd Jh",  "full house",      "5h 5d 5c Qd Qc"),
    ("5d 5c 5h 3d 3c 2d 2h",  "full house",      "5h 5d 5c 3d 3c"),
    ("Jd Jc 8d 8h 4c 4s Ac",  "two pair",        "Jd Jc 8h 8d Ac"),
    ("Jd Jc 8d 8h 4c 4s 2c",  "two pair",        "Jd Jc 8h 8d 4s"),
    ("Jd Jc Jh 2h 9c 4s 3c",  "three of a kind", "Jh Jd Jc 9c 4s"),
    ("2d 2c Jh Ah 9c 4s 3c",  "one pair",        "2d 2c Ah Jh 9c"),
    ("2d 3c Jh Ah 9c 4s 8c",  "no pair",         "Ah Jh 9c 8c 4s"),
    # Straights: the highest, one card of a rank, the wheel only when nothing better.
    ("3d 4c 5h 6s 7c 8d 9d",  "straight",        "9d 8d 7c 6s 5h"),
    ("Ad 2c 3h 4s 5c 6d Kd",  "straight",        "6d 5c 4s 3h 2c"),
    ("Ad 2c 3h 4s 5c Ah As",  "straight",        "5c 4s 3h 2c As"),
    ("Ad Kc Qh Js Tc 2d 3d",  "straight",        "Ad Kc Qh Js Tc"),
    ("9c 9d 8h 8s 7c 6d 5d",  "straight",        "9d 8s 7c 6d 5d"),
    ("9c 9d 9h 8s 7c 6d 5d",  "straight",        "9h 8s 7c 6d 5d"),
    # A straight flush below a higher card of the suit or a higher straight; a royal with more.
    ("Ah 9h 8h 7h 6h 5h 2c",  "straight flush",  "9h 8h 7h 6h 5h"),
    ("Tc 9h 8h 7h 6h 5h Ts",  "straight flush",  "9h 8h 7h 6h 5h"),
    ("Ac 2c 3c 4c 5c 6d Kc",  "straight flush",  "5c 4c 3c 2c Ac"),
    ("Ac Kc Qc Jc Tc 9c 8c",  "royal flush",     "Ac Kc Qc Jc Tc"),
    ("Ac Kc Qc Jc Tc As Ah",  "royal flush",     "Ac Kc Qc Jc Tc"),
    # A straight and a flush that are not the same five cards.
    ("9c 8c 7c 6c 5d 2c Kd",  "flush",           "9c 8c 7c 6c 2c"),
]
# fmt: on


def judge(five: Sequence[Card]) -> tuple[Category, tuple[int, ...]]:
    """Five cards by the letter of clause 8.1 and R5, written apart from the code under test."""
    times = Counter(card.rank for card in five)
    ranks = tuple(sorted((card.rank for card in five), key=lambda r: (-times[r], -r)))
    if ranks == (14, 5, 4, 3, 2):
        ranks = (5, 4, 3, 2, 14)
    flush = len({card.suit for card in five}) == 1
    run = len(times) == 5 and (ranks[0] - ranks[4] == 4 or ranks[0] == 5)
    match sorted(times.values()):
        case _ if flush and run:
            royal = ranks[0] == 14
            return (Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH), ranks
        case [1, 4]:
            return Category.FOUR_OF_A_KIND, ranks
        case [2, 3]:
            return Category.FULL_HOUSE, ranks
        case _ if flush:
            return Category.FLUSH, ranks
        case _ if run:
            return Category.STRAIGHT, ranks
        case [1, 1, 3]:
            return Category.THREE_OF_A_KIND, ranks
        case [1, 2, 2]:
            return Category.TWO_PAIR, ranks
        case [1, 1, 1, 2]:
            return Category.ONE_PAIR, ranks
        case _:
            return Category.NO_PAIR, ranks


def judged_best(cards: Sequence[Card]) -> tuple[tuple[Category, tuple[int, ...]], tuple[Card, ...]]:
    """Every five of the cards tried: the best, shown with s before h before d before c."""
    worth = max(judge(five) for five in combinations(cards, 5))
    _, ranks = worth
    shown = [
        tuple(sorted(five, key=lambda card: (ranks.index(card.rank), "shdc".index(card.suit))))
        for five in combinations(cards, 5)
        if judge(five) == worth
    ]
    return worth, min(shown, key=lambda five: ["shdc".index(card.suit) for card in five])


def hand(names: str) -> Hand:
    return best_hand(parse_cards(names))


# Whole decks give few straight flushes or full houses: narrow ones make them common.
POOLS = [
    DECK,
    [card for card in DECK if card.suit in "sc"],
    [card for card in DECK if card.suit == "d"],
    [card for card in DECK if card.rank in (14, 2, 3, 4, 5, 6)],
    [card for card in DECK if card.rank >= 9],
    [card for card in DECK if card.rank in (14, 7, 2)],
]
hands = st.sampled_from(POOLS).flatmap(
    lambda pool: st.lists(st.sampled_from(pool), min_size=5, max_size=7, unique=True)
)
sevens = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)


@pytest.mark.parametrize(("cards", "name", "best"), NAMED)
def test_the_hand_is_named_and_its_five_cards_are_in_the_order_of_the_ranking(
    cards: str, name: str, best: str
) -> None:
    seen = hand(cards)
    assert (seen.category.text, seen.best) == (name, parse_cards(best))


def test_strength_runs_from_1_for_seven_high_to_7462_for_a_royal_flush() -> None:
    assert hand("7h 5d 4c 3s 2h").strength == 1
    assert hand("Ah Kh Qh Jh Th").strength == 7462


@pytest.mark.parametrize("count", [0, 1, 4, 8])
def test_only_five_six_or_seven_cards_make_a_hand(count: int) -> None:
    with pytest.raises(ValueError, match=r"^cards .* seen, expected 5, 6 or 7, all different$"):
        best_hand(DECK[:count])


@pytest.mark.parametrize("count", [5, 6, 7])
def test_a_card_seen_twice_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=r"^cards .*\b2c, 2c\b.* seen, expected"):
        best_hand([DECK[0], *DECK[: count - 1]])


def test_the_order_the_cards_are_given_in_does_not_matter() -> None:
    assert hand("9c 9d 8h 8s 7c 6d 5d") == hand("5d 8s 9d 7c 8h 6d 9c")


@pytest.mark.untraced
@settings(deadline=None)
@given(hands)
def test_the_best_five_are_among_the_cards_and_are_worth_the_same_alone(cards: list[Card]) -> None:
    seen = best_hand(cards)
    assert len(seen.best) == 5
    assert set(seen.best) <= set(cards)
    assert best_hand(seen.best) == seen


@settings(deadline=None)
@given(hands)
def test_a_rank_is_that_of_the_best_five(cards: list[Card]) -> None:
    assert rank_of(cards) == best_hand(cards).rank == rank_of(best_hand(cards).best)


@settings(deadline=None)
@given(hands)
@example([*parse_cards("9c 9d 9h 8s 8c 7c 7d")])
@example([*parse_cards("Ks Kh Kd Qs Qh Qd Qc")])
def test_trying_every_five_finds_the_same_cards(cards: list[Card]) -> None:
    seen = best_hand(cards)
    (category, ranks), best = judged_best(cards)
    assert seen.category is category
    assert tuple(card.rank for card in seen.best) == ranks
    assert seen.best == best


@pytest.mark.untraced
@settings(deadline=None)
@given(hands, hands)
def test_strength_orders_hands_as_clause_8_1_does(one: list[Card], other: list[Card]) -> None:
    worth, other_worth = judged_best(one)[0], judged_best(other)[0]
    strength, other_strength = best_hand(one).strength, best_hand(other).strength
    assert (strength > other_strength) == (worth > other_worth)
    assert (strength == other_strength) == (worth == other_worth)


@settings(deadline=None)
@given(sevens)
def test_a_further_card_never_weakens_a_hand(cards: list[Card]) -> None:
    assert (
        best_hand(cards[:5]).strength <= best_hand(cards[:6]).strength <= best_hand(cards).strength
    )
