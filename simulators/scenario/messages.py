"""What is wrong with a scenario file, in words: the field, what was seen, what was expected."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, time
from typing import Annotated, Any, Final, get_args

from pydantic import AfterValidator, BaseModel, ValidationError

from controller.domain.cards import parse_cards

Problem = tuple[str, str]
"""The field that is wrong, and why."""

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


def _one_deck(value: str) -> str:
    cards = parse_cards(value)
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise ValueError(f"{card} is there twice: expected each card of the deck once")
    return value


OneDeck = Annotated[str, AfterValidator(_one_deck)]
"""A field that lists cards of one deck."""


def at_field(field: str, problems: Iterable[Problem]) -> Iterator[Problem]:
    """What is wrong in a table, as the file around it names the field."""
    return ((f"{field}.{key}", why) for key, why in problems)


_TOLD_MAX: Final = 50
"""Mistakes that are named; a file may have any number of them."""


def explain(name: str, wrong: ValidationError, file: type[BaseModel]) -> str:
    """One line an error; `file` says which keys each table knows."""
    lines, errors = [], wrong.errors(include_url=False)
    for error in errors[:_TOLD_MAX]:
        where, field = _where(error["loc"])
        lines.append(f"{name}: {where}{field}: {_message(error, file)}")
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


def _keys(table: type[BaseModel], path: Sequence[int | str]) -> Iterable[str]:
    """Of the table that a path leads to."""
    for key in path:
        if isinstance(key, str):
            kind: Any = table.model_fields[key].annotation
            table = next(iter(get_args(kind)), kind)
    return table.model_fields


def _message(error: Any, file: type[BaseModel]) -> str:
    value, kind = error["input"], error["type"]
    if kind == "extra_forbidden":
        return f"unknown key: expected {one_of(_keys(file, error['loc'][:-1]))}"
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
