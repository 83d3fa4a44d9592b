"""Seats drawn, tables balanced and broken, the redraw for a final."""

import pytest

from controller.domain.base import evolve, existing
from controller.games.desk.steps import STEPS, DeskStep
from controller.tournament.balance import (
    BalanceTables,
    BreakTable,
    DrawSeats,
    Due,
    RedrawSeats,
    cards_to_break,
    cards_to_draw,
    cards_to_redraw,
    move_due,
    next_big_blind,
    seats_to_draw,
    table_to_break,
)
from controller.tournament.clock import BeginHand
from controller.tournament.ending import End, Start, unseated
from controller.tournament.entries import Enter, WithdrawEntry
from controller.tournament.hands import ReportHand
from controller.tournament.management import Alter
from controller.tournament.phases import Phase
from controller.tournament.publishing import PublishPrizes
from controller.tournament.refusals import DeskRefusal
from controller.tournament.seating import Cause, PlayerMoved
from controller.tournament.state import Desk, EntryState, Seat
from tests.helpers.tournament_desk import Office, form, seat, stacks


def entered(count: int, **changes: object) -> Office:
    return Office(form(**changes)).do(*(Enter(f"p{number}") for number in range(1, count + 1)))


def counts(desk: Desk) -> list[int]:
    return [sum(one.stack > 0 for one in desk.players(table)) for table in desk.table_numbers()]


def due_in(office: Office) -> Due:
    return existing(move_due(office.desk), "no move is due")


def test_seats_are_drawn_in_the_order_of_entry_and_tables_are_even() -> None:
    office = entered(7)
    cards = cards_to_draw(office.desk, (1, 2, 3))
    assert [str(card) for card in cards] == ["1.1", "2.1", "3.1", "1.2", "2.2", "3.2", "1.3"]
    office.do(DrawSeats(tuple(reversed(cards)))).start()
    assert office.desk.entrant("p1").seat == seat("1.3")
    assert counts(office.desk) == [3, 2, 2]


def test_a_draw_needs_the_right_pack() -> None:
    office = entered(3)
    assert office.refuses(DrawSeats((seat("1.1"),))) == (DeskRefusal.NOT_THE_PACK, "26.1.f")
    twice = DrawSeats((seat("1.1"), seat("1.1"), seat("1.2")))
    assert office.refuses(twice) == (DeskRefusal.NOT_THE_PACK, "26.1.f")
    nowhere = entered(12)
    assert len(cards_to_draw(nowhere.desk, (1,))) == 11
    too_many = tuple(Seat(1, number) for number in range(1, 13))
    assert nowhere.refuses(DrawSeats(too_many)) == (DeskRefusal.NOT_THE_PACK, "26.1.f")


def test_the_next_big_blind_moves_to_where_it_comes_soonest() -> None:
    office = Office(form(seats=6))
    office.enter("a 1.1", "b 1.2", "c 1.4", "d 1.6", "e 2.1", "f 2.3").start()
    even = stacks(a=1000, b=1000, c=1000, d=1000)
    office.do(ReportHand(1, even, None, 4), ReportHand(2, stacks(e=1000, f=1000), None, 3))
    due = due_in(office)
    assert (due.name, str(due.left), str(due.seat)) == ("d", "1.6", "2.4")
    assert due.why.startswith("Table 1 has 4 players and table 2 2:")
    office.do(BeginHand(1))
    assert office.refuses(BalanceTables()) == (DeskRefusal.HAND_ON, "26.1.f")
    office.do(ReportHand(1, even, None, 6))
    assert next_big_blind(office.desk, 1).name == "a"
    office.do(BalanceTables())
    assert office.events[-1] == PlayerMoved("a", seat("2.4"), seat("1.1"), Cause.BALANCE)
    assert office.refuses(BalanceTables()) == (DeskRefusal.BALANCED, "26.1.f")


def test_with_no_hand_played_the_lowest_seat_is_taken_for_the_next_big_blind() -> None:
    office = Office(form()).enter("a 1.2", "b 1.3", "c 1.4", "d 2.2").start()
    due = due_in(office)
    assert (due.name, str(due.seat)) == ("a", "2.1")


def test_where_those_at_0_still_have_their_seats_nobody_moves_in() -> None:
    office = Office(form(seats=3, rebuys=True))
    office.enter("a 1.1", "b 1.2", "c 1.3", "d 2.1", "e 2.2", "f 2.3").start()
    office.hand(2, d=3000, e=0, f=0)
    assert move_due(office.desk) is None
    assert office.refuses(BreakTable(1, ())) == (DeskRefusal.NO_ROOM, "26.1.f")


def test_whoever_moves_goes_to_a_table_with_room_and_not_to_one_where_those_at_0_sit() -> None:
    office = Office(form(seats=3, rebuys=True)).enter(
        "a 1.1", "b 1.2", "c 1.3", "d 2.1", "e 2.2", "f 2.3", "g 3.1"
    )  # fmt: skip
    office.start().hand(2, d=3000, e=0, f=0)
    due = due_in(office)
    assert (str(due.left), str(due.seat)) == ("1.1", "3.2")
    assert due.why.startswith("Table 1 has 3 players and table 3 1:")


def test_the_big_blind_goes_on_where_nobody_tells_it_and_is_unknown_where_nobody_ever_did() -> None:
    office = Office(form(seats=6))
    office.enter("a 1.1", "b 1.3", "c 1.5", "d 1.6", "e 2.1", "f 2.2").start()
    due = due_in(office)
    assert due.why.endswith("The big blind of table 1 was never reported: look there first.")
    told = stacks(a=1000, b=1000, c=1000, d=1000)
    office.do(ReportHand(1, told, None, 5), ReportHand(2, stacks(e=1000, f=1000), None, 1))
    due = due_in(office)
    assert due.why.endswith("the next big blind moves, to where it comes soonest.")
    moving = [due.name]
    for _ in range(3):
        office.do(ReportHand(1, told))
        moving.append(due_in(office).name)
    assert moving == ["d", "a", "b", "c"]


def test_a_table_is_broken_when_its_players_fit_elsewhere() -> None:
    office = Office(form(seats=4, rebuys=True))
    office.enter("a 1.1", "b 1.2", "c 2.1", "d 2.2", "e 3.3", "f 3.1", "g 3.2").start()
    office.hand(3, e=1000, f=2000, g=0)
    assert table_to_break(office.desk) == 3
    cards = cards_to_break(office.desk, 3)
    assert [str(card) for card in cards] == ["1.3", "2.3"]
    office.do(BeginHand(3))
    assert office.refuses(BreakTable(3, tuple(cards))) == (DeskRefusal.HAND_ON, "26.1.f")
    office.hand(3, e=1000, f=2000)
    wrong = office.refuses(BreakTable(3, (seat("1.3"), seat("1.4"))))
    assert wrong == (DeskRefusal.NOT_THE_PACK, "26.1.f")
    office.do(BreakTable(3, tuple(reversed(cards))))
    moved = [event for event in office.events if isinstance(event, PlayerMoved)]
    assert moved == [
        PlayerMoved("f", seat("2.3"), seat("3.1"), Cause.BREAK),
        PlayerMoved("e", seat("1.3"), seat("3.3"), Cause.BREAK),
    ]
    assert table_to_break(office.desk) is None
    assert office.refuses(BreakTable(3, ())) == (DeskRefusal.NO_ROOM, "26.1.f")


def test_for_a_final_all_who_are_left_draw_again() -> None:
    office = Office(form()).enter("a 1.1", "b 1.2", "c 2.1", "d 2.2").start()
    office.hand(1, a=2000, b=0)
    cards = tuple(cards_to_redraw(office.desk, (1,)))
    assert cards == (seat("1.1"), seat("1.2"), seat("1.3"))
    assert office.refuses(RedrawSeats(())) == (DeskRefusal.NOT_THE_PACK, "26.1.f")
    assert office.refuses(RedrawSeats(cards[:2])) == (DeskRefusal.NOT_THE_PACK, "26.1.f")
    office.do(BeginHand(2))
    assert office.refuses(RedrawSeats(cards)) == (DeskRefusal.HAND_ON, "26.1.f")
    office.hand(2, c=1000, d=1000).do(RedrawSeats((cards[2], cards[0], cards[1])))
    assert [str(office.desk.entrant(name).seat) for name in "acd"] == ["1.3", "1.1", "1.2"]


@pytest.mark.parametrize(
    "command", [DrawSeats(()), BalanceTables(), BreakTable(1, ()), RedrawSeats(())]
)
def test_after_the_end_nobody_moves(command: object) -> None:
    office = Office(form()).enter("a 1.1", "b 1.2").start().hand(1, a=2000, b=0).do(End())
    assert office.desk.phase is Phase.DECIDED
    assert office.refuses(command)[0] is DeskRefusal.WRONG_PHASE


def test_with_nobody_there_no_move_is_due() -> None:
    office = Office(form())
    assert move_due(office.desk) is None
    assert table_to_break(office.desk) is None


def too_many(**more: object) -> Office:
    """Nine for two tables of four."""
    return entered(9, tables=2, seats=4, **more)


def test_where_there_are_too_few_seats_those_who_entered_last_have_none() -> None:
    office = too_many()
    cards = seats_to_draw(office.desk)
    assert len(cards) == 8
    for wrong in (cards[:4], cards[1:], [*cards, Seat(3, 1)]):
        assert office.refuses(DrawSeats(tuple(wrong)))[0] is DeskRefusal.NOT_THE_PACK
    office.do(DrawSeats(tuple(cards)))
    assert [one.name for one in unseated(office.desk)] == ["p9"]
    row = STEPS.guide_row(office.desk)
    assert row.name is DeskStep.NO_SEAT_LEFT
    assert row.says(office.desk).startswith(
        "No seat is left for p9. Set up another table, or withdraw"
    )
    assert office.refuses(DrawSeats(())) == (DeskRefusal.NO_SEAT_LEFT, "26.1.d")
    office.do(PublishPrizes())
    assert office.refuses(Start()) == (DeskRefusal.NO_SEAT, "26.1.f")
    office.do(Alter(evolve(office.desk.form, tables=3)), reason="demand")
    assert len(seats_to_draw(office.desk)) == 1


def test_who_enters_late_waits_for_a_seat_that_gets_free() -> None:
    office = too_many(rebuys=True)
    office.do(
        DrawSeats(tuple(seats_to_draw(office.desk))), WithdrawEntry("p9"), reason="keyed-wrong"
    )
    office.start().do(Enter("p9"))
    row = STEPS.guide_row(office.desk)
    assert (row.name, row.says(office.desk)) == (
        DeskStep.PLAY,
        "The tables are playing. Waiting for a free seat: p9.",
    )
    one, two, *others = (player.name for player in office.desk.players(1))
    after = {one: 2000, two: 0, **dict.fromkeys(others, 1000)}
    office.hand(1, **after).hand(1, **{name: stack for name, stack in after.items() if stack})
    assert office.desk.entrant(two).standing is EntryState.OUT
    assert STEPS.guide_row(office.desk).name is DeskStep.DRAW_SEATS
    office.do(DrawSeats(tuple(seats_to_draw(office.desk))))
    assert unseated(office.desk) == []
