"""`feltwork pool`: the PostgreSQL server on which tables share a meter.

The server is named by --server or FELTWORK_POOL, without a password: that is in a password file or
in PGPASSWORD, as every PostgreSQL program expects it. The passwords of tables are typed.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ui.commands.folders import folder_of
from ui.commands.journal import Keys
from ui.commands.people import shown, started_with
from ui.commands.staff import File, PinStdin
from ui.commands.stopping import REFUSED, WRONG, stop
from ui.commands.terminal import Typed, now_ms, open_register, show, trouble

if TYPE_CHECKING:  # the database client is loaded when a command runs, not for --help
    from rich.table import Table

    from controller.pools import Status
    from controller.pools.contract import Pool
    from controller.pools.postgres import PostgresPools
    from controller.pools.server import Address
    from ui.table_folder import TableFolder

pool = typer.Typer(
    name="pool",
    help="The server where linked tables share a jackpot.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

VARIABLE: Final = "FELTWORK_POOL"
LOGIN: Final = "feltwork_table_{}"
SECOND_MS: Final = 1_000

Server = Annotated[
    str | None,
    typer.Option(
        "--server",
        metavar="URL",
        help=f"postgresql://USER@HOST/DATABASE, without a password. Default: ${VARIABLE}.",
    ),
]
Name = Annotated[str | None, typer.Argument(metavar="[POOL]", help="Only this pool.")]


@pool.command()
def init(server: Server = None) -> None:
    """Set up the server for pools, or upgrade it to this version. It is safe to repeat this."""
    from controller.pools.migrate import migrate

    with pool_trouble():
        address = address_of(server)
        before, after, closed = migrate(address)
    done = "is in order" if before == after else f"upgraded from {before}" if before else "set up"
    typer.echo(f"{address}: schema {after} {done}.")
    if not closed:
        typer.echo(
            "Warning: the logins of tables can still take locks and fill the disk. Only a "
            "superuser can forbid it: run `feltwork pool init` once as a superuser."
        )


@pool.command("open", context_settings={"allow_extra_args": True})
def open_pool(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="POOL", help="The name of the pool.")],
    like: Annotated[
        str,
        typer.Option(
            metavar="TABLE",
            help="The table whose jackpot figures it takes: in config/tables, or a .toml file.",
        ),
    ],
    by: Annotated[
        list[str],
        typer.Option(
            metavar="NUMBER",
            help="Staff number of a casino supervisor or of another supervisor. Give it twice.",
        ),
    ],
    seeded: Annotated[
        bool, typer.Option("--seeded", help="Start at the seed, not at the table's `meter`.")
    ] = False,
    server: Server = None,
    keys: Keys = None,
    register: File = None,
    pin_stdin: PinStdin = False,
) -> None:
    """Open a pool with the jackpot figures of a table. Every table in it must have the same.

    Two people from that table's register agree with their PINs. The pool keeps their numbers.
    """
    from controller.config import WrongConfiguration
    from controller.games.bonus.transfers import parameters_of
    from controller.pools.refusals import PoolRefused
    from controller.tables import load_table
    from ui.table_folder import TableFolder

    typed = Typed(context, pin_stdin)
    try:
        table = load_table(like)
    except WrongConfiguration as wrong:
        stop(WRONG, str(wrong))
    if table.rules.jackpot is None:
        stop(WRONG, f"{like}: has no [jackpot]. Name a table that has one.")
    numbers = _agreed(TableFolder(folder_of(like), keys), register, by, typed)
    with _server(server) as pools:
        figures = parameters_of(table.rules.jackpot, table.own.limit)
        meter = None if seeded else table.own.meter
        at = now_ms() // SECOND_MS
        try:
            opened = pools.open(name, figures, numbers, at, meter, table.own.reserve)
        except ValueError as wrong:
            stop(WRONG, f"{wrong}.")
        if isinstance(opened, PoolRefused):
            stop(REFUSED, opened.text())
        typer.echo(f"{name}: open, the meter is at {opened.status().available}.")


def _agreed(
    folder: "TableFolder", register: Path | None, by: list[str], typed: Typed
) -> tuple[str, ...]:
    """Two people of a table, by PIN; of one that was started before, with its own register."""
    from controller.games.bonus.powers import BonusAction
    from controller.staff.powers import check
    from controller.staff.roles import HouseReason

    path = register or folder.staff
    with trouble():
        begun = folder.begun
        people = started_with(folder.keys(), path) if begun else open_register(path)
        actors = tuple(shown(people, number, typed) for number in by)
    if objection := check(BonusAction.METER_PARAMETER, actors, HouseReason.APPROVED_CHANGE):
        stop(REFUSED, f"{objection.text()} Name each of them once with --by.")
    return tuple(actor.number for actor in actors)


@pool.command(context_settings={"allow_extra_args": True})
def admit(
    context: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")],
    pools: Annotated[
        list[str],
        typer.Option(
            "--pool", metavar="POOL", help="A pool it may join. It can be given several times."
        ),
    ],
    login: Annotated[
        str | None,
        typer.Option(help=f"Its login. Default: {LOGIN.format('TABLE')}."),
    ] = None,
    figures: Annotated[
        bool, typer.Option("--figures", help="Two people at this table may agree on new figures.")
    ] = False,
    password_stdin: Annotated[
        bool, typer.Option("--password-stdin", help="Read the password from standard input.")
    ] = False,
    server: Server = None,
) -> None:
    """Give a table a login that acts for it alone, or give that login a new password."""
    from controller.pools.admission import admit as let_in

    with pool_trouble():
        typed = Typed(context, password_stdin, "password")
        address, name = address_of(server), login or LOGIN.format(table)
        password = typed.line(f"New password of {name}")
        if not password:
            stop(WRONG, f"No password given for {name}.")
        let_in(address, table, name, password, pools=pools, figures=figures)
    more = " and agree on figures" if figures else ""
    typer.echo(f"{name} acts for table {table}: it may join {', '.join(pools)}{more}.")


@pool.command()
def dismiss(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")],
    server: Server = None,
) -> None:
    """Remove the login of a table. Its pool, its transfers and its reservations stay."""
    from controller.pools.admission import dismiss as withdraw

    with pool_trouble():
        login = withdraw(address_of(server), table)
    if login is None:
        stop(REFUSED, f"Table {table} has no login.")
    typer.echo(f"{login} no longer acts for table {table} and has been removed.")


@pool.command()
def status(name: Name = None, server: Server = None) -> None:
    """Show every pool: meter, reserve, overflow, reservations, and the figures in force."""
    with _server(server) as pools:
        seen = [found.status() for found in _chosen(pools, name)]
        late, outdated, reaps = pools.standbys_not_waited_for(), pools.outdated, pools.reap()
    rows = _table("pool", "meter", "reserved", "reserve", "overflow", "house", "tables", "figures")
    for of in seen:
        amounts = of.available, of.reserved, of.reserve, of.overflow, of.house_balance
        rows.add_row(of.pool, *map(str, amounts), str(len(of.tables)), _figures(of))
    show(rows)
    for of in seen:
        for held in of.reservations:
            typer.echo(f"{of.pool}: {held.held} reserved for {held.table}, round {held.round}.")
    if late:
        typer.echo(
            f"Warning: answers do not wait for {late} standby: they may be lost with this server. "
            "Name the standby in synchronous_standby_names."
        )
    if not reaps:
        typer.echo(
            "Warning: a table that keeps a transaction open cannot be cut off. Make the owner of "
            "the pools a member of pg_monitor and pg_signal_backend."
        )
    for old in outdated:
        typer.echo(f"Warning: a standby has replaced {old}, which still takes transfers: stop it.")


@pool.command()
def tables(name: Name = None, server: Server = None) -> None:
    """Show every table: its pool, its login, its link, and when it was last heard from."""
    with _server(server) as pools:
        known = {found.name for found in _chosen(pools, name)}
        seen = [of for of in pools.tables() if name is None or of.pool in known]
    rows = _table("table", "pool", "login", "link", "round", "heard")
    for of in seen:
        link = "up" if of.connected else "down"
        round_ = "" if of.round is None else str(of.round)
        heard = "never" if of.heard_at is None else _when(of.heard_at)
        rows.add_row(of.table, of.pool or "none", of.login or "none", link, round_, heard)
    show(rows)


@pool.command()
def history(
    name: Name = None,
    limit: Annotated[
        int, typer.Option(min=1, help="How many of the latest awards of each pool to show.")
    ] = 25,
    server: Server = None,
) -> None:
    """Show the last awards paid from the meter, the latest first."""
    with _server(server) as pools:
        seen = [(of.name, hit) for of in _chosen(pools, name) for hit in of.history(limit)]
    rows = _table("pool", "when", "table", "round", "place", "award", "amount", "cards", "by", "")
    for of, hit in seen:
        marks = [
            *(["reset the meter"] if hit.resets else []),
            *(["reversed"] if hit.reversed else []),
        ]
        where = hit.table, str(hit.round), "" if hit.place is None else str(hit.place)
        what = hit.level, str(hit.amount), " ".join(hit.cards)
        rows.add_row(of, _when(hit.at), *where, *what, ", ".join(hit.who), ", ".join(marks))
    show(rows)


def _figures(of: "Status") -> str:
    now = of.parameters
    said = f"{now.schedule}, wager {now.wager}, seed {now.seed}"
    limit = "" if now.limit is None else f", limit {now.limit}"
    pending = f"; version {of.pending.version} waits for a reset" if of.pending else ""
    return f"version {now.version}: {said}{limit}{pending}"


def _when(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def address_of(given: str | None) -> "Address":
    from controller.pools.server import Address

    url = given or os.environ.get(VARIABLE, "")
    if not url:
        stop(WRONG, f"No server named. Give --server URL or set {VARIABLE}.")
    try:
        return Address(url)
    except ValueError as wrong:
        stop(WRONG, f"{str(wrong)[:1].upper()}{str(wrong)[1:]}.")


@contextmanager
def pool_trouble() -> Iterator[None]:
    from controller.domain.base import BrokenInvariant
    from controller.pools.refusals import PoolFault

    try:
        yield
    except (PoolFault, BrokenInvariant) as fault:
        stop(WRONG, str(fault))


@contextmanager
def _server(given: str | None) -> Iterator["PostgresPools"]:
    from controller.pools.postgres import PostgresPools

    with pool_trouble():
        pools = PostgresPools(address_of(given))
        try:
            yield pools
        finally:
            pools.close()


def _chosen(pools: "PostgresPools", name: str | None) -> list["Pool"]:
    names = pools.names()
    if name is not None and name not in names:
        known = ", ".join(names) or "none"
        stop(WRONG, f"There is no pool {name}. Pools on this server: {known}.")
    found = (pools.pool(each) for each in ([name] if name is not None else names))
    return [each for each in found if each is not None]


def _table(*columns: str) -> "Table":
    from rich.table import Table

    return Table(*columns)
