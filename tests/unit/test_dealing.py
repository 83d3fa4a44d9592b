"""What the shuffler is told next: from the table and the machine, never twice."""

from dataclasses import replace

import pytest

from controller.devices.dealing import Order, Task, miscounted, order_due
from controller.devices.faults import back_of
from controller.floor.decks import BringDeck, CheckDeck, ShuffleDeck
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import ReportDevice
from controller.floor.state import CheckMeans, Deck
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.state import new_table
from drivers.shuffler.protocol import Back, Fault, ShufflerState
from drivers.shuffler.protocol import Deck as Bay
from tests.helpers.shift import RULES, Shift

NO, RED, BLUE = Fault.NONE, Back.RED, Back.BLUE
READY = ShufflerState(True, False, False, False, Bay.READY, 52, NO, Bay.ABSENT, 0, NO)
EMPTY = replace(READY, red=Bay.ABSENT, red_count=0)


def betting() -> Shift:
    return Shift().playing(1, 2).wagers(p1="25", p2="25")


def dealing(cards: str = "") -> Shift:
    return betting().deal(cards)


def test_nothing_leaves_before_no_more_bets() -> None:
    assert order_due(betting().house, READY) is None


def test_packets_go_out_as_the_script_has_them() -> None:
    assert order_due(dealing().house, READY) == Order(Task.EJECT, RED, 5)
    out = "9h Th Jh 3c 2d"
    assert order_due(dealing(out).house, replace(READY, red_count=47)) == Order(Task.EJECT, RED, 2)
    out += " 4c"
    half = order_due(dealing(out).house, replace(READY, red_count=46))
    assert half == Order(Task.EJECT, RED, 1), "the second card of a pair"
    out += " 5s Qh Kh 6c 8d"
    assert order_due(dealing(out).house, replace(READY, red_count=41)) is None, "all are out"


@pytest.mark.parametrize(
    "state",
    [
        replace(READY, gate_occupied=True),
        replace(READY, door_open=True),
        replace(READY, red=Bay.EJECTING),
        replace(READY, red=Bay.BLOCKED),
        replace(READY, red_count=47),
    ],
    ids=["gate", "door", "ejecting", "blocked", "a packet that is not on record yet"],
)
def test_nothing_is_put_out_while(state: ShufflerState) -> None:
    assert order_due(dealing().house, state) is None


def test_a_count_that_was_ordered_stops_the_deal() -> None:
    shift = dealing("9h Th").do(ReportDevice("shuffler", TroubleCode.WRONG_COUNT, "", "red"))
    assert order_due(shift.house, replace(READY, red_count=50)) is None


def test_numbers_that_differ_are_named() -> None:
    house = dealing("9h Th Jh 3c 2d").house
    assert miscounted(house, replace(READY, red_count=47)) is None
    found = miscounted(house, replace(READY, red_count=46))
    assert found == (RED, "46 cards are inside; by the record it should be 47.")
    assert miscounted(house, replace(READY, red=Bay.EJECTING, red_count=46)) is None
    assert miscounted(Shift().house, READY) is None


def test_the_deck_in_the_tray_is_loaded_then_shuffled_while_the_other_is_in_play() -> None:
    shift = Shift().playing(1, 2)
    shift.do(BringDeck("B", "blue"), CheckDeck("B", CheckMeans.DEALER), ShuffleDeck("B"))
    shift.wagers(p1="25").deal("9h Th Jh 3c 2d 4c 5s Qh Kh")
    full = replace(READY, red_count=43, tray_occupied=True)
    assert order_due(shift.house, full) == Order(Task.LOAD, BLUE)
    assert order_due(shift.house, replace(full, tray_occupied=False)) is None
    assert order_due(shift.house, replace(full, blue=Bay.LOADING)) is None
    assert order_due(shift.house, replace(full, blue=Bay.BLOCKED)) is None


def test_a_deck_is_shuffled_once_it_was_counted_and_after_every_use() -> None:
    shift = Shift().playing(1).do(ReportDevice("shuffler", TroubleCode.JAM, "", "red"))
    assert order_due(shift.house, replace(EMPTY, tray_occupied=True)) == Order(Task.LOAD, RED)
    assert order_due(shift.house, replace(READY, red=Bay.LOADED)) == Order(Task.SHUFFLE, RED)
    assert order_due(shift.house, replace(READY, red=Bay.SHUFFLING)) is None


def test_a_ready_deck_is_left_alone() -> None:
    assert order_due(Shift().playing(1).house, replace(READY, tray_occupied=True)) is None


def test_on_the_bench_nobody_orders_anything_and_a_strange_back_has_no_bay() -> None:
    assert order_due(BonusHouse(new_table(RULES)), READY) is None
    assert back_of(Deck("C", "green")) is None
