"""The life of a table of the room as told, as booked, and in its corners."""

from itertools import chain
from typing import Any

import pytest

from controller.domain.base import evolve, existing
from controller.domain.books import balances
from controller.domain.kernel import NOBODY
from controller.floor.closing import AnnounceClosing
from controller.floor.entries import DeviceMeasure, IncidentKind
from controller.floor.measures import ReportIncident, TakeDeviceMeasures
from controller.floor.refusals import FloorRefusal
from controller.games.poker.award import CorrectResult, HandFinished
from controller.games.poker.books import DROP, between_hands, entries, stack
from controller.games.poker.core import CORE
from controller.games.poker.floor.clock import CallClock
from controller.games.poker.offers import Move
from controller.games.poker.phases import Phase
from controller.games.poker.preview import Preview, preview
from controller.games.poker.refusals import PokerRefusal
from controller.games.poker.reports import Cause, Irregularity, ReportIrregularity
from controller.games.poker.rules import Limit
from controller.games.poker.seating import BuyChips, GoAway, LeaveTable, SitDown
from controller.games.poker.stacks import BuyGoods, ChangeStakes, CountStack, OfferSeat, PickUpChips
from controller.games.poker.state import Ending, new_table
from controller.games.poker.story import narrate
from tests.helpers.poker_shift import RULES, PokerShift
from tests.helpers.shift import GAMING
from tests.rules.test_poker_table import one_hand


def day() -> PokerShift:
    """Whatever moves chips between hands, once."""
    shift = PokerShift().sitting(s1="100", s2="100", s3="100", s4="100")
    one_hand(shift).do(GoAway(4), BuyChips(1, 5000), BuyGoods(2, 700))
    for _ in range(6):
        one_hand(shift)
    shift.on(GAMING).do(PickUpChips(4), CountStack(3, 9000)).off()
    shift.do(OfferSeat(4, (2,)), OfferSeat(2), OfferSeat(6, (3,)))
    shift.do(SitDown(5, 20000, who="E"))
    stakes = ChangeStakes(Limit.POT_LIMIT, 200, 400, 100, 5000, (1, 4, 5, 6))
    shift.supervised(stakes, evolve(stakes, ante=0))
    one_hand(shift)
    shift.supervised(CorrectResult(((1, 100), (4, -100))))
    return shift.do(LeaveTable(6))


def closed(shift: PokerShift) -> PokerShift:
    return shift.supervised(AnnounceClosing()).wait(minutes=15)


def test_the_story_tells_of_every_change_between_hands() -> None:
    lines, table = [], new_table(RULES)
    for event in closed(day()).events():
        if type(event) in CORE.folds:
            after = CORE.fold_one(table, event)
            lines.append(narrate(table, after, event).text)
            table = after
    assert "Seat 2 paid $7 for goods or services." in lines
    assert "Seat 3 was counted: $101 is now $90." in lines
    assert "Nobody at the table wanted seat 2." in lines
    assert any(line.startswith("Seat 4 missed two rounds of blinds") for line in lines)
    assert any(line.startswith("Seat 2 moved to seat 4.") for line in lines)
    agreed = "Everybody agreed: pot-limit, blinds $2 and $4"
    assert f"{agreed}, ante $1, minimum bank $50." in lines
    assert f"{agreed}, minimum bank $50." in lines
    assert lines[-1].startswith("Seat 1 with $")
    assert lines[-1].endswith(" left the table.")


@pytest.mark.parametrize("closes", [False, True])
def test_the_books_of_a_day_balance_to_the_chip(closes: bool) -> None:
    shift = closed(day()) if closes else day()
    booked: list[Any] = []
    table = new_table(RULES)
    for event in shift.events():
        if type(event) not in CORE.folds:
            continue
        booked.append(between_hands(event))
        table = CORE.fold_one(table, event)
        if isinstance(event, HandFinished):
            booked.append(entries(table))
    gained = balances(chain.from_iterable(booked))
    assert sum(gained.values()) == 0
    for seat in table.seats:
        assert gained.get(stack(seat.number), 0) == seat.stack
    assert any(seat.stack for seat in table.seats) is not closes
    assert gained.get(DROP, 0) == table.drop
    assert gained["goods and services"] == 700
    assert gained["kept for players"] == 10000
    assert gained["counting differences"] == 1100


def test_who_is_excluded_leaves_with_all_chips_and_the_seat_is_closed() -> None:
    shift = PokerShift().sitting(s1="100", s2="100", s3="100")
    shift.do(ReportIncident(IncidentKind.APPARATUS, place=2))
    measures = TakeDeviceMeasures(1, 2, frozenset({DeviceMeasure.EXCLUDE}))
    shift.supervised(measures)
    assert shift.table.seat(2).player == 0
    assert shift.kinds().count("TableCleared") == 1
    assert not shift.floor.vacated, "a closed seat is nobody's to take"
    assert shift.refuses(OfferSeat(2, (1,))).refusal is FloorRefusal.SEAT_CLOSED
    one_hand(shift)


def test_what_would_come_of_a_void_takes_the_clock_away_as_well() -> None:
    shift = PokerShift().sitting(s1="100", s2="100").begun()
    shift.do(CallClock(shift.turn()))
    void = ReportIrregularity(Irregularity.OUTCOME_INVALIDATED, cause=Cause.FRAUD)
    seen = preview(shift.house, void, shift.clock.now())
    assert isinstance(seen, Preview)
    assert seen.ending is Ending.VOID
    assert shift.floor.clock is not None, "nothing has happened yet"
    shift.act(Move.FOLD)
    assert shift.floor.clock is None


def test_stakes_do_not_change_during_a_hand() -> None:
    shift = PokerShift().sitting(s1="100", s2="100").begun()
    assert shift.table.phase is Phase.PREFLOP
    change = ChangeStakes(Limit.FIXED, 100, 200, 0, 0, (1, 2))
    refused = existing(CORE.verify(shift.table, change, NOBODY), "it is accepted")
    assert refused.refusal is PokerRefusal.HAND_ON
