"""What somebody does to a file who has it in their hands."""

import sqlite3
from contextlib import closing
from pathlib import Path


def meddle(file: Path, *statements: str) -> None:
    """Run plain SQL on it, past everything of ours."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
