"""A stale or double tap is refused, an honest one never."""

import pytest

from controller.authority import Command
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.disputes import OpenDispute
from controller.floor.entries import About
from controller.floor.money import FillTray
from controller.floor.seats import LeaveSeat, TakeSeat
from controller.games.bonus import commands as c
from controller.games.bonus.wagers import Choice
from controller.running.snapshot import Accepted, NotNow, Seen
from tests.helpers.shift import GAMING, Shift
from tests.unit.house.test_people import WINNING, won


def tapped(shift: Shift, command: Command, seen: Seen) -> object:
    answer = shift.controller.handle(command, seen, shift.likeliest(command))
    return answer.refusal if isinstance(answer, Refused) else Accepted


@pytest.mark.parametrize(
    "command", [FillTray(Money(500_000), "S1"), OpenDispute(About.GAME, None, None)]
)
def test_a_double_tap_on_the_table_as_a_whole_counts_once(command: Command) -> None:
    shift = Shift().playing(1, 2).on(GAMING)
    seen = shift.controller.snapshot().seen()
    assert tapped(shift, command, seen) is Accepted
    assert tapped(shift, command, seen) is NotNow.STALE


def test_a_tap_meant_for_the_player_before_is_refused() -> None:
    shift = Shift().playing(1, 2)
    seen = shift.controller.snapshot().seen(2)
    shift.do(LeaveSeat(2), TakeSeat(2, "somebody else"))
    assert tapped(shift, LeaveSeat(2), seen) is NotNow.STALE


def test_an_award_keyed_by_a_double_tap_is_not_taken_back() -> None:
    shift = won(Shift().playing(1, 2))
    seen = shift.controller.snapshot().seen(1)
    key = c.KeyAward(1, "straight-flush")
    shift.do(key)
    assert tapped(shift, key, seen) is NotNow.STALE


def test_taps_on_two_places_from_one_look_both_count() -> None:
    shift = Shift().opened()
    look = shift.controller.snapshot()
    assert tapped(shift, TakeSeat(1, "P1"), look.seen(1)) is Accepted
    assert tapped(shift, TakeSeat(3, "P3"), look.seen(3)) is Accepted


def test_cards_sensors_and_time_make_no_tap_stale() -> None:
    shift = Shift().playing(1, 2).wagers(p1="25", p2="25").deal(WINNING)
    look = shift.controller.snapshot()
    shift.do(*(c.JackpotSensor(place, present=True) for place in (3, 4, 5)))
    shift.wait(seconds=30)
    assert tapped(shift, c.Decide(1, Choice.BET), look.seen(1)) is Accepted
    assert tapped(shift, c.Decide(2, Choice.BET), look.seen(2)) is Accepted
