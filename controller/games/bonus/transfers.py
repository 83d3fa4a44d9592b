"""The table and its jackpot pool: what the pool has to be told, and what still is to be sent.

`RoundAtPool` is what the pool was told of the round so far. What a round means for the pool is
read off the table: how many wagers are on the meter, what is keyed, what is paid. `transfers`
compares the two and asks for the difference. No amount is worked out here a second time; the
core's is sent.

Ids come from table, round and the record of the journal that the command follows: sending again
is harmless, and in another past of the table no transfer is taken for this one. What is asked for
waits in the outbox (`controller.pools.outbox`) until the pool has answered.

Order. Money goes back before money is asked for: the reservation gives way, awards are reversed,
the latest first, then wagers are taken back. An award that reset the meter is reversed before an
increment from before it is taken back, and posted again: the increment comes off the meter it was
put on (R31, R39), and the house carries only what another table's win has reset away (R24a).

Several tables on one pool. The core works awards out on its own `Table.meter`, which is what the
pool showed when it was last read. That is what the table shows until the first key is pressed. Then
the table asks for a share, and the pool fixes it at its place in the order of all transfers (R24):
the answer's `basis` is what the awards are worked out on, with what is keyed left keyed
(`fixed_by`). Nothing is confirmed before that, and no table ever asks for more than there is.

What is reserved. New South Wales: with the first key all awards of the round off the meter, which
are known by then and share it (R18, R19); so no other table can come between them. South Dakota:
the one that is paid next, each on what was left when its turn came (R28).
"""

from dataclasses import field
from typing import NamedTuple

from controller.cards.plan import known
from controller.domain.base import existing
from controller.domain.cards import Card
from controller.domain.frozen import Frozen
from controller.domain.money import ZERO, Money
from controller.games.bonus.commands import ConfirmAward
from controller.games.bonus.events import MeterAwardsFixed
from controller.games.bonus.round.awards import fixed_awards
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.pool import wagered
from controller.games.bonus.round.state import Round, Table
from controller.games.bonus.round.view import public_view
from controller.games.bonus.rules import JackpotRules, MeterAwards
from controller.pools import AtMost, Parameters, Percent, Terms
from controller.pools.due import (
    AmendAtMost,
    AmendCents,
    AmendShare,
    Due,
    Reckoned,
    ReserveCents,
    ReserveShare,
    RoundAtPool,
    Share,
    holds_by,
    tell,
)
from controller.pools.refusals import PoolRefused
from controller.pools.transfers import Answer, Contribute, Post, Release, Reverse, TakeBack


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


class _Win(Frozen):
    """A paid award off the meter, known by its cards: a place was not always named with it."""

    level: str
    amount: Money
    resets: bool
    cards: tuple[Card, ...]
    place: int | None = field(compare=False)


class _Wanted(NamedTuple):
    """Where the pool should be by what the table says."""

    wagers: int
    reservation: bool
    held: Money
    share: Percent | AtMost | None
    """How the pool works it out by itself; none where it is a matter of cents."""
    reckoned: Reckoned
    wins: tuple[_Win, ...]


def _wanted(table: Table) -> _Wanted:
    awards = table.round.awards
    in_progress = table.round.phase is not Phase.IDLE
    claimed = claimed_awards(table) if in_progress else ()
    paid = tuple(i for i, due in enumerate(awards) if due.award.off_the_meter and due.paid)
    held = sum((awards[index].award.from_meter for index in claimed), start=ZERO)
    return _Wanted(
        sum(wagered(place) for place in table.round.places),
        in_progress and bool(claimed or paid),
        held,
        _share(table, claimed, paid) if claimed else None,
        _reckoned(table, claimed, held),
        tuple(_win(table, index) for index in paid),
    )


def claimed_awards(table: Table) -> tuple[int, ...]:
    """The awards, by their index, for which the meter is reserved or about to be."""
    awards = [
        (index, due) for index, due in enumerate(table.round.awards) if due.award.off_the_meter
    ]
    unpaid = tuple(index for index, due in awards if not due.paid)
    if table.rules.nsw:
        return unpaid if any(due.keyed or due.paid for _, due in awards) else ()
    return tuple(index for index in unpaid[:1] if table.round.awards[index].keyed)


def reserved(table: Table, of: ConfirmAward) -> bool:
    """Is the meter reserved for this award, if it comes off the meter at all?"""
    awards, claimed = table.round.awards, claimed_awards(table)
    return not any(
        due.award.off_the_meter and (due.award.place, due.award.award) == (of.place, of.award)
        for index, due in enumerate(awards)
        if due.keyed and index not in claimed
    )


def _share(
    table: Table, claimed: tuple[int, ...], paid: tuple[int, ...]
) -> Percent | AtMost | None:
    jackpot = existing(table.rules.jackpot, "an award without a jackpot")
    awards = table.round.awards
    lines = [jackpot.schedule.line(awards[index].award.award) for index in claimed]
    percents = [line.percent for line in lines if line is not None]
    if table.rules.nsw:
        # R19: where a royal is among them it takes all that the others leave.
        share = Percent(max(percents), percents.count(max(percents)))
        return None if paid else share
    if paid and jackpot.meter_awards is MeterAwards.SAME_METER:
        return AtMost(awards[claimed[0]].award.from_meter)
    return Percent(percents[0])


def _reckoned(table: Table, claimed: tuple[int, ...], held: Money) -> Reckoned:
    """What is on the meter as the table knows it, but for what was known of others so far."""
    first = table.round.awards[claimed[0]].award.place if claimed else 0
    place = len(table.round.places) if table.rules.nsw else first
    meter = ZERO if table.meter is None else table.meter.value
    return Reckoned(place, meter - table.round.by_others.get(place, ZERO), held)


def fixed_by(told: RoundAtPool, table: Table, done: Due, answer: Answer) -> MeterAwardsFixed | None:
    """R24: what the pool's answer makes of the awards; none where the table had it so."""
    if not isinstance(done, Share) or isinstance(answer, PoolRefused) or not holds_by(told, done):
        return None
    return fixed_awards(table, done.reckoned.place, answer.basis - done.reckoned.meter)


def _resets(table: Table, index: int) -> bool:
    """15.2.13.1: of royals that share one meter the last one resets it."""
    awards = table.round.awards
    shared = table.rules.nsw and any(due.award.resets_meter for due in awards[index + 1 :])
    return awards[index].award.resets_meter and not shared


def _win(table: Table, index: int) -> _Win:
    award, face_up = table.round.awards[index].award, public_view(table).round
    cards = known(face_up.place(award.place).cards) + known(face_up.community)
    return _Win(award.award, award.from_meter, _resets(table, index), cards, award.place)


def _win_of(post: Post) -> _Win:
    return _Win(post.level, post.amount, post.resets, post.cards, post.place)


# The difference


def due_after(
    before: Table,
    after: Table,
    *,
    table_name: str,
    told: RoundAtPool,
    who: tuple[str, ...],
    at: int,
    cause: str,
    version: int | None = None,
) -> tuple[Due, ...]:
    """What a whole command that took the table from `before` to `after` asks of the pool.

    `told` is that of the outbox. `cause` is that of the command (`controller.pools.heads`), lest
    the pool take a transfer for one that was sent in another past. `who` and `at` go with an award
    that is paid: the dealer, the supervisor who confirmed it, and the wall time in seconds.
    `version`: the pool's parameters the wagers were locked under; none for those in force on
    arrival.
    """
    if unconcerned(before.round, after.round):
        return ()
    prefix = f"{table_name}/{after.round.number}/{cause}"
    draft = _TransferBuilder(table_name, after.round.number, prefix, told)
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
        draft.hold(wanted.held, wanted.share, wanted.reckoned)
    return tuple(draft.due)


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


class _TransferBuilder:
    """Transfers in the making; each counts as told at once, so that the next is asked after it."""

    def __init__(self, table: str, round_: int, prefix: str, told: RoundAtPool) -> None:
        self.told = told
        self.due: list[Due] = []
        self._table, self._round, self._prefix = table, round_, prefix
        if told.round != round_:
            self.release()  # nothing is left of a round that ended as it should
            self.told = RoundAtPool(round_)

    def _ask(self, due: Due) -> None:
        self.due.append(due)
        self.told = tell(self.told, due)

    def _id(self) -> str:
        return f"{self._prefix}/{len(self.due) + 1}"

    def contribute(self, wagers: int, version: int | None) -> None:
        self._ask(Contribute(self._id(), self._table, self._round, wagers, version))

    def take_back(self, wagers: int) -> None:
        for given in reversed(self.told.given):
            taken = min(wagers, given.wagers)
            if taken:
                self._ask(TakeBack(self._id(), given.id, taken))
            wagers -= taken

    def hold(
        self,
        amount: Money,
        share: Percent | AtMost | None = None,
        reckoned: Reckoned | None = None,
    ) -> None:
        """One reservation a round, amended by what follows (R24); more of the meter as a share."""
        of, id = self.told.reservation, self._id()
        if of is not None and amount == self.told.held:
            return
        less = of is not None and amount < self.told.held
        if reckoned is None or share is None or less:
            cents = ReserveCents(id, self._table, self._round, amount)
            self._ask(cents if of is None else AmendCents(id, of, amount))
        elif isinstance(share, AtMost):
            self._ask(AmendAtMost(id, existing(of, f"{id}: nothing paid before"), reckoned))
        elif of is None:
            self._ask(ReserveShare(id, self._table, self._round, share, reckoned))
        else:
            self._ask(AmendShare(id, of, share, reckoned))

    def release(self) -> None:
        if self.told.reservation is not None:
            self._ask(Release(self._id(), self.told.reservation))

    def post(self, win: _Win, who: tuple[str, ...], at: int) -> None:
        reservation = existing(self.told.reservation, f"{self._prefix}: an award without one")
        won = win.level, win.amount, win.resets, win.cards, who, at, win.place
        self._ask(Post(self._id(), reservation, *won))

    def reverse(self, award: str) -> None:
        self._ask(Reverse(self._id(), award))


def _undo(draft: _TransferBuilder, wanted: _Wanted) -> dict[_Win, Post]:
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
