"""The stacks of a table after each hand, and who is out by them (25.1, 28.3, R69, R71)."""

from collections.abc import Iterator

from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking, Draft, Folds, Handler, Handlers
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.tournament.base import Command, Event
from controller.tournament.format import chips
from controller.tournament.phases import Phase
from controller.tournament.powers import DeskAction
from controller.tournament.refusals import DeskRefusal, not_started, refused_player
from controller.tournament.state import (
    Counted,
    Desk,
    Entrant,
    EntryState,
    Fall,
    Moment,
    booked,
    got_up,
    rebuys_open,
    with_entrant,
    with_entrants,
    with_table,
)

Stacks = tuple[tuple[str, Money], ...]
"""By name."""


class ReportHand(Command, action=DeskAction.REPORT_HAND):
    """25.1: a hand is over; all stacks of the table after it, and what commission has left it."""

    table: int
    stacks: Stacks
    commission: Money | None = None
    big_blind: int | None = None
    """Its seat, where the table reports it."""
    at_ms: int = 0
    """Wall time of its end, where the table reports it."""


class HandReported(Event):
    table: int
    stacks: Stacks
    """None where the table is run by pots."""
    commission: Money
    big_blind: int | None
    at_ms: int = 0


class LastChipLost(Event):
    """Run by pots: the dealer says so; the next count shows who has won the chips."""

    table: int
    name: str
    went_in: Money


class StacksCounted(Event):
    """Run by pots: every stack is known again."""

    table: int
    stacks: Stacks


class PlayerOut(Event):
    """30.3.b: at 0, and no re-buy has come."""

    name: str


def waiting(desk: Desk, table: int | None = None) -> Iterator[Entrant]:
    """Players at 0 to whom a re-buy is still open; at one table, or all."""
    return (
        entrant
        for entrant in (desk.entrants if table is None else desk.players(table))
        if entrant.is_in and entrant.fall is not None
    )


def out_without_rebuy(draft: Draft[Desk], table: int | None = None) -> None:
    """R71: the next hand, the close or the end has come without a re-buy."""
    for entrant in tuple(waiting(draft.state, table)):
        draft.emit(PlayerOut(entrant.name))


def out_at_once(draft: Draft[Desk], table: int | None = None) -> None:
    """R71: where no re-buy can come any more, whoever is at 0 is out."""
    if not rebuys_open(draft.state):
        out_without_rebuy(draft, table)


def _verify_by_hand(desk: Desk, command: ReportHand, _: Asking) -> Refused | None:
    return reports_itself(desk, command.table) or verify_report(desk, command)


def reports_itself(desk: Desk, table: int) -> Refused | None:
    """Nothing is entered for a table that has a console of its own."""
    if not desk.table(table).reports:
        return None
    detail = f"Take table {table} over first, if its console is out of use."
    return Refused(DeskRefusal.REPORTS_ITSELF, "25.1", detail)


def verify_report(desk: Desk, command: ReportHand) -> Refused | None:
    """Can this be the result of a hand, whoever tells it?"""
    return (
        not_started(desk)
        or can_play(desk, command.table)
        or _verify_players(desk, command)
        or _verify_sum(desk, command)
    )


def can_play(desk: Desk, table: int) -> Refused | None:
    """4.2: a hand takes two."""
    there = sum(one.stack > 0 for one in desk.players(table))
    if there < 2:
        detail = f"{there} with chips at table {table}: expected two or more."
        return Refused(DeskRefusal.TOO_FEW, "4.2", detail)
    return None


def behind(desk: Desk, number: int) -> list[int]:
    """Hand for hand: the tables that have still to play a hand which this one has played. One that
    can play no further hand holds nobody up."""
    step, most = desk.table(number).in_step, desk.form.session_hands
    return [
        one
        for one in desk.table_numbers()
        if desk.table(one).in_step < step
        and (most is None or desk.table(one).hands < most)
        and can_play(desk, one) is None
    ]


def _verify_players(desk: Desk, command: ReportHand) -> Refused | None:
    listed = [name for name, _ in command.stacks]
    there = [one.name for one in desk.players(command.table) if one.stack]
    for name in listed:
        if refused := refused_player(desk, name, "25.1"):
            return refused
    if sorted(listed) != sorted(there):
        detail = f"Expected {_named(there)} at table {command.table}, not {_named(listed)}."
        return Refused(DeskRefusal.WRONG_PLAYERS, "25.1", detail)
    return None


def _verify_sum(desk: Desk, command: ReportHand) -> Refused | None:
    if command.commission is not None and not desk.form.commission:
        return Refused(DeskRefusal.NO_COMMISSION, "32.1", "Expected stacks only.")
    return unbalanced(command.stacks, command.commission or ZERO, chips_at(desk, command.table))


def unbalanced(stacks: Stacks, commission: Money, had: int) -> Refused | None:
    """28.3: stacks and commission are what the table had, and none is less than nothing."""
    amounts = [commission, *(stack for _, stack in stacks)]
    if sum(amounts) == had and min(amounts) >= 0:
        return None
    below = " and nothing below 0" if min(amounts) < 0 else ""
    seen = chips(sum(amounts))
    detail = f"They add up to {seen}: expected {chips(had)}, as the table had{below}."
    return Refused(DeskRefusal.OUT_OF_BALANCE, "28.3", detail)


def chips_at(desk: Desk, table: int) -> int:
    """All chips of a table, whoever has them."""
    return sum(one.stack for one in desk.players(table)) + (desk.table(table).uncounted or 0)


def _named(names: list[str]) -> str:
    return ", ".join(names) or "nobody"


def report(draft: Draft[Desk], command: ReportHand) -> None:
    """25.1: the stacks after a hand; R71: who was at 0 before it has had the time."""
    out_without_rebuy(draft, command.table)
    commission, big = command.commission or ZERO, command.big_blind
    draft.emit(HandReported(command.table, command.stacks, commission, big, command.at_ms))
    out_at_once(draft, command.table)


def moment_of(desk: Desk, table: int, at_ms: int) -> Moment:
    """R69: the next hand of a table; hand for hand, the n-th hands of all tables are one."""
    if desk.phase is Phase.HAND_FOR_HAND:
        return desk.moment._replace(hand=desk.table(table).in_step + 1)
    return desk.moment.then(at_ms)


def fall_of(moment: Moment, before: Money, after: Money) -> Fall | None:
    """R69: how a player lost the last chip; None for one who has some left."""
    return None if after else Fall(moment, before)


def _reported(desk: Desk, event: HandReported) -> Desk:
    moment = moment_of(desk, event.table, event.at_ms)
    before = tuple((one.name, one.stack) for one in desk.players(event.table))
    table, known = desk.table(event.table), bool(event.stacks)
    after = event.stacks or before
    last = Counted(moment, before, after, event.commission)
    desk = with_table(
        _with_stacks(desk, after),
        event.table,
        hands=table.hands + 1,
        in_step=table.in_step + 1,
        level=None,
        last=last,
        big=event.big_blind or _big_blind(desk, event.table),
        uncounted=None if known else Money(table.uncounted or 0),
    )
    had = dict(before)
    falls = {name: fall_of(moment, had[name], stack) for name, stack in event.stacks}
    desk = with_entrants(
        desk, {name: {"fall": falls.get(name), "bought": None} for name, _ in after}
    )
    last_ms = max(desk.moment.at_ms, moment.at_ms)
    desk = evolve(desk, moment=Moment(last_ms, moment.at))
    return booked(desk, commission=event.commission)


def _big_blind(desk: Desk, table: int) -> int | None:
    """Where it was not reported, as at a table that was taken over: the first player with chips to
    the left of the last one; None where it was never reported."""
    last = desk.table(table).big
    seats = sorted(one.seat.number for one in desk.players(table) if one.stack and one.seat)
    return last and next((seat for seat in seats if seat > last), seats[0])


def _with_stacks(desk: Desk, stacks: Stacks) -> Desk:
    """What has changed of them was won or lost."""
    changed = {}
    for name, stack in stacks:
        one = desk.entrant(name)
        changed[name] = {"stack": stack, "won": Money(one.won + stack - one.stack)}
    return with_entrants(desk, changed)


def _last_chip_lost(desk: Desk, event: LastChipLost) -> Desk:
    """30.3.c; whoever is left alone has won all of it."""
    table, one = desk.table(event.table), desk.entrant(event.name)
    last = existing(table.last, "no hand to go out in")
    stacks, loose = [(event.name, ZERO)], Money(one.stack + (table.uncounted or 0))
    left = [other for other in desk.players(event.table) if other.stack and other is not one]
    if len(left) == 1:
        stacks.append((left[0].name, Money(left[0].stack + loose)))
    before = {**dict(last.before), event.name: event.went_in}
    after = {**dict(last.after), **dict(stacks)}
    desk = with_table(
        _with_stacks(desk, tuple(stacks)),
        event.table,
        last=last._replace(before=tuple(before.items()), after=tuple(after.items())),
        uncounted=None if len(left) == 1 else loose,
    )
    return with_entrant(desk, event.name, fall=Fall(last.moment, event.went_in))


def _stacks_counted(desk: Desk, event: StacksCounted) -> Desk:
    last = desk.table(event.table).last
    if last is not None:
        after = {**dict(last.after), **dict(event.stacks)}
        last = last._replace(after=tuple(after.items()))
    desk = with_table(desk, event.table, last=last, uncounted=None)
    return _with_stacks(desk, event.stacks)


HANDLERS: Handlers = {ReportHand: Handler(_verify_by_hand, report)}

FOLDS: Folds = {
    HandReported: _reported,
    LastChipLost: _last_chip_lost,
    StacksCounted: _stacks_counted,
    PlayerOut: lambda desk, event: got_up(
        with_entrant(desk, event.name, standing=EntryState.OUT), event.name
    ),
}
