"""`python -m ui.commands.shift.pictures FOLDER`: the pictures of the README, out of the demo."""

import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtGui import QImage

from controller.private_files import temporary_folder
from ui.commands.demo import run

SMALLEST: Final = 0
# fmt: off
KEPT: Final = {
    # file           table  how its caption in the demo begins
    "decisions.png":  ("14", "Round 1: Players decide before the turn"),
    "settlement.png": ("14", "Round 1: Place 3: "),
    "foreseen.png":   ("14", "Dealer's card exposed, foreseen"),
    "card-pad.png":   ("16", "Round 1: 3 cards keyed as turned over"),
    "supervisor.png": ("15", "Nguyen looks at the list of awards"),
    "recovered.png":  ("15", "Recovered in round 3"),
    "sign.png":       ("15", "The table sign shows the win"),
    "bench.png":      ("14", "The bench: the simulated devices"),
    "poker-hand.png": ("21", "Flop: Seat "),
    "poker-push.png": ("21", "Side pot 1: push"),
    "desk.png":       ("tournament", "The desk: who has entered"),
    "clock.png":      ("tournament", "The players' clock"),
}
# fmt: on


def main(folder: Path) -> None:
    """Play the whole shift and keep some of it."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with temporary_folder("pictures") as kept:
        taken = run(kept)
        for name, (table, begins) in KEPT.items():
            found = (one for one in taken if one.table == table and one.caption.startswith(begins))
            QImage(str(next(found).path)).save(str(folder / name), "PNG", SMALLEST)  # type: ignore[call-overload]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
