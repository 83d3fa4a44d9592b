"""Poker room, rules 6 and 19.12 to 19.15: button, blinds, joiners and missed blinds."""

from typing import Any

import pytest

from controller.domain.base import evolve
from controller.games.poker.deal import DealHoleCards
from controller.games.poker.seating import BuyChips, ComeBack, GoAway, LeaveTable, PostDue, SitDown
from controller.games.poker.story import narrate
from simulators.scenario.reading import WrongScenario
from tests.helpers.poker import Felt, played, seat_of

FIVE = {1: 100, 2: 100, 3: 100, 4: 100, 5: 100}


def folded_round(order: str) -> dict[str, Any]:
    """Everybody folds in this order; the last one left wins."""
    return {"preflop": ", ".join(f"{seat} fold" for seat in order), "order": range(1, 12)}


def blinds(result: dict[str, Any]) -> tuple[int, int | None, int]:
    return result["button"], result["small_blind"], result["big_blind"]


def dealt(result: dict[str, Any]) -> list[int]:
    return [seat["seat"] for seat in result["seats"]]


@pytest.mark.clause("poker-room", "6.1#2")
def test_the_button_begins_at_the_dealers_left() -> None:
    result = played({2: 100, 5: 100, 7: 100}, folded_round("25"))[0]
    assert blinds(result) == (2, 5, 7)


@pytest.mark.clause("poker-room", "6.1#1", "1.1:Dealer Button")
def test_the_button_gets_the_last_card() -> None:
    felt = Felt(FIVE, button=3).deal()
    assert [player.seat for player in felt.hand.players] == [4, 5, 1, 2, 3]


@pytest.mark.clause("poker-room", "6.1#3", "10.5", "1.1:Dead Button#1")
def test_button_and_blinds_move_clockwise_hand_by_hand() -> None:
    hands = [folded_round("4512"), folded_round("5123"), folded_round("1234")]
    assert [blinds(hand) for hand in played(FIVE, *hands)] == [(1, 2, 3), (2, 3, 4), (3, 4, 5)]


@pytest.mark.clause("poker-room", "1.1:Dead Button#1", "1.1:Dead Button#2")
def test_the_big_blind_moves_on_and_small_blind_and_button_follow_onto_empty_seats() -> None:
    gone = {**folded_round("512"), "before": "3 leaves"}
    results = played(FIVE, folded_round("4512"), gone, folded_round("124"), folded_round("245"))
    assert blinds(results[1]) == (2, None, 4)  # nobody posts at the empty seat 3
    assert blinds(results[2]) == (3, 4, 5)  # the button stands at it
    assert blinds(results[3]) == (4, 5, 1)


@pytest.mark.clause("poker-room", "12.1")
@pytest.mark.parametrize(("tournament", "button"), [(False, 2), (True, 1)])
def test_with_two_the_button_posts_the_big_blind_and_in_a_tournament_the_small_one(
    tournament: bool, button: int
) -> None:
    keys = {"tournament": tournament, "button": button}
    result = played({1: 100, 2: 100}, folded_round("1"), **keys)[0]
    assert blinds(result) == (button, 1, 2)
    second = played({1: 100, 2: 100}, folded_round("1"), folded_round("2"), **keys)[1]
    assert blinds(second) == (2 if tournament else 1, 2, 1)


@pytest.mark.clause("poker-room", "6.3")
def test_nobody_sits_down_into_a_hand() -> None:
    felt = Felt({1: 100, 2: 100, 4: 100}, seats=4).deal()
    assert felt.why(SitDown(3, 10000))[1] == "13.3"
    assert not felt.hand.has(3)


@pytest.mark.clause("poker-room", "1.1:Short-buy")
def test_a_short_buy_is_flagged_and_no_joiner_makes_one() -> None:
    felt = Felt({1: 100, 2: 100}, seats=4, bank_min=5000)
    assert felt.why(SitDown(3, 4999))[1] == "13.1"
    felt.do(SitDown(3, 5000)).do(BuyChips(3, 100))
    assert felt.events[-1].short is False
    higher = evolve(felt.table.rules, bank_min=20000)
    felt.table = evolve(felt.table, rules=higher)
    felt.do(BuyChips(3, 100))
    assert felt.events[-1].short is True
    assert "short-buy" in narrate(felt.table, felt.table, felt.events[-1]).text


def lap() -> list[dict[str, Any]]:
    """Five hands: the big blind comes round to seat 3 in the sixth."""
    return [folded_round(order) for order in ("4512", "5123", "1234", "2345", "3451", "4512")]


@pytest.mark.clause("poker-room", "19.12", "1.1:Blind")
def test_a_joiner_waits_for_the_big_blind_or_posts_one() -> None:
    joins = {**folded_round("5123"), "before": "7 sits 100"}
    waits = played(FIVE, *lap(), joins, seats=7)[-1]
    assert dealt(waits) == [1, 2, 3, 4, 5]
    posts = {**folded_round("57123"), "before": "7 sits 100, 7 posts"}
    posted = played(FIVE, *lap(), posts, seats=7)[-1]
    assert dealt(posted) == [1, 2, 3, 4, 5, 7]
    assert seat_of(posted, 7)["in"] == "2.00"
    blind = [joins, folded_round("1234"), {"preflop": "1 fold, 2 fold, 3 fold, 4 fold, 5 fold"}]
    blind[2]["order"] = range(1, 12)
    results = played(FIVE, *lap(), *blind, seats=7)
    assert blinds(results[-1]) == (4, 5, 7)
    assert seat_of(results[-1], 7)["outcome"] == "won"


@pytest.mark.clause("poker-room", "19.12.a", "19.12.b", "19.12.c")
def test_in_the_first_lap_or_moved_a_joiner_is_dealt_in_at_once() -> None:
    first = {**folded_round("57123"), "before": "7 sits 100"}
    assert 7 in dealt(played(FIVE, folded_round("4512"), first, seats=7)[-1])
    moved = {**folded_round("57123"), "before": "7 sits 100 moved"}
    result = played(FIVE, *lap(), moved, seats=7)[-1]
    assert seat_of(result, 7)["in"] == "0.00"


def missing(*back: str) -> list[dict[str, Any]]:
    """Seat 4 is away when the big blind gets there, and comes back two hands later."""
    return [
        folded_round("4512"),
        {**folded_round("123"), "before": "4 away"},
        {"preflop": ", ".join(back), "order": range(1, 12), "before": "4 back"},
    ]


@pytest.mark.clause("poker-room", "19.15#1", "19.13")
def test_who_missed_the_big_blind_waits_for_it() -> None:
    results = played(FIVE, *missing("2 fold", "3 fold", "5 fold"))
    assert dealt(results[1]) == [1, 2, 3, 5]
    assert dealt(results[2]) == [1, 2, 3, 5]


@pytest.mark.clause("poker-room", "19.15#2", "1.1:Dead Blind Bet")
def test_or_posts_a_live_big_blind_and_a_dead_small_one() -> None:
    hands = missing("2 fold", "3 fold", "4 check", "5 fold", "1 check")
    hands[2] |= {"before": "4 back, 4 posts", "flop": "4 fold"}
    result = played(FIVE, *hands, blinds=["2", "4"])[2]
    assert seat_of(result, 4)["in"] == "6.00"
    assert seat_of(result, 1)["in"] == "4.00"  # four of the six count as a bet: nothing to call
    assert result["pots"][0]["amount"] == "12.00"


@pytest.mark.clause("poker-room", "19.13")
def test_who_missed_the_small_blind_alone_posts_a_dead_one() -> None:
    hands = [
        folded_round("4512"),
        {**folded_round("512"), "before": "3 away"},
        {**folded_round("123"), "before": "3 back, 3 posts"},
    ]
    hands[2]["preflop"] = "1 fold, 2 fold, 3 fold, 4 fold"
    result = played(FIVE, *hands)[2]
    assert seat_of(result, 3)["in"] == "1.00"
    with pytest.raises(WrongScenario, match="no blind to post"):
        played(FIVE, folded_round("4512"), {**folded_round("5123"), "before": "3 posts"})


@pytest.mark.clause("poker-room", "11.1#2")
def test_after_a_misdeal_button_and_blinds_stay() -> None:
    misdeal = {"order": range(1, 12), "events": [{"during": "deal", "name": "card-exposed-in-cut"}]}
    results = played(FIVE, misdeal, folded_round("4512"), folded_round("5123"))
    assert [blinds(result) for result in results] == [(1, 2, 3), (1, 2, 3), (2, 3, 4)]


def test_seating_is_refused_where_the_rules_forbid_it() -> None:
    felt = Felt({1: 100, 2: 100}, seats=4)
    forbidden = [
        SitDown(1, 100),
        SitDown(5, 100),
        SitDown(3, 0),
        LeaveTable(3),
        GoAway(3),
        ComeBack(1),
        ComeBack(3),
        PostDue(3),
        PostDue(1),
        BuyChips(3, 100),
        BuyChips(1, 0),
        DealHoleCards(),
    ]
    before = felt.table
    for command in forbidden:
        assert felt.ask(command) is not None, command
    assert felt.table is before
    felt.do(GoAway(1))
    assert felt.ask(GoAway(1)) is not None
    assert felt.ask(PostDue(1)) is not None


def test_after_a_misdeal_a_big_blind_whose_player_has_gone_moves_on_alone() -> None:
    misdeal = {"order": range(1, 12), "events": [{"during": "deal", "name": "card-exposed-in-cut"}]}
    again = {**folded_round("512"), "before": "3 leaves"}
    results = played(FIVE, misdeal, again)
    assert [blinds(result) for result in results] == [(1, 2, 3), (1, 2, 4)]
    two = {**folded_round("35"), "before": "3 sits 50, 5 leaves, 5 sits 70 moved"}
    results = played({5: 100, 6: 100}, misdeal, two)
    assert blinds(results[1]) == (5, None, 6)  # nobody posts both blinds


def test_who_missed_the_small_blind_of_a_misdeal_posts_it_once() -> None:
    """Seat 3 is due for it and away in a hand called off, and back when it is dealt again."""
    hands = [
        folded_round("4512"),
        {
            "before": "3 away",
            "order": range(1, 12),
            "events": [{"during": "deal", "name": "card-exposed-in-cut"}],
        },
        {**folded_round("5123"), "before": "3 back, 3 posts"},
    ]
    result = played(FIVE, *hands)[2]
    assert blinds(result) == (2, 3, 4)
    assert seat_of(result, 3)["in"] == "1.00"
