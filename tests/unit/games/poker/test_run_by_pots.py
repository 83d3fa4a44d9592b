"""A table that is run by pots: the same winners, shares, commission, button and blinds."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from controller.domain.base import existing
from controller.domain.books import balances
from controller.domain.cards import parse_cards
from controller.domain.money import Money
from controller.floor.closing import AnnounceClosing
from controller.floor.money import CountFloat
from controller.floor.opening import BeginOpening, ConfirmItem, OpenTable, checklist
from controller.games.poker.award import AwardPots, CorrectResult, FinishHand
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.books import DROP, ON_TABLE, PLAYERS, between_hands, entries, in_one
from controller.games.poker.core import CORE
from controller.games.poker.deal import DealHoleCards, DealStreet, FinishDeal
from controller.games.poker.floor.clock import CallClock
from controller.games.poker.history import histories
from controller.games.poker.house import PokerHouse
from controller.games.poker.keyed_pots import FoldSeats, KeyPot, blinds_alone
from controller.games.poker.moves import TakeBackMoves
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.powers import PokerReason
from controller.games.poker.preview import Preview
from controller.games.poker.refusals import LifeRefusal, PokerRefusal
from controller.games.poker.reports import Cause, Irregularity, ReportIrregularity
from controller.games.poker.rules import Limit, PokerRules, RunBy, Scale, problem_with
from controller.games.poker.seating import (
    BuyChips,
    ComeBack,
    GoAway,
    LeaveTable,
    PostDue,
    RunOutOfChips,
    SitDown,
)
from controller.games.poker.showdown import MuckHand, PassIn, TableHand
from controller.games.poker.stacks import BuyGoods, ChangeStakes, CountStack, PickUpChips
from controller.games.poker.state import Ending, Standing, new_table
from controller.games.poker.steps import PokerStep, guide, step_of
from controller.games.poker.story import narrate
from controller.notices.outbox import NoticeRaised
from controller.running.history import last_rounds
from simulators.games.poker.file import checked_scenario
from tests.helpers.poker import Felt
from tests.helpers.poker_inventor import invent
from tests.helpers.poker_pots import ByPots, all_chips, owed
from tests.helpers.poker_shift import PokerShift
from tests.helpers.shift import DEALER, GAMING, MONDAY
from tests.unit.games.poker.test_properties import steps_of

FOUR = {1: 100, 3: 100, 5: 100, 6: 100}
RULES = PokerRules(Limit.NO_LIMIT, 100, 200, seats=6, keyed=False, run_by=RunBy.POTS)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(60))
def test_both_ways_to_run_a_table_come_to_the_same(seed: int) -> None:
    content, _ = invent(seed, mishaps=0.1, hands=5)
    scenario = checked_scenario(content, "invented")
    pots, books = ByPots(scenario.rules, random.Random(seed)), []
    hands = 0
    for before, command, decided in steps_of(scenario):
        seen = len(pots.events)
        pots.see(before, command, decided.state, decided.events)
        books += [e for event in pots.events[seen:] for e in in_one(between_hands(event))]
        here, there = pots.table, decided.state
        if not there.at_rest or not here.at_rest:
            continue
        assert here.positions == there.positions
        assert here.drop == there.drop
        assert owed(here) == owed(there)
        assert all_chips(here) == all_chips(there)
        if there.hand is not None and not before.at_rest:
            hands += 1
            assert here.playing().pots == there.hand.pots
            if there.hand.count_in() > 1:  # one left by a muck at the showdown is just left
                assert here.playing().ending is there.hand.ending
            won = [(p.seat, p.won) for p in there.hand.players]
            assert [(p.seat, p.won) for p in here.playing().players] == won
            books += entries(here) if there.hand.pots else ()
    assert hands
    gained = balances(books)
    assert gained.get(ON_TABLE, 0) == pots.table.chips
    assert gained.get(DROP, 0) == pots.table.drop
    assert sum(gained.values()) == 0
    assert -gained.get(PLAYERS, 0) == pots.table.chips + pots.table.drop


def by_pots(stacks: Mapping[int, int] = FOUR, **rules: Any) -> Felt:
    return Felt(stacks, keyed=False, run_by=RunBy.POTS, **rules)


def begun(number: int = 1, **rules: Any) -> Felt:
    """Dealt; button seat 1, blinds seats 3 and 5."""
    return by_pots(**rules).do(BeginHand(number)).do(DealHoleCards())


def played(felt: Felt, number: int, pot: KeyPot) -> None:
    felt.do(BeginHand(number)).do(DealHoleCards()).do(pot).do(AwardPots()).do(FinishHand())


def why(felt: Felt, command: object) -> object:
    return existing(felt.ask(command), f"{command} is accepted").refusal


# A hand


def test_a_hand_is_who_is_left_the_pot_and_who_wins_it() -> None:
    felt = begun().do(KeyPot(0, 6000, (1, 5)))
    assert [p.standing for p in felt.hand.players] == [
        Standing.FOLDED, Standing.IN, Standing.FOLDED, Standing.IN,
    ]  # fmt: skip
    felt.do(AwardPots(((5,),)))
    (pot,) = felt.hand.pots
    assert (pot.amount, pot.commission, pot.winners, pot.shares) == (6000, 300, (5,), (5700,))
    assert [phase.value for phase in felt.hand.phases[1:]] == [
        "deal", "preflop", "flop", "turn", "river", "showdown", "award",
    ]  # fmt: skip
    felt.do(FinishHand())
    assert (felt.table.drop, felt.table.chips, felt.hand.ending) == (300, 39700, Ending.SHOWDOWN)
    assert not any(seat.stack for seat in felt.table.seats)


def test_the_last_one_left_is_pushed_the_pot_and_nothing_is_shown() -> None:
    felt = begun().do(FoldSeats((1, 3))).do(FoldSeats((6,)))
    assert guide(felt.table).text.startswith("Seat 5 is left.")
    assert blinds_alone(felt.hand) == 200, "what the small blind did not call goes back"
    felt.do(KeyPot(0, 200)).do(AwardPots())
    assert (felt.hand.ending, felt.hand.pots[0].winners) == (Ending.UNCONTESTED, (5,))
    assert blinds_alone(begun(ante=100).do(FoldSeats((1, 3, 6))).hand) == 600
    assert blinds_alone(begun(small=100, big=200).do(FoldSeats((1,))).hand) == 200


def test_the_commission_before_the_flop_hangs_on_whether_a_flop_was_told() -> None:
    scale = Scale(before_flop=False)
    won = begun(scale=scale).do(KeyPot(0, 4000, (6,))).do(AwardPots())
    assert won.table.drop == 0
    felt = begun(scale=scale).do(DealStreet(()))
    assert felt.table.phase is Phase.FLOP
    felt.do(KeyPot(0, 4000))
    assert why(felt, DealStreet(())) is PokerRefusal.POT_KEYED
    assert felt.do(FoldSeats((1, 3, 5))).do(AwardPots()).table.drop == 200


def test_where_the_commission_hangs_on_the_flop_the_dealer_is_asked_for_it() -> None:
    asked, after = "Key the flop, if there was one.", "Was there a flop? Undo and key it"
    scale = Scale(before_flop=False)
    left = begun(scale=scale).do(FoldSeats((1, 3, 5)))
    assert asked in guide(left.table).text
    keyed = left.do(KeyPot(0, 4000))
    assert guide(keyed.table).text.startswith(after)
    assert after not in guide(keyed.do(KeyPot(0, 1900)).table).text, "nothing would be taken of it"
    told = begun(scale=scale).do(DealStreet(())).do(FoldSeats((1, 3, 5)))
    assert asked not in guide(told.table).text
    assert guide(told.do(KeyPot(0, 4000)).table).text.startswith("Take the commission and push")
    for other in (Scale(), None, Scale(before_flop=False, players_min=5)):
        felt = begun(scale=other).do(FoldSeats((1, 3, 5)))
        assert asked not in guide(felt.table).text
        assert after not in guide(felt.do(KeyPot(0, 4000)).table).text


def test_a_shared_pot_is_divided_as_everywhere() -> None:
    felt = begun().do(KeyPot(0, 10000, (1, 5))).do(AwardPots(((1, 5),)))
    (pot,) = felt.hand.pots
    assert (pot.commission, pot.shares) == (400, (4800, 4800)), "19.6, R44"
    felt = begun().do(KeyPot(0, 2300)).do(AwardPots(((1, 5, 6),)))
    assert felt.hand.pots[0].winners == (5, 6, 1)
    assert felt.hand.pots[0].shares == (800, 800, 700), "odd dollars from the button's left"
    felt = begun().do(KeyPot(0, 10000)).do(AwardPots(((1, 3, 5, 6),)))
    assert felt.table.drop == 0, "19.7: all who started finish and share"


def test_a_side_pot_is_for_some_of_those_in_the_pot_before() -> None:
    felt = begun().do(KeyPot(0, 6000, (1, 3, 5)))
    assert why(felt, KeyPot(2, 1000, (3,))) is PokerRefusal.NO_SUCH_POT
    assert why(felt, KeyPot(-1, 1000, (3,))) is PokerRefusal.NO_SUCH_POT
    assert why(felt, KeyPot(1, 1000, (1, 3, 5))) is PokerRefusal.NO_SIDE_POT
    assert why(felt, KeyPot(1, 1000)) is PokerRefusal.NEEDS_MORE
    assert why(felt, KeyPot(1, 1000, (3, 6))) is PokerRefusal.HAND_GONE
    assert why(felt, KeyPot(1, 0, (3, 5))) is PokerRefusal.NO_AMOUNT
    felt.do(KeyPot(1, 2000, (3, 5)))
    assert why(felt, AwardPots(((1,),))) is PokerRefusal.NO_WINNERS
    assert "side pot 1 $20" in guide(felt.table).text
    felt.do(AwardPots(((1,), (3,))))
    assert [(p.winners, p.shares) for p in felt.hand.pots] == [((1,), (5700,)), ((3,), (1900,))]


def test_a_pot_that_was_keyed_wrongly_is_keyed_anew() -> None:
    felt = begun().do(KeyPot(0, 6000, (1, 3, 5))).do(KeyPot(1, 2000, (3, 5)))
    felt.do(KeyPot(0, 5000, (1, 3)))
    assert [(p.amount, p.eligible) for p in felt.hand.keyed] == [(5000, (1, 3))]


def test_no_more_is_keyed_than_lies_on_the_table() -> None:
    felt = begun()
    assert why(felt, KeyPot(0, 40001)) is PokerRefusal.MORE_THAN_THERE
    assert why(felt, KeyPot(0, -1, (5,))) is PokerRefusal.NO_AMOUNT
    assert why(felt, KeyPot(0, 0)) is PokerRefusal.NO_AMOUNT
    assert felt.ask(KeyPot(0, 0, (5,))) is None, "a pot of nothing is won (R66)"
    assert why(felt, FoldSeats(())) is PokerRefusal.NEEDS_MORE
    assert why(felt, FoldSeats((1, 3, 5, 6))) is PokerRefusal.LAST_HAND
    assert why(felt, AwardPots()) is PokerRefusal.WRONG_PHASE
    assert why(felt.do(FinishDeal()), AwardPots()) is PokerRefusal.NO_POT_YET
    assert why(felt, DrawIn()) is PokerRefusal.NO_POT_YET
    assert why(felt, Act(6, Move.FOLD)) is PokerRefusal.NOBODY_TO_ACT


def test_where_every_action_is_keyed_no_pot_is() -> None:
    felt = Felt(FOUR).deal()
    for command in (KeyPot(0, 600), FoldSeats((1,))):
        assert why(felt, command) is PokerRefusal.EVERY_ACTION
    assert why(Felt(FOUR), RunOutOfChips(1)) is LifeRefusal.KNOWN_ALREADY
    assert why(Felt(FOUR), LeaveTable(1, 100)) is LifeRefusal.KNOWN_ALREADY


def test_what_was_keyed_is_taken_back() -> None:
    felt = begun().do(FoldSeats((1,)))
    before = felt.hand
    felt.do(KeyPot(0, 6000, (3, 5)))
    felt.do(TakeBackMoves(before.actions))
    assert felt.hand == before
    story = narrate(felt.table, felt.table, felt.events[-1])
    assert story.text == "The last 2 moves were keyed by mistake."
    felt.do(TakeBackMoves(0))
    assert felt.hand.count_in() == 4


# What goes wrong


def test_a_misdeal_and_a_void_give_everything_back_without_inventing_amounts() -> None:
    felt = begun().do(ReportIrregularity(Irregularity.CARD_EXPOSED_IN_CUT))
    assert (felt.hand.ending, felt.table.chips) == (Ending.MISDEAL, 40000)
    assert "Only the players know what they put in" in guide(felt.table).text
    felt = begun().do(KeyPot(0, 6000))
    felt.do(ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.FRAUD))
    assert (felt.hand.ending, felt.table.chips, felt.table.drop) == (Ending.VOID, 40000, 0)
    button = felt.hand.button
    assert felt.do(BeginHand(2)).hand.button == button


def test_what_hangs_on_the_betting_cannot_be_ruled() -> None:
    felt = begun().do(DealStreet(()))
    for what in (
        *(Irregularity.OUT_OF_TURN, Irregularity.SHORT_CALL, Irregularity.SHORT_RAISE),
        *(Irregularity.STRING_BET, Irregularity.DEALT_EARLY, Irregularity.WRONG_BURN),
    ):
        report = ReportIrregularity(what, seat=3, move=Move.CALL, amount=100)
        assert why(felt, report) is PokerRefusal.NOT_FOLLOWED
    felt.do(ReportIrregularity(Irregularity.FLOP_TOO_MANY))
    assert step_of(PokerHouse(felt.table)).name is PokerStep.REDEAL
    assert why(felt, KeyPot(0, 600)) is PokerRefusal.WRONG_COUNT
    assert felt.do(DealStreet(())).hand.laid == 3


def test_a_hand_dies_and_a_clock_runs_out_before_anything_was_told() -> None:
    felt = begun().do(ReportIrregularity(Irregularity.HAND_KILLED, seat=3))
    assert felt.hand.of(3).standing is Standing.DEAD
    assert felt.table.phase is Phase.PREFLOP, "the report says that the deal is over"
    felt.do(ReportIrregularity(Irregularity.CLOCK_EXPIRED, seat=6))
    assert felt.hand.of(6).standing is Standing.FOLDED
    felt.do(FoldSeats((1,)))
    expired = ReportIrregularity(Irregularity.CLOCK_EXPIRED, seat=5)
    assert why(felt, expired) is PokerRefusal.LAST_HAND


def test_a_pot_whose_players_are_dead_goes_into_the_one_before() -> None:
    felt = begun().do(KeyPot(0, 6000, (1, 3, 5))).do(KeyPot(1, 2000, (3, 5)))
    for seat in (3, 5):
        felt.do(ReportIrregularity(Irregularity.HAND_FOULED, seat=seat))
    felt.do(AwardPots())
    assert [(p.amount, p.winners) for p in felt.hand.pots] == [(8000, (1,))]


def test_the_only_hand_left_is_fouled_so_the_last_to_fold_wins() -> None:
    felt = begun().do(FoldSeats((1,))).do(FoldSeats((3, 6)))
    fouled = ReportIrregularity(Irregularity.HAND_FOULED, seat=5)
    assert why(felt, fouled) is PokerRefusal.LAST_HAND
    felt.do(KeyPot(0, 200)).do(fouled).do(AwardPots())
    assert felt.hand.pots[0].winners == (6,)


# Between hands


def test_a_player_leaves_with_what_was_counted() -> None:
    felt = by_pots()
    assert why(felt, LeaveTable(1)) is LifeRefusal.NOT_COUNTED_OUT
    assert why(felt, LeaveTable(1, -1)) is LifeRefusal.NOT_COUNTED
    assert why(felt, LeaveTable(1, 40001)) is LifeRefusal.MORE_THAN_THERE
    felt.do(LeaveTable(1, 14000))
    assert (felt.table.chips, felt.table.seat(1).player) == (26000, 0)


def test_who_has_no_chips_is_not_dealt_in_before_buying() -> None:
    felt = by_pots().do(RunOutOfChips(5))
    assert why(felt, RunOutOfChips(5)) is LifeRefusal.BROKE_ALREADY
    assert why(felt, RunOutOfChips(2)) is PokerRefusal.SEAT_EMPTY
    assert why(felt, PostDue(5)) is PokerRefusal.NO_CHIPS
    felt.do(BeginHand(1))
    assert not felt.hand.has(5)
    felt = by_pots().do(RunOutOfChips(5)).do(BuyChips(5, 5000)).do(BeginHand(1))
    assert felt.hand.has(5)
    assert felt.table.chips == 45000
    assert by_pots().do(RunOutOfChips(5)).do(LeaveTable(5)).table.chips == 40000


def test_who_runs_out_of_chips_has_to_say_again_what_is_to_be_posted() -> None:
    felt = by_pots(bank_min=4000).do(GoAway(6))
    for number in (1, 2):
        played(felt, number, KeyPot(0, 300, (5,)))
    felt.do(ComeBack(6)).do(PostDue(6)).do(RunOutOfChips(6)).do(BuyChips(6, 100))
    assert not felt.events[-1].short, "nobody knows what the player has"
    assert not felt.do(BeginHand(3)).hand.has(6), "what is due was not posted for the new chips"


def test_goods_are_paid_for_and_no_stack_is_counted() -> None:
    felt = by_pots().do(BuyGoods(3, 1500))
    assert felt.table.chips == 38500
    assert why(felt, BuyGoods(3, 40000)) is LifeRefusal.MORE_THAN_THERE
    assert why(felt, CountStack(3, 100)) is LifeRefusal.NO_STACKS
    felt.do(ChangeStakes(Limit.NO_LIMIT, 200, 400, 0, 20000, agreed=(1, 3, 5, 6)))
    assert felt.ask(BeginHand(1)) is None, "who holds the minimum bank is seen at the table"


def test_chips_of_a_seat_that_is_given_up_are_counted() -> None:
    felt = by_pots({1: 100, 2: 100, 3: 100}).do(GoAway(3))
    number = 0
    while felt.table.seat(3).laps_missed < 2:
        number += 1
        played(felt, number, KeyPot(0, 200, (1,)))
    assert why(felt, PickUpChips(3)) is LifeRefusal.NOT_COUNTED_OUT
    chips = felt.table.chips
    felt.do(PickUpChips(3, 10000))
    assert (felt.table.chips, felt.table.seat(3).player) == (chips - 10000, 0)


def test_blinds_that_were_missed_are_posted_and_count_within_the_pot() -> None:
    felt = by_pots(button=1).do(GoAway(6))
    for number in (1, 2):
        played(felt, number, KeyPot(0, 200, (1,)))
    assert felt.table.seat(6).missed_big
    felt.do(ComeBack(6)).do(PostDue(6)).do(BeginHand(3))
    assert felt.hand.of(6).dead == 100
    assert felt.hand.pot == sum(p.total + p.dead for p in felt.hand.players)


def test_a_result_is_corrected_and_only_the_drop_is_known() -> None:
    felt = begun().do(KeyPot(0, 6000, (1, 5))).do(AwardPots(((5,),)))
    felt.do(CorrectResult(((1, 2950), (5, -3000)), drop=50))
    assert (felt.table.drop, felt.table.chips) == (350, 39650)
    over = CorrectResult(((1, -20000), (5, -20000)), drop=40000)
    assert why(felt, over) is LifeRefusal.MORE_THAN_THERE
    assert why(felt, CorrectResult(((1, -39651), (5, 39651)))) is LifeRefusal.MORE_THAN_THERE
    text = narrate(felt.table, felt.table, felt.events[-1]).text
    assert "commission $3 to $3.50" in text


def test_cards_are_not_keyed_where_pots_are() -> None:
    wrong = PokerRules(Limit.NO_LIMIT, 100, 200, run_by=RunBy.POTS)
    assert "cards_keyed" in str(problem_with(wrong))


def test_hands_are_tabled_after_no_street_and_have_no_history() -> None:
    felt = begun()
    for _ in range(3):
        felt.do(DealStreet(()))
    assert felt.table.phase is Phase.RIVER
    assert why(felt, TableHand(5, parse_cards("Ah Ad"))) is PokerRefusal.NOT_KEYED
    for command in (PassIn(5), MuckHand(5)):
        assert why(felt, command) is PokerRefusal.WRONG_PHASE
    felt.do(KeyPot(0, 6000, (5,))).do(AwardPots()).do(FinishHand())
    steps, table = [], new_table(felt.table.rules)
    for event in felt.events:
        before, table = table, CORE.fold_one(table, event)
        steps.append((before, event, table))
    assert table == felt.table
    assert not list(histories(steps)), "nobody knows who did what"


# At a table with its floor, its people and its record


def room() -> PokerShift:
    return PokerShift(RULES, goes_ahead=True).sitting(s1="100", s3="100", s5="100")


def test_killed_after_every_step_the_table_comes_up_where_it_was() -> None:
    shift = room()
    keyed = KeyPot(0, 6000), KeyPot(1, 1000, (3,)), AwardPots(((5,), (3,)))
    for command in (BeginHand(1), FoldSeats((1,)), DealStreet(()), *keyed):
        before = shift.do(command).table
        assert shift.restart().table == before
        shift.on(DEALER)
        shift.now(shift.controller.compare_done())
    assert shift.table.at_rest
    (told,) = last_rounds(shift.recorder, shift.keys)
    assert [hand.staked for hand in told.hands] == [None] * 3
    assert "The main pot: $60, for seats 3 and 5." in [line.text for line in told.lines]


def test_undo_takes_back_what_was_keyed_until_the_pots_are_pushed() -> None:
    shift = room().do(BeginHand(1))
    shift.do(KeyPot(0, 6000, (3, 5)))
    undone = shift.undo()
    assert (undone.what, undone.by) == ("Pot", TakeBackMoves(0))
    assert (shift.table.playing().keyed, shift.table.playing().count_in()) == ((), 3)
    shift.do(FoldSeats((1,)))
    assert shift.undo().what == "Folds"


def test_a_player_who_was_said_to_have_no_chips_by_mistake_has_them_again() -> None:
    shift = room()
    before = shift.table
    assert shift.refuses(RunOutOfChips(5, mistaken=True)).refusal is LifeRefusal.NOT_BROKE
    shift.do(RunOutOfChips(5))
    assert shift.undo().what == "No chips"
    assert shift.table == before, "and no chips had to be bought for it"
    told = [narrate(before, before, one).text for one in shift.events()[-3:-1]]
    assert told == [
        "Seat 5 has no chips left.", "Seat 5 does have chips: the tap was a mistake.",
    ]  # fmt: skip


def test_the_undo_of_a_seat_gives_back_what_was_brought() -> None:
    shift = room()
    shift.do(SitDown(6, 9000))
    shift.undo()
    assert (shift.table.chips, shift.table.seat(6).player) == (30000, 0)


def test_chips_that_nobody_has_taken_away_are_told_when_the_last_player_leaves() -> None:
    shift = room().do(LeaveTable(1, 10000), LeaveTable(3, 10000))
    assert not [one for one in shift.events() if isinstance(one, NoticeRaised)]
    shift.do(LeaveTable(5, 9250))
    (notice,) = [one.notice for one in shift.events() if isinstance(one, NoticeRaised)]
    assert "$7.50 of the players' chips was never counted out" in notice.text
    assert notice.clause == "13.5"


def test_a_clock_is_called_on_whoever_is_still_in() -> None:
    shift = room().do(BeginHand(1))
    shift.do(FoldSeats((3,)))
    assert shift.refuses(CallClock(3)).refusal is PokerRefusal.OUT_OF_TURN
    shift.do(CallClock(5))
    assert shift.floor.clock is not None
    shift.do(FoldSeats((5,)))
    assert shift.floor.clock is None


def test_who_has_lost_the_seat_is_counted_out_before_the_table_opens_again() -> None:
    shift = room()
    shift.supervised(AnnounceClosing()).wait(minutes=15)
    assert [seat.player for seat in shift.table.seats] == [1, 0, 2, 0, 3, 0]
    shift.on(GAMING)
    shift.do(CountFloat(Money.parse("10000")), BeginOpening(MONDAY))
    shift.do(*(ConfirmItem(item.code) for item in checklist(shift.floor)))
    shift.do(CountFloat(Money.parse("10000")))
    refused = shift.refuses(OpenTable(), shift.likeliest(OpenTable()))
    assert (refused.refusal, refused.detail) == (LifeRefusal.NOT_COUNTED_OUT, "Seats 1, 3 and 5.")
    shift.off()
    for seat in (1, 3, 5):
        shift.do(LeaveTable(seat, 10000))
    assert shift.table.chips == 0
    assert shift.floor.taken_away == (), "the floor has released them when the table closed"
    shift.supervised(OpenTable())


def test_a_void_is_foreseen_without_amounts() -> None:
    shift = room().do(BeginHand(1))
    shift.do(KeyPot(0, 6000))
    void = ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.DISRUPTION)
    asked = shift.controller.preview(void)
    shift.controller.work()
    seen = asked.result(0)
    assert isinstance(seen, Preview)
    assert (seen.ending, seen.stacks) == (Ending.VOID, ())
    shift.supervised(void, reason=PokerReason.CARDS_MISCOUNTED)
    assert shift.table.at_rest


def test_the_steps_of_a_hand_by_pots() -> None:
    felt = begun()
    step = step_of(PokerHouse(felt.table))
    assert (step.name, step.command) == (PokerStep.KEY_POT, DealStreet(()))
    assert guide(felt.table).text.startswith("Tap who folds, or at the end who is left.")
    assert set(step.keys) == {"street", "bet-raise"}
    for _ in range(3):
        felt.do(DealStreet(()))
    step = step_of(PokerHouse(felt.table))
    assert (step.name, step.command) == (PokerStep.KEY_POT, None)
    assert set(step.keys) == {"bet-raise"}
    felt.do(KeyPot(0, 6000, (1, 5)))
    step = step_of(PokerHouse(felt.table))
    assert (step.name, step.command, step.keys) == (PokerStep.AWARD_KEYED, AwardPots(), {})
    felt.do(FoldSeats((1,)))
    assert set(step_of(PokerHouse(felt.table)).keys) == {"street"}
    assert "seat 5" in guide(felt.table).text
    assert CORE.can(felt.table, AwardPots())


def test_in_a_tournament_the_dealer_is_reminded_to_say_who_is_out() -> None:
    """30.3.b: nothing else tells the desk."""
    said = "Before the next hand, tap the seat of each player with no chips left. (rule 30.3)"
    felt = Felt(FOUR, keyed=False, run_by=RunBy.POTS, tournament=True)
    assert said not in guide(felt.table).reminders, "nobody has played"
    felt.do(BeginHand(1)).do(DealHoleCards())
    assert said not in guide(felt.table).reminders
    felt.do(KeyPot(0, 20000, (5,))).do(AwardPots()).do(FinishHand())
    assert said in guide(felt.table).reminders
