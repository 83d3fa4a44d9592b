"""The table and its jackpot pool: what the pool has to be told, and what still is to be sent.

`Told` is what the pool was told of the round so far. What a round means for the pool is read off
the table: how many wagers are on the meter, what is keyed, what is paid. `transfers` compares the
two and asks for the difference. No amount is worked out here a second time; the core's is sent.

Ids come from table, round and position in the journal: sending again is harmless. What is asked
for waits in the outbox (`controller.pools.outbox`) until the pool has answered.

Order. Money goes back before money is asked for: the reservation gives way, awards are reversed,
the latest first, then wagers are taken back. An award that reset the meter is reversed before an
increment from before it is taken back, and posted again: the increment comes off the meter it was
put on (R31, R39), and the house carries only what another table's win has reset away (R24a).

Several tables on one pool. The core works awards out on its own `Table.meter`. On a shared meter
that is what the pool shows: read between rounds (`MeterRead`), and once more when a round is
settled and its awards are not worked out yet (`MeterFound`). Between that and the first key pressed
another table may win or contribute: the amount asked for is that of the moment the hands were
turned.
What the pool cannot cover it refuses, so nothing is paid twice; people settle it. To close this
last gap a table would reserve by percentage when the first win is keyed, work the awards of the
round out anew on the answer's `basis` with what is keyed left keyed, and amend the reservation.
"""

from typing import NamedTuple

from controller.domain.base import existing
from controller.domain.cards import Card
from controller.domain.money import ZERO, Money
from controller.domain.rules import JackpotRules
from controller.jackpot.awards import Kind
from controller.pools import Parameters, Terms
from controller.pools.contract import (
    Amend,
    Contribute,
    Post,
    Release,
    Reserve,
    Reverse,
    TakeBack,
    Transfer,
)
from controller.pools.outbox import PoolOutbox, Told, TransfersDue, tell
from controller.round.phases import Phase
from controller.round.pool import wagered
from controller.round.state import DueAward, Round, Table, known
from controller.round.view import public_view


def terms_of(jackpot: JackpotRules) -> Terms:
    """What a table brings along when it joins a pool."""
    figures = jackpot.wager, jackpot.increment_millionths, jackpot.seed
    return Terms(jackpot.schedule.name, *figures)


def parameters_of(jackpot: JackpotRules, limit: Money | None = None) -> Parameters:
    """The figures of a pool for this table alone."""
    figures = jackpot.wager, jackpot.increment_millionths, jackpot.seed
    reserve = jackpot.reserve_increment_millionths
    return Parameters(jackpot.schedule.name, *figures, reserve, limit)


# What the table means for the pool


class _Win(NamedTuple):
    """A paid award off the meter."""

    level: str
    amount: Money
    resets: bool
    cards: tuple[Card, ...]


class _Wanted(NamedTuple):
    """Where the pool should be by what the table says."""

    wagers: int
    reservation: bool
    held: Money
    wins: tuple[_Win, ...]


def _wanted(table: Table) -> _Wanted:
    awards = table.round.awards
    in_progress = table.round.phase is not Phase.IDLE
    return _Wanted(
        _wagers(table),
        in_progress and any(_off_the_meter(due) and (due.keyed or due.paid) for due in awards),
        _held(table) if in_progress else ZERO,
        tuple(_win(table, i) for i, due in enumerate(awards) if _off_the_meter(due) and due.paid),
    )


def _wagers(table: Table) -> int:
    return sum(wagered(place) for place in table.round.places)


def _off_the_meter(due: DueAward) -> bool:
    return due.award.kind is Kind.PROGRESSIVE


def _held(table: Table) -> Money:
    """What is keyed and not paid. What comes after a reset is not on the meter yet (R28)."""
    held = ZERO
    for index, due in enumerate(table.round.awards):
        if due.paid or not _off_the_meter(due):
            continue
        held += due.award.from_meter if due.keyed else ZERO
        if _resets(table, index):
            break
    return held


def _resets(table: Table, index: int) -> bool:
    """15.2.13.1: of royals that share one meter the last one resets it."""
    awards = table.round.awards
    shared = table.rules.nsw and any(due.award.resets_meter for due in awards[index + 1 :])
    return awards[index].award.resets_meter and not shared


def _win(table: Table, index: int) -> _Win:
    award, face_up = table.round.awards[index].award, public_view(table).round
    cards = known(face_up.place(award.place).cards) + known(face_up.community)
    return _Win(award.award, award.from_meter, _resets(table, index), cards)


def _win_of(post: Post) -> _Win:
    return _Win(post.level, post.amount, post.resets, post.cards)


# The difference


def transfers_due(
    outbox: PoolOutbox,
    before: Table,
    after: Table,
    *,
    table_name: str,
    who: tuple[str, ...],
    at: int,
    series: str = "",
) -> tuple[TransfersDue, ...]:
    """What to record with a command: nothing where the pool is not concerned."""
    asked = transfers(
        before,
        after,
        table_name=table_name,
        command_position=outbox.asked + 1,
        told=outbox.told,
        who=who,
        at=at,
        series=series,
        version=outbox.version_played,
    )
    return (TransfersDue.of(asked),) if asked else ()


def transfers(
    before: Table,
    after: Table,
    *,
    table_name: str,
    command_position: int,
    told: Told,
    who: tuple[str, ...],
    at: int,
    series: str = "",
    version: int | None = None,
) -> tuple[Transfer, ...]:
    """What a whole command that took the table from `before` to `after` asks of the pool.

    `told` is that of the outbox. `command_position` is a number used once in the table's journal;
    `series` tells a journal that was begun anew from the one before, lest the pool take a transfer
    for an old one sent again. `who` and `at` go with an award that is paid: the dealer, the
    supervisor who confirmed it, and the wall time in seconds. `version`: the pool's parameters the
    wagers were locked under; none for those in force on arrival.
    """
    if unconcerned(before.round, after.round):
        return ()
    prefix = "/".join(filter(None, (table_name, series, f"{after.round.number}")))
    draft = _Draft(table_name, after.round.number, f"{prefix}/{command_position}", told)
    wanted = _wanted(after)
    again = _undo(draft, wanted)
    more = wanted.wagers - draft.told.wagers
    if more > 0:
        draft.contribute(more, version)
    standing = [_win_of(post) for post in draft.told.posted]
    for win in _without(wanted.wins, standing):
        draft.hold(max(draft.told.held, win.amount))
        first = again.get(win)
        draft.post(win, *((who, at) if first is None else (first.who, first.at)))
    if wanted.reservation:
        draft.hold(wanted.held)
    return tuple(draft.transfers)


def unconcerned(before: Round, after: Round) -> bool:
    """Is all that the pool could have to hear of the same, as after most commands?"""
    if before.number != after.number or before.awards is not after.awards:
        return False
    if (before.phase is Phase.IDLE) is not (after.phase is Phase.IDLE):
        return False
    if before.places is after.places:
        return True
    pairs = zip(before.places, after.places, strict=True)
    return all(was is now or wagered(was) is wagered(now) for was, now in pairs)


def _without(wins: tuple[_Win, ...], standing: list[_Win]) -> list[_Win]:
    left = list(wins)
    for win in standing:
        left.remove(win)
    return left


class _Draft:
    """Transfers in the making; each counts as told at once, so that the next is asked after it."""

    def __init__(self, table: str, round_: int, prefix: str, told: Told) -> None:
        self.told = told
        self.transfers: list[Transfer] = []
        self._table, self._round, self._prefix = table, round_, prefix
        if told.round != round_:
            self.release()  # nothing is left of a round that ended as it should
            self.told = Told(round_)

    def _ask(self, transfer: Transfer) -> None:
        self.transfers.append(transfer)
        self.told = tell(self.told, transfer)

    def _id(self) -> str:
        return f"{self._prefix}/{len(self.transfers) + 1}"

    def contribute(self, wagers: int, version: int | None) -> None:
        self._ask(Contribute(self._id(), self._table, self._round, wagers, version))

    def take_back(self, wagers: int) -> None:
        for given in reversed(self.told.given):
            taken = min(wagers, given.wagers)
            if taken:
                self._ask(TakeBack(self._id(), given.id, taken))
            wagers -= taken

    def hold(self, amount: Money) -> None:
        """One reservation a round, amended by what follows (R24)."""
        if self.told.reservation is None:
            self._ask(Reserve(self._id(), self._table, self._round, amount))
        elif self.told.held != amount:
            self._ask(Amend(self._id(), self.told.reservation, amount))

    def release(self) -> None:
        if self.told.reservation is not None:
            self._ask(Release(self._id(), self.told.reservation))

    def post(self, win: _Win, who: tuple[str, ...], at: int) -> None:
        reservation = existing(self.told.reservation, f"{self._prefix}: an award without one")
        level, amount, resets, cards = win
        self._ask(Post(self._id(), reservation, level, amount, resets, cards, who, at))

    def reverse(self, award: str) -> None:
        self._ask(Reverse(self._id(), award))


def _undo(draft: _Draft, wanted: _Wanted) -> dict[_Win, Post]:
    """Give back what does not stand any more; the awards reversed, some to be posted again."""
    told, fewer = draft.told, max(0, draft.told.wagers - wanted.wagers)
    undone = told.posted[_standing(told.posted, wanted.wins, before_resets=fewer > 0) :]
    if not wanted.reservation:
        draft.release()
    elif undone:
        draft.hold(ZERO)
    elif fewer:
        draft.hold(min(told.held, wanted.held))
    for post in reversed(undone):
        draft.reverse(post.id)
    draft.take_back(fewer)
    return {_win_of(post): post for post in undone}


def _standing(posted: tuple[Post, ...], wins: tuple[_Win, ...], *, before_resets: bool) -> int:
    """How many of the posted awards stand: later ones are reversed before earlier ones."""
    left = list(wins)
    for count, post in enumerate(posted):
        if _win_of(post) not in left or (before_resets and post.resets):
            return count
        left.remove(_win_of(post))
    return len(posted)
