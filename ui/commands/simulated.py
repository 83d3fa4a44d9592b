"""The console over a simulated table: what `feltwork console --simulate` runs."""

import os
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from controller.domain.rules import RuleSet
from controller.floor.base import Day
from controller.journal.recorder import JournalFault
from simulators.people.table import SimulatedTable, Wanted
from simulators.scenario.clock import MachineClock

FAILED = 1


class Look(NamedTuple):
    """The window."""

    size: tuple[int, int]
    inches: float
    full_screen: bool


def display_missing() -> bool:
    """Is there nothing to show a window on? Qt would end the program without a word to follow."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return not any(os.environ.get(name) for name in named)


def run_simulated(
    ruleset: str,
    places: int,
    look: Look,
    *,
    folder: Path | None,
    speed: float,
    seed: int,
) -> int:
    """Until the window is closed; the exit status."""
    if display_missing():
        sys.stderr.write(
            "No display seen: DISPLAY and WAYLAND_DISPLAY are empty. Run it in a desktop session, "
            "or set QT_QPA_PLATFORM.\n"
        )
        return FAILED
    from ui.bridge import Bridge
    from ui.console import Console, application

    program = application()
    bridge = Bridge(simulated=True)
    wanted = Wanted(RuleSet(ruleset), places=places)
    try:
        with ExitStack() as opened:
            kept = folder or Path(opened.enter_context(tempfile.TemporaryDirectory()))
            kept.mkdir(parents=True, exist_ok=True)
            table = opened.enter_context(
                SimulatedTable(wanted, kept, MachineClock(), (bridge,), speed=speed, seed=seed)
            )
            console = Console(bridge, table.rules.places, size=look.size, inches=look.inches)
            opened.callback(console.close)
            bridge.attach(table.running.controller)
            console.show(full_screen=look.full_screen)
            today = time.localtime()
            table.begin(Day(today.tm_year, today.tm_mon, today.tm_mday))
            signal.signal(signal.SIGINT, lambda *_: program.quit())
            return program.exec()
    except JournalFault as fault:
        sys.stderr.write(f"{fault}\n")
        return FAILED
