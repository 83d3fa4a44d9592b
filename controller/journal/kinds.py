"""The names by which the record knows what it holds: part of its format, not of the program.

A class goes by its own name until it is renamed: from then on it says `KIND`, the name that the
record has known it by. What a former version wrote under yet another name is listed in `FORMER`.
The games of a house share one record: each may put a word of its own before the names of its kinds.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args

from controller.domain.base import BrokenInvariant

_PREFIX: Final = "RECORD_PREFIX"
"""What a game's base class of events says, where its names might meet another game's."""


def kind_of(cls: type) -> str:
    """The name that the record has for values of this class."""
    own: str = vars(cls).get("KIND") or cls.__name__
    return f"{getattr(cls, _PREFIX, '')}{own}"


def kinds_of(*unions: Any) -> Mapping[str, type]:
    """Classes and unions of them by the names in the record, former ones included."""
    known: dict[str, type] = {}
    for cls in _classes(unions):
        for name in (kind_of(cls), *vars(cls).get("FORMER", ())):
            if known.setdefault(name, cls) is not cls:
                raise BrokenInvariant(f"two kinds of event are called {name}")
    return known


def _classes(unions: Iterable[Any]) -> Iterable[type]:
    for union in unions:
        yield from get_args(union) or (union,)
