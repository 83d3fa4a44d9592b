"""What is wrong with a scenario file, in words: the field, what was seen, what was expected."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time
from typing import Any, Final

from pydantic import AfterValidator, ValidationError

_LONGEST: Final = 60

# fmt: off
_EXPECTED: Final = {
    # pydantic's name       what a scenario calls it
    "bool_type":            "true or false",
    "dict_type":            "a table",
    "int_type":             "a whole number",
    "list_type":            "a list",
    "model_attributes_type": "a table",
    "model_type":           "a table",
    "string_type":          "text in quotes",
    "too_short":            "at least one",
}
# fmt: on


def seen(value: object) -> str:
    """A value as the file has it."""
    match value:
        case bool():
            text = str(value).lower()
        case date() | time():
            text = value.isoformat()
        case dict():
            text = "a table"
        case list():
            text = f"[{', '.join(map(seen, value))}]"
        case _:
            text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def one_of(values: Iterable[object]) -> str:
    """What there is to choose from."""
    return f"one of {', '.join(map(str, values))}"


def known(*values: str) -> AfterValidator:
    """A field that says one of these words, and nothing else."""

    def check(value: str) -> str:
        if value not in values:
            raise ValueError(f"{value!r} seen: expected {one_of(values)}")
        return value

    return AfterValidator(check)


_TOLD_MAX: Final = 50
"""Mistakes that are named; a file may have any number of them."""


def explain(name: str, wrong: ValidationError, keys: Mapping[str, Iterable[str]]) -> str:
    """One line an error; `keys` are those each table of the file knows."""
    lines, errors = [], wrong.errors(include_url=False)
    for error in errors[:_TOLD_MAX]:
        where, field = _where(error["loc"])
        lines.append(f"{name}: {where}{field}: {_message(error, keys)}")
    if len(errors) > _TOLD_MAX:
        lines.append(f"{name}: and {len(errors) - _TOLD_MAX} more")
    return "\n".join(dict.fromkeys(lines))


def _where(path: Sequence[int | str]) -> tuple[str, str]:
    """Round or hand, and field, counted from 1."""
    parts, where = list(path), ""
    if len(parts) > 2 and parts[0] in ("rounds", "hands"):
        where = f"{str(parts[0])[:-1]} {int(parts[1]) + 1}: "
        parts = parts[2:]
    field = ""
    for part in parts:
        if isinstance(part, int):
            field += f"[{part + 1}]"
        else:
            field += f"{'.' if field else ''}{_key(part)}"
    return where, field


def _key(name: str) -> str:
    """A key as TOML writes it."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else repr(name)


def _message(error: Any, keys: Mapping[str, Iterable[str]]) -> str:
    value, kind = error["input"], error["type"]
    if kind == "extra_forbidden":
        tables = [part for part in error["loc"][:-1] if isinstance(part, str)]
        return f"unknown key: expected {one_of(keys[tables[-1] if tables else ''])}"
    if kind == "missing":
        return "missing: expected a value"
    if kind == "value_error":
        return str(error["ctx"]["error"]).replace(repr(value), seen(value))
    if kind == "literal_error":
        return f"{seen(value)} seen: expected {error['ctx']['expected']}"
    if kind == "too_long":
        most, there = error["ctx"]["max_length"], error["ctx"]["actual_length"]
        return f"{there} seen: expected at most {most}"
    if kind == "greater_than_equal":
        return f"{seen(value)} seen: expected {error['ctx']['ge']} or more"
    if kind == "less_than_equal":
        return f"{seen(value)} seen: expected at most {error['ctx']['le']}"
    return f"{seen(value)} seen: expected {_EXPECTED.get(kind, error['msg'])}"
