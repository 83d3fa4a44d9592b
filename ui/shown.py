"""What the screen is derived from: one frozen value, made anew whenever anything has changed."""

from dataclasses import field

from controller.domain.frozen import frozen
from controller.domain.money import ZERO, Money
from controller.games.bonus.house import house_of
from controller.games.bonus.jackpot.meter import Meter
from controller.running.ports import ReaderView
from controller.running.snapshot import Snapshot


@frozen
class Shown:
    """The table as it may be shown."""

    snapshot: Snapshot
    simulated: bool = False
    """Is anything at this table simulated? Then the screen always says so."""
    reader: ReaderView = field(default_factory=ReaderView)
    """What the card reader has to say."""

    @property
    def meter(self) -> Meter | None:
        """What is shown of the jackpot: a meter that others play on too is followed as it runs."""
        own, shared = self.snapshot.house.table.meter, self.snapshot.shared
        return own and (own if shared is None else Meter.standing_at(shared.available))

    @property
    def won_elsewhere(self) -> Money:
        """What the pool holds for wins of other tables until they are posted or released (R24).

        Not known while it has not answered all that this table has asked of it."""
        shared, outbox = self.snapshot.shared, house_of(self.snapshot).pool
        if shared is None or not shared.linked or outbox.due:
            return ZERO
        reserved: Money = shared.reserved
        return max(reserved - outbox.told.held, ZERO)

    @property
    def not_linked(self) -> bool:
        """Others may have played on: their pool does not answer."""
        return self.snapshot.shared is not None and not self.snapshot.shared.linked
