"""South Dakota: what the dealer is told and reminded of, and what the progressive's log holds."""

import re

import pytest

from controller.domain.cards import parse_cards
from controller.games.bonus import commands as c
from controller.games.bonus.events import AwardPaid, AwardsRecognised, RoundClosed
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.powers import BonusAction
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.core import CORE, fold
from controller.games.bonus.round.state import Table
from controller.games.bonus.round.view import public_view
from controller.games.bonus.steps import guide, step_of
from controller.games.bonus.wagers import Area
from controller.journal.keys import TableKeys
from controller.journal.memory import MemoryRecorder
from controller.journal.sealing import SealedJournal
from controller.staff.powers import check
from controller.staff.roles import Actor, HouseReason, Role
from tests.helpers.felt import (
    Felt,
    cards_in,
    dealt_by_hand,
    jackpot_felt,
    jackpot_rules,
    table_rules,
)
from tests.rules.test_guidance_nsw import lines
from tests.rules.test_sd_play import DEALER, FLOP, HANDS, RIVER, TURN, dealt, to_the_end, wagers

KEYS = TableKeys(*(bytes([number]) * 32 for number in range(3)))


@pytest.mark.clause("sd", "(3)#4")
def test_progressive_wagers_leave_the_table_before_the_first_card_and_still_count() -> None:
    felt = wagers(1, 2, 3).jackpot(1, 3).do(c.NoMoreBets())
    for chips, left in ((1, "places 1 and 3"), (3, "place 3")):
        said = guide(felt.table)
        assert said.text.startswith(f"Take all progressive wagers off the table: {left}.")
        assert "Deal no card until the sensors confirm it" in said.text
        assert (said.clause, said.cards) == ("(3)", None)
        felt.do(c.JackpotSensor(chips, present=False))
    said = guide(felt.table)
    assert (said.text, said.cards) == ("Deal the first card, face down, to place 1.", 1)
    assert [p.number for p in felt.round.places if Area.JACKPOT in p.stakes] == [1, 3]
    to_the_end(felt.deal(dealt_by_hand(DEALER, "9c 9h", "Kc 5s", "8s 6d")))
    felt.go(c.ShowDealersHand()).settle(3, 2, 1)
    assert [due.award.place for due in felt.round.awards] == [1]  # three nines with the flop


@pytest.mark.clause("sd", "(3)#4")
def test_the_first_card_waits_until_the_sensors_say_that_the_chips_are_off() -> None:
    felt = Felt(table_rules("sd", jackpot=jackpot_rules("PMG-01"))).wagers(p1="25", p3="25")
    felt.jackpot(1, 3).go(c.NoMoreBets())
    step = step_of(BonusHouse(felt.table))
    assert step.command == c.DealByHand(6)
    assert step.refused is not None
    assert step.refused == felt.refuses(c.DealByHand(6))
    assert step.refused.text().startswith("There are still chips on the sensors")
    assert step.refused.detail == "Take the chips off: places 1 and 3."
    felt.go(c.JackpotSensor(1, present=False))
    assert felt.refuses(c.DealByHand(6)).detail == "Take the chips off: place 3."
    felt.go(c.JackpotSensor(3, present=False), c.DealByHand(6))
    assert len(felt.round.drawn) == 6


@pytest.mark.clause("sd", "(3)#4")
def test_without_a_progressive_wager_there_is_nothing_to_take_off() -> None:
    felt = wagers(1, 2).jackpot(3).do(c.NoMoreBets())  # a chip without an ante does not count
    assert guide(felt.table).text == "Deal the first card, face down, to place 1."


@pytest.mark.clause("sd", "(5)#2")
def test_players_are_to_decide_alone_at_every_decision_and_only_then() -> None:
    felt = dealt(1, 2)
    for street, cards in (("flop", FLOP), ("turn", TURN), ("river", RIVER)):
        (line,) = lines(felt, "(5)")
        assert line.startswith("Players decide without talking to each other")
        felt.all("bet").reveal(street, cards)
    assert not lines(felt, "(5)")


@pytest.mark.clause("sd", "(6)#2", "(7)#4", "(10)#2")
def test_the_community_cards_stay_in_the_centre_on_table_and_screen_until_all_is_settled() -> None:
    felt = dealt(1, 2).all("bet")
    shown: list[str] = []
    streets = (("flop", FLOP, "(6)"), ("turn", TURN, "(7)"), ("river", RIVER, "(10)"))
    for street, cards, clause in streets:
        burn, *up = cards.split()
        felt.deal(burn)
        assert ("in its marked area in the centre" in guide(felt.table).text) is (street != "flop")
        felt.deal(" ".join(up))
        assert f"Leave the {street} face up in the centre" in guide(felt.table).text
        felt.reveal(street)
        shown += up
        (line,) = [line for line in lines(felt, clause) if "stay" in line]
        assert "in the centre for all to see" in line
        assert public_view(felt.table).round.community == parse_cards(" ".join(shown))
        if street != "river":
            felt.all("check")
    felt.go(c.ShowDealersHand())
    for place in (2, 1):
        (line,) = [line for line in lines(felt, "(10)") if "stay" in line]
        felt.do(c.SettlePlace(place))
        assert public_view(felt.table).round.community == parse_cards(" ".join(shown))


@pytest.mark.clause("sd", "(11)#3")
@pytest.mark.parametrize(
    ("dealer", "called", "forward"),
    [
        ("Qd Jc", "no pair, king high", "Kh 9d 7c"),
        ("Ks 3c", "one pair, kings", "Kh 9d 7c 4h"),
        ("9c 7d", "two pair, nines and sevens", "9d 7c Kh"),
    ],
)
def test_the_dealers_ranking_is_called_and_the_community_cards_of_it_move_forward(
    dealer: str, called: str, forward: str
) -> None:
    felt = to_the_end(wagers(1).deal(dealt_by_hand(dealer, HANDS[1])))
    assert guide(felt.table).announce is None
    said = guide(felt.go(c.ShowDealersHand()).table)
    assert said.announce == called
    moved = re.search("move the community cards (.+) slightly forward", said.text)
    assert moved
    assert cards_in(moved[1]) == set(parse_cards(forward))


@pytest.mark.clause("sd", "(12)#3", "(12)#5")
def test_after_the_bonus_the_five_cards_are_laid_out_called_and_then_compared() -> None:
    felt = wagers(1, 2, bonus=True).bonus(1, "5")
    to_the_end(felt.deal(dealt_by_hand(DEALER, HANDS[1], HANDS[2]))).go(c.ShowDealersHand())
    seen = []
    for place in (2, 1):
        said = guide(felt.turn(place).table)
        felt.settle(place)
        match = re.search(r'(.*)lay out (.+?) and announce "(.+?)", higher than', said.text)
        assert match
        assert said.announce == match[3]
        seen.append((match[1], cards_in(match[2]), match[3]))
    assert seen == [
        ("Place 2: ", set(parse_cards("Kh Kc 9d 7c 5s")), "one pair, kings"),
        (
            "Place 1: pay the bonus wager $150; then ",
            set(parse_cards("Ah Ad Kh 9d 7c")),
            "one pair, aces",
        ),
    ]


@pytest.mark.clause("sd", "(13)#2")
def test_a_push_is_signalled_and_all_but_the_ante_slides_off_its_spot() -> None:
    felt = wagers(1, 2).deal(dealt_by_hand(DEALER, HANDS[1], "Qh Js")).all("bet")
    felt.reveal("flop", FLOP).all("bet").reveal("turn", TURN).all("bet").reveal("river", RIVER)
    said = guide(felt.go(c.ShowDealersHand()).turn(2).table)
    assert said.clause == "(13)"
    pushed = 'signal "push", slide (.+) back just off the spot and leave the ante'
    match = re.search(pushed, said.text)
    assert match
    assert match[1] == "flop wager, turn wager and river wager"
    assert "push" not in guide(felt.settle(2).turn(1).table).text


# The progressive


def two_meter_hands() -> Felt:
    """A straight flush at place 2, paid, and a better one just turned at place 1."""
    felt = jackpot_felt("sd").wagers(p1="25", p2="25").jackpot(1, 2)
    felt.deal("Kh 8h 7d Qh 7h 7s").to_showdown("2c Jh Th 9h", "2d 4c", "2h 4s")
    felt.settle(2)
    assert guide(felt.table).clause != "(18)(a)v"
    return felt.pay(2, "straight-flush").settle(1)


@pytest.mark.clause("sd", "(18)(a)v")
def test_a_second_meter_award_of_a_round_waits_for_a_supervisor_with_both_hands_in_sight() -> None:
    felt = two_meter_hands()
    said = guide(felt.table)
    assert any("stays face up until every payment is made" in line for line in said.reminders)
    assert "Stop: two awards from the meter in this round" in said.text
    assert "the hands of places 2 and 1" in said.text
    assert felt.table.meter is not None
    assert f"the meter at {felt.table.meter.value.display()}" in said.text
    assert any("rule (18)(a)v" in line for line in said.warnings)
    shown = public_view(felt.table).round
    assert shown.place(2).cards == parse_cards("8h 7h")
    assert shown.place(1).cards == parse_cards("Kh Qh")
    assert not felt.round.awards[1].keyed
    assert felt.refuses(c.PayAward(1, "straight-flush")).refusal is Refusal.AWARD_NOT_KEYED
    felt.go(c.KeyAward(1, "straight-flush"))
    assert felt.refuses(c.PayAward(1, "straight-flush")).refusal is Refusal.AWARD_NOT_CONFIRMED
    felt.go(c.ConfirmAward(1, "straight-flush"), c.PayAward(1, "straight-flush"))


@pytest.mark.clause("sd", "(18)(a)v")
def test_the_order_of_two_meter_awards_is_no_matter_for_the_dealer_alone() -> None:
    dealer, supervisor = Actor("1", Role.DEALER), Actor("2", Role.GAMING_SUPERVISOR)
    action, reason = BonusAction.ORDER_METER_AWARDS, HouseReason.HOUSE_PROCEDURE
    assert check(action, [dealer], reason) is not None
    assert check(action, [dealer, supervisor], reason) is None
    assert check(action, [dealer, supervisor], None) is not None


@pytest.mark.clause("sd", "(18)(a)vii#2")
def test_the_end_of_hand_press_and_the_progressive_results_are_in_the_log() -> None:
    felt = two_meter_hands()
    felt.pay(1, "straight-flush")
    while (due := next((due for due in felt.round.awards if not due.paid), None)) is not None:
        felt.go(c.PayAward(due.award.place, due.award.award))
    assert not any(isinstance(event, RoundClosed) for event in felt.events)
    felt.go(c.CloseRound())
    journal = SealedJournal(MemoryRecorder(KEYS), KEYS, *CORE.folds)
    journal.append(felt.events, round_number=1, at_ms=1_700_000_000_000)
    log = [entry for entry in journal.recover(Table).recorded if entry.round == 1]
    assert isinstance(log[-1].event, RoundClosed)
    recognised = [entry.event for entry in log if isinstance(entry.event, AwardsRecognised)]
    results = [(award.place, award.award) for event in recognised for award in event.awards]
    assert results[:2] == [(2, "straight-flush"), (1, "straight-flush")]
    paid = [entry.event for entry in log if isinstance(entry.event, AwardPaid)]
    assert len(paid) == len(results) == 4  # two off the meter, and envy for both
    assert fold(felt.fresh, (entry.event for entry in log)) == felt.table
