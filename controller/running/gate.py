"""What the running table does not take at all, whatever the rules say of it."""

from controller.authority import Command, observed
from controller.authority import internal as of_the_table
from controller.domain.refusals import Refused
from controller.floor.calls import CallSupervisor
from controller.running.keeper import COMPARE, Keeper
from controller.running.snapshot import NotNow, Seen


def turned_away(keeper: Keeper, command: Command, seen: Seen | None = None) -> Refused | None:
    """Why it is not even asked about."""
    if internal(keeper, command):
        return Refused(NotNow.NOT_BY_HAND)
    if keeper.held is not None and not _goes_through(keeper, command):
        return Refused(NotNow.HELD, None, keeper.held)
    if seen is not None and seen != _seen_now(keeper, command):
        return Refused(NotNow.STALE)
    return None


def internal(keeper: Keeper, command: Command) -> bool:
    """Does only the table itself say this? On the bench the scenario speaks for it."""
    return of_the_table(command) and keeper.house.floor is not None


def _goes_through(keeper: Keeper, command: Command) -> bool:
    """While the felt is compared, only what has happened counts, a call for a supervisor and that
    supervisor's void; what puts right what holds the table counts then, unless that is a mistake of
    ours."""
    game = keeper.house.game
    if game.counts_while_held(command):
        return keeper.house.held is None
    asks = game.voids(command) or isinstance(command, CallSupervisor)
    return keeper.held == COMPARE and (asks or observed(command))


def _seen_now(keeper: Keeper, command: Command) -> Seen:
    """What an honest tap has seen."""
    table, place = keeper.house.table, getattr(command, "place", None)
    return Seen(table.number, table.phase, keeper.revision(place))
