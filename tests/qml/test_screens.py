"""Where the windows go on a machine with one screen, and with two."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize

from ui.screens import apart, placed

Rect = tuple[int, int, int, int]
CONSOLE, SIGN, LAPTOP = (0, 0, 1024, 600), (1024, 0, 1920, 1080), (0, 0, 1366, 768)
PROGRAM = """
import json
from controller.clock import MachineClock
from controller.tables import load_table
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtGui import QWindow
from ui.bench.staff import demo_register
from ui.commands.seating import Look, show
from ui.display import program
from ui.station import Station
from ui.table_folder import TableFolder

running, folder = program(), TableFolder(Path({folder!r}))
people = demo_register(folder.staff)

class Bench:
    def __init__(self, bridge):
        self.window = QWindow(objectName="bench")
        QTimer.singleShot(0, tell_twice)
    def show(self, at):
        self.window.setGeometry(at)
        self.window.show()
    def close(self): self.window.close()

def windows():
    return {{one.objectName(): one for one in running.topLevelWindows() if one.isVisible()}}

def tell():
    print(json.dumps({{name: one.geometry().getRect() for name, one in windows().items()}}))

def tell_twice():
    tell()
    windows()["console"].simulatedTapped.emit()
    tell()
    running.quit()

table, clock = load_table("16"), MachineClock()
with Station(table, folder, people, clock, lambda _: None, simulated=True) as at:
    show(running, at, Look(full_screen={full_screen}, sign={sign}), Bench)
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
    folder: Path, *screens: tuple[int, ...], full_screen: bool = False, sign: bool | None = True
) -> tuple[dict[str, QRect], dict[str, QRect], str]:
    """Where the windows of a table stand on a machine with these screens, before and after a tap on
    SIMULATED; what was said."""
    known = [
        dict(zip(("x", "y", "width", "height"), one, strict=True))
        | {"name": str(at), "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
        for at, one in enumerate(screens)
    ]
    config = folder / "screens.json"
    config.write_text(json.dumps({"screens": known}), "utf-8")
    program = PROGRAM.format(folder=str(folder), full_screen=full_screen, sign=sign)
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"QT_QPA_PLATFORM": f"offscreen:configfile={config}"},
        capture_output=True,
        text=True,
        check=True,
    )
    *said, before, after = done.stdout.splitlines()
    seen, tapped = (
        {name: QRect(*at) for name, at in json.loads(stand).items()} for stand in (before, after)
    )
    return seen, tapped, "\n".join([*said, done.stderr])


@pytest.mark.parametrize("full_screen", [True, False])
def test_the_sign_fills_the_second_screen_and_the_console_stays_on_the_first(
    tmp_path: Path, full_screen: bool
) -> None:
    seen, _, _ = windows(tmp_path, CONSOLE, SIGN, full_screen=full_screen)
    assert seen["signWindow"] == QRect(*SIGN)
    assert QRect(*CONSOLE).contains(seen["console"])
    assert (seen["console"] == QRect(*CONSOLE)) is full_screen, "a window has a frame"


def test_the_sign_never_lies_over_a_console_that_has_the_only_screen(tmp_path: Path) -> None:
    seen, _, said = windows(tmp_path, CONSOLE, full_screen=True)
    assert "signWindow" not in seen
    assert "It needs a second screen" in said


def test_a_small_screen_is_the_consoles_until_somebody_asks_for_the_bench(tmp_path: Path) -> None:
    seen, tapped, said = windows(tmp_path, LAPTOP, sign=None)
    assert list(seen) == ["console"]
    assert QRect(*LAPTOP).contains(seen["console"])
    assert seen["console"].width() == 1280
    assert "Tap SIMULATED" in said
    assert QRect(*LAPTOP).contains(tapped["bench"])


def test_a_sign_that_is_asked_for_is_shown_though_there_is_no_room_for_it(tmp_path: Path) -> None:
    seen, _, _ = windows(tmp_path, LAPTOP, sign=True)
    assert QRect(*LAPTOP).contains(seen["signWindow"])


# fmt: off
ROOMS = [
    # the screen as far as it is free   console              bench                   sign
    ((0, 0, 1024, 600),        (0, 0, 1024, 600),   None,                   None),
    (LAPTOP,                   (0, 0, 1280, 768),   None,                   None),
    ((0, 28, 1920, 1052),      (0, 28, 1280, 800),  (1280, 28, 620, 860),   None),
    ((0, 0, 1920, 1200),       (0, 0, 1280, 800),   (1280, 0, 620, 860),    (0, 800, 1280, 400)),
    ((100, 0, 2560, 1440),     (100, 0, 1280, 800), (1380, 0, 620, 860),    (100, 800, 1280, 640)),
    ((0, 0, 3440, 900),        (0, 0, 1280, 800),   (1280, 0, 620, 860),    (1900, 0, 1280, 720)),
    ((0, 0, 1860, 640),        (0, 0, 1280, 640),   (1280, 0, 580, 640),    None),
]
# fmt: on


@pytest.mark.parametrize(("room", "console", "bench", "sign"), ROOMS)
def test_windows_stand_side_by_side_where_there_is_room(
    room: Rect, console: Rect, bench: Rect | None, sign: Rect | None
) -> None:
    places = placed(QRect(*room), QSize(1280, 800))
    assert places.console == QRect(*console)
    assert places.bench == (bench and QRect(*bench))
    assert places.sign == (sign and QRect(*sign))


@given(st.tuples(*[st.integers(0, 500)] * 2, st.integers(640, 4000), st.integers(480, 3000)))
def test_no_window_leaves_the_screen_or_covers_another(room: Rect) -> None:
    places = placed(QRect(*room), QSize(1280, 800))
    known = [one for one in (places.console, places.bench, places.sign) if one is not None]
    assert all(QRect(*room).contains(one) for one in known)
    assert not any(one.intersects(other) for one, other in combinations(known, 2))
