"""The cards between rounds: check, shuffle, cut, load, change, count (rules 3, 4; sd (3), (4))."""

import pytest

from controller.domain.refusals import Sentence
from controller.floor.deck_orders import (
    CardsDropped,
    ChangeDeck,
    ConfirmCardsCollected,
    DeckCountOrdered,
    ExtraShuffleOrdered,
    OrderDeckCheck,
    OrderExtraShuffle,
    ReplaceCards,
    ReportCardsDropped,
)
from controller.floor.deck_steps import Step
from controller.floor.decks import (
    BringDeck,
    CheckDeck,
    CutDeck,
    DeckChecked,
    DeckFoundWrong,
    SecureDeck,
    ShuffleDeck,
)
from controller.floor.loading import LoadDeck
from controller.floor.refusals import FloorRefusal
from controller.floor.rounds import BeginRound, FinishRound, verify_deal, verify_round
from controller.floor.seats import LeaveSeat
from controller.floor.state import CheckMeans
from controller.floor.tasks import RecordNotified
from controller.staff.roles import Actor, HouseReason
from tests.helpers.refused import why
from tests.unit.floor.pit import CASINO, INSPECTOR, Pit, Request

sources = pytest.mark.parametrize("dealing", ["shuffler", "shoe"])


def no_round(pit: Pit) -> tuple[Sentence, str | None]:
    refused = verify_round(pit.floor, pit.now)
    assert refused is not None
    assert pit.refuses(BeginRound(pit.floor.last_round + 1)) == refused
    return refused.refusal, refused.clause


@pytest.mark.clause("nsw", "4.1", "4.1.1")
def test_the_first_round_waits_for_a_shuffle_after_the_deck_was_brought(ruleset: str) -> None:
    pit = Pit(ruleset, dealing="shoe").opened().seat(1).do(BringDeck("A", "red"))
    pit.do(CheckDeck("A", CheckMeans.DEALER))
    assert no_round(pit) == (FloorRefusal.DECK_NOT_READY, "4.1.1")
    assert pit.ready().begin().floor.round is not None


@pytest.mark.clause("nsw", "4.1", "4.1.2")
def test_cards_of_a_finished_round_are_not_dealt_again_without_a_shuffle(ruleset: str) -> None:
    pit = Pit(ruleset, dealing="shoe").playing(1).play(1)
    assert no_round(pit) == (FloorRefusal.DECK_NOT_READY, "4.1.2")
    assert pit.ready().begin(2).floor.last_round == 2


def test_a_round_without_a_card_leaves_the_deck_as_it_was() -> None:
    pit = Pit(dealing="shoe").playing(1).begin().do(FinishRound(()))
    assert verify_round(pit.floor, pit.now) is None


@pytest.mark.clause("nsw", "4.1.3")
@sources
def test_after_the_table_stood_without_players_the_cards_are_shuffled_afresh(
    ruleset: str, dealing: str
) -> None:
    pit = Pit(ruleset, dealing=dealing).playing(1, 2).play(1, 2).ready()
    pit.do(LeaveSeat(1))
    assert verify_round(pit.floor, pit.now) is None, "one player is left: not vacant"
    pit.do(LeaveSeat(2)).wait(5).seat(3)
    assert no_round(pit) == (FloorRefusal.DECK_NOT_READY, "4.1.3")
    pit.ready().begin()


def test_a_shuffle_while_the_table_is_vacant_does_not_count() -> None:
    pit = Pit(dealing="shoe").playing(1).do(LeaveSeat(1))
    pit.do(ShuffleDeck("A"), CutDeck("A"), LoadDeck("A")).seat(2)
    assert pit.step() is Step.SHUFFLE


def test_all_leave_before_the_first_card_and_the_next_player_gets_fresh_cards() -> None:
    pit = Pit(dealing="shoe").playing(1).begin()
    assert verify_deal(pit.floor) is None
    pit.do(LeaveSeat(1)).seat(2)
    assert why(verify_deal(pit.floor)) == (FloorRefusal.DECK_NOT_READY, "4.1.3")
    assert verify_deal(pit.ready().floor) is None


@pytest.mark.clause("nsw", "4.2")
def test_for_the_shoe_the_cards_are_shuffled_then_cut_then_loaded_complete(ruleset: str) -> None:
    pit = Pit(ruleset, dealing="shoe").opened().seat(1).do(BringDeck("A", "red"))
    pit.do(CheckDeck("A", CheckMeans.DEALER))
    assert "Dealer: shuffle deck A by hand" in pit.prompts()
    assert pit.refuses(CutDeck("A")).refusal is FloorRefusal.NOT_THE_STEP
    pit.do(ShuffleDeck("A"))
    assert "Dealer: cut deck A" in pit.prompts()
    assert pit.refuses(LoadDeck("A")).clause == "4.2"
    pit.do(CutDeck("A"))
    assert "on the cutting card and put all 52 cards into the shoe" in pit.prompts()
    assert no_round(pit) == (FloorRefusal.DECK_NOT_READY, "4.2")
    assert pit.refuses(LoadDeck("A", cards=51)).refusal is FloorRefusal.NOT_A_FULL_DECK
    assert verify_round(pit.do(LoadDeck("A")).floor, pit.now) is None


@pytest.mark.clause("nsw", "4.3")
def test_only_the_dealer_cuts_and_no_prompt_offers_it_to_a_player(ruleset: str) -> None:
    pit = Pit(ruleset, dealing="shoe").opened().seat(1).do(BringDeck("A", "red"))
    pit.do(CheckDeck("A", CheckMeans.DEALER), ShuffleDeck("A"))
    assert pit.why(Request(CutDeck("A"), by=(CASINO,))) == (FloorRefusal.NOT_THE_DEALER, "4.3")
    assert "Dealer: cut deck A yourself. (4.3)" in pit.prompts()
    assert "layer: cut" not in pit.prompts()
    pit.do(CutDeck("A"))


@pytest.mark.clause("nsw", "4.4.1")
def test_a_deck_is_shuffled_by_hand_before_it_first_goes_into_the_device(ruleset: str) -> None:
    pit = Pit(ruleset, dealing="shuffler").opened().seat(1).do(BringDeck("A", "red"))
    pit.do(CheckDeck("A", CheckMeans.DEVICE))
    assert pit.why(LoadDeck("A")) == (FloorRefusal.NOT_THE_STEP, "4.4.1")
    assert "shuffle deck A by hand. (4.4.1)" in pit.prompts()
    assert pit.script() == ["shuffle", "load", "device-shuffle"]
    assert "shuffle" not in pit.play(1).script(), "only before it first goes in"


@pytest.mark.clause("nsw", "4.4.3")
def test_with_a_device_there_is_no_cut(ruleset: str) -> None:
    pit = Pit(ruleset, dealing="shuffler").opened().seat(1).do(BringDeck("A", "red"))
    assert "cut" not in pit.script()
    assert verify_round(pit.floor, pit.now) is None
    assert pit.why(CutDeck("A")) == (FloorRefusal.NO_CUT, "4.4.3")


@pytest.mark.clause("nsw", "4.4.5")
@pytest.mark.parametrize(
    ("shuffle", "cut", "script"),
    [
        (True, True, ["shuffle", "cut", "load", "device-shuffle"]),
        (True, False, ["shuffle", "load", "device-shuffle"]),
        (False, True, ["cut", "load", "device-shuffle"]),
    ],
)
def test_a_supervisor_who_doubts_the_shuffle_orders_another_and_a_cut_before_the_device(
    ruleset: str, shuffle: bool, cut: bool, script: list[str]
) -> None:
    pit = Pit(ruleset, dealing="shuffler").playing(1)
    order = Request(
        OrderExtraShuffle("A", shuffle, cut), by=(CASINO,), reason=HouseReason.POOR_SHUFFLE
    )
    pit.do(order)
    event = pit.last(ExtraShuffleOrdered)
    assert (event.by, event.reason, event.shuffle, event.cut) == (
        (CASINO,),
        "poor-shuffle",
        shuffle,
        cut,
    )
    assert no_round(pit) == (FloorRefusal.DECK_NOT_READY, "4.4.5")
    assert pit.script() == script
    assert "cut" not in pit.play(1).script(), "an order holds once"


@pytest.mark.clause("nsw", "3.5")
def test_a_deck_checked_and_preshuffled_in_advance_is_secured_until_it_comes_into_play(
    ruleset: str,
) -> None:
    pit = Pit(ruleset, dealing="shoe").do(SecureDeck("S", "blue", CheckMeans.SUPERVISOR))
    assert pit.the("S").secured
    pit.opened().seat(1)
    assert pit.refuses(ShuffleDeck("S")).refusal is FloorRefusal.NO_SUCH_DECK, "it is locked away"
    pit.do(BringDeck("S", "blue"))
    assert not pit.the("S").secured
    assert pit.script("S") == ["shuffle", "cut", "load"], "no second check, yet a fresh shuffle"


def test_a_secured_deck_with_a_broken_seal_is_checked_again() -> None:
    pit = Pit(dealing="shoe").do(SecureDeck("S", "blue", CheckMeans.DEALER)).opened()
    assert pit.do(BringDeck("S", "blue", seal_intact=False)).script("S")[0] == "check"


@pytest.mark.clause("nsw", "3.7")
@sources
def test_cards_are_changed_between_rounds_with_a_reason_then_checked_and_shuffled(
    ruleset: str, dealing: str
) -> None:
    pit = Pit(ruleset, dealing=dealing).playing(1).dealt()
    change = Request(ChangeDeck("A", "N", "red"), by=(CASINO,), reason=HouseReason.CARDS_WORN)
    assert pit.why(change) == (FloorRefusal.ROUND_IN_PROGRESS, "3.7")
    pit.do(FinishRound((1,))).ready()
    pit.do(change)
    assert pit.floor.deck("A") is None
    assert pit.last(type(pit.events[-1])).reason == "cards-worn"
    assert no_round(pit) == (FloorRefusal.DECK_NOT_READY, "3.4")
    script = pit.script("N")
    assert script[:2] == ["check", "shuffle"]
    pit.begin()


def test_a_single_card_is_replaced_between_rounds_and_the_deck_checked_and_shuffled(
    ruleset: str,
) -> None:
    pit = Pit(ruleset, dealing="shoe").playing(1)
    pit.do(ReplaceCards("A", ("7h",)))
    assert pit.script() == ["check", "shuffle", "cut", "load"]


@pytest.mark.clause("nsw", "3.8")
@pytest.mark.parametrize("who", [CASINO, INSPECTOR])
def test_a_count_may_be_ordered_in_the_middle_of_a_round_and_is_recorded_with_its_result(
    ruleset: str, who: Actor
) -> None:
    pit = Pit(ruleset, dealing="shoe").playing(1).dealt()
    assert pit.refuses(CheckDeck("A", CheckMeans.DEALER)).refusal is FloorRefusal.DECK_IN_PLAY
    pit.do(Request(OrderDeckCheck("A"), by=(who,), reason=HouseReason.SUSPICION))
    ordered = pit.last(DeckCountOrdered)
    assert (ordered.by, ordered.reason, ordered.clause) == ((who,), "suspicion", "3.8")
    assert "Count deck A: lay the cards out by suit" in pit.prompts()
    pit.do(FinishRound((1,)))
    assert no_round(pit) == (FloorRefusal.DECK_CHECK_DUE, "3.8")
    pit.wait(1).do(CheckDeck("A", CheckMeans.DEALER))
    checked = pit.last(DeckChecked)
    assert checked.asked_by is not None
    assert checked.asked_by.by == (who,)
    assert checked.at == pit.now
    pit.ready().begin()


def test_a_deck_that_is_to_be_counted_does_not_leave_the_table_uncounted() -> None:
    pit = Pit(dealing="shoe").playing(1).do(OrderDeckCheck("A"))
    assert pit.why(ChangeDeck("A", "N", "blue")) == (FloorRefusal.DECK_CHECK_DUE, "3.8")


@pytest.mark.clause("nsw", "4.2.1")
@sources
def test_dropped_cards_hold_play_until_the_supervisor_confirms_that_all_are_there(
    ruleset: str, dealing: str
) -> None:
    pit = Pit(ruleset, dealing=dealing).playing(1).do(ReportCardsDropped("A"))
    assert pit.last(CardsDropped).deck == "A"
    assert "Call a gaming or casino supervisor" in pit.prompts()
    assert no_round(pit) == (FloorRefusal.TABLE_HELD, "4.2.1")
    pit.ready()
    assert no_round(pit) == (FloorRefusal.TABLE_HELD, "4.2.1"), "a shuffle does not lift it"
    pit.do(ConfirmCardsCollected("A"))
    assert verify_round(pit.floor, pit.now) is None


def test_cards_dropped_before_the_round_are_shuffled_again() -> None:
    pit = Pit(dealing="shoe").playing(1).do(ReportCardsDropped("A"))
    pit.do(ConfirmCardsCollected("A"))
    assert pit.script() == ["shuffle", "cut", "load"]


@pytest.mark.clause("nsw", "11.9.4")
def test_a_missing_card_raises_tasks_to_surveillance_and_inspector_with_the_time_of_each(
    ruleset: str,
) -> None:
    pit = Pit(ruleset, dealing="shoe").playing(1).dealt()
    pit.do(FinishRound((1,), deck_suspect=True))
    assert no_round(pit) == (FloorRefusal.DECK_CHECK_DUE, "11.9.3")
    assert [(task.to, task.clause, task.done) for task in pit.floor.tasks] == [
        ("surveillance", "11.9.4", None),
        ("inspector", "11.9.4", None),
    ]
    assert "Notify surveillance: a missing or foreign card." in pit.prompts()
    first = pit.wait(1).do(RecordNotified(1)).now
    second = pit.wait(2).do(RecordNotified(2)).now
    assert [task.done for task in pit.floor.tasks] == [first, second]
    assert "Notify" not in pit.prompts()


def test_a_deck_found_wrong_is_replaced_and_those_who_must_know_are_told() -> None:
    pit = Pit(dealing="shoe").playing(1).do(ReportCardsDropped("A"))
    pit.do(CheckDeck("A", CheckMeans.SUPERVISOR, count=51, missing=("7h",)))
    assert pit.last(DeckFoundWrong).missing == ("7h",)
    assert [task.to for task in pit.floor.tasks] == ["surveillance", "inspector"]
    assert no_round(pit) == (FloorRefusal.DECK_NOT_READY, "3.7")
    assert "have a gaming or casino supervisor change it" in pit.prompts()
    pit.do(ChangeDeck("A", "N", "red")).ready("N").begin()


@pytest.mark.clause("sd", "(3)#1")
def test_sd_shuffles_before_the_first_round_and_after_every_finished_one() -> None:
    pit = Pit("sd").opened().seat(1).do(BringDeck("A", "red"))
    pit.do(CheckDeck("A", CheckMeans.DEALER))
    assert no_round(pit) == (FloorRefusal.DECK_NOT_READY, "(3)")
    pit.play(1)
    assert no_round(pit) == (FloorRefusal.DECK_NOT_READY, "(3)")
    pit.play(1)


@pytest.mark.clause("sd", "(4)#1")
def test_sd_shuffles_then_cuts_then_deals() -> None:
    pit = Pit("sd").opened().seat(1).do(BringDeck("A", "red"))
    pit.do(CheckDeck("A", CheckMeans.DEALER))
    assert pit.refuses(CutDeck("A")).refusal is FloorRefusal.NOT_THE_STEP
    pit.do(ShuffleDeck("A"))
    assert no_round(pit) == (FloorRefusal.DECK_NOT_READY, "(4)"), "no cut, no deal"
    pit.do(CutDeck("A")).begin()


@pytest.mark.clause("nsw", "3.2", "3.2.2")
def test_the_two_decks_of_a_device_differ_in_colour_and_take_turns(ruleset: str) -> None:
    pit = Pit(ruleset, dealing="shuffler").playing(1)
    assert pit.why(BringDeck("B", "red")) == (FloorRefusal.SAME_COLOUR, "3.2.2")
    pit.deck("B", "blue")
    assert pit.refuses(BringDeck("C", "green")).refusal is FloorRefusal.DECKS_FULL
    dealt = []
    for _ in range(4):
        pit.dealt()
        assert pit.floor.round is not None
        dealt.append(pit.floor.round.deck)
        pit.do(FinishRound((1,))).ready(dealt[-1])
    assert dealt == ["A", "B", "A", "B"]
