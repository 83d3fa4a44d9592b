"""A table of the room under a tournament desk (25.1, 26.1.f, 28, 30.4).

Seats, chips and blinds are as the desk orders, from the next hand on: whatever that changes is one
record. Nobody is seated and nothing is sold by hand here. After every hand the desk is told what it
has made of the stacks.
"""

from collections.abc import Iterator
from math import gcd
from typing import Final

from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking, Command
from controller.domain.money import Money
from controller.domain.refusals import Refused, Sentence
from controller.floor.closing import CloseTable
from controller.floor.measures import TakeCollusionMeasure, TakeDeviceMeasures
from controller.floor.seats import SeatLeft, SeatTaken, TableVacated, VacancyEnded
from controller.floor.state import Status
from controller.games.poker.award import CorrectResult
from controller.games.poker.blinds import BeginHand
from controller.games.poker.core import CORE
from controller.games.poker.desk_counts import counts_due
from controller.games.poker.floor import FLOOR, PokerFloor
from controller.games.poker.floor.hands import DeclareLastHands, StakesPut
from controller.games.poker.floor.players import AssignSeat, DrawForSeat
from controller.games.poker.floor.waiting import JoinWaitingList
from controller.games.poker.house import PokerHouse
from controller.games.poker.rules import PokerRules
from controller.games.poker.seating import (
    BuyChips,
    ChipsBought,
    LeaveTable,
    PlayerBroke,
    PlayerCameBack,
    PlayerLeft,
    PlayerSatDown,
    PlayerWentAway,
    RunOutOfChips,
    SitDown,
)
from controller.games.poker.stacks import (
    BuyGoods,
    ChangeStakes,
    CountStack,
    OfferSeat,
    PickUpChips,
    StackCounted,
    StakesChanged,
)
from controller.games.poker.state import Ending, has_chips
from controller.staff.powers import Nobody
from controller.tournament.orders import HandReport, Order, SeatLine, Won
from controller.tournament.under_desk import OrderFollowed, ReportDue


class UnderDeskRefusal(Sentence):
    """Why something is not done by hand at a table of a tournament."""

    BY_DESK = "The tournament desk gives seats and chips at this table: ask the desk."
    WAITS = "This table waits for the tournament desk."
    SAY_WITH_HOW_MUCH = "Key how much the player had when the hand began."
    PLAYERS_HERE = "Tournament players sit here. The desk has to move them away first."


BY_DESK: Final = (
    SitDown,
    LeaveTable,
    BuyChips,
    BuyGoods,
    CountStack,
    PickUpChips,
    OfferSeat,
    ChangeStakes,
    AssignSeat,
    DrawForSeat,
    JoinWaitingList,
    DeclareLastHands,
    TakeCollusionMeasure,
    TakeDeviceMeasures,
)
"""What the desk decides where a table is under it."""
COUNTED: Final = (Ending.SHOWDOWN, Ending.UNCONTESTED)
"""A misdeal or void hand has come to nothing: it is dealt again, and not reported."""


class FollowOrder(Command, action=Nobody.INTERNAL):
    """Between hands the table is brought to where the desk's order has it."""


def objects(house: PokerHouse, command: object) -> Refused | None:
    """Why a command is not carried out where the desk decides."""
    if house.desk is None:
        return None
    if isinstance(command, BeginHand):
        return waits(house)
    if isinstance(command, RunOutOfChips):
        return Refused(UnderDeskRefusal.SAY_WITH_HOW_MUCH, "30.3.c")
    if isinstance(command, CloseTable) and any(seat.player for seat in house.table.seats):
        return Refused(UnderDeskRefusal.PLAYERS_HERE, "26.1.f")
    corrects = isinstance(command, CorrectResult) and house.table.at_rest
    if corrects or isinstance(command, BY_DESK):
        return Refused(UnderDeskRefusal.BY_DESK, "26.1.f")
    return None


def waits(house: PokerHouse) -> Refused | None:
    """Why the desk lets no hand begin."""
    why = house.desk.waits if house.desk else None
    if why is None:
        return None
    count = " Count every stack, and key all of them." if counts_due(house) else ""
    return Refused(UnderDeskRefusal.WAITS, "26.1.g", why + count)


def follow_up(house: PokerHouse) -> FollowOrder | None:
    """As soon as a table that is open is between hands."""
    link, floor = house.desk, house.floor
    if link is None or floor is None or not link.behind or not house.table.at_rest:
        return None
    return FollowOrder() if floor.status is Status.OPEN else None


def followed(house: PokerHouse, _: FollowOrder, asking: Asking) -> tuple[object, ...]:
    """All events that bring the table to where the order has it."""
    link = existing(house.desk, "no desk to follow")
    order = existing(link.order, "no order to follow")
    following = _Following(house, asking)
    was = {line.seat: line for line in link.followed.seats} if link.followed else {}
    now = {line.seat: line for line in order.seats}
    for line in was.values():
        if not _same(line, now.get(line.seat)):
            following.leave(line)
    for line in now.values():
        before = was.get(line.seat)
        if before is not None and _same(before, line):
            following.adjust(before, int(line.given - before.given))
        else:
            following.sit_down(line)
        following.away(line, away=before.away if before and _same(before, line) else False)
    following.play_by(order)
    return (*following.events(), OrderFollowed(order.number))


def _same(line: SeatLine, other: SeatLine | None) -> bool:
    """The same player, who has sat there all the time?"""
    return other is not None and (line.name, line.visit) == (other.name, other.visit)


class _Following:
    """Collects what happens at the table and on its floor while an order is followed."""

    def __init__(self, house: PokerHouse, asking: Asking) -> None:
        self._table = CORE.draft(house.table, asking)
        floor: PokerFloor = existing(house.floor, "no floor to follow on")
        self._floor = FLOOR.draft(floor, asking)
        self._counted = existing(house.desk, "no desk to follow").counted

    def events(self) -> tuple[object, ...]:
        return (*self._table.decided().events, *self._floor.decided().events)

    def _stack(self, line: SeatLine) -> int:
        """Run by pots, by the last count; whoever is left alone has all of it."""
        table = self._table.state
        seat = table.seat(line.seat)
        if table.rules.stacks_kept or seat.broke:
            return seat.stack
        if sum(has_chips(table.rules, one) for one in table.seats) == 1:
            return table.chips
        won = {(one.name, one.visit): one.amount for one in self._counted}
        return min(table.chips, int(line.given + won.get((line.name, line.visit), 0)))

    def leave(self, line: SeatLine) -> None:
        self._table.emit(PlayerLeft(line.seat, self._stack(line)))
        self._floor.emit(SeatLeft(line.seat, line.name))
        if not self._floor.state.seated() and not self._floor.state.vacant:
            self._floor.emit(TableVacated())

    def sit_down(self, line: SeatLine) -> None:
        """19.12.b: who is brought from another table is dealt in at once."""
        player = self._table.state.sat_down + 1
        brought = PlayerSatDown(line.seat, player, int(line.given), False, line.name, moved=True)
        self._table.emit(brought)
        if not line.given and not self._table.state.rules.stacks_kept:
            self._table.emit(PlayerBroke(line.seat))
        if self._floor.state.vacant:
            self._floor.emit(VacancyEnded())
        self._floor.emit(SeatTaken(line.seat, line.name))

    def adjust(self, line: SeatLine, more: int) -> None:
        """29.2, 29.3: re-buys and add-ons; 28.2: what is forfeited; odd chips coloured up."""
        if more > 0:
            self._table.emit(ChipsBought(line.seat, more))
        elif more < 0:
            stack = self._stack(line)
            self._table.emit(StackCounted(line.seat, stack, max(0, stack + more)))

    def away(self, line: SeatLine, *, away: bool) -> None:
        """28.1: as the desk has changed it since; the dealer may know better."""
        if line.away != away and line.away != self._table.state.seat(line.seat).away:
            kind = PlayerWentAway if line.away else PlayerCameBack
            self._table.emit(kind(line.seat))

    def play_by(self, order: Order) -> None:
        before = self._table.state.rules
        after = _rules(before, order)
        if after != before:
            self._table.emit(StakesChanged(before, after, ()))
            self._floor.emit(StakesPut(after))


def _rules(rules: PokerRules, order: Order) -> PokerRules:
    """Blinds and antes of the level, in chips that make them up."""
    level = order.level
    if level is not None and not level.is_break:
        blinds = {"small": int(level.small), "big": int(level.big), "ante": int(level.ante)}
        rules = evolve(rules, **blinds, small_bet=0, big_bet=0)
    chip = int(order.chip) if order.chip else rules.chip
    return evolve(rules, chip=gcd(chip, rules.small, rules.ante))


def reports(before: PokerHouse, after: PokerHouse, asking: Asking) -> Iterator[ReportDue]:
    """What the desk has to hear of a hand that is over."""
    link, hand = after.desk, after.table.hand
    over = before.in_round and not after.in_round
    if link is None or link.followed is None or hand is None or not over:
        return
    if hand.ending not in COUNTED:
        return
    kept = after.table.rules.stacks_kept
    won = tuple(_won(after, line) for line in link.followed.seats) if kept else ()
    commission = Money(sum(pot.commission for pot in hand.pots))
    report = HandReport(link.played + 1, asking.now.wall_ms, won, hand.big_blind, commission)
    yield ReportDue(report)


def _won(house: PokerHouse, line: SeatLine) -> Won:
    return Won(line.name, line.visit, Money(house.table.seat(line.seat).stack - line.given))
