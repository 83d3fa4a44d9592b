"""Where commands find the files of a table: where its console keeps them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ui.commands.stopping import WRONG, stop

if TYPE_CHECKING:
    from controller.tables import HouseTable

TableName = Annotated[
    str, typer.Option("--table", metavar="NAME", help="A table in config/tables, or a .toml file.")
]
TournamentName = Annotated[
    str,
    typer.Option(
        "--tournament",
        metavar="NAME",
        help="A tournament desk instead: one in config/tournaments, or a .toml file.",
    ),
]
DEFAULT_TABLE: Final = "14"


def folder_of(table: str) -> Path:
    """The folder that the console of this table takes when it is told no other."""
    return _folder(named(table))


def desk_folder(tournament: str) -> Path:
    """The folder that the desk of this tournament takes when it is told no other."""
    return _folder(named(DEFAULT_TABLE, tournament))


def _folder(table: "HouseTable") -> Path:
    from ui.table_folder import default_folder

    return default_folder(table.name, simulated=False, what=table.game.owner)


def named(table: str, tournament: str = "") -> "HouseTable":
    """The table of this name; or the tournament, where one is named."""
    from controller.config import WrongConfiguration
    from controller.games.desk.tournament_file import load_tournament
    from controller.tables import load_table

    try:
        return load_tournament(tournament) if tournament else load_table(table)
    except WrongConfiguration as wrong:
        stop(WRONG, f"{'--tournament' if tournament else '--table'}: {wrong}")


def register_in(folder: Path) -> Path:
    """The people of the table that keeps its files there."""
    from ui.table_folder import TableFolder

    return TableFolder(folder).staff


def journal_in(folder: Path) -> Path:
    """The record of the table that keeps its files there."""
    from ui.table_folder import TableFolder

    return TableFolder(folder).journal
