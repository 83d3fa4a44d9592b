"""The `feltwork` command."""

from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

COMMANDS: Final = {
    "console": "ui.commands.console",
    "demo": "ui.commands.demo",
    "doctor": "ui.commands.doctor",
    "hil": "ui.commands.hil",
    "play": "ui.commands.play",
    "rules": "ui.commands.rules",
    "soak": "ui.commands.soak",
    "devices": "ui.commands.devices",
    "journal": "ui.commands.replace",  # the last of its commands brings the others
    "pool": "ui.commands.monitor",  # likewise
    "staff": "ui.commands.staff",
    "tournament": "ui.commands.tournament",
}
"""By their names, where each is found: a function of its name, or a group."""


class _Commands(TyperGroup):
    """Imports a command when it is asked for: none waits for the others."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: dict[str, Any] = dict.fromkeys(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in COMMANDS and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _imported(cmd_name)
        return self.commands.get(cmd_name)


def _imported(name: str) -> Any:
    found = getattr(import_module(COMMANDS[name]), name)
    if isinstance(found, typer.Typer):
        return typer.main.get_command(found)
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.command(name)(found)
    return typer.main.get_command(alone)


app = typer.Typer(
    name="feltwork",
    cls=_Commands,
    help="Dealer console and table-hardware controller for casino poker tables.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


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


if __name__ == "__main__":  # `python -m ui.cli` is the same as `python -m ui`
    main()
