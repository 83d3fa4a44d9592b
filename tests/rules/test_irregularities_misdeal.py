"""Rules 11.1 to 11.4: a wrong deal, and a dealer's card that is seen too early (R31, R32)."""

from typing import Any

import pytest

from controller.domain.cards import parse_cards
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Decision, Irregularity, Report
from controller.games.bonus.events import IrregularityRuled
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.rules import Street
from simulators.games.bonus.scenario.result import round_result
from tests.helpers.felt import Felt, jackpot_felt, table_rules
from tests.helpers.rounds import BETS, betting, event, from_shuffler, methods, results

BOARD, DEALER = "Ks 9d 4c 7h 2s", "Qd Jc"
HANDS = {1: "Kh 3d", 2: "Th 8h", 3: "Ad Ac"}
"""Against the dealer's king high: a pair of kings wins, ten high loses, a pair of aces wins."""


def as_dealt(ruleset: str, hands: dict[int, str]) -> str:
    return from_shuffler(ruleset, BOARD, DEALER, *(hands[place] for place in sorted(hands)))


def played(
    ruleset: str,
    *events: dict[str, Any],
    hands: dict[int, str] | None = None,
    method: str = "A",
    **decisions: list[str],
) -> dict[str, Any]:
    """One round: antes 25, 50 and 100, a bonus at 1 and 3, a jackpot wager at 1 and 3.

    Everybody bets the flop and checks the rest, unless told otherwise: `p2=["fold"]`.
    """
    first, second, third = wagered = betting(3, without=(2,))
    first |= {"bonus": "5"}
    second |= {"ante": "50"}
    third |= {"ante": "100", "bonus": "10"}
    for key, made in decisions.items():
        wagered[int(key.removeprefix("p")) - 1]["decisions"] = made
    cards = as_dealt(ruleset, hands or HANDS)
    figures = {"schedule": "nsw", "wager": "5", "meter": "60000", "increment": "0.20"}
    return results(ruleset, cards, wagered, *events, method=method, jackpot=figures)[0]


def back(result: dict[str, Any]) -> dict[int, dict[str, str]]:
    """What went back to each place, after a round without any result."""
    for hand in result["hands"]:
        assert hand["outcome"] == "void"
        for wager in hand["wagers"].values():
            assert wager["outcome"] == "returned"
            assert wager["paid"] == "0.00"
            assert wager["returned"] == wager["stake"]
    assert result["jackpots"] == []
    assert result["settlement_order"] == []
    assert result["meter"]["after"] == result["meter"]["before"] == "60000.00"
    assert result["meter"]["contributed"] == "0.00"
    return {
        hand["place"]: {area: wager["returned"] for area, wager in hand["wagers"].items()}
        for hand in result["hands"]
    }


BEFORE_ANY_FLOP_WAGER = {
    1: {"ante": "25.00", "bonus": "5.00", "jackpot": "5.00"},
    2: {"ante": "50.00"},
    3: {"ante": "100.00", "bonus": "10.00", "jackpot": "5.00"},
}
WITH_EVERY_FLOP_WAGER = {
    1: {"ante": "25.00", "bonus": "5.00", "flop": "50.00", "jackpot": "5.00"},
    2: {"ante": "50.00", "flop": "100.00"},
    3: {"ante": "100.00", "bonus": "10.00", "flop": "200.00", "jackpot": "5.00"},
}


def ending(result: dict[str, Any]) -> tuple[str, str | None]:
    return result["result"], result["clause"]


def at_the_flop_decisions(ruleset: str, *places: int) -> Felt:
    """Antes of 25 at these places, dealt, nobody has decided."""
    felt = jackpot_felt(ruleset).wagers(**{f"p{place}": "25" for place in places})
    return felt.deal(as_dealt(ruleset, {place: HANDS[place] for place in places}))


@pytest.mark.untraced
@pytest.mark.parametrize("whose", [2, "dealer", "community"])
@pytest.mark.parametrize(
    ("during", "stakes"),
    [
        ("deal", BEFORE_ANY_FLOP_WAGER),
        ("flop-decisions", BEFORE_ANY_FLOP_WAGER),
        ("turn-decisions", WITH_EVERY_FLOP_WAGER),
        ("showdown", WITH_EVERY_FLOP_WAGER),
    ],
)
@pytest.mark.clause("nsw", "1.1:Void", "11.1", "15.3.1")
def test_a_wrong_number_of_cards_is_a_misdeal_and_every_wager_goes_back(
    ruleset: str, whose: int | str, during: str, stakes: dict[int, dict[str, str]]
) -> None:
    result = played(ruleset, event(during, "wrong-card-count", place=whose))
    assert ending(result) == ("misdeal", "11.1")
    assert back(result) == stakes


@pytest.mark.clause("nsw", "11.1")
def test_one_card_too_many_holds_the_flop_until_it_is_explained(ruleset: str) -> None:
    felt = at_the_flop_decisions(ruleset, 1, 2).go(*map(c.CardDrawn, parse_cards("5s")))
    felt.all("bet")
    assert felt.why(c.Reveal(Street.FLOP)) == (Refusal.CARDS_UNEXPLAINED, "11.1")
    felt.go(Report(Irregularity.WRONG_CARD_COUNT))
    assert ending(round_result(felt.table)) == ("misdeal", "11.1")


@pytest.mark.clause("nsw", "11.1")
def test_with_one_card_too_few_the_deal_does_not_end(ruleset: str) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25")
    felt.deal("Ks 9d 4c 7h 2s Qd Jc Kh")
    assert felt.refuses(c.DealDone()).refusal is Refusal.CARDS_MISSING
    assert felt.phase == "deal"


@pytest.mark.parametrize("out", [1, 5, 6, 10])
@pytest.mark.parametrize(
    "what",
    [
        Report(Irregularity.CARD_EXPOSED_IN_DEAL, 2),
        Report(Irregularity.DEALER_CARD_EXPOSED),
        Report(Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.FLOP),
        Report(Irregularity.COMMUNITY_CARD_EXPOSED, card=Street.RIVER),
    ],
)
@pytest.mark.clause("nsw", "11.2")
def test_any_card_exposed_during_the_deal_is_a_misdeal(
    ruleset: str, out: int, what: Report
) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25", p2="50")
    cards = as_dealt(ruleset, {1: HANDS[1], 2: HANDS[2]}).split()
    felt.deal(" ".join(cards[:out])).go(what)
    assert ending(round_result(felt.table)) == ("misdeal", "11.2")


@pytest.mark.clause("nsw", "11.2")
def test_an_exposure_in_the_deal_is_told_until_the_first_player_has_decided(ruleset: str) -> None:
    result = played(ruleset, event("deal", "card-exposed-in-deal", place=3))
    assert ending(result) == ("misdeal", "11.2")
    assert back(result) == BEFORE_ANY_FLOP_WAGER
    exposed = Report(Irregularity.CARD_EXPOSED_IN_DEAL, 2)
    # The device has given its last card, and the dealer still has it in hand.
    late = at_the_flop_decisions(ruleset, 1, 2).go(exposed)
    assert ending(round_result(late.table)) == ("misdeal", "11.2")
    for choice in ("bet", "fold"):
        over = at_the_flop_decisions(ruleset, 1, 2).decide(1, choice)
        assert over.refuses(exposed).refusal is Refusal.CANNOT_HAPPEN


@methods
@pytest.mark.clause("nsw", "1.1:Void", "11.3", "15.3.1")
def test_a_misdeal_gives_back_what_was_collected_from_folded_places_too(
    ruleset: str, method: str
) -> None:
    exposed = event("flop-decisions", "dealer-card-exposed", after_place=1)
    result = played(ruleset, exposed, p1=["fold"], method=method)
    assert ending(result) == ("misdeal", "11.4.1")
    assert back(result) == BEFORE_ANY_FLOP_WAGER


@pytest.mark.clause("nsw", "11.3", "15.3", "15.3.1")
def test_after_a_misdeal_the_increments_are_off_the_meter_and_a_new_round_is_dealt(
    ruleset: str,
) -> None:
    felt = jackpot_felt(ruleset).wagers(p1="25", p2="50").jackpot(1, 2)
    felt.deal(as_dealt(ruleset, {1: HANDS[1], 2: HANDS[2]}))
    assert str(felt.table.meter.value if felt.table.meter else None) == "60002.00"
    felt.go(Report(Irregularity.DEALER_CARD_EXPOSED))
    assert str(felt.table.meter.value if felt.table.meter else None) == "60000.00"
    logged = [entry for entry in felt.events if isinstance(entry, IrregularityRuled)]
    assert [entry.clause for entry in logged] == ["11.4.1"]
    felt.go(c.CloseRound()).wagers(p1="25").deal(as_dealt(ruleset, {1: HANDS[1]}))
    assert (felt.round.number, felt.phase) == (2, "flop-decisions")
    assert not felt.place(2).dealt_in


@pytest.mark.parametrize("fold", [[], ["fold"]])
@pytest.mark.clause("nsw", "11.4", "11.4.1")
def test_a_dealers_card_exposed_before_any_flop_wager_is_a_misdeal(
    ruleset: str, fold: list[str]
) -> None:
    moment = {"after_place": 1} if fold else {}
    exposed = event("flop-decisions", "dealer-card-exposed", **moment)
    result = played(ruleset, exposed, p1=fold or BETS)
    assert ending(result) == ("misdeal", "11.4.1")
    assert result["dealer"]["cards"] == []


@pytest.mark.clause("nsw", "11.4.1")
def test_a_flop_wager_that_went_back_with_a_fold_is_none_on_the_table(ruleset: str) -> None:
    felt = at_the_flop_decisions(ruleset, 1, 2).decide(1, "bet", "60")
    felt.go(Report(Irregularity.FLOP_WAGER_CORRECTED, 1, decision=Decision.FOLD))
    felt.go(Report(Irregularity.DEALER_CARD_EXPOSED))
    assert ending(round_result(felt.table)) == ("misdeal", "11.4.1")


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("during", "after"),
    [
        ("flop-decisions", 1),
        ("flop-decisions", 3),
        ("turn-decisions", None),
        ("turn-decisions", 2),
        ("river-decisions", 3),
    ],
)
@pytest.mark.clause("nsw", "11.4", "11.4.2")
def test_with_a_flop_wager_on_the_table_an_exposed_dealers_card_changes_nothing(
    ruleset: str, during: str, after: int | None
) -> None:
    moment = {"after_place": after} if after else {}
    result = played(ruleset, event(during, "dealer-card-exposed", **moment))
    assert result == played(ruleset)
    assert ending(result) == ("settled", None)
