"""The New South Wales player guide: its jackpot; what else it says is proved with the rules."""

from typing import Any

import pytest

from tests.helpers.felt import play, table_rules
from tests.rules.test_nsw_deal import as_dealt, both_rulesets

BOARD, DEALER, LITTLE = "Th Jh Qh 3c 2d", "4c 5s", ("6c 8d", "6d 8s")


def jackpots(
    ruleset: str,
    board: str,
    dealer: str,
    *hands: str,
    meter: str = "61000",
    bonus: bool = False,
    wagers: tuple[int, ...] = (1, 2, 3),
) -> dict[str, Any]:
    """A round at places 1 and up, all of them in to the end."""
    holes = {f"p{number}": hole for number, hole in enumerate(hands, 1)}
    lines = [
        f'ruleset = "{ruleset}"',
        "[jackpot]",
        'schedule = "nsw"\nwager = "5"\nseed = "50000"',
        f'meter = "{meter}"\nbonus = {str(bonus).lower()}',
        "[[rounds]]",
        f'cards = "{as_dealt(table_rules(ruleset), board, dealer, **holes)}"',
    ]
    for number in range(1, len(hands) + 1):
        lines += [
            "[[rounds.hands]]",
            f'place = {number}\nante = "25"\njackpot = {str(number in wagers).lower()}',
            'decisions = ["bet", "check", "check"]',
        ]
    (result,) = play("\n".join(lines))
    return result


def paid(result: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(award["place"], award["kind"], award["amount"]) for award in result["jackpots"]]


@pytest.mark.clause("nsw-guide", "jackpot-paytable#1")
@both_rulesets
@pytest.mark.parametrize(
    ("meter", "amount", "from_meter"),
    [
        ("42000", "50000.00", "42000.00"),
        ("61000", "61000.00", "61000.00"),
        ("50000.01", "50000.01", "50000.01"),
    ],
)
def test_a_royal_flush_wins_the_jackpot_and_50000_at_least(
    ruleset: str, meter: str, amount: str, from_meter: str
) -> None:
    result = jackpots(ruleset, BOARD, DEALER, "Ah Kh", meter=meter)
    assert paid(result) == [(1, "progressive", amount)]
    assert result["jackpots"][0]["from_meter"] == from_meter
    assert result["meter"]["after"] == "50000.00"  # the seed


@pytest.mark.clause("nsw-guide", "jackpot-paytable#2")
@both_rulesets
@pytest.mark.parametrize(
    ("meter", "amount", "after"),
    [("42000", "5000.00", "37800.00"), ("61000", "6100.00", "54900.00")],
)
def test_a_straight_flush_wins_a_tenth_of_the_jackpot_and_5000_at_least(
    ruleset: str, meter: str, amount: str, after: str
) -> None:
    result = jackpots(ruleset, BOARD, DEALER, "9h 8h", meter=meter)
    assert paid(result) == [(1, "progressive", amount)]
    assert result["meter"]["after"] == after


# fmt: off
FIXED = [
    # flop, turn, river  hole     award
    ("9s 9d 3h 5c 2d",   "9h 9c", "500.00"),
    ("9s 9d 3h 5c 2d",   "9h 3c", "150.00"),
    ("2h 7h 9h Js 4c",   "Ah 3h", "100.00"),
    ("5s 6d 7h Kc 2d",   "8h 9c", None),      # straight
    ("9s Td 3h 5c 2d",   "9h 9c", None),      # three of a kind
    ("9s Td 3h 5c 2d",   "9h 3c", None),      # two pair
    ("9s Td 3h 5c 2d",   "Ah Ac", None),      # one pair
    ("9s Td 3h 5c 2d",   "Ah Kc", None),      # no pair
]
# fmt: on


@pytest.mark.clause("nsw-guide", "jackpot-paytable#3")
@both_rulesets
@pytest.mark.parametrize(("board", "hole", "amount"), FIXED)
def test_four_of_a_kind_full_house_and_flush_win_fixed_amounts_and_nothing_below_does(
    ruleset: str, board: str, hole: str, amount: str | None
) -> None:
    result = jackpots(ruleset, board, "6s 7c", hole)
    assert paid(result) == ([(1, "fixed", amount)] if amount else [])
    assert result["meter"]["after"] == "61000.00"


# fmt: off
LATE = [
    # board              hole     the best of seven
    ("2h 7h 9c Js 4h",   "Ah 3h", "flush"),            # with the river
    ("9s 3d Kh 9d 3c",   "9h 9c", "four of a kind"),   # with the turn
    ("Th Jh 3c Qh 2d",   "Ah Kh", "royal flush"),      # with the turn
    ("5h 6h 2c 7h 8h",   "9h Kc", "straight flush"),   # with turn and river, on one hole card
]
# fmt: on


@pytest.mark.clause("nsw-guide", "jackpot-hand")
@both_rulesets
@pytest.mark.parametrize(("board", "hole", "name"), LATE)
def test_turn_and_river_never_count_for_the_jackpot(
    ruleset: str, board: str, hole: str, name: str
) -> None:
    result = jackpots(ruleset, board, "6s 7c", hole)
    assert result["hands"][0]["hand"] == name
    assert paid(result) == []


@pytest.mark.clause("nsw-guide", "jackpot-hand")
@both_rulesets
def test_the_jackpot_hand_stays_what_it_was_on_the_flop(ruleset: str) -> None:
    result = jackpots(ruleset, "2h 7h 9h 9d 9c", "6s Kc", "Ah 9s")
    assert result["hands"][0]["hand"] == "four of a kind"
    assert paid(result) == []
    better = jackpots(ruleset, "9s 9d 3h 9c 2d", "6s Kc", "9h 3c")
    assert better["hands"][0]["hand"] == "four of a kind"
    assert paid(better) == [(1, "fixed", "150.00")]  # a full house with the flop


@pytest.mark.clause("nsw-guide", "jackpot#2", "jackpot#3")
@both_rulesets
@pytest.mark.parametrize(
    ("dealer", "outcome", "flop"),
    [
        ("3c 4d", "win", ("50.00", "50.00")),
        ("9c 9d", "lose", ("0.00", "0.00")),  # three nines, and a full house with the board
    ],
)
def test_a_jackpot_is_paid_on_top_of_the_wagers_and_whatever_the_dealer_holds(
    ruleset: str, dealer: str, outcome: str, flop: tuple[str, str]
) -> None:
    with_jackpot = jackpots(ruleset, "2h 7h 9h Js Jd", dealer, "Ah 3h")
    without = jackpots(ruleset, "2h 7h 9h Js Jd", dealer, "Ah 3h", wagers=())
    assert (paid(with_jackpot), paid(without)) == ([(1, "fixed", "100.00")], [])
    (hand,), (plain,) = with_jackpot["hands"], without["hands"]
    assert hand["outcome"] == outcome
    assert (hand["wagers"]["flop"]["paid"], hand["wagers"]["flop"]["returned"]) == flop
    assert hand["wagers"].pop("jackpot")["outcome"] == "taken"
    assert hand["wagers"] == plain["wagers"]


@pytest.mark.clause("nsw-guide", "bonus-jackpot#1", "bonus-jackpot-paytable")
@both_rulesets
@pytest.mark.parametrize(
    ("winner", "own", "bonus"),
    [("Ah Kh", "61000.00", "1000.00"), ("9h 8h", "6100.00", "500.00")],
)
def test_the_bonus_jackpot_goes_to_each_player_with_a_jackpot_wager_where_it_is_offered(
    ruleset: str, winner: str, own: str, bonus: str
) -> None:
    hands = (LITTLE[0], winner, LITTLE[1], "7c 7d")
    result = jackpots(ruleset, BOARD, DEALER, *hands, bonus=True, wagers=(1, 2, 4))
    assert sorted(paid(result)) == [
        (1, "bonus", bonus),
        (2, "progressive", own),
        (4, "bonus", bonus),
    ]
    plain = jackpots(ruleset, BOARD, DEALER, *hands, bonus=False, wagers=(1, 2, 4))
    assert paid(plain) == [(2, "progressive", own)]
    nobody = jackpots(ruleset, BOARD, DEALER, *hands, bonus=True, wagers=(1, 4))
    assert paid(nobody) == []  # the royal or straight flush did not win the jackpot


@pytest.mark.clause("nsw-guide", "bonus-jackpot#2")
@both_rulesets
def test_who_wins_a_royal_or_straight_flush_gets_no_bonus_jackpot_from_another(
    ruleset: str,
) -> None:
    result = jackpots(ruleset, BOARD, DEALER, "9h 8h", "Ah Kh", LITTLE[0], bonus=True)
    assert sorted(paid(result)) == [
        (1, "progressive", "6100.00"),
        (2, "progressive", "54900.00"),
        (3, "bonus", "1000.00"),
        (3, "bonus", "500.00"),
    ]


@pytest.mark.clause("nsw-guide", "bonus-jackpot#2")
@both_rulesets
def test_who_wins_a_fixed_jackpot_gets_the_bonus_jackpot_as_well(ruleset: str) -> None:
    result = jackpots(ruleset, BOARD, DEALER, "9h 8h", "6h 2h", bonus=True)
    assert sorted(paid(result)) == [
        (1, "progressive", "6100.00"),
        (2, "bonus", "500.00"),
        (2, "fixed", "100.00"),
    ]
