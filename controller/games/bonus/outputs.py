"""What lamps, locks, keys and the jackpot sign of a bonus table should show."""

from collections.abc import Set

from controller.cards.plan import Unexplained
from controller.domain.base import remembered
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.round.deal import cards_due
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.pool import wagered
from controller.games.bonus.round.state import Place, Table
from controller.games.bonus.shared_meter import SharedMeter
from controller.games.bonus.steps import step_of
from controller.games.bonus.wagers import Area
from controller.running.outputs import Lamp, Outputs


def outputs(house: BonusHouse, shared: SharedMeter | None) -> Outputs:
    """What the round and its jackpot say they should show."""
    table = house.table
    return Outputs(
        place_lamps=jackpot_lamps(table),
        sensors_locked=table.round.phase not in (Phase.IDLE, Phase.WAGERS),
        shoe_locked=_shoe_locked(house),
        keypad_lamps=frozenset(step_of(house).keys),
        sign_text=_sign(house, shared),
    )


@remembered
def jackpot_lamps(table: Table) -> tuple[Lamp, ...]:
    """By place: on for a wager that is in, flashing for a win that is being paid."""
    round_ = table.round
    if not round_.in_play():
        return (Lamp.OFF,) * len(round_.places)
    winning = {due.award.place for due in round_.awards if not due.paid}
    # sd (3): sensors light up as they lock; elsewhere a player sees before that what was taken.
    waiting = table.rules.nsw and round_.phase is Phase.WAGERS and not round_.jackpot_off
    sensed = round_.sensed if waiting else frozenset[int]()
    return tuple([_lamp(place, winning, sensed) for place in round_.places])


def _lamp(place: Place, winning: Set[int], sensed: Set[int]) -> Lamp:
    if place.number in winning:
        return Lamp.FLASH
    waiting = place.number in sensed and Area.ANTE in place.stakes
    return Lamp.ON if waiting or wagered(place) else Lamp.OFF


def _shoe_locked(house: BonusHouse) -> bool:
    """Cards may leave in the deal, under sd for a street that is due, and before the lock."""
    table, round_ = house.table, house.table.round
    if round_.unexplained is not Unexplained.NOTHING:
        return True
    if round_.phase is Phase.WAGERS:
        return not any(place.playing for place in round_.places)
    if round_.plan is None or not round_.in_play():
        return True
    return len(round_.drawn) >= cards_due(table)


def _sign(house: BonusHouse, shared: SharedMeter | None) -> str:
    meter = house.table.meter
    if meter is None:
        return ""
    if not house.jackpot_open:
        return "JACKPOT CLOSED"
    if shared is None:
        return _amount(meter)
    return f"{shared.available.display()}{'' if shared.linked else ' NOT LINKED'}"


@remembered
def _amount(meter: Meter) -> str:
    return meter.value.display()
