"""A scenario file as it stands on the disk, whatever is played in it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.bounded import read_toml


class WrongScenario(Exception):
    """The file does not say what a scenario can say."""


def read_content(
    path: Path, name: str, parse_float: Callable[[str], Any] = float
) -> dict[str, Any]:
    """What its TOML says; `name` is the file as the user gave it."""
    try:
        return read_toml(path, parse_float)
    except OSError as missing:
        raise WrongScenario(f"{name}: cannot be read: {missing.strerror}") from missing
    except UnicodeDecodeError as wrong:
        raise WrongScenario(f"{name}: byte {wrong.start} is not UTF-8 text") from wrong
    except ValueError as wrong:
        raise WrongScenario(f"{name}: {wrong}") from wrong
