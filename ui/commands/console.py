"""`feltwork console`: the dealer's touchscreen, with real devices or simulated ones."""

from pathlib import Path
from typing import Annotated

import typer

from ui.commands.folders import DEFAULT_TABLE, TableName
from ui.commands.stopping import REFUSED, WRONG, stop
from ui.commands.window import FullScreen, Inches, Size, coming_up, size_of


def console(
    simulate: Annotated[
        bool,
        typer.Option(
            "--simulate",
            help="Simulate devices, players and staff, with a bench window to handle them.",
        ),
    ] = False,
    table: TableName = DEFAULT_TABLE,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Where the table keeps its record, keys, staff and pool. Default: under "
            "~/.local/share/feltwork.",
        ),
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The table's key file, created at the first start. Default: beside the record. "
            "Pairings are kept beside it.",
        ),
    ] = None,
    size: Size = "1280x800",
    inches: Inches = 0.0,
    four_colours: Annotated[
        bool, typer.Option("--four-colours", help="Blue diamonds and green clubs.")
    ] = False,
    full_screen: FullScreen = False,
    sign: Annotated[
        bool | None,
        typer.Option(
            "--sign/--no-sign",
            help="Show the table sign: on the second screen if there is one; with --simulate, "
            "beside the console if there is room.",
        ),
    ] = None,
    bench: Annotated[
        bool, typer.Option("--bench/--no-bench", help="Show the bench window of --simulate.")
    ] = True,
) -> None:
    """The dealer's touchscreen.

    With --simulate, the first start sets up a table in the folder: decks, players, and staff whose
    PINs are printed. However a table was stopped, the next start continues from its record.

    Exit status: 0 closed; 1 no display; 2 something is wrong with the table's files or options.
    """
    wanted = size_of(size)
    with coming_up():
        from ui.commands.seating import Look, run  # Qt and a whole table: loaded when needed
        from ui.display import NoDisplay

        look = Look(
            wanted,
            inches=inches,
            four_colours=four_colours,
            full_screen=full_screen,
            sign=False if sign is None and not simulate else sign,
            bench=simulate and bench,
        )
        try:
            wrong = run(table, data, look, simulate=simulate, keys=keys)
        except NoDisplay as missing:
            stop(REFUSED, str(missing))
    if wrong:
        stop(WRONG, wrong)
