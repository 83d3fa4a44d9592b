"""What `make run` starts: a table or tournament of the user's choice where there is a display, else
the demo."""

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ui.chooser import Offer

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
        return _demo(f"The display did not answer within {ANSWER_S_MAX:.0f} s.")
    if tried.returncode:
        said = tried.stderr.strip() or f"The display test ended with code {tried.returncode}."
        return _demo(said)
    return Chosen(("console", "--simulate"), "Choose a table in the window")


def _demo(why: str) -> Chosen:
    return Chosen(("demo",), f"{why}\nPlaying the demo instead of the console")


def which() -> "Offer | None":
    """What is tapped in the first window; none where it is closed."""
    from ui.chooser import Chooser  # Qt: not before a display has answered
    from ui.display import program

    running = program()
    chooser = Chooser()
    try:
        return chooser.ask(running)
    finally:
        chooser.close()


def main() -> None:
    """In place of this process."""
    choice = chosen()
    sys.stdout.write(f"{choice.why}\n")
    arguments = choice.arguments
    if "console" in arguments:
        offer = which()
        if offer is None:
            sys.stdout.write("Nothing was chosen.\n")
            return
        sys.stdout.write(f"Starting {offer.title}\n")
        arguments = offer.command
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "ui", *arguments])


if __name__ == "__main__":
    main()
