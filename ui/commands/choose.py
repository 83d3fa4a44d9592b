"""What `make run` starts: the console where there is a display, else the demo, saying why."""

import os
import subprocess
import sys
from typing import Final, NamedTuple

ANSWER_S_MAX: Final = 10.0


class Chosen(NamedTuple):
    """A command of `feltwork`, and why this one."""

    arguments: tuple[str, ...]
    why: str


def chosen() -> Chosen:
    """The display is tried in a process of its own: Qt ends the one in which it finds none."""
    try:
        tried = subprocess.run(
            [sys.executable, "-m", "ui.display"],
            capture_output=True,
            text=True,
            check=False,
            timeout=ANSWER_S_MAX,
        )
    except subprocess.TimeoutExpired:
        return _demo(f"The display has not answered in {ANSWER_S_MAX:.0f} s.")
    if tried.returncode:
        said = tried.stderr.strip() or f"Trying the display ended with {tried.returncode}."
        return _demo(said)
    return Chosen(("console", "--simulate"), "Starting the console with a simulated table")


def _demo(why: str) -> Chosen:
    return Chosen(("demo",), f"{why}\nPlaying the demo instead of the console")


def main() -> None:
    """In place of this process."""
    choice = chosen()
    sys.stdout.write(f"{choice.why}\n")
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "ui", *choice.arguments])


if __name__ == "__main__":
    main()
