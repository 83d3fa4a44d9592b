"""Decks where the clause tests do not go: what does not fit is refused and changes nothing."""

import pytest

from controller.domain.dealing import Dealing
from controller.floor.base import Command
from controller.floor.deck_orders import (
    ChangeDeck,
    ConfirmCardsCollected,
    OrderDeckCheck,
    OrderExtraShuffle,
    ReplaceCards,
    ReplaceSource,
    ReportCardsDropped,
    ReportDeviceFailed,
)
from controller.floor.deck_steps import Step
from controller.floor.decks import BringDeck, CheckDeck, CutDeck, SecureDeck, ShuffleDeck
from controller.floor.loading import CompleteShuffle, LoadDeck, ReportShuffleFailed
from controller.floor.prompts import prompts
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import BeginRound, FinishRound, verify_deal, verify_round
from controller.floor.state import CheckMeans
from tests.helpers.refused import refusal, why
from tests.unit.floor.pit import INSPECTOR, Pit, Request

ON_A_DECK = (
    lambda name: CheckDeck(name, CheckMeans.DEALER),
    ShuffleDeck,
    CutDeck,
    LoadDeck,
    CompleteShuffle,
    ReportShuffleFailed,
    lambda name: ChangeDeck(name, "N", "green"),
    lambda name: ReplaceCards(name, ("7h",)),
    OrderDeckCheck,
    ReportCardsDropped,
    OrderExtraShuffle,
)


@pytest.mark.parametrize("build", ON_A_DECK)
def test_there_is_no_such_deck(build: type[ShuffleDeck]) -> None:
    assert Pit().playing(1).refuses(build("Z")).refusal is FloorRefusal.NO_SUCH_DECK


@pytest.mark.parametrize(
    "command",
    [ShuffleDeck("A"), CutDeck("A"), LoadDeck("A"), CompleteShuffle("A"), OrderExtraShuffle("A")],
    ids=lambda one: type(one).__name__,
)
def test_a_deck_whose_cards_are_out_is_left_alone(command: Command) -> None:
    assert Pit().playing(1).dealt().refuses(command).refusal is FloorRefusal.DECK_IN_PLAY


def test_a_deck_in_the_device_is_not_shuffled_by_hand() -> None:
    assert Pit().playing(1).refuses(ShuffleDeck("A")).refusal is FloorRefusal.DECK_IN_DEVICE


def test_an_unchecked_deck_is_not_shuffled() -> None:
    pit = Pit().opened().do(BringDeck("A", "red"))
    assert pit.why(ShuffleDeck("A")) == (FloorRefusal.NOT_THE_STEP, "3.4")


def test_a_ready_deck_is_not_loaded_again() -> None:
    refused = Pit().playing(1).refuses(LoadDeck("A"))
    assert refused.refusal is FloorRefusal.NOT_THE_STEP
    assert refused.detail == "Deck A is ready."


def test_a_shoe_gives_no_shuffle_signal() -> None:
    pit = Pit(dealing="shoe").playing(1)
    assert pit.refuses(CompleteShuffle("A")).refusal is FloorRefusal.NOT_THE_STEP


def test_a_jam_blocks_the_deck_until_the_device_has_shuffled_it() -> None:
    pit = Pit().playing(1).do(ReportShuffleFailed("A"))
    assert why(verify_round(pit.floor, pit.now)) == (FloorRefusal.DECK_NOT_READY, "12.1")
    assert pit.step() is Step.DEVICE_SHUFFLE
    pit.do(CompleteShuffle("A")).begin()


def test_a_jam_of_the_idle_deck_does_not_disturb_the_round() -> None:
    pit = Pit().playing(1).deck("B", "blue").dealt().do(ReportShuffleFailed("B"))
    pit.do(FinishRound((1,)))
    assert pit.step("B") is Step.DEVICE_SHUFFLE


def test_a_deck_has_one_name() -> None:
    pit = Pit().do(SecureDeck("S", "blue", CheckMeans.DEALER)).playing(1)
    for command in (
        SecureDeck("S", "green", CheckMeans.DEALER),
        BringDeck("A", "green"),
        BringDeck("S", "green"),
    ):
        assert pit.refuses(command).refusal is FloorRefusal.DECK_KNOWN


def test_a_closed_table_gets_no_deck_and_a_shoe_only_one() -> None:
    assert Pit().refuses(BringDeck("A", "red")).refusal is FloorRefusal.NOT_PREPARING
    pit = Pit(dealing="shoe").playing(1)
    assert pit.refuses(BringDeck("B", "blue")).refusal is FloorRefusal.DECKS_FULL


def test_decks_are_brought_anew_every_day_and_secured_ones_wait() -> None:
    pit = Pit().do(SecureDeck("S", "blue", CheckMeans.DEALER)).prepared()
    pit.do(BringDeck("A", "red"))
    assert [deck.name for deck in pit.floor.decks_here()] == ["A"]


def test_a_round_needs_a_deck() -> None:
    assert Pit().opened().seat(1).why(BeginRound(1)) == (FloorRefusal.DECK_NOT_READY, "3.4")


def test_either_deck_will_do_for_the_next_round() -> None:
    pit = Pit().playing(1).deck("B", "blue").do(ReportShuffleFailed("A")).begin()
    assert pit.floor.round is not None
    assert pit.floor.round.deck == "B"


def test_a_deck_waits_for_the_device_by_its_own_rule() -> None:
    pit = Pit().opened().seat(1).do(BringDeck("A", "red"), CheckDeck("A", CheckMeans.DEVICE))
    pit.do(ShuffleDeck("A"))
    assert "put deck A into the shuffling device; it is not cut. (4.4.2)" in pit.prompts()
    pit.do(LoadDeck("A"))
    assert pit.why(BeginRound(1)) == (FloorRefusal.DECK_NOT_READY, "4.4.2")


def test_a_count_after_a_missing_card_was_asked_for_by_nobody_in_particular() -> None:
    pit = Pit(dealing="shoe").playing(1).dealt()
    pit.do(FinishRound((1,), deck_suspect=True), Request(OrderDeckCheck("A"), by=(INSPECTOR,)))
    assert "enter the result. Requested by dealer. (11.9.3)" in pit.prompts()
    assert "enter the result. Requested by inspector. (3.8)" in pit.prompts()


def test_a_count_by_a_device_leaves_the_cards_where_they_are() -> None:
    pit = Pit().playing(1).do(OrderDeckCheck("A"), CheckDeck("A", CheckMeans.DEVICE))
    assert verify_round(pit.floor, pit.now) is None
    pit.do(OrderDeckCheck("A"), CheckDeck("A", CheckMeans.DEALER))
    assert pit.step() is Step.LOAD, "counted by hand, it goes through the device again"


def test_cards_dropped_during_a_round_leave_the_round_its_deck() -> None:
    pit = Pit(dealing="shoe").playing(1).dealt().do(ReportCardsDropped("A"))
    assert pit.the().shuffled
    pit.do(ReportCardsDropped("A"))
    assert len(pit.floor.holds) == 1
    pit.do(FinishRound((1,)), ConfirmCardsCollected("A")).ready().begin()
    assert pit.refuses(ConfirmCardsCollected("A")).refusal is FloorRefusal.NOTHING_DROPPED


def test_an_extra_shuffle_orders_something() -> None:
    nothing = OrderExtraShuffle("A", shuffle=False)
    assert Pit().playing(1).refuses(nothing).refusal is FloorRefusal.NO_CHANGE


def test_with_a_shoe_an_extra_shuffle_starts_the_script_over() -> None:
    pit = Pit(dealing="shoe").playing(1).do(OrderExtraShuffle("A", cut=True))
    assert pit.script() == [Step.SHUFFLE, Step.CUT, Step.LOAD]


@pytest.mark.parametrize("dealing", [Dealing.SHOE, Dealing.SHUFFLER])
def test_a_failed_device_is_replaced_with_new_cards(dealing: Dealing) -> None:
    pit = Pit().playing(1).dealt().do(ReportDeviceFailed())
    assert pit.refuses(ReplaceSource(dealing)).refusal is FloorRefusal.ROUND_IN_PROGRESS
    pit.do(FinishRound((1,))).ready()
    assert pit.why(BeginRound(2)) == (FloorRefusal.TABLE_HELD, "12.2.3")
    assert "The shuffling device has failed" in pit.prompts()
    pit.do(ReplaceSource(dealing))
    assert pit.floor.decks_here() == ()
    assert pit.floor.rules.dealing is dealing
    assert "There is no deck at the table. Ask for cards. (3.4)" in pit.prompts()
    pit.deck("N", "red").begin()
    assert "No deck" not in pit.prompts()


def test_a_device_is_not_replaced_while_a_count_is_due_and_not_by_the_dealers_hand() -> None:
    pit = Pit().playing(1)
    assert pit.why(ReplaceSource(Dealing.HAND)) == (FloorRefusal.SOURCE_NOT_ALLOWED, "3.6")
    pit.do(OrderDeckCheck("A"))
    assert pit.refuses(ReplaceSource(Dealing.SHOE)).refusal is FloorRefusal.DECK_CHECK_DUE


def test_the_dealer_is_told_to_count_the_deck_before_the_device_is_replaced() -> None:
    pit = Pit().playing(1).do(ReportDeviceFailed(), OrderDeckCheck("A"))
    told = [one.text for one in prompts(pit.floor, pit.floor.seen)]
    assert told[0].startswith("Count deck A")
    assert told[1].startswith("The shuffling device has failed")


def test_a_shoe_does_not_fail_as_a_device_does() -> None:
    pit = Pit(dealing="shoe").playing(1)
    assert pit.refuses(ReportDeviceFailed()).refusal is FloorRefusal.NOT_IN_THESE_RULES


def test_sd_is_dealt_by_hand() -> None:
    refused = Pit("sd").opened().refuses(ReplaceSource(Dealing.SHOE))
    assert (refused.refusal, refused.clause) == (FloorRefusal.SOURCE_NOT_ALLOWED, "(4)")


def test_no_card_leaves_the_device_without_a_round() -> None:
    assert refusal(verify_deal(Pit().playing(1).floor)) is FloorRefusal.NO_ROUND
