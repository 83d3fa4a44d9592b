"""A finger that is faster than the eye: taps that come twice, or before the next step was seen."""

import pytest

from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.wagers import Area
from controller.running.snapshot import DWELL_MS, FINAL_MS
from tests.helpers.screen import FINGER_MS, Made, Screen
from tests.helpers.shift import GAMING
from tests.qml.test_console import deal, dealt, phase, with_antes
from tests.qml.test_supervisor import menu, pick
from ui.viewmodels.actions import TOO_SOON
from ui.viewmodels.drawn import Drawn, Dwell

SLOW_MS = 320
"""Between the two taps of somebody who taps twice for good measure."""


def settling(screen: Screen, *places: int) -> Screen:
    """The hand at the dealer's right is turned and not paid yet."""
    with_antes(screen, *places).tap("primaryButton")
    deal(screen)
    for everyone in ("allBetButton", "allCheckButton", "allCheckButton"):
        screen.tap(everyone).tap("primaryButton")
    return screen.tap("primaryButton")


def settled(screen: Screen) -> list[int]:
    return [place.number for place in screen.shift.table.round.places if place.settled]


@pytest.mark.parametrize("after_ms", [30, SLOW_MS, FINAL_MS - 1])
def test_a_slow_double_tap_settles_no_hand_that_was_not_seen(made: Made, after_ms: int) -> None:
    screen = settling(made(), 1, 2, 3).tap("primaryButton")
    screen.tap("primaryButton", after_ms=after_ms)
    assert settled(screen) == [3]
    assert (screen.text("guidanceText") == TOO_SOON) is (after_ms >= DWELL_MS), "said, not lost"
    screen.tap("primaryButton", after_ms=FINAL_MS)
    assert settled(screen) == [2, 3]
    assert screen.text("guidanceText") != TOO_SOON


def test_the_finger_that_paid_the_last_place_locks_nothing(made: Made) -> None:
    screen = settling(made(), 1, 2).tap("primaryButton")
    spot = screen.centre("primaryButton")
    screen.tap("primaryButton")
    screen.shift.deck_ready("A")
    screen.settle()
    for _ in range(4):
        screen.wait(FINGER_MS).touch(spot)
        screen.settle()
    assert phase(screen) is Phase.WAGERS, "the next round is open, and its bets are"
    assert screen.primary() == "No more bets"
    assert not screen.enabled("betsOpen")
    screen.tap("primaryButton")
    assert phase(screen) is Phase.DEAL
    assert screen.find("betsOpen") is None


def test_a_key_that_only_waited_for_the_players_does_not_wait_again(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    screen.wait(FINGER_MS).tap("allBetButton", after_ms=DWELL_MS)
    screen.tap("primaryButton", after_ms=DWELL_MS)
    assert phase(screen) is Phase.TURN_DECISIONS


def test_time_counts_from_the_frame_that_has_drawn_it() -> None:
    now = [0]
    drawn = Drawn(lambda: now[0])
    asked: list[bool] = []
    drawn.wanted.connect(lambda: asked.append(True))
    key = Dwell(drawn)
    key.means("paid: place 3")
    now[0] += 10_000
    assert asked
    assert not key.stood(1), "the table has changed, the screen has not"
    drawn.frame()
    now[0] += FINAL_MS - 1
    key.means("paid: place 3")
    drawn.frame()
    assert not key.stood(FINAL_MS)
    now[0] += 1
    assert key.stood(FINAL_MS)
    key.means("paid: place 2")
    assert not key.stood(0)


def test_the_window_tells_of_every_frame(made: Made) -> None:
    screen = settling(made(), 1, 2)
    screen.window.frameSwapped.disconnect()
    screen.tap("primaryButton")
    assert settled(screen) == [2]
    screen.tap("primaryButton", after_ms=60_000)
    assert settled(screen) == [2], "the hand of place 1 was never drawn"


def test_a_double_tap_on_fold_does_not_fold(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    screen.tap("place1").tap("place1").tap("choice-fold").tap("choice-fold", after_ms=SLOW_MS)
    assert screen.shift.table.round.place(1).playing
    assert screen.text("choice-fold", "label") == "Fold place 1?", "it still asks"
    screen.tap("choice-fold")
    assert not screen.shift.table.round.place(1).playing


def test_a_double_tap_does_not_send_a_player_away(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.do(c.TakeBackWager(1, Area.ANTE)).tap("place1", "corner").tap("act-seat").tap(
        "act-seat", after_ms=SLOW_MS
    )
    assert "SeatLeft" not in screen.shift.kinds()
    screen.tap("act-seat")
    assert "SeatLeft" in screen.shift.kinds()


def test_a_double_tap_on_the_last_answer_confirms_nothing(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    pick(menu(screen, GAMING), "Round", "void")
    reason = screen.centre("supervisor", "entry-dealing-error")
    screen.wait(FINGER_MS).touch(reason)
    screen.settle().tap("supervisorConfirm", after_ms=SLOW_MS)
    assert phase(screen) is Phase.WAGERS
    screen.tap("supervisorConfirm")
    assert phase(screen) is not Phase.WAGERS


def test_a_settled_place_shows_its_hand_again(made: Made) -> None:
    screen = settling(made(), 1, 2, 3)
    first = {
        name: screen.text("settlement", name) for name in ("settlementHand", "settlementFigure")
    }
    forward = screen.item("place3", "card0").property("forward")
    screen.tap("primaryButton")
    assert screen.text("settlementTitle") == "Place 2"
    screen.tap("place3")
    assert screen.text("settlementTitle") == "Place 3, settled"
    assert {name: screen.text("settlement", name) for name in first} == first
    assert screen.text("settlementAct") in ("PAID", "TAKEN", "NO CHANGE")
    assert screen.item("place3", "card0").property("forward") == forward
    assert screen.text("primaryButton", "reason") == "Place 3 is open: close it first"
    assert screen.faults() == []
    screen.tap("primaryButton")
    assert settled(screen) == [3]
    screen.tap("settlementClose").tap("primaryButton", after_ms=SLOW_MS)
    assert settled(screen) == [3], "place 2 has just been drawn again"
    screen.tap("primaryButton")
    assert settled(screen) == [2, 3]
