"""Files of the poker room: read strictly, wrong ones refused with hand, street and position."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from controller.domain.refusals import Refused
from controller.games.poker.core import CORE
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.state import new_table
from simulators.games.poker.file import checked_scenario
from simulators.games.poker.play import ScenarioPlayer, play
from simulators.games.poker.steps import Answer, PowerLoss
from simulators.scenario.reading import WrongScenario
from tests.helpers.poker import file, hand_of, played

EXAMPLES = sorted((Path(__file__).parents[4] / "config" / "scenarios" / "poker").glob("*.toml"))
THREE = {1: 200, 2: 200, 3: 200}
HAND = {"preflop": "1 raise 6, 2 fold, 3 fold"}

EXAMPLE = """
ruleset = "poker-room"
limit   = "no-limit"
blinds  = ["1", "2"]
seats   = 9
button  = 3
players = [{seat = 1, stack = "200"}, {seat = 3, stack = "55"}, {seat = 5, stack = "200"},
           {seat = 6, stack = "40"}]

[[hands]]
before  = ["6 buys 50"]
cards   = "Kh Ah 7c 9d  Ks Ad 2d 8d  3c  Kd 9s 4h  5c  2c  6c  2s"
preflop = ["1 fold", "3 raise 8", "5 call", "6 call"]
flop    = ["5 check", "6 bet 20", "3 all-in", "5 raise 120", "6 fold"]
"""
RESULT = (
    '{"number": 1, "result": "showdown", "clause": null, "button": 3, "small_blind": 5,'
    ' "big_blind": 6, "board": ["Kd", "9s", "4h", "2c", "2s"], "seats": [{"seat": 1, "before":'
    ' "200.00", "in": "0.00", "returned": "0.00", "won": "0.00", "after": "200.00", "cards": [],'
    ' "hand": null, "best": null, "outcome": "folded"}, {"seat": 3, "before": "55.00", "in":'
    ' "55.00", "returned": "0.00", "won": "0.00", "after": "0.00", "cards": [], "hand": null,'
    ' "best": null, "outcome": "lost"}, {"seat": 5, "before": "200.00", "in": "55.00", "returned":'
    ' "73.00", "won": "132.00", "after": "277.00", "cards": ["Kh", "Ks"], "hand": "full house",'
    ' "best": ["Ks", "Kh", "Kd", "2s", "2c"], "outcome": "won"}, {"seat": 6, "before": "90.00",'
    ' "in": "28.00", "returned": "0.00", "won": "0.00", "after": "62.00", "cards": [], "hand":'
    ' null, "best": null, "outcome": "folded"}], "pots": [{"amount": "138.00", "eligible": [3, 5],'
    ' "commission": "6.00", "winners": [5], "shares": ["132.00"]}], "commission": "6.00",'
    ' "phases": ["blinds", "deal", "preflop", "flop", "turn", "river", "showdown", "award"],'
    ' "notices": []}'
)


def test_the_example_of_the_format_comes_out_to_the_last_byte() -> None:
    result = play(EXAMPLE, "example.toml")
    assert list(result) == ["file", "hands"]
    assert json.dumps(result["hands"][0]) == RESULT


def test_the_instructive_examples_come_out_as_they_say() -> None:
    assert len(EXAMPLES) >= 4
    for path in EXAMPLES:
        text = path.read_text("utf-8")
        results = play(text, path.name)["hands"]
        assert "[hands.expect]" in text
        scenario = checked_scenario(tomllib.loads(text), path.name)
        for hand, result in zip(scenario.content.hands, results, strict=True):
            for key, value in (hand.expect or {}).items():
                assert result[key] == value, (path.name, key)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"limit": "spread"}, "limit: 'spread' seen"),
        ({"blinds": ["1", "3"]}, "rule 12.1"),
        ({"blinds": ["1"]}, "blinds"),
        ({"blinds": [1, 2]}, "blinds[1]"),
        ({"ante": "3"}, "12.7.a"),
        ({"chip": "2"}, "multiples of the smallest chip"),
        ({"seats": 12}, "2 to 11"),
        ({"button": 4}, "button"),
        ({"wild": True}, "wild: unknown key"),
        ({"commission": "5%"}, "commission"),
    ],
)
def test_a_table_that_cannot_be_is_refused(keys: dict[str, Any], told: str) -> None:
    with pytest.raises(WrongScenario, match=r"^test: ") as wrong:
        played(THREE, HAND, **keys)
    assert told in str(wrong.value)


def test_text_that_is_no_toml_is_refused() -> None:
    with pytest.raises(WrongScenario, match=r"^x\.toml: not TOML"):
        play("ruleset = ", "x.toml")


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ([{"seat": 4, "stack": "10"}], "players[1].seat: 4 seen: expected 1 to 3"),
        ([{"seat": 1, "stack": "10"}, {"seat": 1, "stack": "10"}], "seen twice"),
        ([{"seat": 1, "stack": "0"}], "more than 0"),
        ([{"seat": 1, "stack": "-5"}], "negative"),
        ([], "players"),
        ([{"seat": 1, "stack": "10"}], "at least two players"),
    ],
)
def test_players_that_cannot_be_are_refused(players: list[dict[str, Any]], told: str) -> None:
    content = file(THREE, [HAND]) | {"players": players}
    with pytest.raises(WrongScenario) as wrong:
        play(content, "test")
    assert told in str(wrong.value)


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ({"preflop": "1 raise 6, 3 fold"}, "hand 1: preflop[2]: '3 fold' seen"),
        ({"preflop": "1 raise 6, 2 fold"}, "preflop[3]: 2 actions seen: expected one of seat 3"),
        ({"preflop": "1 raise 6, 2 fold, 3 fold, 1 fold"}, "preflop[4]: '1 fold' seen: expected"),
        ({"preflop": "1 raise 3"}, "offered fold, call 2.00, raise 4.00 to 200.00, all-in 200.00"),
        ({"preflop": "1 raise 6, 2 fold, 3 fold", "flop": "1 check"}, "flop[1]: '1 check' seen"),
        ({"preflop": "1 jumps"}, "'1 jumps' seen"),
        ({"preflop": "one fold"}, "'one fold' seen"),
        ({"preflop": "1 fold 3"}, "expected no amount with fold"),
        ({"preflop": "1 raise many"}, "'many' is not an amount"),
        ({"preflop": "1 raise 6, 2 fold, 3 fold", "muck": [1]}, "muck: [1] seen: expected none"),
        ({"before": "4 sits 10"}, "before[1]: '4 sits 10' seen: This table has no such seat"),
        ({"before": "3 sits 10"}, "Seat 3 is taken"),
        ({"before": "3 sits much"}, "before[1]: '3 sits much' seen: 'much' is not"),
        ({"before": "3 dances"}, "before[1]: '3 dances' seen: expected one of"),
        ({"before": "dances"}, "expected one of 'SEAT sits AMOUNT'"),
        ({"cards": "Ah Kh"}, "cards: 2 cards left: expected 6 for hole cards"),
        ({"cards": "Ah Kx"}, "'Kx' seen"),
        ({"whisper": True}, "hand 1: whisper: unknown key"),
    ],
)
def test_a_wrong_hand_is_named_with_what_was_seen(hand: dict[str, Any], told: str) -> None:
    with pytest.raises(WrongScenario) as wrong:
        hand_of(THREE, **hand)
    assert told in str(wrong.value)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"during": "flop", "name": "meteor"}, "'meteor' seen"),
        ({"during": "lunch", "name": "power-loss"}, "'lunch' seen"),
        ({"during": "preflop", "name": "hand-fouled"}, "events[1].seat: missing"),
        ({"during": "preflop", "name": "power-loss", "seat": 1}, "expected none with power-loss"),
        ({"during": "flop", "name": "wrong-burn"}, "cards: missing"),
        ({"during": "flop", "name": "wrong-burn", "after": 1, "cards": "2c"}, "nothing is dealt"),
        ({"during": "preflop", "name": "out-of-turn", "seat": 3, "action": "hop"}, "'hop' seen"),
        ({"during": "preflop", "name": "out-of-turn", "seat": 3, "action": "2 call"}, "of seat 3"),
        ({"during": "turn", "name": "power-loss"}, "that moment never comes"),
        ({"during": "flop", "name": "flop-too-many", "cards": "2c 2c"}, "2c is there twice"),
        ({"during": "showdown", "name": "winning-hand-mucked", "seat": 2}, "already out of play"),
    ],
)
def test_a_wrong_event_is_named(event: dict[str, Any], told: str) -> None:
    with pytest.raises(WrongScenario) as wrong:
        hand_of(THREE, preflop="1 raise 6, 2 fold, 3 fold", events=[event])
    assert told in str(wrong.value)


def test_the_loser_of_a_showdown_has_no_winning_hand_to_bring_back() -> None:
    checked = {"flop": "2 check, 3 check", "turn": "2 check, 3 check", "river": "2 check, 3 check"}
    event = {"during": "showdown", "name": "winning-hand-mucked", "seat": 1}
    with pytest.raises(WrongScenario, match="already out of play"):
        hand_of(THREE, preflop="1 fold, 2 call, 3 check", events=[event], **checked)


def test_a_street_that_is_dealt_again_may_lack_the_first_cards() -> None:
    cards = "Ah Kh Qh Ad Kd Qd"
    event = {"during": "flop", "name": "flop-too-many", "cards": "5c 6c 7c 8c 9c Tc Jc 2s 3s"}
    rest = {"flop": "2 check, 3 check, 1 check", "turn": "2 check, 3 check, 1 check"}
    rest["river"] = "2 check, 3 check, 1 check"
    preflop = "1 call, 2 call, 3 check"
    result = hand_of(THREE, cards=cards, preflop=preflop, events=[event], **rest)
    assert result["board"] == ["6c", "7c", "8c", "Tc", "2s"]


def test_a_seat_the_table_refuses_is_named() -> None:
    scenario = checked_scenario(file(THREE, [HAND]), "test")
    steps = ScenarioPlayer(scenario).steps(new_table(scenario.rules))
    next(steps)
    with pytest.raises(WrongScenario, match=r"players\[1\]"):
        steps.send(Answer(new_table(scenario.rules), Refused(PokerRefusal.SEAT_TAKEN)))


def test_whoever_runs_the_steps_may_strike_between_any_two() -> None:
    """The table is folded anew from its events before every command: nothing else is needed."""
    events = [
        {"during": "preflop", "name": "power-loss"},
        {"during": "showdown", "name": "power-loss"},
    ]
    content = file(THREE, [HAND | {"events": events}])
    scenario = checked_scenario(content, "test")
    player, record, losses = ScenarioPlayer(scenario), list[object](), 0
    steps = player.steps(new_table(scenario.rules))
    command = next(steps)
    while True:
        table = CORE.fold(new_table(scenario.rules), record)
        if isinstance(command, PowerLoss):
            losses += 1
        else:
            decided = CORE.decide(table, command)
            assert not isinstance(decided, Refused)
            record += decided.events
            table = decided.state
        try:
            command = steps.send(Answer(table))
        except StopIteration:
            break
    assert losses == 2
    assert player.results == played(THREE, HAND)
