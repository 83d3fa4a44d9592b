"""Tables under the desk: orders go out, reports come in, each exactly once, nobody is fooled."""

from pathlib import Path

import pytest

from controller.domain.base import evolve, existing
from controller.domain.money import Money
from controller.games.desk.steps import STEPS, DeskStep
from controller.games.desk.tables_beside import take
from controller.games.poker import blinds
from controller.games.poker.under_desk import UnderDeskRefusal
from controller.journal.codec import to_bytes
from controller.journal.memory import MemoryRecorder
from controller.relay.keys import load_key
from controller.relay.letters import Box, Side, tagged
from controller.running.snapshot import NotNow
from controller.tournament.balance import BalanceTables, BreakTable, cards_to_break
from controller.tournament.buying import CloseRebuys, Rebuy
from controller.tournament.clock import BeginHand, BeginLevel, CallTime, PauseClock
from controller.tournament.colouring import ColourUp
from controller.tournament.conduct import Disqualify, ForfeitPocketed
from controller.tournament.corrections import CorrectHand, TakeBackBustOut
from controller.tournament.ending import End, EndHandForHand, PlayHandForHand
from controller.tournament.entries import Enter
from controller.tournament.hands import ReportHand
from controller.tournament.orders import HandReport, TableLetter, Won
from controller.tournament.phases import Phase
from controller.tournament.places import ranking
from controller.tournament.refusals import DeskRefusal
from controller.tournament.seating import GoAway, MovePlayer, TakeSeat
from controller.tournament.state import Desk
from controller.tournament.story import narrate
from controller.tournament.tables import (
    HandBackTable,
    HoldTables,
    LinkTable,
    SeeTableStand,
    TablesHeld,
    TakeOverTable,
    TakeReport,
    order_for,
)
from controller.tournament.under_desk import DeskPlace
from tests.helpers.shift import KEYS
from tests.helpers.tournament_desk import Office, form, seat, stacks
from tests.helpers.tournament_room import NOW, LinkedTable, Room

SIX = ("anna 1.1", "ben 1.2", "cara 1.3", "dora 2.1", "emil 2.2", "fred 2.3")


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path, *SIX)


# Orders and reports


def test_tables_sit_and_play_as_the_desk_says_and_the_desk_hears_of_every_hand(room: Room) -> None:
    one, two = room.tables[1], room.tables[2]
    assert one.stacks() == two.stacks() == {1: 1000, 2: 1000, 3: 1000}
    assert one.table.rules.big == 5000
    one.hand().hand()
    room.carry(two.hand())
    assert room.desk.desk.table(1).hands == 2
    assert room.desk.desk.table(2).hands == 1
    at_desk = [room.stacks()[name] for name in ("anna", "ben", "cara")]
    assert at_desk == list(one.stacks().values())
    assert one.link.reports == two.link.reports == ()


def test_who_loses_the_last_chip_is_out_at_the_desk_and_leaves_the_table(room: Room) -> None:
    room.carry(room.tables[1].all_in(winner=2))
    assert room.stacks() == {"ben": 3000, "dora": 1000, "emil": 1000, "fred": 1000}
    assert room.tables[1].stacks() == {2: 3000}


def test_a_level_takes_hold_with_the_next_hand_and_a_break_stops_the_table(room: Room) -> None:
    table = room.tables[1].deck_ready().begun()
    room.do(BeginLevel(1))
    table.folded()
    refused = table.refuses(table.controller.snapshot().step.command)
    assert "break" in refused.text()
    room.do(BeginLevel(2))
    assert table.table.rules.big == 10000
    table.hand()


def test_the_clock_stands_for_the_tables_too(room: Room) -> None:
    room.do(PauseClock())
    assert room.tables[1].link.waits == "The clock is stopped."
    order = existing(room.tables[1].link.order, "there is no order")
    assert order.since_ms is None


def test_a_report_is_taken_once_however_often_it_is_said(room: Room) -> None:
    room.tables[1].hand()
    said = room.tables[1].letter()
    room.carry()
    before = room.desk.desk
    assert take(before, 1, said, NOW) == ((), None)
    later = evolve(said, reports=(evolve(said.reports[0], number=3),), played=3)
    assert take(before, 1, later, NOW).events == ()


def test_a_rebuy_arrives_as_chips_and_late_entries_sit_down(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, rebuys=True)
    table = room.tables[1].all_in(winner=1)
    room.carry()
    room.desk.do(Rebuy("ben"), Enter("gina"), TakeSeat("gina", seat("1.5")))
    room.carry(table.deck_ready())
    assert table.stacks() == {1: 3000, 2: 1000, 3: 0, 5: 1000}
    room.carry(table.hand())
    assert "cara" not in room.stacks()  # R71: the next hand came without a re-buy
    assert set(table.stacks()) == {1, 2, 5}
    room.do(TakeBackBustOut("cara"), reason=None)
    assert table.stacks()[3] == 0
    room.desk.do(CloseRebuys())
    assert room.carry().chips() == 8000


def test_absent_players_are_known_at_the_table(room: Room) -> None:
    room.do(GoAway("ben"))
    assert room.tables[1].table.seat(2).away


# Moves


def test_nobody_is_moved_from_a_table_that_may_be_playing(room: Room) -> None:
    for command in (
        MovePlayer("anna", seat("2.5")),
        ForfeitPocketed("anna", Money(1000)),
        Disqualify("anna"),
        ColourUp(1, Money(60000)),
        PlayHandForHand(),
        BreakTable(2, tuple(cards_to_break(room.desk.desk, 2))),
    ):
        refused = room.refuses(command)
        assert refused.refusal is DeskRefusal.TABLE_PLAYS, command


def test_a_table_that_waits_gives_its_player_up_and_the_other_table_deals_him_in(
    room: Room,
) -> None:
    room.tables[1].deck_ready().begun()
    room.hold(1)
    move = MovePlayer("anna", seat("2.5"))
    assert room.refuses(move).refusal is DeskRefusal.TABLE_PLAYS
    room.carry(room.tables[1].folded())
    stack = room.stacks()["anna"]
    room.desk.do(move)
    room.hold()
    assert 1 not in room.tables[1].stacks()
    assert room.tables[2].stacks()[5] == stack
    room.carry(room.tables[2].hand())
    assert sum(room.stacks().values()) == room.chips() == 6000


def test_the_story_of_the_desk_says_who_waits() -> None:
    desk = Desk(form())
    assert narrate(desk, TablesHeld((1, 3))).text == "Tables 1 and 3 wait between hands."
    assert narrate(desk, TablesHeld((2,))).text == "Table 2 waits between hands."
    assert narrate(desk, TablesHeld(())).text == "All tables play on."


def test_the_one_button_of_the_desk_has_a_table_wait_moves_and_lets_it_play(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, "gina 1.4", "hans 1.5")
    room.tables[1].deck_ready().begun()
    seen = []
    for _ in range(4):
        row = STEPS.guide_row(room.desk.desk)
        seen.append((row.name, row.says(room.desk.desk)))
        command = room.desk.controller.snapshot().step.command
        if command is None:
            room.tables[1].folded()
        else:
            room.desk.do(command)
        room.carry()
    way = (DeskStep.HOLD_TABLE, DeskStep.WAIT_FOR_TABLE, DeskStep.BALANCE, DeskStep.LET_PLAY)
    assert tuple(name for name, _ in seen) == way
    assert seen[0][1] == "Have table 1 wait after its hand: a player has to leave it."
    assert seen[1][1] == "Wait until table 1 has finished its hand."
    assert seen[3][1] == "Nothing is left to do at table 1: play can go on."
    assert room.desk.controller.snapshot().step.name is DeskStep.PLAY
    assert len(room.tables[2].stacks()) == 4


def test_a_wait_is_confirmed_anew_each_time(room: Room) -> None:
    room.hold(1)
    assert room.desk.desk.between_hands(1)
    room.desk.do(HoldTables(()), HoldTables((1,)))
    assert not room.desk.desk.between_hands(1)
    room.carry()
    assert room.desk.desk.between_hands(1)


def test_tables_are_balanced_and_broken_once_they_wait(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, "gina 1.4", "hans 1.5")
    room.carry(room.tables[1].hand()).hold(1)
    room.desk.do(BalanceTables())
    room.hold()
    assert len(room.tables[1].stacks()) == len(room.tables[2].stacks()) == 4
    room.carry(room.tables[2].all_in(winner=3)).hold(2)
    cards = tuple(cards_to_break(room.desk.desk, 2))
    room.desk.do(BreakTable(2, cards))
    room.hold()
    assert room.tables[2].stacks() == {}
    assert len(room.tables[1].stacks()) == 5
    assert room.chips() == 8000


def test_a_player_who_comes_back_has_the_chips_of_the_other_table(room: Room) -> None:
    room.carry(room.tables[1].hand()).hold(1, 2)
    room.relay.cut.add(1)
    room.do(MovePlayer("anna", seat("2.5")))
    move = MovePlayer("anna", seat("1.1"))
    room.desk.do(move)
    room.relay.cut.clear()
    room.hold()
    assert room.tables[1].stacks()[1] == room.stacks()["anna"]
    assert room.chips() == 6000


def test_colouring_up_and_corrections_arrive_as_chips(room: Room) -> None:
    room.carry(room.tables[1].hand()).hold(1)
    before = room.stacks()
    room.do(ColourUp(1, Money(100 * 500)))
    assert room.tables[1].table.rules.chip == 2500  # what the blinds are made up of
    at_desk = [room.stacks()[name] for name in ("anna", "ben", "cara")]
    assert list(room.tables[1].stacks().values()) == at_desk
    assert room.stacks() != before


def test_a_hand_that_is_corrected_at_the_desk_is_right_at_the_table(room: Room) -> None:
    room.carry(room.tables[1].all_in(winner=1)).hold(1)
    refused = CorrectHand(2, stacks(dora=1000, emil=1000, fred=1000))
    assert room.refuses(refused).refusal is DeskRefusal.TABLE_PLAYS
    room.desk.do(CorrectHand(1, stacks(anna=1500, ben=1500, cara=0)))
    room.hold()
    assert room.tables[1].stacks() == {1: 1500, 2: 1500}
    assert room.chips() == 6000


# Hand for hand, the end


def test_hand_for_hand_every_table_waits_for_the_others(room: Room) -> None:
    room.hold(1, 2)
    room.desk.do(PlayHandForHand())
    room.hold()
    one, two = room.tables[1], room.tables[2]
    room.carry(one.hand())
    assert one.link.waits == "The other tables have not finished their hand."
    room.carry(two.hand())
    one.hand()
    room.do(EndHandForHand())
    one.hand()


def test_bust_outs_of_the_same_hand_for_hand_go_by_the_chips(tmp_path: Path) -> None:
    room = Room(tmp_path, "anna 1.1", "ben 1.2", "dora 2.1", "emil 2.2")
    room.carry(room.tables[1].hand()).hold(1, 2)
    room.desk.do(PlayHandForHand())
    room.hold()
    chips = room.stacks()
    room.carry(room.tables[2].all_in(winner=1))
    room.carry(room.tables[1].all_in(winner=room.tables[1].richest()))
    fallen = [one for one in ranking(room.desk.desk) if one.fall is not None]
    names = [one.name for one in fallen]
    assert len(names) == 2
    assert names == sorted(names, key=lambda name: -chips[name])


def test_time_is_called_and_the_end_waits_for_the_hands_in_progress(room: Room) -> None:
    room.tables[1].deck_ready().begun()
    room.do(CallTime())
    assert room.desk.refuses(End()).refusal is DeskRefusal.HAND_ON
    assert room.tables[2].link.waits == "Time is up: no more hands begin."
    room.carry(room.tables[1].folded())
    room.do(End())
    assert room.tables[1].link.waits == "Play is over."


def test_a_session_of_so_many_hands_ends_at_each_table_by_itself(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, session_hands=2)
    for table in room.tables.values():
        table.hand().hand()
        refused = table.refuses(table.controller.snapshot().step.command)
        assert refused.refusal is UnderDeskRefusal.WAITS
        room.carry()
    assert room.desk.desk.phase is Phase.LAST_HANDS


def test_before_the_start_no_hand_begins(room: Room) -> None:
    fresh = evolve(room.desk.desk, phase=Phase.OPEN)
    order = existing(order_for(fresh, 1), "there is no order")
    assert (order.until, order.why) == (0, "The tournament has not started yet.")
    assert order_for(fresh, 9) is None


def test_a_format_without_levels_leaves_the_blinds_to_the_table(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, levels=())
    order = existing(room.tables[1].link.order, "there is no order")
    assert order.level is None
    assert room.tables[1].table.rules.big == 200


# Links


def test_with_the_link_lost_a_table_plays_on_and_comes_right(room: Room) -> None:
    room.relay.cut.add(1)
    lost = room.tables[1].hand().hand()
    lost.all_in(winner=lost.richest())
    room.tables[2].clock.wait(60_000)
    room.carry(room.tables[2].all_in(winner=1))
    assert room.desk.desk.table(1).hands == 0
    assert room.tables[1].controller.snapshot().shared.trouble == "The line of table 1 is cut."
    room.relay.cut.clear()
    room.carry()
    assert room.tables[1].controller.snapshot().shared.trouble == ""
    assert room.desk.desk.table(1).hands == 3
    assert sum(room.stacks().values()) == room.chips() == 6000
    # Whoever went out first is behind, though the report came later.
    places = [one.name for one in ranking(room.desk.desk) if one.fall]
    assert set(places[:2]) == {"emil", "fred"}
    assert set(places[2:]) < {"anna", "ben", "cara"}


def test_reports_and_orders_are_said_again_after_kills_of_either_side(room: Room) -> None:
    room.tables[1].hand().restart().compared()
    room.desk.restart()
    room.carry()
    assert room.desk.desk.table(1).hands == 1
    room.desk.restart()
    room.carry(room.tables[1].restart().compared().hand())
    assert room.desk.desk.table(1).hands == 2
    assert room.chips() == sum(room.stacks().values()) == 6000


def test_a_table_speaks_for_itself_alone(room: Room) -> None:
    """The letter of another table, put into this one's box, opens under no key of it."""
    own, other = Box(1, Side.TABLE), Box(2, Side.TABLE)
    room.tables[2].hand().exchange()
    room.relay.put(own, existing(room.relay.latest(other), "no letter"))
    before = room.desk.desk.table(1)
    room.desk.exchange()
    assert room.desk.desk.table(1).hands == before.hands


def test_an_old_letter_that_is_put_back_changes_nothing(room: Room) -> None:
    relay = room.relay
    old = {box: relay.latest(box) for box in (Box(1, Side.TABLE), Box(1, Side.DESK))}
    room.carry(room.tables[1].hand()).hold(1)
    after = room.desk.desk.table(1), room.tables[1].link
    for box, letter in old.items():
        relay.put(box, existing(letter, "no letter"))
    room.tables[1].hear()
    room.desk.hear()
    assert (room.desk.desk.table(1), room.tables[1].link) == after


def test_a_report_that_cannot_be_is_refused_and_waits_for_people(room: Room) -> None:
    visit = room.desk.desk.entrant("anna").visit
    for anna, ben in ((100, 100), (-200000, 200000)):
        won = Won("anna", visit, Money(anna)), Won("ben", visit, Money(ben))
        assert room.refuses_report(HandReport(1, 0, won)) is DeskRefusal.OUT_OF_BALANCE


def test_a_refused_report_is_told_at_the_desk_until_it_is_put_right(room: Room) -> None:
    table = room.tables[1].hand()
    honest = table.link
    visit = room.desk.desk.entrant("anna").visit
    wrong = TableLetter(1, (HandReport(1, 0, (Won("anna", visit, Money(500)),)),))
    box = Box(1, Side.TABLE)
    key = load_key(room.folder, 1)
    room.relay.put(box, tagged(key, box, to_bytes(TableLetter, wrong)))
    room.desk.exchange()
    view = room.desk.controller.snapshot().shared
    assert (view.name, view.linked) == ("tables", False)
    why = "Table 1: its report was not accepted. The stacks do not add up"
    assert view.troubles[0].startswith(why)
    assert honest.reports
    room.carry()
    assert room.desk.controller.snapshot().shared.linked


def test_a_table_that_has_begun_its_record_anew_is_told_and_put_right_by_hand(room: Room) -> None:
    room.carry(room.tables[1].hand())
    fresh = LinkedTable(DeskPlace(room.folder, 1), room.relay).opened()
    room.tables[1] = fresh
    room.carry()
    (told,) = room.desk.controller.snapshot().shared.troubles
    assert "has begun a new record" in told
    assert fresh.link.order is not None  # it is told how it is to be all the same
    fresh.deck_ready()
    refused = fresh.refuses(blinds.BeginHand(1))  # by stacks that are not those of the players
    assert refused.refusal is UnderDeskRefusal.WAITS
    assert "begun a new record" in refused.text()
    room.do(TakeOverTable(1))
    assert fresh.refuses(blinds.BeginHand(1)).refusal is UnderDeskRefusal.WAITS
    room.do(HandBackTable(1))
    assert room.desk.controller.snapshot().shared.linked
    assert [*fresh.stacks().values()] == [room.stacks()[name] for name in ("anna", "ben", "cara")]
    room.carry(fresh.hand())
    assert room.desk.desk.table(1).hands == 2
    assert room.chips() == sum(room.stacks().values()) == 6000


def test_a_desk_whose_record_was_put_back_is_noticed_at_the_table(room: Room) -> None:
    room.hold(1)
    table = room.tables[1]
    room.desk.recorder = MemoryRecorder(KEYS)  # another desk under the same keys, at its beginning
    room.desk.restart().started("anna 1.1", "ben 1.2")
    room.carry()
    assert "older copy of its record" in table.controller.snapshot().shared.trouble
    assert table.stacks() == {1: 1000, 2: 1000, 3: 1000}


# A table without a console


def test_a_table_whose_console_fails_is_run_from_the_desk_and_handed_back(room: Room) -> None:
    hand = ReportHand(1, stacks(anna=1500, ben=500, cara=1000))
    assert room.desk.refuses(hand).refusal is DeskRefusal.REPORTS_ITSELF
    assert room.desk.refuses(BeginHand(1)).refusal is DeskRefusal.REPORTS_ITSELF
    back = HandBackTable(1)
    assert room.refuses(back).refusal is DeskRefusal.NOT_LINKED
    room.relay.cut.add(1)
    room.tables[1].hand().hand()
    room.desk.do(TakeOverTable(1), hand)
    assert room.refuses(TakeOverTable(1)).refusal is DeskRefusal.NOT_LINKED
    room.relay.cut.clear()
    room.carry()
    assert room.tables[1].link.waits == "The desk is running this table."
    room.desk.do(BeginHand(1))
    assert room.refuses(back).refusal is DeskRefusal.HAND_ON
    room.do(hand, back)
    assert room.tables[1].stacks() == {1: 1500, 2: 500, 3: 1000}
    room.carry(room.tables[1].hand())
    assert room.chips() == sum(room.stacks().values()) == 6000


def test_what_only_the_link_says_is_refused_to_people(room: Room) -> None:
    said = room.tables[1].hand().letter().reports[0]
    for command in (LinkTable(3, 0), TakeReport(1, said), SeeTableStand(1, 5)):
        assert room.desk.refuses(command).refusal is NotNow.NOT_BY_HAND


def test_what_the_link_cannot_have_said_is_refused() -> None:
    office, report = Office(form()), HandReport(1, 0, ())
    for command in (TakeReport(1, report), SeeTableStand(1, 1), HoldTables((1,)), TakeOverTable(1)):
        assert office.refuses(command)[0] is DeskRefusal.NOT_LINKED
    office.do(LinkTable(1, 0))
    assert office.refuses(LinkTable(1, 0))[0] is DeskRefusal.LINKED_ALREADY
    assert office.refuses(TakeReport(1, evolve(report, number=2)))[0] is DeskRefusal.NOT_THE_NEXT
