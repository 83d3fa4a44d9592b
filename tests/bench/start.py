"""From the start of the process to the first usable frame, against a bare Qt Quick window.

Here less is better. Both run in turn, without a display and without a GPU, from compiled modules
as an installed program has them. The first turn, which fills the caches, does not count.
"""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

from controller.domain.money import Money
from controller.games.bonus.commands import PlaceWager
from controller.games.bonus.wagers import Area, Stake
from tests.bench.interrupted import table_in
from tests.bench.measure import Line, on_disk
from tests.helpers.shift import LiveShift

_TURNS = 7
_SECONDS_MAX = 120.0


class Took(NamedTuple):
    """Seconds of one start."""

    wall: float
    processor: float


def bench() -> list[Line]:
    """The line."""
    with on_disk() as folder:
        _interrupt(folder)
        turns = [(_start(folder, "console"), _start(folder, "bare")) for _ in range(1 + _TURNS)][1:]
    ratio = median(ours.wall / theirs.wall for ours, theirs in turns)
    work = median(ours.processor / theirs.processor for ours, theirs in turns)
    long, short = (median(took.wall for took in side) * 1e3 for side in zip(*turns, strict=True))
    note = (
        f"less is better, aim 2; {long:.0f} ms / {short:.0f} ms; "
        f"processor time {work:.2f} times, load {os.getloadavg()[0]:.1f}"
    )
    return [("start to first usable frame / bare Qt Quick window", ratio, note)]


def _interrupt(folder: Path) -> None:
    """A table that is left with antes on the felt."""
    with closing(table_in(folder)) as table:
        shift = LiveShift(table.controller, table.controller.snapshot().house.table.rules)
        shift.playing(*range(1, 8))
        for place in range(1, 8):
            shift.do(PlaceWager(place, Area.ANTE, Stake(Money(2500))))


def _start(folder: Path, what: str) -> Took:
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "QT_QUICK_BACKEND": "software",
        "PYTHONPYCACHEPREFIX": str(folder.resolve() / "compiled"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.starting", what, str(folder)],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=_SECONDS_MAX,
    )
    at, processor = map(float, done.stdout.split())
    return Took(at - begun, processor)
