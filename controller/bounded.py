"""Input that somebody else has written: no more of it is read than anybody means to write."""

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

INPUT_BYTES_MAX: Final = 4 * 1024**2
"""Of a scenario or a file of configuration: thousands of rounds."""


class TooLong(ValueError):
    """More bytes seen than expected."""


def read_bounded(source: Path | Traversable, bytes_max: int = INPUT_BYTES_MAX) -> bytes:
    """What stands in it; or `TooLong`, at once."""
    with source.open("rb") as file:
        content: bytes = file.read(bytes_max + 1)
    if len(content) > bytes_max:
        raise TooLong(f"more than {bytes_max:,} bytes seen, at most so many expected")
    return content


def read_text_bounded(source: Path | Traversable, bytes_max: int = INPUT_BYTES_MAX) -> str:
    """The same, as text; `UnicodeDecodeError` is a `ValueError` too."""
    return read_bounded(source, bytes_max).decode("utf-8")
