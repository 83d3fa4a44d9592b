"""What commands share: typed PINs and passwords, the register, tables on the terminal."""

import getpass
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from controller.staff.pins import Pin, RegisterError
from controller.staff.register import Register
from ui.commands.stopping import REFUSED, WRONG, stop

if TYPE_CHECKING:
    from rich.table import Table


class Typed:
    """What is typed: on the terminal, unseen, or on standard input."""

    def __init__(self, context: typer.Context, from_stdin: bool, secret: str = "PIN") -> None:
        self._option = f"--{secret.lower()}-stdin"
        if context.args:
            stop(
                WRONG,
                f"One argument too many. A {secret} is never an argument: others could read it.",
            )
        if from_stdin and sys.stdin.isatty():
            stop(
                WRONG,
                f"{self._option}: a {secret} typed on a terminal would show. Leave the option out.",
            )
        self._stdin = from_stdin

    def line(self, label: str) -> str:
        """One line, not shown."""
        if self._stdin:
            line = sys.stdin.readline()
            if not line:
                stop(WRONG, f"{self._option}: expected another line ({label}), found the end")
            return line.rstrip("\r\n")
        if not sys.stdin.isatty():
            stop(WRONG, f"{label}: there is no terminal to type it on. Use {self._option}.")
        return getpass.getpass(f"{label}: ")

    def pin(self, label: str) -> Pin:
        return Pin(self.line(label))

    def new_pin(self, number: str) -> Pin:
        """On the terminal twice, since it does not show."""
        chosen = self.pin(f"New PIN of {number}")
        if not self._stdin and self.pin("Once more") != chosen:
            stop(REFUSED, "The two PINs differ. Nothing was changed.")
        return chosen


def open_register(path: Path) -> Register:
    """One whose people are vouched for."""
    register = find_register(path)
    register.check_vouched()
    return register


def find_register(path: Path) -> Register:
    if not path.exists():
        raise RegisterError(f"{path}: no register here. `feltwork staff add` creates one")
    return Register.open(path)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@contextmanager
def trouble() -> Iterator[None]:
    """A register or a journal that cannot be used is said, and ends the command."""
    from controller.journal.recorder import JournalFault  # not for --help

    try:
        yield
    except (RegisterError, JournalFault) as error:
        stop(WRONG, str(error))


def show(table: "Table") -> None:
    """A table as it is: what people have typed is no markup."""
    from rich.console import Console

    # Into a pipe or file a table is as wide as it needs to be.
    width = None if sys.stdout.isatty() else 220
    Console(highlight=False, markup=False, emoji=False, width=width).print(table)
