"""South Dakota prints no misdeal rule: handled as under `nsw-legacy`, without a clause (R41)."""

from typing import Any

import pytest

from controller.games.bonus import commands as c
from controller.games.bonus.commands import Decision, Irregularity, Report
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.rules import Street
from simulators.games.bonus.scenario.result import round_result
from tests.helpers.felt import Felt, dealt_by_hand, dollars, jackpot_felt, table_rules
from tests.helpers.rounds import PHASES, betting, event, results

DEALER, HANDS = "4c 6d", ("7c 7d", "9h 8h", "Ah Kh")
STREETS = "2s Qh Jh Th 3s 2c 5s 3d"


def played(*events: dict[str, Any], boxes: tuple[str, ...] = HANDS, **first: Any) -> dict[str, Any]:
    """Three places with nothing, a straight flush and a royal; all bet the progressive."""
    hands = betting(3)
    hands[0] |= first
    figures = {"schedule": "PMG-01", "wager": "1", "meter": "12000", "seed": "10000"}
    cards = f"{dealt_by_hand(DEALER, *boxes)} {STREETS}"
    return results("sd", cards, hands, *events, jackpot=figures | {"increment": "0.20"})[0]


def assert_ended(result: dict[str, Any], how: str) -> None:
    """No clause, no result, every stake back and every increment off the meter."""
    assert (result["result"], result["clause"]) == (how, None)
    for hand in result["hands"]:
        assert hand["outcome"] == "void"
        for wager in hand["wagers"].values():
            assert wager["outcome"] == "returned"
            assert wager["returned"] == wager["stake"]
    assert {len(hand["wagers"]) >= 2 for hand in result["hands"]} == {True}
    assert result["jackpots"] == []
    assert result["meter"]["after"] == "12000.00"
    assert result["meter"]["contributed"] == "0.00"


@pytest.mark.parametrize(
    "what",
    [
        event("deal", "wrong-card-count", place="dealer"),
        event("flop-decisions", "wrong-card-count", place=2),
        event("deal", "card-exposed-in-deal", place=1),
        event("deal", "dealer-card-exposed"),
        event("deal", "community-card-exposed", card="flop"),
        event("flop-decisions", "dealer-card-exposed"),
        event("flop-decisions", "community-card-exposed", card="flop"),
        event("flop-decisions", "community-card-exposed", card="river"),
    ],
)
def test_a_misdeal_gives_everything_back(what: dict[str, Any]) -> None:
    assert_ended(played(what), "misdeal")


def test_a_misdeal_gives_back_what_a_fold_had_cost() -> None:
    exposed = event("flop-decisions", "dealer-card-exposed", after_place=1)
    result = played(exposed, decisions=["fold"])
    assert_ended(result, "misdeal")
    assert {area: wager["returned"] for area, wager in result["hands"][0]["wagers"].items()} == {
        "ante": "25.00",
        "jackpot": "1.00",
    }


@pytest.mark.untraced
@pytest.mark.parametrize("during", PHASES)
@pytest.mark.parametrize(
    ("name", "notices"),
    [
        ("missing-card", ["surveillance", "inspector"]),
        ("foreign-card", ["surveillance", "inspector"]),
        ("outcome-invalidated", []),
        ("supervisor-void", []),
    ],
)
def test_a_void_gives_everything_back(during: str, name: str, notices: list[str]) -> None:
    result = played(event(during, name))
    assert_ended(result, "void")
    assert result["notices"] == notices


def test_a_flop_card_exposed_after_some_have_bet_is_for_a_supervisor_to_rule() -> None:
    exposed = event("flop-decisions", "community-card-exposed", after_place=1, card="flop")
    assert_ended(played(exposed), "void")
    assert played({**exposed, "decision": "continue"}) == played()


@pytest.mark.untraced
@pytest.mark.parametrize(
    "what",
    [
        event("flop-decisions", "dealer-card-exposed", after_place=1),
        event("turn-decisions", "dealer-card-exposed"),
        event("flop-decisions", "community-card-exposed", after_place=1, card="turn"),
        event("turn-decisions", "community-card-exposed", card="river"),
        event("turn-decisions", "shuffler-jam"),
        event("wagers", "shuffler-failed"),
        event("turn-decisions", "power-loss"),
    ],
)
def test_what_changes_nothing_under_the_old_rules_changes_nothing_here(
    what: dict[str, Any],
) -> None:
    assert played(what) == played()


def test_a_device_that_fails_with_cards_dealt_makes_the_round_void() -> None:
    assert_ended(played(event("deal", "shuffler-failed")), "void")


def test_cards_at_an_empty_box_are_a_misdeal_unless_cards_were_handled() -> None:
    boxes = (*HANDS, "Kc 4d")
    box = event("flop-decisions", "cards-to-empty-box", place=4)
    assert_ended(played(box, boxes=boxes), "misdeal")
    assert played({**box, "handled": True}, boxes=boxes) == played()


def test_stakes_are_forfeited_where_a_supervisor_says_so() -> None:
    result = played(event("showdown", "outcome-invalidated", forfeit=[3]))
    assert (result["result"], result["clause"]) == ("void", None)
    wagers = result["hands"][2]["wagers"]
    assert {area: wager["outcome"] for area, wager in wagers.items()} == {
        "ante": "lose",
        "flop": "lose",
        "jackpot": "taken",
    }
    assert result["meter"]["after"] == "12000.20"


def test_a_void_in_the_settlement_lists_winnings_awards_and_nothing_else_to_give_back() -> None:
    felt = jackpot_felt("sd", seed="10000").wagers(p1="25", p2="25", p3="25").jackpot(1, 2, 3)
    felt.deal(dealt_by_hand(DEALER, *HANDS)).to_showdown("2s Qh Jh Th", "3s 2c", "5s 3d").settle(3)
    royal = "royal-flush"
    felt.pay(3, royal).settle(2)
    felt.go(Report(Irregularity.SUPERVISOR_VOID))
    # The royal: 50 and 25 in the game and the meter; the straight flush is not yet paid.
    owed = {due.place: due.amount for due in felt.round.give_back}
    assert owed == {3: dollars("12000.60") + dollars("75"), 2: dollars("75")}
    assert felt.meter == "12000.00"


@pytest.mark.parametrize("ending", [Irregularity.DEALER_CARD_EXPOSED, Irregularity.SUPERVISOR_VOID])
def test_after_a_misdeal_or_void_the_sensors_are_released(ending: Irregularity) -> None:
    felt = jackpot_felt("sd").wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal(dealt_by_hand(DEALER, *HANDS[:2])).go(Report(ending), c.CloseRound())
    felt.wagers(p1="25", p2="25").jackpot(2).do(c.NoMoreBets())
    assert [place.number for place in felt.round.places if "jackpot" in place.stakes] == [2]


def test_a_missing_card_asks_for_a_deck_check_before_the_next_round() -> None:
    felt = Felt(table_rules("sd")).wagers(p1="25").deal(dealt_by_hand(DEALER, HANDS[0]))
    felt.go(Report(Irregularity.MISSING_CARD), c.CloseRound())
    assert felt.why(c.OpenRound(2)) == (Refusal.DECK_CHECK_DUE, None)
    felt.go(c.DeckVerified(), c.OpenRound(2))


@pytest.mark.parametrize("during", PHASES[:3])
def test_equipment_that_fails_before_the_flop_gives_the_progressive_wagers_back(
    during: str,
) -> None:
    result = played(event(during, "jackpot-equipment-failed"))
    assert result["result"] == "settled"
    assert [hand["wagers"]["jackpot"]["outcome"] for hand in result["hands"]] == ["returned"] * 3
    assert result["jackpots"] == []
    assert result["meter"]["after"] == "12000.00"
    assert result["notices"] == ["inspector"]


@pytest.mark.untraced
@pytest.mark.parametrize("during", PHASES[3:])
def test_equipment_that_fails_later_leaves_the_wagers_standing_or_a_supervisor_cancels_them(
    during: str,
) -> None:
    stands = played(event(during, "jackpot-equipment-failed"))
    assert {**stands, "notices": ["supervisor"]} == played()
    assert stands["notices"] == ["inspector", "supervisor"]
    cancelled = played(event(during, "jackpot-equipment-failed", decision="void"))
    assert cancelled["jackpots"] == []
    assert cancelled["meter"]["after"] == "12000.00"


@pytest.mark.parametrize("during", PHASES[1:])
def test_an_invalid_wager_is_given_back_and_sets_nothing_off(during: str) -> None:
    result = played(event(during, "invalid-wager", place=3))
    assert result["hands"][2]["outcome"] == "void"
    assert {wager["outcome"] for wager in result["hands"][2]["wagers"].values()} == {"returned"}
    paid = [(award["place"], award["kind"], award["amount"]) for award in result["jackpots"]]
    assert paid == [(2, "progressive", "1200.04"), (1, "envy", "300.00")]
    assert result["meter"]["contributed"] == "0.40"


def test_a_wrong_flop_wager_is_put_right_or_the_player_folds_and_has_it_back() -> None:
    wrong = event("flop-decisions", "flop-wager-corrected", place=1)
    assert played(wrong, flop="60") == played()
    folded = played({**wrong, "decision": "fold"}, flop="60")["hands"][0]
    assert folded["outcome"] == "folded"
    assert folded["wagers"]["ante"]["outcome"] == "lose"
    assert folded["wagers"]["flop"]["returned"] == "60.00"


def test_a_hand_nobody_decides_on_is_folded_before_the_flop() -> None:
    absent = event("flop-decisions", "deemed-fold", place=1)
    assert played(absent, decisions=[]) == played(decisions=["fold"])


def test_no_clause_is_cited_for_what_the_rules_do_not_print() -> None:
    felt = Felt(table_rules("sd")).wagers(p1="25").deal(dealt_by_hand(DEALER, HANDS[0]))
    felt.go(Report(Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.TURN, decision=Decision.VOID))
    assert round_result(felt.table)["clause"] is None
