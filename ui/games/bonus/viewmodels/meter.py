"""What is shown of the jackpot meter, and what other tables have won off it."""

from controller.domain.money import ZERO, Money
from controller.games.bonus.house import house_of
from controller.games.bonus.jackpot.meter import Meter
from ui.shown import Shown


def meter_of(shown: Shown) -> Meter | None:
    """What is shown of the jackpot: a meter that others play on too is followed as it runs."""
    own, shared = house_of(shown.snapshot).table.meter, shown.snapshot.shared
    return own and (own if shared is None else Meter.standing_at(shared.available))


def won_elsewhere(shown: Shown) -> Money:
    """What the pool holds for wins of other tables until they are posted or released (R24).

    Not known while it has not answered all that this table has asked of it."""
    shared, outbox = shown.snapshot.shared, house_of(shown.snapshot).pool
    if shared is None or not shared.linked or outbox.due:
        return ZERO
    reserved: Money = shared.reserved
    return max(reserved - outbox.told.held, ZERO)
