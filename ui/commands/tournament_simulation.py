"""`feltwork tournament simulate`: a whole tournament of simulated players, to its prizes."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from ui.commands.stopping import REFUSED

if TYPE_CHECKING:
    from controller.tournament.format import Format
    from simulators.games.tournament.people.room import Course

SHOWN: Final = 10
"""Places that are listed."""


def run(form: "Format", players: int, seed: int, crashes: int, folder: Path | None) -> int:
    """Play, and say who came where; the exit status."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from simulators.games.tournament.people.room import play
    from ui.commands.desk_status import places_grid

    console = Console(soft_wrap=True)
    bar = Progress(
        TextColumn("SIMULATED"), BarColumn(), TextColumn("{task.description}"),
        TimeElapsedColumn(), console=Console(stderr=True),
    )  # fmt: skip
    try:
        with bar:
            task = bar.add_task(f"{players} players left", total=players - 1)

            def shown(left: int) -> None:
                said = "1 player left" if left == 1 else f"{left} players left"
                bar.update(task, completed=players - left, description=said)

            course = play(form, players, seed, folder, crashes, shown)
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is what a simulation looks for
        console.print(f"FAILED: {type(fault).__name__}: {fault}", markup=False)
        console.print("Run it again with the same options to see the same failure.")
        return REFUSED
    console.print(places_grid(course.places[:SHOWN], title="Places and prizes"))
    for line in _lines(course, players, seed):
        console.print(line, markup=False)
    return 0


def _lines(course: "Course", players: int, seed: int) -> list[str]:
    """What was played, what was bought, what went wrong."""
    bought = f"{course.rebuys} re-buys, {course.addons} add-ons"
    lines = [f"{players} players, {course.hands} hands, {bought}. Seed {seed}."]
    if course.happened:
        struck = ", ".join(f"{count} {what}" for what, count in sorted(course.happened.items()))
        lines.append(f"What went wrong on the way: {struck}.")
    held = "Every chip is accounted for at the desk and at the tables; every place is given once."
    return [*lines, held]
