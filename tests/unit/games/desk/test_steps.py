"""What now, at the desk: one step at a time from the first entry to the prizes."""

from controller.games.desk.game import DESK
from controller.games.desk.house import DeskHouse
from controller.games.desk.steps import STEPS, DeskStep
from controller.tournament.balance import BalanceTables, BreakTable, cards_to_break
from controller.tournament.clock import BeginHand, BeginLevel, CallTime
from controller.tournament.ending import End, Start
from controller.tournament.entries import Enter
from controller.tournament.heats import BeginNextHeat, BeginNextSession
from controller.tournament.management import Cancel
from controller.tournament.publishing import PublishPrizes
from controller.tournament.seating import TakeSeat
from controller.tournament.state import Desk, Seat
from tests.helpers.tournament_desk import Office, form, friday, level


def step(desk: Desk) -> tuple[object, object, str]:
    """Its name, what the button stands for, and what the desk is told."""
    found = DESK.step(DeskHouse(desk, "Friday"))
    row = STEPS.guide_row(desk)
    assert row.name is found.name
    assert row.keys(desk, found.command) == {}
    assert row.ahead(DeskHouse(desk, "Friday")) is None
    assert row.says(desk).endswith(".")
    return found.name, found.command, row.says(desk)


def test_from_the_first_entry_to_the_start() -> None:
    office = Office(form())
    assert step(office.desk)[0] is DeskStep.TAKE_ENTRIES
    assert step(office.do(Enter("anna")).desk)[0] is DeskStep.DRAW_SEATS
    office.do(TakeSeat("anna", Seat(1, 1)))
    assert step(office.desk)[:2] == (DeskStep.PUBLISH, PublishPrizes())
    assert step(office.do(PublishPrizes()).desk)[:2] == (DeskStep.START, Start())


def test_a_break_is_said_to_be_one() -> None:
    office = Office(form(seats=4, levels=(level(20, 25, 50), level(10))))
    office.enter("a 1.1", "b 1.2").start()
    assert step(office.desk)[2] == "The tables are playing."
    assert step(office.do(BeginLevel(1), reason="timetable").desk)[2] == (
        "Break: play resumes with the next level."
    )


def test_whoever_may_buy_again_is_asked_before_somebody_moves() -> None:
    office = Office(form(seats=4, rebuys=True))
    office.enter("a 1.1", "b 1.2", "c 1.3", "d 2.1", "e 2.2", "f 2.3").start()
    says = step(office.hand(1, a=3000, b=0, c=0).desk)[2]
    assert says.startswith("d moves from 2.1 to 1.4, unless a player at 0 re-buys. Table 2 has 3 ")


def test_tables_are_balanced_and_broken_and_late_entries_seated() -> None:
    office = Office(form(seats=4, rebuys=True))
    office.enter("a 1.1", "b 1.2", "c 1.3", "d 1.4", "e 2.1", "f 2.2").start()
    name, command, says = step(office.desk)
    assert (name, command) == (DeskStep.BALANCE, BalanceTables())
    assert says.startswith("a moves from 1.1 to 2.3. Table 1 has 4 players and table 2 2: ")
    waits = DESK.step(DeskHouse(office.do(BeginHand(1)).desk, "Friday")).refused
    assert waits is not None
    assert waits.text().startswith("A hand is in progress.")
    office.hand(1, a=4000, b=0, c=0, d=0)
    office.hand(2, e=1000, f=1000)
    assert step(office.desk)[0] is DeskStep.PLAY, "whoever may buy again keeps the seat"
    office = Office(form(seats=4)).enter("a 1.1", "b 1.2", "c 2.1", "d 2.2").start()
    assert step(office.desk)[0] is DeskStep.PLAY, "as they were set, until somebody is out"
    office.hand(2, c=2000, d=0)
    assert step(office.desk)[::2] == (
        DeskStep.BREAK_TABLE,
        "Break table 2: its players fit at the other tables. "
        "For a final everybody may draw a new seat instead.",
    )
    more = Office(form(seats=3)).enter("a 1.1", "b 1.2", "c 2.1", "d 2.2", "e 3.1", "f 3.2")
    more.start().hand(1, a=2000, b=0)
    assert step(more.desk)[2] == "Break table 3: its players fit at the other tables."
    office.do(BreakTable(2, tuple(cards_to_break(office.desk, 2))))
    assert step(office.desk)[0] is DeskStep.PLAY
    late = friday(rebuys=True).do(Enter("dan"))
    assert step(late.desk)[0] is DeskStep.DRAW_SEATS


def test_the_end_waits_for_the_hands() -> None:
    office = friday().do(BeginHand(1), CallTime())
    name, _, says = step(office.desk)
    assert name is DeskStep.FINISH_HANDS
    assert says == "Time is up. Wait for the end of the hand at table 1."
    office.hand(1, anna=1000, ben=1000, cara=1000)
    assert step(office.desk)[:2] == (DeskStep.END, End())
    name, _, says = step(office.do(End()).desk)
    assert name is DeskStep.CUT
    assert says == "anna, ben and cara cut a card each: the high card takes the better place."


def test_the_last_player_ends_it() -> None:
    office = friday().hand(1, anna=3000, ben=0, cara=0)
    assert step(office.desk)[:2] == (DeskStep.END, End())


def test_whoever_waits_for_another_session_plays_no_part_in_this_one() -> None:
    office = Office(form(sessions=2, advance=1, seats=4))
    office.do(Enter("zoe", 2)).enter("a 1.1", "b 1.2", "c 2.1", "d 2.2").start()
    assert step(office.desk)[0] is DeskStep.PLAY, "nobody is out: the tables stay as they were set"
    office.hand(2, c=2000, d=0)
    assert step(office.desk)[0] is DeskStep.BREAK_TABLE
    office.hand(1, a=2000, b=0).do(BreakTable(2, (Seat(1, 2),))).hand(1, a=4000, c=0)
    assert step(office.desk)[:2] == (DeskStep.END, End())


def test_from_session_to_session_to_heat_to_prizes() -> None:
    office = Office(form(sessions=2, advance=1, prizes=(1_000_000,))).enter("a 1.1", "b 1.2")
    office.do(Enter("c", 2), Enter("d", 2)).start().hand(1, a=2000, b=0).do(End())
    assert step(office.desk)[:2] == (DeskStep.NEXT_SESSION, BeginNextSession())
    office.do(BeginNextSession()).do(TakeSeat("c", Seat(1, 1)), TakeSeat("d", Seat(1, 2)), Start())
    office.hand(1, c=2000, d=0).do(End())
    assert step(office.desk)[:2] == (DeskStep.NEXT_HEAT, BeginNextHeat())
    office.do(BeginNextHeat(), TakeSeat("a", Seat(1, 1)), TakeSeat("c", Seat(1, 2)), Start())
    office.hand(1, a=2000, c=0).do(End())
    assert step(office.desk)[0] is DeskStep.AWARD


def test_a_cancelled_tournament_asks_for_nothing() -> None:
    assert step(friday().do(Cancel(), reason="fire").desk)[:2] == (DeskStep.CANCELLED, None)
