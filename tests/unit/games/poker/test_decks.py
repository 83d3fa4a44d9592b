"""Two decks in turn: what the floor makes of what the shuffler reports (4.4)."""

from dataclasses import replace

from controller.devices.dealing import Order, Task, order_due
from controller.domain.base import evolve, existing
from controller.domain.dealing import Dealing
from controller.domain.refusals import Refused
from controller.floor.deck_orders import OrderDeckCheck
from controller.floor.deck_steps import Step, next_step, to_release
from controller.floor.decks import BringDeck, CheckDeck, ShuffleDeck
from controller.floor.loading import CompleteShuffle, LoadDeck, ReportDeckLoaded, ReportDeckReleased
from controller.floor.prompts import prompts
from controller.floor.refusals import FloorRefusal
from controller.floor.state import CheckMeans
from controller.games.poker.blinds import BeginHand
from controller.games.poker.floor import FLOOR
from controller.games.poker.seating import SitDown
from controller.games.step import deck_step, deck_steps
from drivers.shuffler.protocol import Back, Fault, ShufflerState
from drivers.shuffler.protocol import Deck as Bay
from tests.helpers.poker_shift import RULES, PokerShift

SHUFFLED = evolve(RULES, dealing=Dealing.SHUFFLER)


def at_start() -> PokerShift:
    shift = PokerShift(SHUFFLED).opened().do(SitDown(1, 20_000), SitDown(2, 20_000))
    for name, back in (("A", "red"), ("B", "blue")):
        shift.do(BringDeck(name, back), CheckDeck(name, CheckMeans.DEALER))
    return shift


def next_of(shift: PokerShift, name: str) -> Step | None:
    return next_step(shift.floor, shift.floor.deck(name))


def why_not(shift: PokerShift, report: ReportDeckReleased) -> Refused:
    return existing(FLOOR.verify(shift.floor, report), "it is accepted")


def folded(shift: PokerShift) -> None:
    while shift.floor.round is not None:
        step = shift.controller.snapshot().step
        shift.do(step.keys["fold"].command if "fold" in step.keys else step.command)


def told(shift: PokerShift) -> str:
    return " ".join(one.text for one in prompts(shift.floor, shift.clock.now()))


def test_a_deck_goes_by_hand_into_the_device_and_comes_out_whole() -> None:
    shift = at_start()
    assert (deck_step(shift.floor), deck_steps(shift.floor)) == (ShuffleDeck("A"), ())
    shift.do(ShuffleDeck("A"))
    assert deck_step(shift.floor) == ShuffleDeck("B"), "deck two is shuffled by hand as well"
    shift.do(LoadDeck("A"), CompleteShuffle("A"))
    assert (next_of(shift, "A"), to_release(shift.floor)) == (Step.RELEASE, None)
    assert "Deck A is shuffled: put the other deck into" in told(shift)
    shift.do(ShuffleDeck("B"), ReportDeckLoaded("B"))
    assert to_release(shift.floor) == shift.floor.deck("A")
    assert "Deck A: wait until the shuffling device releases it" in told(shift)
    refused = shift.refuses(BeginHand(1))
    assert (refused.refusal, refused.clause) == (FloorRefusal.DECK_NOT_READY, "4.4")
    assert refused.detail == "Deck A is still in the device."
    shift.do(ReportDeckReleased("A"), BeginHand(1))
    assert (next_of(shift, "A"), to_release(shift.floor)) == (None, None)


def test_the_deck_that_was_played_is_not_released_before_the_other() -> None:
    shift = at_start().do(ShuffleDeck("A"), ShuffleDeck("B")).deck_ready("A")
    shift.do(LoadDeck("B"), BeginHand(1))
    folded(shift)
    shift.do(LoadDeck("A"), CompleteShuffle("A"))
    assert to_release(shift.floor) is None, "blue is not shuffled yet"
    assert shift.refuses(BeginHand(2)).detail == "Deck B is being shuffled.", "it is dealt next"
    shift.do(CompleteShuffle("B"))
    assert to_release(shift.floor) == shift.floor.deck("B")


def test_the_deck_that_the_dealer_is_told_first_is_the_one_that_the_device_takes_first() -> None:
    """Both decks are out, after a jam: in another order each would be taken for the other."""
    shift = at_start().do(ShuffleDeck("A"), ShuffleDeck("B")).deck_ready("A").do(BeginHand(1))
    folded(shift)
    assert [next_of(shift, name) for name in "AB"] == [Step.LOAD, Step.LOAD]
    said = told(shift)
    assert said.index("put deck B into") < said.index("put deck A into")
    none = (Bay.ABSENT, 0, Fault.NONE)
    tray = ShufflerState(True, False, True, False, *none, *none)
    assert order_due(shift.controller.snapshot().house, tray) == Order(Task.LOAD, Back.BLUE)


def test_a_deck_is_released_when_the_gate_is_free_and_the_deck_is_ready() -> None:
    shift = at_start().do(ShuffleDeck("A"), ShuffleDeck("B"), LoadDeck("A"), CompleteShuffle("A"))
    house = shift.do(LoadDeck("B")).controller.snapshot().house
    red, blue = (Bay.READY, 52, Fault.NONE), (Bay.LOADED, 52, Fault.NONE)
    free = ShufflerState(True, False, False, False, *red, *blue)
    assert order_due(house, free) == Order(Task.RELEASE, Back.RED)
    for state in (
        replace(free, gate_occupied=True),
        replace(free, red=Bay.EJECTING),
        replace(free, red=Bay.BLOCKED),
        replace(free, door_open=True),
    ):
        due = order_due(house, state)
        assert due is None or due.task is not Task.RELEASE, state


def test_what_is_not_a_release_is_refused() -> None:
    shift = at_start().do(ShuffleDeck("A"))
    assert why_not(shift, ReportDeckReleased("X")).refusal is FloorRefusal.NO_SUCH_DECK
    assert why_not(shift, ReportDeckReleased("A")).refusal is FloorRefusal.NOT_THE_STEP
    shift.do(LoadDeck("A"), CompleteShuffle("A"))
    refused = why_not(shift, ReportDeckReleased("A", 51))
    assert refused.refusal is FloorRefusal.NOT_A_FULL_DECK
    assert "51" in refused.detail


def test_a_released_deck_that_is_counted_goes_in_again() -> None:
    shift = at_start().do(ShuffleDeck("A")).deck_ready("A")
    shift.supervised(OrderDeckCheck("A")).do(CheckDeck("A", CheckMeans.DEALER))
    assert next_of(shift, "A") is Step.LOAD
