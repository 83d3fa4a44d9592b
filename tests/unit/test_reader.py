"""Swipes and places: one touch, in either order, and none for a member who sits there already."""

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, cast

import pytest
import usb.core  # type: ignore[import-untyped]

from controller.devices import reader
from controller.devices.config import checked
from controller.devices.reader import SwipeHandler
from controller.devices.site import Machine
from controller.devices.table import TableDevices
from controller.floor.seats import LeaveSeat, TakeSeat
from controller.games.bonus.floor.state import BonusSeat
from controller.games.bonus.floor.wagers import InvalidGround, MarkWagersInvalid
from controller.running.ports import ReaderView
from controller.running.snapshot import Answer
from controller.staff.pins import StaffCard
from controller.staff.roles import HouseReason
from controller.staff.session import Denied, Why
from drivers.faults import LocalMisuse
from drivers.health import Condition
from drivers.magtek.protocol import (
    PRODUCT_ID,
    VENDOR_ID,
    MemberCard,
    StaffNumber,
    UnknownCard,
    Unreadable,
)
from simulators.cardreader import SimCardReader
from simulators.usb import SimBus
from tests.helpers.felt import table_rules
from tests.helpers.patience import eventually
from tests.helpers.shift import GAMING, LiveShift, Shift

ANNA, BEN = "60601234", "60605678"
READER = {
    "members": [{"track": 2, "pattern": "(?P<number>[0-9]{8})=[0-9]*"}],
    "staff": [{"track": 2, "pattern": "(?P<number>9[0-9]{9})=[0-9]*"}],
}


class Bench:
    """A desk at an open table, with a clock of its own."""

    def __init__(self, shift: Shift) -> None:
        self.shift, self.now_ms = shift, 0
        self.handler = SwipeHandler(lambda: self.now_ms)
        self.handler.attach(shift.controller)
        self.shown: list[ReaderView] = []
        self.handler.changed = self.shown.append

    def swipe(self, number: str) -> str:
        self.handler.receive(MemberCard(number))
        return self.said()

    def pick(self, place: int) -> str:
        self.handler.pick(place)
        return self.said()

    def said(self) -> str:
        for _ in range(3):  # what one command leads to is put in behind it
            self.shift.controller.work()
        return self.handler.view.text

    def seat(self, place: int) -> BonusSeat:
        return self.shift.floor.seat(place)


@pytest.fixture
def bench() -> Bench:
    return Bench(Shift().opened())


def test_a_card_that_is_swiped_waits_for_the_place_that_is_touched(bench: Bench) -> None:
    assert bench.swipe(ANNA) == reader.WHICH_PLACE
    assert bench.handler.view.card_waits
    assert bench.pick(3) == "Place 3: card confirmed."
    assert bench.seat(3) == BonusSeat(3, ANNA, card=True)
    assert bench.handler.view == ReaderView("Place 3: card confirmed.")


def test_a_place_that_is_touched_waits_for_the_card_that_is_swiped(bench: Bench) -> None:
    assert bench.pick(4) == "Place 4: swipe the player's card."
    assert bench.handler.view.place == 4
    assert bench.swipe(ANNA) == "Place 4: card confirmed."
    assert bench.seat(4) == BonusSeat(4, ANNA, card=True)
    assert bench.swipe(BEN) == reader.WHICH_PLACE  # the touch has been used up


def test_a_member_who_sits_there_needs_no_touch(bench: Bench) -> None:
    bench.swipe(ANNA)
    bench.pick(3)
    before = bench.shift.kinds()
    assert bench.swipe(ANNA) == "Place 3: card confirmed."
    assert bench.shift.kinds() == before  # nothing new to record


def test_a_seat_without_its_card_is_confirmed_by_the_swipe_alone(bench: Bench) -> None:
    bench.shift.do(TakeSeat(2, ANNA))
    assert bench.swipe(ANNA) == "Place 2: card confirmed."
    assert bench.seat(2).card


def test_another_card_at_a_taken_place_changes_nothing(bench: Bench) -> None:
    bench.swipe(ANNA)
    bench.pick(3)
    bench.swipe(BEN)
    assert "is taken under another card" in bench.pick(3)
    assert bench.seat(3) == BonusSeat(3, ANNA, card=True)


def test_a_member_plays_at_one_place_only_by_the_rules_own_words(bench: Bench) -> None:
    bench.swipe(ANNA)
    bench.pick(3)
    bench.pick(5)
    said = bench.swipe(ANNA)
    assert said.startswith("Place 5: ")
    assert "already has a hand at another place" in said
    assert bench.seat(5) == BonusSeat(5)


def test_a_swipe_does_not_undo_what_a_supervisor_marked_invalid(bench: Bench) -> None:
    bench.swipe(ANNA)
    bench.pick(3)
    mark = MarkWagersInvalid(3, InvalidGround.ANOTHER_PERSONS_CARD)
    bench.shift.supervised(mark, reason=HouseReason.NOT_OWN_CARD)
    assert "A supervisor has to check this" in bench.swipe(ANNA)
    assert bench.seat(3).invalid


def test_who_has_left_is_asked_for_a_place_again(bench: Bench) -> None:
    bench.swipe(ANNA)
    bench.pick(3)
    bench.shift.do(LeaveSeat(3))
    assert bench.swipe(ANNA) == reader.WHICH_PLACE


def test_a_place_that_is_not_on_the_layout_is_refused(bench: Bench) -> None:
    bench.swipe(ANNA)
    assert "It has places 1 to 5" in bench.pick(9)
    assert not bench.handler.view.card_waits


def test_the_swipe_is_the_dealers_also_under_a_supervisor(bench: Bench) -> None:
    bench.shift.on(GAMING)
    bench.swipe(ANNA)
    assert bench.pick(1) == "Place 1: card confirmed."
    seated = next(e for e in bench.shift.events() if type(e).__name__ == "SeatTaken")
    assert [actor.number for actor in seated.by] == ["101"]


def test_with_nobody_dealing_it_is_refused_and_said() -> None:
    bench = Bench(Shift())
    bench.swipe(ANNA)
    assert bench.pick(1).startswith("Place 1: Nobody is signed on. Needs: dealer.")


def test_what_waits_too_long_waits_no_more(bench: Bench) -> None:
    bench.swipe(ANNA)
    bench.now_ms += reader.CARD_MS_MAX
    assert bench.handler.view == ReaderView()
    assert bench.pick(3) == "Place 3: swipe the player's card."
    bench.now_ms += reader.PLACE_MS_MAX
    assert bench.swipe(ANNA) == reader.WHICH_PLACE
    bench.handler.cancel()
    assert bench.handler.view == ReaderView()
    assert bench.seat(3) == BonusSeat(3)


def test_a_swipe_that_gave_nothing_says_so_and_keeps_the_place(bench: Bench) -> None:
    bench.pick(2)
    bench.handler.receive(Unreadable())
    assert bench.said() == reader.SWIPE_AGAIN
    bench.handler.receive(UnknownCard())
    assert bench.said() == reader.NO_MEMBER
    assert bench.swipe(ANNA) == "Place 2: card confirmed."


def test_a_table_that_keeps_no_seats_says_so() -> None:
    handler = SwipeHandler()
    handler.receive(MemberCard(ANNA))
    assert handler.view == ReaderView(reader.NO_SEATS, refused=True)
    handler.pick(1)
    assert handler.view.place == 1


def test_a_table_that_breaks_down_leaves_no_card_waiting(bench: Bench) -> None:
    def failing(*_: object, **__: object) -> "Future[Answer]":
        answer: Future[Answer] = Future()
        answer.set_exception(RuntimeError(ANNA))
        return answer

    cast(Any, bench.shift.controller).submit = failing
    bench.swipe(ANNA)
    bench.handler.pick(1)
    assert bench.handler.view == ReaderView(reader.NO_ANSWER, refused=True)


def test_no_number_is_ever_shown_or_logged(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    bench.swipe(ANNA)
    bench.pick(3)
    bench.swipe(BEN)
    bench.pick(3)
    shown = repr(bench.shown) + repr(bench.handler.view) + caplog.text + repr(MemberCard(ANNA))
    assert ANNA not in shown + repr(StaffNumber(ANNA))
    assert BEN not in shown


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("201", ReaderView(reader.KEY_PIN, staff="201")),
        (Denied(Why.WRONG, None), ReaderView(reader.UNKNOWN_STAFF, refused=True)),
        (
            Denied(Why.WAIT, None, 90_000),
            ReaderView("Too many wrong attempts. Next attempt in 1:30.", refused=True),
        ),
        (RuntimeError("9000000201"), ReaderView(reader.NO_ANSWER, refused=True)),
    ],
)
def test_a_staff_card_says_whose_it_is_and_signs_nobody_on(
    bench: Bench, answer: str | Denied | Exception, said: ReaderView
) -> None:
    bench.handler.receive(StaffNumber("9000000201"))
    assert bench.said() == reader.NO_STAFF
    cards: list[StaffCard] = []

    def owner(card: StaffCard) -> "Future[str | Denied]":
        cards.append(card)
        found: Future[str | Denied] = Future()
        if isinstance(answer, Exception):
            found.set_exception(answer)
        else:
            found.set_result(answer)
        return found

    bench.handler.take_staff(owner)
    bench.handler.receive(StaffNumber("9000000201"))
    assert bench.handler.view == said
    assert cards == [StaffCard("9000000201")]
    assert bench.shift.controller.snapshot().on_top is None


def test_patterns_are_checked_when_the_configuration_is_read() -> None:
    wrong = {"members": [{"track": 2, "pattern": "[0-9]{8}"}]}
    with pytest.raises(LocalMisuse, match="a group named number"):
        checked({"reader": wrong})


# On the bus


@pytest.fixture
def fitted() -> Iterator[tuple[LiveShift, TableDevices, SimBus, SimCardReader]]:
    shift, bus, device = Shift(), SimBus(), SimCardReader()
    bus.plug(device)
    devices = TableDevices(checked({"reader": READER}), 5, {}, Machine(bus))
    thread = shift.controller.start()
    live = LiveShift(shift.controller)
    live.opened()
    devices.start(shift.controller)
    try:
        yield live, devices, bus, device
    finally:
        devices.stop()
        shift.controller.stop()
        thread.join()


def test_a_card_goes_through_the_real_driver_to_the_seat(
    fitted: tuple[LiveShift, TableDevices, SimBus, SimCardReader],
) -> None:
    shift, devices, bus, device = fitted
    handler = devices.reader
    assert handler is not None
    eventually(lambda: devices.health["reader"].condition is Condition.WORKING)
    found = usb.core.find(backend=bus, idVendor=VENDOR_ID, idProduct=PRODUCT_ID)
    assert not found.is_kernel_driver_active(0)
    device.swipe_badly()
    eventually(lambda: handler.view.text == reader.SWIPE_AGAIN)
    device.swipe_member(ANNA)
    eventually(lambda: handler.view.card_waits)
    handler.pick(2)
    eventually(lambda: shift.floor.seat(2).card)
    assert shift.floor.seat(2).player == ANNA
    device.swipe_member("9000000201")
    eventually(lambda: handler.view.text == reader.NO_STAFF)


def test_unplugged_it_says_so_and_reads_again_when_it_is_back(
    fitted: tuple[LiveShift, TableDevices, SimBus, SimCardReader],
) -> None:
    _, devices, bus, device = fitted
    handler = devices.reader
    assert handler is not None
    eventually(lambda: devices.health["reader"].condition is Condition.WORKING)
    bus.unplug(device)
    eventually(lambda: devices.health["reader"].condition is Condition.ABSENT)
    bus.plug(device)
    eventually(lambda: devices.health["reader"].condition is Condition.WORKING)
    device.swipe_member(ANNA)
    eventually(lambda: handler.view.card_waits)


def test_a_rule_set_without_player_cards_seats_members_all_the_same() -> None:
    bench = Bench(Shift(table_rules("nsw-legacy", places=5)).opened())
    bench.swipe(ANNA)
    assert bench.pick(3) == "Place 3: card confirmed."
    assert bench.seat(3).player == ANNA


def test_a_sentence_for_which_nothing_waits_stands_for_a_while(bench: Bench) -> None:
    bench.handler.receive(Unreadable())
    bench.now_ms = reader.SAID_MS_MAX - 1
    assert bench.said() == reader.SWIPE_AGAIN
    bench.now_ms += 1
    assert bench.handler.view == ReaderView()


def test_while_somebody_signs_on_a_members_card_waits_for_no_place(bench: Bench) -> None:
    bench.swipe(ANNA)
    bench.handler.expect_staff(True)
    assert bench.handler.view == ReaderView(), "what waited is dropped"
    assert bench.swipe(ANNA) == reader.NO_PLAYERS
    assert bench.handler.view == ReaderView(reader.NO_PLAYERS, refused=True)
    bench.handler.expect_staff(False)
    assert bench.swipe(ANNA) == reader.WHICH_PLACE
