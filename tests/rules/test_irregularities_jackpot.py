"""The jackpot equipment fails, and what becomes of the jackpot wagers (R38)."""

from typing import Any

import pytest

from controller.games.bonus.commands import Decision, Irregularity, Report
from controller.games.bonus.events import GiveBack
from controller.games.bonus.refusals import Refusal
from tests.helpers.felt import Felt, dollars, jackpot_felt, table_rules
from tests.helpers.rounds import betting, event, from_shuffler, methods, results

BOARD, DEALER, NOTHING, STRAIGHT_FLUSH = "Qh Jh Th 7d 2s", "As Ks", "3c 4d", "9h 8h"


def played(
    ruleset: str, *events: dict[str, Any], method: str = "A", fold: bool = False
) -> dict[str, Any]:
    """Place 1 folds or loses with nothing, place 2 has a straight flush; both bet the jackpot."""
    cards = from_shuffler(ruleset, BOARD, DEALER, NOTHING, STRAIGHT_FLUSH)
    hands = betting(2, fold=(1,) if fold else ())
    figures = {"schedule": "nsw", "wager": "5", "meter": "80000", "increment": "0.20"}
    return results(ruleset, cards, hands, *events, method=method, jackpot=figures)[0]


def failed(during: str, **more: Any) -> dict[str, Any]:
    return event(during, "jackpot-equipment-failed", **more)


def base_game(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {**hand, "wagers": {area: w for area, w in hand["wagers"].items() if area != "jackpot"}}
        for hand in result["hands"]
    ]


def jackpot_wagers(result: dict[str, Any]) -> list[tuple[str, str]]:
    wagers = [hand["wagers"]["jackpot"] for hand in result["hands"]]
    return [(wager["outcome"], wager["returned"]) for wager in wagers]


@methods
@pytest.mark.parametrize(
    "moment",
    [
        {"during": "wagers"},
        {"during": "deal"},
        {"during": "flop-decisions"},
        {"during": "flop-decisions", "after_place": 1},
        {"during": "flop-decisions", "after_place": 2, "decision": "continue"},
    ],
)
@pytest.mark.parametrize("fold", [False, True])
def test_before_the_flop_all_jackpot_wagers_go_back_and_the_game_goes_on_without(
    ruleset: str, method: str, moment: dict[str, Any], fold: bool
) -> None:
    result = played(ruleset, failed(**moment), method=method, fold=fold)
    normal = played(ruleset, method=method, fold=fold)
    assert result["result"] == "settled"
    assert base_game(result)[1] == base_game(normal)[1]
    assert jackpot_wagers(result) == [("returned", "5.00")] * 2
    assert result["jackpots"] == []
    assert result["meter"]["contributed"] == "0.00"
    assert result["meter"]["after"] == "80000.00"
    assert result["notices"] == ["inspector"]


@methods
@pytest.mark.parametrize("during", ["turn-decisions", "river-decisions", "showdown", "settlement"])
@pytest.mark.parametrize("decision", [{}, {"decision": "continue"}])
def test_after_the_flop_the_wagers_stand_and_are_settled_on_the_frozen_meter(
    ruleset: str, method: str, during: str, decision: dict[str, str]
) -> None:
    result = played(ruleset, failed(during, **decision), method=method)
    normal = played(ruleset, method=method)
    assert {**result, "notices": []} == normal
    assert result["jackpots"][0]["amount"] == "8000.20"
    assert result["notices"] == ["inspector"]


@methods
@pytest.mark.parametrize("during", ["turn-decisions", "river-decisions", "showdown", "settlement"])
@pytest.mark.parametrize("fold", [False, True])
def test_after_the_flop_a_supervisor_may_cancel_them_and_they_go_back(
    ruleset: str, method: str, during: str, fold: bool
) -> None:
    result = played(ruleset, failed(during, decision="void"), method=method, fold=fold)
    assert result["result"] == "settled"
    assert jackpot_wagers(result) == [("returned", "5.00")] * 2
    assert result["jackpots"] == []
    assert result["meter"]["after"] == "80000.00"
    assert result["notices"] == ["inspector"]


def test_an_award_paid_before_the_wagers_were_cancelled_is_to_be_given_back(ruleset: str) -> None:
    felt = jackpot_felt(ruleset, meter="80000").wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal(from_shuffler(ruleset, BOARD, DEALER, STRAIGHT_FLUSH, "5h 4h"))
    felt.to_showdown().settle(2, 1)
    felt.pay(2, "flush")
    cancel = Report(Irregularity.JACKPOT_EQUIPMENT_FAILED, decision=Decision.VOID)
    felt.go(cancel)
    assert felt.round.awards == ()
    assert felt.round.give_back == (GiveBack(2, dollars("100")),)


def test_a_table_without_a_jackpot_has_no_jackpot_equipment_to_fail(ruleset: str) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25")
    refused = felt.refuses(Report(Irregularity.JACKPOT_EQUIPMENT_FAILED))
    assert (refused.refusal, refused.clause) == (Refusal.JACKPOT_NOT_OFFERED, "15.2")
