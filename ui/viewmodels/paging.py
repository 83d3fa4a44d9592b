"""Lists that are longer than their room: a page at a time, and after the last the first again."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Page(NamedTuple, Generic[T]):
    """One page of a list."""

    rows: tuple[T, ...]
    text: str
    """`1 of 2`; empty where there is no other."""


def page_of(rows: Sequence[T], page: int, fit: int) -> Page[T]:
    """So many rows at a time; `page` counts on without end."""
    pages = -(-len(rows) // fit) or 1
    first = page % pages * fit
    text = f"{page % pages + 1} of {pages}" if pages > 1 else ""
    return Page(tuple(rows[first : first + fit]), text)
