"""The `feltwork` command."""

from typing import Annotated

import typer

from ui.commands.console import console
from ui.commands.demo import demo
from ui.commands.devices import devices
from ui.commands.doctor import doctor
from ui.commands.hil import hil
from ui.commands.journal import journal
from ui.commands.play import play
from ui.commands.rules import rules
from ui.commands.soak import soak
from ui.commands.staff import staff
from ui.commands.unseal import unseal

app = typer.Typer(
    name="feltwork",
    help="Dealer console and table-hardware controller for casino poker tables.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
journal.command(context_settings={"allow_extra_args": True})(unseal)
app.command()(console)
app.command()(demo)
app.command()(doctor)
app.command()(hil)
app.command()(play)
app.command()(rules)
app.command()(soak)
app.add_typer(devices)
app.add_typer(journal)
app.add_typer(staff)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"feltwork {version('feltwork')}")
        raise typer.Exit


@app.callback()
def feltwork(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Dealer console and table-hardware controller for casino poker tables."""


def main() -> None:
    """The entry point."""
    app()
