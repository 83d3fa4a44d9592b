"""A table in a process of its own, to be killed in the middle of a round.

`python -m ui.commands.shift.bonus.victim TABLE FOLDER WALL_MS SEED PLACES`: opens the table, plays
two rounds, stands at the first decisions of the third, says so, and waits for the end.
"""

import sys
from pathlib import Path

from controller.games.bonus.round.phases import Phase
from ui.commands.shift.bonus.stage import BonusStage
from ui.commands.shift.clock import ShiftClock

READY = "in the middle of a round at"


def main(table: str, folder: str, wall_ms: str, seed: str, places: str) -> None:
    """Until somebody kills it."""
    clock = ShiftClock(int(wall_ms))
    seats = [int(place) for place in places.split(",")]
    with BonusStage(
        table, Path(folder), clock, places=seats, seed=int(seed), screen=False
    ) as stage:
        stage.play(2)
        stage.reach(Phase.FLOP_DECISIONS)
        sys.stdout.write(f"{READY} {clock.now().wall_ms}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
