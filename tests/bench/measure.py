"""What the measurements share: a line of the table, and a folder on the disk."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

Line = tuple[str, float, str]
"""What was measured, the ratio, and a note."""


@contextmanager
def on_disk() -> Iterator[Path]:
    """A folder beside the project: what is temporary may lie in memory."""
    Path(".cache").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=".cache", prefix="bench-") as name:
        yield Path(name)
