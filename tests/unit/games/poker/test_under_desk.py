"""A table of the room under a tournament desk: seats, chips and blinds come with orders."""

import pytest

from controller.domain.base import BrokenInvariant, evolve, existing
from controller.domain.kernel import Asking
from controller.domain.money import Money
from controller.floor.closing import CloseTable
from controller.games.poker import seating, stacks
from controller.games.poker.award import AwardPots, CorrectResult, FinishHand
from controller.games.poker.blinds import BeginHand
from controller.games.poker.floor.hands import DeclareLastHands
from controller.games.poker.game import POKER
from controller.games.poker.offers import Move
from controller.games.poker.reports import Cause, Irregularity, ReportIrregularity
from controller.games.poker.rules import Limit
from controller.games.poker.under_desk import FollowOrder, UnderDeskRefusal
from controller.running.snapshot import NotNow
from controller.tournament.format import Level
from controller.tournament.orders import HandReport, Won
from controller.tournament.under_desk import letter
from tests.helpers.poker_shift import PokerShift
from tests.helpers.shift import GAMING
from tests.helpers.under_desk import LEVEL, UnderDeskShift, line

ANNA, BEN, CARA = line(1, "anna"), line(3, "ben"), line(5, "cara")


@pytest.fixture
def table() -> UnderDeskShift:
    shift = UnderDeskShift().opened()
    return shift.ordered(ANNA, BEN, CARA, level=LEVEL, level_number=1)


def won(report: HandReport) -> dict[str, int]:
    return {name: amount // 100 for name, _, amount in report.won}


# Orders


def test_players_sit_where_the_desk_says_with_the_chips_it_gave(table: UnderDeskShift) -> None:
    assert table.stacks() == {1: 5000, 3: 5000, 5: 5000}
    assert [table.floor.seat(seat).player for seat in (1, 3, 5)] == ["anna", "ben", "cara"]
    assert (table.table.rules.small, table.table.rules.big) == (2500, 5000)
    assert table.letter().stands == 1


def test_a_table_that_is_not_open_follows_when_it_is() -> None:
    table = UnderDeskShift().ordered(ANNA, BEN)
    assert table.stacks() == {}
    assert table.letter().stands is None
    table.opened()
    assert table.stacks() == {1: 5000, 3: 5000}


def test_an_order_takes_hold_after_the_hand_and_the_hand_is_finished_as_it_began(
    table: UnderDeskShift,
) -> None:
    table.deck_ready().begun()
    table.ordered(
        ANNA, BEN, CARA, line(2, "dora", 9000), level=Level(20, Money(5000), Money(10000))
    )
    assert table.table.rules.big == 5000
    assert table.letter().stands is None
    table.folded()
    assert table.table.rules.big == 10000
    assert table.stacks()[2] == 9000
    table.deck_ready().begun()
    assert table.table.playing().has(2)  # who is moved is dealt in at once


def test_an_older_order_and_the_same_once_more_change_nothing(table: UnderDeskShift) -> None:
    first = existing(table.link.order, "there is no order")
    table.ordered(ANNA, CARA)
    records = len(table.events())
    table.hears(first)
    assert table.stacks() == {1: 5000, 5: 5000}
    assert len(table.events()) == records


def test_who_is_not_in_the_order_leaves_and_another_gets_the_seat(table: UnderDeskShift) -> None:
    table.ordered(ANNA, line(3, "emil", 700), CARA)
    assert table.stacks() == {1: 5000, 3: 700, 5: 5000}
    assert table.floor.seat(3).player == "emil"


def test_who_left_and_came_back_unseen_by_the_table_sits_down_anew(table: UnderDeskShift) -> None:
    table.hand()
    table.ordered(line(1, "anna", 9000, visit=3), BEN, CARA, taken=1)
    assert table.stacks()[1] == 9000


def test_everybody_may_go_and_the_table_is_vacant_until_somebody_comes(
    table: UnderDeskShift,
) -> None:
    table.ordered()
    assert table.stacks() == {}
    assert table.floor.vacant
    table.ordered(ANNA)
    assert not table.floor.vacant


def test_a_rebuy_an_add_on_and_a_forfeit_arrive_between_hands(table: UnderDeskShift) -> None:
    table.hand()
    before = table.stacks()
    table.ordered(line(1, "anna", 10000), line(3, "ben", 4500), CARA, taken=1)
    after = table.stacks()
    assert after[1] == before[1] + 5000
    assert after[3] == before[3] - 500
    assert after[5] == before[5]


def test_chips_that_the_player_no_longer_has_cannot_be_taken(table: UnderDeskShift) -> None:
    table.all_in(winner=1)
    table.ordered(ANNA, line(3, "ben", 4500), CARA)
    assert table.stacks()[3] == 0


def test_away_players_are_blinded_and_folded_as_the_desk_says(table: UnderDeskShift) -> None:
    table.ordered(ANNA, line(3, "ben", away=True), CARA, line(2, "dora", away=True))
    assert [table.table.seat(seat).away for seat in (1, 3, 5, 2)] == [False, True, False, True]
    table.deck_ready().begun()
    assert table.table.playing().has(3)
    table.folded()
    table.ordered(ANNA, BEN, CARA, line(2, "dora", away=True))
    assert not table.table.seat(3).away


def test_what_the_dealer_says_of_an_absent_player_stands_until_the_desk_says_otherwise(
    table: UnderDeskShift,
) -> None:
    table.do(seating.GoAway(3)).again(taken=0)
    assert table.table.seat(3).away
    table.do(seating.ComeBack(3)).again(seats=(ANNA, line(3, "ben", away=True), CARA))
    assert table.table.seat(3).away
    table.do(seating.ComeBack(3)).again(seats=(ANNA, BEN, CARA))
    assert not table.table.seat(3).away


def test_chips_are_small_enough_for_the_blinds_and_grow_with_colouring_up(
    table: UnderDeskShift,
) -> None:
    table.again(level=Level(20, Money(12550), Money(25100)))
    assert table.table.rules.chip == 50
    table.again(level=Level(20, Money(50000), Money(100000)), chip=Money(10000))
    assert table.table.rules.chip == 10000
    table.again(level=Level(20, Money(50000), Money(100000), Money(2500)), chip=Money(10000))
    assert table.table.rules.chip == 2500, "the ante is paid in chips as well"


def test_in_a_break_the_blinds_stay_as_they_were(table: UnderDeskShift) -> None:
    table.again(level=Level(10), until=0, why="The tournament is on a break.")
    assert table.table.rules.big == 5000


# What is not done by hand


def test_seats_and_chips_are_the_desks(table: UnderDeskShift) -> None:
    sold = seating.BuyChips(1, 100), stacks.BuyGoods(1, 100)
    for command in (seating.SitDown(2, 100), seating.LeaveTable(1), *sold, stacks.OfferSeat(2)):
        refused = table.refuses(command)
        assert refused.refusal is UnderDeskRefusal.BY_DESK, command
        assert "ask the desk" in refused.text()


def test_stakes_counts_and_the_end_of_the_table_are_the_desks(table: UnderDeskShift) -> None:
    table.hand().on(GAMING)
    stakes = stacks.ChangeStakes(Limit.NO_LIMIT, 100, 200, 0, 0, (1, 3, 5))
    correction = CorrectResult(((1, 100), (3, -100)))
    for command in (stakes, correction, stacks.CountStack(1, 100), DeclareLastHands()):
        assert table.refuses(command, table.likeliest(command)).refusal is UnderDeskRefusal.BY_DESK
    closing = CloseTable()
    refused = table.refuses(closing, table.likeliest(closing))
    assert refused.refusal is UnderDeskRefusal.PLAYERS_HERE


def test_a_command_that_nobody_knows_is_a_mistake_of_ours(table: UnderDeskShift) -> None:
    with pytest.raises(BrokenInvariant, match="a command expected"):
        POKER.decide_else(table.house, object(), Asking())


def test_nobody_follows_an_order_by_hand(table: UnderDeskShift) -> None:
    assert table.refuses(FollowOrder()).refusal is NotNow.NOT_BY_HAND


def test_a_result_is_corrected_before_the_hand_is_over(table: UnderDeskShift) -> None:
    table.deck_ready().begun().act(Move.FOLD, Move.FOLD).do(AwardPots())
    table.supervised(CorrectResult(((1, 1000), (3, -1000)))).do(FinishHand())
    (report,) = table.letter().reports
    assert sum(won(report).values()) == 0
    assert won(report)["anna"] == table.stacks()[1] - 5000


# Waiting


def test_no_hand_begins_before_the_desk_was_heard() -> None:
    table = UnderDeskShift().opened()
    assert table.link.waits == "This table has not reached the desk yet."


def test_a_table_waits_where_the_desk_says_so_and_says_why(table: UnderDeskShift) -> None:
    table.deck_ready().again(until=0, why="The tournament is on a break.")
    refused = table.refuses(BeginHand(1))
    assert refused.refusal is UnderDeskRefusal.WAITS
    assert "The tournament is on a break." in refused.text()
    step = table.controller.snapshot().step
    assert step.refused is not None
    assert step.refused.refusal is UnderDeskRefusal.WAITS


def test_hand_for_hand_it_plays_one_and_waits_for_the_next_order(table: UnderDeskShift) -> None:
    table.again(until=1, why="The other tables have not finished their hand.").hand()
    assert table.refuses(BeginHand(2)).refusal is UnderDeskRefusal.WAITS
    table.again(until=2, taken=1).hand()
    assert table.link.played == 2


def test_a_hand_in_progress_is_finished_when_time_is_called(table: UnderDeskShift) -> None:
    table.deck_ready().begun().again(until=0, why="Time is up.")
    table.folded()
    assert table.link.played == 1
    assert table.letter().stands == 2


# Reports


def test_every_hand_is_reported_until_the_desk_confirms_it(table: UnderDeskShift) -> None:
    table.hand().hand()
    first, second = table.letter().reports
    assert (first.number, second.number) == (1, 2)
    assert {name: 5000 + amount for name, amount in won(second).items()} == {
        "anna": table.stacks()[1],
        "ben": table.stacks()[3],
        "cara": table.stacks()[5],
    }
    assert second.big_blind == table.table.playing().big_blind
    assert second.at_ms == table.clock.now().wall_ms
    table.again(taken=1)
    assert table.letter().reports == (second,)
    assert table.letter().played == 2


def test_who_went_out_is_reported_with_nothing_left(table: UnderDeskShift) -> None:
    table.all_in(winner=3)
    (report,) = table.letter().reports
    assert won(report) == {"anna": -5000, "ben": 10000, "cara": -5000}


def test_a_report_does_not_depend_on_chips_that_are_still_on_their_way(
    table: UnderDeskShift,
) -> None:
    table.deck_ready().begun().again(seats=(line(1, "anna", 10000), BEN, CARA))
    table.folded()
    (report,) = table.letter().reports
    assert sum(won(report).values()) == 0
    assert sum(table.stacks().values()) == 20000
    table.hand()
    assert sum(won(table.letter().reports[1]).values()) == 0


def test_a_misdeal_is_not_reported(table: UnderDeskShift) -> None:
    table.deck_ready().begun()
    report = ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.DISRUPTION)
    table.supervised(report)
    assert table.letter().reports == ()
    assert table.link.played == 0


def test_a_letter_has_a_bounded_number_of_reports(table: UnderDeskShift) -> None:
    table.hand()
    report = table.link.reports[0]
    many = tuple(evolve(report, number=number) for number in range(1, 100))
    link = evolve(table.link, reports=many, played=99)
    assert [one.number for one in letter(link, at_rest=True).reports] == list(range(1, 65))


def test_with_the_link_lost_it_plays_on_at_its_level_and_the_clock_goes_on(
    table: UnderDeskShift,
) -> None:
    at = table.clock.now().wall_ms
    table.again(left_ms=60_000, since_ms=at)
    for _ in range(3):
        table.hand()
    table.wait(minutes=5)
    order = existing(table.link.order, "there is no order")
    assert order.level_left_ms(at + 20_000) == 40_000
    assert order.level_left_ms(table.clock.now().wall_ms) == 0
    assert evolve(order, since_ms=None).level_left_ms(at + 20_000) == 60_000
    assert table.hand().link.played == 4
    assert len(table.letter().reports) == 4


def test_orders_and_reports_outlive_a_kill(table: UnderDeskShift) -> None:
    table.hand().deck_ready().begun()
    table.again(seats=(ANNA, BEN), taken=1)
    before = table.link
    table.restart()
    assert table.link == before
    table.compared().folded()
    assert [report.number for report in table.letter().reports] == [2]
    assert set(table.stacks()) == {1, 3}


def test_a_cash_table_knows_no_desk() -> None:
    cash = PokerShift().sitting(s1="200", s2="200")
    assert cash.house.desk is None
    cash.do(seating.BuyChips(1, 5000))


def test_what_it_reports_is_of_those_who_sit_there(table: UnderDeskShift) -> None:
    table.hand()
    assert table.letter().reports[0].won[0] == Won(
        "anna", 1, Money(100 * (table.stacks()[1] - 5000))
    )
