"""Poker room, rules 11, 16, 19, 20 and 23: what goes wrong, and how it is ruled."""

from typing import Any

import pytest

from simulators.scenario.reading import WrongScenario
from tests.helpers.poker import amounts, deck, hand_of, played, seat_of, stub, won

THREE = {1: 200, 2: 200, 3: 200}
HOLES = {2: "Ah Ad", 3: "Kh Kd", 1: "Qh Qd"}
OUT = "Ah Ad Kh Kd Qh Qd"
LIMPED = {"preflop": "1 call, 2 call, 3 check"}
CHECKED = LIMPED | {
    "flop": "2 check, 3 check, 1 check",
    "turn": "2 check, 3 check, 1 check",
    "river": "2 check, 3 check, 1 check",
}


def event(during: str, name: str, **keys: Any) -> dict[str, Any]:
    return {"during": during, "name": name, **keys}


def ruled(*events: dict[str, Any], **hand: Any) -> Any:
    """A hand of three with these events; checked down unless told otherwise."""
    content: dict[str, Any] = {"holes": HOLES} | CHECKED | hand
    return hand_of(THREE, events=list(events), **content)


def called_off(*events: dict[str, Any], **hand: Any) -> Any:
    return hand_of(THREE, events=list(events), **hand)


# The deal


@pytest.mark.clause("poker-room", "11.1.a", "11.1#1", "1.1:Misdeal")
def test_a_card_exposed_in_the_cut_is_a_misdeal_and_everything_goes_back() -> None:
    result = called_off(event("deal", "card-exposed-in-cut"))
    assert (result["result"], result["clause"]) == ("misdeal", "11.1.a")
    assert result["phases"] == ["blinds", "deal"]
    for seat in result["seats"]:
        assert (seat["in"], seat["after"], seat["outcome"]) == ("0.00", "200.00", "void")
    assert result["notices"] == ["supervisor"]
    assert result["pots"] == []


@pytest.mark.clause("poker-room", "11.1.b")
def test_cards_dealt_out_of_turn_are_a_misdeal_once_the_wrong_player_has_looked() -> None:
    looked = called_off(event("deal", "dealt-out-of-turn", seat=2, looked=True))
    assert (looked["result"], looked["clause"]) == ("misdeal", "11.1.b")
    assert ruled(event("deal", "dealt-out-of-turn", seat=2, looked=False))["result"] == "showdown"


@pytest.mark.clause("poker-room", "19.1#1", "1.1:Boxed Card")
@pytest.mark.parametrize("name", ["hole-card-exposed", "boxed-card"])
def test_the_first_exposed_or_boxed_card_is_changed_for_the_first_burn(name: str) -> None:
    cards = deck([2, 3, 1], HOLES).split()
    assert cards[6] not in OUT
    result = ruled(event("deal", name, seat=2, card=2), cards=" ".join(cards), holes=None)
    assert seat_of(result, 2)["cards"] == ["Ah", cards[6]]
    assert result["board"] == ["2c", "7d", "9h", "Js", "4s"]


@pytest.mark.clause("poker-room", "19.1#2", "11.1.c", "11.1.e")
@pytest.mark.parametrize(
    ("first", "second", "clause"),
    [
        ("hole-card-exposed", "hole-card-exposed", "11.1.c"),
        ("hole-card-exposed", "boxed-card", "11.1.e"),
        ("boxed-card", "hole-card-exposed", "11.1.e"),
        ("boxed-card", "boxed-card", "11.1.e"),
    ],
)
def test_a_second_one_is_a_misdeal(first: str, second: str, clause: str) -> None:
    result = called_off(event("deal", first, seat=2, card=1), event("deal", second, seat=3, card=1))
    assert (result["result"], result["clause"]) == ("misdeal", clause)


@pytest.mark.clause("poker-room", "11.1.d", "11.2#1", "11.2#2")
def test_a_wrong_number_of_hands_is_put_right_or_a_misdeal() -> None:
    assert ruled(event("deal", "wrong-number-of-hands", correctable=True))["result"] == "showdown"
    result = called_off(event("deal", "wrong-number-of-hands", correctable=False))
    assert (result["result"], result["clause"]) == ("misdeal", "11.1.d")


# The board


@pytest.mark.clause("poker-room", "19.3.a", "1.1:Stub")
def test_a_flop_of_too_many_cards_is_dealt_again_from_the_new_stub() -> None:
    result = ruled(event("flop", "flop-too-many", cards="5c 6c 7c 8c 9c Tc Jc 2s 3s"))
    assert result["board"] == ["6c", "7c", "8c", "Tc", "2s"]


@pytest.mark.clause("poker-room", "19.3.b", "19.4.b")
@pytest.mark.parametrize(
    ("during", "board"),
    [
        ("preflop", ["6c", "7c", "8c", "Tc", "2s"]),
        ("flop", ["2c", "7d", "9h", "6c", "8c"]),
        ("turn", ["2c", "7d", "9h", "Js", "6c"]),
    ],
)
def test_a_street_dealt_early_is_dealt_again_once_the_betting_is_finished(
    during: str, board: list[str]
) -> None:
    cards = "5c 6c 7c 8c 9c Tc Jc 2s 3s"
    assert ruled(event(during, "dealt-early", after=1, cards=cards))["board"] == board
    with pytest.raises(WrongScenario, match="No decision is open"):
        ruled(event(during, "dealt-early", after=3, cards=cards))


@pytest.mark.clause("poker-room", "19.3.c#1", "19.3.c#2", "19.4.c#1", "19.4.c#2")
@pytest.mark.parametrize(
    ("during", "board"),
    [
        ("flop", ["6c", "7c", "8c", "Tc", "2s"]),
        ("turn", ["2c", "7d", "9h", "6c", "8c"]),
        ("river", ["2c", "7d", "9h", "Js", "6c"]),
    ],
)
def test_after_a_wrong_burn_it_is_dealt_again_unless_betting_has_commenced(
    during: str, board: list[str]
) -> None:
    assert ruled(event(during, "wrong-burn", cards="5c 6c 7c 8c 9c Tc Jc 2s 3s"))["board"] == board
    stays = ruled(event(during, "wrong-burn", after=1))
    assert stays["board"] == ["2c", "7d", "9h", "Js", "4s"]


@pytest.mark.clause("poker-room", "19.4.a#1", "19.4.a#2", "19.4.a#3")
def test_two_cards_on_turn_or_river() -> None:
    cards = "5c 6c 7c 8c 9c Tc Jc 2s 3s"
    turn = ruled(event("turn", "two-cards", correct=True, cards=cards))
    assert turn["board"] == ["2c", "7d", "9h", "Js", "6c"]
    river = ruled(event("river", "two-cards", correct=True))
    assert river["board"] == ["2c", "7d", "9h", "Js", "4s"]
    for during, board in (("turn", ["6c", "8c"]), ("river", ["Js", "6c"])):
        again = ruled(event(during, "two-cards", correct=False, cards=cards))
        assert again["board"] == ["2c", "7d", "9h", *board]


# Hands


@pytest.mark.clause("poker-room", "19.5#1", "1.1:Dead Hand")
def test_a_fouled_hand_is_dead_and_its_wagers_stay_in() -> None:
    result = hand_of(
        THREE,
        preflop="1 raise 10, 2 call, 3 call",
        flop="2 bet 30, 3 call, 1 call",
        turn="3 check, 1 check",
        river="3 check, 1 check",
        holes=HOLES,
        events=[event("flop", "hand-fouled", after=1, seat=2)],
    )
    assert (seat_of(result, 2)["in"], seat_of(result, 2)["outcome"]) == ("40.00", "dead")
    assert amounts(result) == [("120.00", [1, 3])]
    assert result["notices"] == ["supervisor"]


@pytest.mark.clause("poker-room", "19.5#1")
def test_an_uncalled_part_of_a_dead_hand_is_not_returned() -> None:
    result = hand_of(
        THREE,
        preflop="1 raise 10, 2 call, 3 call",
        flop="2 bet 30, 3 fold",
        events=[event("flop", "hand-fouled", after=1, seat=2)],
    )
    assert (seat_of(result, 2)["in"], seat_of(result, 2)["returned"]) == ("40.00", "0.00")
    assert amounts(result) == [("60.00", [1])]


@pytest.mark.clause("poker-room", "19.5#2")
def test_at_the_showdown_the_one_with_the_right_number_of_cards_wins() -> None:
    result = hand_of(
        {1: 200, 2: 200},
        preflop="2 call, 1 check",
        flop="2 check, 1 check",
        turn="2 check, 1 check",
        river="2 check, 1 check",
        holes={1: "Ah Ad", 2: "3h 8d"},
        events=[event("showdown", "hand-fouled", seat=1)],
    )
    assert (result["result"], won(result)) == ("showdown", {1: "0.00", 2: "4.00"})
    assert seat_of(result, 2)["cards"] == ["3h", "8d"]


@pytest.mark.clause("poker-room", "19.5#3")
def test_with_nobody_left_the_last_to_fold_wins() -> None:
    result = hand_of(
        THREE,
        **LIMPED,
        flop="2 bet 10, 3 fold, 1 fold",
        events=[event("showdown", "hand-fouled", seat=2)],
    )
    assert result["result"] == "uncontested"
    assert won(result) == {1: "6.00", 2: "0.00", 3: "0.00"}
    assert seat_of(result, 2)["returned"] == "10.00"
    assert [seat["outcome"] for seat in result["seats"]] == ["won", "dead", "folded"]


@pytest.mark.clause("poker-room", "16.2#1", "1.1:Kill")
def test_a_hand_mucked_by_the_dealer_is_dead_without_redress() -> None:
    result = hand_of(
        THREE,
        **LIMPED,
        flop="2 bet 10, 3 call, 1 fold",
        events=[event("flop", "hand-killed", after=2, seat=2)],
    )
    assert (seat_of(result, 2)["in"], seat_of(result, 2)["returned"]) == ("12.00", "0.00")


@pytest.mark.clause("poker-room", "16.2#2")
def test_but_a_raise_that_nobody_has_called_goes_back() -> None:
    result = hand_of(
        THREE,
        **LIMPED,
        flop="2 bet 10, 3 raise 30, 1 call",
        turn="2 fold",
        events=[event("flop", "hand-killed", after=2, seat=3)],
    )
    killed = seat_of(result, 3)
    assert (killed["in"], killed["returned"], killed["outcome"]) == ("12.00", "20.00", "dead")
    assert seat_of(result, 1)["in"] == "12.00"


@pytest.mark.clause("poker-room", "16.1#2")
def test_an_exposed_folded_hand_is_shown_to_all() -> None:
    result = hand_of(
        THREE,
        preflop="1 fold, 2 call, 3 check",
        flop="2 check, 3 check",
        turn="2 check, 3 check",
        river="2 check, 3 check",
        holes=HOLES,
        events=[event("preflop", "folded-hand-exposed", after=1, seat=1)],
    )
    folded = seat_of(result, 1)
    assert (folded["cards"], folded["hand"]) == (["Qh", "Qd"], "one pair")
    early = hand_of(
        THREE,
        preflop="1 fold, 2 fold",
        holes=HOLES,
        events=[event("preflop", "folded-hand-exposed", after=2, seat=1)],
    )
    assert (seat_of(early, 1)["cards"], seat_of(early, 1)["hand"]) == (["Qh", "Qd"], None)


# Wagers


@pytest.mark.clause("poker-room", "19.2#1")
def test_an_action_out_of_turn_stands_unless_somebody_before_wagers_more() -> None:
    early = event("flop", "out-of-turn", seat=1, action="bet 10")
    stands = ruled(early, flop="2 check, 3 check, 1 bet 10, 2 fold, 3 fold", turn="", river="")
    assert seat_of(stands, 1)["returned"] == "10.00"
    with pytest.raises(WrongScenario, match="bound"):
        ruled(early, flop="2 check, 3 check, 1 check")
    afresh = ruled(early, flop="2 check, 3 bet 12, 1 fold, 2 fold", turn="", river="")
    assert seat_of(afresh, 1)["in"] == "2.00"


@pytest.mark.clause("poker-room", "19.2#2")
def test_who_does_not_want_it_forfeits_the_amount() -> None:
    early = event("flop", "out-of-turn", seat=1, action="bet 10")
    result = ruled(
        early,
        flop="2 check, 3 check, 1 forfeit, 2 call, 3 call",
        turn="2 check, 3 check",
        river="2 check, 3 check",
    )
    assert (seat_of(result, 1)["in"], seat_of(result, 1)["outcome"]) == ("12.00", "folded")
    assert amounts(result) == [("36.00", [2, 3])]
    assert result["notices"] == ["supervisor"]


@pytest.mark.clause("poker-room", "20.1", "20.2")
def test_a_short_call_is_completed_forfeited_or_withdrawn() -> None:
    def short(amount: str, decision: str, actions: str) -> Any:
        mistake = event("flop", "short-call", after=1, seat=3, amount=amount, decision=decision)
        turn = "2 check, 3 fold" if "3 call" in actions else ""
        return hand_of(THREE, **LIMPED, flop=actions, turn=turn, events=[mistake])

    done = short("5", "complete", "2 bet 10, 3 call, 1 fold")
    assert seat_of(done, 3)["in"] == "12.00"
    forfeit = short("5", "forfeit", "2 bet 10, 1 fold")
    assert (seat_of(forfeit, 3)["in"], seat_of(forfeit, 3)["outcome"]) == ("7.00", "folded")
    assert forfeit["notices"] == ["supervisor"]
    with pytest.raises(WrongScenario, match=r"20\.1"):
        short("5", "withdraw", "2 bet 10, 3 fold, 1 fold")
    withdrawn = short("4.99", "withdraw", "2 bet 10, 3 fold, 1 fold")
    assert (seat_of(withdrawn, 3)["in"], seat_of(withdrawn, 3)["returned"]) == ("2.00", "0.00")
    with pytest.raises(WrongScenario, match="bound"):
        short("4", "complete", "2 bet 10, 3 fold, 1 fold")


@pytest.mark.clause("poker-room", "20.3", "20.4")
@pytest.mark.parametrize(
    ("amount", "withdrawn"), [("11", True), ("14", True), ("15", False), ("19", False)]
)
def test_a_short_raise_is_measured_by_its_increment(amount: str, withdrawn: bool) -> None:
    def short(decision: str, actions: str) -> Any:
        mistake = event("flop", "short-raise", after=1, seat=3, amount=amount, decision=decision)
        return hand_of(THREE, **LIMPED, flop=actions, events=[mistake])

    completed = short("complete", "2 bet 10, 3 raise 20, 1 fold, 2 fold")
    assert seat_of(completed, 3)["returned"] == "10.00"
    with pytest.raises(WrongScenario, match="bound"):
        short("complete", "2 bet 10, 3 raise 21, 1 fold, 2 fold")
    if withdrawn:
        assert won(short("withdraw", "2 bet 10, 3 fold, 1 fold"))[2] == "6.00"
    else:
        with pytest.raises(WrongScenario, match=r"20\.3"):
            short("withdraw", "2 bet 10, 3 fold, 1 fold")
    forfeited = short("forfeit", "2 bet 10, 1 fold")
    assert seat_of(forfeited, 3)["in"] == f"{2 + int(amount)}.00"


@pytest.mark.clause("poker-room", "20.5#1", "1.1:String Bet")
def test_of_a_string_bet_only_the_first_motion_counts() -> None:
    string = event("flop", "string-bet", after=1, seat=3, amount="10")
    content = LIMPED | {"flop": "2 bet 10, 3 call, 1 fold", "turn": "2 check, 3 fold"}
    assert hand_of(THREE, **content, events=[string])["result"] == "uncontested"
    with pytest.raises(WrongScenario, match=r"20\.5"):
        hand_of(THREE, **(content | {"flop": "2 bet 10, 3 raise 30, 1 fold"}), events=[string])


@pytest.mark.clause("poker-room", "23.3#2")
def test_when_the_clock_runs_out_the_hand_is_folded() -> None:
    result = hand_of(
        THREE,
        **LIMPED,
        flop="2 bet 10, 1 fold",
        events=[event("flop", "clock-expired", after=1, seat=3)],
    )
    assert (seat_of(result, 3)["outcome"], result["notices"]) == ("folded", [])


# Void


@pytest.mark.clause("poker-room", "23.1.a", "23.1.b", "23.1.c")
@pytest.mark.parametrize(
    ("cause", "clause"), [("cards", "23.1.a"), ("disruption", "23.1.b"), ("fraud", "23.1.c")]
)
def test_an_invalidated_outcome_gives_everything_back(cause: str, clause: str) -> None:
    result = hand_of(
        THREE,
        preflop="1 raise 10, 2 call, 3 call",
        flop="2 bet 10",
        events=[event("flop", "outcome-invalidated", after=1, cause=cause)],
    )
    assert (result["result"], result["clause"]) == ("void", clause)
    assert {seat["after"] for seat in result["seats"]} == {"200.00"}
    assert result["phases"] == ["blinds", "deal", "preflop", "flop"]
    assert result["notices"] == ["supervisor", "surveillance"]
    assert result["board"] == ["2c", "7d", "9h"]


def test_what_each_owes_stays_after_a_void() -> None:
    void = event("preflop", "outcome-invalidated", cause="fraud")
    rest = {"order": [1, 2, 3, 4, 5]}
    four = {1: 100, 2: 100, 3: 100, 4: 100}
    lap = [{"preflop": "4 fold, 1 fold, 2 fold"}, {"preflop": "1 fold, 2 fold, 3 fold"}]
    lap += [{"preflop": "2 fold, 3 fold, 4 fold"}, {"preflop": "3 fold, 4 fold, 1 fold"}]
    lap += [{"preflop": "4 fold, 1 fold, 2 fold"}]
    posts = {"before": "5 sits 100, 5 posts", "events": [void]} | rest
    again = {"preflop": "5 fold, 1 fold, 2 fold, 3 fold"} | rest
    results = played(four, *lap, posts, again, seats=5)
    assert [seat_of(result, 5)["in"] for result in results[-2:]] == ["0.00", "2.00"]
    assert (results[-1]["small_blind"], results[-1]["big_blind"]) == (3, 4)


@pytest.mark.parametrize(
    "wrong",
    [
        event("river", "dealt-early", cards=stub(OUT)),
        event("flop", "hand-fouled", seat=9),
        event("flop", "hand-killed", seat=9),
        event("flop", "folded-hand-exposed", seat=2),
        event("flop", "clock-expired", seat=3),
        event("flop", "short-call", seat=2, amount="1", decision="complete"),
        event("preflop", "short-call", seat=1, amount="2", decision="complete"),
        event("flop", "short-raise", seat=2, amount="2", decision="complete"),
        event("flop", "string-bet", seat=2, amount="1"),
        event("flop", "out-of-turn", seat=2, action="bet 10"),
        event("flop", "out-of-turn", seat=3, action="call"),
        event("flop", "out-of-turn", seat=3, action="bet"),
        event("flop", "out-of-turn", seat=3, action="bet 500"),
        event("preflop", "out-of-turn", seat=3, action="forfeit"),
        event("preflop", "out-of-turn", seat=3, action="raise 0"),
        event("preflop", "out-of-turn", seat=2, action="check"),
        event("flop", "flop-too-many", after=1, cards=stub(OUT)),
        event("turn", "flop-too-many", cards=stub(OUT)),
        event("flop", "flop-too-many", cards="Ah 2c 3c 4c 5c"),
        event("turn", "two-cards", after=1, correct=False, cards=stub(OUT)),
        event("deal", "hand-fouled", seat=2),
        event("deal", "hole-card-exposed", seat=7, card=1),
        event("preflop", "winning-hand-mucked", seat=2),
        event("flop", "outcome-invalidated", after=9, cause="cards"),
    ],
)
def test_an_event_that_does_not_fit_its_moment_makes_the_file_wrong(wrong: dict[str, Any]) -> None:
    with pytest.raises(WrongScenario, match="hand 1: events"):
        ruled(wrong)


def test_actions_beyond_a_misdeal_or_void_make_the_file_wrong() -> None:
    with pytest.raises(WrongScenario, match="called off"):
        ruled(event("deal", "card-exposed-in-cut"))
    with pytest.raises(WrongScenario, match="called off"):
        ruled(event("flop", "outcome-invalidated", cause="cards"))
    with pytest.raises(WrongScenario, match="muck"):
        called_off(event("deal", "card-exposed-in-cut"), muck=[1])
