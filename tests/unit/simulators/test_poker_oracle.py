"""The oracle of the poker room: the worked example, and every worked figure of the readings."""

import tomllib
from typing import Any, Final

import pytest

from tests.helpers.poker_files import FOUR, deck, outcomes, seat_of, table
from tests.helpers.poker_oracle import WrongFile, play
from tests.helpers.poker_oracle.award import Pot, make_pots, scale, share_out
from tests.helpers.poker_oracle.file import Rules

EXAMPLE: Final = """
ruleset    = "poker-room"
limit      = "no-limit"
blinds     = ["1", "2"]
ante       = "0"
chip       = "1"
seats      = 9
dealing    = "hand"
commission = "22.1"
tournament = false
button     = 3
players    = [{seat = 1, stack = "200"}, {seat = 3, stack = "55"},
              {seat = 5, stack = "200"}, {seat = 6, stack = "40"}]

[[hands]]
before  = ["6 buys 50"]
cards   = "Kh Ah 7c 9d  Ks Ad 2d 8d  3c  Kd 9s 4h  5c  2c  6c  2s"
preflop = ["1 fold", "3 raise 8", "5 call", "6 call"]
flop    = ["5 check", "6 bet 20", "3 all-in", "5 raise 120", "6 fold"]
turn    = []
"""


def seat_row(seat: int, money: str, outcome: str) -> dict[str, Any]:
    amounts = dict(zip(("before", "in", "returned", "won", "after"), money.split(), strict=True))
    return {
        **{"seat": seat, **amounts, "cards": [], "hand": None, "best": None},
        "outcome": outcome,
    }


def test_the_worked_example_comes_out_to_the_letter() -> None:
    (hand,) = play(tomllib.loads(EXAMPLE))["hands"]
    assert hand == {
        "number": 1,
        "result": "showdown",
        "clause": None,
        "button": 3,
        "small_blind": 5,
        "big_blind": 6,
        "board": ["Kd", "9s", "4h", "2c", "2s"],
        "seats": [
            seat_row(1, "200.00 0.00 0.00 0.00 200.00", "folded"),
            seat_row(3, "55.00 55.00 0.00 0.00 0.00", "lost"),
            seat_row(5, "200.00 55.00 73.00 132.00 277.00", "won")
            | {"cards": ["Kh", "Ks"], "hand": "full house"}
            | {"best": ["Ks", "Kh", "Kd", "2s", "2c"]},
            seat_row(6, "90.00 28.00 0.00 0.00 62.00", "folded"),
        ],
        "pots": [
            {"amount": "138.00", "eligible": [3, 5], "commission": "6.00"}
            | {"winners": [5], "shares": ["132.00"]}
        ],
        "commission": "6.00",
        "phases": ["blinds", "deal", "preflop", "flop", "turn", "river", "showdown", "award"],
        "notices": [],
    }


def test_the_muck_and_the_fouled_hand_of_the_worked_example() -> None:
    file = tomllib.loads(EXAMPLE)
    file["hands"][0]["muck"] = [3]
    (hand,) = play(file)["hands"]
    assert outcomes(hand) == {1: "folded", 3: "mucked", 5: "won", 6: "folded"}
    assert hand["pots"][0]["eligible"] == [5]
    assert seat_of(hand, 5)["cards"] == ["Kh", "Ks"]  # R60: tabled all the same
    file = tomllib.loads(EXAMPLE)
    file["hands"][0]["events"] = [
        {"during": "preflop", "after": 2, "name": "hand-fouled", "seat": 5}
    ]
    with pytest.raises(WrongFile) as wrong:
        play(file)  # seat 5 is out: what the file lists next is no longer its turn
    assert wrong.value.place == (1, "preflop", 3, False)


def rules(big: int = 2_00, **fields: Any) -> Rules:
    values: dict[str, Any] = {"limit": "no-limit", "small": big // 2, "big": big, "ante": 0}
    values |= {"chip": 100, "seats": 9, "raked": True, "tournament": False, "button": None}
    return Rules(**values | fields)


# R43, R44, R66: pots, commission, shares.


@pytest.mark.parametrize(
    ("big", "pot", "commission"),
    [
        *((2_00, 19_50, 0), (2_00, 19_99, 0), (2_00, 20_00, 1_00), (2_00, 39_00, 1_00)),
        *((2_00, 100_00, 5_00), (2_00, 260_00, 10_00), (1_50, 165_00, 7_00)),
    ],
)
def test_r43_commission_of_a_pot(big: int, pot: int, commission: int) -> None:
    assert scale(rules(big), pot) == commission


def shared(amount: int, *winners: int, **fields: Any) -> Pot:
    pot = Pot(amount, [1, 2, 3], list(winners))
    share_out(rules(**fields), [pot], {1, 2, 3, 4})
    return pot


def test_r44_shares_are_raised_out_of_the_commission() -> None:
    pot = shared(100_00, 1, 2)
    assert (pot.shares, pot.commission) == ([48_00, 48_00], 4_00)


@pytest.mark.parametrize(
    ("amount", "shares"), [(23_00, [8_00, 8_00, 7_00]), (23_50, [8_00, 8_00, 7_50])]
)
def test_r66_odd_dollars_where_the_commission_cannot_pay(amount: int, shares: list[int]) -> None:
    pot = shared(amount, 1, 2, 3)
    assert (pot.shares, pot.commission) == (shares, 0)


def test_r66_in_a_tournament_a_dollar_is_the_smallest_chip() -> None:
    pot = shared(175_00, 1, 2, chip=25_00, tournament=True, raked=False)
    assert pot.shares == [100_00, 75_00]


def test_r66_each_pot_its_own_commission_first_then_the_main_pot() -> None:
    main, side = Pot(60_00, [1, 2, 3], [1]), Pot(19_00, [2, 3], [2, 3])
    share_out(rules(), [main, side], {1, 2, 3, 4})
    assert (main.commission, main.shares) == (2_00, [57_00])  # gives 1 for the side pot
    assert (side.commission, side.shares) == (0, [10_00, 10_00])


def test_r66_19_7_no_commission_when_all_who_started_share() -> None:
    main, side = Pot(60_00, [1, 2, 3], [1, 2, 3]), Pot(40_00, [2, 3], [2, 3])
    share_out(rules(), [main, side], {1, 2, 3})
    assert main.commission == side.commission == 0
    share_out(rules(), [main, side], {1, 2, 3, 4})
    assert main.commission + side.commission == 5_00


def test_r43_every_pot_is_raked_for_itself() -> None:
    pots = make_pots({1: 10_00, 2: 25_00, 3: 25_00}, 0, {1, 2, 3})
    assert [(pot.amount, pot.eligible) for pot in pots] == [(30_00, [1, 2, 3]), (30_00, [2, 3])]
    for pot in pots:
        pot.winners = pot.eligible[:1]
    share_out(rules(), pots, {1, 2, 3})
    assert [pot.commission for pot in pots] == [1_00, 1_00]


def test_clause_17_1_main_pot_and_side_pot() -> None:
    pots = make_pots({1: 20_00, 2: 50_00, 3: 50_00}, 0, {1, 2, 3})
    assert [pot.amount for pot in pots] == [60_00, 60_00]


def test_r62_what_exceeds_the_last_layer_goes_into_the_last_pot() -> None:
    pots = make_pots({1: 20_00, 2: 50_00, 3: 90_00}, 1_00, {1, 2})
    assert [pot.amount for pot in pots] == [61_00, 60_00 + 40_00]


def test_r66_a_pot_of_nothing_is_listed_and_won() -> None:
    """No small blind, all fold, the big blind goes back."""
    hands: list[dict[str, Any]] = [
        {"preflop": ["1 fold", "2 fold"]},
        {
            "before": ["3 leaves", "4 sits 100", "5 sits 100"],
            "preflop": ["5 fold", "1 fold", "2 fold"],
        }
        | {"cards": deck(FOUR)},
    ]
    hand = play(table({1: 100, 2: 100, 3: 100}, hands, button=1))["hands"][1]
    assert hand["small_blind"] is None
    assert hand["big_blind"] == 4
    (pot,) = hand["pots"]
    assert pot == {"amount": "0.00", "eligible": [4], "commission": "0.00"} | {
        "winners": [4],
        "shares": ["0.00"],
    }
    assert seat_of(hand, 4) == seat_row(4, "100.00 0.00 2.00 0.00 100.00", "won")
