"""How many taps a hand takes on the dealer's screen of the poker room.

`make bench HANDS=folder` counts over the hand histories of a folder; without one, over hands that
are invented: most fold before the flop, some call, few raise.
"""

import os
import random
import statistics
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from tests.helpers.taps import from_history, invented, taps_of

TAPS_MAX = 8
"""What a dealer is asked for in a hand, at the median."""
INVENTED = 60


def bench() -> list[tuple[str, float, str]]:
    """The median of the taps, as a part of those that are allowed."""
    app = QCoreApplication.instance() or QCoreApplication([])
    folder = os.environ.get("HANDS", "")
    if folder:
        hands = [from_history(path) for path in sorted(Path(folder).glob("*.phh"))]
    else:
        rng = random.Random(17)
        hands = [invented(rng) for _ in range(INVENTED)]
    taps = sorted(taps_of(hand) for hand in hands)
    median = statistics.median(taps)
    app.processEvents()
    what = f"taps a hand, of the {TAPS_MAX} allowed"
    mean, most = statistics.mean(taps), taps[-1]
    note = f"median {median:g}, mean {mean:.1f}, most {most}, over {len(taps)} hands"
    return [(what, median / TAPS_MAX, note)]
