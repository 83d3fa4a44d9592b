"""A hand begins: the button moves, antes and blinds are posted, who is due to posts (R53, R57)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from controller.domain.base import evolve, existing
from controller.domain.kernel import Asking, Command, Draft, Event, Folds, Handler, Handlers
from controller.domain.money import Cents
from controller.domain.refusals import Refused
from controller.domain.words import dollars, joined
from controller.games.poker.phases import Phase
from controller.games.poker.positions import dues, lineup
from controller.games.poker.powers import PokerAction
from controller.games.poker.refusals import LifeRefusal, PokerRefusal
from controller.games.poker.state import Hand, Player, Positions, Seat, Table, clockwise, there
from controller.staff.powers import Nobody


class Kind(StrEnum):
    """What is posted before the deal, in the order of posting."""

    ANTE = "ante"
    DEAD_ANTE = "dead ante"
    """Of a hand history with unequal antes: into the main pot."""
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    LIVE = "live post"
    DEAD = "dead blind"

    __hash__ = str.__hash__


IN_ORDER = tuple(Kind)
LAYERED = (Kind.ANTE,)
LIVE = (Kind.SMALL_BLIND, Kind.BIG_BLIND, Kind.LIVE)


class Post(NamedTuple):
    """What a seat posts; what it has, where that is less."""

    seat: int
    kind: Kind
    amount: Cents


class BeginHand(Command, action=PokerAction.BEGIN_HAND):
    """The button moves, everyone dealt in posts what is due."""

    number: int
    shuffled: bool = False
    """10.5, 4.3: with it the dealer says that the deck is shuffled and cut."""


class BeginRecordedHand(Command, action=Nobody.INTERNAL):
    """A hand of another house, with its own button, blinds and antes by seat."""

    number: int
    button: int
    small_blind: int | None
    big_blind: int
    """Whose left opens the betting."""
    call: int
    """The full wager to call before the flop."""
    posts: tuple[Post, ...]


class HandBegun(Event):
    trigger = "begin_hand"
    number: int
    positions: Positions
    small_blind: int | None
    call: Cents
    dealt: tuple[int, ...]
    """Clockwise from the button's left."""
    posts: tuple[Post, ...]
    """What was actually posted, in the order of posting."""
    missed_big: tuple[int, ...] = ()
    missed_small: tuple[int, ...] = ()


def _verify_number(table: Table, number: int) -> Refused | None:
    if table.phase is not Phase.IDLE:
        return Refused(PokerRefusal.HAND_ON, "10.5")
    last = table.hand.number if table.hand else 0
    if number <= last:
        detail = f"Hand {number}: expected a number above {last}."
        return Refused(PokerRefusal.HAND_NUMBER, "1.1:Hand", detail)
    return None


def _verify_begin(table: Table, command: BeginHand, _: Asking) -> Refused | None:
    if refused := _verify_number(table, command.number):
        return refused
    present = [seat for seat in table.seats if there(table.rules, seat)]
    for seat in present:
        if seat.bank_due and seat.stack < table.rules.bank_min:
            detail = f"Seat {seat.number} needs {dollars(table.rules.bank_min - seat.stack)} more."
            return Refused(LifeRefusal.BANK_DUE, "13.8", detail)
    return Refused(PokerRefusal.TOO_FEW, "4.2") if len(present) < 2 else None


def _begin(draft: Draft[Table], command: BeginHand) -> None:
    table = draft.state
    line = existing(lineup(table), "too few players")
    at = line.positions
    small = line.small_blind
    posts = _posted(table, _due(table, line.dealt, small, at.big))
    draft.emit(
        HandBegun(
            command.number,
            at,
            small,
            table.rules.big,
            line.dealt,
            posts,
            line.missed_big,
            line.missed_small,
        )
    )


def _due(table: Table, dealt: tuple[int, ...], small: int | None, big: int) -> list[Post]:
    """R53: antes, the blinds, live posts, dead blinds."""
    rules = table.rules
    posts = [Post(seat, Kind.ANTE, rules.ante) for seat in dealt] if rules.ante else []
    if small is not None:
        posts.append(Post(small, Kind.SMALL_BLIND, rules.small))
    posts.append(Post(big, Kind.BIG_BLIND, rules.big))
    dead_blinds = []
    for number in dealt:
        seat = table.seat(number)
        if not seat.posting or number == big:  # who has the big blind posts that alone
            continue
        live, dead = dues(rules, seat)
        if live:  # the small blind of two is topped up
            live -= rules.small if number == small else 0
            posts.append(Post(number, Kind.LIVE, live))
        # Dealt again after a misdeal, the small blind missed there is the one posted here.
        again = number == small and len(dealt) > 2 and not seat.missed_big
        if dead and not again:
            dead_blinds.append(Post(number, Kind.DEAD, dead))
    return posts + dead_blinds


def _posted(table: Table, due: Iterable[Post]) -> tuple[Post, ...]:
    """What is actually posted: no more than the player has, where the stacks are known."""
    if not table.rules.stacks_kept:
        return tuple(due)
    stacks = {seat.number: seat.stack for seat in table.seats}
    posted = []
    for post in due:
        amount = min(post.amount, stacks[post.seat])
        stacks[post.seat] -= amount
        if amount:
            posted.append(post if amount == post.amount else post._replace(amount=amount))
    return tuple(posted)


def _verify_recorded(table: Table, command: BeginRecordedHand, _: Asking) -> Refused | None:
    if refused := _verify_number(table, command.number):
        return refused
    named = {command.button, command.big_blind, *(post.seat for post in command.posts)}
    if command.small_blind is not None:
        named.add(command.small_blind)
    if not all(1 <= number <= table.rules.seats for number in named):
        return Refused(PokerRefusal.NO_SUCH_SEAT, "2.1")
    present = {seat.number for seat in table.seats if there(table.rules, seat)}
    if len(present) < 2:
        return Refused(PokerRefusal.TOO_FEW, "4.2")
    missing = joined([str(number) for number in sorted(named - present)])
    return Refused(PokerRefusal.SEAT_EMPTY, "6.3", missing) if missing else None


def _begin_recorded(draft: Draft[Table], command: BeginRecordedHand) -> None:
    table = draft.state
    seats = clockwise(command.button, table.rules.seats)
    dealt = tuple(number for number in seats if there(table.rules, table.seat(number)))
    small, big = command.small_blind, command.big_blind
    positions = Positions(
        command.button,
        small or command.button,
        table.seat(small).player if small else 0,
        big,
        table.seat(big).player,
        lap_from=big,
    )
    in_order = sorted(command.posts, key=lambda post: IN_ORDER.index(post.kind))
    posts = _posted(table, in_order)
    draft.emit(HandBegun(command.number, positions, small, command.call, dealt, posts))


def _begun(table: Table, event: HandBegun) -> Table:
    players = {
        number: Player(
            number,
            table.seat(number).stack,
            table.seat(number).stack,
            absent=table.rules.tournament and table.seat(number).away,
        )
        for number in event.dealt
    }
    for seat, kind, amount in event.posts:
        players[seat] = _with_post(players[seat], kind, amount)
    if not table.rules.stacks_kept:
        players = {number: evolve(player, stack=0) for number, player in players.items()}
    hand = Hand(
        event.number,
        event.positions.button,
        event.small_blind,
        event.positions.big,
        tuple(players.values()),
        high=event.call,
        size=table.rules.big,
        pot=sum(post.amount for post in event.posts),
    )
    counted = _counted_before(table, event)
    table = evolve(table, positions=event.positions, hand=hand)
    if not event.missed_big and not event.missed_small and not any(map(_owed, table.seats)):
        return table
    seats = tuple(_passed(seat, event, counted=seat.number in counted) for seat in table.seats)
    return evolve(table, seats=seats)


def _counted_before(table: Table, event: HandBegun) -> tuple[int, ...]:
    """Who missed this same small blind in the misdeal before, where it counts once."""
    last, hand = table.positions, table.hand
    if last is None or hand is None or not last.again or last.small != event.positions.small:
        return ()
    return tuple(number for number in event.missed_small if not hand.has(number))


def _owed(seat: Seat) -> bool:
    """Does the player still owe a missed blind, or the minimum bank?"""
    return seat.bigs_missed > 0 or seat.smalls_missed > 0 or seat.bank_due


def _passed(seat: Seat, event: HandBegun, *, counted: bool) -> Seat:
    """A seat after the blinds have moved on; a player who is not there has missed them."""
    if seat.number in event.dealt:
        return evolve(seat, bigs_missed=0, smalls_missed=0, bank_due=False)
    missed_big = seat.number in event.missed_big
    missed_small = seat.number in event.missed_small and not counted
    if len(event.dealt) == 2:  # 19.14: where nobody misses a small blind (R58), the big one counts
        missed_small = missed_big
    return evolve(
        seat,
        missed_big=seat.missed_big or missed_big,
        missed_small=seat.missed_small or seat.number in event.missed_small,
        bigs_missed=seat.bigs_missed + missed_big,
        smalls_missed=seat.smalls_missed + missed_small,
    )


def _with_post(player: Player, kind: Kind, amount: int) -> Player:
    stack = player.stack - amount
    if kind in LIVE:
        return evolve(player, stack=stack, wager=player.wager + amount, total=player.total + amount)
    if kind in LAYERED:
        return evolve(player, stack=stack, total=player.total + amount)
    return evolve(player, stack=stack, dead=player.dead + amount)


HANDLERS: Handlers = {
    BeginHand: Handler(_verify_begin, _begin),
    BeginRecordedHand: Handler(_verify_recorded, _begin_recorded),
}

FOLDS: Folds = {HandBegun: _begun}
