"""`feltwork staff`: the people of a table, their PINs and cards, and who may do what.

A PIN is typed on the terminal, where it does not show, or read from standard input: never an
argument, since everybody on the machine can read the arguments of a process. An argument too many
is refused without being repeated, for it may be just that.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from controller.private_files import private_folder
from controller.staff.pins import RegisterError, StaffCard
from controller.staff.powers import Action, HouseAction, NotAllowed
from controller.staff.register import Register
from controller.staff.roles import (
    Actor,
    HouseReason,
    Person,
    RegisteredPerson,
    RegisterRequest,
    Rejected,
    Role,
)
from controller.staff.session import Denied
from ui.commands.folders import DEFAULT_TABLE, TableName, folder_of, register_in
from ui.commands.people import reason_of
from ui.commands.stopping import REFUSED, WRONG, stop
from ui.commands.terminal import Typed, now_ms, open_register, show, trouble

if TYPE_CHECKING:
    from rich.table import Table

staff = typer.Typer(
    name="staff",
    help="People and PINs: who works here and who may do what.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

_PLAIN: Final = {"allow_extra_args": True}

Number = Annotated[str, typer.Argument(metavar="NUMBER", help="Staff number.")]
File = Annotated[
    Path | None,
    typer.Option(
        "--register",
        metavar="FILE",
        envvar="FELTWORK_STAFF",
        help="The file with the register. Default: the one that the table's console uses.",
    ),
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="NUMBER", help="The casino supervisor who agrees."),
]
Why = Annotated[
    str | None,
    typer.Option(metavar="CODE", help="The reason. Default: the first that applies."),
]
PinStdin = Annotated[
    bool,
    typer.Option(
        "--pin-stdin",
        help="Read PINs from standard input, one on each line: that of --by, then a new one.",
    ),
]


@staff.callback()
def people(
    context: typer.Context,
    powers: Annotated[
        bool, typer.Option("--powers", help="Print every action and who may do it.")
    ] = False,
    undo: Annotated[
        bool, typer.Option("--undo", help="Print every command and how it is undone.")
    ] = False,
) -> None:
    """People and PINs: who works here and who may do what."""
    if powers or undo:
        show(powers_table() if powers else undo_table())
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@staff.command(context_settings=_PLAIN)
def add(
    context: typer.Context,
    number: Number,
    name: Annotated[str, typer.Option(help="The name to show on the screen.")],
    role: Annotated[str, typer.Option(help=f"{', '.join(Role)}.")],
    register: File = None,
    table: TableName = DEFAULT_TABLE,
    by: By = None,
    reason: Why = None,
    pin_stdin: PinStdin = False,
) -> None:
    """Register somebody.

    The first person in a register must be a casino supervisor and needs nobody's approval.
    Everybody after that needs --by. Register a second casino supervisor at once: if the first one
    forgets the PIN, only another one can replace it.
    """
    with trouble():
        typed = Typed(context, pin_stdin)
        try:
            person = Person(number, name, Role(role))
        except ValueError:
            stop(WRONG, f"--role: expected one of {', '.join(Role)}; found {role!r}")
        path = _path(register, table)
        first = by is None and not path.exists()
        if first and person.role is not Role.CASINO_SUPERVISOR:
            stop(WRONG, f"{path}: no register here. Its first person must be a casino supervisor")
        file = create_register(path) if first else open_register(path)
        first = first or (by is None and not file.people())
        if first:
            order = RegisterRequest(None, HouseReason.JOINED, now_ms())
        else:
            order = _authority(file, HouseAction.REGISTER_PERSON, by, reason, typed)
        tell(file.add(person, typed.new_pin(number), order), "registered")
        if first:
            typer.echo(
                "Register a second casino supervisor now: "
                "only another one can replace a forgotten PIN."
            )


@staff.command("list")
def list_people(register: File = None, table: TableName = DEFAULT_TABLE) -> None:
    """List everybody in the register."""
    from rich.table import Table

    with trouble():
        entries = open_register(_path(register, table)).people()
    shown = Table("number", "name", "role", "PIN", "card")
    for entry in entries:
        state = f"{entry.failures} wrong" if entry.failures else "in order"
        shown.add_row(
            entry.number, entry.name, entry.role.words, state, "yes" if entry.has_card else "no"
        )
    show(shown)


@staff.command(context_settings=_PLAIN)
def pin(
    context: typer.Context,
    number: Number,
    register: File = None,
    table: TableName = DEFAULT_TABLE,
    by: By = None,
    reason: Why = None,
    pin_stdin: PinStdin = False,
) -> None:
    """Change your own PIN or, with --by, give somebody a new one.

    Whoever is to use the new PIN types it. Without --by, --pin-stdin reads the old PIN, then the
    new one.
    """
    with trouble():
        typed = Typed(context, pin_stdin)
        file = open_register(_path(register, table))
        if by is None:
            old = typed.pin(f"Old PIN of {number}")
            tell(file.change_own_pin(number, old, typed.new_pin(number), now_ms()), "has a new PIN")
        else:
            order = _authority(file, HouseAction.RESET_PIN, by, reason, typed)
            tell(file.reset_pin(number, typed.new_pin(number), order), "has a new PIN")


@staff.command(context_settings=_PLAIN)
def card(
    context: typer.Context,
    number: Number,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take the card away.")] = False,
    register: File = None,
    table: TableName = DEFAULT_TABLE,
    by: By = None,
    reason: Why = None,
    pin_stdin: PinStdin = False,
) -> None:
    """Give somebody a staff card, to swipe instead of keying the staff number.

    Swipe the new card at a reader that types. With --pin-stdin, what is on the card is the line
    after the PIN of --by.
    """
    with trouble():
        typed = Typed(context, pin_stdin)
        file = open_register(_path(register, table))
        order = _authority(file, HouseAction.GIVE_CARD, by, reason, typed)
        shown = None if withdraw else StaffCard(typed.line(f"Card of {number}"))
        tell(file.give_card(number, shown, order), "has no card" if withdraw else "has a card")


@staff.command(context_settings=_PLAIN)
def remove(
    context: typer.Context,
    number: Number,
    register: File = None,
    table: TableName = DEFAULT_TABLE,
    by: By = None,
    reason: Why = None,
    pin_stdin: PinStdin = False,
) -> None:
    """Remove somebody from the register."""
    with trouble():
        typed = Typed(context, pin_stdin)
        file = open_register(_path(register, table))
        order = _authority(file, HouseAction.REMOVE_PERSON, by, reason, typed)
        tell(file.remove(number, order), "removed")


def _path(register: Path | None, table: str) -> Path:
    return register or register_in(folder_of(table))


def powers_table() -> "Table":
    """Every action: who, how many of them, when, why, and the clause in each rule set."""
    from rich.table import Table

    from controller.games.registry import every_action, on_record

    rulesets: dict[str, dict[Action, str]] = {}
    for game in on_record():
        for name, terms in game.terms.items():
            rulesets.setdefault(name, {}).update(terms.powers)
    table = Table(
        "action", "who", "people", "when", "reasons", *rulesets,
        title="Who may do what (supervisor: gaming or casino supervisor)",
    )  # fmt: skip
    for action in every_action():
        table.add_row(
            action.value,
            action.people.text,
            str(len(action.people.slots)),
            action.when.value,
            "; ".join(reason.text for reason in action.reasons),
            *(clauses.get(action, "") for clauses in rulesets.values()),
        )
    return table


def undo_table() -> "Table":
    """Every command: what undoes it, by whom, until when, and whether the Undo button offers it."""
    from rich.table import Table

    from controller.games.registry import on_record
    from controller.running.undo import every_row

    columns = ("command", "undone by", "by whom", "until", "on the button")
    table = Table(*columns, title="What can be undone")
    rows = {row.command: row for game in on_record() for row in every_row(game)}
    for row in rows.values():
        undone_by = row.undone_by.__name__ if row.undone_by else ""
        table.add_row(row.command.__name__, undone_by, row.by, row.until, row.label)
    return table


def _authority(
    file: Register, action: Action, by: str | None, code: str | None, typed: Typed
) -> RegisterRequest:
    """The casino supervisor's leave, shown by PIN."""
    if by is None:
        stop(WRONG, "Add --by NUMBER: a casino supervisor has to agree.")
    reason = action.reasons[0] if code is None else reason_of(action, code)
    shown = file.try_pin(by, typed.pin(f"PIN of {by}"), now_ms())
    if isinstance(shown, Denied):
        stop(REFUSED, shown.text())
    return RegisterRequest(Actor(shown.person.number, shown.person.role), reason, now_ms())


def tell(outcome: RegisteredPerson | Rejected | NotAllowed | Denied, done: str) -> None:
    if not isinstance(outcome, RegisteredPerson):
        stop(REFUSED, outcome.text())
    typer.echo(f"{outcome.number} {outcome.name}, {outcome.role.words}: {done}.")


def create_register(path: Path) -> Register:
    try:
        private_folder(path.parent)
    except OSError as error:
        raise RegisterError(f"{path.parent}: {error.strerror}") from error
    return Register.create(path)
