"""The oracle of the poker room: what goes wrong, and the showdown (R50, R51, R60 to R65)."""

from typing import Any

import pytest

from tests.helpers.poker_files import FOUR, bets, deck, offered, outcomes, seat_of, table, wrong_in
from tests.helpers.poker_oracle import play

RICH = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
LIMP = ["3 call", "4 call", "1 call", "2 check"]
CHECKS = ["1 check", "2 check", "3 check", "4 check"]
DOWN: dict[str, Any] = {"preflop": LIMP, "flop": CHECKS, "turn": CHECKS, "river": CHECKS}
STUB = "5c 5d 5h 5s 6c 6d 6h 6s 8c 8d 8h 8s"


def file(
    streets: dict[str, Any], *events: dict[str, Any], stacks: dict[int, Any] = RICH, **fields: Any
) -> dict[str, Any]:
    """Seats 1 to 4 with aces, kings, queens and tens; seat 1 posts the small blind."""
    return table(stacks, [streets | {"events": list(events)}], **{"button": 4} | fields)


def event(name: str, during: str = "preflop", after: int = 0, **given: Any) -> dict[str, Any]:
    return {"name": name, "during": during, "after": after, **given}


def one(streets: dict[str, Any], *events: dict[str, Any], **fields: Any) -> dict[str, Any]:
    hand: dict[str, Any]
    (hand,) = play(file(streets, *events, **fields))["hands"]
    return hand


# The deal (11, 19.1) and what is invalidated (23.1).


@pytest.mark.parametrize(
    ("clause", "events"),
    [
        ("11.1.a", [event("card-exposed-in-cut", "deal")]),
        ("11.1.b", [event("dealt-out-of-turn", "deal", seat=2, looked=True)]),
        ("11.1.c", [event("hole-card-exposed", "deal", seat=s, card=1) for s in (1, 2)]),
        ("11.1.d", [event("wrong-number-of-hands", "deal", correctable=False)]),
        ("11.1.e", [event("boxed-card", "deal", seat=s, card=2) for s in (1, 2)]),
        (
            "11.1.e",
            [
                event("boxed-card", "deal", seat=1, card=2),
                event("hole-card-exposed", "deal", seat=1, card=1),
            ],
        ),
    ],
)
def test_misdeals(clause: str, events: list[dict[str, Any]]) -> None:
    hand = one({}, *events)
    assert (hand["result"], hand["clause"], hand["notices"]) == ("misdeal", clause, ["supervisor"])
    assert hand["phases"] == ["blinds", "deal"]
    assert {row["in"] for row in hand["seats"]} == {"0.00"}
    assert set(outcomes(hand).values()) == {"void"}
    assert wrong_in(file({"preflop": LIMP}, *events)).place == (1, "preflop", 1, False)


def test_r51_the_exposed_card_takes_the_place_of_the_first_burn() -> None:
    cards = deck(FOUR).split()
    hand = one(DOWN, event("hole-card-exposed", "deal", seat=1, card=2))
    assert seat_of(hand, 1)["cards"] == ["As", cards[8]]
    assert hand["board"] == [*cards[9:12], cards[13], cards[15]]
    put_right = [event("dealt-out-of-turn", "deal", seat=2, looked=False)]
    put_right += [event("wrong-number-of-hands", "deal", correctable=True)]
    assert one(DOWN, *put_right) == one(DOWN)


@pytest.mark.parametrize(
    ("cause", "clause"), [("cards", "23.1.a"), ("disruption", "23.1.b"), ("fraud", "23.1.c")]
)
def test_a_void_hand(cause: str, clause: str) -> None:
    streets = {"preflop": LIMP, "flop": CHECKS[:2]}
    hand = one(streets, event("outcome-invalidated", "flop", 2, cause=cause))
    assert (hand["result"], hand["clause"]) == ("void", clause)
    assert hand["notices"] == ["supervisor", "surveillance"]
    assert hand["phases"] == ["blinds", "deal", "preflop", "flop"]
    assert len(hand["board"]) == 3
    assert hand["pots"] == []


# The board (19.3, 19.4).


def test_r51_the_street_is_dealt_again_from_the_new_stub() -> None:
    hand = one(DOWN, event("flop-too-many", "flop", cards=STUB))
    assert hand["board"] == ["5d", "5h", "5s", "6d", "6s"]
    hand = one(DOWN, event("dealt-early", "preflop", 2, cards=STUB))
    assert hand["board"] == ["5d", "5h", "5s", "6d", "6s"]
    hand = one(DOWN, event("wrong-burn", "turn", cards=STUB))
    assert hand["board"] == ["2c", "7d", "9h", "5d", "5s"]
    assert one(DOWN, event("wrong-burn", "turn", 1)) == one(DOWN)
    assert wrong_in(file(DOWN, event("dealt-early", "flop", 4, cards=STUB))).event


def test_r61_two_cards() -> None:
    hand = one(DOWN, event("two-cards", "turn", correct=True, cards=STUB))
    assert hand["board"] == ["2c", "7d", "9h", "Js", "5d"]
    hand = one(DOWN, event("two-cards", "turn", correct=False, cards=STUB))
    assert hand["board"] == ["2c", "7d", "9h", "5d", "5s"]
    assert one(DOWN, event("two-cards", "river", correct=True)) == one(DOWN)
    hand = one(DOWN, event("two-cards", "river", correct=False, cards=STUB))
    assert hand["board"] == ["2c", "7d", "9h", "Js", "5d"]


# Dead hands (R62, R63).


def test_r62_a_dead_hands_wagers_stay_and_are_not_returned() -> None:
    streets = {"preflop": ["3 raise 20", "4 fold", "1 fold"]}
    hand = one(streets, event("hand-fouled", after=3, seat=3))
    assert hand["result"] == "uncontested"
    assert (seat_of(hand, 3)["in"], seat_of(hand, 3)["outcome"]) == ("20.00", "dead")
    assert seat_of(hand, 2)["won"] == "23.00"
    assert hand["notices"] == ["supervisor"]


def test_r62_they_count_as_wagers_for_those_who_still_act() -> None:
    offer = offered(file({"preflop": ["3 raise 20"]}, event("hand-fouled", after=1, seat=3)))
    assert (offer.seat, offer.call, bets(offer)) == (4, 20_00, (38, 1000))


def test_r62_the_last_to_fold_wins_from_a_fouled_last_hand() -> None:
    streets = {"preflop": ["3 raise 20", "4 fold", "1 fold", "2 fold"]}
    hand = one(streets, event("hand-fouled", "showdown", seat=3))
    assert hand["result"] == "uncontested"
    assert outcomes(hand) == {1: "folded", 2: "won", 3: "dead", 4: "folded"}
    assert seat_of(hand, 3)["returned"] == "18.00"
    assert seat_of(hand, 2)["won"] == "5.00"


def test_19_5_the_other_player_wins_at_the_showdown() -> None:
    streets = DOWN | {"preflop": ["3 fold", "4 fold", "1 call", "2 check"]}
    streets |= {key: ["1 check", "2 check"] for key in ("flop", "turn", "river")}
    hand = one(streets, event("hand-fouled", "showdown", seat=1))
    assert (hand["result"], outcomes(hand)[2]) == ("showdown", "won")
    assert seat_of(hand, 2)["cards"] == ["Ks", "Kh"]


def test_r63_an_uncalled_raise_of_a_killed_hand_goes_back() -> None:
    killed = event("hand-killed", after=3, seat=4)
    streets = {"preflop": ["3 raise 6", "4 raise 20", "1 fold"]}
    offer = offered(file(streets, killed))
    assert (offer.seat, offer.call, bets(offer)) == (2, 6_00, (10, 1000))
    hand = one({"preflop": [*streets["preflop"], "2 fold"]}, killed)
    assert (seat_of(hand, 4)["in"], seat_of(hand, 4)["returned"]) == ("6.00", "14.00")
    streets["preflop"][2] = "1 call"
    hand = one({"preflop": [*streets["preflop"], "2 fold", "3 fold"]}, killed)
    assert (seat_of(hand, 4)["in"], seat_of(hand, 4)["returned"]) == ("20.00", "0.00")


def test_r63_a_forfeited_short_call_is_no_call() -> None:
    short = event("short-call", "flop", 1, seat=2, amount="5", decision="forfeit")
    killed = event("hand-killed", "flop", 1, seat=1)
    streets = {"preflop": LIMP, "flop": ["1 bet 10", "3 call", "4 fold"]}
    hand = one(streets, short, killed)
    assert (seat_of(hand, 1)["returned"], seat_of(hand, 3)["in"]) == ("10.00", "7.00")


def test_r63_a_blind_is_no_bet() -> None:
    hand = one({"preflop": ["3 fold", "4 fold"]}, event("hand-killed", after=2, seat=2))
    assert (seat_of(hand, 2)["in"], seat_of(hand, 1)["won"]) == ("2.00", "3.00")


# Folded hands, clock, winning hand mucked.


def test_16_1_a_folded_hand_that_is_exposed_is_printed() -> None:
    exposed = event("folded-hand-exposed", after=1, seat=3)
    hand = one({"preflop": ["3 fold", "4 fold", "1 fold"]}, exposed)
    row = seat_of(hand, 3)
    assert (row["cards"], row["hand"], row["outcome"]) == (["Qs", "Qh"], None, "folded")
    assert wrong_in(file(DOWN, exposed)).event


def test_r60_an_exposed_folded_hand_is_named_from_five_cards_on() -> None:
    streets = {"preflop": LIMP, "flop": ["1 fold", "2 fold", "3 fold"]}
    row = seat_of(one(streets, event("folded-hand-exposed", "flop", 2, seat=2)), 2)
    assert (row["hand"], row["best"]) == ("one pair", ["Ks", "Kh", "9h", "7d", "2c"])


def test_23_3_the_clock() -> None:
    streets = {"preflop": ["3 raise 8", "4 fold", "1 fold"]}
    hand = one(streets, event("clock-expired", after=3, seat=2))
    assert (outcomes(hand)[2], seat_of(hand, 2)["in"]) == ("folded", "2.00")
    assert wrong_in(file(streets, event("clock-expired", after=2, seat=2))).event


def test_16_3_a_winning_hand_is_brought_back() -> None:
    assert one(DOWN, event("winning-hand-mucked", "showdown", seat=1)) == one(DOWN)
    assert wrong_in(file(DOWN, event("winning-hand-mucked", "showdown", seat=2))).event


# R64: out of turn.


def test_r64_it_stands_if_nobody_wagers_more() -> None:
    early = event("out-of-turn", seat=1, action="raise 10")
    streets = {"preflop": ["3 call", "4 fold"]}
    wrong = wrong_in(file(streets, early))
    assert (wrong.missing, wrong.bound) == (True, 10_00)
    assert not wrong_in(file({"preflop": [*streets["preflop"], "1 call"]}, early)).missing
    assert not wrong_in(file({"preflop": [*streets["preflop"], "1 fold"]}, early)).missing
    assert offered(file({"preflop": [*streets["preflop"], "1 raise 10"]}, early)).call == 10_00


def test_r64_or_it_is_forfeited() -> None:
    early = event("out-of-turn", seat=1, action="raise 10")
    streets = {"preflop": ["3 call", "4 fold", "1 forfeit", "2 fold", "3 fold"]}
    assert wrong_in(file(streets, early)).position == 5  # seat 3 has won
    hand = one({"preflop": streets["preflop"][:4]}, early)
    assert (seat_of(hand, 1)["in"], outcomes(hand)[1]) == ("10.00", "folded")
    assert seat_of(hand, 3)["won"] == "14.00"
    assert hand["notices"] == ["supervisor"]


def test_r64_a_forfeited_raise_sets_the_least_raise() -> None:
    early = event("out-of-turn", seat=1, action="raise 10")
    offer = offered(file({"preflop": ["3 call", "4 fold", "1 forfeit"]}, early))
    assert (offer.seat, offer.call, bets(offer)) == (2, 10_00, (18, 1000))


def test_r64_afresh_if_somebody_wagers_more_or_the_wager_is_no_longer_offered() -> None:
    early = event("out-of-turn", seat=1, action="raise 10")
    assert wrong_in(file({"preflop": ["3 raise 12", "4 fold"]}, early)).bound is None
    assert wrong_in(file({"preflop": ["3 raise 8", "4 fold"]}, early)).bound is None  # least 14
    assert wrong_in(file({"preflop": ["3 raise 8", "4 fold", "1 forfeit"]}, early)).position == 3


# R50, R65: short calls and raises, string bets.


def raised_to_ten(*events: dict[str, Any], then: list[str]) -> dict[str, Any]:
    """Facing 10 on the flop, the least raise is to 20."""
    return file({"preflop": LIMP, "flop": ["1 bet 10", *then]}, *events)


@pytest.mark.parametrize(("amount", "forced"), [(11, False), (14, False), (15, True), (19, True)])
def test_r50_a_raise_is_measured_by_its_increment(amount: int, forced: bool) -> None:
    short = event("short-raise", "flop", 1, seat=2, amount=str(amount), decision="withdraw")
    wrong = wrong_in(raised_to_ten(short, then=[]))
    assert (wrong.event, wrong.missing) == (forced, not forced)
    short["decision"] = "complete"
    assert wrong_in(raised_to_ten(short, then=[])).bound == 20_00
    short["decision"] = "forfeit"
    assert offered(raised_to_ten(short, then=[])).call == amount * 100


@pytest.mark.parametrize(("amount", "forced"), [("4.99", False), ("5", True), ("9.99", True)])
def test_20_1_a_call_of_half_or_more(amount: str, forced: bool) -> None:
    short = event("short-call", "flop", 1, seat=2, amount=amount, decision="withdraw")
    wrong = wrong_in(raised_to_ten(short, then=[]))
    assert (wrong.event, wrong.missing) == (forced, not forced)
    short["decision"] = "complete"
    assert wrong_in(raised_to_ten(short, then=[])).bound == 10_00


def test_r65_forfeited_chips_stay() -> None:
    short = event("short-call", "flop", 1, seat=2, amount="5", decision="forfeit")
    (hand,) = play(raised_to_ten(short, then=["3 fold", "4 fold"]))["hands"]
    assert (seat_of(hand, 2)["in"], outcomes(hand)[2]) == ("7.00", "folded")
    assert (seat_of(hand, 1)["returned"], hand["notices"]) == ("5.00", ["supervisor"])


def test_r65_the_whole_stack_is_no_error() -> None:
    short = event("short-call", "flop", 1, seat=2, amount="7", decision="complete")
    streets = {"preflop": LIMP, "flop": ["1 bet 10"]}
    assert wrong_in(file(streets, short, stacks=RICH | {2: 9})).event


def test_20_5_only_the_first_motion_of_a_string_bet_counts() -> None:
    string = event("string-bet", "flop", 1, seat=2, amount="10")
    assert not wrong_in(raised_to_ten(string, then=["2 raise 30"])).missing
    assert wrong_in(raised_to_ten(string, then=["2 call"])).position == 3


# R60: the showdown.


def shown(hand: dict[str, Any]) -> list[int]:
    return [row["seat"] for row in hand["seats"] if row["cards"]]


def test_r60_the_first_shows_and_who_is_beaten_passes_in_unseen() -> None:
    assert shown(one(DOWN)) == [1]
    weakest_first = DOWN | {"cards": deck("Ts-Th Qs-Qh Ks-Kh As-Ah")}
    assert shown(one(weakest_first)) == [1, 2, 3, 4]
    called = weakest_first | {"river": [*CHECKS[:2], "3 bet 2", "4 call", "1 call", "2 call"]}
    assert shown(one(called)) == [3, 4]


def test_r60_for_some_pot() -> None:
    """The best hand is all-in: the second best is tabled for the side pot."""
    streets: dict[str, Any] = {
        "preflop": ["3 call", "4 fold", "1 all-in", "2 call", "3 call"],
        "flop": ["2 bet 10", "3 call"],
        **{key: ["2 check", "3 check"] for key in ("turn", "river")},
    }
    hand = one(streets, stacks=RICH | {1: 6})
    assert shown(hand) == [1, 2]
    assert [pot["winners"] for pot in hand["pots"]] == [[1], [2]]


def test_28_5_every_hand_is_turned_up_in_a_tournament_with_an_all_in() -> None:
    streets: dict[str, Any] = {
        "preflop": ["3 call", "4 fold", "1 all-in", "2 call", "3 call"],
        **{key: ["2 check", "3 check"] for key in ("flop", "turn", "river")},
    }
    stacks = RICH | {1: 6}
    assert shown(one(streets, stacks=stacks, tournament=True)) == [1, 2, 3]
    wrong = wrong_in(file(streets | {"muck": [2]}, stacks=stacks, tournament=True))
    assert wrong.street == "showdown"


def test_r60_one_left_by_a_muck_is_tabled() -> None:
    hand = one(DOWN | {"muck": [1, 2, 3]})
    assert (hand["result"], shown(hand), outcomes(hand)[1]) == ("showdown", [4], "mucked")
    assert hand["pots"][0]["eligible"] == [4]


def test_a_power_loss_changes_nothing() -> None:
    losses = [event("power-loss", "deal"), event("power-loss", "flop", 3)]
    assert one(DOWN, *losses, event("power-loss", "showdown")) == one(DOWN)


def test_an_event_whose_moment_never_comes_is_wrong() -> None:
    streets = {"preflop": ["3 fold", "4 fold", "1 fold"]}
    wrong = wrong_in(file(streets, event("power-loss", "flop")))
    assert wrong.place == (1, "flop", 1, True)
