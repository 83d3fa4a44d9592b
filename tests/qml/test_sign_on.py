"""Signing on by touch: numbers and PINs, lock-out, time-out, and a PIN that nobody sees."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from controller.devices import reader
from controller.staff.roles import Person, Role, Trouble
from controller.staff.session import Why
from drivers.magtek.protocol import MemberCard, UnknownCard, Unreadable
from tests.helpers.screen import Made
from tests.helpers.shift import CASINO, DEALER, GAMING, RELIEF
from tests.helpers.staffed import PINS, WRONG, Staffed
from tests.qml.test_console import deal, with_antes


@pytest.fixture
def people(made: Made, tmp_path: Path) -> Iterator[Staffed]:
    """A table in play, with its people."""
    there = Staffed(with_antes(made(), 1, 2), tmp_path)
    yield there
    there.close()


@pytest.fixture
def closed(made: Made, tmp_path: Path) -> Iterator[Staffed]:
    """A table that was never opened; nobody is signed on."""
    there = Staffed(made(), tmp_path)
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
    assert screen.text("sessionLeft") == "Signs off in 1:00"
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
    screen.console.desk.tell_time("20:42")
    assert screen.settle().text("sessionLeft") == "Signs off in 0:10"
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


def test_a_wrong_pin_says_so_and_how_long_to_wait(people: Staffed) -> None:
    screen = people.screen
    screen.tap("supervisorButton")
    people.key_in(GAMING, WRONG)
    assert screen.text("signOnMessage") == f"{Why.WRONG.value} Next attempt in 1 s."
    assert screen.text("signOnNumber") == "201"
    people.key_pin(PINS["201"])
    assert screen.text("signOnMessage").startswith(Why.WAIT.value)
    screen.shift.clock.wait(1_000)
    people.key_pin(PINS["201"])
    assert screen.find("supervisorFrame") is not None


def test_a_number_that_nobody_has_is_not_left_on_the_screen(people: Staffed) -> None:
    screen = people.screen
    screen.tap("supervisorButton")
    for digit in "999":
        screen.tap("signOn", f"digit{digit}")
    screen.tap("signOnGo")
    people.key_pin(WRONG)
    assert screen.text("signOnMessage").startswith(Why.WRONG.value)
    assert screen.text("signOnNumber") == ""


def test_five_wrong_pins_lock_out_and_the_right_one_does_not_help(people: Staffed) -> None:
    screen = people.screen
    screen.tap("supervisorButton")
    people.key_in(GAMING, WRONG)
    for _ in range(4):
        screen.shift.clock.wait(60_000)
        people.key_pin(WRONG)
    assert screen.text("signOnMessage") == Why.LOCKED.value
    screen.shift.clock.wait(600_000)
    people.key_pin(PINS["201"])
    assert screen.text("signOnMessage") == Why.LOCKED.value
    assert screen.find("supervisorFrame") is None
    assert "locked" in [event.what for event in screen.shift.events() if hasattr(event, "what")]


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
    assert "does not supervise it" in screen.text("signOnMessage")


def test_the_pad_waits_while_the_pin_is_tried(people: Staffed) -> None:
    screen = people.screen
    screen.tap("supervisorButton")
    for digit in "201":
        screen.tap("signOn", f"digit{digit}")
    screen.tap("signOnGo")
    for digit in PINS["201"]:
        screen.tap("signOn", f"digit{digit}")
    screen.wait(400)
    screen.touch(screen.centre("signOnGo"))
    assert screen.console.desk.parts["signOn"].props.busy
    screen.touch(screen.centre("signOnGo"))
    people.settle()
    assert screen.find("supervisorFrame") is not None
    assert screen.shift.kinds().count("SessionBegun") == 3, "dealer, opening supervisor, this one"


def test_a_table_without_a_register_says_so(made: Made) -> None:
    screen = with_antes(made(), 1)
    screen.tap("supervisorButton").tap("digit2").tap("signOnGo")
    for digit in "802461":
        screen.tap("signOn", f"digit{digit}")
    screen.tap("signOnGo")
    assert screen.text("signOnMessage") == "This table has no register of staff."


def test_a_pin_is_nowhere_to_be_seen(people: Staffed, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    screen = people.screen
    screen.tap("supervisorButton")
    for digit in "201":
        screen.tap("signOn", f"digit{digit}")
    screen.tap("signOnGo")
    pictures, trees = [], []
    for pin in ("802461", "135790"):
        for digit in pin:
            screen.tap("signOn", f"digit{digit}")
        assert pin not in repr(screen.tree())
        assert pin not in repr(properties(screen.window))
        assert pin not in repr([part.props for part in screen.console.desk.parts.values()])
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


def test_a_staff_card_unlocks_supervisor_mode_from_the_pad(people: Staffed) -> None:
    screen = people.screen.tap("supervisorButton")
    people.swipe(GAMING)
    assert screen.find("supervisorFrame") is not None
    assert screen.text("sessionName") == GAMING.name
    assert screen.find("signOn") is None
    assert screen.find("supervisor") is not None, "the menu is open"
    begun = [one for one in screen.shift.events() if type(one).__name__ == "SessionBegun"][-1]
    assert begun.means == "card"


def test_a_staff_card_unlocks_without_a_tap_and_the_felt_stays_free(people: Staffed) -> None:
    screen = people.swipe(GAMING)
    assert screen.find("supervisorFrame") is not None
    assert screen.text("guidanceText") == reader.WELCOME
    assert screen.find("supervisor") is None, "nothing lies over what was being done"
    screen.tap("leaveButton")
    assert screen.find("supervisorFrame") is None


def test_the_dealer_signs_on_by_card(closed: Staffed) -> None:
    screen = closed.swipe(DEALER)
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
    assert screen.cut_off() == []


def test_the_card_of_somebody_locked_out_opens_nothing_and_says_who_can_help(
    people: Staffed,
) -> None:
    locked_out(people)
    screen = people.swipe(GAMING)
    assert screen.text("guidanceText") == Why.LOCKED.value
    screen.tap("supervisorButton")
    assert screen.text("signOnMessage") == "", "what was said before the pad opened is gone"
    people.swipe(GAMING)
    assert screen.text("signOnMessage") == Why.LOCKED.value
    assert screen.find("supervisorFrame") is None
    assert [one.what for one in screen.shift.events() if hasattr(one, "what")][-1] == "locked-card"


def locked_out(people: Staffed) -> None:
    """Five wrong PINs of the gaming supervisor."""
    screen = people.screen.tap("supervisorButton")
    people.key_in(GAMING, WRONG)
    for _ in range(4):
        screen.shift.clock.wait(60_000)
        people.key_pin(WRONG)
    screen.tap("signOnClose")


def unlock(people: Staffed, number: str) -> None:
    screen = people.screen.tap("entry-Calls, notices").tap("entry-unlock")
    for digit in number:
        screen.tap("supervisor", f"digit{digit}")
    screen.tap("supervisorNext").tap("supervisorConfirm")
    people.settle()


def test_a_casino_supervisor_unlocks_somebody_on_the_screen(people: Staffed) -> None:
    screen = people.screen
    locked_out(people)
    people.sign_on(CASINO)
    unlock(people, "201")
    assert screen.text("supervisorMessage") == "Unlock a person: done"
    line = [one for one in screen.shift.events() if hasattr(one, "what")][-1]
    assert (line.what, line.number, line.by) == ("unlock-person", "201", "301")
    screen.tap("leaveButton")
    people.sign_on(GAMING)
    assert screen.text("sessionName") == GAMING.name


def test_unlocking_somebody_who_is_not_locked_says_so(people: Staffed) -> None:
    screen = people.sign_on(CASINO)
    for number, why in (("999", Trouble.NO_SUCH_PERSON), ("201", Trouble.NOT_LOCKED)):
        unlock(people, number)
        assert screen.text("confirmMessage") == why.value
        screen.tap("supervisorBack").tap("supervisorBack").tap("supervisorBack")


def test_a_gaming_supervisor_unlocks_nobody(people: Staffed) -> None:
    screen = people.sign_on(GAMING)
    screen.tap("entry-Calls, notices")
    assert screen.find("entry-unlock") is None


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
    screen.console.desk.tell_time("20:42")
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
    assert screen.text("entry-set-method", "reason") == "with pit"
    screen.tap("entry-set-method").tap("entry-B")
    assert screen.text("confirmPeople").startswith("Takes: pit, with supervisor")
    assert screen.text("supervisorConfirm", "label") == "Second PIN"
    screen.tap("supervisorConfirm")
    assert screen.text("signOnTitle") == "Second person"
    people.key_in(CASINO)
    assert screen.text("supervisorMessage") == "Method A or B: done"
    authorised = [event for event in shift.events() if type(event).__name__ == "Authorised"][-1]
    assert [actor.number for actor in authorised.by] == ["201", "301"]
