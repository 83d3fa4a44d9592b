"""One start, in a process of its own: `python -m tests.bench.starting bare`, or `console FOLDER`.

At the first frame that can be used it prints the machine's steady clock and the processor time it
took, and ends. Only what the measured program needs is imported, and only where it needs it.
"""

import os
import sys
import time
from pathlib import Path


def bare() -> None:
    """The least a Qt Quick program in Python can be: one window, one word."""
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtQml import QQmlApplicationEngine
    from PySide6.QtQuick import QQuickWindow

    program = QGuiApplication(["bare"])
    engine = QQmlApplicationEngine()
    engine.loadData(
        b"import QtQuick\n"
        b"Window { width: 1280; height: 800; visible: true; Text { text: 'Ready' } }"
    )
    window = engine.rootObjects()[0]
    if isinstance(window, QQuickWindow):
        window.frameSwapped.connect(_tell)
    program.exec()


def console(folder: Path) -> None:
    """`feltwork console` on the record of a table that was interrupted in a round.

    Its devices are configured and not there. Its first question is whether screen and felt agree:
    it can be used as soon as a frame shows the table and that button takes a tap. Panels that are
    not on that frame are still being made; wanted at once, they would be there with the tap.
    """
    import ui.cli  # noqa: F401 - every command of the program starts with it
    from ui.commands.window import coming_up

    with coming_up():
        from ui.commands import seating
        from ui.console import Console

        class Watched(Console):
            def show(self, *, full_screen: bool = False) -> None:
                self.window.frameSwapped.connect(self._rendered)
                super().show(full_screen=full_screen)

            def _rendered(self) -> None:
                if self.view.parts["actions"].props.primary_enabled:
                    _tell()

        vars(seating)["Console"] = Watched
        wrong = seating.run("14", folder, seating.Look(), simulate=False)
    sys.exit(f"it ended before a frame could be used: {wrong}")


def _tell() -> None:
    """Nothing is tidied up: the parent waits for the end of the process, and measures no more."""
    sys.stdout.write(f"{time.monotonic()} {time.process_time()}\n")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    if sys.argv[1] == "bare":
        bare()
    else:
        console(Path(sys.argv[2]))
