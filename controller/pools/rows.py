"""Records as databases and JSON have them: a value for each field, in the order of the fields."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from itertools import islice
from typing import Any, Final, TypeVar, get_type_hints

from controller.domain.money import Money

R = TypeVar("R")


def names(kind: Any) -> tuple[str, ...]:
    """The fields of a record, which are its columns."""
    return tuple(field.name for field in fields(kind))


def quoted(columns: Iterable[str], of: str = "") -> str:
    """Columns as a query names them, of the table that it calls so."""
    return ", ".join(f'{of and f"{of}."}"{column}"' for column in columns)


def from_row(kind: type[R], row: Iterable[Any]) -> R:
    """The record in a row that has a column for each field, and no other."""
    return kind(*(read(value) for read, value in zip(_readers(kind), row, strict=True)))


def next_in_row(kind: type[R], row: Iterator[Any]) -> R:
    """The record in the next columns of a row; what follows is left where it is."""
    return from_row(kind, islice(row, len(names(kind))))


def from_plain(kind: type[R], said: Mapping[str, Any]) -> R:
    """The record in an object that has its fields, and perhaps others."""
    return from_row(kind, (said[name] for name in names(kind)))


def _readers_of(kind: Any) -> tuple[Callable[[Any], Any], ...]:
    hints = get_type_hints(kind)
    return tuple(_reader(hints[name]) for name in names(kind))


_readers: Final[Callable[[Any], tuple[Callable[[Any], Any], ...]]] = cache(_readers_of)


def _reader(hint: Any) -> Callable[[Any], Any]:
    """How a plain value becomes that of a field."""
    if hint == tuple[str, ...]:
        return lambda value: tuple(json.loads(value) if isinstance(value, str) else value)
    if hint == Money | None:
        return lambda value: None if value is None else Money(value)
    if isinstance(hint, type) and is_dataclass(hint):
        return partial(from_plain, hint)
    return hint if hint in (Money, bool) else lambda value: value
