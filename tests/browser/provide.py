"""Chromium and its driver for `make test-browser`: installed where it may be, otherwise named."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Final

PROGRAMS: Final = {"chromium": "chromium", "chromedriver": "chromium-driver"}
"""The programs, and the Debian packages that bring them."""

Run = Callable[[Sequence[str]], int]


def provide(
    missing: Sequence[str], *, root: bool, apt: bool, run: Run, say: Callable[[str], object]
) -> int:
    """Install what is missing, or say what to run; the exit status."""
    if not missing:
        return 0
    packages = [PROGRAMS[program] for program in missing]
    line = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    if root and apt:
        say(f"Installing the browser for the tests: {' '.join(packages)}")
        if run(line) == 0 or (run(["apt-get", "update"]) == 0 and run(line) == 0):
            return 0
    say(f"The tests need {' and '.join(missing)}. To do:  sudo {' '.join(line)}")
    return 1


def main() -> int:
    """What `make` calls."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return provide(
        [program for program in PROGRAMS if shutil.which(program) is None],
        root=os.geteuid() == 0,
        apt=shutil.which("apt-get") is not None,
        run=lambda line: subprocess.run(line, env=quiet, stdout=subprocess.DEVNULL).returncode,
        say=lambda text: sys.stderr.write(f"{text}\n"),
    )


if __name__ == "__main__":
    sys.exit(main())
