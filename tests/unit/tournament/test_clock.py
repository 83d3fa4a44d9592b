"""Levels, breaks, pauses, corrections of the time, and hands under the clock."""

import pytest

from controller.domain.base import BrokenInvariant, evolve, existing
from controller.tournament.clock import (
    AddTime,
    BeginHand,
    BeginLevel,
    CallOffHand,
    CallTime,
    PauseClock,
    ResumeClock,
    follow_up,
    left_ms,
    level_minutes,
    played_ms,
)
from controller.tournament.ending import PlayHandForHand
from controller.tournament.refusals import DeskRefusal
from controller.tournament.seating import MovePlayer
from controller.tournament.state import Clock, Seat
from tests.helpers.tournament_desk import Office, form, friday, level

LEVELS = (level(20, 25, 50), level(10), level(20, 50, 100, 10))


def clock(office: Office) -> Clock:
    return existing(office.desk.clock, "there is no clock")


def minutes_left(office: Office) -> float:
    return left_ms(clock(office), office.now) / 60_000


def test_levels_follow_by_themselves_and_the_last_one_lasts() -> None:
    office = friday(levels=LEVELS)
    office.minute = 19
    assert follow_up(office.desk, office.now) is None
    assert minutes_left(office) == 1
    office.minute = 20
    assert follow_up(office.desk, office.now) == BeginLevel(1)
    office.do(BeginLevel(1))
    assert minutes_left(office) == 10
    office.do(BeginLevel(2))
    office.minute = 100
    assert minutes_left(office) == 0
    assert follow_up(office.desk, office.now) is None
    assert played_ms(clock(office), office.now) == 100 * 60_000
    assert follow_up(office.do(CallTime()).desk, office.now) is None


def test_no_hand_begins_on_a_break_or_while_the_clock_stands() -> None:
    office = friday(levels=LEVELS).do(BeginLevel(1))
    assert office.refuses(BeginHand(1)) == (DeskRefusal.ON_A_BREAK, "26.1.c")
    office.do(BeginLevel(0), PauseClock())
    assert office.refuses(BeginHand(1)) == (DeskRefusal.CLOCK_STANDS, "26.1.g")
    office.do(ResumeClock(), BeginHand(1))
    assert office.refuses(MovePlayer("anna", Seat(2, 1))) == (DeskRefusal.HAND_ON, "26.1.f")


def test_a_pause_stops_the_time_and_going_back_keeps_the_clock_standing() -> None:
    office = friday(levels=LEVELS)
    office.minute = 5
    office.do(PauseClock())
    assert office.refuses(PauseClock())[0] is DeskRefusal.CLOCK_STANDS
    office.minute = 50
    assert minutes_left(office) == 15
    assert follow_up(office.desk, office.now) is None
    office.do(ResumeClock())
    assert office.refuses(ResumeClock())[0] is DeskRefusal.CLOCK_RUNS
    office.minute = 55
    assert minutes_left(office) == 10
    office.do(BeginLevel(2), PauseClock(), BeginLevel(0))
    assert (clock(office).level, clock(office).since) == (0, None)
    assert played_ms(clock(office), office.now) == 10 * 60_000


def test_a_minute_more_or_less() -> None:
    office = friday(levels=LEVELS).do(AddTime(2), AddTime(-1))
    assert minutes_left(office) == 21
    assert office.refuses(AddTime(0)) == (DeskRefusal.NOT_ON_THE_CLOCK, "26.1.g")
    assert office.refuses(AddTime(-22)) == (DeskRefusal.NOT_ON_THE_CLOCK, "26.1.g")
    assert office.refuses(BeginLevel(3)) == (DeskRefusal.NOT_ON_THE_CLOCK, "26.1.c")


def test_after_a_restart_the_time_goes_on_by_the_wall_clock() -> None:
    office = friday(levels=LEVELS)
    office.minute, office.run = 7, 2
    assert minutes_left(office) == 13


def test_without_levels_there_is_no_clock_to_set() -> None:
    office = friday()
    for command in (PauseClock(), ResumeClock(), AddTime(1), BeginLevel(0)):
        assert office.refuses(command) == (DeskRefusal.NO_CLOCK, "26.1.c")
    assert level_minutes(office.desk, 0) == 0
    office.do(BeginHand(1), CallOffHand(1))
    assert office.refuses(CallOffHand(1)) == (DeskRefusal.NO_HAND, "25.1")


def test_before_the_start_and_after_the_end_the_clock_takes_nothing() -> None:
    office = Office(form(levels=LEVELS))
    commands = (
        PauseClock(), ResumeClock(), AddTime(1), BeginLevel(0), BeginHand(1), CallOffHand(1),
        CallTime(),
    )  # fmt: skip
    for command in commands:
        assert office.refuses(command)[0] is DeskRefusal.WRONG_PHASE
    assert follow_up(office.desk, office.now) is None
    playing = friday(levels=LEVELS)
    playing.desk = evolve(playing.desk, clock=None)
    with pytest.raises(BrokenInvariant, match="never started"):
        playing.ask(PauseClock())


def test_hand_for_hand_a_table_waits_for_the_others() -> None:
    office = Office(form()).enter("anna 1.1", "ben 1.2", "cara 2.1", "dan 2.2").start()
    office.do(PlayHandForHand(), BeginHand(1)).hand(1, anna=900, ben=1100)
    assert office.refuses(BeginHand(1)) == (DeskRefusal.WAIT, "30.3.c")
    office.do(BeginHand(2)).hand(2, cara=900, dan=1100).do(BeginHand(1))


def test_a_table_with_one_player_begins_no_hand() -> None:
    office = friday().do(MovePlayer("cara", Seat(2, 1)))
    assert office.refuses(BeginHand(2)) == (DeskRefusal.TOO_FEW, "4.2")


def test_a_wall_clock_that_was_set_back_while_the_desk_was_down_gives_no_time_away() -> None:
    office = friday(levels=LEVELS)
    office.minute = 15
    office.do(BeginLevel(0))
    office.run, office.minute = 2, 5
    assert minutes_left(office) == 20
    assert played_ms(clock(office), office.now) == 15 * 60_000
    office.minute = 18
    assert minutes_left(office) == 17
