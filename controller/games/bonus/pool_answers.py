"""What the controller of a bonus table is told of its jackpot pool, from whichever thread."""

from concurrent.futures import Future
from typing import TYPE_CHECKING

from controller.games.bonus.pool_orders import Read, link_heard, meter_heard, pool_answered
from controller.games.bonus.shared_meter import SharedMeter
from controller.pools.outbox import ServerMet, record_met
from controller.pools.transfers import Answer as PoolAnswer

if TYPE_CHECKING:
    from controller.running.runtime import TableController
    from controller.running.snapshot import Answer


def pool_read(controller: "TableController", read: Read | ServerMet) -> "Future[Answer]":
    """What was found at the pool: the meter, which counts between rounds with nothing under way and
    nothing that holds the table, or which server it is."""
    if isinstance(read, ServerMet):
        return controller.learn(lambda house, _: record_met(house.pool, read))
    return controller.learn(lambda house, _: meter_heard(house, read), while_held=False)


def pool_shows(controller: "TableController", shared: SharedMeter) -> "Future[Answer]":
    """What the shared meter shows, for the sign; only that the link is lost is recorded."""
    return controller.show_shared(
        shared, lambda house, now: link_heard(house, linked=shared.linked, now=now)
    )


def transfer_answered(
    controller: "TableController", transfer: str, answer: PoolAnswer
) -> "Future[Answer]":
    """The pool has answered a transfer."""
    return controller.learn(lambda house, _: pool_answered(house, transfer, answer))
