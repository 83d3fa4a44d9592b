"""The supervisor's rows of the poker room: what each offers, and the command that it sends."""

from dataclasses import replace
from typing import Any

import pytest

from controller.authority import action_of
from controller.domain.base import existing
from controller.domain.cards import parse_cards
from controller.games.poker.award import AwardPots, CorrectResult, FinishHand
from controller.games.poker.betting import Act, DrawIn
from controller.games.poker.blinds import BeginHand
from controller.games.poker.desk_counts import CountStacks, GoOut
from controller.games.poker.floor.clock import CallClock
from controller.games.poker.floor.hands import DeclareLastHands
from controller.games.poker.floor.players import AssignSeat, DrawForSeat
from controller.games.poker.floor.waiting import JoinWaitingList
from controller.games.poker.keyed_pots import FoldSeats, KeyPot
from controller.games.poker.offers import Move
from controller.games.poker.powers import PokerAction
from controller.games.poker.rules import Limit, RunBy
from controller.games.poker.seating import GoAway, LeaveTable, SitDown
from controller.games.poker.stacks import ChangeStakes, OfferSeat, PickUpChips
from controller.games.step import deck_steps
from controller.staff.powers import HouseAction
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import GAMING, MONDAY
from tests.helpers.under_desk import BY_POTS, UnderDeskShift, line
from tests.unit.ui.test_supervision import AT_THE_PLACE, COMMAND_LINE, HISTORY
from ui.forms.asks import Kind, Scene
from ui.forms.entries import why_not
from ui.forms.form import Form, advanced, answered, asked_of, command_of
from ui.games.poker.screen import POKER_SCREEN
from ui.games.poker.supervision import ENTRIES

ROWS = {entry.code: entry for entry in ENTRIES}
KEYED = {"small": "2", "ante": "1", "bank": "50", "amount": "3", "players": "3", "player": "4711"}
ON_THE_FELT = frozenset(
    {
        *(PokerAction.BEGIN_HAND, PokerAction.PLAYER_ACTS, PokerAction.KEY_POT),
        *(PokerAction.DRAW_IN_WAGERS, PokerAction.SHOW_HAND, PokerAction.AWARD_POTS),
        *(PokerAction.FINISH_HAND, HouseAction.CONTINUE_RECOVERED, HouseAction.KEY_CARD),
    }
)
AT_THE_SEAT = AT_THE_PLACE | {
    *(PokerAction.PLAYER_AWAY, PokerAction.POST_BLIND),
    *(PokerAction.BUY_CHIPS, PokerAction.BUY_GOODS),
}

NOT_IN_THE_ROOM = POKER_SCREEN.without | {*(HouseAction.VOID_ROUND, HouseAction.LOW_LIMIT_GAMING)}
"""A hand is invalidated by 23.1; no limit is low."""


def test_every_line_of_the_powers_table_has_its_place() -> None:
    menu = {entry.action for entry in POKER_SCREEN.menu}
    reports = {entry.action for entry in POKER_SCREEN.reports}
    elsewhere = ON_THE_FELT | AT_THE_SEAT | COMMAND_LINE | HISTORY | NOT_IN_THE_ROOM
    assert menu | reports | elsewhere == {*HouseAction, *PokerAction}
    assert not (menu | reports) & elsewhere


def filled(shift: PokerShift, code: str, *answers: str) -> Any:
    """The command of a row, its questions answered in order; what is not said is keyed or first."""
    scene = Scene(shift.house, MONDAY, place="Seat")
    assert why_not(ROWS[code], scene) == ""
    form, said = advanced(Form(ROWS[code], asks_why=False), scene), iter(answers)
    while (ask := asked_of(form, scene)) is not None:
        likely = ask.options(scene, form.answers)
        gone = ask.not_these(scene, form.answers)
        card = next(one for one in ("As", "Ks", "Qs") if one not in gone)
        by_itself = card if ask.kind is Kind.CARD else KEYED.get(ask.name, "")
        form = answered(form, scene, next(said, likely[0].code if likely else by_itself))
    return command_of(form, scene)


def room() -> PokerShift:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100")
    return shift.do(JoinWaitingList("12"), JoinWaitingList("7")).on(GAMING)


def folded(shift: PokerShift) -> PokerShift:
    """A hand in which everybody folds to the big blind."""
    shift.off().deck_ready().begun()
    while shift.table.playing().count_in() > 1:
        shift.do(Act(shift.turn(), Move.FOLD))
    return shift.do(DrawIn(), AwardPots(), FinishHand()).on(GAMING)


@pytest.mark.parametrize("code", [code for code in ROWS if code != "count-for-desk"])
def test_every_row_sends_a_command_of_its_own_line(code: str) -> None:
    shift = room()
    if code == "free-seat":
        shift.do(AssignSeat(5, "7"))
    if code == "withdraw-last-hands":
        shift.do(DeclareLastHands())
    if code == "correct-result":
        folded(shift)
    if code == "pick-up-chips":
        shift.off().do(GoAway(3)).on(GAMING)
        for _ in range(7):
            folded(shift)
    command = filled(shift, code)
    assert action_of(command) is ROWS[code].action
    shift.do(command)


def test_a_row_that_makes_no_sense_now_says_why() -> None:
    shift = PokerShift().opened().do(SitDown(1, 10000))
    scene = Scene(shift.house, MONDAY)
    rows = {code: why_not(entry, scene) for code, entry in ROWS.items()}
    assert rows["withdraw-last-hands"] == "No last hands are announced"
    assert rows["leave-list"] == "Nobody is waiting"
    assert rows["draw-for-seat"] == "Fewer than two players are waiting"
    assert rows["new-cards"] == "There is no deck at the table"
    assert rows["free-seat"] == "No seat is kept"
    assert rows["correct-result"] == "No hand was played"
    assert rows["pick-up-chips"] == "Nobody has missed two rounds"


def test_new_cards_are_asked_for_by_a_majority() -> None:
    shift = room()
    shift.do(filled(shift, "new-cards", "asked", "2"))
    assert shift.floor.decks_here()[0].unfit


def test_stakes_that_nobody_keys_anew_stay_as_they_are() -> None:
    shift = room()
    scene = Scene(shift.house, MONDAY)
    present = {ask.name: ask.present(scene) for ask in ROWS["change-stakes"].asks}
    assert (present["small"], present["ante"], present["bank"]) == (100, 0, 0)
    change = filled(shift, "change-stakes", "no", "fixed", "2", "0", "50")
    assert change == ChangeStakes(Limit.FIXED, 200, 400, 0, 5000, ())


def test_a_seat_is_assigned_to_who_waits_or_to_somebody_from_another_table() -> None:
    shift = room()
    assert filled(shift, "assign-seat", "5", "7", "no") == AssignSeat(5, "7")
    brought = filled(shift, "assign-seat", "5", "another", "88", "yes")
    assert brought == AssignSeat(5, "88", moved=True)


def test_everybody_who_wants_a_vacated_seat_is_named() -> None:
    shift = room()
    assert filled(shift, "offer-seat", "5", "1,3") == OfferSeat(5, (1, 3))
    assert filled(shift, "offer-seat", "5", "") == OfferSeat(5)


def test_those_who_wait_draw_a_card_each_and_nobody_twice() -> None:
    shift = room()
    shift.do(JoinWaitingList("9"))
    drawn = filled(shift, "draw-for-seat", "5", "7", "Kd", "12", "Ah", "nobody")
    nine, king, ace = parse_cards("9c Kd Ah")
    assert drawn == DrawForSeat(5, (("7", king), ("12", ace)))
    three = filled(shift, "draw-for-seat", "5", "7", "Kd", "12", "Ah", "9", "9c")
    assert three == DrawForSeat(5, (("7", king), ("12", ace), ("9", nine)))
    shift.do(three)
    assert [one.player for one in shift.floor.assigned] == ["12"]


def test_the_last_hand_is_corrected_between_two_seats_or_with_the_drop() -> None:
    shift = folded(room())
    assert filled(shift, "correct-result", "1", "2", "1.50") == CorrectResult(((1, -150), (2, 150)))
    assert filled(shift, "correct-result", "drop", "2", "1") == CorrectResult(((2, 100),), -100)
    back = filled(shift, "correct-result", "2", "drop", "1")
    shift.do(back)
    assert shift.table.drop == 100


def by_pots() -> PokerShift:
    rules = replace(RULES, keyed=False, run_by=RunBy.POTS)
    return PokerShift(rules, goes_ahead=True).sitting(s1="100", s2="100", s3="100")


def test_run_by_pots_no_stack_is_counted_and_picked_up_chips_are() -> None:
    shift = by_pots().do(GoAway(3)).on(GAMING)
    stack = why_not(ROWS["count-stack"], Scene(shift.house, MONDAY))
    assert stack == "The table is run by pots: stacks are not kept"
    shift.off()
    while shift.table.seat(3).laps_missed < 2:
        shift.do(*deck_steps(shift.floor), BeginHand(shift.table.number + 1))
        shift.do(KeyPot(0, 200, (1,)), AwardPots())
    shift.on(GAMING)
    assert filled(shift, "pick-up-chips", "98") == PickUpChips(3, 9800)


def test_run_by_pots_the_clock_is_called_on_a_seat_and_the_betting_is_not_ruled_on() -> None:
    shift = by_pots().do(BeginHand(1), FoldSeats((2,)))
    scene = Scene(shift.house, MONDAY)
    reports = {entry.code: entry for entry in POKER_SCREEN.reports}
    form = advanced(Form(reports["call-clock"], asks_why=False), scene)
    ask = existing(asked_of(form, scene), "nothing is asked")
    assert [one.code for one in ask.options(scene, form.answers)] == ["1", "3"]
    assert command_of(answered(form, scene, "3"), scene) == CallClock(3)
    for code in ("short-call", "short-raise", "string-bet", "out-of-turn", "wrong-burn"):
        why = reports[code].not_now(scene)
        assert why == "The table is run by pots: decide it at the table"
    assert reports["hand-killed"].not_now(scene) == ""
    idle = Scene(by_pots().house, MONDAY)
    assert reports["call-clock"].not_now(idle) == "Nobody has to act"


def test_in_a_tournament_run_by_pots_every_stack_is_counted_on_one_form() -> None:
    shift = UnderDeskShift(BY_POTS, goes_ahead=True).opened()
    shift.ordered(line(1, "anna"), line(3, "ben"), line(5, "cara")).deck_ready()
    shift.do(BeginHand(1), KeyPot(0, 200, (1,)), AwardPots(), GoOut(5, 500_000))
    shift.again(until=0, why="The tournament is on a break.", count=True)
    refused = existing(shift.controller.snapshot().step.refused, "it is accepted")
    assert "on a break. Count every stack, and key all of them." in refused.text()
    count = filled(shift, "count-for-desk", "9000", "6000")
    assert count == CountStacks(((1, 900_000), (3, 600_000)))
    assert action_of(count) is ROWS["count-for-desk"].action
    shift.do(count)
    cash = PokerShift().sitting(s1="100", s2="100").house
    why = why_not(ROWS["count-for-desk"], Scene(cash, MONDAY))
    assert why == "Only in a tournament run by pots"


def test_the_drop_is_counted_beside_the_commission_and_chips_that_are_missing() -> None:
    shift = PokerShift(replace(RULES, run_by=RunBy.POTS)).sitting(s1="100", s3="100")
    shift.do(LeaveTable(1, 10000), LeaveTable(3, 9250))
    kept = POKER_SCREEN.kept(shift.house)
    assert kept.startswith("Commission this business day: $0. $7.50 of the players' chips")
    drop = next(entry for entry in POKER_SCREEN.menu if entry.code == "drop")
    assert drop.advice(Scene(shift.house, MONDAY, kept=kept), {}) == (kept,)
    assert drop.advice(Scene(shift.house, MONDAY), {}) == (), "nothing is known"


def test_what_the_floor_would_refuse_in_the_end_is_not_offered_in_the_beginning() -> None:
    rows = {entry.code: entry for entry in POKER_SCREEN.menu}
    shift = PokerShift().sitting(s1="100", s3="100")
    scene = Scene(shift.house, MONDAY)
    assert why_not(rows["drop"], scene) == "The table is open"
    assert why_not(rows["remove-box"], scene) == "The table sells chips for cash"
