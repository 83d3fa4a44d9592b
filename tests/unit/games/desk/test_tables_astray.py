"""Tables whose clock, letters, keys or past are not as they should be: no place and no chip is
given by them, and whoever is at the desk is told."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.base import evolve, existing
from controller.domain.instant import Instant
from controller.domain.kernel import Asking
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.desk.tables_beside import take
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards
from controller.games.poker.desk_counts import CountStacks, DeskCountRefusal, GoOut, counts_due
from controller.games.poker.refusals import PokerRefusal
from controller.relay.keys import key_file, load_key
from controller.relay.letters import Box, Side, tagged
from controller.tournament.clock import BeginLevel
from controller.tournament.conduct import Disqualify, ForfeitPocketed
from controller.tournament.core import CORE
from controller.tournament.corrections import CorrectHand
from controller.tournament.ending import PlayHandForHand
from controller.tournament.format import Chips
from controller.tournament.hands import ReportHand
from controller.tournament.orders import (
    REPORTS_MAX,
    CountReport,
    HandReport,
    OutReport,
    Report,
    TableLetter,
    Won,
)
from controller.tournament.places import ranking
from controller.tournament.refusals import DeskRefusal
from controller.tournament.seating import MovePlayer
from controller.tournament.state import Desk
from controller.tournament.tables import HandBackTable, HoldTables, TableTakenOver, TakeOverTable
from controller.tournament.under_desk import letter
from tests.helpers.tournament_desk import holds, seat, stacks
from tests.helpers.tournament_room import Room

SIX = ("anna 1.1", "ben 1.2", "cara 1.3", "dora 2.1", "emil 2.2", "fred 2.3")


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path, *SIX)


def told(desk: Desk, table: int, number: int, at_ms: int, **won: int) -> TableLetter:
    """What every player has won by then, in chips."""
    lines = tuple(
        Won(name, desk.entrant(name).visit, Money(100 * chips)) for name, chips in won.items()
    )
    return TableLetter(number, (HandReport(number, at_ms, lines),))


def after(desk: Desk, table: int, said: TableLetter, now_ms: int) -> Desk:
    taken = take(desk, table, said, Instant(now_ms, 0))
    assert taken.refused is None
    return CORE.fold(desk, taken.events)


def out_of(desk: Desk) -> list[str]:
    """Who is out, the last one first."""
    return [one.name for one in ranking(desk) if one.fall]


# 30.3.b: who went out later is ahead, whatever the clocks say


def test_a_clock_that_was_set_back_turns_no_places_round(room: Room) -> None:
    desk = after(room.desk.desk, 1, told(room.desk.desk, 1, 1, 9000, anna=1000, ben=-1000), 9001)
    desk = after(desk, 1, told(desk, 1, 2, 5000, anna=2000, cara=-1000, ben=-1000), 5001)
    assert out_of(desk) == ["cara", "ben"]
    desk = after(desk, 2, told(desk, 2, 1, 6000, dora=1000, emil=-1000), 6001)
    assert out_of(desk) == ["emil", "cara", "ben"], "until it has caught up, as they are heard"
    desk = after(desk, 2, told(desk, 2, 2, 9500, dora=2000, emil=-1000, fred=-1000), 9501)
    assert out_of(desk)[0] == "fred"


def test_a_hand_that_is_not_over_yet_by_the_clock_of_the_desk_takes_no_place(room: Room) -> None:
    desk = after(room.desk.desk, 1, told(room.desk.desk, 1, 1, 10**15, anna=1000, ben=-1000), 7000)
    desk = after(desk, 2, told(desk, 2, 1, 8000, dora=1000, emil=-1000), 8001)
    assert out_of(desk) == ["emil", "ben"]


def test_a_hand_before_the_last_one_of_its_table_cannot_be(room: Room) -> None:
    desk = after(room.desk.desk, 1, told(room.desk.desk, 1, 1, 3000, anna=100, ben=-100), 3001)
    desk = after(desk, 2, told(desk, 2, 1, 4000, dora=1000, emil=-1000), 4001)
    late = told(desk, 1, 2, 2000, anna=1000, ben=-1000)
    assert out_of(after(desk, 1, late, 5000)) == ["ben", "emil"]
    true = told(desk, 1, 2, 3500, anna=1000, ben=-1000)
    assert out_of(after(desk, 1, true, 5000)) == ["emil", "ben"], "it came late, and was earlier"


def test_a_hand_that_is_entered_at_the_desk_comes_after_all_that_are_known(room: Room) -> None:
    office = room.desk.do(HoldTables((1, 2)))
    desk = after(office.desk, 2, told(office.desk, 2, 1, 9000, dora=1000, emil=-1000), 9001)
    desk = after(desk, 1, told(desk, 1, 1, 3000, anna=100, ben=-100), 9002)
    taken_over = CORE.fold_one(desk, TableTakenOver(1))
    report = ReportHand(1, stacks(anna=2000, ben=1000, cara=0))
    decided = CORE.decide(taken_over, report, Asking(Instant(9003, 0)))
    assert not isinstance(decided, Refused)
    assert out_of(decided.state) == ["cara", "emil"]


# Letters and keys


def test_what_cannot_be_read_stops_nobody_and_is_told_on_either_side(room: Room) -> None:
    key = load_key(room.folder, 1)
    for side, body in ((Side.TABLE, b'{"x":1}'), (Side.DESK, b"[]")):
        box = Box(1, side)
        room.relay.put(box, tagged(key, box, body))
    room.tables[2].hand().exchange()
    room.desk.hear()
    assert room.desk.desk.table(2).hands == 1
    (why,) = room.desk.controller.snapshot().shared.troubles
    assert why.startswith("A letter from table 1 cannot be read.")
    box = Box(1, Side.DESK)
    room.relay.put(box, tagged(key, box, b"[]"))
    room.tables[1].hear()
    assert "cannot be read" in room.tables[1].controller.snapshot().shared.trouble
    assert room.carry().desk.controller.snapshot().shared.linked


def test_a_key_that_is_no_good_keeps_no_other_table_from_the_desk(room: Room) -> None:
    bad = key_file(room.folder, 7)
    bad.write_text("zz")
    bad.chmod(0o600)
    for name in ("0", "007", "9" * 25, "x"):
        key_file(room.folder, 7).with_stem(name).write_text("zz")
    room.carry(room.tables[2].hand())
    assert room.desk.desk.table(2).hands == 1
    (why,) = room.desk.controller.snapshot().shared.troubles
    assert why.startswith("Table 7: ")
    assert "no key in it" in why
    bad.unlink()
    assert room.carry().desk.controller.snapshot().shared.linked


# Another past


def test_hands_that_a_table_has_forgotten_are_missed_at_the_desk(room: Room) -> None:
    """An old letter was put back when the table was linked anew."""
    relay, box, table = room.relay, Box(1, Side.TABLE), room.tables[1]
    old = existing(relay.latest(box), "no letter")
    room.carry(table.hand())
    room.do(TakeOverTable(1))
    room.desk.do(HandBackTable(1))
    relay.put(box, old)
    room.desk.hear()
    room.carry()
    room.carry(table.hand())
    (why,) = room.desk.controller.snapshot().shared.troubles
    assert "begun a new record" in why
    room.do(TakeOverTable(1))
    room.do(HandBackTable(1))
    assert room.desk.controller.snapshot().shared.linked
    assert room.chips() == sum(room.stacks().values()) == 6000


def test_a_table_with_more_to_tell_than_a_letter_holds_has_the_same_past(room: Room) -> None:
    desk = room.desk.desk
    line = told(desk, 1, 1, 0, anna=0, ben=0, cara=0).reports[0]
    reports = tuple(evolve(line, number=n) for n in range(1, REPORTS_MAX + 1))
    taken = take(desk, 1, TableLetter(REPORTS_MAX + 3, reports), Instant(0, 0))
    assert taken.refused is None
    assert CORE.fold(desk, taken.events).table(1).hands == REPORTS_MAX


def test_a_table_waits_by_no_order_that_the_desk_has_still_to_give(room: Room) -> None:
    """As one that has heard a desk of which an older copy was put back."""
    table = room.tables[1].deck_ready().begun()
    room.desk.do(HoldTables((1,)))
    ahead = evolve(table.letter(), stands=room.desk.desk.changes + 100)
    assert take(room.desk.desk, 1, ahead, Instant(0, 0)).events == ()
    room.carry()
    assert not room.desk.desk.between_hands(1)
    table.folded()
    assert room.carry().desk.desk.between_hands(1)


def test_a_table_waits_by_no_order_that_it_has_still_to_follow(room: Room) -> None:
    link = room.hold(1).tables[1].link
    assert link.order is not None
    assert letter(link, at_rest=True).stands == link.order.number
    assert letter(link, at_rest=False).stands is None
    newer = evolve(link, order=evolve(link.order, number=link.order.number + 1))
    assert letter(newer, at_rest=True).stands is None


# A table that was taken over


def test_a_table_is_handed_back_once_its_console_has_said_that_it_waits(tmp_path: Path) -> None:
    """Otherwise hands that it has played while the line was cut would be counted again."""
    room = Room(tmp_path, *SIX, rebuys=True)
    table = room.tables[1]
    room.relay.cut.add(1)
    table.hand().hand().deck_ready().begun()
    room.desk.do(TakeOverTable(1), ReportHand(1, stacks(anna=2000, ben=0, cara=1000)))
    back = HandBackTable(1)
    assert room.refuses(back).refusal is DeskRefusal.NOT_HEARD
    room.relay.cut.clear()
    room.carry()
    assert room.refuses(back).refusal is DeskRefusal.NOT_HEARD
    room.carry(table.folded())
    room.do(back)
    assert room.desk.desk.table(1).hands == 1
    assert room.desk.desk.entrant("ben").is_in, "a re-buy is open until the next hand"
    assert table.stacks() == {1: 2000, 2: 0, 3: 1000}


def test_nobody_takes_chips_that_nobody_has_counted(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, by_pots=True)
    room.carry(room.tables[1].pot(1))
    room.desk.do(TakeOverTable(1))
    for command in (Disqualify("anna"), ForfeitPocketed("anna", Money(100))):
        refused = room.refuses(command)
        assert refused.refusal is DeskRefusal.NOT_COUNTED
    room.desk.do(CorrectHand(1, stacks(anna=1500, ben=900, cara=600)))
    room.desk.do(Disqualify("anna"))
    assert room.desk.desk.books.taken == 100 * 1500


# Run by pots: who can have gone out


def test_whoever_came_since_the_last_hand_did_not_go_out_in_it(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, "gina 1.4", by_pots=True)
    table = room.tables[1].pot(1, s3=800)
    room.carry().hold(2)
    room.do(MovePlayer("dora", seat("1.3")))
    assert table.refuses(GoOut(3, 50000)).refusal is DeskCountRefusal.NOT_DEALT_IN
    dora = room.desk.desk.entrant("dora")
    lie = OutReport(room.tables[1].link.played + 1, "dora", dora.visit, Money(50000))
    assert room.refuses_report(lie) is DeskRefusal.WRONG_PLAYERS
    room.carry(table.pot(1, s3=1000))
    assert "dora" not in room.stacks()


def test_somebody_who_was_counted_by_mistake_is_out_and_all_is_counted_again(
    tmp_path: Path,
) -> None:
    room = Room(tmp_path, *SIX, by_pots=True)
    table = room.tables[1].pot(1)
    room.carry().hold(1)
    room.carry(table.counted(s1=1000, s2=1900, s3=100))
    assert not counts_due(table.house)
    room.carry(table.do(GoOut(3, 100000)))
    assert table.link.reports == ()
    assert "cara" not in room.stacks()
    assert counts_due(table.house)
    room.carry(table.do(CountStacks(((1, 110000), (2, 190000)))))
    assert (room.stacks()["anna"], room.stacks()["ben"]) == (1100, 1900)
    assert room.desk.desk.table(1).uncounted is None


def test_nothing_is_counted_and_nobody_goes_out_in_the_middle_of_a_hand(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, by_pots=True)
    table = room.tables[1].pot(1)
    room.carry()
    table.deck_ready().do(BeginHand(table.floor.last_round + 1), DealHoleCards())
    room.do(BeginLevel(1))
    assert table.link.order is not None
    assert table.link.order.count
    assert not counts_due(table.house)
    count = CountStacks(tuple((number, 100000) for number in (1, 2, 3)))
    for command in (count, GoOut(3, 50000)):
        refused = table.refuses(command)
        assert "in progress" in refused.text()
    assert refused.refusal is PokerRefusal.HAND_ON
    assert table.link.reports == ()


# Hand for hand


def test_a_table_that_has_played_its_session_holds_nobody_up(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, session_hands=2)
    room.carry(room.tables[1].hand().hand()).hold(1, 2)
    room.desk.do(PlayHandForHand())
    room.hold()
    assert room.tables[1].link.waits == "This table has played all its hands of the session."
    room.carry(room.tables[2].hand())
    room.tables[2].hand()


# Whatever a table says that has its key


@pytest.fixture(scope="module", params=[False, True], ids=["stacks", "pots"])
def linked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = tmp_path_factory.mktemp("room")
    value: dict[str, Any] = {"chips": Chips.VALUE, "commission": True}
    return Room(folder, *SIX, by_pots=request.param, rebuys=True, **value).desk.desk


AMOUNTS = st.sampled_from([0, 100, -100, 50_000, -50_000, 100_000, -100_000, 10**40])


@st.composite
def lies(draw: st.DrawFn, desk: Desk, table: int) -> TableLetter:
    """Numbers, names, visits and amounts as they may be, and as they cannot be."""
    link = desk.table(table).link
    number = (link.taken if link else 0) + draw(st.sampled_from([1, 1, 1, 1, 0, 2, -5]))
    there = [one.name for one in desk.players(table)] or ["anna"]
    names = draw(st.one_of(st.just(there), st.lists(st.sampled_from([*there, "dora"]), max_size=4)))
    kept = Money(draw(st.sampled_from([0, 0, 100, -100, 10**40])))
    won = [Won(name, desk.entrant(name).visit, Money(draw(AMOUNTS))) for name in names]
    if draw(st.booleans()) and won:  # as if it all added up
        others = sum(line.amount for line in won[:-1])
        won[-1] = won[-1]._replace(amount=Money(-others - kept))
    kinds: list[Report] = [
        HandReport(number, draw(st.sampled_from([0, 1_000, 10**20])), tuple(won), 99, kept),
        OutReport(number, there[0], desk.entrant(there[0]).visit, Money(draw(AMOUNTS))),
        CountReport(number, tuple(won)),
    ]
    told = draw(st.sampled_from(kinds))
    played = draw(st.sampled_from([number, number, 0, -3, 10**20]))
    stands = draw(st.sampled_from([None, 0, desk.changes, 10**20]))
    return TableLetter(played, (told,), stands)


@pytest.mark.untraced
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_a_table_that_lies_makes_no_chip_and_no_place(linked: Desk, data: st.DataObject) -> None:
    desk = linked
    for _ in range(6):
        table = data.draw(st.sampled_from([1, 2]))
        for event in take(desk, table, data.draw(lies(desk, table)), Instant(2_000, 0)).events:
            desk = CORE.fold_one(desk, event)
            holds(desk)
        places = [one.name for one in ranking(desk)]
        assert sorted(places) == sorted(one.name for one in desk.entrants)
