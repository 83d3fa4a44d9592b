"""What the running table does not take at all, whatever the rules say of it."""

from controller.authority import Command, observed
from controller.authority import internal as of_the_table
from controller.domain.refusals import Refused
from controller.floor.calls import CallSupervisor
from controller.house.state import House
from controller.running.snapshot import NotNow


def turned_away(
    house: House,
    held: str | None,
    command: Command,
    *,
    comparing: bool,
    stale: bool = False,
) -> Refused | None:
    """Why it is not even asked about. `comparing`: it is held until the felt was compared; `stale`:
    the tap has seen something else than there is."""
    if internal(house, command):
        return Refused(NotNow.NOT_BY_HAND)
    if held is not None and not _goes_through(house, command, comparing):
        return Refused(NotNow.HELD, None, held)
    return Refused(NotNow.STALE) if stale else None


def internal(house: House, command: Command) -> bool:
    """Does only the table itself say this? On the bench the scenario speaks for it."""
    return of_the_table(command) and not house.on_bench


def _goes_through(house: House, command: Command, comparing: bool) -> bool:
    """While the felt is compared, only what has happened counts, a call for a supervisor and that
    supervisor's void; what puts right what holds the table counts then, unless that is a mistake of
    ours."""
    if house.game.counts_while_held(command):
        return house.held is None
    asks = house.game.voids(command) or isinstance(command, CallSupervisor)
    return comparing and (asks or observed(command))
