"""What waits for a supervisor is what a supervisor sees first, with the amount on the key."""

import pytest

from controller.floor.calls import CallSupervisor
from controller.floor.disputes import OpenDispute
from controller.floor.entries import About
from controller.games.bonus import commands as c
from controller.games.bonus.floor.jackpots import ReportJackpotFailed
from controller.games.bonus.floor.reviews import HoldForReview
from controller.games.bonus.round.state import Standing
from controller.games.bonus.wagers import Choice
from tests.helpers.screen import LOOKED_AT, Made, Screen
from tests.helpers.shift import GAMING
from tests.qml.test_console import dealt, with_antes
from tests.qml.test_jackpot import confirmed, keyed, rules_of
from tests.qml.test_supervisor import offered, pick
from tests.qml.test_touch import settling
from ui.games.bonus.screen import BONUS_SCREEN


def sign_on(screen: Screen) -> Screen:
    """A supervisor comes to the pad and is let in."""
    screen.tap("supervisorButton")
    return screen.on(GAMING)


@pytest.mark.parametrize("size", LOOKED_AT)
def test_an_award_off_the_meter_is_seen_with_hand_and_amount_and_confirmed_with_one_tap(
    made: Made, size: tuple[int, int]
) -> None:
    screen = keyed(made(rules_of("nsw-2024", "nsw"), size=size))
    amount = screen.text("settlementFigure")
    assert screen.text("settlementAct") == "NEEDS A SUPERVISOR", "nothing is paid yet"
    sign_on(screen)
    assert screen.find("supervisor") is None, "no menu lies over it"
    assert screen.text("settlementHand").startswith("Straight flush")
    assert screen.find("community0") is not None
    assert screen.primary() == f"Confirm {amount}"
    assert screen.faults() == []
    screen.tap("primaryButton")
    assert confirmed(screen)
    screen.tap("leaveButton")
    assert screen.text("settlementAct") == "PAY"


def test_an_award_off_the_meter_is_drawn_larger_than_what_is_paid_every_round(made: Made) -> None:
    award, routine = keyed(made(rules_of("nsw-2024", "nsw"))), settling(made(), 1)
    heights = [
        float(screen.item("settlementFigure").property("contentHeight"))
        for screen in (award, routine)
    ]
    assert heights[0] > 1.2 * heights[1]


def test_in_the_menu_the_key_names_the_amount_and_the_form_the_hand(made: Made) -> None:
    screen = sign_on(keyed(made(rules_of("nsw-2024", "nsw"))))
    amount = screen.text("settlementFigure")
    screen.tap("supervisorButton")
    pick(screen, "Jackpot", "decline-award")
    pick(screen, sorted(offered(screen))[0])
    assert screen.text("supervisorConfirm", "label") == f"Confirm {amount}"
    assert "♥" in screen.text("confirmLines")


WAITS = {
    "answer-call": CallSupervisor(),
    "decide-dispute": OpenDispute(About.GAME, None, None),
    "suspend-jackpot": ReportJackpotFailed("meter"),
}


@pytest.mark.parametrize("code", WAITS)
def test_one_thing_that_waits_is_opened(made: Made, code: str) -> None:
    screen = with_antes(made(), 1, 2)
    screen.shift.do(WAITS[code])
    sign_on(screen.settle())
    assert screen.text("supervisorTitle") == BONUS_SCREEN.by_code[code].text
    screen.tap("supervisorBack")
    assert screen.find("supervisor") is not None, "and behind it the menu"


def test_several_things_that_wait_are_listed_before_the_menu(made: Made) -> None:
    screen = with_antes(made(), 1, 2)
    screen.shift.do(*WAITS.values())
    sign_on(screen.settle())
    assert screen.text("supervisorTitle") == "Waiting for you"
    assert offered(screen) == set(WAITS)
    assert screen.faults() == []
    screen.tap("supervisorBack")
    assert screen.text("supervisorTitle") == "Menu"


def test_where_nothing_waits_the_menu_is_seen(made: Made) -> None:
    assert sign_on(with_antes(made(), 1, 2)).text("supervisorTitle") == "Menu"


def test_an_award_that_surveillance_looks_at_waits_for_the_end_of_that(made: Made) -> None:
    screen = keyed(made(rules_of("nsw-2024", "nsw")))
    screen.shift.on(GAMING).do(HoldForReview()).off()
    sign_on(screen.settle())
    assert "end-review" in offered(screen)


def test_a_fold_that_the_dealer_asked_to_correct_is_found_by_the_supervisor(made: Made) -> None:
    screen = dealt(made(), 1, 2)
    screen.do(c.Decide(2, Choice.FOLD)).tap("place2")
    assert not screen.enabled("choice-bet"), "that takes a supervisor"
    sign_on(screen)
    assert screen.text("choices", "choicesTitle") == "Place 2"
    screen.tap("choice-bet")
    assert screen.shift.table.round.place(2).standing is Standing.IN
