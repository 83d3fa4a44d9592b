"""How many taps a hand takes on the dealer's screen of the poker room.

`make bench HANDS=folder` counts over the hand histories of a folder; without one, over hands of
simulated players.
"""

import os
import statistics
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from simulators.games.poker.people.recorded import simulated_hands
from simulators.games.poker.phh import History, history_in
from tests.helpers.taps import from_history, taps_of
from tests.helpers.taps_by_pots import taps_by_pots

ACTIONS_MAX = 8
"""What a dealer is asked for in a hand where every action is keyed, at the median."""
POTS_MAX = 5
"""And where a table is run by pots."""
SEED, SIMULATED = 17, 100


def bench() -> list[tuple[str, float, str]]:
    """The medians of the taps, as a part of those that are allowed."""
    app = QCoreApplication.instance() or QCoreApplication([])
    folder = os.environ.get("HANDS", "")
    histories: Iterable[History]
    if folder:
        histories = map(history_in, map(str, sorted(Path(folder).glob("*.phh"))))
    else:
        histories = simulated_hands(SEED, SIMULATED)
    hands = [from_history(history) for history in histories]
    lines = [
        _line("every action", ACTIONS_MAX, [taps_of(hand) for hand in hands]),
        _line("run by pots", POTS_MAX, [taps_by_pots(hand) for hand in hands]),
    ]
    app.processEvents()
    return lines


def _line(how: str, most: int, taps: list[int]) -> tuple[str, float, str]:
    median, mean = statistics.median(taps), statistics.mean(taps)
    note = f"median {median:g}, mean {mean:.1f}, most {max(taps)}, over {len(taps)} hands"
    return f"taps a hand, {how}, of the {most} allowed", median / most, note
