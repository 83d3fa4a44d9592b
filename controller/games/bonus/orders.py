"""What people ask of the table and its pool: figures, another pool, a transfer that was refused.

Who may ask for it is said in the powers of staff; whether it can be is judged in
`controller.games.bonus.pool_orders`, which knows the table and its outbox.
"""

from typing import Final

from controller.domain.kernel import Command
from controller.domain.money import Money
from controller.games.bonus.powers import BonusAction
from controller.staff.powers import Nobody


class PoolRequest(Command):
    """Something that is asked of the table and its pool."""


class ChangeFigures(PoolRequest, action=BonusAction.METER_PARAMETER):
    """15.1: the meter is to grow, stop and start again by other figures."""

    wager: Money
    increment_millionths: int
    seed: Money
    reserve_increment_millionths: int
    limit: Money | None


class WithdrawFigures(PoolRequest, action=BonusAction.METER_PARAMETER):
    """The figures that wait for the next reset are not wanted any more."""


class TakeUpFigures(PoolRequest, action=Nobody.INTERNAL):
    """The pool has put agreed figures in force: the table plays by them from its next round on."""


class ChangePool(PoolRequest, action=BonusAction.CHANGE_POOL):
    """15.1.2: the table goes over to another pool, whose terms were shown to who asks."""

    into: str
    schedule: str
    wager: Money
    increment_millionths: int
    seed: Money


class SetTransferAside(PoolRequest, action=BonusAction.SET_TRANSFER_ASIDE):
    """A refused transfer is given up: people settle the difference by hand."""

    transfer: str


class SendTransferAgain(PoolRequest, action=BonusAction.SEND_TRANSFER_AGAIN):
    """The reason for which the pool refused a transfer is gone."""

    transfer: str


ORDERS: Final[tuple[type[PoolRequest], ...]] = (
    ChangeFigures,
    WithdrawFigures,
    TakeUpFigures,
    ChangePool,
    SetTransferAside,
    SendTransferAgain,
)
"""Every kind of order there is."""
