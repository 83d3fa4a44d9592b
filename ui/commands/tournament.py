"""`feltwork tournament`: set one up, say how it stands, print its sheets, take its record away."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.commands.as_json import print_json
from ui.commands.stopping import REFUSED, WRONG, stop
from ui.commands.window import FullScreen, Inches, Size, coming_up, size_of

if TYPE_CHECKING:  # loaded when a command runs, not for --help
    from controller.staff.register import Register
    from controller.tables import HouseTable
    from controller.tournament.state import Desk
    from ui.commands.terminal import Typed
    from ui.table_folder import TableFolder

tournament = typer.Typer(
    name="tournament",
    help="Set up a tournament, run its desk and clock, see how it stands, print its sheets.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Named = Annotated[
    str,
    typer.Argument(
        metavar="TOURNAMENT", help="A tournament in config/tournaments, or a .toml file."
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        help="Where the desk keeps its record, keys and staff; by default under "
        "~/.local/share/feltwork.",
    ),
]
Keys = Annotated[
    Path | None,
    typer.Option(
        "--keys", metavar="FILE", help="The desk's key file; beside the record by default."
    ),
]


@tournament.command(context_settings={"allow_extra_args": True})
def new(
    context: typer.Context,
    named: Named,
    data: Data = None,
    keys: Keys = None,
    simulate: Annotated[
        bool,
        typer.Option("--simulate", help="Set up invented staff and print their PINs."),
    ] = False,
    number: Annotated[
        str, typer.Option(help="Staff number of the casino supervisor in charge.")
    ] = "",
    name: Annotated[str, typer.Option(help="That person's name, as shown on the screen.")] = "",
    pin_stdin: Annotated[
        bool, typer.Option("--pin-stdin", help="Read the new PIN from standard input.")
    ] = False,
) -> None:
    """Set up a tournament: a folder with its record, keys and staff.

    The desk's first person is a casino supervisor, who registers the others with `feltwork staff
    add --register`. Exit status: 0 done; 1 already set up; 2 wrong files or options.
    """
    from controller.clock import MachineClock
    from controller.running.running_table import RunningTable
    from ui.commands.terminal import Typed

    typed = Typed(context, pin_stdin)
    with _trouble():
        table = _load(named)
        folder = _at(table, data, keys, simulated=simulate)
        if folder.begun:
            stop(
                REFUSED,
                f"{folder.path}: there is already a record. Check it with `feltwork tournament "
                "status`, or name another folder with --data.",
            )
        folder.create()
        if simulate:
            from ui.bench.staff import demo_register

            register = demo_register(folder.staff)
        else:
            register = _people(folder.staff, number, name, typed)
        setup = folder.setup(table, folder.keys(), register, None, lambda: None)
        RunningTable(setup, MachineClock()).close()
    typer.echo(f"{folder.path}: set up for {table.name}")
    if simulate:
        from ui.bench.staff import introduced

        introduced(folder.path, f"SIMULATED tournament {table.name} in {folder.path}")
    else:
        typer.echo(f"Register the others: feltwork staff add --register {folder.staff} --by ...")


@tournament.command()
def desk(
    named: Named,
    simulate: Annotated[
        bool,
        typer.Option(
            "--simulate",
            help="Set up simulated staff at the first start, print their PINs and sign the "
            "director on.",
        ),
    ] = False,
    data: Data = None,
    keys: Keys = None,
    size: Size = "1280x800",
    inches: Inches = 0.0,
    full_screen: FullScreen = False,
    clock: Annotated[
        bool | None,
        typer.Option(
            "--clock/--no-clock",
            help="Show the players' clock, on the second screen if there is one. By default it is "
            "shown where there is room for it.",
        ),
    ] = None,
) -> None:
    """The desk on a touchscreen: entries, seats, clock, tables, moves, re-buys, prizes.

    After a stop or a crash it continues from its record. Exit status: 0 closed; 1 no display;
    2 wrong files or options.
    """
    wanted = size_of(size)
    with coming_up(), _trouble():
        from ui.commands.seating import Look  # Qt: loaded when needed
        from ui.commands.tournament_screens import run_desk

        table = _load(named)
        if simulate:
            folder = _at(table, data, keys, simulated=True).of(table).create()
        else:
            folder = _folder(named, data, keys)
        look = Look(wanted, inches=inches, full_screen=full_screen, sign=clock)
        run_desk(table, folder, look, simulate=simulate)


@tournament.command()
def clock(
    named: Named,
    data: Data = None,
    keys: Keys = None,
    full_screen: FullScreen = False,
) -> None:
    """Show only the players' clock, for a wall screen. It only reads the desk's record.

    Exit status: 0 closed; 1 no display; 2 there is no such tournament.
    """
    with _trouble():
        from ui.bench.staff import STAFF_FILE  # Qt is loaded when needed
        from ui.commands.tournament_screens import run_clock

        folder = _folder(named, data, keys)
        simulated = (folder.path / STAFF_FILE).exists()
        run_clock(folder, full_screen=full_screen, simulated=simulated)


@tournament.command()
def status(
    named: Named,
    data: Data = None,
    keys: Keys = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show how a tournament stands, read from its record, even while the desk runs.

    Exit status: 0 done; 2 there is no such tournament, or its record cannot be read.
    """
    from controller.clock import MachineClock
    from ui.commands import desk_status

    with _trouble():
        desk = _desk(_folder(named, data, keys))
    now = MachineClock().now()
    if as_json:
        print_json(desk_status.status(desk, now))
    else:
        desk_status.show_status(desk, now)


@tournament.command()
def report(
    named: Named,
    into: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder for the sheets, created if needed.")
    ],
    data: Data = None,
    keys: Keys = None,
) -> None:
    """Write the sheets to print: prizes.html, seats.html, results.html once the places are decided,
    or refunds.html if the tournament is cancelled with refunds.

    Seat cards are A6, the lists A4. Exit status: 0 done; 2 there is no such tournament, or the
    files cannot be written.
    """
    from controller.tournament.phases import Phase
    from ui import sheets

    with _trouble():
        desk = _desk(_folder(named, data, keys))
        made = {"prizes.html": sheets.prize_sheet(desk), "seats.html": sheets.seat_cards(desk)}
        decided = desk.phase is Phase.DECIDED
        if decided:
            made["results.html"] = sheets.result_sheet(desk)
        if desk.phase is Phase.CANCELLED and desk.books.refunded:
            made["refunds.html"] = sheets.refund_sheet(desk)
        into.mkdir(parents=True, exist_ok=True)
        for file, text in made.items():
            (into / file).write_text(text, encoding="utf-8")
            typer.echo(f"{into / file}: written")
    if not decided:
        typer.echo("The places are not decided yet: no result sheet was written.")


@tournament.command()
def export(
    named: Named,
    into: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.")],
    data: Data = None,
    keys: Keys = None,
) -> None:
    """Write the record of a tournament as CSV and JSON, signed, as `feltwork journal export` does.

    Exit status as for `feltwork journal verify`.
    """
    from ui.commands.journal import export as export_record

    with _trouble():
        folder = _folder(named, data, keys)
    export_record(folder.journal, into, folder.key_file)


@tournament.command()
def simulate(
    named: Annotated[
        str,
        typer.Argument(
            metavar="[TOURNAMENT]",
            help="A tournament in config/tournaments, or a .toml file; otherwise a short one.",
        ),
    ] = "",
    players: Annotated[int, typer.Option(min=2, max=1_000, help="How many players enter.")] = 18,
    seats: Annotated[int | None, typer.Option(min=2, max=11, help="Seats at each table.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same tournament.")] = 1,
    crashes: Annotated[
        int,
        typer.Option(
            min=0,
            max=100,
            help="How many of every 1,000 acts kill the desk or a table, which then starts again, "
            "and how many of every 100 hands cut the line to the desk.",
        ),
    ] = 0,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Keep the records in this new folder."),
    ] = None,
) -> None:
    """Play a whole tournament of simulated players through real tables, to its prizes.

    Real desk, real tables, real link, on virtual time. The same seed plays the same tournament,
    whatever is killed or cut. Exit status: 0 all checks passed; 1 one failed; 2 wrong options.
    """
    from controller.domain.base import evolve
    from controller.private_files import private_folder
    from simulators.games.tournament.people.turbo import SEATS, turbo
    from ui.commands.tournament_simulation import run

    with _trouble():
        form = evolve(_load(named).rules, players_max=None) if named else turbo(seats or SEATS)
        if data is not None:
            if data.exists():
                stop(WRONG, f"{data}: this folder is not empty: name a new folder.")
            private_folder(data)
    raise typer.Exit(run(evolve(form, seats=seats or form.seats), players, seed, crashes, data))


@contextmanager
def _trouble() -> Iterator[None]:
    """What is wrong with a file is printed as a sentence, and ends the command."""
    from controller.config import WrongConfiguration
    from controller.journal.recorder import JournalFault
    from controller.staff.pins import RegisterError
    from ui.no_display import NoDisplay

    try:
        yield
    except (WrongConfiguration, JournalFault, RegisterError) as wrong:
        stop(WRONG, str(wrong))
    except NoDisplay as missing:
        stop(REFUSED, str(missing))
    except OSError as wrong:
        stop(WRONG, f"{wrong.filename}: {wrong.strerror}")


def _load(named: str) -> "HouseTable":
    from controller.games.desk.tournament_file import load_tournament

    return load_tournament(named)


def _at(
    table: "HouseTable", data: Path | None, keys: Path | None, *, simulated: bool
) -> "TableFolder":
    from ui.table_folder import TableFolder, default_folder

    path = data or default_folder(table.name, simulated=simulated, what="tournament")
    return TableFolder(path, keys)


def _folder(named: str, data: Path | None, keys: Path | None) -> "TableFolder":
    """The folder of a tournament that was set up; a simulated one where there is no other."""
    table = _load(named)
    folders = [_at(table, data, keys, simulated=simulated) for simulated in (False, True)]
    found = next((folder for folder in folders if folder.begun), None)
    if found is None:
        stop(
            WRONG,
            f"{folders[0].path}: no tournament there; `feltwork tournament new {named}` sets one "
            "up.",
        )
    return found.of(table)


def _desk(folder: "TableFolder") -> "Desk":
    from ui.commands.desk_record import house_in

    return house_in(folder).table


def _people(path: Path, number: str, name: str, typed: "Typed") -> "Register":
    """The register of the desk; where nobody is in it, the first person is asked for."""
    from controller.staff.roles import HouseReason, Person, RegisterRequest, Role
    from ui.commands.staff import create_register, tell
    from ui.commands.terminal import now_ms, open_register

    known = open_register(path) if path.exists() else None
    if known is not None and known.people():
        return known
    number = number or typer.prompt("Staff number of the casino supervisor in charge")
    name = name or typer.prompt("Name, as shown on the screen")
    person = Person(number, name, Role.CASINO_SUPERVISOR)
    pin, order = typed.new_pin(number), RegisterRequest(None, HouseReason.JOINED, now_ms())
    register = known or create_register(path)
    tell(register.add(person, pin, order), "registered")
    return register
