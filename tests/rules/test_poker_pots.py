"""Poker room, rules 10.3, 10.4, 17.1, 19.6, 19.7 and 22: pots, shares and the commission."""

from typing import Any

import pytest

from controller.games.poker.pots import divided
from controller.games.poker.rules import DOLLAR, FULL_SCALE, Limit, PokerRules, Scale, problem_with
from controller.games.poker.state import Hand, Player, Pot
from tests.helpers.poker import after, amounts, hand_of, played, seat_of, won


def shared(
    *pots: tuple[float, int], players: int = 9, big: float = 2, scale: Scale | None = FULL_SCALE
) -> tuple[Pot, ...]:
    """Pots of so much, each divided by so many of nine players."""
    rules = PokerRules(Limit.NO_LIMIT, int(big * 50), int(big * 100), scale=scale)
    dealt = tuple(Player(seat, 0, 0) for seat in range(1, players + 1))
    hand = Hand(1, 9, 1, 2, dealt, 0, 0, 0)
    made = [Pot(int(amount * DOLLAR), tuple(range(1, 10))) for amount, _ in pots]
    return divided(rules, hand, made, [tuple(range(1, by + 1)) for _, by in pots])


def house(*pots: tuple[float, int], **keys: float) -> list[float]:
    return [pot.commission / DOLLAR for pot in shared(*pots, **keys)]  # type: ignore[arg-type]


def shares(*pots: tuple[float, int]) -> list[tuple[float, ...]]:
    return [tuple(share / DOLLAR for share in pot.shares) for pot in shared(*pots)]


@pytest.mark.clause("poker-room", "22.1#1", "22.1#2", "1.1:Commission", "1.1:Rake")
@pytest.mark.parametrize(
    ("pot", "taken"), [(19, 0), (19.5, 0), (19.99, 0), (20, 1), (39, 1), (40, 2), (100, 5)]
)
def test_a_dollar_for_every_full_twenty(pot: float, taken: float) -> None:
    assert house((pot, 1)) == [taken]


@pytest.mark.clause("poker-room", "22.1#3", "1.1:Capped")
def test_nothing_is_charged_beyond_a_hundred_big_blinds() -> None:
    assert house((260, 1)) == [10]
    assert house((165, 1), big=1.5) == [7]


@pytest.mark.clause("poker-room", "22.1#4")
def test_each_pot_is_charged_by_itself() -> None:
    assert house((30, 1), (30, 1), (30, 1)) == [1, 1, 1]


@pytest.mark.clause("poker-room", "22.1#4")
def test_an_uncalled_bet_goes_back_and_is_not_charged() -> None:
    result = hand_of({1: 200, 2: 200, 3: 200}, preflop="1 raise 100, 2 fold, 3 fold")
    assert seat_of(result, 1)["returned"] == "98.00"
    assert amounts(result) == [("5.00", [1])]
    assert result["commission"] == "0.00"


@pytest.mark.clause("poker-room", "22.2#1")
@pytest.mark.parametrize(
    ("scale", "allowed"),
    [
        (Scale(), True),
        (Scale(cap=500), True),
        (Scale(step=2000, amount=99), True),
        (Scale(step=2000, amount=101), False),
        (Scale(step=1000, amount=50), False),
        (Scale(step=3000, amount=100), True),
        (Scale(step=3000, amount=150), False),
        (Scale(step=4000, amount=200, before_flop=False, players_min=4), True),
        (Scale(step=1500, amount=75, cap=0), True),
        (Scale(step=0), False),
        (Scale(amount=-1), False),
    ],
)
def test_the_house_may_take_less_and_never_more(scale: Scale, allowed: bool) -> None:
    problem = problem_with(PokerRules(Limit.NO_LIMIT, 100, 200, scale=scale))
    assert (problem is None) is allowed, problem
    if allowed:
        for pot in range(0, 30000, 50):
            assert scale.of(pot, 200) <= FULL_SCALE.of(pot, 200)


@pytest.mark.clause("poker-room", "22.2#1")
def test_a_lower_scale_may_leave_out_hands_without_a_flop_or_with_few_players() -> None:
    few = Scale(players_min=10)
    assert house((100, 1), scale=few) == [0]  # type: ignore[arg-type]
    assert house((100, 1), scale=Scale(before_flop=False)) == [0]  # type: ignore[arg-type]
    assert house((100, 1), scale=Scale(cap=300)) == [3]  # type: ignore[arg-type]


@pytest.mark.clause("poker-room", "19.6#1", "10.4")
def test_shares_are_raised_to_whole_dollars_out_of_the_commission() -> None:
    assert (shares((100, 2)), house((100, 2))) == ([(48, 48)], [4])


@pytest.mark.clause("poker-room", "19.6#1")
def test_the_other_pots_commission_helps_main_pot_first() -> None:
    assert house((100, 1), (23, 3)) == [4, 0]
    assert shares((100, 1), (23, 3)) == [(95,), (8, 8, 8)]


@pytest.mark.clause("poker-room", "19.6#2")
def test_what_the_commission_cannot_pay_for_is_divided_in_odd_dollars() -> None:
    assert (shares((23, 3)), house((23, 3))) == ([(8, 8, 7)], [0])
    assert shares((23.5, 3)) == [(8, 8, 7.5)]


@pytest.mark.clause("poker-room", "19.7")
def test_no_commission_where_all_who_started_share() -> None:
    board = "As Ks Qs Js Ts"
    result = hand_of(
        {1: 50, 2: 50}, preflop="2 raise 20, 1 call", flop="2 check, 1 check",
        turn="2 check, 1 check", river="2 check, 1 check", board=board,
    )  # fmt: skip
    assert (result["commission"], won(result)) == ("0.00", {1: "20.00", 2: "20.00"})
    three = hand_of(
        {1: 50, 2: 50, 3: 50}, preflop="1 fold, 2 raise 20, 3 call", flop="2 check, 3 check",
        turn="2 check, 3 check", river="2 check, 3 check", board=board,
    )  # fmt: skip
    assert (three["commission"], won(three)) == ("2.00", {1: "0.00", 2: "19.00", 3: "19.00"})


@pytest.mark.clause("poker-room", "17.1#2", "17.1#3", "1.1:Side Pot", "1.1:Pot")
def test_the_surplus_over_an_all_in_is_a_pot_of_its_own() -> None:
    result = hand_of(
        {1: 20, 2: 50, 3: 50, 4: 50},
        preflop="4 fold, 1 all-in, 2 all-in, 3 call",
        holes={1: "Ah Ad", 2: "Kh Kd", 3: "Qh Qd"},
    )
    assert amounts(result) == [("60.00", [1, 2, 3]), ("60.00", [2, 3])]
    assert won(result) == {1: "57.00", 2: "57.00", 3: "0.00", 4: "0.00"}


@pytest.mark.clause("poker-room", "10.3")
def test_the_commission_is_taken_before_the_pot_is_passed() -> None:
    result = hand_of({1: 100, 2: 100, 3: 100}, preflop="1 raise 40, 2 call, 3 fold", flop="2 fold")
    assert result["pots"] == [
        {
            "amount": "82.00",
            "eligible": [1],
            "commission": "4.00",
            "winners": [1],
            "shares": ["78.00"],
        }
    ]
    assert after(result)[1] == "138.00"


@pytest.mark.clause("poker-room", "1.1:Dead Hand", "1.1:Pot")
def test_chips_of_folded_players_and_dead_hands_stay_in_the_pot() -> None:
    result = hand_of(
        {1: 100, 2: 100, 3: 100},
        preflop="1 raise 10, 2 call, 3 call",
        flop="2 bet 10, 3 call, 1 fold",
        events=[{"during": "flop", "after": 2, "name": "hand-fouled", "seat": 2}],
    )
    assert amounts(result) == [("50.00", [3])]
    assert seat_of(result, 2)["outcome"] == "dead"


@pytest.mark.clause("poker-room", "12.7.a", "1.1:Ante")
def test_an_ante_is_at_most_the_big_blind() -> None:
    assert problem_with(PokerRules(Limit.FIXED, 100, 200, ante=200)) is None
    told = problem_with(PokerRules(Limit.FIXED, 100, 200, ante=300))
    assert told is not None
    assert "12.7.a" in told


@pytest.mark.clause("poker-room", "12.1")
@pytest.mark.parametrize(
    "rules",
    [
        PokerRules(Limit.FIXED, 100, 300),
        PokerRules(Limit.FIXED, 0, 0),
        PokerRules(Limit.FIXED, 150, 300),
        PokerRules(Limit.FIXED, 100, 200, chip=0),
        PokerRules(Limit.FIXED, 100, 200, ante=50),
        PokerRules(Limit.FIXED, 100, 200, seats=12),
        PokerRules(Limit.FIXED, 100, 200, button=12),
        PokerRules(Limit.FIXED, 100, 200, tournament=True),
    ],
)
def test_rules_nobody_may_play_by_are_refused(rules: PokerRules) -> None:
    assert problem_with(rules) is not None


def test_a_pot_of_nothing_is_listed_and_won() -> None:
    hands: list[dict[str, Any]] = [
        {"preflop": "4 fold, 1 fold, 2 fold"},
        {"before": "3 leaves", "preflop": "1 fold, 2 fold", "order": [1, 2, 4]},
    ]
    result = played({1: 100, 2: 100, 3: 100, 4: 100}, *hands)[1]
    assert result["small_blind"] is None
    assert result["pots"][0]["amount"] == "0.00"
    assert result["pots"][0]["winners"] == [4]
