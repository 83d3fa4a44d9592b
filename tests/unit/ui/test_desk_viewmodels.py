"""What the desk and the clock on the wall show, worked out without a screen."""

import pytest

from controller.tournament.balance import BreakTable, cards_to_break
from controller.tournament.clock import BeginHand, BeginLevel, CallTime, PauseClock
from controller.tournament.ending import End, PlayHandForHand
from controller.tournament.entries import Enter
from controller.tournament.format import InKind
from controller.tournament.management import Cancel
from controller.tournament.state import Desk, Seat
from controller.tournament.tables import HoldTables, LinkTable
from tests.helpers.tournament_desk import Office, chips, form, friday, level
from ui.games.desk.viewmodels.level import derive_level, level_lines, minutes
from ui.games.desk.viewmodels.pages import Page, derive_pages, moved
from ui.games.desk.viewmodels.wall import PrizeRow, derive_wall

LEVELS = (level(20, 25, 50), level(20, 50, 100), level(10), level(20, 100, 200, 25))


def timed(**changes: object) -> Office:
    return friday(levels=LEVELS, **changes)


def notes(desk: Desk, page: Page, **more: object) -> dict[str, str]:
    return {tile.text: tile.note for tile in derive_pages(desk, page, **more).tiles}  # type: ignore[arg-type]


def test_the_head_says_level_time_blinds_and_what_comes_next() -> None:
    office = timed()
    office.minute = 5.5
    found = derive_level(office.desk, office.now)
    assert (found.time, found.title, found.blinds) == ("14:30", "Level 1", "25/50")
    assert found.next == "Next: 50/100 · break in 34:30"
    assert (found.players, found.average, found.state) == ("3 of 3", "1,000", "")
    office.do(BeginLevel(1), reason="timetable")
    assert derive_level(office.desk, office.now).next == "Next: break of 10 minutes"
    office.do(BeginLevel(3), reason="timetable")
    assert derive_level(office.desk, office.now).blinds == "100/200, ante 25"
    assert derive_level(office.desk, office.now).next == "Last level"
    assert list(level_lines(office.desk)) == ["Level 4: 100/200, ante 25 · now"]
    assert minutes(3_723_000) == "1:02:03"


@pytest.mark.parametrize(
    ("commands", "state"),
    [
        ((PauseClock(),), "PAUSED"),
        ((BeginLevel(2),), "BREAK"),
        ((BeginLevel(2), PauseClock()), "PAUSED"),
        ((PlayHandForHand(),), "HAND FOR HAND"),
        ((BeginHand(1), CallTime()), "LAST HANDS"),
        ((End(),), "OVER"),
        ((Cancel(),), "CANCELLED"),
    ],
)
def test_what_everybody_has_to_know_is_said_in_capitals(
    commands: tuple[object, ...], state: str
) -> None:
    office = timed().do(*commands, reason="emergency")
    assert derive_level(office.desk, office.now).state == state


def test_the_last_table_of_several_is_the_final() -> None:
    office = Office(form(seats=3, levels=LEVELS))
    office.enter("a 1.1", "b 1.2", "c 2.1", "d 2.2").start().hand(2, c=2000, d=0)
    assert derive_level(office.desk, office.now).state == ""
    office.do(BreakTable(2, tuple(cards_to_break(office.desk, 2))))
    assert derive_level(office.desk, office.now).state == "FINAL"
    assert derive_level(timed().desk, office.now).state == "", "one table from the beginning"


def test_the_wall_before_during_and_after() -> None:
    office = Office(form(levels=LEVELS, prizes=(1_000_000,)))
    wall = derive_wall(office.desk, "Friday", office.now)
    assert (wall.title, wall.time, wall.blinds) == ("Entries open", "", "Entry $100 · 1,000 chips")
    assert wall.prizes == ()
    office.enter("anna 1.1", "ben 1.2").start()
    assert derive_wall(office.desk, "Friday", office.now).prizes == (PrizeRow("1.", "$200"),)
    office.hand(1, anna=0, ben=2000).do(End())
    wall = derive_wall(office.desk, "Friday", office.now, simulated=True)
    assert (wall.title, wall.state, wall.prizes) == (
        "ben wins",
        "",
        (PrizeRow("1.", "ben  $200"),),
    )
    assert wall.simulated
    gone = timed().do(Cancel(), reason="emergency")
    assert derive_wall(gone.desk, "Friday", gone.now).prizes == ()


@pytest.mark.parametrize(("price", "shown"), [(50, "$150 and a watch"), (200, "a watch")])
def test_a_prize_in_kind_stands_on_the_wall_as_what_it_is(price: int, shown: str) -> None:
    watch = InKind(1, "a watch", chips(price))
    office = Office(form(prizes=(1_000_000,), in_kind=(watch,))).enter("anna 1.1", "ben 1.2")
    office.start().hand(1, anna=0, ben=2000).do(End())
    wall = derive_wall(office.desk, "Friday", office.now)
    assert wall.prizes == (PrizeRow("1.", f"ben  {shown}"),)


def test_players_who_need_somebody_come_first_and_the_others_by_seat() -> None:
    office = timed(rebuys=True).hand(1, anna=0, ben=2000, cara=1000).do(Enter("dan"))
    page = derive_pages(office.desk, Page.PLAYERS)
    assert [tile.code for tile in page.tiles] == ["anna", "dan", "ben", "cara"]
    assert (page.tiles[0].note, page.tiles[0].key) == ("1.1 · no chips", "Re-buy $100")
    assert page.tiles[1].note == "no seat · 1,000"
    assert page.counts[0] == "3 of 4"
    office = timed().hand(1, anna=0, ben=2000, cara=1000)
    assert notes(office.desk, Page.PLAYERS)["anna"] == "out, place 3"
    office.hand(1, ben=0, cara=3000)
    assert list(notes(office.desk, Page.PLAYERS)) == ["cara", "ben", "anna"], "by place"


def test_tables_at_a_glance() -> None:
    office = timed().do(BeginHand(1))
    assert notes(office.desk, Page.TABLES) == {
        "Table 1": "3 players · average 1,000\nhand in progress"
    }
    office = timed().do(LinkTable(1, 4))
    assert notes(office.desk, Page.TABLES)["Table 1"].endswith("\nplaying, 4 hands")
    office.do(HoldTables((1,)))
    assert notes(office.desk, Page.TABLES)["Table 1"].endswith("\nfinishing its hand")
    office = timed().hand(1, anna=0, ben=2000, cara=1000)
    assert notes(office.desk, Page.TABLES)["Table 1"].endswith("\n1 hand entered")


def test_moves_that_were_made_are_kept_and_first_seats_are_none() -> None:
    office = Office(form(seats=3))
    before = office.desk
    office.enter("a 1.1", "b 1.2", "c 2.1", "d 2.2")
    assert moved(before, office.desk) == []
    before = office.start().hand(2, c=2000, d=0).desk
    assert derive_pages(before, Page.MOVES).tiles[0].text == "Break table 2"
    office.do(BreakTable(2, tuple(cards_to_break(before, 2))))
    made = moved(before, office.desk)
    assert made == [("c", Seat(2, 1), Seat(1, 3))]
    page = derive_pages(office.desk, Page.MOVES, made=tuple(made))
    assert (page.tiles[0].text, page.counts[2]) == ("c to 1.3", "1")
    office.hand(1, a=4000, b=0, c=0)
    assert derive_pages(office.desk, Page.MOVES, made=tuple(made)).tiles == (), "c is out"


def test_prizes_before_and_after() -> None:
    kind = InKind(2, "a watch", chips(50))
    office = friday(in_kind=(kind,))
    assert list(notes(office.desk, Page.PRIZES).items())[:2] == [
        ("1. $125", "prize"),
        ("2. $75", "a watch"),
    ]
    assert derive_pages(Office(form()).desk, Page.PRIZES).empty.startswith("The prizes appear")
    office.hand(1, anna=2000, ben=0, cara=1000).do(End())
    assert notes(office.desk, Page.PRIZES) == {
        "1. anna": "$125",
        "2. cara": "$75 and a watch",
        "3. ben": "$50",
    }
