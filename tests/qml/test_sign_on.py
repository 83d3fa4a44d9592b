"""Signing on by touch: numbers, cards and PINs, waits, time-out, and a PIN that nobody sees."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from controller.devices import reader
from controller.house.events import TrailCopied
from controller.staff.budget import PERSON_FREE, TABLE_FREE
from controller.staff.roles import Person, Role
from controller.staff.session import Why
from drivers.magtek.protocol import MemberCard, UnknownCard, Unreadable
from tests.helpers.screen import Made
from tests.helpers.shift import CASINO, DEALER, GAMING, RELIEF
from tests.helpers.staffed import PINS, WRONG, Staffed
from tests.qml.test_console import deal, with_antes


@pytest.fixture
def people(made: Made, house: Path) -> Iterator[Staffed]:
    """A table in play, with its people."""
    there = Staffed(with_antes(made(), 1, 2), house)
    yield there
    there.close()


@pytest.fixture
def closed(made: Made, house: Path) -> Iterator[Staffed]:
    """A table that was never opened; nobody is signed on."""
    there = Staffed(made(), house)
    yield there
    there.close()


def test_a_supervisor_signs_on_and_the_whole_screen_says_so(people: Staffed) -> None:
    screen = people.screen
    assert screen.find("supervisorFrame") is None
    before = screen.item("topBar").property("color")
    people.sign_on(GAMING)
    assert screen.find("supervisorFrame") is not None
    assert screen.item("topBar").property("color") != before
    assert screen.text("sessionName") == GAMING.name
    assert screen.text("sessionRole") == "Gaming supervisor 201"
    assert screen.text("sessionLeft") == "1:00 left"
    assert screen.find("supervisor") is not None, "the menu is open"


def test_one_tap_leaves_and_the_dealer_goes_on(people: Staffed) -> None:
    screen = people.sign_on(GAMING)
    assert screen.text("primaryButton", "reason") == "Leave supervisor mode first"
    screen.tap("leaveButton")
    assert screen.find("supervisorFrame") is None
    assert screen.find("supervisor") is None
    assert screen.enabled("primaryButton")
    assert screen.shift.controller.snapshot().dealer is not None


def test_in_supervisor_mode_no_player_decides_and_the_screen_says_why(people: Staffed) -> None:
    screen = people.screen.tap("primaryButton")
    deal(screen)
    assert screen.enabled("allBetButton")
    people.sign_on(GAMING)
    assert not screen.enabled("allBetButton")
    screen.tap("supervisorBack").tap("place1")
    assert screen.shift.table.round.place(1).choices[0] is None
    assert screen.text("guidanceText") == "Leave supervisor mode first."
    screen.tap("leaveButton")
    assert screen.enabled("allBetButton")


def test_supervisor_mode_ends_by_itself_and_taps_on_a_form_keep_it(people: Staffed) -> None:
    screen = people.sign_on(GAMING)
    for _ in range(3):
        screen.shift.wait(seconds=40)
        screen.tap("entry-Round").tap("supervisorBack")
    assert screen.find("supervisor") is not None
    screen.shift.wait(seconds=50)
    screen.console.view.tell_time("20:42")
    assert screen.settle().text("sessionLeft") == "0:10 left"
    screen.shift.wait(seconds=10)
    screen.settle()
    assert screen.find("supervisorFrame") is None
    assert screen.find("supervisor") is None


def test_five_minutes_end_it_however_busy_the_fingers_are(people: Staffed) -> None:
    screen = people.sign_on(GAMING)
    for _ in range(9):
        screen.shift.wait(seconds=30)
        screen.tap("entry-Round").tap("supervisorBack")
    screen.shift.wait(seconds=30)
    assert screen.settle().find("supervisorFrame") is None


def test_a_wrong_pin_says_so_and_may_be_keyed_again(people: Staffed) -> None:
    screen = people.screen
    screen.tap("supervisorButton")
    people.key_in(GAMING, WRONG)
    assert screen.text("signOnMessage") == Why.WRONG.value
    assert screen.text("signOnNumber") == "201"
    people.key_pin(PINS["201"])
    assert screen.find("supervisorFrame") is not None


def test_a_number_that_nobody_has_is_not_left_on_the_screen(people: Staffed) -> None:
    screen = people.screen
    screen.tap("supervisorButton")
    screen.key("signOn", "999").tap("signOnGo")
    people.key_pin(WRONG)
    assert screen.text("signOnMessage").startswith(Why.WRONG.value)
    assert screen.text("signOnNumber") == ""


def test_after_five_wrong_pins_the_screen_counts_the_wait_down(people: Staffed) -> None:
    screen = people.screen
    failed(people)
    assert screen.text("signOnMessage") == f"{Why.WRONG.value} Next attempt in 1:00."
    screen.shift.clock.wait(46_500)
    screen.console.view.tell_time("20:42")
    assert screen.settle().text("signOnMessage") == f"{Why.WRONG.value} Next attempt in 0:14."
    screen.key("signOn", PINS["201"])
    assert screen.text("signOnMessage") == f"{Why.WAIT.value} Next attempt in 0:14."
    assert not screen.enabled("signOnGo")
    screen.shift.clock.wait(13_500)
    screen.console.view.tell_time("20:42")
    assert screen.settle().text("signOnMessage") == ""
    assert screen.enabled("signOnGo")
    screen.tap("signOnGo")
    people.settle()
    assert screen.text("sessionName") == GAMING.name
    lines = [one.what for one in screen.shift.events() if isinstance(one, TrailCopied)]
    assert "made-to-wait" in lines
    assert "NoticeRaised" in screen.shift.kinds(), "surveillance is told"


def test_whoever_comes_back_too_early_hears_how_long_to_wait(people: Staffed) -> None:
    screen = people.screen
    failed(people)
    screen.tap("signOnClose").tap("supervisorButton")
    screen.shift.clock.wait(20_000)
    people.key_in(GAMING)
    assert screen.text("signOnMessage") == f"{Why.WAIT.value} Next attempt in 0:40."
    assert screen.faults() == []


def test_the_wait_of_one_keeps_nobody_else_out(people: Staffed) -> None:
    screen = people.screen
    failed(people)
    screen.tap("signOn", "digitClear").tap("signOn", "digitClear")
    people.key_in(CASINO)
    assert screen.text("sessionName") == CASINO.name


def failed(people: Staffed) -> None:
    """Five wrong PINs of the gaming supervisor."""
    people.screen.tap("supervisorButton")
    people.key_in(GAMING, WRONG)
    for _ in range(PERSON_FREE - 1):
        people.key_pin(WRONG)


def test_the_dealer_signs_on_the_same_way(closed: Staffed) -> None:
    screen = closed.screen
    assert screen.text("supervisorButton", "label") == "Sign on"
    closed.sign_on(DEALER)
    assert screen.shift.controller.snapshot().dealer is not None
    assert screen.find("signOn") is None
    assert screen.text("supervisorButton", "label") == "Supervisor"
    closed.sign_on(RELIEF)
    assert screen.text("dealer").startswith("Dealer 102")


def test_a_supervisor_can_stand_in_as_the_dealer(closed: Staffed) -> None:
    screen = closed.screen
    screen.tap("supervisorButton").tap("signOnDeals")
    closed.key_in(GAMING)
    assert screen.text("dealer").startswith("Dealer 201")
    assert screen.find("supervisorFrame") is None
    closed.sign_on(GAMING)
    assert "cannot supervise it" in screen.text("signOnMessage")


def test_the_pad_waits_while_the_pin_is_tried(people: Staffed) -> None:
    screen = people.screen
    screen.tap("supervisorButton")
    screen.key("signOn", "201").tap("signOnGo")
    screen.key("signOn", PINS["201"])
    screen.wait(400)
    screen.touch(screen.centre("signOnGo"))
    assert screen.console.view.parts["signOn"].props.busy
    screen.touch(screen.centre("signOnGo"))
    people.settle()
    assert screen.find("supervisorFrame") is not None
    assert screen.shift.kinds().count("SessionBegun") == 3, "dealer, opening supervisor, this one"


def test_a_table_without_a_register_says_so(made: Made) -> None:
    screen = with_antes(made(), 1)
    screen.tap("supervisorButton").tap("digit2").tap("signOnGo")
    screen.key("signOn", "802461").tap("signOnGo")
    assert screen.text("signOnMessage") == "This table has no register of staff."


def test_a_pin_is_nowhere_to_be_seen(people: Staffed, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    screen = people.screen
    screen.tap("supervisorButton")
    screen.key("signOn", "201").tap("signOnGo")
    pictures, trees = [], []
    for pin in ("802461", "135790"):
        screen.key("signOn", pin)
        assert pin not in repr(screen.tree())
        assert pin not in repr(properties(screen.window))
        assert pin not in repr([part.props for part in screen.console.view.parts.values()])
        pictures.append(screen.picture())
        trees.append(screen.tree())
        screen.tap("signOn", "digitClear")
    assert pictures[0] == pictures[1], "six dots are six dots"
    assert trees[0] == trees[1]
    people.key_pin("802461")
    assert screen.find("supervisorFrame") is not None
    recorded = repr(screen.shift.events())
    assert "802461" not in recorded
    assert "802461" not in caplog.text


STRANGER = Person("999", "Nobody", Role.CASINO_SUPERVISOR)


@pytest.mark.parametrize("pad", [True, False], ids=["pad-open", "pad-closed"])
def test_a_staff_card_fills_in_the_number_and_the_pin_signs_on(people: Staffed, pad: bool) -> None:
    screen = people.screen
    if pad:
        screen.tap("supervisorButton")
    people.swipe(GAMING)
    assert screen.find("supervisorFrame") is None, "a card alone opens nothing"
    assert screen.text("signOnNumber") == "201"
    assert screen.text("signOnMessage") == reader.KEY_PIN
    assert screen.text("signOnGo", "label") == "Sign on"
    people.key_pin(PINS["201"])
    assert screen.text("sessionName") == GAMING.name
    assert screen.find("signOn") is None
    assert screen.find("supervisor") is not None, "the menu is open"
    begun = [one for one in screen.shift.events() if type(one).__name__ == "SessionBegun"][-1]
    assert begun.means == "pin"


def test_a_card_in_place_of_another_takes_the_number_and_what_was_keyed(people: Staffed) -> None:
    screen = people.swipe(GAMING)
    screen.tap("signOn", "digit8")
    people.swipe(CASINO)
    assert screen.text("signOnNumber") == "301"
    people.key_pin(PINS["301"])
    assert screen.text("sessionName") == CASINO.name


def test_the_same_card_opens_the_pad_again(people: Staffed) -> None:
    screen = people.swipe(GAMING).tap("signOnClose")
    assert screen.find("signOn") is None
    people.swipe(GAMING)
    assert screen.text("signOnNumber") == "201"


def test_the_dealer_signs_on_by_card_and_pin(closed: Staffed) -> None:
    screen = closed.swipe(DEALER)
    assert screen.shift.controller.snapshot().dealer is None
    closed.key_pin(PINS[DEALER.number])
    assert screen.text("dealer").startswith("Dealer 101")


@pytest.mark.parametrize("pad", [True, False], ids=["pad-open", "pad-closed"])
@pytest.mark.parametrize(
    ("card", "said"),
    [
        (STRANGER, reader.UNKNOWN_STAFF),
        (UnknownCard(), reader.NO_MEMBER),
        (Unreadable(), reader.SWIPE_AGAIN),
    ],
    ids=["unknown-person", "no-card-of-ours", "unreadable"],
)
def test_a_card_that_opens_nothing_is_answered_in_plain_words(
    people: Staffed, card: object, said: str, pad: bool
) -> None:
    screen = people.screen
    if pad:
        screen.tap("supervisorButton")
    people.swipe(card)  # type: ignore[arg-type]
    assert screen.text("signOnMessage" if pad else "guidanceText") == said
    assert screen.find("supervisorFrame") is None
    assert screen.faults() == []


def test_guessed_cards_make_everybody_wait_and_the_pad_says_how_long(people: Staffed) -> None:
    screen = people.screen.tap("supervisorButton")
    for _ in range(TABLE_FREE):
        people.swipe(STRANGER)
    people.swipe(GAMING)
    assert screen.text("signOnMessage") == f"{Why.WAIT.value} Next attempt in 1:00."
    assert screen.text("signOnNumber") == "", "not even whose card it is"
    people.key_in(GAMING)
    assert screen.find("supervisorFrame") is None
    assert screen.text("signOnMessage") == f"{Why.WAIT.value} Next attempt in 1:00."
    screen.shift.clock.wait(60_000)
    screen.console.view.tell_time("20:42")
    people.settle()
    people.key_pin(PINS["201"])
    assert screen.text("sessionName") == GAMING.name


def test_a_players_card_signs_nobody_on_and_takes_no_seat_from_the_pad(people: Staffed) -> None:
    screen = people.screen.tap("supervisorButton")
    people.swipe(MemberCard("60601234"))
    assert screen.text("signOnMessage") == reader.NO_PLAYERS
    screen.tap("signOn", "digit2")
    assert screen.text("signOnMessage") == "", "whoever keys has read it"
    screen.tap("signOnClose").tap("place3")
    assert screen.shift.floor.seat(3).player is None


def test_a_players_card_waits_for_the_place_that_is_touched(people: Staffed) -> None:
    screen = people.swipe(MemberCard("60601234"))
    assert screen.text("guidanceText") == reader.WHICH_PLACE
    screen.tap("place3")
    people.settle()
    people.settle()
    assert screen.shift.floor.seat(3).player == "60601234"
    assert screen.find("chipPad") is None, "the tap was for the card"
    assert screen.text("guidanceText") == "Place 3: card confirmed."
    screen.shift.clock.wait(reader.SAID_MS_MAX)
    screen.console.view.tell_time("20:42")
    assert screen.settle().text("guidanceText") != "Place 3: card confirmed."


NAMES = ("text", "title", "message", "number", "dots", "modelData", "value", "objectName")


def properties(root: QObject) -> list[str]:
    """What every object says of itself, whether it is visible or not."""
    objects = (root, *root.findChildren(QObject))
    return [f"{name}={one.property(name)!r}" for one in objects for name in NAMES]


def test_the_second_person_keys_a_pin_and_both_are_on_record(closed: Staffed) -> None:
    """The pit and a gaming supervisor together; neither alone."""
    people, shift = closed, closed.screen.shift.opened()
    people.screen.settle()
    people.sign_on(GAMING)
    screen = people.screen.tap("entry-Jackpot")
    assert screen.text("entry-set-method", "reason") == "with casino supervisor"
    screen.tap("entry-set-method").tap("entry-B")
    assert screen.text("confirmPeople").startswith(
        "Needs: casino supervisor and another supervisor"
    )
    assert screen.text("supervisorConfirm", "label") == "Second PIN"
    screen.tap("supervisorConfirm")
    assert screen.text("signOnTitle") == "Second person"
    people.key_in(CASINO)
    assert screen.text("supervisorMessage") == "Method set"
    authorised = [event for event in shift.events() if type(event).__name__ == "Authorised"][-1]
    assert [actor.number for actor in authorised.by] == ["201", "301"]
