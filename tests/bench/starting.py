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
    """The console on the record of a table that was interrupted in a round.

    Its first question is whether screen and felt agree: the primary action is enabled as soon as
    the table is there.
    """
    import ui.cli  # noqa: F401 - every command of the program starts with it
    from tests.bench.interrupted import table_in
    from ui.bridge import Bridge
    from ui.console import Console, application

    program = application()
    bridge = Bridge()
    table = table_in(folder, (bridge,))
    screen = Console(bridge, 7)

    def usable() -> None:
        if screen.desk.parts["actions"].props.primary_enabled:
            _tell()

    screen.window.frameSwapped.connect(usable)
    bridge.attach(table.controller)
    screen.show()
    program.exec()


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
