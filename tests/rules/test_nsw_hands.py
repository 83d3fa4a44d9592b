"""New South Wales, 3.3, 8.1, 10.1 and 10.8: which hand it is, and which of two is the higher."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

from controller.domain.cards import parse_cards
from controller.domain.hands import Hand, best_hand
from simulators.games.bonus.scenario.result import round_result
from tests.helpers.felt import Felt, table_rules
from tests.rules.test_nsw_deal import both_devices, dealt
from tests.rules.test_nsw_wagers import settled


def hand(names: str) -> Hand:
    return best_hand(parse_cards(names))


def descend(hands: Iterable[str]) -> bool:
    """Is each of these higher than the one after it?"""
    return all(hand(one).strength > hand(other).strength for one, other in pairwise(hands))


def level(hands: Iterable[str]) -> bool:
    """Do these stand off?"""
    return len({hand(names).strength for names in hands}) == 1


def all_are(name: str, hands: Iterable[str]) -> bool:
    return {hand(names).category.text for names in hands} == {name}


# fmt: off
LADDER = [
    # the lowest royal flush there is, then the highest and the lowest of each hand below it
    "Ah Kh Qh Jh Th",
    "Kc Qc Jc Tc 9c", "5d 4d 3d 2d Ad",
    "As Ah Ad Ac Ks", "2s 2h 2d 2c 3s",
    "As Ah Ad Kc Ks", "2s 2h 2d 3c 3s",
    "Ac Kc Qc Jc 9c", "7d 5d 4d 3d 2d",
    "Ac Kd Qc Jc Tc", "5d 4c 3d 2d Ad",
    "As Ah Ad Kc Qs", "2s 2h 2d 4c 3s",
    "As Ah Kd Kc Qs", "3s 3h 2d 2c 4s",
    "As Ah Kd Qc Js", "2s 2h 5d 4c 3s",
    "As Kh Qd Jc 9s", "7s 5h 4d 3c 2s",
]
NAMES = [
    "royal flush", "straight flush", "four of a kind", "full house", "flush",
    "straight", "three of a kind", "two pair", "one pair", "no pair",
]
# fmt: on


@pytest.mark.clause("nsw", "8.1")
@pytest.mark.clause(
    "nsw-guide", "hand-order:1", "hand-order:2", "hand-order:3", "hand-order:4", "hand-order:5"
)
@pytest.mark.clause(
    "nsw-guide", "hand-order:6", "hand-order:7", "hand-order:8", "hand-order:9", "hand-order:10"
)
def test_clause_8_1_the_lowest_of_each_hand_is_above_the_highest_of_the_next() -> None:
    assert descend(LADDER)
    royal, *others = (hand(names).category.text for names in LADDER)
    assert [royal, *others[0::2]] == NAMES
    assert [royal, *others[1::2]] == NAMES


@pytest.mark.clause("nsw", "3.3", "8.1", "8.1(i)")
def test_clause_3_3_cards_rank_from_the_ace_down_to_the_two() -> None:
    pairs = []
    for rank in "AKQJT98765432":
        beside = [f"{other}d" for other in "2468" if other != rank][:3]
        pairs.append(" ".join([f"{rank}s", f"{rank}h", *beside]))
    assert all_are("one pair", pairs)
    assert descend(pairs)


@pytest.mark.clause("nsw", "3.3", "8.1(a)", "8.1(b)", "8.1(e)", "8.1(f)", "8.1(j)")
@pytest.mark.parametrize(
    ("ranks", "name"),
    [
        ("AKQJT", "royal flush"),
        ("98765", "straight flush"),
        ("5432A", "straight flush"),
        ("AJ862", "flush"),
    ],
)
def test_clause_3_3_no_suit_ranks_above_another(ranks: str, name: str) -> None:
    alike = [" ".join(rank + suit for rank in ranks) for suit in "shdc"]
    assert all_are(name, alike)
    assert level(alike)
    mixed = [
        " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
        for suits in ("shdcs", "hdcsh", "dcshd", "cshdc")
    ]
    assert all_are("no pair" if name == "flush" else "straight", mixed)
    assert level(mixed)


@pytest.mark.clause("nsw", "3.3.1", "3.3.2", "8.1(f)")
@pytest.mark.clause("nsw-guide", "hand-order:6")
def test_clause_3_3_the_ace_is_high_in_the_highest_straight_and_low_in_the_smallest() -> None:
    ranks = "AKQJT98765432A"
    straights = [
        " ".join(rank + suit for rank, suit in zip(ranks[top : top + 5], "shdcs", strict=True))
        for top in range(10)
    ]
    assert all_are("straight", straights)
    assert descend(straights)
    around_the_corner = ["2s Ah Kd Qc Js", "3s 2h Ad Kc Qs", "4s 3h 2d Ac Ks"]
    assert all_are("no pair", around_the_corner)


@pytest.mark.clause("nsw", "8.1(a)", "8.1(b)")
@pytest.mark.clause("nsw-guide", "hand-order:1", "hand-order:2")
def test_clause_8_1_a_b_a_royal_flush_is_a_to_10_of_a_suit_and_any_other_run_a_straight_flush() -> (
    None
):
    ranks = "AKQJT98765432A"
    runs = [" ".join(rank + "d" for rank in ranks[top : top + 5]) for top in range(10)]
    assert descend(runs)
    assert hand(runs[0]).category.text == "royal flush"
    assert all_are("straight flush", runs[1:])
    assert all_are("flush", ["2d Ad Kd Qd Jd", "3d 2d Ad Kd Qd", "4d 3d 2d Ad Kd"])


@pytest.mark.clause("nsw", "8.1(c)")
@pytest.mark.clause("nsw-guide", "hand-order:3")
def test_clause_8_1_c_four_of_a_kind_compares_the_four_and_then_the_fifth_card() -> None:
    fours = [
        "As Ah Ad Ac 2s",
        "Ks Kh Kd Kc As",
        "3s 3h 3d 3c Ks",
        "3s 3h 3d 3c Qs",
        "2s 2h 2d 2c As",
    ]
    assert all_are("four of a kind", fours)
    assert descend(fours)
    assert level(["3s 3h 3d 3c Ks", "3s 3h 3d 3c Kd"])


# fmt: off
OF_ONE_NAME = [
    ("full house", [  # the three, then the pair
        "As Ah Ad 2c 2s", "3s 3h 3d Ac As", "3s 3h 3d Kc Ks",
        "3s 3h 3d 2c 2s", "2s 2h 2d Ac As",
    ]),
    ("flush", [  # card by card from the highest down
        "Ah Kh 9h 7h 5h", "Ac Qc Tc 8c 6c", "Ah Qh 9h 8h 7h",
        "Ac Qc 9c 7c 6c", "Ah Qh 9h 7h 5h", "Kc Qc Jc Tc 8c",
    ]),
    ("three of a kind", [  # the three, then the other two
        "As Ah Ad 3c 2s", "4s 4h 4d Ac Ks", "4s 4h 4d Ac Qs",
        "4s 4h 4d Kc Qs", "3s 3h 3d Ac Ks",
    ]),
    ("two pair", [  # the high pair, the low pair, the fifth card
        "As Ah 2d 2c 3s", "Ks Kh Qd Qc Js", "Kd Kc 3s 3h As",
        "Kd Kc 3s 3h Qs", "Kd Kc 2s 2h As",
    ]),
    ("one pair", [  # the pair, then the three others in turn
        "3s 3h 6d 5c 4s", "2s 2h Ad 4c 3s", "2s 2h Kd Qc 3s",
        "2s 2h Kd Jc Ts", "2s 2h Kd Jc 9s",
    ]),
    ("no pair", [  # all five cards in turn
        "Ah 6s 4h 3d 2c", "Kh Qs 5h 3d 2c", "Kh Js 9h 3d 2c",
        "Kh Js 8h 7d 2c", "Kh Js 8h 6d 4c", "Kh Js 8h 6d 3c",
    ]),
]
# fmt: on


@pytest.mark.clause("nsw", "8.1(d)", "8.1(e)", "8.1(g)", "8.1(h)", "8.1(i)", "8.1(j)")
@pytest.mark.clause("nsw-guide", "hand-order:4", "hand-order:5", "hand-order:7")
@pytest.mark.clause("nsw-guide", "hand-order:8", "hand-order:9", "hand-order:10")
@pytest.mark.parametrize(("name", "hands"), OF_ONE_NAME)
def test_clause_8_1_d_to_j_hands_of_one_name_compare_as_their_line_says(
    name: str, hands: list[str]
) -> None:
    assert all_are(name, hands)
    assert descend(hands)


# In a round: the best five of seven, for the dealer and for the player

# fmt: off
MADE_OF = [
    # board             hole     hand               best five           hole cards used
    ("2h 7h 9h Js 4c",  "Ah Kh", "flush",           "Ah Kh 9h 7h 2h"),  # both
    ("9s 9d 4c 5h Jh",  "9c Jd", "full house",      "9s 9d 9c Jh Jd"),  # both
    ("6c 7d 8h 9s Kd",  "Th 2s", "straight",        "Th 9s 8h 7d 6c"),  # one
    ("2c 3d 4h 9s Kd",  "Ah 5s", "straight",        "5s 4h 3d 2c Ah"),  # both, the ace low
    ("Qs Qd Qh 4c 6d",  "Qc 2s", "four of a kind",  "Qs Qh Qd Qc 6d"),  # one
    ("As Kd Qh Jc Ts",  "2c 2d", "straight",        "As Kd Qh Jc Ts"),  # none
    ("Th Jh Qh Kh Ah",  "9h 8h", "royal flush",     "Ah Kh Qh Jh Th"),  # none
]
# fmt: on


@pytest.mark.clause("nsw", "10.1", "10.1.1", "10.1.2", "10.1.3")
@pytest.mark.clause("nsw", "10.8", "10.8.1", "10.8.2", "10.8.3", "1.1:Community cards")
@pytest.mark.clause("nsw-guide", "settlement#1", "hand-composition", "glossary:Community Cards")
@both_devices
@pytest.mark.parametrize(("board", "hole", "name", "best"), MADE_OF)
def test_clauses_10_1_and_10_8_dealer_and_player_make_the_best_hand_of_two_one_or_no_hole_card(
    ruleset: str, dealing: str, board: str, hole: str, name: str, best: str
) -> None:
    for dealer, player in ((hole, "3c 3s"), ("3c 3s", hole)):
        felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="25")
        result = round_result(dealt(felt, board, dealer, p1=player).to_showdown().settle(1).table)
        seen = result["dealer"] if dealer == hole else result["hands"][0]
        assert (seen["cards"], seen["hand"], seen["best"]) == (hole.split(), name, best.split())


# fmt: off
COMPARED = [
    # board             dealer   player   flop wager
    ("Qs Qd 9h 5c 3d",  "Ks 2c", "Ad 4s", "win"),        # one pair: the ace beside it
    ("Qs Qd 9h 5c 3d",  "As 2c", "Ad 4s", "stand-off"),  # the seventh card never counts
    ("Qs Qd 9h 5c 3d",  "As Jc", "Ad Ts", "lose"),       # the next card beside it
    ("Qs Qd Jh Jc 3d",  "Ks 2c", "Ad 4s", "win"),        # two pair: the fifth card
    ("9s 9d 9h 9c 3d",  "Ks Qc", "Ad 4s", "win"),        # four of a kind: the fifth card
    ("9s 9d 9h 9c Ad",  "Ks Qc", "Kd 4s", "stand-off"),
    ("9s 9d 9h 5c 3d",  "Ks Qc", "Kd Jd", "lose"),       # three of a kind: the fifth card
    ("Ah Jh 8h 6h 2c",  "7h Kd", "5h Ks", "lose"),       # flush: card by card
    ("Ac 2d 3h 4s 9c",  "5c Kd", "6d 5h", "win"),        # straights: six high and five high
    ("Ac 2d 3h 4s 9c",  "5c Kd", "Ks Kh", "lose"),       # five high is a straight
    ("Ac Kd Qh Js 9c",  "Tc 2d", "Ad As", "lose"),       # ace high is a straight
    ("As Ks 8h 6d 2c",  "Qs 3h", "Qh 4d", "stand-off"),  # no suit decides
]
# fmt: on


@pytest.mark.clause("nsw", "3.3", "3.3.1", "3.3.2", "8.1", "8.1(c)", "8.1(e)", "8.1(f)")
@pytest.mark.clause("nsw", "8.1(g)", "8.1(h)", "8.1(i)", "10.9", "10.10", "10.11")
@pytest.mark.parametrize(("board", "dealer", "player", "outcome"), COMPARED)
def test_hands_of_a_round_are_compared_on_all_five_cards_and_on_no_suit(
    ruleset: str, board: str, dealer: str, player: str, outcome: str
) -> None:
    felt = dealt(Felt(table_rules(ruleset)).wagers(p1="25"), board, dealer, p1=player)
    felt.to_showdown().settle(1)
    assert settled(felt, 1)["flop"][0] == outcome
