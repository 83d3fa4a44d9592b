"""Void rounds: rules 11.9, 12.2, 13.4 to 13.6, and what is handed back (R31, R36, R37, R40)."""

from typing import Any

import pytest

from controller.domain.cards import Card
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity, Report
from controller.games.bonus.events import GiveBack
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.refusals import Refusal
from simulators.games.bonus.scenario.result import round_result
from tests.helpers.felt import Felt, dollars, jackpot_felt, jackpot_rules, play, table_rules
from tests.helpers.rounds import PHASES, event, from_shuffler
from tests.helpers.scenario_gen import to_toml

BOARD, DEALER = "Kh 9h 4h 7d 2s", "Qd Jc"
HANDS = {1: "Ah 3h", 2: "Th 8s", 3: "Ad Ac"}
"""Place 1 has a flush (jackpot 100), place 2 loses, place 3 has aces (ante bonus 30 to 1)."""
PUT_DOWN = {
    1: {"ante": "25.00", "bonus": "5.00", "jackpot": "5.00"},
    2: {"ante": "50.00", "jackpot": "5.00"},
    3: {"ante": "100.00", "bonus": "10.00", "jackpot": "5.00"},
}
any_phase = pytest.mark.parametrize("during", PHASES)


def as_dealt(ruleset: str) -> str:
    return from_shuffler(ruleset, BOARD, DEALER, *HANDS.values())


def rounds(ruleset: str, *events_of_round: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Everybody bets every street; one round for each list of events."""
    hands = [
        {"place": place, **stakes, "jackpot": True, "decisions": ["bet", "bet", "bet"]}
        for place, stakes in PUT_DOWN.items()
    ]
    table = {
        "ruleset": ruleset,
        "jackpot": {"schedule": "nsw", "wager": "5", "meter": "60000", "increment": "0.20"},
        "rounds": [
            {"cards": as_dealt(ruleset), "hands": hands, "events": events}
            for events in events_of_round
        ],
    }
    return play(to_toml(table))


def put_down_until(during: str) -> dict[int, dict[str, str]]:
    """All that lies on the layout when a phase begins."""
    made = PHASES.index(during)
    stakes: dict[int, dict[str, str]] = {}
    for place, first in PUT_DOWN.items():
        ante = int(dollars(first["ante"])) // 100
        later = {"flop": f"{ante * 2}.00", "turn": f"{ante}.00", "river": f"{ante}.00"}
        bets = dict(list(later.items())[: max(0, min(made - 2, 3))])
        stakes[place] = first | bets
    return stakes


def assert_no_result(result: dict[str, Any], meter: str) -> None:
    """1.1: nothing won, nothing lost."""
    for hand in result["hands"]:
        assert hand["outcome"] == "void"
        for wager in hand["wagers"].values():
            assert wager["outcome"] == "returned"
            assert wager["paid"] == "0.00"
    assert result["jackpots"] == []
    assert result["settlement_order"] == []
    assert result["meter"] == {
        "before": meter,
        "contributed": "0.00",
        "awarded": "0.00",
        "reset": "0.00",
        "after": meter,
    }


def returned(result: dict[str, Any]) -> dict[int, dict[str, str]]:
    return {
        hand["place"]: {area: wager["returned"] for area, wager in hand["wagers"].items()}
        for hand in result["hands"]
    }


def at_the_settlement(ruleset: str, **jackpot: Any) -> Felt:
    """As in `rounds`; the dealer's hand is up, nobody is settled."""
    felt = jackpot_felt(ruleset, **jackpot).wagers(p1="25", p2="50", p3="100")
    felt.bonus(1, "5").bonus(3, "10").jackpot(1, 2, 3).deal(as_dealt(ruleset))
    for street in ("flop", "turn", "river"):
        felt.all("bet").reveal(street)
    return felt.go(c.ShowDealersHand(), c.BeginSettlement())


# fmt: off
VOIDS = [
    # event                 legacy    2024      who is told
    ("missing-card",        "11.9.2", "11.9.2", ["surveillance", "inspector"]),
    ("foreign-card",        "11.9.2", "11.9.2", ["surveillance", "inspector"]),
    ("shuffler-failed",     "12.2.1", "12.2.1", []),
    ("outcome-invalidated", "13.4",   "13.5",   []),
    ("supervisor-void",     None,     None,     []),
]
# fmt: on
FOUND = [(during, *void) for during in PHASES for void in VOIDS]
FOUND.remove(("wagers", *VOIDS[2]))  # before the first card there is another device


@pytest.mark.parametrize(("during", "name", "legacy", "current", "notices"), FOUND)
@pytest.mark.clause("nsw", "1.1:Void", "11.9", "11.9.2", "12.2.1", "15.3", "15.3.1")
@pytest.mark.clause("nsw-legacy", "13.5")
@pytest.mark.clause("nsw-2024", "13.6")
def test_a_round_that_is_void_gives_every_stake_back_whenever_that_is_found(
    ruleset: str,
    during: str,
    name: str,
    legacy: str | None,
    current: str | None,
    notices: list[str],
) -> None:
    (result,) = rounds(ruleset, [event(during, name)])
    clause = legacy if ruleset == "nsw-legacy" else current
    assert (result["result"], result["clause"]) == ("void", clause)
    assert_no_result(result, meter="60000.00")
    assert returned(result) == put_down_until(during)
    assert result["notices"] == notices


@pytest.mark.clause("nsw", "11.9")
def test_a_card_that_is_read_twice_holds_the_round_until_somebody_says_what_it_is(
    ruleset: str,
) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25").deal("Kh 9h 4h 7d 2s Qd Jc Ah Kh")
    assert felt.phase == "deal"
    assert felt.why(c.DealDone()) == (Refusal.CARDS_UNEXPLAINED, "11.9")
    felt.do(c.KeyCard(8, Card.parse("9h")))  # out already as well, face down: no refusal tells
    assert felt.refuses(c.DealDone()).clause == "11.9"
    foreign = Felt(felt.table.rules)
    foreign.table = felt.table
    foreign.go(Report(Irregularity.FOREIGN_CARD))
    assert round_result(foreign.table)["clause"] == "11.9.2"
    felt.go(c.KeyCard(8, Card.parse("Kd")))
    assert felt.phase == "flop-decisions"
    assert Card.parse("Kd") in (*felt.round.dealer, *felt.place(1).cards)


@pytest.mark.parametrize(
    ("name", "clause"), [("missing-card", "11.9.2"), ("shuffler-failed", "12.2.1")]
)
@pytest.mark.clause("nsw", "11.9.1", "12.2.2")
def test_rounds_completed_before_keep_their_results(ruleset: str, name: str, clause: str) -> None:
    first, second, third = rounds(ruleset, [], [event("showdown", name)], [])
    assert [first] == rounds(ruleset, [])
    assert first["jackpots"][0]["amount"] == "100.00"
    assert first["meter"]["after"] == "60003.00"
    assert second["clause"] == clause
    assert_no_result(second, meter="60003.00")
    assert third["meter"]["before"] == "60003.00"
    assert third["hands"] == first["hands"]


@pytest.mark.parametrize("what", [Irregularity.MISSING_CARD, Irregularity.FOREIGN_CARD])
@pytest.mark.clause("nsw", "11.9.3")
def test_no_round_begins_before_the_deck_has_been_checked_and_verified(
    ruleset: str, what: Irregularity
) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25").deal("Kh 9h 4h 7d 2s Qd Jc Ah Ad")
    felt.go(Report(what), c.CloseRound())
    assert felt.why(c.OpenRound(2)) == (Refusal.DECK_CHECK_DUE, "11.9.3")
    felt.go(c.DeckVerified()).wagers(p1="25")
    assert felt.phase == "wagers"


@pytest.mark.clause("nsw", "12.2.1")
def test_a_shuffler_that_fails_before_the_first_card_changes_nothing(ruleset: str) -> None:
    assert rounds(ruleset, [event("wagers", "shuffler-failed")]) == rounds(ruleset, [])
    felt = Felt(table_rules(ruleset)).wagers(p1="25").deal("")
    felt.go(Report(Irregularity.SHUFFLER_FAILED))
    assert felt.phase == "deal"
    felt.go(c.CardDrawn(Card.parse("Kh")), Report(Irregularity.SHUFFLER_FAILED))
    assert round_result(felt.table)["clause"] == "12.2.1"


@any_phase
def test_a_jam_of_the_shuffler_is_only_a_reshuffle_and_play_goes_on(
    ruleset: str, during: str
) -> None:
    assert rounds(ruleset, [event(during, "shuffler-jam")]) == rounds(ruleset, [])


@any_phase
@pytest.mark.clause("nsw-legacy", "13.5")
@pytest.mark.clause("nsw-2024", "13.6")
def test_a_supervisor_may_forfeit_the_stakes_of_the_players_named(
    ruleset: str, during: str
) -> None:
    invalidated = event(during, "outcome-invalidated", forfeit=[1])
    (result,) = rounds(ruleset, [invalidated])
    stakes = put_down_until(during)
    assert returned(result) == {**stakes, 1: dict.fromkeys(stakes[1], "0.00")}
    wagers = result["hands"][0]["wagers"]
    assert {area: wager["stake"] for area, wager in wagers.items()} == stakes[1]
    assert {area: wager["outcome"] for area, wager in wagers.items()} == {
        **dict.fromkeys(stakes[1], "lose"),
        "jackpot": "taken",
    }
    # The increment of the forfeited jackpot wager stays on the meter (R40).
    assert result["meter"]["contributed"] == "1.00"
    assert result["meter"]["after"] == "60001.00"
    assert result["jackpots"] == []


@pytest.mark.clause("nsw-legacy", "13.5")
@pytest.mark.clause("nsw-2024", "13.6")
def test_only_a_place_in_the_round_can_forfeit(ruleset: str) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25")
    refused = felt.refuses(Report(Irregularity.OUTCOME_INVALIDATED, forfeit=(2,)))
    assert refused.refusal is Refusal.NOT_DEALT_IN


@pytest.mark.clause("nsw", "1.1:Void")
def test_a_void_in_the_settlement_lists_the_winnings_that_come_back(ruleset: str) -> None:
    void = Report(Irregularity.SUPERVISOR_VOID)
    early = at_the_settlement(ruleset).go(void)
    assert early.round.give_back == ()
    # Aces against king high: 200 + 100 + 100 on the streets, 300 on the bonus; place 2 lost.
    later = at_the_settlement(ruleset).settle(3, 2).go(void)
    assert later.round.give_back == (GiveBack(3, dollars("700")),)
    # The flush at place 1: 50 + 25 + 25, the ante 25, no bonus, and 100 for the jackpot.
    last = at_the_settlement(ruleset).settle(3, 2, 1).go(c.KeyAward(1, "flush"))
    last.do(c.PayAward(1, "flush")).go(void)
    assert last.round.give_back == (GiveBack(1, dollars("225")), GiveBack(3, dollars("700")))
    result = round_result(last.table)
    assert_no_result(result, meter="60000.00")
    assert returned(result) == put_down_until("settlement")


@pytest.mark.clause("nsw", "1.1:Void", "11.3")
def test_a_misdeal_found_in_the_settlement_lists_them_too(ruleset: str) -> None:
    felt = at_the_settlement(ruleset).settle(3, 2).go(Report(Irregularity.WRONG_CARD_COUNT))
    result = round_result(felt.table)
    assert (result["result"], result["clause"]) == ("misdeal", "11.1")
    assert_no_result(result, meter="60000.00")
    assert felt.round.give_back == (GiveBack(3, dollars("700")),)


@pytest.mark.clause("nsw", "1.1:Void")
def test_a_second_ruling_on_a_void_round_is_refused_and_forgets_nothing(ruleset: str) -> None:
    felt = at_the_settlement(ruleset).settle(3, 2).go(Report(Irregularity.SUPERVISOR_VOID))
    felt.refuses(Report(Irregularity.OUTCOME_INVALIDATED, forfeit=(3,)))
    assert felt.round.give_back == (GiveBack(3, dollars("700")),)


@pytest.mark.clause("nsw-legacy", "13.5")
@pytest.mark.clause("nsw-2024", "13.6")
def test_of_forfeited_stakes_the_excess_over_the_maximum_stays_with_the_player(
    ruleset: str,
) -> None:
    rules = table_rules(ruleset)
    felt = Felt(rules).wagers(p1="25", p2="50", p3="600").deal(as_dealt(ruleset)).to_showdown()
    felt.settle(3).go(Report(Irregularity.OUTCOME_INVALIDATED, forfeit=(3,)))
    assert returned(round_result(felt.table))[3] == {"ante": "100.00", "flop": "200.00"}
    # 1,000 won on the flop; of the stakes that were back, 500 and 1,000 are forfeited.
    assert felt.round.give_back == (GiveBack(3, dollars("2500")),)


@pytest.mark.clause("nsw", "1.1:Void", "15.3.1")
def test_a_void_after_a_meter_award_was_paid_puts_the_meter_back_as_it_was(ruleset: str) -> None:
    rules = table_rules(ruleset, jackpot=jackpot_rules(bonus=True, seed="20000"))
    felt = Felt(rules, meter="60000", reserve="700").wagers(p1="25", p2="25").jackpot(1, 2)
    royal, other = "Ah Kh", "2c 3d"
    felt.deal(from_shuffler(ruleset, "Qh Jh Th 7d 2s", DEALER, royal, other))
    felt.to_showdown().settle(2, 1)
    felt.go(c.PayAward(2, "royal-flush"))
    felt.pay(1, "royal-flush")
    assert felt.meter == "20700.00"
    felt.go(Report(Irregularity.OUTCOME_INVALIDATED, forfeit=(1,)))
    assert felt.table.meter == Meter.standing_at(dollars("60001"), dollars("700"))
    # Place 1: 50 and 25 won, the royal, and the forfeited stakes it had back; place 2: its bonus.
    assert felt.round.give_back == (
        GiveBack(1, dollars("60002") + dollars("75") + dollars("75")),
        GiveBack(2, dollars("1000")),
    )


@pytest.mark.clause("nsw", "1.1:Void")
def test_a_settled_round_can_be_made_void_until_it_is_closed_and_not_later(ruleset: str) -> None:
    void = Report(Irregularity.SUPERVISOR_VOID)
    felt = at_the_settlement(ruleset).settle(3, 2, 1)
    felt.pay(1, "flush")
    assert felt.phase == "reconcile"
    open_still = Felt(felt.table.rules)
    open_still.table = felt.table
    open_still.go(void)
    assert open_still.round.give_back == (GiveBack(1, dollars("225")), GiveBack(3, dollars("700")))
    felt.go(c.CloseRound())
    assert felt.refuses(void).refusal is Refusal.CANNOT_HAPPEN
