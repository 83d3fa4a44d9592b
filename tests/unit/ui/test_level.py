"""The top bar of a table under a tournament desk."""

from controller.domain.instant import Instant
from controller.domain.money import Money
from controller.games.desk_link import DeskLinkView
from controller.tournament.format import Level
from tests.helpers.poker_shift import PokerShift
from tests.helpers.under_desk import UnderDeskShift, line
from ui.games.poker.screen import PokerScreen
from ui.shown import Shown
from ui.viewmodels.top_bar import derive_top_bar

LEVEL = Level(20, Money(10000), Money(20000), Money(2500))


def bar(shift: PokerShift, at_ms: int) -> tuple[str, ...]:
    shown = Shown(shift.controller.snapshot())
    return derive_top_bar(shown, PokerScreen(), now=Instant(at_ms, 0)).limits


def under_desk(**more: object) -> UnderDeskShift:
    table = UnderDeskShift().opened()
    return table.ordered(line(1, "anna"), line(2, "ben"), **more)


def test_level_and_time_left_stand_in_the_top_bar_and_run_down() -> None:
    table = under_desk(level=LEVEL, level_number=3, left_ms=90_000, since_ms=1_000)
    assert bar(table, 1_000) == ("Level 3, ante 25", "1:30 left")
    assert bar(table, 61_500) == ("Level 3, ante 25", "0:30 left")
    assert bar(table, 999_999) == ("Level 3, ante 25", "0:00 left")


def test_a_clock_that_stands_and_a_break_are_said() -> None:
    assert bar(under_desk(level=LEVEL, level_number=1, left_ms=60_000), 5) == (
        "Level 1, ante 25",
        "1:00 left · clock stopped",
    )
    table = under_desk(level=Level(5), level_number=2, left_ms=60_000, since_ms=0)
    assert bar(table, 0) == ("Break", "1:00 left")


def test_a_desk_that_is_not_heard_is_marked_and_the_table_plays_on() -> None:
    table = under_desk()
    assert bar(table, 0) == ()
    table.now(table.controller.show_shared(DeskLinkView("The line is cut."), lambda _, __: ()))
    assert bar(table, 0) == ("Desk not reached: play on",)
    shown = Shown(table.controller.snapshot())
    marks = derive_top_bar(shown, PokerScreen()).devices
    assert [(mark.name, mark.level) for mark in marks] == [("desk", "bad")]


def test_a_table_that_was_never_told_anything_and_one_of_cash_show_no_level() -> None:
    assert bar(UnderDeskShift(), 0) == ()
    assert bar(PokerShift(), 0) == ()
