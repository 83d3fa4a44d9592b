"""What the running table does not take at all, whatever the rules say of it."""

from controller.authority import Command, observed
from controller.authority import internal as of_the_table
from controller.domain.refusals import Refused
from controller.floor.calls import CallSupervisor
from controller.games.bonus import commands as c
from controller.games.bonus.orders import SendTransferAgain, SetTransferAside
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
    supervisor's void; what is done about a refused transfer counts whatever holds the table, but a
    mistake of ours."""
    if isinstance(command, SetTransferAside | SendTransferAgain):
        return keeper.house.held is None
    void = command == c.Report(c.Irregularity.SUPERVISOR_VOID)
    asks = void or isinstance(command, CallSupervisor)
    return keeper.held == COMPARE and (asks or observed(command))


def _seen_now(keeper: Keeper, command: Command) -> Seen:
    """What an honest tap has seen."""
    round_, place = keeper.house.table.round, getattr(command, "place", None)
    return Seen(round_.number, round_.phase, keeper.revision(place))
