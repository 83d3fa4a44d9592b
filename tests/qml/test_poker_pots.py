"""A table that is run by pots, by touch: who is left, the pot on the pad, who wins it."""

from dataclasses import replace
from typing import Any

import pytest

from controller.games.poker.rules import RunBy
from controller.games.poker.state import Ending, Standing
from tests.helpers.layout import Eye
from tests.helpers.poker_screen import RULES, table
from tests.helpers.screen import LOOKED_AT, Made, Screen
from tests.helpers.shift import DEALER

BY_POTS = replace(RULES, run_by=RunBy.POTS)


@pytest.fixture
def screen(room: Made) -> Screen:
    """Button 1, blinds 2 and 3; seats 1, 2, 3, 5, 6, 8 and 9 are dealt in."""
    return room(BY_POTS, keyed=False).tap("primaryButton")


def amount(screen: Screen, digits: str) -> Screen:
    for digit in digits:
        screen.tap(f"pot-{digit}")
    return screen


def test_a_hand_is_who_is_left_the_pot_and_who_wins(screen: Screen) -> None:
    assert screen.find("seat5", "stack").property("text") == ""  # type: ignore[union-attr]
    screen.tap("seat5").tap("seat9")
    assert screen.text("seat5", "state") == "MARKED"
    assert screen.text("potSeats") == "Seats 5 and 9 are left"
    amount(screen, "120")
    assert screen.text("potAmount") == "$120"
    assert screen.primary() == "Main pot $120"
    screen.tap("primaryButton")
    assert screen.text("pushAsk") == "Who wins? Tap seat 5 or 9."
    assert screen.text("seat2", "state") == "FOLD"
    screen.tap("seat9")
    assert screen.primary() == "Push $114 to seat 9"
    assert screen.text("pushCommission") == "$6 to the drop"
    assert screen.text("guidanceText") == "Take $6 to the drop, then push $114 to seat 9."
    screen.tap("primaryButton")
    assert table(screen).at_rest
    assert table(screen).drop == 600
    assert screen.text("lastHand") == "Hand 1: $114 to seat 9. $6 to the drop."


def test_everybody_folds_to_the_big_blind_in_three_taps_after_the_deal(screen: Screen) -> None:
    screen.tap("seat3")
    assert screen.primary() == "Blinds only: $2"
    screen.tap("primaryButton")
    assert screen.primary() == "Push $2 to seat 3"
    assert screen.text("pushCommission") == "No commission"
    screen.tap("primaryButton")
    assert table(screen).playing().ending is Ending.UNCONTESTED


def test_who_folds_is_tapped_as_well_and_undone(screen: Screen) -> None:
    screen.tap("seat5").tap("seat6").tap("foldMarkedButton")
    assert [screen.text(f"seat{seat}", "state") for seat in (5, 6)] == ["FOLD"] * 2
    screen.tap("undoButton")
    assert table(screen).playing().of(5).standing is Standing.IN
    screen.tap("seat5")
    amount(screen, "40")
    screen.tap("undoButton")
    assert screen.text("potAmount") == ""
    assert screen.find("seat5", "state") is None
    screen.tap("seat5").tap("seat5")
    assert screen.text("potSeats").endswith("are left"), "a second tap takes the mark back"


def test_a_side_pot_is_keyed_after_the_main_pot_and_pushed_before_it(screen: Screen) -> None:
    screen.tap("seat3").tap("seat5").tap("seat9")
    amount(screen, "180").tap("primaryButton")
    screen.tap("sidePotButton")
    assert screen.text("potTitle") == "Side pot 1"
    amount(screen, "200").tap("seat2").tap("seat5").tap("seat9")
    assert screen.text("potSeats") == "In for it: seats 5 and 9", "seat 2 has folded"
    screen.tap("primaryButton")
    assert screen.text("pushTitle") == "Side pot 1  $200"
    screen.tap("seat5").tap("primaryButton").tap("seat3")
    assert screen.primary() == "Side pot 1: push $190 to seat 5"
    screen.tap("primaryButton")
    assert screen.primary() == "Main pot: push $171 to seat 3"
    screen.tap("primaryButton")
    assert table(screen).drop == 1900


def test_who_is_alone_in_a_side_pot_wins_it_without_a_tap(screen: Screen) -> None:
    screen.tap("seat3").tap("seat5").tap("seat9")
    amount(screen, "180").tap("primaryButton").tap("sidePotButton")
    amount(screen, "200").tap("seat5").tap("primaryButton")
    assert screen.text("pushTitle") == "Main pot  $180", "nobody else can win the side pot"
    screen.tap("seat3")
    assert screen.primary() == "Side pot 1: push $190 to seat 5"
    screen.tap("primaryButton").tap("undoButton").tap("undoButton")
    assert screen.text("pushTitle") == "Main pot  $180"
    screen.tap("seat9").tap("primaryButton")
    assert screen.primary() == "Main pot: push $171 to seat 9"
    screen.tap("primaryButton")
    assert table(screen).at_rest


def test_a_shared_pot_says_each_share_on_the_line_and_how_many_on_the_key(screen: Screen) -> None:
    screen.tap("seat3").tap("seat5").tap("seat9")
    amount(screen, "1250").tap("primaryButton").tap("sidePotButton")
    amount(screen, "200").tap("seat5").tap("seat9").tap("primaryButton")
    screen.tap("seat5").tap("seat9").tap("primaryButton")
    assert screen.text("guidanceText").startswith("Tap who wins")
    screen.tap("seat3")
    assert screen.primary() == "Side pot 1: push 2 shares"
    said = "Take $10 to the drop, then push side pot 1: $95 to seat 5 and $95 to seat 9."
    assert screen.text("guidanceText") == said


def test_a_flop_is_told_for_the_commission_of_a_pot_that_nobody_contests(screen: Screen) -> None:
    screen.tap("streetButton")
    assert table(screen).playing().laid == 3
    screen.tap("seat8")
    amount(screen, "60").tap("primaryButton")
    assert screen.text("pushCommission") == "$3 to the drop"


def test_what_cannot_be_keyed_says_why(screen: Screen) -> None:
    assert screen.text("primaryButton", "reason") == "Tap who is left, then key the amount"
    amount(screen, "99999")
    assert "expected at most $2,695" in screen.text("primaryButton", "reason")
    screen.tap("pot-C")
    assert screen.text("potAmount") == ""
    amount(screen, "1250.5")
    assert screen.text("potAmount") == "$1,250.5"
    screen.tap("pot-C")
    amount(screen, "1.505")
    assert screen.text("potAmount") == "$1.50"


def test_a_player_leaves_with_what_is_counted_and_keyed(screen: Screen) -> None:
    screen.tap("seat3").tap("primaryButton").tap("primaryButton")
    screen.tap("seat8")
    assert "not kept" in screen.text("seatState")
    assert screen.text("act-leave", "reason") == "Key the amount first"
    for digit in "305":
        screen.tap(f"digit{digit}")
    screen.tap("act-leave").tap("act-leave")
    assert (table(screen).seat(8).player, table(screen).chips) == (0, 269500 - 30500)
    screen.tap("seat6").tap("act-broke")
    assert screen.text("seat6", "state") == "NO CHIPS"


def test_after_a_crash_the_pot_that_was_keyed_still_stands(screen: Screen) -> None:
    screen.tap("seat5").tap("seat9")
    amount(screen, "120").tap("primaryButton")
    shift: Any = screen.shift
    keyed = shift.table.playing().keyed
    assert shift.restart().table.playing().keyed == keyed
    shift.on(DEALER)


@pytest.mark.parametrize("size", LOOKED_AT)
def test_everything_fits_at_every_size(room: Made, size: tuple[int, int]) -> None:
    made, eye = room(BY_POTS, keyed=False, size=size), Eye((size,))

    def look(what: str) -> None:
        eye.look(made.window, what)

    look("between hands")
    made.tap("primaryButton")
    look("dealt")
    made.tap("seat5").tap("seat8").tap("seat9")
    amount(made, "1250")
    look("the main pot is keyed")
    made.tap("primaryButton")
    look("who wins")
    made.tap("sidePotButton").tap("seat8").tap("seat9")
    amount(made, "1200.50")
    look("a side pot is keyed")
    made.tap("primaryButton").tap("seat8").tap("primaryButton").tap("seat5")
    look("pushed")
    made.tap("primaryButton").tap("primaryButton").tap("seat6")
    look("a seat")
    assert eye.found == []
    assert eye.states == 7
