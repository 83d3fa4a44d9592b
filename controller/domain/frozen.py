"""Frozen dataclasses that cost next to nothing until they are used.

The table knows some five hundred kinds of command, event and state. For each of them
`dataclass(frozen=True)` compiles six methods, which was a third of the time from power to the first
frame. `@frozen` makes the same dataclass for `fields`, `replace` and a type checker. Its methods
are ordinary functions, and only `__init__` is compiled, for speed, when the first one is made:
most kinds are never met in a shift. Whatever is made of `Frozen` has it without the decorator.

Its kinds inherit from each other, not from dataclasses made otherwise.
"""

import sys
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """A frozen dataclass; a method that the class has itself stays as it is."""
    kind.__doc__ = kind.__doc__ or kind.__name__  # otherwise a signature is written out
    dataclass(init=False, repr=False, eq=False)(kind)
    written = set(vars(kind))
    for name, method in _methods(kind).items():
        if name not in written:
            setattr(kind, name, method)
    return kind


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """Every class that is made of this one is frozen, without being told so."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        frozen(cls)


def _methods(kind: Any) -> dict[str, object]:
    compared = tuple(one.name for one in fields(kind) if one.compare)
    shown = tuple(one.name for one in fields(kind) if one.repr)
    key: Callable[[Any], object] = attrgetter(*compared) if compared else lambda _: ()

    def equal(self: Any, other: object) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(key(self))

    def represented(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{self.__class__.__qualname__}({values})"

    return {
        "__init__": _Unwritten(kind),
        "__eq__": equal,
        "__hash__": hashed,
        "__repr__": represented,
        "__setattr__": _refuse_to_assign,
        "__delattr__": _refuse_to_delete,
    }


def _refuse_to_assign(_: object, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


class _Unwritten:
    """Stands where `__init__` will be, and puts it there as soon as it is looked up.

    Two threads may do that at once: they write the same.
    """

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    def __get__(self, made: object | None, owner: type) -> object:
        written = self._kind.__init__ = _init_of(self._kind)
        return written if made is None else written.__get__(made)


def _init_of(kind: Any) -> Any:
    """Takes every field by its name, and calls `__post_init__` where there is one.

    All of them are set at once, as a whole `__dict__`: faster than one by one, and what `evolve`
    copies from it is faster to read than copies of a dictionary that shares its keys.
    """
    in_order = [one for one in fields(kind) if not one.kw_only]
    by_name = [one for one in fields(kind) if one.kw_only]
    taken = in_order + by_name
    known: dict[str, Any] = {"_set": object.__setattr__, "_missing": MISSING}
    parameters = ["self", *(_parameter(one, known) for one in in_order)]
    parameters += ["*", *(_parameter(one, known) for one in by_name)] if by_name else []
    values = ", ".join(f"{one.name!r}: {_taken(one)}" for one in taken)
    body = [f"_set(self, '__dict__', {{{values}}})"]
    body += ["self.__post_init__()"] if hasattr(kind, "__post_init__") else []
    source = (
        f"def write({', '.join(known)}):\n"
        f" def __init__({', '.join(parameters)}):\n"
        f"  {'; '.join(body)}\n"
        " return __init__"
    )
    written: dict[str, Any] = {}
    exec(source, vars(sys.modules[kind.__module__]), written)
    init = written["write"](**known)
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    init.__annotations__ = {one.name: one.type for one in taken} | {"return": None}
    return init


def _parameter(one: "Field[Any]", known: dict[str, Any]) -> str:
    """The field as a parameter; its default becomes known to the function."""
    if one.default_factory is not MISSING:
        known[f"_new_{one.name}"] = one.default_factory
        return f"{one.name}=_missing"
    if one.default is not MISSING:
        known[f"_default_{one.name}"] = one.default
        return f"{one.name}=_default_{one.name}"
    return one.name


def _taken(one: "Field[Any]") -> str:
    if one.default_factory is MISSING:
        return one.name
    return f"_new_{one.name}() if {one.name} is _missing else {one.name}"
