"""Input that somebody else has written: no more of it is read than anybody means to write."""

import re
import tomllib
from collections.abc import Callable
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

INPUT_BYTES_MAX: Final = 512 * 1024
"""Of a scenario or a file of configuration: more than a thousand rounds."""
DOTS_MAX: Final = 40
"""On one line: a key of a hundred thousand parts would keep the parser busy for minutes."""
_AMOUNT: Final = re.compile(rb"(?<![\w.\"'])[0-9]+\.[0-9]+(?=[],'\s])")
"""A number with decimals, of which a line may have many; of a key's dots it covers half at most."""
_STRINGS: Final = re.compile(rb'"(?:[^"\\]|\\.?)*(?:"|\Z)|\'[^\']*(?:\'|\Z)')
"""Strings of one line, to its end where they have none themselves: a dot in them parts no key."""


class TooLong(ValueError):
    """More bytes seen than expected."""


def read_bounded(source: Path | Traversable, bytes_max: int = INPUT_BYTES_MAX) -> bytes:
    """What stands in it; or `TooLong`, at once."""
    with source.open("rb") as file:
        content: bytes = file.read(bytes_max + 1)
    if len(content) > bytes_max:
        raise TooLong(f"expected at most {bytes_max:,} bytes, found more")
    return content


def read_toml(
    source: Path | Traversable, parse_float: Callable[[str], Any] = float
) -> dict[str, Any]:
    """What its TOML says; or `ValueError`, as `TooLong` and `UnicodeDecodeError` are."""
    content = read_bounded(source)
    dots = max(map(_dots, content.split(b"\n")))
    if dots > DOTS_MAX:
        raise TooLong(f"expected at most {DOTS_MAX} dots in a line, found {dots:,}")
    text = content.decode("utf-8")
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except RecursionError as deep:
        raise ValueError("nested too deeply for TOML that people write") from deep
    except (ValueError, ArithmeticError) as wrong:
        raise ValueError(f"not TOML: {wrong}") from wrong


def _dots(line: bytes) -> int:
    """How many dots of a line may be those of a key; all, where a string of several lines may end
    on it."""
    if line.count(b".") <= DOTS_MAX or b'"""' in line or b"'''" in line:
        return line.count(b".")
    return _AMOUNT.sub(b"", _STRINGS.sub(b"", line)).count(b".")
