"""What the console takes of a core while nobody touches it: a simulated table waits for wagers.

Here less is better. Console, bench and sign are up, every device is attended to; nothing happens.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from simulators.people.felt import wait_until
from tests.bench.measure import Line

_SETTLE_S, _LOOK_S, _OPENED_S_MAX = 5.0, 30.0, 60.0
_TICKS = os.sysconf("SC_CLK_TCK")


def bench() -> list[Line]:
    """The line."""
    with TemporaryDirectory(prefix="feltwork-bench-") as name:
        folder = Path(name)
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        asked = ["-m", "ui", "console", "--simulate", "--data", str(folder)]
        with subprocess.Popen(
            [sys.executable, *asked], stdout=subprocess.DEVNULL, env=environment
        ) as process:
            if not wait_until((folder / "STAFF.txt").exists, _OPENED_S_MAX):
                raise RuntimeError("the console does not come up")
            sleep(_SETTLE_S)
            began, before = monotonic(), _processor_s(process.pid)
            sleep(_LOOK_S)
            share = (_processor_s(process.pid) - before) / (monotonic() - began)
            process.terminate()
    note = f"less is better, aim 0.03; over {_LOOK_S:.0f} s, load {os.getloadavg()[0]:.1f}"
    return [("share of a core while nothing happens at a simulated table", share, note)]


def _processor_s(pid: int) -> float:
    """User and system time, all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS
