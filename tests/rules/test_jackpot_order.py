"""The bonus jackpot and the order of payment: 15.2.10, 15.2.12, 15.2.14 (R8, R22, R23)."""

from dataclasses import replace
from typing import Any

import pytest

from controller.games.bonus.figures import load_schedule
from controller.games.bonus.jackpot.awards import Claim, Kind, nsw_awards
from controller.games.bonus.rules import JackpotRules
from tests.helpers.felt import dollars, jackpot_rules
from tests.helpers.rounds import betting, from_shuffler, methods, results

NSW = load_schedule("nsw")
BOARD, DEALER = "Qh Jh Th 2c 3d", "As Ks"
ROYAL, STRAIGHT_FLUSH, FLUSH = "Ah Kh", "9h 8h", "5h 4h"
NOTHING = ("2s 3s", "4c 5c", "6d 7d", "2d 3c")


def played(
    ruleset: str,
    *players: str,
    method: str = "A",
    bonus: bool = True,
    without: tuple[int, ...] = (),
    **first: Any,
) -> dict[str, Any]:
    """Places 1, 2, ... hold these cards; all of them bet the jackpot but those `without`. What
    else is said is said of place 1."""
    hands = betting(len(players), without=without)
    hands[0] |= first
    figures = {"schedule": "nsw", "wager": "5", "meter": "80000", "seed": "50000", "bonus": bonus}
    cards = from_shuffler(ruleset, BOARD, DEALER, *players)
    return results(ruleset, cards, hands, method=method, jackpot=figures)[0]


def paid(result: dict[str, Any]) -> list[tuple[int, str, str, str]]:
    return [
        (award["place"], award["kind"], award["award"], award["amount"])
        for award in result["jackpots"]
    ]


def bonuses(result: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Place, the hand that set it off, amount."""
    return [
        (place, award, amount) for place, kind, award, amount in paid(result) if kind == "bonus"
    ]


@pytest.mark.parametrize(
    ("cards", "award", "amount"),
    [(ROYAL, "royal-flush", "1000.00"), (STRAIGHT_FLUSH, "straight-flush", "500.00")],
)
@pytest.mark.clause("nsw", "1.1:Bonus Jackpot", "15.2.10", "15.2.10.1", "15.2.10.2", "15.2.10.3")
@pytest.mark.clause("nsw-guide", "bonus-jackpot#1", "bonus-jackpot-paytable")
def test_every_other_place_with_a_jackpot_wager_gets_the_bonus_jackpot(
    ruleset: str, cards: str, award: str, amount: str
) -> None:
    players = (NOTHING[0], cards, NOTHING[1], FLUSH, NOTHING[2])
    result = played(ruleset, *players, without=(3,))
    assert bonuses(result) == [(5, award, amount), (4, award, amount), (1, award, amount)]
    # Paid by the house, beside the own award of the flush, and not off the meter.
    for won in result["jackpots"]:
        if won["kind"] == "bonus":
            assert (won["from_meter"], won["from_house"]) == ("0.00", amount)
    assert (4, "fixed", "flush", "100.00") in paid(result)
    off = next(won for won in result["jackpots"] if won["kind"] == "progressive")
    assert result["meter"]["awarded"] == off["from_meter"]


@pytest.mark.clause("nsw", "1.1:Bonus Jackpot", "15.2.10")
@pytest.mark.clause("nsw-guide", "bonus-jackpot#1")
def test_where_it_is_not_offered_there_is_no_bonus_jackpot(ruleset: str) -> None:
    result = played(ruleset, NOTHING[0], STRAIGHT_FLUSH, ROYAL, bonus=False)
    assert bonuses(result) == []
    assert [award for _, _, award, _ in paid(result)] == ["straight-flush", "royal-flush"]


@pytest.mark.parametrize("players", [(NOTHING[0], FLUSH), (NOTHING[0], NOTHING[1])])
@pytest.mark.clause("nsw", "1.1:Bonus Jackpot", "15.2.10.2")
def test_a_lesser_jackpot_sets_off_no_bonus_jackpot(ruleset: str, players: tuple[str, str]) -> None:
    assert bonuses(played(ruleset, *players)) == []


@pytest.mark.parametrize("cards", [ROYAL, STRAIGHT_FLUSH])
@pytest.mark.clause("nsw", "15.2.10.2")
def test_a_hand_without_a_jackpot_wager_wins_no_jackpot_and_sets_off_none(
    ruleset: str, cards: str
) -> None:
    assert paid(played(ruleset, NOTHING[0], cards, without=(2,))) == []


@pytest.mark.clause("nsw", "15.2.10.2", "15.2.10.3")
@pytest.mark.clause("nsw-guide", "bonus-jackpot#2")
def test_royal_and_straight_flush_in_one_round_bring_both_amounts(ruleset: str) -> None:
    result = played(ruleset, NOTHING[0], STRAIGHT_FLUSH, ROYAL)
    assert bonuses(result) == [(1, "straight-flush", "500.00"), (1, "royal-flush", "1000.00")]


@pytest.mark.clause("nsw", "15.2.10.2", "15.2.10.3")
def test_two_straight_flushes_bring_one_amount_and_none_to_each_other() -> None:
    line = NSW.line("straight-flush")
    claims = [Claim(4, line), Claim(3, None), Claim(2, line)]
    for first in (False, True):
        awards = nsw_awards(jackpot_rules(bonus=True), claims, dollars("80000"), bonus_first=first)
        bonus = [(one.place, one.amount) for one in awards if one.kind is Kind.BONUS]
        assert bonus == [(3, dollars("500"))]


@pytest.mark.clause("nsw", "1.1:Bonus Jackpot")
def test_the_bonus_amounts_are_those_of_the_schedule() -> None:
    lines = tuple(replace(one, bonus=one.bonus * 3) for one in NSW.lines)
    jackpot = JackpotRules(replace(NSW, lines=lines), dollars("5"), 0, bonus_offered=True)
    claims = [Claim(2, lines[1]), Claim(1, None)]
    awards = nsw_awards(jackpot, claims, dollars("80000"), bonus_first=True)
    assert [(one.place, one.amount) for one in awards] == [
        (1, dollars("1500")),
        (2, dollars("8000")),
    ]


FOLDS = [
    {"decisions": ["fold"]},
    {"decisions": ["bet", "fold"]},
    {"decisions": ["bet", "bet", "fold"]},
    {"concede": True},
]


@pytest.mark.untraced
@methods
@pytest.mark.parametrize("fold", FOLDS)
@pytest.mark.clause("nsw", "15.2.10.2")
def test_a_folded_place_has_the_bonus_jackpot_and_its_own_award_under_method_b_only(
    ruleset: str, method: str, fold: dict[str, Any]
) -> None:
    folded = played(ruleset, NOTHING[0], STRAIGHT_FLUSH, method=method, **fold)
    bonus, won = (1, "straight-flush", "500.00"), (2, "progressive", "straight-flush", "8000.00")
    assert bonuses(folded) == ([bonus] if method == "B" else [])
    assert won in paid(folded)
    assert folded["hands"][0]["wagers"]["jackpot"]["outcome"] == "taken"
    winner = played(ruleset, STRAIGHT_FLUSH, NOTHING[0], method=method, **fold)
    both = [(2, "bonus", "straight-flush", "500.00"), (1, *won[1:])]
    assert paid(winner) == (both if method == "B" else [])


SMALL, BIG = ("straight-flush", "500.00"), ("royal-flush", "1000.00")
ROYAL_RIGHT = (NOTHING[0], STRAIGHT_FLUSH, FLUSH, ROYAL, NOTHING[1])
"""From the right: nothing, royal, flush, straight flush, nothing. The royal has to wait."""
ROYAL_LEFT = (NOTHING[0], ROYAL, FLUSH, STRAIGHT_FLUSH, NOTHING[1])


@pytest.mark.clause("nsw-legacy", "15.2.10.4", "15.2.12", "15.2.14")
def test_legacy_all_bonus_jackpots_come_first_and_then_all_other_awards_right_to_left() -> None:
    bonus = [(place, "bonus", *one) for place in (5, 3, 1) for one in (SMALL, BIG)]
    assert paid(played("nsw-legacy", *ROYAL_RIGHT)) == [
        *bonus,
        (3, "fixed", "flush", "100.00"),
        (2, "progressive", "straight-flush", "8000.00"),
        (4, "progressive", "royal-flush", "72000.00"),
    ]
    assert paid(played("nsw-legacy", *ROYAL_LEFT)) == [
        *bonus,
        (4, "progressive", "straight-flush", "8000.00"),
        (3, "fixed", "flush", "100.00"),
        (2, "progressive", "royal-flush", "72000.00"),
    ]


@pytest.mark.clause("nsw-2024", "15.2.10.4", "15.2.12", "15.2.14")
def test_new_all_awards_are_paid_in_one_pass_right_to_left_and_only_a_royal_waits() -> None:
    assert paid(played("nsw-2024", *ROYAL_RIGHT)) == [
        (5, "bonus", *SMALL),
        (5, "bonus", *BIG),
        (3, "bonus", *SMALL),
        (3, "bonus", *BIG),
        (3, "fixed", "flush", "100.00"),
        (2, "progressive", "straight-flush", "8000.00"),
        (4, "progressive", "royal-flush", "72000.00"),
        (1, "bonus", *SMALL),
        (1, "bonus", *BIG),
    ]
    assert paid(played("nsw-2024", *ROYAL_LEFT)) == [
        (5, "bonus", *SMALL),
        (5, "bonus", *BIG),
        (4, "progressive", "straight-flush", "8000.00"),
        (3, "bonus", *SMALL),
        (3, "bonus", *BIG),
        (3, "fixed", "flush", "100.00"),
        (2, "progressive", "royal-flush", "72000.00"),
        (1, "bonus", *SMALL),
        (1, "bonus", *BIG),
    ]


@pytest.mark.parametrize("bonus_first", [True, False])
@pytest.mark.clause("nsw", "15.2.12", "15.2.14")
def test_a_royal_waits_for_the_last_straight_flush_of_the_round_and_not_longer(
    bonus_first: bool,
) -> None:
    royal, straight, flush = NSW.lines[0], NSW.lines[1], NSW.lines[4]
    claims = [Claim(7, royal), Claim(6, straight), Claim(5, flush), Claim(3, straight)]
    claims.append(Claim(2, flush))
    awards = nsw_awards(jackpot_rules(), claims, dollars("80000"), bonus_first=bonus_first)
    assert [one.place for one in awards] == [6, 5, 3, 7, 2]
    # 8,000 + 7,200 shared by two, the royal on the 64,800 that are left.
    assert [one.amount for one in awards if one.kind is Kind.PROGRESSIVE] == [
        dollars("7600"),
        dollars("7600"),
        dollars("64800"),
    ]
    assert [one.resets_meter for one in awards] == [False, False, False, True, False]


@pytest.mark.clause("nsw", "15.2.12")
def test_fixed_awards_alone_are_paid_right_to_left(ruleset: str) -> None:
    result = played(ruleset, FLUSH, NOTHING[0], "7h 6h")
    assert paid(result) == [(3, "fixed", "flush", "100.00"), (1, "fixed", "flush", "100.00")]
