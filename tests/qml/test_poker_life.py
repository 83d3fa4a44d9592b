"""Table life of the poker room by touch: seats and the waiting list, the clock, stacks, results."""

from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from controller.devices.keypad import KeyPressHandler
from controller.domain.instant import SECOND_MS
from controller.games.poker.floor.players import AssignSeat
from controller.games.poker.floor.waiting import JoinWaitingList
from controller.games.poker.reports import Irregularity
from controller.games.poker.seating import LeaveTable
from controller.games.poker.state import Standing
from controller.running.ports import KeypadView
from tests.helpers.poker_screen import keyed, table
from tests.helpers.poker_shift import PokerShift
from tests.helpers.screen import Made, Screen
from tests.helpers.shift import GAMING
from ui.bridge import Bridge
from ui.shown import Shown


@pytest.fixture
def screen(room: Made) -> Screen:
    """An open table with its players, between hands."""
    return room()


def shift_of(screen: Screen) -> Any:
    return screen.shift


def digits(screen: Screen, number: str) -> Screen:
    for digit in number:
        screen.tap(f"digit{digit}")
    return screen


def passes(screen: Screen, seconds: int) -> Screen:
    """The clock of the table goes on, and the screen looks at it as it does every second."""
    shift_of(screen).clock.wait(seconds * SECOND_MS)
    screen.console.view.tell_time("20:42")
    return screen.settle()


def test_a_clock_is_called_counted_down_at_the_seat_and_the_fold_confirmed(screen: Screen) -> None:
    screen.tap("primaryButton").tap("primaryButton")  # seat 5 calls; seat 6 thinks
    taps = screen.taps
    screen.tap("irregularityButton").tap("say-call-clock").tap("confirm-")
    assert screen.taps - taps == 3
    assert screen.text("seat6", "state") == "1:00"
    assert screen.text("guidanceText").startswith("Seat 6 is on the clock, 1:00 left.")
    assert passes(screen, 53).text("seat6", "state") == "0:07"
    assert passes(screen, 10).text("seat6", "state") == "7"
    assert screen.text("guidanceText").startswith("Count seat 6 down: 7.")
    screen.tap("irregularityButton").tap("say-clock-expired")
    assert screen.text("foreseen") == "The player still has 7 seconds left."
    screen.tap("irregularityClose")
    assert passes(screen, 8).text("seat6", "state") == "TIME"
    assert table(screen).playing().of(6).standing is Standing.IN, "the fold is a person's"
    screen.tap("irregularityButton").tap("say-clock-expired").tap("confirm-")
    assert table(screen).playing().of(6).standing is Standing.FOLDED
    assert screen.text("seat6", "state") == "FOLD"


def test_a_player_waits_is_seated_by_the_dealer_and_pays_for_a_drink(screen: Screen) -> None:
    screen.tap("supervisorButton").tap("signOnList")
    screen.tap("entry-Seats and waiting list").tap("entry-join-list")
    digits(screen, "4711").tap("supervisorNext").tap("supervisorConfirm")
    assert [one.player for one in shift_of(screen).floor.waiting] == ["4711"]
    screen.tap("supervisorBack").tap("supervisorBack").tap("seat4")
    assert screen.text("act-first", "label") == "No. 4711 sits down"
    assert not screen.enabled("act-sit"), "whoever waits comes first"
    digits(screen, "60").tap("act-first")
    assert not shift_of(screen).floor.waiting
    digits(screen.tap("seat4"), "12").tap("act-goods")
    assert table(screen).seat(4).stack == 4800


def test_a_vacated_seat_is_offered_to_the_table_first(screen: Screen) -> None:
    shift_of(screen).do(LeaveTable(6))
    screen.settle()
    assert screen.text("warning").startswith("Seat 6 is free: ask whether")
    screen.tap("seat6")
    assert screen.text("act-sit", "reason") == "Offer seat 6 to the table first"
    screen.tap("act-offer-seat").tap("entry-9").tap("supervisorDone").tap("supervisorConfirm")
    assert (table(screen).seat(6).stack, table(screen).seat(9).player) == (125_000, 0)


def test_a_tap_on_a_kept_seat_answers_which_seat_is_released(screen: Screen) -> None:
    shift_of(screen).on(GAMING)
    for seat, player in ((4, "4711"), (7, "4712")):
        shift_of(screen).do(JoinWaitingList(player))
        shift_of(screen).do(AssignSeat(seat, player))
    screen.settle().tap("supervisorButton")
    screen.tap("entry-Seats and waiting list").tap("entry-free-seat").tap("seat7")
    screen.tap("supervisorConfirm")
    assert [one.place for one in shift_of(screen).floor.assigned] == [4]


def test_a_stack_is_counted_with_a_supervisor_and_a_result_corrected(screen: Screen) -> None:
    screen.tap("primaryButton").tap("seat3").tap("primaryButton")
    shift_of(screen).on(GAMING)
    screen.settle().tap("seat9").tap("act-count-stack")
    digits(screen, "1240").tap("supervisorNext").tap("entry-counted").tap("supervisorConfirm")
    assert table(screen).seat(9).stack == 124_000
    screen.tap("supervisorButton").tap("entry-Players").tap("entry-more").tap(
        "entry-correct-result"
    )
    screen.tap("entry-1").tap("entry-2")
    digits(screen, "5").tap("supervisorNext").tap("entry-keyed-wrong").tap("supervisorConfirm")
    assert (table(screen).seat(1).stack, table(screen).seat(2).stack) == (19_300, 40_200)


FOUND_AT = {
    "deal": ("card-exposed-in-cut", "dealt-out-of-turn", "hole-card-exposed", "boxed-card",
             "wrong-number-of-hands"),
    "raised": ("dealt-early", "hand-fouled", "hand-killed", "out-of-turn", "short-call",
               "short-raise", "string-bet", "outcome-invalidated"),
    "flop": ("flop-too-many", "wrong-burn", "folded-hand-exposed"),
    "turn": ("two-cards",),
    "shown": ("winning-hand-mucked",),
    "clock": ("clock-expired",),
}  # fmt: skip


def test_every_irregularity_is_found_in_three_taps_from_the_felt(screen: Screen) -> None:
    found = set()

    def look(moment: str) -> None:
        for code in FOUND_AT[moment]:
            taps = screen.taps
            screen.tap("irregularityButton").tap(f"say-{code}")
            assert screen.taps - taps <= 3
            assert screen.find(f"say-{code}") is None, "its form is open"
            found.add(code)
            screen.tap("irregularityClose")

    screen.tap("primaryButton")
    look("deal")
    screen.tap("size-pot")
    look("raised")
    screen.tap("irregularityButton").tap("say-call-clock").tap("confirm-")
    look("clock")
    screen.tap("primaryButton").tap("seat3").tap("primaryButton")
    keyed(screen, "Kd 9s 4h")
    look("flop")
    screen.tap("checkRoundButton")
    keyed(screen, "2c")
    look("turn")
    screen.tap("checkRoundButton")
    keyed(screen, "2s").tap("checkRoundButton").tap("primaryButton")
    keyed(screen, "Ks Kh").tap("muckButton")
    look("shown")
    assert found == {one.value for one in Irregularity}


def test_the_bridge_carries_what_the_keypad_says(qapp: QGuiApplication) -> None:
    shift = PokerShift()
    handler, bridge, seen = KeyPressHandler(lambda: 0), Bridge(), list[Shown]()
    bridge.attach(shift.controller, keypad=handler)
    bridge.watch(seen.append)
    bridge.keyed(KeypadView("Amount keyed: $9."))
    QCoreApplication.processEvents()
    assert seen[-1].keypad.text == "Amount keyed: $9."
    bridge.look_at_devices()
    QCoreApplication.processEvents()
    assert seen[-1].keypad.text == "", "nothing is keyed any more"
