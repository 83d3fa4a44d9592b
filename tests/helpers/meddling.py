"""What somebody does to a file who has it in their hands, and functions made to fail."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any


def meddle(file: Path, *statements: str) -> None:
    """Run plain SQL on it, past everything of ours."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def fails(fault: BaseException) -> Callable[..., Any]:
    """What is put in the place of a function, to fail like this: a disk, or a kill on the way."""

    def fail(*_: object, **__: object) -> None:
        raise fault

    return fail
