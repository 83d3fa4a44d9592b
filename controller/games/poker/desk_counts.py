"""A table run by pots under a tournament desk: who is out, and the stacks where they are counted.

The console knows all chips of the table, not whose they are. So the dealer says who has lost the
last one, and with how much the player went into that hand (30.3.c); in breaks, when play is over
and before somebody is moved, every stack is counted. Each is a report to the desk.
"""

from controller.domain.base import existing
from controller.domain.kernel import Asking, Command
from controller.domain.money import Money
from controller.domain.refusals import Refused, Sentence
from controller.domain.words import dollars
from controller.games.poker.house import PokerHouse
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import LifeRefusal, PokerRefusal
from controller.games.poker.seating import PlayerBroke, seated, verify_there
from controller.games.poker.state import Table, has_chips
from controller.tournament.orders import CountReport, OutReport, SeatLine, Won
from controller.tournament.under_desk import ReportDue, UnderDesk

Events = tuple[object, ...]


class DeskCountRefusal(Sentence):
    """Why nothing is told to the desk."""

    NOT_BY_POTS = "Only a tournament table that is run by pots needs this."
    NOT_DEALT_IN = "This player was not dealt into the last hand."
    LAST_WITH_CHIPS = "This is the last player with chips."
    COUNT_ALL = "Count the stack of every player who has chips."
    DO_NOT_ADD_UP = "The stacks do not add up. Count again. Is anybody out of chips?"


class GoOut(Command, action=PokerAction.PLAYER_AWAY):
    """30.3.b: a player has lost every chip, and went into the hand with so many."""

    seat: int
    went_in: int


class CountStacks(Command, action=PokerAction.COUNT_FOR_DESK):
    """Every stack between hands; counted again, the last count holds."""

    stacks: tuple[tuple[int, int], ...]
    """By seat."""


def counts_due(house: PokerHouse) -> bool:
    """Does the desk wait for the stacks?"""
    link = house.desk
    if link is None or link.order is None:
        return False
    return link.order.count and link.uncounted and house.table.at_rest


def with_chips(table: Table) -> list[int]:
    """The seats to be counted."""
    return [seat.number for seat in table.seats if has_chips(table.rules, seat)]


def _link(house: PokerHouse) -> UnderDesk | Refused:
    link = house.desk
    if link is None or link.followed is None or house.table.rules.stacks_kept:
        return Refused(DeskCountRefusal.NOT_BY_POTS, "30.3")
    return link


def go_out(house: PokerHouse, command: GoOut, _: Asking) -> Events | Refused:
    """Who is out, with what the place may depend on."""
    link, table = _link(house), house.table
    if isinstance(link, Refused):
        return link
    refused = seated(table, command.seat) or _verify_out(table, command)
    if refused is not None:
        return refused
    line = next(line for line in _lines(link) if line.seat == command.seat)
    if (line.name, line.visit) not in {(one.name, one.visit) for one in link.dealt}:
        return Refused(
            DeskCountRefusal.NOT_DEALT_IN,
            "30.3.b",
            f"{line.name} came to this table after that hand.",
        )
    report = OutReport(link.played + 1, line.name, line.visit, Money(command.went_in))
    return PlayerBroke(command.seat), ReportDue(report)


def _verify_out(table: Table, command: GoOut) -> Refused | None:
    if table.seat(command.seat).broke:
        return Refused(LifeRefusal.BROKE_ALREADY, "13.2")
    if table.hand is None or not table.hand.has(command.seat):
        return Refused(DeskCountRefusal.NOT_DEALT_IN, "30.3.b")
    if len(with_chips(table)) < 2:
        return Refused(DeskCountRefusal.LAST_WITH_CHIPS, "30.1")
    if command.went_in <= 0:
        return Refused(PokerRefusal.NO_AMOUNT, "30.3.c")
    return verify_there(table, command.went_in)


def count_stacks(house: PokerHouse, command: CountStacks, _: Asking) -> Events | Refused:
    """All of them, which are as many chips as the table has."""
    link, table = _link(house), house.table
    if isinstance(link, Refused):
        return link
    if sorted(seat for seat, _ in command.stacks) != with_chips(table):
        return Refused(DeskCountRefusal.COUNT_ALL, "30.3")
    seen = sum(stack for _, stack in command.stacks)
    if seen != table.chips or any(stack <= 0 for _, stack in command.stacks):
        expected = f"expected {dollars(table.chips)} in all, with chips for every player"
        detail = f"Counted {dollars(seen)}: {expected}."
        return Refused(DeskCountRefusal.DO_NOT_ADD_UP, "28.3", detail)
    counted = dict(command.stacks)
    won = tuple(
        Won(line.name, line.visit, Money(counted.get(line.seat, 0) - line.given))
        for line in _lines(link)
    )
    return (ReportDue(CountReport(link.played + 1, won)),)


def _lines(link: UnderDesk) -> tuple[SeatLine, ...]:
    return existing(link.followed, "no order was followed").seats
