"""Supervisors called and come, seats asked for, low limit gaming, the dealer's leaving."""

import pytest

from controller.domain.dealing import Dealing
from controller.floor.calls import AnswerCall, AskForSeat, CallSupervisor, SeatAskedFor
from controller.floor.closing import CloseTable
from controller.floor.deck_orders import ReplaceSource
from controller.floor.money import CountFloat
from controller.floor.opening import LogOffDealer, LogOnDealer, SetLowLimit
from controller.floor.refusals import FloorRefusal
from controller.floor.seats import LeaveSeat
from tests.unit.floor.pit import Pit, dollars


def test_a_supervisor_is_called_once_and_comes() -> None:
    pit = Pit("sd").opened()
    assert pit.refuses(AnswerCall()).refusal is FloorRefusal.NOBODY_CALLED
    pit.do(CallSupervisor())
    assert pit.last(type(pit.events[-1])).round is None
    assert "A supervisor was called. ((18)(a)iv)" in pit.prompts()
    assert pit.refuses(CallSupervisor()).refusal is FloorRefusal.CALLED_ALREADY
    pit.do(AnswerCall())
    assert "called" not in pit.prompts()
    pit.seat(1).deck().begin().do(CallSupervisor())
    assert pit.events[-1].round == 1  # type: ignore[attr-defined]


def full_table() -> Pit:
    """The player at place 1 has not wagered for three rounds, and every seat is in use."""
    pit = Pit().playing(1, 2, 3, 4, 5)
    for _ in range(3):
        pit.play(2, 3, 4, 5)
    return pit


def test_an_abstaining_player_is_asked_for_the_seat_once() -> None:
    pit = full_table()
    assert "may be asked to leave" in pit.prompts()
    pit.do(AskForSeat(1))
    asked = pit.last(SeatAskedFor)
    assert (asked.place, asked.player, asked.clause) == (1, "P1", "13.10")
    assert "may be asked to leave" not in pit.prompts()
    assert pit.refuses(AskForSeat(1)).refusal is FloorRefusal.TOLD_ALREADY
    pit.play(2, 3, 4, 5)
    assert pit.floor.seat(1).asked, "another round without a wager is no answer"
    pit.play(1, 2, 3, 4, 5)
    assert not pit.floor.seat(1).asked


def test_nobody_else_is_asked_for_a_seat() -> None:
    pit = full_table()
    refused = pit.refuses(AskForSeat(2))
    assert (refused.refusal, refused.clause) == (FloorRefusal.SEAT_KEPT, "13.10")
    assert refused.detail == "So far 0 of 3 rounds."
    pit.do(LeaveSeat(5))
    assert pit.refuses(AskForSeat(1)).refusal is FloorRefusal.SEAT_KEPT, "a seat is free"
    assert pit.refuses(AskForSeat(5)).refusal is FloorRefusal.SEAT_EMPTY
    assert pit.refuses(AskForSeat(9)).refusal is FloorRefusal.NO_SUCH_PLACE


@pytest.mark.clause("nsw", "6.6", "6.6.2")
@pytest.mark.parametrize("ruleset", ["nsw-legacy", "nsw-2024"])
def test_clause_6_6_low_limit_gaming_begins_and_ends_between_rounds(ruleset: str) -> None:
    pit = Pit(ruleset).playing(1)
    assert pit.refuses(SetLowLimit(on=False)).refusal is FloorRefusal.NO_CHANGE
    pit.begin()
    assert pit.why(SetLowLimit(on=True)) == (FloorRefusal.ROUND_IN_PROGRESS, "6.6")
    pit = Pit(ruleset).playing(1).do(SetLowLimit(on=True))
    assert pit.why(ReplaceSource(Dealing.SHOE)) == (FloorRefusal.SOURCE_NOT_ALLOWED, "6.6.2")
    pit.do(SetLowLimit(on=False), ReplaceSource(Dealing.SHOE))
    assert pit.why(SetLowLimit(on=True)) == (FloorRefusal.SOURCE_NOT_ALLOWED, "6.6.2")


def test_south_dakota_knows_no_low_limit_gaming() -> None:
    assert Pit("sd").opened().refuses(SetLowLimit(on=True)).refusal is (
        FloorRefusal.NOT_IN_THESE_RULES
    )


def test_the_dealer_logs_off_between_rounds_whatever_the_table_does() -> None:
    pit = Pit().playing(1).begin()
    assert pit.refuses(LogOffDealer()).refusal is FloorRefusal.ROUND_IN_PROGRESS
    pit = Pit().playing(1).do(LogOffDealer())
    assert pit.floor.dealer is None
    assert pit.refuses(LogOffDealer()).refusal is FloorRefusal.NO_DEALER
    pit.do(LogOnDealer("102"), LeaveSeat(1), CloseTable(), LogOffDealer())
    pit.do(LogOnDealer("102"), CountFloat(dollars("1")), LogOffDealer())
    assert (pit.status().value, pit.floor.dealer) == ("closed", None)
