"""Rules 11.5 to 11.8: community cards seen too early, and cards at an empty box (R33 to R35)."""

from typing import Any

import pytest

from controller.domain.cards import parse_cards
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity, Report
from controller.games.bonus.events import EmptyBoxDiscarded, IrregularityRuled
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.view import public_view
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Choice
from tests.helpers.felt import Felt, table_rules
from tests.helpers.rounds import BETS, event
from tests.rules.test_irregularities_misdeal import (
    BEFORE_ANY_FLOP_WAGER,
    BOARD,
    DEALER,
    HANDS,
    WITH_EVERY_FLOP_WAGER,
    as_dealt,
    at_the_flop_decisions,
    back,
    ending,
    played,
)

any_community_card = pytest.mark.parametrize("card", ["flop", "turn", "river"])


@any_community_card
@pytest.mark.parametrize("fold", [[], ["fold"]])
@pytest.mark.clause("nsw-legacy", "11.5")
def test_legacy_a_community_card_exposed_before_any_flop_wager_is_a_misdeal_for_all(
    card: str, fold: list[str]
) -> None:
    moment = {"after_place": 1} if fold else {}
    exposed = event("flop-decisions", "community-card-exposed", card=card, **moment)
    result = played("nsw-legacy", exposed, p1=fold or BETS)
    assert ending(result) == ("misdeal", "11.5")
    assert back(result) == BEFORE_ANY_FLOP_WAGER
    assert result["community"] == []


@pytest.mark.clause("nsw-legacy", "11.5")
def test_legacy_a_flop_card_exposed_after_some_have_bet_is_for_a_supervisor_to_rule() -> None:
    exposed = event("flop-decisions", "community-card-exposed", after_place=1, card="flop")
    void = played("nsw-legacy", exposed)
    assert ending(void) == ("void", "11.5")
    assert back(void) == {**BEFORE_ANY_FLOP_WAGER, 1: WITH_EVERY_FLOP_WAGER[1]}
    assert played("nsw-legacy", {**exposed, "decision": "void"}) == void
    stands = played("nsw-legacy", {**exposed, "decision": "continue"})
    assert stands == played("nsw-legacy")


@any_community_card
@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.clause("nsw-2024", "1.1:Void", "11.5", "15.3", "15.3.1")
def test_new_a_community_card_exposed_voids_only_the_hands_without_a_flop_wager(
    card: str, method: str
) -> None:
    exposed = event("flop-decisions", "community-card-exposed", after_place=2, card=card)
    result = played("nsw-2024", exposed, p2=["fold"], method=method)
    normal = played("nsw-2024", p2=["fold"], method=method)
    assert ending(result) == ("settled", None)
    assert result["hands"][:2] == normal["hands"][:2]
    assert [hand["outcome"] for hand in result["hands"]] == ["win", "folded", "void"]
    for area, stake in BEFORE_ANY_FLOP_WAGER[3].items():
        assert result["hands"][2]["wagers"][area] == {
            "stake": stake,
            "outcome": "returned",
            "paid": "0.00",
            "returned": stake,
        }
    assert result["hands"][2]["cards"] == []
    assert result["settlement_order"] == [1]
    assert result["meter"]["contributed"] == "1.00"
    assert result["meter"]["after"] == "60001.00"


@pytest.mark.clause("nsw-2024", "11.5", "15.3")
def test_new_the_void_of_single_hands_is_logged_under_its_clause() -> None:
    felt = at_the_flop_decisions("nsw-2024", 1, 2, 3).decide(1, "bet")
    felt.go(Report(Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.TURN))
    logged = [entry for entry in felt.events if isinstance(entry, IrregularityRuled)]
    assert [entry.clause for entry in logged] == ["11.5"]
    assert felt.refuses(c.Decide(2, Choice.BET)).refusal is Refusal.HAND_OVER


@any_community_card
@pytest.mark.parametrize("moment", [{"after_place": 1, "decision": "continue"}, {"after_place": 3}])
@pytest.mark.clause("nsw-2024", "11.5")
def test_new_the_hands_stand_where_a_supervisor_lets_them_or_everybody_has_bet(
    card: str, moment: dict[str, Any]
) -> None:
    exposed = event("flop-decisions", "community-card-exposed", card=card, **moment)
    assert played("nsw-2024", exposed) == played("nsw-2024")


@pytest.mark.parametrize("fold", [[], ["fold"]])
@pytest.mark.clause("nsw-2024", "1.1:Void", "11.5", "15.3.1")
def test_new_with_no_flop_wager_at_all_nobody_is_left_and_the_round_is_void(
    fold: list[str],
) -> None:
    moment = {"after_place": 1} if fold else {}
    exposed = event("flop-decisions", "community-card-exposed", card="river", **moment)
    result = played("nsw-2024", exposed, p1=fold or BETS)
    assert ending(result) == ("void", "11.5")
    assert back(result) == BEFORE_ANY_FLOP_WAGER


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("during", "card"),
    [
        ("flop-decisions", "turn"),
        ("flop-decisions", "river"),
        ("turn-decisions", "turn"),
        ("turn-decisions", "river"),
        ("river-decisions", "river"),
    ],
)
@pytest.mark.clause("nsw", "11.6")
def test_turn_or_river_exposed_after_the_flop_wagers_goes_face_down_and_play_goes_on(
    ruleset: str, during: str, card: str
) -> None:
    exposed = event(during, "community-card-exposed", after_place=3, card=card)
    result = played(ruleset, exposed)
    assert result == played(ruleset)
    assert result["community"] == BOARD.split()


@pytest.mark.parametrize("card", ["turn", "river"])
@pytest.mark.clause("nsw-legacy", "11.6")
def test_legacy_one_flop_wager_is_enough_for_an_exposed_turn_or_river_to_change_nothing(
    card: str,
) -> None:
    exposed = event("flop-decisions", "community-card-exposed", after_place=1, card=card)
    assert played("nsw-legacy", exposed) == played("nsw-legacy")


@pytest.mark.clause("nsw", "11.6")
def test_a_card_exposed_and_turned_back_is_not_shown_before_its_time(ruleset: str) -> None:
    felt = at_the_flop_decisions(ruleset, 1, 2).all("bet")
    felt.go(Report(Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.TURN)).reveal("flop")
    assert public_view(felt.table).round.community[3:] == (None, None)
    felt.all("check").reveal("turn")
    assert str(public_view(felt.table).round.community[3]) == "7h"
    refused = felt.refuses(Report(Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.TURN))
    assert refused.refusal is Refusal.FACE_UP_ALREADY


WITH_A_BOX_TOO_MANY = {1: HANDS[1], 2: HANDS[2], 3: HANDS[3], 5: "5c 6c"}


@pytest.mark.parametrize("during", ["deal", "flop-decisions"])
@pytest.mark.clause("nsw", "11.7", "15.3.1")
def test_cards_dealt_to_a_box_without_an_ante_are_a_misdeal(ruleset: str, during: str) -> None:
    dealt = event(during, "cards-to-empty-box", place=5)
    result = played(ruleset, dealt, hands=WITH_A_BOX_TOO_MANY)
    assert ending(result) == ("misdeal", "11.7")
    assert back(result) == BEFORE_ANY_FLOP_WAGER


@pytest.mark.untraced
@pytest.mark.parametrize("during", ["deal", "flop-decisions", "turn-decisions"])
@pytest.mark.clause("nsw", "11.8")
def test_once_a_player_has_handled_cards_the_extra_hand_is_discarded_and_play_goes_on(
    ruleset: str, during: str
) -> None:
    dealt = event(during, "cards-to-empty-box", place=5, handled=True)
    assert played(ruleset, dealt, hands=WITH_A_BOX_TOO_MANY) == played(ruleset)


@pytest.mark.clause("nsw", "11.7", "11.8")
def test_a_discarded_hand_between_two_players_leaves_each_with_the_own_cards(ruleset: str) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25", p3="25").deal(as_dealt(ruleset, HANDS))
    felt.all("bet")
    assert felt.refuses(c.Reveal(Street.FLOP)).refusal is Refusal.CARDS_UNEXPLAINED
    box = Report(Irregularity.CARDS_TO_EMPTY_BOX, 1, handled=True)
    assert felt.refuses(box).refusal is Refusal.BOX_HAS_ANTE
    felt.go(Report(Irregularity.CARDS_TO_EMPTY_BOX, 2, handled=True))
    assert EmptyBoxDiscarded(2) in felt.events
    held = [felt.place(1).cards, felt.place(3).cards, felt.round.dealer]
    assert held == [parse_cards(HANDS[1]), parse_cards(HANDS[3]), parse_cards(DEALER)]
    assert felt.place(2).cards == ()
    felt.reveal("flop")
