"""A process with a linked table that plays round after round until somebody kills it."""

import sys
from pathlib import Path

from controller.floor.state import Status
from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from controller.pools.place import PoolOnServer
from tests.helpers.shift import LiveShift
from tests.unit.running.tables import House, fold_round, folded_out


def linked(folder: Path, url: str) -> House:
    house = House(folder)
    house.pool = PoolOnServer(url, "main")
    return house


def resumed(house: House) -> LiveShift:
    """Where it was when it was killed; a round under way is void."""
    shift = LiveShift(house.up().controller)
    if shift.floor.status is Status.CLOSED:
        return shift.playing(1, 2)
    shift.compared()
    if shift.table.round.phase is not Phase.IDLE:
        shift.supervised(c.Report(c.Irregularity.SUPERVISOR_VOID))
        folded_out(shift)
    shift.deck_ready()
    return shift


if __name__ == "__main__":
    playing = resumed(linked(Path(sys.argv[1]), sys.argv[2]))
    while True:
        fold_round(playing, (1, 2))
        sys.stdout.write("another round\n")
        sys.stdout.flush()
