"""Rare hands: each of them would have hidden a slip that no other test notices."""

from typing import Any

import pytest

from simulators.scenario.reading import WrongScenario
from tests.helpers.poker import amounts, hand_of, played, seat_of

FOUR_AWAY: list[dict[str, Any]] = [
    {"preflop": "4 fold, 1 fold, 2 fold"},
    {"before": "4 away", "preflop": "2 fold, 3 fold", "order": [3, 1, 2]},
]
"""Seat 4 misses the big blind."""


@pytest.mark.clause("poker-room", "1.1:Dead Blind Bet", "19.15#2", "17.1#3")
def test_a_dead_blind_goes_into_the_main_pot_alone_where_there_are_side_pots() -> None:
    # R53: "a dead blind goes whole into the main pot".
    hands = [
        *FOUR_AWAY,
        {
            "before": "4 back, 4 posts",
            "order": [4, 1, 2, 3],
            "preflop": "3 all-in, 4 all-in, 1 fold, 2 all-in",
            "holes": {2: "As Ah", 3: "Ks Kh", 4: "Qs Qh"},
        },
    ]
    seen = played({1: 200, 2: 20, 3: 90, 4: 60}, *hands, commission="none")
    last = seen[-1]
    assert seat_of(last, 4)["in"] == "60.00"
    assert sum(float(pot["amount"]) for pot in last["pots"]) == sum(
        float(seat["in"]) for seat in last["seats"]
    )
    assert [eligible for _, eligible in amounts(last)] == [[2, 3, 4], [3, 4]]


@pytest.mark.clause("poker-room", "12.6.a.i")
def test_where_half_the_pot_is_below_the_least_the_least_is_the_most() -> None:
    # R55: the big blind has 0.50 of 2. Half of 1 + 0.50 + a call of 2 is to 3.75; the least is 4.
    def hand(action: str) -> Any:
        cards = {"preflop": f"1 {action}, 2 fold", "holes": {1: "As Ah", 3: "Ks Kh"}}
        return hand_of({1: 200, 2: 200, 3: "0.50"}, keys={"limit": "half-pot"}, **cards)

    assert seat_of(hand("raise 4"), 1)["returned"] == "3.00"
    with pytest.raises(WrongScenario, match=r"preflop\[1\]: '1 raise 5' seen: .* raise 4\.00$"):
        hand("raise 5")


@pytest.mark.clause("poker-room", "19.6#2")
def test_a_commission_that_just_pays_for_the_parts_of_a_dollar_is_used_up() -> None:
    # R66: "each pot's own first, then that of the others"; only where it "cannot pay for all of
    # them" is there no commission. Main pot 20, one winner, commission 1; side pot 19 for two.
    hand = {
        "preflop": "4 all-in, 1 call, 2 call, 3 call",
        "flop": "2 bet 3, 3 raise 8, 1 call, 2 fold",
        "turn": "3 check, 1 check",
        "river": "3 check, 1 check",
        "holes": {1: "Kh Qd", 3: "Ks Qc", 4: "Ah Ad"},
    }
    seen = played({1: 200, 2: 200, 3: 200, 4: 5}, hand)
    main, side = seen[0]["pots"]
    assert (main["amount"], main["commission"], main["shares"]) == ("20.00", "0.00", ["19.00"])
    assert (side["amount"], side["commission"]) == ("19.00", "0.00")
    assert (side["winners"], side["shares"]) == ([3, 1], ["10.00", "10.00"])


@pytest.mark.clause("poker-room", "19.12", "12.1")
def test_a_joiner_with_the_small_blind_of_two_tops_it_up() -> None:
    # R58: "one who has the small blind of two tops it up to the big one".
    lap = [
        {"preflop": "2 fold", "order": [2, 1]},
        {"preflop": "1 fold", "order": [1, 2]},
        {"preflop": "2 fold", "order": [2, 1]},
    ]
    checks = dict.fromkeys(("preflop", "flop", "turn", "river"), "3 check, 2 check")
    joined = {"before": "1 leaves, 3 sits 100, 3 posts", "order": [3, 2], **checks}
    seen = played({1: 200, 2: 200}, *lap, joined, seats=3)
    assert (seen[-1]["small_blind"], seat_of(seen[-1], 3)["in"]) == (3, "2.00")


@pytest.mark.clause("poker-room", "10.1#2")
def test_where_the_last_to_raise_is_out_the_last_bettor_still_in_shows_first() -> None:
    # R60: "the last to bet or raise on the river who is still in".
    checks = dict.fromkeys(("flop", "turn"), "2 check, 3 check, 1 check")
    hand = {
        "preflop": "1 call, 2 call, 3 check",
        **checks,
        "river": "2 bet 10, 3 raise 30, 1 call, 2 call",
        "events": [{"during": "river", "name": "hand-fouled", "after": 4, "seat": 3}],
        "holes": {1: "Qh Qd", 2: "Kh Kd"},
    }
    seen = played({1: 200, 2: 200, 3: 200}, hand)
    assert seat_of(seen[0], 2)["cards"] == ["Kh", "Kd"]
    assert (seat_of(seen[0], 1)["outcome"], seat_of(seen[0], 1)["cards"]) == ("lost", [])


@pytest.mark.clause("poker-room", "23.1.b")
def test_a_dead_blind_goes_back_too_when_the_hand_is_void() -> None:
    # "void: everything goes back".
    hands = [
        *FOUR_AWAY,
        {
            "before": "4 back, 4 posts",
            "order": [4, 1, 2, 3],
            "events": [{"during": "preflop", "name": "outcome-invalidated", "cause": "disruption"}],
        },
    ]
    seen = played(dict.fromkeys((1, 2, 3, 4), 200), *hands)
    assert all(seat["before"] == seat["after"] for seat in seen[-1]["seats"])


@pytest.mark.clause("poker-room", "17.4#2")
@pytest.mark.parametrize(("stack", "reopened"), [(22, True), (21, False)])
def test_short_all_ins_reopen_the_betting_once_they_add_up_to_a_full_raise(
    stack: int, reopened: bool
) -> None:
    # R45: a bet of 10, all-in to 15 and then to 20, which is 10 more than the bet, or to 19.
    def hand(last: str) -> Any:
        return hand_of(
            {1: 200, 2: 200, 3: 17, 4: stack},
            preflop="4 call, 1 call, 2 call, 3 check",
            flop=f"2 bet 10, 3 all-in, 4 all-in, 1 call, 2 {last}",
            holes={2: "As Ah", 3: "Ks Kh", 4: "Qs Qh"},
        )

    if reopened:
        assert seat_of(hand("raise 30, 1 fold"), 2)["returned"] == "10.00"
    else:
        with pytest.raises(WrongScenario, match="no full raise since"):
            hand("raise 30")
