"""`feltwork doctor`: what is wrong with this machine, and what to do about it."""

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.commands.folders import DEFAULT_TABLE, folder_of

if TYPE_CHECKING:
    from ui.commands.examine.checks import Check

HINDERED = 1
PAGE, INDENT = 100, 7
COLOURS = {"fine": "green", "note": "yellow", "wrong": "bold red"}


def doctor(
    journals: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where the table keeps its journal: what `feltwork console` calls --data. "
            "Otherwise where the table of --table keeps it.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="A table of config/tables, or a .toml file. Named, its devices have to be here.",
            show_default=DEFAULT_TABLE,
        ),
    ] = None,
    keys: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Key files kept elsewhere; may be given repeatedly."),
    ] = None,
    udev_rules: Annotated[
        bool,
        typer.Option("--udev-rules", help="Print the udev rules for the USB devices, and no more."),
    ] = False,
) -> None:
    """Find ports, USB devices and rights; look at disk, keys, clock and configuration.

    Devices that the table is to have and that are not here hinder where it is named with --table,
    or has a record already. On a machine for simulated tables they are only noted.

    Changes nothing. The rules go where they belong with
    `feltwork doctor --udev-rules | sudo tee /etc/udev/rules.d/70-feltwork.rules`.

    Exit status: 0 nothing hinders; 1 something does; 2 there is no such table.
    """
    from ui.commands.examine import devices, fitted, machine, qt_libraries
    from ui.table_folder import TableFolder

    if udev_rules:
        typer.echo(devices.rules(), nl=False)
        return
    folder = journals or folder_of(table or DEFAULT_TABLE)
    kept = TableFolder(folder, keys[0] if keys else None)
    checks = [
        *devices.examine(),
        *fitted.examine(table or DEFAULT_TABLE, kept, named=table is not None),
        *machine.examine(folder, keys or []),
        qt_libraries.examine(),
    ]
    _show(checks)
    raise typer.Exit(HINDERED if any(check.state == "wrong" for check in checks) else 0)


def _show(checks: "list[Check]") -> None:
    if sys.stdout.isatty():
        _tabulate(checks)
    else:
        _list(checks)
    wrong = sum(check.state == "wrong" for check in checks)
    typer.echo(f"{wrong} to be put right." if wrong else "Nothing hinders.")


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
