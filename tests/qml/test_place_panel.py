"""The panel of a place, and Undo: by touch, on record."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.floor.limits import ChangeLimits
from controller.games.bonus.round.state import Standing
from controller.games.bonus.wagers import Area, Choice
from controller.house.events import TapUndone
from tests.helpers.screen import Made, Screen, touchscreen
from tests.helpers.shift import GAMING
from tests.qml.test_console import deal, dealt, double_tap, play_by_touch, with_antes


def long_press(screen: Screen, name: str) -> None:
    at, finger = screen.centre(name), touchscreen()
    QTest.touchEvent(screen.window, finger).press(0, at, screen.window).commit()
    for _ in range(40):
        if screen.find("placePanel") is not None:
            break
        QTest.qWait(50)  # the press itself takes this long
    QTest.touchEvent(screen.window, finger).release(0, at, screen.window).commit()
    QGuiApplication.processEvents()
    screen.settle()


def test_a_long_press_and_the_corner_open_the_panel_of_the_place(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.tap("place2", "corner")
    assert screen.text("placeTitle") == "Place 2"
    assert screen.text("placeHistory") == "Ante $50"
    screen.tap("placeClose")
    assert screen.find("placePanel") is None
    long_press(screen, "place1")
    assert screen.text("placeTitle") == "Place 1"
    assert screen.shift.table.round.place(1).stakes[Area.ANTE].amount == Money.parse("25")


def test_a_player_comes_shows_a_card_wagers_and_leaves(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.tap("place3")
    assert screen.find("chipPad") is None, "nobody sits there who could wager"
    assert screen.text("act-seat", "label") == "Seat a player"
    assert not screen.enabled("act-wagers")
    screen.tap("act-seat")
    assert screen.shift.floor.seat(3).player is not None
    assert "no card shown yet" in screen.text("placeState")
    screen.tap("act-card")
    assert screen.shift.floor.seat(3).card
    assert not screen.enabled("act-card")
    screen.tap("act-wagers")
    assert screen.text("chipPad", "chipTitle") == "Place 3"
    screen.tap("chipClose").tap("place3", "corner").tap("act-seat")
    assert screen.shift.floor.seat(3).player is not None, "leaving asks once more"
    assert screen.text("act-seat", "label") == "Player leaves?"
    first = screen.shift.floor.seat(3).player
    screen.tap("act-seat")
    assert screen.shift.floor.seat(3).player is None
    screen.tap("act-seat")
    assert screen.shift.floor.seat(3).player not in (None, first), "nobody is taken for another"


def test_an_invalid_wager_starts_its_report_with_the_place_known(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    screen.tap("place2", "corner").tap("act-invalid").tap("say-another-persons-card")
    assert screen.text("foreseenClause") == "Rule 11.19.2"
    screen.on(GAMING).tap("confirm-not-own-card")
    assert screen.shift.table.round.place(2).standing is Standing.VOID
    assert screen.shift.floor.seat(2).invalid
    screen.shift.off()
    screen.settle().tap("place2", "corner")
    assert "invalid" in screen.text("placeState")
    assert "Void: every wager was returned" in screen.text("placeHistory")
    screen.tap("act-card")
    assert not screen.shift.floor.seat(2).invalid


def test_the_marker_of_an_old_minimum_goes_down_and_comes_off(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    limits = screen.shift.floor.limits
    spot = type(limits.spot)(*(Money.parse(text) for text in ("50", "500", "5", "100")))
    raised = type(limits)(spot)
    play_by_touch(screen)
    screen.shift.supervised(ChangeLimits(raised, at_once=True))
    screen.settle().tap("place1", "corner")
    assert "keeps the old minimum of $25" in screen.text("placeState")
    screen.tap("act-marker")
    assert screen.shift.floor.markers == {1}
    assert screen.text("act-marker", "label") == "Remove the marker"


def test_the_history_of_the_round_at_a_place_is_told_in_order(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    for everyone in ("allBetButton", "allCheckButton", "allBetButton"):
        screen.tap(everyone).tap("primaryButton")
    screen.tap("primaryButton").tap("primaryButton")
    screen.tap("place2", "corner")
    told = screen.text("placeHistory").split("\n")
    assert told[:4] == ["Ante $50", "Flop: bet $100", "Turn: check", "River: bet $50"]
    assert told[4].startswith(("Paid", "Taken"))


def test_undo_says_what_it_undoes_and_is_on_record(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.tap("primaryButton")
    assert not screen.enabled("undoButton")
    assert screen.text("undoButton", "reason") == "Nothing to undo"
    deal(screen)
    screen.tap("place2").tap("allBetButton")
    assert screen.text("undoButton", "reason") == "All decisions"
    screen.tap("undoButton")
    assert screen.shift.table.round.place(1).choices[0] is None
    assert screen.shift.table.round.place(2).choices[0] is Choice.BET
    assert screen.text("undoButton", "reason") == "Decision, place 2"
    screen.tap("undoButton")
    assert screen.shift.table.round.place(2).choices[0] is None
    assert not screen.enabled("undoButton")
    undone = [event.what for event in screen.shift.events() if isinstance(event, TapUndone)]
    assert undone == ["All decisions", "Decision, place 2"]


def test_a_double_tap_on_undo_undoes_one_tap(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    screen.tap("place2").tap("place1")
    double_tap(screen, "undoButton")
    choices = [place.choices[0] for place in screen.shift.table.round.places[:2]]
    assert choices == [None, Choice.BET]
    assert "The table has changed. Look again." in screen.text("guidance", "guidanceText")


def all_folded(screen: Screen) -> Screen:
    return dealt(screen, 1, 2).do(*(c.Decide(number, Choice.FOLD) for number in (1, 2)))


def test_a_fold_keyed_by_mistake_is_corrected_with_a_supervisor(made: Made) -> None:
    screen = all_folded(made())
    assert screen.primary() == "All folded: collect"
    assert screen.enabled("primaryButton")
    screen.on(GAMING).tap("place2").tap("choice-bet")
    assert screen.shift.table.round.place(2).standing is Standing.IN
    assert screen.primary() == "Reveal the flop"


def test_when_everybody_has_folded_the_dealer_collects_with_one_tap(made: Made) -> None:
    screen = all_folded(made())
    number = screen.shift.table.round.number
    seen = screen.tap("primaryButton").shift.table.round
    assert seen.phase.value == "idle" or seen.number > number
