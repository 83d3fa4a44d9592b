"""Where the windows go on a machine with one screen, and with two."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QRect

from ui.screens import apart

CONSOLE, SIGN = (0, 0, 1024, 600), (1024, 0, 1920, 1080)
PROGRAM = """
import json
from controller.clock import MachineClock
from controller.tables import load_table
from pathlib import Path
from PySide6.QtCore import QTimer
from ui.bench.staff import demo_register
from ui.commands.seating import Look, program, show
from ui.station import Station
from ui.table_folder import TableFolder

running, folder = program(), TableFolder(Path({folder!r}))
people = demo_register(folder.staff)

class Last:
    def __init__(self, bridge): pass
    def show(self): QTimer.singleShot(0, tell)
    def close(self): pass

def tell():
    seen = {{one.objectName(): one.geometry().getRect() for one in running.topLevelWindows()}}
    print(json.dumps(seen))
    running.quit()

table, clock = load_table("16"), MachineClock()
with Station(table, folder, people, clock, lambda _: None, simulated=True) as at:
    show(running, at, Look(full_screen={full_screen}, sign=True), Last)
"""


@dataclass(frozen=True)
class Standing:
    rect: tuple[int, int, int, int]

    def geometry(self) -> QRect:
        return QRect(*self.rect)


def test_the_second_screen_is_one_that_shows_something_else() -> None:
    first, mirror, other = Standing(CONSOLE), Standing((0, 0, 1920, 1080)), Standing(SIGN)
    assert apart([first, mirror, other], first) is other
    assert apart([first, mirror], first) is None
    assert apart([first], first) is None


def windows(
    folder: Path, *screens: tuple[int, ...], full_screen: bool
) -> tuple[dict[str, list[int]], str]:
    """Where the windows of a table stand on a machine with these screens; what was said."""
    known = [
        dict(zip(("x", "y", "width", "height"), one, strict=True))
        | {"name": str(at), "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
        for at, one in enumerate(screens)
    ]
    config = folder / "screens.json"
    config.write_text(json.dumps({"screens": known}), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(folder=str(folder), full_screen=full_screen)],
        env=os.environ | {"QT_QPA_PLATFORM": f"offscreen:configfile={config}"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout), done.stderr


@pytest.mark.parametrize("full_screen", [True, False])
def test_the_sign_fills_the_second_screen_and_the_console_stays_on_the_first(
    tmp_path: Path, full_screen: bool
) -> None:
    seen, _ = windows(tmp_path, CONSOLE, SIGN, full_screen=full_screen)
    assert tuple(seen["signWindow"]) == SIGN
    assert QRect(*CONSOLE).contains(QRect(*seen["console"]).topLeft())
    assert (tuple(seen["console"]) == CONSOLE) is full_screen


def test_without_a_second_screen_the_sign_is_a_window_beside_a_console_that_is_one(
    tmp_path: Path,
) -> None:
    seen, _ = windows(tmp_path, SIGN, full_screen=False)
    assert seen["signWindow"][2:] == [1280, 720]


def test_the_sign_never_lies_over_a_console_that_has_the_only_screen(tmp_path: Path) -> None:
    seen, said = windows(tmp_path, CONSOLE, full_screen=True)
    assert "signWindow" not in seen
    assert "a second expected" in said
