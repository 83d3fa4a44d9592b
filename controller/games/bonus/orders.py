"""What people ask of the table and its pool: figures, another pool, a transfer that was refused.

Who may ask for it is said in the powers of staff; whether it can be is judged in
`controller.games.bonus.pool_orders`, which knows the table and its outbox.
"""

from typing import ClassVar, Final

from controller.domain.frozen import frozen
from controller.domain.money import Money
from controller.games.bonus.powers import BonusAction
from controller.staff.powers import Nobody


class PoolRequest:
    """Something that is asked of the table and its pool."""


@frozen
class ChangeFigures(PoolRequest):
    """15.1: the meter is to grow, stop and start again by other figures."""

    action: ClassVar = BonusAction.METER_PARAMETER

    wager: Money
    increment_millionths: int
    seed: Money
    reserve_increment_millionths: int
    limit: Money | None


@frozen
class WithdrawFigures(PoolRequest):
    """The figures that wait for the next reset are not wanted any more."""

    action: ClassVar = BonusAction.METER_PARAMETER


@frozen
class TakeUpFigures(PoolRequest):
    """The pool has put agreed figures in force: the table plays by them from its next round on."""

    action: ClassVar = Nobody.INTERNAL


@frozen
class ChangePool(PoolRequest):
    """15.1.2: the table goes over to another pool, whose terms were shown to who asks."""

    action: ClassVar = BonusAction.CHANGE_POOL

    into: str
    schedule: str
    wager: Money
    increment_millionths: int
    seed: Money


@frozen
class SetTransferAside(PoolRequest):
    """A refused transfer is given up: people settle the difference by hand."""

    action: ClassVar = BonusAction.SET_TRANSFER_ASIDE

    transfer: str


@frozen
class SendTransferAgain(PoolRequest):
    """The reason for which the pool refused a transfer is gone."""

    action: ClassVar = BonusAction.SEND_TRANSFER_AGAIN

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
