"""The system libraries that Qt's wheels do not carry, and the packages that bring them.

`make` runs this module after installing the packages: it installs what is missing where it may
(Debian and its kin, as root), and otherwise prints the one line to run and stops.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from ui.commands.examine.checks import Check, fine, note, wrong


class Library(NamedTuple):
    """One library by the name it is loaded by."""

    soname: str
    package: str
    windows: bool = False
    """Only for windows, on X or Wayland: without it the tests and the demo run all the same."""


# fmt: off
LIBRARIES: Final = (
    #       loaded as                  Debian package          for windows
    Library("libEGL.so.1",             "libegl1"),
    Library("libGL.so.1",              "libgl1"),
    Library("libxkbcommon.so.0",       "libxkbcommon0"),
    Library("libfontconfig.so.1",      "libfontconfig1"),
    Library("libglib-2.0.so.0",        "libglib2.0-0"),
    Library("libxcb-cursor.so.0",      "libxcb-cursor0",       True),
    Library("libxcb-icccm.so.4",       "libxcb-icccm4",        True),
    Library("libxcb-keysyms.so.1",     "libxcb-keysyms1",      True),
    Library("libxkbcommon-x11.so.0",   "libxkbcommon-x11-0",   True),
    Library("libwayland-client.so.0",  "libwayland-client0",   True),
    Library("libwayland-cursor.so.0",  "libwayland-cursor0",   True),
    Library("libwayland-egl.so.1",     "libwayland-egl1",      True),
)
# fmt: on


def loads(soname: str) -> bool:
    """Does the machine have it?"""
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def missing(has: Callable[[str], bool] = loads) -> tuple[Library, ...]:
    """What is not there."""
    return tuple(library for library in LIBRARIES if not has(library.soname))


def install_line(libraries: Iterable[Library]) -> list[str]:
    """The one line to run."""
    packages = [library.package for library in libraries]
    return ["apt-get", "install", "--yes", "--no-install-recommends", *packages]


def examine() -> Check:
    """For `feltwork doctor`."""
    name, absent = "Qt's system libraries", missing()
    if not absent:
        return fine(name, f"all {len(LIBRARIES)} are installed")
    seen = f"missing: {', '.join(library.soname for library in absent)}"
    to_do = f"sudo {' '.join(install_line(absent))}"
    needed = [library for library in absent if not library.windows]
    return wrong(name, seen, to_do) if needed else note(name, seen, to_do)


Run = Callable[[Sequence[str]], int]


def provide(
    absent: tuple[Library, ...], *, root: bool, apt: bool, run: Run, say: Callable[[str], object]
) -> int:
    """Install what is missing, or say what to run; the exit status."""
    if not absent:
        return 0
    line = install_line(absent)
    if root and apt:
        say(f"Installing the system libraries Qt needs: {' '.join(line[4:])}")
        if run(line) == 0 or (run(["apt-get", "update"]) == 0 and run(line) == 0):
            return 0
    needed = [library for library in absent if not library.windows]
    what = "Qt needs" if needed else "A window needs"
    say(f"{what} system libraries that are missing. Run:  sudo {' '.join(line)}")
    return 1 if needed else 0


def main() -> int:
    """What `make` calls."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return provide(
        missing(),
        root=os.geteuid() == 0,
        apt=shutil.which("apt-get") is not None,
        run=lambda line: subprocess.run(line, env=quiet, stdout=subprocess.DEVNULL).returncode,
        say=lambda text: sys.stderr.write(f"{text}\n"),
    )


if __name__ == "__main__":
    sys.exit(main())
