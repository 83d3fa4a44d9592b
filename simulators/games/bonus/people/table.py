"""A table of the bonus game in memory: its house before the first record, and its jackpot pool."""

from functools import partial
from typing import Final

from controller.domain.base import evolve
from controller.domain.money import ZERO, Money
from controller.floor.base import Day
from controller.games.bonus.floor.state import BonusSettings, new_floor
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.pool_answers import transfer_answered
from controller.games.bonus.round.state import new_table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.transfers import parameters_of, terms_of
from controller.pools.contract import Pool
from controller.pools.delivery import PoolDelivery
from controller.pools.memory import MemoryPools
from controller.pools.outbox import PoolOutbox, PoolRead, fold_one
from controller.pools.refusals import PoolRefused
from controller.running.runtime import TableController
from simulators.people.live import MONDAY_MS, NAME, LiveGame

METER: Final = Money.parse("60000")


class LiveBonus(LiveGame):
    """With a jackpot pool of its own where the rules have a jackpot."""

    devices = "table"
    fresh: BonusHouse

    def __init__(self, rules: TableRules) -> None:
        self.rules, self.pool = rules, _opened_pool(rules)
        self.fresh = self._fresh()

    def _fresh(self) -> BonusHouse:
        pool, outbox = self.pool, PoolOutbox()
        if pool is not None:
            outbox = evolve(fold_one(outbox, PoolRead.of(pool.status())), seq=0)
        floor = new_floor(self.rules, BonusSettings(effective_from=Day(2024, 8, 16)))
        table = new_table(self.rules, METER if pool else ZERO)
        return BonusHouse(table, NAME, floor, pool=outbox, pooled=pool is not None)

    def deliver(self, controller: TableController) -> None:
        """Deliver what is due to the pool."""
        due = house_of(controller.snapshot()).pool
        if self.pool is not None and due.due:
            answered = partial(transfer_answered, controller)
            delivery = PoolDelivery(self.pool, lambda *answer: answered(*answer).result(0))
            delivery.due(due.pending)
            delivery.deliver_all()


def _opened_pool(rules: TableRules) -> Pool | None:
    if rules.jackpot is None:
        return None
    who, at = ("P1", "P2"), MONDAY_MS // 1_000
    pool = MemoryPools().open(NAME, parameters_of(rules.jackpot), who, at, METER, ZERO)
    if isinstance(pool, PoolRefused):
        raise ValueError(pool.text())
    pool.join("join", NAME, terms_of(rules.jackpot))
    return pool
