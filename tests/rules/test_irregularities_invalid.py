"""Invalid wagers: rule 11.19 (R39)."""

from typing import Any

import pytest

from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity, Report
from controller.games.bonus.events import IrregularityRuled
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.wagers import Area, Outcome
from tests.helpers.felt import Felt, dollars, jackpot_felt, jackpot_rules, play, table_rules
from tests.helpers.rounds import PHASES, betting, event, from_shuffler
from tests.helpers.scenario_gen import to_toml

BOARD, DEALER = "Qh Jh Th 7d 2s", "9s 8c"
ROYAL, LOSER, FLUSH = "Ah Kh", "3c 4d", "5h 6h"
"""The dealer has a straight to the queen: the royal and the flush win, the loser has nothing."""


def scenario(*rounds: dict[str, Any], method: str = "A") -> list[dict[str, Any]]:
    figures = {"schedule": "nsw", "wager": "5", "meter": "60000", "seed": "20000"}
    jackpot = figures | {"increment": "0.20", "bonus": True}
    table = {"ruleset": "nsw-2024", "method": method, "jackpot": jackpot}
    return play(to_toml(table | {"rounds": list(rounds)}))


def round_of(
    *events: dict[str, Any], cards: dict[int, str] | None = None, **hand: Any
) -> dict[str, Any]:
    """The royal at place 2 of three; what is said of a hand is said of place 2."""
    held = cards or {1: LOSER, 2: ROYAL, 3: FLUSH}
    hands = betting(3, bonus="5", decisions=["bet", "bet", "bet"])
    hands[1] |= hand
    dealt = from_shuffler("nsw-2024", BOARD, DEALER, *held.values())
    return {"cards": dealt, "hands": hands, "events": list(events)}


def invalid(during: str, place: int = 2, **more: Any) -> dict[str, Any]:
    return event(during, "invalid-wager", place=place, **more)


def assert_void(hand: dict[str, Any]) -> None:
    """Nothing won, nothing lost, every stake back."""
    assert hand["outcome"] == "void"
    for wager in hand["wagers"].values():
        assert wager["outcome"] == "returned"
        assert wager["paid"] == "0.00"
        assert wager["returned"] == wager["stake"]


def assert_nothing_set_off_by_the_royal(result: dict[str, Any]) -> None:
    """No royal, no bonus jackpot: only the flush of place 3 is paid; the increment is off."""
    assert [(award["place"], award["award"]) for award in result["jackpots"]] == [(3, "flush")]
    assert result["meter"]["contributed"] == "2.00"
    assert result["meter"]["after"] == "60002.00"


@pytest.mark.clause("nsw-2024", "1.1:Invalid wager", "11.19", "11.19.1")
def test_found_before_the_first_card_the_wager_goes_back_and_the_place_is_not_dealt_in() -> None:
    dealt = round_of(invalid("wagers"), cards={1: LOSER, 3: FLUSH})
    (result,) = scenario(dealt)
    hands = {hand["place"]: hand for hand in result["hands"]}
    assert_void(hands[2])
    assert list(hands[2]["wagers"]) == ["ante", "bonus", "jackpot"]
    assert hands[2]["cards"] == []
    # The cards it would have been dealt are the next player's.
    assert hands[3]["cards"] == FLUSH.split()
    assert (hands[1]["outcome"], hands[3]["outcome"]) == ("lose", "win")
    assert result["settlement_order"] == [3, 1]
    assert_nothing_set_off_by_the_royal(result)


@pytest.mark.parametrize("during", PHASES[1:])
@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.clause("nsw-2024", "1.1:Invalid wager", "1.1:Void", "11.19", "11.19.2", "15.3.1")
def test_found_during_the_round_a_winner_has_the_stake_back_and_no_winnings(
    during: str, method: str
) -> None:
    (result,) = scenario(round_of(invalid(during)), method=method)
    (normal,) = scenario(round_of(), method=method)
    assert "60003.00" in [award["amount"] for award in normal["jackpots"]]
    assert_void(result["hands"][1])
    assert result["hands"][0] == normal["hands"][0]
    assert result["hands"][2] == normal["hands"][2]
    assert result["settlement_order"] == [3, 1]
    assert_nothing_set_off_by_the_royal(result)


@pytest.mark.parametrize("during", PHASES[1:])
@pytest.mark.clause("nsw-2024", "1.1:Invalid wager", "11.19", "11.19.2", "15.3.1")
def test_found_during_the_round_a_loser_has_the_stake_back_too(during: str) -> None:
    (result,) = scenario(round_of(invalid(during, place=1)))
    assert_void(result["hands"][0])
    # Its own jackpot wager is no longer valid: no bonus jackpot when the royal is won.
    paid = [(award["place"], award["kind"]) for award in result["jackpots"]]
    assert paid == [(3, "bonus"), (3, "fixed"), (2, "progressive")]
    assert result["jackpots"][-1]["amount"] == "60002.00"
    assert result["meter"]["contributed"] == "2.00"


@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.parametrize(
    "hand",
    [
        {"decisions": ["fold"]},
        {"decisions": ["bet", "fold"]},
        {"concede": True},
        {},
    ],
)
@pytest.mark.clause("nsw-2024", "1.1:Invalid wager", "11.19.2")
def test_a_player_card_found_wrong_when_the_hand_is_collected_voids_it(
    method: str, hand: dict[str, Any]
) -> None:
    (result,) = scenario(round_of(invalid_card=True, **hand), method=method)
    assert_void(result["hands"][1])
    assert_nothing_set_off_by_the_royal(result)


@pytest.mark.clause("nsw-2024", "1.1:Invalid wager", "11.19.2")
def test_found_after_its_place_was_settled_and_paid_it_is_void_all_the_same() -> None:
    (result,) = scenario(round_of(invalid("settlement", after_place=2)))
    assert_void(result["hands"][1])
    assert_nothing_set_off_by_the_royal(result)


@pytest.mark.clause("nsw-2024", "1.1:Invalid wager", "11.19.2")
def test_winnings_and_awards_paid_on_an_invalid_wager_are_to_be_given_back() -> None:
    felt = jackpot_felt().wagers(p1="25", p2="25")
    felt.jackpot(1, 2).deal(f"{BOARD} {DEALER} {ROYAL} {FLUSH}").to_showdown().settle(2, 1)
    felt.pay(2, "flush")
    felt.go(Report(Irregularity.INVALID_WAGER, 2))
    # The flush won 50 and its ante 25, and 100 for the jackpot.
    assert sum(due.amount for due in felt.round.give_back) == dollars("175")
    assert {due.place for due in felt.round.give_back} == {2}


@pytest.mark.clause("nsw-2024", "1.1:Invalid wager", "11.19.2")
def test_awards_recognised_on_an_invalid_wager_are_taken_back_before_they_are_paid() -> None:
    felt = jackpot_felt(bonus=True).wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal(f"{BOARD} {DEALER} {LOSER} {ROYAL}").to_showdown().settle(2, 1)
    assert [due.award.award for due in felt.round.awards] == ["royal-flush", "royal-flush"]
    felt.go(c.KeyAward(2, "royal-flush"), Report(Irregularity.INVALID_WAGER, 2))
    assert felt.round.awards == ()
    assert felt.phase == "reconcile"  # place 2 has its winnings to give back
    assert felt.meter == "60001.00"


@pytest.mark.clause("nsw-2024", "1.1:Invalid wager", "11.19.2")
def test_the_other_of_two_straight_flushes_is_paid_as_if_it_were_the_only_one() -> None:
    rules = table_rules(jackpot=jackpot_rules(increment_millionths=0))
    felt = Felt(rules, meter="80000").wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal("8h 9h Th Kc 2d 3s 8c Jh Qh 7h 6h").to_showdown()
    felt.settle(2, 1)
    assert [str(due.award.amount) for due in felt.round.awards] == ["7600.00", "7600.00"]
    felt.go(Report(Irregularity.INVALID_WAGER, 2))
    assert [(due.award.place, str(due.award.amount)) for due in felt.round.awards] == [
        (1, "8000.00")
    ]


@pytest.mark.clause("nsw-2024", "11.19:tail")
def test_rounds_settled_before_an_invalid_wager_is_found_stand() -> None:
    first, second = scenario(round_of(), round_of(invalid("showdown")))
    assert [first] == scenario(round_of())
    assert first["hands"][1]["outcome"] == "win"
    assert "60003.00" in [award["amount"] for award in first["jackpots"]]
    assert second["meter"]["before"] == first["meter"]["after"] == "20000.00"
    assert_void(second["hands"][1])


@pytest.mark.clause("nsw-2024", "11.19:tail")
def test_a_settled_round_cannot_be_touched_by_an_invalid_wager_any_more() -> None:
    felt = Felt(table_rules()).wagers(p1="25").deal(f"{BOARD} {DEALER} {ROYAL}")
    felt.to_showdown().settle(1)
    assert felt.refuses(Report(Irregularity.INVALID_WAGER, 1)).refusal is Refusal.CANNOT_HAPPEN
    assert felt.place(1).results[Area.FLOP].outcome is Outcome.WIN


@pytest.mark.clause("nsw-2024", "11.19:tail")
def test_a_round_that_is_settled_and_not_yet_closed_stands_as_well() -> None:
    felt = jackpot_felt().wagers(p1="25").jackpot(1)
    felt.deal(f"{BOARD} {DEALER} {FLUSH}").to_showdown().settle(1)
    felt.pay(1, "flush")
    assert felt.phase == "reconcile"
    assert felt.refuses(Report(Irregularity.INVALID_WAGER, 1)).refusal is Refusal.CANNOT_HAPPEN


@pytest.mark.clause("nsw-2024", "11.19")
def test_only_a_wager_that_was_made_can_be_invalid_and_each_finding_is_logged() -> None:
    felt = Felt(table_rules()).wagers(p1="25", p2="25")
    assert felt.refuses(Report(Irregularity.INVALID_WAGER)).refusal is Refusal.NEEDS_A_PLACE
    assert felt.refuses(Report(Irregularity.INVALID_WAGER, 3)).refusal is Refusal.NOT_DEALT_IN
    felt.go(Report(Irregularity.INVALID_WAGER, 2))
    logged = [event for event in felt.events if isinstance(event, IrregularityRuled)]
    assert [(entry.irregularity, entry.place) for entry in logged] == [
        (Irregularity.INVALID_WAGER, 2)
    ]


@pytest.mark.parametrize("during", PHASES)
def test_the_old_rules_are_silent_and_an_invalid_wager_is_handled_alike(during: str) -> None:
    held = {1: LOSER, 3: FLUSH} if during == "wagers" else {1: LOSER, 2: ROYAL, 3: FLUSH}
    round_ = round_of(invalid(during), cards=held)
    dealt = {**round_, "cards": from_shuffler("nsw-legacy", BOARD, DEALER, *held.values())}
    (result,) = play(to_toml({"ruleset": "nsw-legacy", "rounds": [no_jackpot(dealt)]}))
    assert (result["result"], result["clause"]) == ("settled", None)
    assert_void(result["hands"][1])
    assert [hand["outcome"] for hand in result["hands"]] == ["lose", "void", "win"]


def no_jackpot(round_: dict[str, Any]) -> dict[str, Any]:
    return {**round_, "hands": [{**hand, "jackpot": False} for hand in round_["hands"]]}
