"""`feltwork demo`: a scripted shift without a screen, told, pictured and reported on."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from controller.private_files import begin_private, private_folder, temporary_folder
from ui.commands.stopping import REFUSED, stop

if TYPE_CHECKING:
    from PySide6.QtQuick import QQuickWindow
    from rich.progress import Progress, TaskID

    from ui.commands.shift.clock import ShiftClock
    from ui.commands.shift.evening import Pictured
    from ui.commands.shift.report import Picture

OUTPUT: Final = Path("demo-output")


def demo(
    output: Annotated[
        Path, typer.Option(metavar="DIR", help="Where pictures and report are written.")
    ] = OUTPUT,
) -> None:
    """Play a scripted shift at five simulated tables and write a report of it.

    Settled rounds in every rule set, a misdeal, a jam, a change of limits, a power cut in the
    middle of a round, a straight flush jackpot; hands of the poker room with side pots and a dead
    hand, a table run by pots, and a small tournament at two tables. Real controller, drivers and
    console; simulated devices and people. Takes about half a minute.

    Exit status: 0 the shift was played; 1 it was not.
    """
    import os

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from simulators.people.tapping import Stuck

    try:
        run(output)
    except Stuck as stuck:
        stop(REFUSED, f"The shift stopped: {stuck}")


class Narrator:
    """Tells the shift on the terminal and keeps its pictures."""

    def __init__(self, folder: Path, bar: "Progress", task: "TaskID", clock: "ShiftClock") -> None:
        self._folder, self._bar, self._task, self._clock = folder, bar, task, clock
        self.pictures: list[Picture] = []

    def say(self, table: str, text: str) -> None:
        line = f"{self._clock.time()}  {called(table)}  {text}"
        self._bar.console.print(line, markup=False, highlight=False, soft_wrap=True)

    def picture(self, stage: "Pictured", caption: str, window: "QQuickWindow") -> None:
        from ui.commands.shift.report import Picture

        name = f"{len(self.pictures) + 1:02d}-{_slug(called(stage.name))}-{_slug(caption)}.png"
        begin_private(self._folder / name)
        stage.grab(window).save(str(self._folder / name))
        at_ms = self._clock.now().wall_ms
        self.pictures.append(Picture(self._folder / name, stage.name, caption, at_ms))

    def advance(self) -> None:
        self._bar.advance(self._task)


def run(output: Path) -> "list[Picture]":
    """Play, and write everything out; the pictures that were taken."""
    import shutil

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from ui.commands.shift.clock import ShiftClock
    from ui.commands.shift.report import write_report
    from ui.commands.shift.script import Script
    from ui.console import application

    program = application()
    pictures = output / "pictures"
    shutil.rmtree(pictures, ignore_errors=True)
    private_folder(pictures)
    bar = Progress(
        TextColumn("SIMULATED"), BarColumn(), MofNCompleteColumn(), TextColumn("chapters"),
        console=Console(),
    )  # fmt: skip
    with temporary_folder("demo") as kept, bar:
        task = bar.add_task("chapters", total=None)
        clock = ShiftClock()
        narrator = Narrator(pictures, bar, task, clock)
        script = Script(kept, clock, narrator)
        bar.update(task, total=script.length)
        script.play()
        write_report(output / "shift-report.html", script.accounts(), narrator.pictures)
    program.processEvents()
    typer.echo(f"{len(narrator.pictures)} pictures in {pictures}")
    typer.echo(f"Shift report: {output / 'shift-report.html'}")
    return narrator.pictures


def called(name: str) -> str:
    """`table 14`; the tournament is called what it is."""
    return f"table {name}" if name.isdigit() else name


def _slug(text: str) -> str:
    kept = "".join(letter if letter.isalnum() else " " for letter in text.lower())
    return "-".join(kept.split())[:48]
