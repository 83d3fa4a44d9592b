"""Where commands find the files of a table: where its console keeps them."""

from pathlib import Path
from typing import Annotated, Final

import typer

from ui.commands.stopping import WRONG, stop

TableName = Annotated[
    str, typer.Option("--table", metavar="NAME", help="A table of config/tables, or a .toml file.")
]
DEFAULT_TABLE: Final = "14"


def folder_of(table: str) -> Path:
    """The folder that the console of this table takes when it is told no other."""
    from controller.config import WrongConfiguration
    from controller.tables import load_table
    from ui.table_folder import default_folder

    try:
        return default_folder(load_table(table).name, simulated=False)
    except WrongConfiguration as wrong:
        stop(WRONG, f"--table: {wrong}")


def register_in(folder: Path) -> Path:
    """The people of the table that keeps its files there."""
    from ui.table_folder import TableFolder

    return TableFolder(folder).staff


def journal_in(folder: Path) -> Path:
    """The record of the table that keeps its files there."""
    from ui.table_folder import TableFolder

    return TableFolder(folder).journal
