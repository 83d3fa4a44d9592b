"""`feltwork journal replace`: another record in the place of one that is lost, by two people."""

from pathlib import Path
from typing import Annotated

import typer

import ui.commands.unseal  # noqa: F401 - the commands of the group come with the last
from ui.commands.folders import DEFAULT_TABLE, TableName, folder_of
from ui.commands.journal import FAULT, Keys, journal
from ui.commands.people import shown, started_with
from ui.commands.staff import File, PinStdin
from ui.commands.stopping import REFUSED, stop
from ui.commands.terminal import Typed, trouble


@journal.command(context_settings={"allow_extra_args": True})
def replace(
    context: typer.Context,
    by: Annotated[
        list[str],
        typer.Option("--by", metavar="NUMBER", help="Which supervisor decides: give it twice."),
    ],
    table: TableName = DEFAULT_TABLE,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="The table's folder, as the console has it.", show_default=False
        ),
    ] = None,
    keys: Keys = None,
    register: File = None,
    pin_stdin: PinStdin = False,
) -> None:
    """Begin a record in the place of one that is lost, with what is left of it moved away.

    The pool and the notices know the old one: without this a table with a new one stays held. Two
    different supervisors decide, of the register that this table was started with, and the new
    record begins with their numbers. The table must be stopped. It is started afterwards as always.

    Exit status: 0 replaced; 1 refused; 2 it cannot be done.
    """
    from controller.clock import MachineClock
    from controller.config import WrongConfiguration
    from controller.journal.recorder import JournalFault
    from controller.pools.refusals import PoolFault
    from controller.running.running_table import RunningTable
    from controller.staff.roles import SUPERVISORS
    from controller.tables import load_table
    from ui.table_folder import TableFolder

    try:
        named = load_table(table)
        folder = TableFolder(data or folder_of(table), keys).of(named.name)
    except WrongConfiguration as wrong:
        stop(FAULT, str(wrong))
    typed = Typed(context, pin_stdin)
    try:
        table_keys = folder.keys()
    except JournalFault as fault:
        stop(FAULT, str(fault))
    with trouble():
        people = started_with(table_keys, register or folder.staff)
        actors = [shown(people, number, typed) for number in by]
    numbers = tuple(dict.fromkeys(one.number for one in actors if one.role in SUPERVISORS))
    if len(numbers) < len(by) or len(numbers) < 2:
        stop(REFUSED, f"{' and '.join(by)} seen: two different supervisors expected.")
    try:
        setup = folder.setup(named, table_keys, people, None, lambda: None, replaced_by=numbers)
        running = RunningTable(setup, MachineClock())
        running.close()
        held = running.controller.snapshot().held
    except (JournalFault, PoolFault) as fault:
        stop(FAULT, str(fault))
    if held:
        stop(REFUSED, held)
    typer.echo(f"{folder.journal} begins anew, by {' and '.join(numbers)}.")
