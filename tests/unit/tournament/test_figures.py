"""What the wall and the desk show: who is left, the average, the levels, the next break."""

from controller.domain.money import ZERO
from controller.tournament.clock import BeginLevel
from controller.tournament.entries import Enter
from controller.tournament.figures import average_stack, break_in_ms, level_next, players_left
from tests.helpers.tournament_desk import Office, chips, form, friday, level

MINUTE = 60_000
LEVELS = (level(20, 25, 50), level(15, 50, 100), level(10), level(20, 100, 200))


def test_before_the_first_entry_there_is_nothing() -> None:
    desk = Office(form(levels=LEVELS)).desk
    assert (players_left(desk), average_stack(desk)) == ([], ZERO)
    assert (desk.level, level_next(desk)) == (None, None)
    assert break_in_ms(desk, Office(form()).now) is None


def test_who_is_left_and_with_how_much_on_the_average() -> None:
    desk = friday().hand(1, anna=2000, ben=0, cara=1000).desk
    assert [one.name for one in players_left(desk)] == ["anna", "cara"]
    assert average_stack(desk) == chips(1500)
    assert (desk.level, level_next(desk)) == (None, None)


def test_whoever_waits_for_another_session_is_not_counted() -> None:
    office = Office(form(sessions=2, advance=1)).enter("anna 1.1", "ben 1.2").start()
    desk = office.do(Enter("zoe", 2)).desk
    assert [one.name for one in players_left(desk)] == ["anna", "ben"]
    assert average_stack(desk) == chips(1000)


def test_levels_and_the_next_break() -> None:
    office = friday(levels=LEVELS)
    office.minute = 5
    assert (office.desk.level, level_next(office.desk)) == LEVELS[:2]
    assert break_in_ms(office.desk, office.now) == 30 * MINUTE
    office.do(BeginLevel(2))
    assert break_in_ms(office.desk, office.now) is None, "it is now"
    office.do(BeginLevel(3))
    assert (level_next(office.desk), break_in_ms(office.desk, office.now)) == (None, None)
