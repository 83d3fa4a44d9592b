"""A scenario file as it stands on the disk, whatever is played in it."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from controller.bounded import read_toml
from simulators.scenario.messages import explain

M = TypeVar("M", bound=BaseModel)


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


def parsed(text: str, name: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """What the TOML of a file says that was read already."""
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except (ValueError, RecursionError, ArithmeticError) as wrong:
        raise WrongScenario(f"{name}: not TOML: {wrong}") from wrong


def checked_content(name: str, file: type[M], content: dict[str, Any]) -> M:
    """What a file says, each value checked by itself."""
    try:
        return file.model_validate(content)
    except ValidationError as wrong:
        raise WrongScenario(explain(name, wrong, file)) from wrong
