"""How a command stops: a message, and an exit status."""

from typing import NoReturn

import typer

REFUSED = 1
WRONG = 2
"""Called wrongly, or what it works with cannot be used."""


def stop(status: int, message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(status)
