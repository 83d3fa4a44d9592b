"""The one step that takes the round on, and why it is not taken yet."""

import random
from dataclasses import replace

from controller.domain.cards import DECK, Card, parse_cards
from controller.floor.decks import BringDeck, CheckDeck, CutDeck, ShuffleDeck
from controller.floor.refusals import FloorRefusal
from controller.floor.state import CheckMeans
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.state import new_table
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.steps import BonusStep, step_of
from controller.games.bonus.wagers import Choice
from controller.games.step import NextStep
from tests.helpers.felt import Felt, jackpot_rules, table_rules
from tests.helpers.refused import refusal
from tests.helpers.shift import Shift

CARDS = "Ks 9d 4h 2c 7s Ah Ad Kd Kc 9s 9h"


def of(felt: Felt) -> NextStep:
    return step_of(BonusHouse(felt.table))


def dealt(cards: str = CARDS, rules: TableRules | None = None) -> Felt:
    return Felt(rules or table_rules()).wagers(p1="25", p2="50").deal(cards)


def unread(rules: TableRules | None = None) -> Felt:
    felt = Felt(rules or table_rules()).wagers(p1="25", p2="50").go(c.NoMoreBets())
    while of(felt).cards_due:
        felt.go(c.CardDrawn(None))
    return felt


def test_it_goes_from_step_to_step_through_a_round() -> None:
    felt = Felt(table_rules())
    assert of(felt).command == c.OpenRound(1)
    felt.go(c.OpenRound(1))
    assert of(felt).command == c.NoMoreBets()
    assert refusal(of(felt).refused) is Refusal.NO_ANTE_AT_ALL
    felt = Felt(table_rules()).wagers(p1="25", p2="50").go(c.NoMoreBets())
    assert of(felt) == NextStep(BonusStep.DEAL, cards_due=11)
    felt.deal(CARDS).all("bet")
    assert of(felt) == NextStep(BonusStep.REVEAL, c.Reveal(Street.FLOP))
    felt = dealt().to_showdown()
    assert of(felt).command == c.SettlePlace(2)
    felt.settle(2)
    assert of(felt).command == c.SettlePlace(1)


def test_the_dealers_hand_comes_before_the_first_place() -> None:
    felt = dealt().to_river()
    assert of(felt).command == c.ShowDealersHand()


def test_who_is_to_decide_is_named() -> None:
    waits = of(dealt()).refused
    assert waits is not None
    assert waits.detail == "Ask place 1."


def test_a_round_without_result_is_closed() -> None:
    felt = dealt().go(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert of(felt).command == c.CloseRound()


def test_cards_that_were_not_read_are_named_in_the_order_in_which_they_lie() -> None:
    felt = unread().all("bet")
    assert of(felt).unread == (0, 1, 2)
    for draw, card in enumerate(parse_cards("Ks 9d 4h 2c 7s")):
        felt.go(c.KeyCard(draw, card))
    assert of(felt).unread == ()
    felt.reveal("flop").all("check").reveal("turn").all("check").reveal("river")
    assert of(felt).unread == (5, 6), "the dealer's own"
    for draw, card in zip((5, 6), parse_cards("Ah Ad"), strict=True):
        felt.go(c.KeyCard(draw, card))
    felt.go(c.ShowDealersHand())
    assert of(felt).unread == (9, 10), "those of place 2"


def test_a_packet_that_comes_river_first_is_keyed_flop_first() -> None:
    felt = unread(replace(table_rules(), packet_reversed=True)).all("bet")
    assert of(felt).unread == (4, 3, 2)


def test_awards_are_keyed_confirmed_and_paid_in_their_order() -> None:
    felt = Felt(table_rules(jackpot=jackpot_rules()), meter="60000").wagers(p1="25", p2="50")
    felt.jackpot(1).deal("9h Th Jh 3c 2d 4c 5s Qh Kh 6c 8d").to_showdown().settle(2, 1)
    award = (1, "straight-flush")
    assert of(felt).command == c.KeyAward(*award)
    felt.go(c.KeyAward(*award))
    assert of(felt).command == c.ConfirmAward(*award)
    felt.go(c.ConfirmAward(*award))
    assert of(felt).command == c.PayAward(*award)


def test_what_the_floor_waits_for_is_said_before_a_round() -> None:
    assert refusal(step_of(Shift().house).refused) is FloorRefusal.NOT_OPEN


def test_a_deck_that_the_dealer_gets_ready_by_hand_comes_before_the_round() -> None:
    shift = Shift(table_rules("sd")).opened().seated(1)
    told = [step_of(shift.house).command]
    shift.do(BringDeck("A", "red"))
    told.append(step_of(shift.house).command)
    shift.do(CheckDeck("A", CheckMeans.DEALER))
    for _ in range(3):
        told.append(step_of(shift.house).command)
        shift.do(told[-1] or c.CloseRound())
    first, cut = c.OpenRound(1), CutDeck("A")
    assert told == [first, first, ShuffleDeck("A"), cut, first], "who brings or checks it says so"
    assert step_of(shift.house).command == c.NoMoreBets()


def test_cards_dealt_by_hand_are_told_all_at_once() -> None:
    felt = Felt(table_rules("sd")).wagers(p1="25").go(c.NoMoreBets())
    assert of(felt) == NextStep(BonusStep.DEAL, c.DealByHand(4), cards_due=4)
    felt.go(c.DealByHand(4), c.DecideAll(Choice.BET))
    assert of(felt) == NextStep(BonusStep.TURN_STREET, c.DealByHand(8), cards_due=4)
    felt.go(c.DealByHand(8))
    assert of(felt).command == c.Reveal(Street.FLOP)
    felt.go(c.Report(c.Irregularity.SUPERVISOR_VOID))
    assert of(felt).command == c.CloseRound(), "though more cards would have been due"


def test_what_lies_face_down_never_changes_it() -> None:
    for seed in range(20):
        cards: list[Card] = list(DECK)
        random.Random(seed).shuffle(cards)
        felt = dealt(" ".join(str(card) for card in cards[:11]))
        told = [of(felt)]
        felt.go(c.DecideAll(Choice.BET))
        told.append(of(felt))
        assert told == [of(dealt()), of(dealt().all("bet"))]


def test_a_table_that_was_never_opened_leads_to_its_first_round() -> None:
    assert step_of(BonusHouse(new_table(table_rules()))).command == c.OpenRound(1)


def test_no_card_is_keyed_before_everybody_has_decided() -> None:
    felt = unread()
    assert (of(felt).command, of(felt).unread) == (c.Reveal(Street.FLOP), ())
    felt.go(c.Decide(1, Choice.BET))
    assert of(felt).unread == ()
    felt.go(c.Decide(2, Choice.BET))
    assert of(felt).unread == (0, 1, 2)
    felt.go(c.KeyCard(0, Card.parse("Ks")), c.WithdrawDecisions((2,)))
    assert of(felt).unread == ()
