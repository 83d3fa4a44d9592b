"""How a command stops: a message, and an exit status."""

from typing import NoReturn

import typer

REFUSED, WRONG = 1, 2


def stop(status: int, message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(status)
