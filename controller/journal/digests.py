"""Which program, and with which figures: digests for the record and the screen.

At every start the journal records them. Two digests, so that a lab
can tell a change of the program from a change of a pay table. Each is SHA-256 over the files in
order of their paths, every path and content with its length, so that nothing moves from file to
file. What Python or an editor leaves behind is no part of them. Neither are scenarios: they are
played at a table, they do not change it.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from controller.journal.housekeeping import TableStarted

PACKAGES: Final = ("controller", "drivers", "simulators", "ui")
CONFIG: Final = "config"
_SHIPPED: Final = (".py", ".qml", ".toml", ".tsv", "qmldir")
"""As in `pyproject.toml`: modules and package data."""


def table_started() -> TableStarted:
    """What a runtime appends at each start."""
    return TableStarted(version("feltwork"), code_digest(), config_digest())


def code_digest() -> str:
    """Over the program as installed."""
    return digest([files(package) for package in PACKAGES])


def config_digest() -> str:
    """Over `config/` as it is read: figures of games and tables, pay tables, clauses."""
    return digest([files(CONFIG)], left_out=("scenarios",))


def digest(roots: Sequence[Traversable], left_out: Sequence[str] = ()) -> str:
    """Over the shipped files under these folders, in hex; some folders in them left out."""
    whole, skipped = sha256(), frozenset(("__pycache__", *left_out))
    for index, root in enumerate(roots):
        found = sorted(_shipped(root, str(index), skipped), key=lambda item: item[0])
        for path, file in found:
            for part in (path.encode(), file.read_bytes()):
                whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def _shipped(
    folder: Traversable, path: str, skipped: frozenset[str]
) -> Iterator[tuple[str, Traversable]]:
    for item in folder.iterdir():
        below = f"{path}/{item.name}"
        if item.is_dir() and item.name not in skipped:
            yield from _shipped(item, below, skipped)
        elif item.is_file() and item.name.endswith(_SHIPPED):
            yield below, item
