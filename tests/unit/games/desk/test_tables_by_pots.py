"""Tables run by pots under the desk: who is out, the counts, and nothing known that nobody saw."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.base import evolve
from controller.domain.money import Money
from controller.games.desk.steps import STEPS, DeskStep
from controller.games.desk.tables_beside import take
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.blinds import BeginHand
from controller.games.poker.deal import DealHoleCards
from controller.games.poker.desk_counts import (
    CountStacks,
    DeskCountRefusal,
    GoOut,
    counts_due,
    with_chips,
)
from controller.games.poker.keyed_pots import FoldSeats, KeyPot
from controller.games.poker.refusals import LifeRefusal, PokerRefusal
from controller.games.poker.seating import RunOutOfChips
from controller.games.poker.under_desk import UnderDeskRefusal
from controller.tournament.buying import Rebuy
from controller.tournament.clock import BeginLevel, CallTime
from controller.tournament.corrections import CorrectHand, TakeBackBustOut
from controller.tournament.ending import End, PlayHandForHand
from controller.tournament.figures import average_stack
from controller.tournament.hands import ReportHand
from controller.tournament.orders import CountReport, HandReport, OutReport
from controller.tournament.phases import Phase
from controller.tournament.places import ranking
from controller.tournament.refusals import DeskRefusal
from controller.tournament.seating import GoAway, MovePlayer
from controller.tournament.story import narrate
from controller.tournament.tables import HandBackTable, TakeOverTable
from tests.helpers.tournament_desk import holds, seat, stacks
from tests.helpers.tournament_room import NOW, Room
from tests.helpers.under_desk import BY_POTS, UnderDeskShift

SIX = ("anna 1.1", "ben 1.2", "cara 1.3", "dora 2.1", "emil 2.2", "fred 2.3")


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path, *SIX, by_pots=True)


def uncounted(room: Room, table: int = 1) -> int | None:
    found = room.desk.desk.table(table).uncounted
    return None if found is None else found // 100


# Hands, bust-outs, counts


def test_hands_are_reported_without_stacks_and_the_desk_keeps_what_it_knew(room: Room) -> None:
    room.carry(room.tables[1].pot(1).pot(2))
    assert room.desk.desk.table(1).hands == 2
    assert uncounted(room) == 0
    assert room.stacks()["anna"] == 1000
    assert room.tables[1].link.reports == ()


def test_who_is_out_is_known_at_once_and_the_chips_are_somebodys(room: Room) -> None:
    room.carry(room.tables[1].pot(1, s3=800))
    assert "cara" not in room.stacks()
    assert uncounted(room) == 1000
    assert average_stack(room.desk.desk) == 100 * 1200
    assert [one.player for one in room.tables[1].table.seats[:3]] == [1, 2, 0]
    assert room.tables[1].table.chips == 100 * 3000


def test_a_count_in_the_break_makes_every_stack_known(room: Room) -> None:
    room.carry(room.tables[1].pot(1, s3=800))
    assert not counts_due(room.tables[1].house)
    room.do(BeginLevel(1))
    assert counts_due(room.tables[1].house)
    room.tables[1].counted(s1=2500, s2=500)
    assert not counts_due(room.tables[1].house)
    room.carry()
    assert uncounted(room) is None
    assert (room.stacks()["anna"], room.stacks()["ben"]) == (2500, 500)


def test_a_table_of_two_is_known_when_one_of_them_goes_out(room: Room) -> None:
    room.carry(room.tables[1].pot(1, s3=1000).pot(1, s2=400))
    assert uncounted(room) is None
    assert room.stacks()["anna"] == 3000
    room.do(MovePlayer("anna", seat("2.5")))
    assert (room.tables[1].table.chips, room.tables[2].table.chips) == (0, 100 * 6000)


@pytest.mark.parametrize(("cara", "ben", "ahead"), [(900, 300, "cara"), (300, 900, "ben")])
def test_of_two_who_go_out_in_one_hand_the_one_with_more_going_in_is_ahead(
    room: Room, cara: int, ben: int, ahead: str
) -> None:
    room.carry(room.tables[1].pot(1, s3=cara, s2=ben))
    placed = [one.name for one in ranking(room.desk.desk)]
    assert placed[-2] == ahead
    assert {placed[-2], placed[-1]} == {"ben", "cara"}


def test_hand_for_hand_those_of_two_tables_are_compared_too(room: Room) -> None:
    room.hold(1, 2)
    room.desk.do(PlayHandForHand())
    room.hold()
    room.tables[1].pot(1, s3=300)
    room.carry(room.tables[2].pot(1, s3=700))
    assert [one.name for one in ranking(room.desk.desk)][-2:] == ["fred", "cara"]
    assert not counts_due(room.tables[1].house)
    room.tables[1].pot(1)  # the other table has finished its hand, and so may both


def test_a_rebuy_comes_to_the_seat_and_without_one_the_next_hand_puts_out(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, by_pots=True, rebuys=True)
    room.carry(room.tables[1].pot(1, s3=1000, s2=1000))
    room.desk.do(Rebuy("ben"))
    room.carry(room.tables[1].deck_ready())
    assert with_chips(room.tables[1].table) == [1, 2]
    assert room.tables[1].table.chips == 100 * 4000
    room.carry(room.tables[1].pot(2))
    assert "cara" not in room.stacks()
    room.do(TakeBackBustOut("cara"))
    assert room.tables[1].table.seat(3).broke
    room.carry(room.tables[1].counted(s1=3500, s2=500))
    assert (room.stacks()["anna"], room.stacks()["ben"], room.stacks()["cara"]) == (3500, 500, 0)


def test_the_end_and_every_move_wait_for_the_count(room: Room) -> None:
    room.carry(room.tables[1].pot(1)).hold(1)
    move = MovePlayer("anna", seat("2.5"))
    refused = room.refuses(move)
    assert refused.refusal is DeskRefusal.NOT_COUNTED
    assert "its dealer counts and keys them" in refused.text()
    room.carry(room.tables[1].counted(s1=1200, s2=1000, s3=800))
    room.desk.do(move)
    room.hold()
    assert room.tables[1].table.chips == 100 * 1800
    assert room.tables[2].table.chips == 100 * 4200
    room.tables[2].pot(1)
    room.do(CallTime())
    row = STEPS.guide_row(room.desk.desk)
    assert row.name is DeskStep.FINISH_HANDS
    said = "Time is up. Wait until the stacks of table 2 are counted."
    assert row.says(room.desk.desk) == said
    assert room.desk.refuses(End()).refusal is DeskRefusal.NOT_COUNTED
    room.carry(room.tables[2].counted(s1=1000, s2=1000, s3=1000, s5=1200))
    room.desk.do(End())
    assert room.desk.desk.phase is Phase.CUTTING  # four have equal chips


def test_the_one_button_of_the_desk_waits_for_the_count_before_it_balances(tmp_path: Path) -> None:
    room = Room(tmp_path, *SIX, "gina 1.4", "hans 1.5", by_pots=True)
    room.carry(room.tables[1].pot(1))
    room.do(room.desk.controller.snapshot().step.command)
    row = STEPS.guide_row(room.desk.desk)
    assert row.name is DeskStep.WAIT_FOR_TABLE
    assert row.says(room.desk.desk) == "Wait until the stacks of table 1 are counted."
    room.carry(room.tables[1].counted(s1=1400, s2=900, s3=900, s4=900, s5=900))
    assert room.desk.controller.snapshot().step.name is DeskStep.BALANCE


def test_a_wrong_bust_out_is_put_right_by_taking_the_table_over(room: Room) -> None:
    room.carry(room.tables[1].pot(1, s3=1000))
    room.desk.do(TakeOverTable(1))
    back = HandBackTable(1)
    refused = room.refuses(back)
    assert refused.refusal is DeskRefusal.NOT_COUNTED
    assert "correct the last hand of table 1" in refused.text()
    room.do(CorrectHand(1, stacks(anna=1500, ben=900, cara=600)))
    room.desk.do(back)
    room.carry(rounds=8)
    assert room.stacks()["cara"] == 600
    assert room.tables[1].table.chips == 100 * 3000
    assert with_chips(room.tables[1].table) == [1, 2, 3]


def test_a_hand_that_is_entered_at_the_desk_counts_the_table(room: Room) -> None:
    room.carry(room.tables[1].pot(1, s3=1000))
    room.desk.do(TakeOverTable(1), ReportHand(1, stacks(anna=1600, ben=1400)))
    assert uncounted(room) is None
    assert room.stacks()["anna"] == 1600


def test_the_chips_of_a_table_are_moved_right_after_it_was_counted_and_corrected(
    room: Room,
) -> None:
    room.carry(room.tables[1].pot(1)).hold(1)
    room.carry(room.tables[1].counted(s1=1200, s2=1000, s3=800))
    room.do(CorrectHand(1, stacks(anna=1300, ben=1000, cara=700)))
    assert room.tables[1].table.chips == 100 * 3000
    room.do(MovePlayer("cara", seat("2.5")))
    assert room.tables[1].table.chips == 100 * 2300


def test_absent_players_are_folded_by_themselves(room: Room) -> None:
    room.do(GoAway("ben"), GoAway("cara"))
    table = room.tables[1].deck_ready()
    table.do(BeginHand(1), DealHoleCards(), KeyPot(0, 15000))
    assert table.table.playing().count_in() == 1
    table.do(AwardPots())
    if not table.table.at_rest:
        table.do(FinishHand())
    room.do(GoAway("anna"))
    table.deck_ready().do(BeginHand(2), DealHoleCards())
    big = table.table.playing().big_blind
    other = next(one.seat for one in table.table.playing().players if one.seat != big)
    table.do(FoldSeats((other,)))
    assert [one.seat for one in table.table.playing().players_in()] == [big]


def test_reports_outlive_cuts_and_kills_and_each_counts_once(room: Room) -> None:
    room.relay.cut.add(1)
    room.carry(room.tables[1].pot(1, s3=800).pot(2).counted(s1=1400, s2=1600))
    room.tables[1].restart()
    assert uncounted(room) is None
    assert "cara" in room.stacks()
    said = room.tables[1].letter()
    kinds = [type(report) for report in said.reports]
    assert kinds == [HandReport, OutReport, HandReport, CountReport]
    room.relay.cut.clear()
    room.carry()
    room.desk.restart()
    room.carry()
    assert room.desk.desk.table(1).hands == 2
    assert (room.stacks()["anna"], room.stacks()["ben"]) == (1400, 1600)
    assert take(room.desk.desk, 1, said, NOW) == ((), None)


# What cannot be


def test_the_desk_takes_no_report_that_cannot_be(room: Room) -> None:
    visit = room.desk.desk.entrant("cara").visit
    out = OutReport(1, "cara", visit, Money(100))
    assert room.refuses_report(out) is DeskRefusal.WRONG_PLAYERS  # no hand was played
    room.carry(room.tables[1].pot(1))
    out = evolve(out, number=2)
    assert room.refuses_report(evolve(out, name="dora")) is DeskRefusal.WRONG_PLAYERS
    assert room.refuses_report(evolve(out, visit=visit + 1)) is DeskRefusal.WRONG_PLAYERS
    assert room.refuses_report(evolve(out, went_in=Money(0))) is DeskRefusal.OUT_OF_BALANCE
    assert room.refuses_report(evolve(out, went_in=Money(300_001))) is DeskRefusal.OUT_OF_BALANCE
    room.tables[1].pot(1).counted(s1=1200, s2=1000, s3=800)
    count = room.tables[1].letter().reports[-1]
    assert isinstance(count, CountReport)
    short = tuple(won._replace(amount=Money(won.amount - 1)) for won in count.won)
    assert room.refuses_report(evolve(count, number=2, won=short)) is DeskRefusal.OUT_OF_BALANCE
    nothing = tuple(
        won._replace(amount=Money({"anna": 100_000, "cara": -100_000}.get(won.name, 0)))
        for won in count.won
    )
    assert room.refuses_report(evolve(count, number=2, won=nothing)) is DeskRefusal.OUT_OF_BALANCE


def test_a_hand_of_one_player_is_not_taken(room: Room) -> None:
    room.carry(room.tables[1].pot(1, s2=1000, s3=1000))
    taken = room.tables[1].link.played
    assert room.refuses_report(HandReport(taken + 1, 0, ())) is DeskRefusal.TOO_FEW


def test_the_dealer_keys_nothing_that_cannot_be(room: Room) -> None:
    table = room.tables[1]
    assert table.refuses(GoOut(1, 100)).refusal is DeskCountRefusal.NOT_DEALT_IN
    assert table.refuses(RunOutOfChips(1)).refusal is UnderDeskRefusal.SAY_WITH_HOW_MUCH
    table.pot(1)
    assert table.refuses(GoOut(4, 100)).refusal is PokerRefusal.SEAT_EMPTY
    assert table.refuses(GoOut(3, 0)).refusal is PokerRefusal.NO_AMOUNT
    assert table.refuses(GoOut(3, 300_001)).refusal is LifeRefusal.MORE_THAN_THERE
    table.do(GoOut(3, 100))
    assert table.refuses(GoOut(3, 100)).refusal is LifeRefusal.BROKE_ALREADY
    for wrong in ((1, 1000), (1, 1000)), ((1, 300_000),), ((1, 200_000), (2, 50_000), (3, 50_000)):
        assert table.refuses(CountStacks(wrong)).refusal is DeskCountRefusal.COUNT_ALL
    for amounts in ((200_000, 99_999), (300_000, 0)):
        refused = table.refuses(CountStacks(((1, amounts[0]), (2, amounts[1]))))
        assert refused.refusal is DeskCountRefusal.DO_NOT_ADD_UP
        assert "expected $3,000" in refused.text()
    table.do(GoOut(2, 100))
    assert table.refuses(GoOut(1, 100)).refusal is DeskCountRefusal.LAST_WITH_CHIPS


def test_nothing_of_it_is_keyed_where_the_console_follows_the_stacks(tmp_path: Path) -> None:
    table = Room(tmp_path, *SIX).tables[1]
    assert table.refuses(GoOut(1, 100)).refusal is DeskCountRefusal.NOT_BY_POTS
    assert table.refuses(CountStacks(())).refusal is DeskCountRefusal.NOT_BY_POTS
    assert not counts_due(UnderDeskShift(BY_POTS).house)
    assert not counts_due(evolve(table.house, desk=None))


def test_a_count_before_the_first_hand_changes_nothing(room: Room) -> None:
    room.carry(room.tables[1].counted(s1=1000, s2=1000, s3=1000))
    assert room.stacks()["anna"] == 1000
    assert uncounted(room) is None


def test_the_story_tells_what_is_known(room: Room) -> None:
    room.tables[1].pot(1, s3=800).counted(s1=2500, s2=500)
    desk, sentences = room.desk.desk, []
    for event in take(desk, 1, room.tables[1].letter(), NOW).events:
        sentences.append(narrate(desk, event).text)
    assert "Table 1 has played a hand. Its stacks are not tracked." in sentences
    assert "cara went into the hand with 800, and has lost all of it." in sentences
    assert "The stacks of table 1 are counted: anna 2,500, ben 500." in sentences


# Always


@pytest.mark.untraced
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_counts_come_out_as_the_chips_lie_whatever_is_told_when(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    """The players know what they have; the desk knows it after every count, and never more chips
    than there are."""
    random = Random(seed)
    names = ("anna", "ben", "cara", "dora", "emil")
    at = [f"{name} 1.{number}" for number, name in enumerate(names, 1)]
    room = Room(tmp_path_factory.mktemp("room"), *at, by_pots=True)
    table, felt = room.tables[1], dict.fromkeys(range(1, 6), 1000)
    for _ in range(25):
        if len(felt) > 1 and random.random() < 0.7:
            winner, *losers = random.sample(list(felt), random.randint(2, len(felt)))
            lost = {seat: random.choice((felt[seat], felt[seat] // 2)) for seat in losers}
            went_in = dict(felt)
            for loser, amount in lost.items():
                felt[loser] -= amount
                felt[winner] += amount
            out = [loser for loser in losers if not felt[loser]]
            table.pot(winner, **{f"s{loser}": went_in[loser] for loser in out})
            felt = {place: stack for place, stack in felt.items() if stack}
        elif random.random() < 0.5:
            table.counted(**{f"s{place}": stack for place, stack in felt.items()})
        else:
            room.carry()
        holds(room.desk.desk)
    room.carry(table.counted(**{f"s{place}": stack for place, stack in felt.items()}))
    holds(room.desk.desk)
    assert room.stacks() == {names[place - 1]: stack for place, stack in felt.items()}
    assert [one.name for one in ranking(room.desk.desk) if one.stack] == [
        name for name, _ in sorted(room.stacks().items(), key=lambda one: -one[1])
    ] or len(set(felt.values())) < len(felt)
