"""`feltwork journal replace`: another record in the place of one that is lost, by two people."""

from pathlib import Path
from typing import Annotated

import typer

import ui.commands.unseal  # noqa: F401 - the commands of the group come with the last
from ui.commands.folders import (
    DEFAULT_TABLE,
    TableName,
    TournamentName,
    desk_folder,
    folder_of,
    named,
)
from ui.commands.journal import Keys, journal
from ui.commands.people import shown, started_with
from ui.commands.staff import File, PinStdin
from ui.commands.stopping import REFUSED, WRONG, stop
from ui.commands.terminal import Typed, trouble


@journal.command(context_settings={"allow_extra_args": True})
def replace(
    context: typer.Context,
    by: Annotated[
        list[str],
        typer.Option("--by", metavar="NUMBER", help="Staff number of a supervisor. Give it twice."),
    ],
    table: TableName = DEFAULT_TABLE,
    tournament: TournamentName = "",
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder of the console or desk, as for their --data."),
    ] = None,
    keys: Keys = None,
    register: File = None,
    pin_stdin: PinStdin = False,
) -> None:
    """Begin a new record in place of a lost one. Move what is left of the old one away first.

    The pool and the notices still know the old record, so a table with another one would be held.
    Two different supervisors decide, from the register that the table or desk was started with; the
    new record begins with their numbers. Stop the table or desk first, then start it as usual.

    Exit status: 0 replaced; 1 refused; 2 not possible.
    """
    from controller.clock import MachineClock
    from controller.config import WrongConfiguration
    from controller.journal.recorder import JournalFault
    from controller.pools.refusals import PoolFault
    from controller.running.running_table import RunningTable
    from controller.staff.roles import SUPERVISORS
    from ui.table_folder import TableFolder

    try:
        place = named(table, tournament)
        default = desk_folder(tournament) if tournament else folder_of(table)
        folder = TableFolder(data or default, keys).of(place)
    except WrongConfiguration as wrong:
        stop(WRONG, str(wrong))
    typed = Typed(context, pin_stdin)
    with trouble():
        table_keys = folder.keys()
        people = started_with(table_keys, register or folder.staff)
        actors = [shown(people, number, typed) for number in by]
    numbers = tuple(dict.fromkeys(one.number for one in actors if one.role in SUPERVISORS))
    if len(numbers) < len(by) or len(numbers) < 2:
        stop(REFUSED, f"Expected two different supervisors, found {' and '.join(by)}.")
    try:
        setup = folder.setup(place, table_keys, people, None, lambda: None, replaced_by=numbers)
        running = RunningTable(setup, MachineClock())
        running.close()
        held = running.controller.snapshot().held
    except (JournalFault, PoolFault) as fault:
        stop(WRONG, str(fault))
    if held:
        stop(REFUSED, held)
    typer.echo(f"{folder.journal} begins again, by {' and '.join(numbers)}.")
