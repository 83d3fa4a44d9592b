"""`feltwork doctor`: what is wrong with this machine, and what to do about it."""

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.commands.folders import DEFAULT_TABLE, TournamentName, desk_folder, folder_of

if TYPE_CHECKING:
    from ui.commands.examine.checks import Check

PROBLEMS = 1
PAGE, INDENT = 100, 7
COLOURS = {"fine": "green", "note": "yellow", "wrong": "bold red"}


def doctor(
    journals: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="The folder with the table's journal, as for --data of `feltwork console`. "
            "Default: the folder of --table.",
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="A table in config/tables, or a .toml file. Its devices must then be here.",
            show_default=DEFAULT_TABLE,
        ),
    ] = None,
    keys: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Key files kept elsewhere; can be given several times."),
    ] = None,
    tournament: TournamentName = "",
    udev_rules: Annotated[
        bool,
        typer.Option("--udev-rules", help="Print only the udev rules for the USB devices."),
    ] = False,
) -> None:
    """Check ports, USB devices, permissions, disk, keys, clock and configuration.

    A missing device is a problem if its table is named with --table or already has a record.
    Otherwise it is only noted, as this may be a machine for simulated tables.

    This changes nothing. To install the udev rules, run
    `feltwork doctor --udev-rules | sudo tee /etc/udev/rules.d/70-feltwork.rules`.

    Exit status: 0 no problems found; 1 there is something to fix; 2 there is no such table.
    """
    from controller.whose import owner_of
    from ui.commands.examine import devices, fitted, machine, qt_libraries
    from ui.commands.examine.checks import fine
    from ui.table_folder import TableFolder

    if udev_rules:
        typer.echo(devices.rules(), nl=False)
        return
    folder = journals or (
        desk_folder(tournament) if tournament else folder_of(table or DEFAULT_TABLE)
    )
    kept = TableFolder(folder, keys[0] if keys else None)
    is_desk = tournament or owner_of(kept.journal, kept.key_file) == "tournament"
    checks = [
        *devices.examine(),
        *(
            [fine("tournament desk", "has no devices")]
            if is_desk
            else fitted.examine(table or DEFAULT_TABLE, kept, named=table is not None)
        ),
        *machine.examine(folder, keys or []),
        qt_libraries.examine(),
    ]
    _show(checks)
    raise typer.Exit(PROBLEMS if any(check.state == "wrong" for check in checks) else 0)


def _show(checks: "list[Check]") -> None:
    if sys.stdout.isatty():
        _tabulate(checks)
    else:
        _list(checks)
    wrong = sum(check.state == "wrong" for check in checks)
    typer.echo(f"{wrong} to fix." if wrong else "No problems found.")


def _tabulate(checks: "list[Check]") -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table()
    for heading in ("check", "", "seen", "what to do"):
        table.add_column(heading, overflow="fold")
    for check in checks:
        state = f"[{COLOURS[check.state]}]{check.state}[/]"
        table.add_row(escape(check.name), state, escape(check.seen), escape(check.to_do))
    Console().print(table)


def _list(checks: "list[Check]") -> None:
    """In a file or a pipe: folded as a page is, but for what to run, which is copied whole."""
    for check in checks:
        typer.echo(_folded(f"{check.state:<{INDENT}}{check.name}: {check.seen}"))
        if check.to_do:
            whole = "`" in check.to_do or "sudo " in check.to_do
            typer.echo(f"{'':{INDENT}}{check.to_do}" if whole else _folded(check.to_do, INDENT))


def _folded(text: str, first: int = 0) -> str:
    return textwrap.fill(
        text,
        PAGE,
        initial_indent=" " * first,
        subsequent_indent=" " * INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )
