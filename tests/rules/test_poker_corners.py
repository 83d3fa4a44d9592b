"""Where two readings were thinkable: the one the text supports, taken by core and oracle alike."""

from typing import Any

import pytest

from simulators.scenario.reading import WrongScenario
from tests.helpers.poker import hand_of, played, seat_of

THREE = {1: 200, 2: 200, 3: 200}
FOUR = {1: 200, 2: 200, 3: 200, 4: 200}
CALLED = "1 call, 2 call, 3 check"
REST = dict.fromkeys(("flop", "turn", "river"), "2 check, 3 check, 1 check")
STUB = "3c 4c 5c 6c 8c 9c Tc Jc"


def event(during: str, name: str, after: int = 0, **keys: Any) -> dict[str, Any]:
    return {"during": during, "name": name, "after": after, **keys}


def result(
    stacks: dict[int, int], *events: dict[str, Any], limit: str = "no-limit", **hand: Any
) -> dict[str, Any]:
    only: dict[str, Any] = hand_of(stacks, keys={"limit": limit}, events=list(events), **hand)
    return only


def wrong(stacks: dict[int, int], *events: dict[str, Any], **hand: Any) -> str:
    """What the core says about a file that is wrong."""
    with pytest.raises(WrongScenario) as refused:
        result(stacks, *events, **hand)
    return str(refused.value)


@pytest.mark.clause("poker-room", "19.2#1", "14.3")
@pytest.mark.parametrize("action", ["check", "fold"])
def test_a_check_or_fold_out_of_turn_binds_nobody(action: str) -> None:
    # 19.2: "If a player bets, calls, or raises out of turn": "the out of turn player's wager must
    # stand". A check or fold is no wager; 14.3: "All players will check, bet or fold in turn".
    hasty = event("flop", "out-of-turn", seat=3, action=action)
    rest = REST | {"flop": "2 check, 3 bet 10, 1 fold, 2 fold", "turn": "", "river": ""}
    seen = result(THREE, hasty, preflop=CALLED, **rest)
    assert seat_of(seen, 3)["outcome"] == "won"


@pytest.mark.clause("poker-room", "19.2#1")
def test_who_has_acted_already_may_act_out_of_turn() -> None:
    # R64: "the list gives it again at the seat's turn": a turn that comes only if somebody raises.
    hasty = event("preflop", "out-of-turn", 1, seat=1, action="raise 20")
    never = result(THREE, hasty, preflop="1 raise 6, 2 fold, 3 fold")
    assert seat_of(never, 1)["in"] == "2.00"
    again = "1 raise 6, 2 raise 12, 3 fold, 1 raise 20, 2 fold"
    assert seat_of(result(THREE, hasty, preflop=again), 1)["won"] == "25.00"
    afresh = "1 raise 6, 2 raise 12, 3 fold, 1 call"
    assert "bound to" in wrong(THREE, hasty, preflop=afresh)
    more = "1 raise 6, 2 raise 24, 3 fold, 1 fold"  # "If somebody wagers more": decides afresh
    assert seat_of(result(THREE, hasty, preflop=more), 1)["outcome"] == "folded"


@pytest.mark.clause("poker-room", "19.2#1")
def test_an_action_out_of_turn_may_repeat_its_seat() -> None:
    # "Actions: `SEAT fold`, `check`, `call`, ...": with its seat or, told beside it, without.
    for action in ("call", "3 call"):
        hasty = event("preflop", "out-of-turn", 1, seat=3, action=action)
        seen = result(THREE, hasty, preflop="1 raise 6, 2 fold, 3 forfeit")
        assert (seat_of(seen, 3)["in"], seen["notices"]) == ("6.00", ["supervisor"])
    other = event("preflop", "out-of-turn", 1, seat=3, action="2 call")
    assert "expected an action of seat 3" in wrong(THREE, other, preflop="1 raise 6, 2 fold")


@pytest.mark.clause("poker-room", "19.3.c#2", "19.4.a#2")
def test_cards_are_listed_only_where_something_is_dealt_from_them() -> None:
    # `wrong-burn` needs "cards if after = 0"; R61: "on the river it is discarded, no `cards`".
    stays = event("flop", "wrong-burn", 1, cards=STUB)
    assert "nothing is dealt again" in wrong(THREE, stays, preflop=CALLED, **REST)
    discarded = event("river", "two-cards", correct=True, cards=STUB)
    assert "nothing is dealt again" in wrong(THREE, discarded, preflop=CALLED, **REST)
    lacking = event("flop", "wrong-burn")
    assert "cards: missing" in wrong(THREE, lacking, preflop=CALLED, **REST)


@pytest.mark.clause("poker-room", "11.1.a", "19.3.a")
def test_cards_that_are_taken_back_at_once_need_not_be_known() -> None:
    # `cards` are "as they leave the deck": in a misdeal, or a flop dealt again, they may not.
    misdeal = result(THREE, event("deal", "card-exposed-in-cut"), cards="Ah")
    assert (misdeal["result"], misdeal["clause"]) == ("misdeal", "11.1.a")
    boxed = [event("deal", "boxed-card", seat=seat, card=1) for seat in (1, 2)]
    assert result(THREE, *boxed, cards="")["clause"] == "11.1.e"
    assert "expected 6 for hole cards" in wrong(THREE, boxed[0], cards="Ah", preflop=CALLED)
    again = event("flop", "flop-too-many", cards=STUB)
    seen = result(THREE, again, cards="Ah Kh Qh Ad Kd Qd", preflop=CALLED, **REST)
    assert seen["board"] == ["4c", "5c", "6c", "9c", "Jc"]


@pytest.mark.clause("poker-room", "19.5#3")
def test_with_both_hands_fouled_the_last_to_fold_wins() -> None:
    # R62: "the last to fold in the last betting round held wins (`uncontested`)"; where nobody
    # folded in that one, it is the last to fold at all: somebody has to be paid.
    fouled = [event("showdown", "hand-fouled", seat=seat) for seat in (2, 3)]
    rest = dict.fromkeys(("flop", "turn", "river"), "2 check, 3 check")
    seen = result(THREE, *fouled, preflop="1 fold, 2 call, 3 check", **rest)
    assert (seen["result"], seat_of(seen, 1)["won"]) == ("uncontested", "4.00")
    late = REST | {"turn": "2 check, 3 check, 1 check", "river": "2 bet 10, 3 call, 1 fold"}
    seen = result(THREE, *fouled, preflop=CALLED, **late)
    assert (seat_of(seen, 1)["won"], seat_of(seen, 1)["cards"]) == ("25.00", [])
    everybody = [event("showdown", "hand-fouled", seat=seat) for seat in (1, 2, 3)]
    assert "left to win" in wrong(THREE, *everybody, preflop=CALLED, **REST)


@pytest.mark.clause("poker-room", "20.5#1")
def test_after_a_string_bet_there_is_nothing_to_forfeit() -> None:
    # "only the first motion counts: what is listed next for the seat must be it".
    hasty = event("preflop", "out-of-turn", seat=2, action="raise 10")
    string = event("preflop", "string-bet", 1, seat=2, amount="4")
    told = wrong(THREE, hasty, string, preflop="1 call, 2 forfeit, 3 check")
    assert "preflop[2]: '2 forfeit' seen" in told
    assert "the wager of 4.00 it is bound to" in told
    seen = result(THREE, hasty, string, preflop="1 call, 2 raise 4, 3 fold, 1 fold")
    assert seat_of(seen, 2)["outcome"] == "won"


@pytest.mark.clause("poker-room", "16.1#2")
def test_a_folded_hand_may_be_exposed_twice() -> None:
    # "shown to the table: printed": to show it once more changes nothing.
    shown = event("preflop", "folded-hand-exposed", 1, seat=1)
    seen = result(THREE, shown, shown, preflop="1 fold, 2 fold")
    assert len(seat_of(seen, 1)["cards"]) == 2


@pytest.mark.clause("poker-room", "16.2#2", "20.1")
def test_who_completes_a_call_of_a_raise_that_goes_back_decides_afresh() -> None:
    # R63: "that is the wager to call again": the completed call is one the rules no longer offer.
    short = event("preflop", "short-call", 1, seat=2, amount="6", decision="complete")
    killed = event("preflop", "hand-killed", 1, seat=1)
    seen = result(
        THREE,
        short,
        killed,
        preflop="1 raise 10, 2 call, 3 check",
        flop="2 check, 3 bet 2, 2 fold",
    )
    assert (seat_of(seen, 1)["in"], seat_of(seen, 1)["returned"]) == ("2.00", "8.00")
    assert seat_of(seen, 2)["in"] == "2.00"


@pytest.mark.clause("poker-room", "16.2#2", "19.2#2")
def test_forfeited_chips_that_reach_the_wager_have_called_it() -> None:
    # R64: "the amount it named goes in"; R63: a raise goes back only if nobody called it.
    hasty = event("preflop", "out-of-turn", 1, seat=2, action="call")
    killed = event("preflop", "hand-killed", 3, seat=4)
    seen = result(FOUR, hasty, killed, preflop="4 raise 10, 1 fold, 2 forfeit")
    assert (seat_of(seen, 4)["in"], seat_of(seen, 4)["returned"]) == ("10.00", "0.00")
    assert seat_of(seen, 3)["won"] == "21.00"
    raised = event("preflop", "out-of-turn", 1, seat=2, action="raise 18")
    seen = result(FOUR, raised, killed, preflop="4 raise 10, 1 fold, 2 forfeit")
    assert (seat_of(seen, 4)["in"], seat_of(seen, 2)["in"]) == ("10.00", "18.00")


@pytest.mark.clause("poker-room", "16.2#2", "20.1")
def test_a_forfeited_short_call_is_no_call() -> None:
    # R63: "not called by anybody, for less all-in included": this one was in error, not all-in.
    short = event("preflop", "short-call", 1, seat=1, amount="6", decision="forfeit")
    killed = event("preflop", "hand-killed", 1, seat=4)
    seen = result(FOUR, short, killed, preflop="4 raise 10, 2 fold")
    assert (seat_of(seen, 4)["in"], seat_of(seen, 4)["returned"]) == ("2.00", "8.00")
    assert (seat_of(seen, 1)["in"], seat_of(seen, 1)["outcome"]) == ("6.00", "folded")


@pytest.mark.clause("poker-room", "12.2", "19.16")
def test_a_forfeited_raise_caps_the_round_while_three_are_in() -> None:
    # R64: "the amount it named goes in, the hand folds": in this order, and 19.16: "it cannot be
    # un-capped by a subsequent fold that leaves two players heads-up".
    hasty = event("preflop", "out-of-turn", 1, seat=3, action="raise 8")
    two = "1 raise, 2 raise, 3 forfeit, 1 call, 2 call"
    seen = result(THREE, hasty, limit="fixed", preflop=two, flop="2 bet, 1 fold")
    assert seat_of(seen, 3)["in"] == "8.00"
    told = wrong(THREE, hasty, limit="fixed", preflop="1 raise, 2 raise, 3 forfeit, 1 raise")
    assert "preflop[4]: '1 raise' seen: The betting is capped" in told


@pytest.mark.clause("poker-room", "19.12", "11.1#2")
def test_to_post_again_after_a_misdeal_changes_nothing() -> None:
    # R57: "who posted posts again"; a file may say so once more.
    lap = [
        {"preflop": "3 fold, 1 fold", "order": [1, 2, 3]},
        {"preflop": "1 fold, 2 fold", "order": [2, 3, 1]},
        {"preflop": "2 fold, 3 fold", "order": [3, 1, 2]},
        {"preflop": "3 fold, 1 fold", "order": [1, 2, 3]},
    ]
    misdeal = {"before": "4 sits 100, 4 posts", "events": [event("deal", "card-exposed-in-cut")]}
    again = {"before": "4 posts", "order": [2, 3, 4, 1], "preflop": "4 fold, 1 fold, 2 fold"}
    seen = played(THREE, *lap, misdeal, again, seats=4, button=3)
    assert seat_of(seen[-1], 4)["in"] == "2.00"
