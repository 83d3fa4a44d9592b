"""What the table does when the program, a device or a card is not as it should be."""

from typing import Any

import pytest

from controller.domain.base import BrokenInvariant
from controller.domain.cards import parse_cards
from controller.domain.refusals import Refused
from controller.floor.refusals import FloorRefusal
from controller.games.bonus import commands as c
from controller.running.ports import Outlets
from controller.running.snapshot import Accepted, NotNow, Snapshot
from controller.staff.roles import HouseReason
from tests.helpers.shift import DEALER, GAMING, Shift
from tests.unit.house.test_people import WINNING

FIVE_OF_SPADES = c.CardDrawn(parse_cards("5s")[0])


def broken(shift: Shift, monkeypatch: pytest.MonkeyPatch) -> Shift:
    """A mistake of ours at the next command, which says what it saw."""

    def decide(house: object, asked: Any, now: object, cause: str) -> object:
        raise BrokenInvariant(f"seen {asked}")

    with monkeypatch.context() as patch:
        patch.setattr("controller.running.runtime.decide", decide)
        answer = shift.controller.submit(FIVE_OF_SPADES)
        shift.controller.work()
        assert isinstance(answer.exception(0), BrokenInvariant)
    return shift


def test_a_mistake_holds_the_table_through_a_start_until_a_supervisor_lifts_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shift = broken(Shift().playing(1, 2).wagers(p1="25").deal(WINNING), monkeypatch)
    held = shift.controller.snapshot().held
    assert held == "The program made an error (BrokenInvariant): call a supervisor."
    shift.restart().on(DEALER)
    assert shift.controller.snapshot().held == held
    alone = shift.now(shift.controller.lift_hold(HouseReason.REPAIRED))
    assert isinstance(alone, Refused)
    shift.on(GAMING)
    assert isinstance(shift.now(shift.controller.lift_hold(HouseReason.REPAIRED)), Accepted)
    assert shift.controller.snapshot().held is None
    assert "HoldLifted" in shift.kinds()


def test_what_has_happened_is_recorded_while_a_mistake_holds_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shift = broken(Shift().playing(1, 2).wagers(p1="25").deal(WINNING), monkeypatch)
    before = shift.table
    assert isinstance(shift.ask(FIVE_OF_SPADES), Accepted)
    assert shift.kinds()[-1] == "ObservationUnfit"
    assert shift.table == before, "recorded, and not followed up"


def test_a_hold_cannot_be_lifted_where_there_is_none() -> None:
    shift = Shift().playing(1)
    answer = shift.now(shift.controller.lift_hold(HouseReason.REPAIRED))
    assert answer == Refused(NotNow.NOTHING_HELD)


def test_a_device_or_screen_that_fails_costs_nobody_else_anything() -> None:
    class Broken:
        def send(self, value: object) -> None:
            raise OSError("unplugged")

        def show(self, snapshot: Snapshot) -> None:
            raise RuntimeError("no display")

    class Good:
        def __init__(self) -> None:
            self.sent: list[object] = []

        def send(self, value: object) -> None:
            self.sent.append(value)

    good = Good()
    shift = Shift(outlets=Outlets(place_lamps=Broken(), sensors_locked=good), viewers=(Broken(),))
    shift.playing(1, 2).wagers(p1="25", jackpot=(1,)).deal(WINNING)
    assert shift.controller.snapshot().held is None
    assert good.sent == [False, True]


def test_what_a_failing_device_was_not_sent_is_sent_with_the_next_change() -> None:
    class Flaky:
        def __init__(self) -> None:
            self.plugged = False
            self.sent: list[object] = []

        def send(self, value: object) -> None:
            if not self.plugged:
                raise OSError("unplugged")
            self.sent.append(value)

    sign = Flaky()
    shift = Shift(outlets=Outlets(sign_text=sign)).playing(1, 2)
    sign.plugged = True
    shift.do(c.JackpotSensor(1, present=True))
    assert sign.sent == ["$60,000.00"]


def test_a_device_of_another_name_is_refused() -> None:
    shift = Shift()
    answer = shift.now(shift.controller.outlet_came_back("shoe_lokced"))
    assert answer == Refused(NotNow.NO_SUCH_OUTLET)
    assert shift.controller.snapshot().held is None


def test_a_card_outside_a_round_has_the_deck_counted_before_it_is_dealt() -> None:
    shift = Shift().playing(1, 2)
    assert isinstance(shift.ask(FIVE_OF_SPADES), Accepted)
    assert shift.refuses(c.OpenRound(1)).refusal is FloorRefusal.DECK_CHECK_DUE


def test_time_goes_on_while_work_keeps_coming_in() -> None:
    shift = Shift().playing(1, 2).on(GAMING)
    for _ in range(40):
        shift.clock.wait(2_000)
        shift.now(shift.controller.notice_delivered(99, "log"))
    assert shift.controller.snapshot().on_top is None


def test_an_open_table_asks_to_compare_after_every_start() -> None:
    assert Shift().playing(1, 2).restart().controller.snapshot().held is not None
    assert Shift().restart().controller.snapshot().held is None
