"""New South Wales, rules 5 and 6: what may be wagered, when, and how much of it counts."""

from dataclasses import fields
from typing import Any

import pytest

from controller.domain.cards import parse_cards
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.wagers import Area, Choice, Stake
from simulators.games.bonus.scenario.result import round_result
from tests.helpers.felt import Felt, dollars, jackpot_felt, jackpot_rules, table_rules
from tests.rules.test_nsw_deal import as_dealt, both_devices, dealt

BOARD, DEALER = "2h 7d 9h Js 4c", "Kc Qd"
WIN, LOSE = "Ah Ad", "3c 5s"
FLUSH_BOARD, FLUSH = "2h 7h 9h Js 4c", "Ah Kh"


def settled(felt: Felt, place: int) -> dict[str, tuple[str, str, str]]:
    """Outcome, paid and returned of every wager of a place."""
    return {
        str(area): (str(seen.outcome), str(seen.paid), str(seen.returned))
        for area, seen in felt.place(place).results.items()
    }


def put(place: int, area: Area, amount: str, tokens: str = "0") -> c.PlaceWager:
    return c.PlaceWager(place, area, Stake(dollars(amount), dollars(tokens)))


# The ante, and what depends on it


@pytest.mark.clause("nsw-legacy", "1.1:Ante Wager", "5.2")
@pytest.mark.clause("nsw-2024", "1.1:Ante Wager", "5.3")
@pytest.mark.clause("nsw-guide", "ante-wager", "hole-cards#1")
@both_devices
def test_a_place_without_an_ante_is_dealt_no_cards_and_decides_nothing(
    ruleset: str, clause: str, dealing: str
) -> None:
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="25", p3="25")
    dealt(felt, BOARD, DEALER, p1=WIN, p3=LOSE)
    assert [len(place.cards) for place in felt.round.places] == [2, 0, 2, 0, 0, 0, 0]
    refused = Refused(Refusal.NOT_DEALT_IN, clause)
    assert felt.refuses(c.Decide(2, Choice.BET)) == refused
    felt.to_showdown()
    assert felt.refuses(c.Concede(2)) == refused
    felt.settle(3, 1)
    assert [hand["place"] for hand in round_result(felt.table)["hands"]] == [1, 3]


@pytest.mark.clause("nsw-legacy", "1.1:Ante Wager", "5.2")
@pytest.mark.clause("nsw-2024", "1.1:Ante Wager", "5.3")
@pytest.mark.clause("nsw-guide", "ante-wager")
def test_nobody_is_dealt_to_before_an_ante_is_placed(ruleset: str, clause: str) -> None:
    felt = Felt(table_rules(ruleset)).wagers()
    assert felt.refuses(c.NoMoreBets()) == Refused(Refusal.NO_ANTE_AT_ALL, clause)
    for area in (Area.FLOP, Area.TURN, Area.RIVER):
        assert felt.refuses(put(1, area, "25")) == Refused(Refusal.NOT_PLACED_HERE, clause)
    felt.go(c.CardDrawn(parse_cards("2c")[0]))
    assert felt.phase == "wagers"


@pytest.mark.clause("nsw", "1.1:Ante Wager")
@pytest.mark.clause("nsw-guide", "glossary:Ante Wager")
@pytest.mark.parametrize(("ante", "flop", "later"), [("25", "50", "25"), ("180", "360", "180")])
def test_every_later_wager_is_a_multiple_of_the_ante(
    ruleset: str, ante: str, flop: str, later: str
) -> None:
    felt = dealt(Felt(table_rules(ruleset)).wagers(p2=ante), BOARD, DEALER, p2=WIN)
    for street in ("flop", "turn", "river"):
        felt.all("bet").reveal(street)
    stakes = {str(area): stake.amount for area, stake in felt.place(2).stakes.items()}
    assert stakes == {
        "ante": dollars(ante),
        "flop": dollars(flop),
        "turn": dollars(later),
        "river": dollars(later),
    }


@pytest.mark.clause("nsw-legacy", "5.3")
@pytest.mark.clause("nsw-2024", "5.4")
@pytest.mark.clause("nsw-guide", "ante-wager")
def test_there_is_no_ante_bonus_without_an_ante(ruleset: str, clause: str) -> None:
    felt = Felt(table_rules(ruleset)).wagers(p1="25")
    assert felt.refuses(put(2, Area.BONUS, "5")) == Refused(Refusal.NO_ANTE, clause)
    felt.bonus(1, "5").do(c.TakeBackWager(1, Area.ANTE))  # the bonus goes with it
    assert felt.place(1).stakes == {}
    assert felt.refuses(put(1, Area.BONUS, "5")) == Refused(Refusal.NO_ANTE, clause)


@pytest.mark.clause("nsw-legacy", "1.1:Ante Bonus Wager", "5.2")
@pytest.mark.clause("nsw-2024", "1.1:Ante Bonus Wager", "5.3")
@pytest.mark.clause("nsw-guide", "glossary:Ante Bonus Wager", "ante-wager")
@pytest.mark.parametrize("hole", [WIN, LOSE])
@pytest.mark.parametrize("choice", ["bet", "fold"])
def test_without_an_ante_bonus_the_round_is_the_same_but_for_the_bonus(
    ruleset: str, hole: str, choice: str
) -> None:
    def hand(bonus: str | None) -> dict[str, Any]:
        felt = Felt(table_rules(ruleset)).wagers(p1="25", p4="25")
        if bonus:
            felt.bonus(1, bonus)
        dealt(felt, BOARD, DEALER, p1=hole, p4="8c 8h").decide(1, choice).to_showdown()
        felt.settle(*(place.number for place in reversed(list(felt.round.playing()))))
        result = round_result(felt.table)
        assert result["result"] == "settled"
        return result

    plain, with_bonus = hand(None), hand("5")
    assert "bonus" not in plain["hands"][0]["wagers"]
    assert with_bonus["hands"][0]["wagers"].pop("bonus")["stake"] == "5.00"
    assert with_bonus == plain


# Bets are locked


@pytest.mark.clause("nsw-legacy", "5.5")
@pytest.mark.clause("nsw-2024", "5.6")
@pytest.mark.clause("nsw-guide", "ante-wager")
@both_devices
def test_from_the_first_card_on_no_wager_is_placed_increased_or_withdrawn(
    ruleset: str, clause: str, dealing: str
) -> None:
    locked = Refused(Refusal.WRONG_PHASE, clause)
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="50", p2="25").bonus(1, "10")
    felt.do(c.TakeBackWager(2, Area.ANTE), c.TakeBackWager(1, Area.BONUS))  # still free to
    felt.do(put(2, Area.ANTE, "30"))

    def refuse() -> None:
        for attempt in (
            put(1, Area.BONUS, "5"),
            put(1, Area.ANTE, "25"),
            put(3, Area.ANTE, "25"),
            c.TakeBackWager(2, Area.ANTE),
        ):
            assert felt.refuses(attempt) == locked

    first, *cards = parse_cards(as_dealt(felt.table.rules, BOARD, DEALER, p1=WIN, p2=LOSE))
    felt.go(c.CardDrawn(first))
    refuse()
    felt.go(*(c.CardDrawn(card) for card in cards))
    for street in ("flop", "turn", "river"):
        refuse()
        felt.all("bet").reveal(street)
    felt.go(c.ShowDealersHand())
    refuse()
    felt.settle(2)
    refuse()
    felt.settle(1)
    assert felt.place(1).results[Area.ANTE].stake == dollars("50")
    assert felt.place(2).results[Area.ANTE].stake == dollars("30")


@pytest.mark.clause("nsw-legacy", "5.5")
@pytest.mark.clause("nsw-2024", "5.6")
def test_a_chip_on_or_off_the_jackpot_sensor_after_the_first_card_changes_no_wager(
    ruleset: str,
) -> None:
    felt = jackpot_felt(ruleset)
    felt.wagers(p1="25", p2="25").jackpot(1).go(c.CardDrawn(parse_cards("2h")[0]))
    felt.go(c.JackpotSensor(1, present=False), c.JackpotSensor(2, present=True))
    felt.deal(as_dealt(felt.table.rules, BOARD, DEALER, p1=WIN, p2=LOSE).removeprefix("2h "))
    felt.to_showdown().settle(2, 1)
    assert settled(felt, 1)["jackpot"] == ("taken", "0.00", "0.00")
    assert "jackpot" not in settled(felt, 2)


@pytest.mark.clause("nsw-legacy", "5.5")
@pytest.mark.clause("nsw-2024", "5.6")
def test_a_wager_of_a_street_stands_once_the_street_is_revealed(ruleset: str) -> None:
    felt = dealt(Felt(table_rules(ruleset)).wagers(p1="25"), BOARD, DEALER, p1=WIN)
    felt.all("bet").reveal("flop").all("check").reveal("turn").all("bet")
    assert felt.refuses(put(1, Area.TURN, "25")).refusal is Refusal.WRONG_PHASE
    felt.reveal("river")
    assert felt.refuses(c.Decide(1, Choice.CHECK)).refusal is Refusal.WRONG_PHASE
    stakes = {str(area): str(stake.amount) for area, stake in felt.place(1).stakes.items()}
    assert stakes == {"ante": "25.00", "flop": "50.00", "river": "25.00"}


@pytest.mark.clause("nsw-legacy", "5.7")
@pytest.mark.clause("nsw-2024", "5.8")
def test_there_is_only_one_wager_on_an_area(ruleset: str, clause: str) -> None:
    taken = Refused(Refusal.AREA_TAKEN, clause)
    felt = Felt(table_rules(ruleset)).wagers(p1="25").bonus(1, "5")
    assert felt.refuses(put(1, Area.ANTE, "25")) == taken
    assert felt.refuses(put(1, Area.BONUS, "10")) == taken
    felt.do(put(2, Area.ANTE, "25"), put(2, Area.BONUS, "5"))
    dealt(felt, BOARD, DEALER, p1=WIN, p2=LOSE)
    felt.decide(1, "bet").decide(1, "bet")  # said twice, it is one wager
    stakes = {str(area): str(stake.amount) for area, stake in felt.place(1).stakes.items()}
    assert stakes == {"ante": "25.00", "bonus": "5.00", "flop": "50.00"}


@pytest.mark.clause("nsw-legacy", "5.1")
@pytest.mark.clause("nsw-2024", "5.2")
def test_a_wager_is_chips_and_promotional_tokens_and_nothing_else(
    ruleset: str, clause: str
) -> None:
    assert [field.name for field in fields(Stake)] == ["amount", "tokens"]
    felt = Felt(table_rules(ruleset)).wagers()
    for amount, tokens in (("0", "0"), ("25", "30"), ("0", "5")):
        assert felt.why(put(1, Area.ANTE, amount, tokens)) == (Refusal.NOT_A_STAKE, clause)
    negative = c.PlaceWager(1, Area.ANTE, Stake(dollars("25"), -dollars("5")))
    assert felt.refuses(negative).refusal is Refusal.NOT_A_STAKE
    felt.do(put(1, Area.ANTE, "100", "40"), put(2, Area.ANTE, "25", "25"))
    dealt(felt, FLUSH_BOARD, DEALER, p1=FLUSH, p2=LOSE).to_showdown().settle(2, 1)
    won, lost = felt.place(1).results[Area.ANTE], felt.place(2).results[Area.ANTE]
    assert (won.paid, won.returned, won.tokens_returned) == tuple(
        map(dollars, ("100", "100", "40"))
    )
    assert (lost.paid, lost.returned, lost.tokens_returned) == (0, 0, 0)


# Limits


@pytest.mark.clause("nsw", "6.2")
@both_devices
def test_clause_6_2_a_wager_below_the_minimum_stands_and_settles_at_its_amount(
    ruleset: str, dealing: str
) -> None:
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="10", p2="10")
    felt.bonus(1, "2").bonus(2, "2")
    dealt(felt, FLUSH_BOARD, DEALER, p1=FLUSH, p2=LOSE).to_showdown().settle(2, 1)
    assert settled(felt, 1) == {
        "bonus": ("win", "50.00", "2.00"),
        "ante": ("win", "10.00", "10.00"),
        "flop": ("win", "20.00", "20.00"),
    }
    assert settled(felt, 2) == {
        "bonus": ("lose", "0.00", "0.00"),
        "ante": ("lose", "0.00", "0.00"),
        "flop": ("lose", "0.00", "0.00"),
    }


@pytest.mark.clause("nsw", "6.3")
@both_devices
def test_clause_6_3_a_wager_above_the_maximum_settles_on_it_and_the_excess_goes_back(
    ruleset: str, dealing: str
) -> None:
    felt = Felt(table_rules(ruleset, dealing=dealing)).wagers(p1="600", p2="600", p3="600")
    felt.bonus(1, "130").bonus(2, "130").bonus(3, "130")
    dealt(felt, FLUSH_BOARD, DEALER, p1=FLUSH, p2=LOSE, p3="Ac Ad")
    felt.decide(3, "fold").to_showdown().settle(2, 1)
    assert settled(felt, 1) == {
        "bonus": ("win", "2500.00", "130.00"),
        "ante": ("win", "500.00", "600.00"),
        "flop": ("win", "1000.00", "1200.00"),
    }
    assert settled(felt, 2) == {
        "bonus": ("lose", "0.00", "30.00"),
        "ante": ("lose", "0.00", "100.00"),
        "flop": ("lose", "0.00", "200.00"),
    }
    assert settled(felt, 3) == {
        "bonus": ("lose", "0.00", "30.00"),
        "ante": ("lose", "0.00", "100.00"),
    }


@pytest.mark.clause("nsw", "6.3")
def test_clause_6_3_a_round_with_a_wager_above_the_maximum_is_never_reopened(ruleset: str) -> None:
    felt = dealt(Felt(table_rules(ruleset)).wagers(p1="600"), BOARD, DEALER, p1=LOSE)
    felt.to_showdown().settle(1)
    result, events = round_result(felt.table), list(felt.events)
    for irregularity in c.Irregularity:
        assert felt.refuses(c.Report(irregularity, place=1)).refusal is Refusal.CANNOT_HAPPEN
    assert felt.refuses(c.SettlePlace(1)).refusal is Refusal.WRONG_PHASE
    assert round_result(felt.table) == result
    felt.wagers(p1="25")
    assert felt.events[: len(events)] == events


# The round of play


@pytest.mark.clause("nsw", "1.1:Round of Play")
@pytest.mark.clause("nsw-guide", "glossary:Round Of Play")
@both_devices
def test_a_round_runs_from_the_first_card_until_the_last_wager_is_taken_or_paid(
    ruleset: str, dealing: str
) -> None:
    rules = table_rules(ruleset, dealing=dealing, jackpot=jackpot_rules())
    felt = Felt(rules, meter="60000")
    first, *cards = parse_cards(as_dealt(rules, FLUSH_BOARD, DEALER, p1=FLUSH, p2=LOSE))
    assert felt.refuses(c.CardDrawn(first)).refusal is Refusal.WRONG_PHASE
    felt.wagers(p1="25", p2="25").jackpot(1)

    def still_open() -> None:
        assert felt.refuses(c.CloseRound()) == Refused(Refusal.UNSETTLED, "1.1")
        assert felt.refuses(c.OpenRound(2)) == Refused(Refusal.ROUND_IN_PROGRESS, "1.1")

    assert (felt.phase, len(felt.round.drawn)) == ("wagers", 0)
    felt.go(c.CardDrawn(first))
    assert (felt.phase, len(felt.round.drawn)) == ("deal", 1)
    still_open()
    felt.go(*(c.CardDrawn(card) for card in cards))
    for street in ("flop", "turn", "river"):
        still_open()
        felt.all("bet").reveal(street)
    still_open()
    felt.go(c.ShowDealersHand())
    still_open()
    felt.settle(2)
    still_open()
    felt.settle(1)
    still_open()  # the flush is on the jackpot as well
    assert felt.refuses(c.FinishSettlement()).refusal is Refusal.UNSETTLED
    felt.pay(1, "flush")
    assert felt.phase == "reconcile"
    felt.go(c.CloseRound())
    felt.do(c.OpenRound(2))
    assert (felt.phase, felt.round.number) == ("wagers", 2)
