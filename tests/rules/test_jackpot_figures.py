"""What the New South Wales jackpot pays: 15.2.6, 15.2.8, 15.2.9 and 15.2.13 (R15 to R21)."""

from dataclasses import replace
from typing import Any

import pytest

from controller.domain.cards import Card, parse_cards
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.figures import load_schedule
from controller.games.bonus.jackpot.awards import Claim, Kind, Split, grade, nsw_awards, split
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.paytables import AwardLine
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.rules import JackpotRules
from simulators.games.bonus.scenario.result import round_result
from tests.helpers.felt import Felt, dollars, jackpot_felt, jackpot_rules, table_rules
from tests.helpers.rounds import betting, from_shuffler, results

NSW = load_schedule("nsw")
DEALER = "4c 4d"


def line(award: str) -> AwardLine:
    found = NSW.line(award)
    assert found is not None
    return found


def played(
    ruleset: str, board: str, *players: str, rounds: int = 1, **jackpot: str
) -> list[dict[str, Any]]:
    """Everybody bets the flop and the jackpot; no increment unless one is given."""
    cards, hands = from_shuffler(ruleset, board, DEALER, *players), betting(len(players))
    figures = {"schedule": "nsw", "wager": "5", "meter": "60000"} | jackpot
    return results(ruleset, cards, hands, rounds=rounds, jackpot=figures)


def awards(result: dict[str, Any]) -> list[tuple[int, str, str, str]]:
    """Place, award, amount, and what of it came off the meter."""
    return [
        (award["place"], award["award"], award["amount"], award["from_meter"])
        for award in result["jackpots"]
    ]


HANDS = [
    ("royal-flush", "Ah Kh", "Qh Jh Th 2c 3d"),
    ("straight-flush", "9h 8h", "Qh Jh Th 2c 3d"),
    ("straight-flush", "Ah 2h", "3h 5h 4h Kc Qd"),
    ("four-of-a-kind", "9h 9s", "9c 9d 2h 3c 7d"),
    ("full-house", "9h 9s", "9c 2d 2h 3c 7d"),
    ("flush", "Kh 9h", "2h 5h 7h 3c 8d"),
]


LESSER = [
    (None, "9h 8c", "Qh Jh Th 2c 3d"),  # straight
    (None, "9h 9s", "9c 2d 3h 5c 7d"),  # three of a kind
    (None, "9h 2s", "9c 2d 3h 5c 7d"),  # two pair
    (None, "9h Ts", "9c 2d 3h 5c 7d"),  # one pair
    (None, "9h Ts", "Kc 2d 3h 5c 7d"),  # no pair
]


@pytest.mark.parametrize(("award", "hole", "board"), [*HANDS, *LESSER])
@pytest.mark.clause("nsw", "15.2.8")
@pytest.mark.clause("nsw-guide", "jackpot-paytable#3")
def test_flush_to_royal_flush_win_the_jackpot_and_a_straight_or_less_wins_none(
    ruleset: str, award: str | None, hole: str, board: str
) -> None:
    (result,) = played(ruleset, board, hole)
    assert [won["award"] for won in result["jackpots"]] == ([award] if award else [])
    assert result["hands"][0]["wagers"]["jackpot"]["outcome"] == "taken"


@pytest.mark.parametrize(
    ("hole", "board", "hand", "won"),
    [
        ("Kh 9h", "2h 5h 7c 3h 8d", "flush", []),  # complete with the turn
        ("Kh 9h", "2h 5h 7c 8d 3h", "flush", []),  # complete with the river
        ("9h 9s", "9c 2d 2h 9d 7d", "four of a kind", ["full-house"]),
        ("Ah Kh", "Qh Jh 2h Th 3d", "royal flush", ["flush"]),
        ("2s 3d", "Qh Jh Th Kh Ah", "royal flush", []),  # the board alone
        ("9h Kc", "5h 6h 2c 7h 8h", "straight flush", []),  # on one hole card
        ("Ah 9s", "2h 7h 9h 9d 9c", "four of a kind", []),
    ],
)
@pytest.mark.clause("nsw", "15.2.6")
@pytest.mark.clause("nsw-guide", "jackpot-hand")
def test_turn_and_river_never_count_for_the_jackpot(
    ruleset: str, hole: str, board: str, hand: str, won: list[str]
) -> None:
    (result,) = played(ruleset, board, hole)
    assert result["hands"][0]["hand"] == hand
    assert [award["award"] for award in result["jackpots"]] == won


@pytest.mark.clause("nsw", "15.2.6")
def test_both_hole_cards_and_the_whole_flop_make_the_qualifying_hand() -> None:
    # Four of a kind with one hole card still needs the other as the fifth; a flush needs both.
    assert grade(NSW, parse_cards("9h 2s"), parse_cards("9c 9d 9s")) == line("four-of-a-kind")
    assert grade(NSW, parse_cards("Kh 9c"), parse_cards("2h 5h 7h 3h 4h")) is None


@pytest.mark.parametrize(
    ("award", "hole", "meter", "amount", "off", "after"),
    [
        ("royal-flush", "Ah Kh", "80000", "80000.00", "80000.00", "20000.00"),
        ("royal-flush", "Ah Kh", "50000", "50000.00", "50000.00", "20000.00"),
        ("royal-flush", "Ah Kh", "30000", "50000.00", "30000.00", "20000.00"),
        ("royal-flush", "Ah Kh", "61234.57", "61234.57", "61234.57", "20000.00"),
        ("straight-flush", "9h 8h", "80000", "8000.00", "8000.00", "72000.00"),
        ("straight-flush", "9h 8h", "50000", "5000.00", "5000.00", "45000.00"),
        ("straight-flush", "9h 8h", "40000", "5000.00", "4000.00", "36000.00"),
        # rounded down, the rest stays (R15)
        ("straight-flush", "9h 8h", "61234.57", "6123.45", "6123.45", "55111.12"),
    ],
)
@pytest.mark.clause("nsw-guide", "jackpot-paytable#1", "jackpot-paytable#2")
@pytest.mark.clause("nsw", "1.1:Progressive Jackpot")
@pytest.mark.clause("nsw-2024", "15.2.9.1", "15.2.9.2")
def test_a_royal_wins_the_whole_meter_and_a_straight_flush_a_tenth_or_else_the_guarantee(
    ruleset: str, award: str, hole: str, meter: str, amount: str, off: str, after: str
) -> None:
    (result,) = played(ruleset, "Qh Jh Th 2c 3d", hole, meter=meter, seed="20000")
    assert awards(result) == [(1, award, amount, off)]
    (won,) = result["jackpots"]
    assert won["kind"] == "progressive"
    assert won["from_house"] == str(dollars(amount) - dollars(off))
    assert result["meter"]["after"] == after
    reset = "20000.00" if award == "royal-flush" else "0.00"
    assert result["meter"]["reset"] == reset


@pytest.mark.parametrize("meter", ["0", "61234.57", "500000"])
@pytest.mark.parametrize(
    ("hand", "amount"), [(HANDS[3], "500.00"), (HANDS[4], "150.00"), (HANDS[5], "100.00")]
)
@pytest.mark.clause("nsw-guide", "jackpot-paytable#3")
@pytest.mark.clause("nsw-legacy", "1.1:Fixed Jackpot")
@pytest.mark.clause("nsw-2024", "1.1:Fixed Jackpot", "15.2.9.3", "15.2.9.4", "15.2.9.5")
def test_fixed_awards_do_not_depend_on_the_meter_and_leave_it_alone(
    ruleset: str, meter: str, hand: tuple[str, str, str], amount: str
) -> None:
    award, hole, board = hand
    (result,) = played(ruleset, board, hole, meter=meter, seed="20000")
    assert awards(result) == [(1, award, amount, "0.00")]
    assert result["jackpots"][0]["kind"] == "fixed"
    assert result["jackpots"][0]["from_house"] == amount
    assert result["meter"]["after"] == result["meter"]["before"]


@pytest.mark.clause("nsw", "1.1:Fixed Jackpot", "1.1:Jackpot Wager")
def test_the_figures_are_those_that_were_loaded(ruleset: str) -> None:
    sign = replace(NSW, lines=(AwardLine("flush", amount=dollars("77")),))
    rules = table_rules(ruleset, jackpot=JackpotRules(sign, dollars("2"), 0))
    felt = Felt(rules, meter="60000").wagers(p1="25").jackpot(1)
    felt.deal(from_shuffler(ruleset, "2h 5h 7h 3c 8d", DEALER, "Kh 9h")).to_showdown().settle(1)
    (due,) = felt.round.awards
    assert (due.award.kind, due.award.amount) == (Kind.FIXED, dollars("77"))
    assert round_result(felt.table)["hands"][0]["wagers"]["jackpot"]["stake"] == "2.00"


@pytest.mark.parametrize(
    ("meter", "amount", "off", "after"),
    [
        ("80000", "7600.00", "7600.00", "64800.00"),  # R18
        ("51000", "5000.00", "4845.00", "41310.00"),  # the guarantee is more than the share
        ("60000.01", "5700.00", "5700.00", "48600.01"),  # shares are rounded down (R15)
    ],
)
@pytest.mark.clause("nsw", "15.2.13", "15.2.13.2")
def test_two_straight_flushes_share_two_tenths_taken_one_after_the_other(
    ruleset: str, meter: str, amount: str, off: str, after: str
) -> None:
    board = "8h 9h Th Kc 2d"
    (result,) = played(ruleset, board, "Jh Qh", "7h 6h", meter=meter, seed="20000")
    assert awards(result) == [
        (2, "straight-flush", amount, off),
        (1, "straight-flush", amount, off),
    ]
    assert result["meter"]["after"] == after
    assert result["meter"]["reset"] == "0.00"


@pytest.mark.parametrize(
    ("winners", "meter", "share", "amount", "left"),
    [
        (1, "80000", "8000", "8000", "72000"),
        (2, "80000", "7600", "7600", "64800"),
        (2, "51000", "4845", "5000", "41310"),
        (3, "100000", "9033.33", "9033.33", "72900.01"),
        (2, "0.10", "0.00", "5000", "0.10"),
    ],
)
@pytest.mark.clause("nsw", "15.2.13.2")
def test_equal_shares_of_the_tenths(
    winners: int, meter: str, share: str, amount: str, left: str
) -> None:
    expected = Split(dollars(share), dollars(amount), dollars(left))
    assert split(dollars(meter), line("straight-flush"), winners) == expected


@pytest.mark.parametrize(
    ("winners", "meter", "share", "amount", "left"),
    [
        (1, "80000", "80000", "80000", "0"),
        (2, "80000", "40000", "50000", "0"),
        (2, "120000", "60000", "60000", "0"),
        (3, "160000", "53333.33", "53333.33", "0.01"),
    ],
)
@pytest.mark.clause("nsw", "15.2.13", "15.2.13.1")
def test_equal_shares_of_the_whole_meter_each_at_least_the_guarantee(
    winners: int, meter: str, share: str, amount: str, left: str
) -> None:
    royal = line("royal-flush")
    expected = Split(dollars(share), dollars(amount), dollars(left))
    assert split(dollars(meter), royal, winners) == expected
    claims = [Claim(place, royal) for place in range(winners, 0, -1)]
    paid = nsw_awards(jackpot_rules(), claims, dollars(meter), bonus_first=False)
    assert [award.place for award in paid] == [claim.place for claim in claims]
    for award in paid:
        assert (award.amount, award.from_meter) == (dollars(amount), dollars(share))
        assert award.from_house == dollars(amount) - dollars(share)
        assert award.resets_meter


@pytest.mark.clause("nsw", "15.2.13.1")
def test_a_second_royal_can_only_be_a_foreign_card_and_holds_the_deal(ruleset: str) -> None:
    felt = jackpot_felt(ruleset).wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal(from_shuffler(ruleset, "Qh Jh Th 2c 3d", DEALER, "Ah Kh", "Ah Kh"))
    assert felt.phase == "deal"
    assert felt.why(c.DealDone()) == (Refusal.CARDS_UNEXPLAINED, "11.9")
    felt.do(c.KeyCard(7, Card.parse("Qh")))  # out already as well
    assert felt.refuses(c.DealDone()).refusal is Refusal.CARDS_UNEXPLAINED


@pytest.mark.clause("nsw", "1.1:Progressive Jackpot", "15.2.14")
@pytest.mark.parametrize(
    ("meter", "royal", "off"),
    [("80000", "72000.00", "72000.00"), ("52000", "50000.00", "46800.00")],
)
def test_a_royal_is_computed_on_what_a_straight_flush_leaves(
    ruleset: str, meter: str, royal: str, off: str
) -> None:
    board = "Qh Jh Th 2c 3d"
    tenth = str(Money(int(dollars(meter)) // 10))
    for players in (("Ah Kh", "9h 8h"), ("9h 8h", "Ah Kh")):
        (result,) = played(ruleset, board, *players, meter=meter, seed="20000", reserve="300")
        assert [won[1:] for won in awards(result)] == [
            ("straight-flush", tenth, tenth),
            ("royal-flush", royal, off),
        ]
        assert result["meter"]["after"] == "20300.00"


@pytest.mark.clause("nsw", "1.1:Progressive Jackpot")
def test_after_a_royal_the_meter_stands_at_seed_and_reserve_and_the_reserve_is_used_up(
    ruleset: str,
) -> None:
    board, royal = "Qh Jh Th 2c 3d", "Ah Kh"
    first, second, third = played(
        ruleset, board, royal, rounds=3, meter="30000", seed="20000", reserve="700"
    )
    meters = [(one["meter"]["reset"], one["meter"]["after"]) for one in (first, second, third)]
    assert meters == [("20700.00", "20700.00"), ("20000.00", "20000.00"), ("20000.00", "20000.00")]
    assert awards(second) == [(1, "royal-flush", "50000.00", "20700.00")]
    assert second["jackpots"][0]["from_house"] == "29300.00"


@pytest.mark.clause("nsw", "1.1:Progressive Jackpot")
def test_the_residue_of_an_increment_below_a_cent_is_carried_over_rounds(ruleset: str) -> None:
    # 5.00 x 0.0015 = 0.75 cents a wager: 60000.0075, .0150, .0225, .03
    results = played(
        ruleset, "Kc 9d 3h 5s 7c", "Ts 2d", rounds=4, meter="60000", increment="0.0015"
    )
    shown = [result["meter"]["after"] for result in results]
    assert shown == ["60000.00", "60000.01", "60000.02", "60000.03"]
    added = [result["meter"]["contributed"] for result in results]
    assert added == ["0.00", "0.01", "0.01", "0.01"]


@pytest.mark.clause("nsw", "1.1:Progressive Jackpot")
def test_awards_are_computed_on_the_meter_with_the_increments_of_the_round(ruleset: str) -> None:
    results = played(
        ruleset,
        "Qh Jh Th 2c 3d",
        "Ah Kh",
        rounds=2,
        meter="60000",
        seed="55000",
        increment="0.0015",
    )
    # A meter shows and pays whole cents; 0.75 cents stay, and count in the next round.
    assert awards(results[0]) == [(1, "royal-flush", "60000.00", "60000.00")]
    assert results[0]["meter"]["after"] == "55000.00"
    assert awards(results[1]) == [(1, "royal-flush", "55000.01", "55000.01")]
    (whole,) = played(ruleset, "Qh Jh Th 2c 3d", "9h 8h", meter="79999", increment="0.20")
    assert awards(whole) == [(1, "straight-flush", "8000.00", "8000.00")]


def test_a_cancelled_increment_takes_its_residue_along() -> None:
    meter = Meter.standing_at(dollars("60000"))
    more = meter.contribute(dollars("5"), 1_500, 3)
    assert str(more.value) == "60000.02"
    assert more.contribute(dollars("5"), 1_500, -3) == meter
