"""Files of the poker room: read strictly, wrong ones refused with hand, street and position."""

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

THREE = {1: 200, 2: 200, 3: 200}
HAND = {"preflop": "1 raise 6, 2 fold, 3 fold"}


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"blinds": ["1"]}, "blinds"),
        ({"blinds": [1, 2]}, "blinds[1]"),
        ({"players": [{"seat": 4, "stack": "10"}]}, "players[1].seat: 4 seen: expected 1 to 3"),
        ({"players": [{"seat": 1, "stack": "10"}, {"seat": 1, "stack": "10"}]}, "seen twice"),
        ({"players": [{"seat": 1, "stack": "0"}]}, "more than 0"),
        ({"players": [{"seat": 1, "stack": "-5"}]}, "negative"),
        ({"players": [{"seat": 1, "stack": "10"}]}, "at least two players"),
    ],
)
def test_a_table_that_cannot_be_is_refused(keys: dict[str, Any], told: str) -> None:
    with pytest.raises(WrongScenario, match=r"^test: ") as wrong:
        play(file(THREE, [HAND]) | keys, "test")
    assert told in str(wrong.value)


def test_text_that_is_no_toml_is_refused() -> None:
    with pytest.raises(WrongScenario, match=r"^x\.toml: not TOML"):
        play("ruleset = ", "x.toml")


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ({"preflop": "1 raise 6, 2 fold"}, "preflop[3]: 2 actions seen: expected one of seat 3"),
        ({"preflop": "1 raise 6, 2 fold, 3 fold, 1 fold"}, "preflop[4]: '1 fold' seen: expected"),
        (HAND | {"flop": "1 check"}, "flop[1]: '1 check' seen"),
        ({"before": "3 sits much"}, "before[1]: '3 sits much' seen: 'much' is not"),
        ({"before": "dances"}, "expected one of 'SEAT sits AMOUNT'"),
    ],
)
def test_a_wrong_hand_is_named_with_what_was_seen(hand: dict[str, Any], told: str) -> None:
    with pytest.raises(WrongScenario) as wrong:
        hand_of(THREE, **hand)
    assert told in str(wrong.value)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"during": "preflop", "name": "power-loss", "seat": 1}, "expected none with power-loss"),
        ({"during": "flop", "name": "wrong-burn", "after": 1, "cards": "2c"}, "nothing is dealt"),
        ({"during": "preflop", "name": "out-of-turn", "seat": 3, "action": "2 call"}, "of seat 3"),
        ({"during": "turn", "name": "power-loss"}, "that moment never comes"),
        ({"during": "flop", "name": "flop-too-many", "cards": "2c 2c"}, "2c is there twice"),
        ({"during": "showdown", "name": "winning-hand-mucked", "seat": 2}, "already out of play"),
    ],
)
def test_a_wrong_event_is_named(event: dict[str, Any], told: str) -> None:
    with pytest.raises(WrongScenario) as wrong:
        hand_of(THREE, **HAND, events=[event])
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
