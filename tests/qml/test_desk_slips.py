"""Slips of the finger at the desk, and what it says where somebody could go wrong."""

from controller.games.desk.tables_beside import TablesView
from controller.tournament.clock import BeginLevel
from controller.tournament.entries import Enter
from controller.tournament.tables import TableLinked
from tests.helpers.desk_screen import at, busted, playing, shift_of, state, typed
from tests.helpers.layout import Eye
from tests.helpers.screen import Made
from tests.helpers.tournament_desk import form


def test_a_double_tap_sells_one_re_buy(desk: Made) -> None:
    screen = playing(desk(), *"abcdef")
    first, second, third = at(screen, 1)
    shift_of(screen).hand(1, **{first: 0, second: 0, third: 3000})
    screen.settle().tap("page-players").tap(f"sell-{first}")
    screen.tap(f"sell-{second}", after_ms=300)
    assert state(screen).entrant(second).stack == 0, "it slid under the finger"
    screen.tap(f"sell-{second}")
    assert state(screen).entrant(second).stack == state(screen).form.bank


def test_a_double_tap_strikes_off_one_move(desk: Made) -> None:
    screen = playing(desk(form(seats=6, tables=2)), *"abcdef")
    stays, *others = at(screen, 1)
    shift_of(screen).hand(1, **{stays: 1000, others[0]: 2000, others[1]: 0})
    screen.settle().tap("page-moves").tap("primaryButton")
    moves = [text.split(" to ")[0] for text in screen.texts() if " to 1." in text]
    first, second = (f"tile-{name}" for name in moves[:2])
    screen.tap(first).tap(second, after_ms=300)
    assert screen.find(first) is None
    assert screen.find(second) is not None, "it slid under the finger"


def test_a_form_that_is_being_filled_in_is_not_begun_anew(desk: Made) -> None:
    screen = desk().tap("primaryButton")
    assert screen.text("primaryButton", "reason") == "Fill in the form above"
    typed(screen, "anna").tap("letter-b").tap("enterButton")
    assert screen.text("supervisorTyped") == "B", "what was typed stays"
    typed(screen, "en").tap("primaryButton")
    assert screen.find("letterEnter") is None, "the keyboard makes room for the next step"
    assert screen.texts().count("Publish the prize list before the start.") == 1
    screen.tap("primaryButton").tap("primaryButton").tap("primaryButton")
    assert screen.text("primaryButton", "reason") == "Fill in the form above"
    screen.tap("amount-Anna").tap("digit0").tap("primaryButton")
    assert screen.text("amount-Anna", "reason") == "0", "what was keyed stays"


def test_who_finds_no_seat_is_named_and_nothing_is_started(desk: Made) -> None:
    screen = desk(form(tables=1, seats=3))
    shift_of(screen).do(*(Enter(name) for name in "abcd"))
    screen.settle()
    assert screen.primary() == "Draw 3 seats"
    screen.tap("primaryButton")
    assert (screen.primary(), screen.text("primaryButton", "reason")) == (
        "Start",
        "A player has no seat",
    )


def test_what_tables_with_consoles_do_is_said_where_the_next_step_is(desk: Made) -> None:
    screen = playing(desk())
    shift = shift_of(screen)
    linked = (TableLinked(1, 0), TableLinked(2, 0))
    shift.now(shift.controller.show_shared(TablesView(()), lambda _, __: linked))
    assert screen.settle().primary() == "Play is on"
    shift.do(BeginLevel(2))
    assert screen.settle().primary() == "Break"


def test_a_panel_leaves_the_first_row_however_many_there_are(desk: Made) -> None:
    screen = desk(form(tables=3, seats=9))
    shift_of(screen).do(*(Enter(f"player {n}") for n in range(20)))
    screen.settle().tap("enterButton")
    names = [path for path, _ in screen.items() if path.endswith("/tileName")]
    assert len(names) == 4
    eye = Eye()
    eye.look(screen.window, "keyboard in a full room")
    assert eye.found == []


def test_whoever_is_out_by_mistake_is_told_how_to_come_back(desk: Made) -> None:
    screen = playing(desk(form(seats=9, tables=2)), *"abcdefgh")
    loser, _ = busted(screen)
    screen.tap("page-players").tap(f"tile-{loser}")
    assert "Wrong? Correct the last hand of table 1." in " ".join(screen.texts())
    left = {one.name: one.stack / 100 for one in state(screen).players(1)}
    shift_of(screen).hand(1, **left)
    assert "Wrong?" not in " ".join(screen.settle().texts())
