"""What people ask of the table and its pool: why not, and what is recorded and sent where so.

The pool has the last word on all of it, later: what it refuses stays first in the outbox and holds
the table. So nothing is asked of it here that is bound to be refused.

Figures change at the pool, at its next reset while the jackpot is live; the table plays by them
from the round after that. A round is played by one set of figures from beginning to end.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.domain.base import evolve, existing
from controller.domain.instant import SECOND_MS, Instant, elapsed_ms
from controller.domain.kernel import Asking
from controller.domain.refusals import Refused, Sentence
from controller.domain.words import dollars
from controller.floor.citations import cite
from controller.games.bonus import orders as o
from controller.games.bonus.events import MeterAwardsFixed
from controller.games.bonus.floor.jackpots import ReportJackpotFailed
from controller.games.bonus.floor.state import BonusFloor, JackpotState
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.pool_events import LinkBack, LinkLost, MeterFound, MeterRead
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.rules import JackpotRules, TableRules
from controller.games.bonus.transfers import fixed_by, terms_of
from controller.pools import Parameters, Terms
from controller.pools.membership import differing
from controller.pools.outbox import (
    FiguresTakenUp,
    PoolChangeAgreed,
    PoolEvent,
    PoolRead,
    TransferAnswered,
    TransfersDue,
    record_answer,
    send_again,
    set_aside,
)
from controller.pools.refusals import PoolRefusal
from controller.pools.transfers import Answer, ChangeParameters, Move, WithdrawChange

Read = MeterRead | MeterFound | PoolRead
"""The meter of the pool, or all of it where the table has to begin with it anew."""
LINK: Final = "link to the jackpot pool"


class OrderRefusal(Sentence):
    """Why nothing is asked of the pool."""

    NO_POOL = "This table is not in a jackpot pool."
    NOT_ANSWERED = "The jackpot pool has not answered yet. Wait until it does."
    RESERVATION_OPEN = "Part of the meter is still reserved for this table."
    FIGURE_FIXED = "The rules fix this figure. It cannot be changed."
    NOT_FIGURES = "A meter cannot run on these figures."
    NO_CHANGE = "These figures are already in force."
    NOTHING_PENDING = "No new figures are waiting for the next reset."
    SAME_POOL = "The table is already in this pool."
    TERMS_DIFFER = "The pool and the table have different terms."
    NOTHING_REFUSED = "The pool has not refused this transfer."


def decide_order(
    house: BonusHouse, order: o.PoolRequest, asking: Asking
) -> tuple[PoolEvent, ...] | Refused:
    """What an order leaves in the record, or why it is refused."""
    if house.floor is None or house.floor.rules.jackpot is None or house.pool.figures is None:
        return Refused(OrderRefusal.NO_POOL)
    return _ORDERS[type(order)](_Request(house, asking), order)


def order_due(house: BonusHouse) -> o.PoolRequest | None:
    """The table takes agreed figures up by itself, between rounds, once the pool has put them in
    force and has answered everything: until then the reset may still be reversed."""
    agreed, outbox = house.pool.agreed, house.pool
    in_force = agreed is not None and outbox.version == agreed.version
    idle = not house.in_round and not outbox.due
    return o.TakeUpFigures() if in_force and idle else None


def pool_unread(house: BonusHouse) -> bool:
    """Does the next round have to wait until the table knows its pool's meter?"""
    offered = house.floor is not None and house.floor.jackpot is JackpotState.ON
    return house.pooled and offered and (house.pool.unread or house.pool.moves is not None)


def link_heard(house: BonusHouse, *, linked: bool, now: Instant) -> tuple[LinkLost | LinkBack, ...]:
    """What to record of the way to a shared pool. After a restart its loss counts from then on."""
    lost = house.link_lost
    if linked:
        return (LinkBack(),) if lost is not None else ()
    return (LinkLost(now),) if lost is None or elapsed_ms(lost, now) is None else ()


def jackpot_closes(house: BonusHouse, now: Instant) -> ReportJackpotFailed | None:
    """11.14: without its pool for too long; a round is played to its end first (R38)."""
    floor, lost = house.floor, house.link_lost
    if floor is None or lost is None or floor.round is not None:
        return None
    gone_ms = elapsed_ms(lost, now) or 0
    due = gone_ms >= floor.settings.link_lost_s_max * SECOND_MS
    return ReportJackpotFailed(LINK) if due and floor.jackpot is JackpotState.ON else None


def awards_ahead(house: BonusHouse) -> bool:
    """Is a round being settled whose awards are not worked out yet?"""
    round_ = house.table.round
    return (
        round_.phase is Phase.SETTLEMENT and not round_.awards and round_.meter_before is not None
    )


def pool_answered(
    house: BonusHouse, id: str, answer: Answer
) -> tuple[TransferAnswered | MeterAwardsFixed, ...]:
    """What to record when the pool has answered; R24: a share it reserved fixes the awards."""
    outbox, recorded = house.pool, record_answer(house.pool, id, answer)
    fixed = fixed_by(outbox.told, house.table, outbox.due[0], answer) if recorded else None
    return (*recorded, fixed) if fixed else recorded


def meter_heard(house: BonusHouse, read: Read) -> tuple[Read, ...]:
    """What to record of a meter that was read. With nothing on its way to the pool the meter is
    what the pool says: between rounds, and on a shared meter until the awards of a round are worked
    out."""
    late = not awards_ahead(house) if isinstance(read, MeterFound) else house.in_round
    if isinstance(read, PoolRead):
        ours = house.pool.figures, house.pool.agreed, house.pool.latest
        known = not house.pool.unread and ours == (read.figures, read.agreed, read.latest)
    else:
        known = house.table.meter == Meter(read.exact, read.exact_reserve)
    return () if late or house.pool.due or known else (read,)


def with_figures(rules: TableRules, figures: Parameters) -> TableRules:
    """The table's rules with a pool's figures."""
    jackpot = existing(rules.jackpot, "figures for a table without a jackpot")
    return evolve(
        rules,
        jackpot=evolve(
            jackpot,
            wager=figures.wager,
            increment_millionths=figures.increment_millionths,
            seed=figures.seed,
            reserve_increment_millionths=figures.reserve_increment_millionths,
        ),
    )


class _Request:
    """The table and its pool, and who asks."""

    def __init__(self, house: BonusHouse, asking: Asking) -> None:
        self.house, self.outbox = house, house.pool
        self.floor: BonusFloor = existing(house.floor, "an order about the pool on the bench")
        self.jackpot: JackpotRules = existing(self.floor.rules.jackpot, "no jackpot")
        self.figures: Parameters = existing(house.pool.figures, "no figures of the pool")
        self.who = tuple(actor.number for actor in asking.by)
        self.why = asking.reason.value if asking.reason is not None else ""
        self.at = asking.now.wall_ms // SECOND_MS
        self.id = f"{house.name}/pool/{asking.cause}"

    def refuse(self, refusal: OrderRefusal, fact: str | None = None, detail: str = "") -> Refused:
        return Refused(refusal, cite(self.floor.rules, fact) if fact else None, detail)

    def ask(self, transfer: ChangeParameters | WithdrawChange | Move) -> TransfersDue:
        return TransfersDue((transfer,))

    def busy(self, fact: str) -> Refused | None:
        """Nothing is asked on top of what is not answered."""
        if self.outbox.due or self.outbox.unread:
            detail = f"Transfers waiting: {len(self.outbox.due)}."
            return self.refuse(OrderRefusal.NOT_ANSWERED, fact, detail)
        return None


_Outcome = tuple[PoolEvent, ...] | Refused


def _change_figures(request: _Request, order: o.ChangeFigures) -> _Outcome:
    """15.1: in force after the next reset while the jackpot is live; the pool says when."""
    fact = "meter parameters"
    if refused := request.busy(fact) or _fixed(request, order):
        return refused
    try:
        new = Parameters(request.figures.schedule, **vars(order), version=request.outbox.latest + 1)
    except ValueError as wrong:
        return request.refuse(OrderRefusal.NOT_FIGURES, fact, f"{wrong}.")
    if evolve(new, version=request.figures.version) == request.figures:
        return request.refuse(OrderRefusal.NO_CHANGE, fact)
    return (request.ask(ChangeParameters(request.id, new, request.who, request.at)),)


def _fixed(request: _Request, order: o.ChangeFigures) -> Refused | None:
    """sd (18), R27: a schedule for one wager only; elsewhere the seed goes up with the wager."""
    ours, schedule = request.figures, request.jackpot.schedule
    if request.floor.rules.nsw or order.wager == ours.wager:
        return None
    if schedule.wager_fixed:
        detail = (
            f"{schedule.name} has a wager of {dollars(ours.wager)}, not {dollars(order.wager)}."
        )
        return request.refuse(OrderRefusal.FIGURE_FIXED, "jackpot figures", detail)
    if int(order.seed) * int(ours.wager) != int(ours.seed) * int(order.wager):
        detail = f"The seed has to rise with the wager; {dollars(order.seed)} does not."
        return request.refuse(OrderRefusal.FIGURE_FIXED, "jackpot figures", detail)
    return None


def _withdraw_figures(request: _Request, _: o.WithdrawFigures) -> _Outcome:
    fact, agreed = "meter parameters", request.outbox.agreed
    if refused := request.busy(fact):
        return refused
    if agreed is None:
        return request.refuse(OrderRefusal.NOTHING_PENDING, fact)
    return (request.ask(WithdrawChange(request.id, agreed.version, request.who, request.at)),)


def _take_up_figures(request: _Request, _: o.TakeUpFigures) -> _Outcome:
    agreed = existing(request.outbox.agreed, "no figures to take up")
    return (FiguresTakenUp(agreed),)


def _change_pool(request: _Request, order: o.ChangePool) -> _Outcome:
    """15.1.2.2, 15.2.5: never in two pools, and only where all tables play the same."""
    outbox, ours = request.outbox, terms_of(request.jackpot)
    if refused := request.busy("one pool"):
        return refused
    if outbox.told.reservation is not None:
        return request.refuse(
            OrderRefusal.RESERVATION_OPEN, "one pool", f"Reservation {outbox.told.reservation}."
        )
    if order.into == outbox.pool:
        return request.refuse(OrderRefusal.SAME_POOL, "one pool", f"Pool {order.into}.")
    theirs = Terms(order.schedule, order.wager, order.increment_millionths, order.seed)
    if other := differing(ours, theirs):
        detail = f"{order.into}: {other.text()}"
        return request.refuse(OrderRefusal.TERMS_DIFFER, _SAME[other.refusal], detail)
    meter = existing(request.house.table.meter, "a pool without a meter")
    standing = outbox.pool, outbox.seq, meter.exact, meter.exact_reserve, request.figures
    return (
        PoolChangeAgreed(*standing, order.into, theirs),
        request.ask(Move(request.id, request.house.name, outbox.pool, order.into, ours)),
    )


def _set_aside(request: _Request, order: o.SetTransferAside) -> _Outcome:
    return set_aside(request.outbox, order.transfer, request.who, request.why) or _not_refused(
        request, order
    )


def _send_again(request: _Request, order: o.SendTransferAgain) -> _Outcome:
    return send_again(request.outbox, order.transfer, request.who, request.why) or _not_refused(
        request, order
    )


def _not_refused(request: _Request, order: o.SetTransferAside | o.SendTransferAgain) -> Refused:
    refused = request.outbox.refused
    expected = f"it refused {refused.id}" if refused is not None else "nothing was refused"
    detail = f"Asked for {order.transfer}; {expected}."
    return request.refuse(OrderRefusal.NOTHING_REFUSED, None, detail)


_SAME: Final = {
    PoolRefusal.SCHEDULE_DIFFERS: "same schedule",
    PoolRefusal.WAGER_DIFFERS: "same wager",
    PoolRefusal.INCREMENT_DIFFERS: "same increment",
    PoolRefusal.SEED_DIFFERS: "same seed",
}

_ORDERS: Final[Mapping[type[o.PoolRequest], Callable[[_Request, Any], _Outcome]]] = {
    o.ChangeFigures: _change_figures,
    o.WithdrawFigures: _withdraw_figures,
    o.TakeUpFigures: _take_up_figures,
    o.ChangePool: _change_pool,
    o.SetTransferAside: _set_aside,
    o.SendTransferAgain: _send_again,
}
