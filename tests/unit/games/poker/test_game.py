"""The poker room behind the seam of the house: record, recovery, powers, floor, notices."""

import secrets
from pathlib import Path

import pytest

from controller.cards.plan import Deal
from controller.domain.cards import parse_cards
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import LeaveSeat
from controller.games.poker.award import AwardPots, CorrectResult, FinishHand
from controller.games.poker.betting import Act, DrawIn, FoldAbsent
from controller.games.poker.blinds import BeginHand, BeginRecordedHand
from controller.games.poker.deal import DealHoleCards, FinishDeal
from controller.games.poker.floor.players import AssignSeat
from controller.games.poker.floor.waiting import JoinWaitingList, LeaveWaitingList
from controller.games.poker.game import POKER
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.powers import PokerReason
from controller.games.poker.preview import Preview
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import Cause, Decision, Irregularity, ReportIrregularity
from controller.games.poker.seating import GoAway, LeaveTable, SitDown
from controller.games.poker.showdown import PassIn, TableHand
from controller.games.poker.state import Ending
from controller.games.registry import GAMES, KINDS, house_in
from controller.games.step import NextStep
from controller.journal.keys import TableKeys
from controller.journal.sealing import CardsTurned, SealedJournal
from controller.notices.outbox import NoticeRaised
from controller.running.history import last_rounds
from controller.running.running_table import RunningTable, TableSetup
from controller.running.snapshot import NotNow
from controller.running.writer import COMPARE
from controller.staff.powers import Objection
from controller.staff.roles import HouseReason
from controller.tables import load_table
from tests.helpers.poker_shift import PokerShift
from tests.helpers.shift import DEALER, GAMING, HandClock

BOARD = ("Kd 9s 4h", "2c", "2s")


def showdown() -> PokerShift:
    """Three players check a hand down."""
    shift = PokerShift().sitting(s1="200", s3="80", s5="120").begun()
    for cards in BOARD:
        shift.check_round().street(cards)
    return shift.check_round()


def finished() -> PokerShift:
    shift = showdown()
    shift.do(TableHand(3, parse_cards("Ks Kh")), PassIn(5), PassIn(1))
    return shift.do(AwardPots(), FinishHand())


def test_a_hand_at_an_open_table_ends_in_the_record_and_on_the_floor() -> None:
    shift = finished()
    assert [seat.stack for seat in shift.table.seats] == [19800, 0, 8400, 0, 11800, 0]
    kinds = shift.kinds()
    assert kinds.index("RoundBegun") < kinds.index("HandBegun")
    assert kinds.index("FirstCardRemoved") < kinds.index("HoleCardsDealt")
    assert kinds.index("HandFinished") < kinds.index("RoundFinished")
    assert shift.floor.round is None
    assert not shift.floor.decks[0].shuffled, "shuffled anew for every hand (10.5)"


def test_cards_that_are_turned_over_stand_open_in_the_record_and_no_others_at_all() -> None:
    shift = finished()
    turned = [
        (card.where, card.index, str(card.card))
        for event in shift.events()
        if isinstance(event, CardsTurned)
        for card in event.cards
    ]
    board = [("community", n, card) for n, card in enumerate(["Kd", "9s", "4h", "2c", "2s"])]
    assert turned == [*board, ("place 3", 0, "Ks"), ("place 3", 1, "Kh")]


def test_killed_after_every_step_the_table_comes_up_where_it_was() -> None:
    shift = PokerShift().sitting(s1="200", s3="80", s5="120")
    opening = (BeginHand(1), DealHoleCards(), FinishDeal())
    for step in (*opening, Move.CALL, Move.FOLD, Move.FOLD, DrawIn(), AwardPots()):
        before = shift.do(Act(shift.turn(), step) if isinstance(step, Move) else step).table
        assert shift.restart().table == before
        assert shift.controller.snapshot().held == COMPARE
        shift.on(DEALER)
        shift.now(shift.controller.compare_done())
    assert shift.do(FinishHand()).table.phase is Phase.IDLE


def test_a_record_is_read_by_the_game_that_wrote_it() -> None:
    shift = finished()
    journal = SealedJournal(shift.recorder, shift.keys, *KINDS)
    checkpoint = shift.recorder.last_checkpoint()
    assert checkpoint is not None
    house = house_in(journal, checkpoint)
    assert house.game is POKER
    assert house.table == shift.table


def test_the_hand_is_told_afterwards_from_the_record() -> None:
    shift = finished()
    (told,) = last_rounds(shift.recorder, shift.keys)
    assert (told.number, told.ending) == (1, "showdown")
    assert " ".join(map(str, told.community)) == " ".join(BOARD)
    hands = {one.place: (one.cards, one.hand, str(one.staked), str(one.back)) for one in told.hands}
    assert hands[3] == (("Ks", "Kh"), "full house", "2.00", "6.00")
    assert hands[1] == ((None, None), "lost", "2.00", "0.00")
    texts = [line.text for line in told.lines]
    assert texts[0].startswith("Hand 1: button seat 1;")
    assert "Seat 3 tabled K♠ K♥: full house." in texts


def test_a_misdeal_takes_two_people_and_tells_the_supervisor() -> None:
    shift = PokerShift().sitting(s1="200", s3="80")
    shift.do(BeginHand(1), DealHoleCards())
    misdeal = ReportIrregularity(Irregularity.CARD_EXPOSED_IN_CUT)
    assert shift.refuses(misdeal).refusal is Objection.ANOTHER_NEEDED
    shift.supervised(misdeal)
    assert shift.table.playing().ending is Ending.MISDEAL
    (notice,) = [one.notice for one in shift.events() if isinstance(one, NoticeRaised)]
    assert (notice.to, notice.about, notice.clause) == ("supervisor", "misdeal", "11.1.a")
    assert shift.floor.round is None


def test_a_void_for_cards_short_has_the_deck_counted() -> None:
    shift = PokerShift().sitting(s1="200", s3="80").begun()
    void = ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.CARDS)
    shift.supervised(void, reason=PokerReason.CARDS_MISCOUNTED)
    assert shift.table.playing().ending is Ending.VOID
    assert [order.clause for order in shift.floor.orders] == ["23.1.a"]


def test_what_only_the_table_says_is_nobodys_to_ask_for() -> None:
    shift = PokerShift().sitting(s1="200", s3="80").begun()
    recorded = BeginRecordedHand(2, 1, None, 3, 200, ())
    for command in (FoldAbsent(1), recorded):
        assert shift.refuses(command).refusal is NotNow.NOT_BY_HAND


def test_a_result_is_corrected_by_a_supervisor_with_a_reason() -> None:
    shift = finished()
    change = CorrectResult(((1, 200), (3, -200)))
    assert shift.refuses(change).refusal is Objection.NOT_THIS_ROLE
    shift.on(GAMING)
    assert shift.refuses(change).refusal is Objection.REASON_NEEDED
    shift.do(change, reason=HouseReason.UPHELD)
    assert shift.table.seat(3).stack == 8200
    assert "Authorised" in shift.kinds()


def test_seats_are_those_of_the_floor() -> None:
    shift = PokerShift().opened()
    shift.do(SitDown(2, 20000))
    assert shift.floor.seat(2).player == "player 1"
    assert shift.refuses(LeaveSeat(2)).refusal is PokerRefusal.CHIPS_ON_TABLE
    shift.do(SitDown(4, 10000, who="P4"))
    assert shift.floor.seat(4).player == "P4"
    shift.do(LeaveTable(2))
    assert shift.floor.seat(2).player is None
    assert shift.refuses(LeaveSeat(9)).refusal is FloorRefusal.NO_SUCH_PLACE


def test_no_hand_begins_while_the_deck_is_not_ready() -> None:
    shift = PokerShift().opened()
    shift.do(SitDown(1, 20000), SitDown(2, 20000))
    assert shift.why(BeginHand(1)) == (FloorRefusal.DECK_NOT_READY, "4.2")


def test_the_step_is_the_dealers_next_step() -> None:
    shift = PokerShift().sitting(s1="200", s3="80")
    seen = []

    def led() -> NextStep:
        step = shift.controller.snapshot().step
        seen.append(type(step.command).__name__ if step.command else f"{step.cards_due} cards")
        return step

    for _ in range(3):
        shift.do(led().command)
    assert led().command is None, "a player acts"
    shift.check_round()
    led()
    for cards in BOARD:
        shift.street(cards).check_round()
        led()
    shift.do(TableHand(3, parse_cards("Ks Kh")), PassIn(1))
    shift.do(led().command)
    shift.do(led().command)
    assert seen == [
        "BeginHand", "DealHoleCards", "FinishDeal", "0 cards", "3 cards", "1 cards", "1 cards",
        "0 cards", "AwardPots", "FinishHand",
    ]  # fmt: skip
    assert led().command == BeginHand(2, shuffled=True)


def test_what_a_ruling_would_come_to_is_shown_before_it_is_made() -> None:
    shift = PokerShift().sitting(s1="200", s3="80").begun()
    void = ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.FRAUD)
    asked = shift.controller.preview(void)
    shift.controller.work()
    shown: Preview = asked.result(0)
    assert shown.ending is Ending.VOID
    assert {line.clause for line in shown.lines} == {"23.1.c"}
    assert {seat: str(by) for seat, by in shown.stacks} == {1: "2.00", 3: "1.00"}
    assert shift.table.phase is Phase.PREFLOP, "nothing has happened"


def test_a_seat_taken_or_left_for_a_while_is_undone_by_a_tap() -> None:
    shift = PokerShift().opened()
    shift.do(SitDown(1, 20000), GoAway(1))
    assert [shift.undo().what for _ in range(2)] == ["Away", "Taken"]
    assert not shift.table.seat(1).player


def test_a_seat_taken_by_mistake_leaves_no_trace_on_the_floor() -> None:
    shift = PokerShift().opened().do(SitDown(1, 20000), SitDown(2, 20000))
    shift.undo()
    assert not shift.floor.vacated, "nobody has to be asked whether he wants it"
    assert not shift.floor.taken_away, "nobody has left within the hour"
    shift.do(LeaveTable(1))
    assert shift.floor.taken_away


def test_whoever_was_seated_by_mistake_has_what_was_there_before() -> None:
    """The turn on the waiting list, the seat that was kept, and the hour of 19.9."""
    shift = PokerShift().opened().do(SitDown(1, 20000), SitDown(2, 20000, who="81"), LeaveTable(2))
    shift.do(JoinWaitingList("81"), JoinWaitingList("82"))
    shift.supervised(AssignSeat(4, "81"))
    before = shift.floor
    shift.do(SitDown(4, 20000, who="81"), JoinWaitingList("83"))
    assert [one.player for one in shift.floor.waiting] == ["82", "83"]
    shift.do(LeaveWaitingList("83"))
    shift.do(LeaveTable(4, mistaken=True))
    after = shift.floor
    assert (after.waiting, after.taken_away) == (before.waiting, before.taken_away)
    assert (after.assigned, after.vacated) == (before.assigned, before.vacated)


def test_table_21_is_a_table_of_the_room() -> None:
    table = load_table("21")
    assert table.game is POKER
    assert table.game in GAMES
    assert (table.rules.places, table.rules.scale.cap) == (9, 1000)


@pytest.mark.parametrize("seat", [0, 7])
def test_a_seat_that_is_not_there_is_refused_by_the_room(seat: int) -> None:
    shift = PokerShift().opened()
    assert shift.refuses(SitDown(seat, 20000)).refusal is PokerRefusal.NO_SUCH_SEAT


def told(shift: PokerShift) -> list[tuple[str, str, str | None]]:
    """To whom notices went, about what, by which clause."""
    raised = [one.notice for one in shift.events() if isinstance(one, NoticeRaised)]
    return [(notice.to, notice.about, notice.clause) for notice in raised]


def test_a_dead_hand_and_a_forfeit_tell_the_supervisor() -> None:
    shift = PokerShift().sitting(s1="200", s3="80", s5="120").begun()
    shift.do(Act(shift.turn(), Move.RAISE, 600))
    seat = shift.turn()
    short = ReportIrregularity(Irregularity.SHORT_CALL, seat, amount=400, decision=Decision.FORFEIT)
    shift.do(short)
    killed = shift.turn()
    shift.supervised(ReportIrregularity(Irregularity.HAND_KILLED, killed))
    assert told(shift) == [("supervisor", "forfeit", "20.1"), ("supervisor", "dead-hand", "16.2")]
    assert shift.table.playing().notices == ("supervisor",)


def test_a_fouled_hand_is_dead_and_tells_the_supervisor() -> None:
    shift = PokerShift().sitting(s1="200", s3="80", s5="120").begun()
    shift.supervised(ReportIrregularity(Irregularity.HAND_FOULED, 1))
    assert told(shift) == [("supervisor", "dead-hand", "19.5")]


def test_after_a_start_in_the_middle_of_a_hand_a_supervisor_may_void_it() -> None:
    shift = PokerShift().sitting(s1="200", s3="80").begun().restart()
    void = ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.DISRUPTION)
    shift.on(DEALER).on(GAMING)
    assert shift.refuses(Act(1, Move.FOLD)).refusal is NotNow.HELD
    shift.do(void, reason=HouseReason.FELT_DIFFERS)
    assert shift.table.playing().ending is Ending.VOID


def test_a_preview_of_what_is_refused_says_why() -> None:
    shift = PokerShift().sitting(s1="200", s3="80")
    asked = shift.controller.preview(FinishHand())
    shift.controller.work()
    assert asked.result(0).refusal is PokerRefusal.WRONG_PHASE


def test_no_device_gives_the_cards_of_a_hand_out() -> None:
    shift = showdown()
    assert POKER.deal(shift.table) == Deal(in_play=True)
    assert [str(one.card) for one in POKER.drawn_cards(shift.table)] == " ".join(BOARD).split()
    assert [*POKER.drawn_cards(PokerShift().table)] == []


def test_a_table_of_the_room_comes_up_with_nothing_beside_it(tmp_path: Path) -> None:
    table, keys = load_table("21"), TableKeys(*(secrets.token_bytes(32) for _ in range(3)))
    setup = TableSetup(table.name, table.game, table.rules, table.settings, tmp_path / "j", keys)
    running = RunningTable(setup, HandClock())
    try:
        house = running.controller.snapshot().house
        assert house.floor is not None
        rules = house.floor.rules, house.table.rules
        assert (house.name, *rules) == ("21", table.rules, table.rules)
    finally:
        running.close()
    assert all(path.name.startswith("j") for path in tmp_path.iterdir()), "no jackpot pool"


def test_what_cannot_have_happened_yet_is_not_reported() -> None:
    shift = PokerShift().sitting(s1="200", s3="80").begun()
    misdeal = ReportIrregularity(Irregularity.CARD_EXPOSED_IN_CUT)
    shift.on(GAMING)
    assert shift.why(misdeal) == (PokerRefusal.WRONG_PHASE, "11.1.a")
