"""Events and snapshots as canonical JSON, and back: the annotations are the format.

A frozen dataclass becomes an object with sorted keys, a mapping an object in its own order (the
order of a pay table is the order on the sign, so it has to survive), everything compact and in
ASCII: one value, one sequence of bytes. Reading is as strict as counting money: an unknown key, a
wrong type or bytes that are not canonical are refused with the place where they stand. Only a key
that is missing takes the field's default, so that files from before the field can be read; a field
that is gone is named in `DROPPED`, and passed over.

Cards go through `Cards`: what lies face down is sealed there, equal in length whatever it is.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from controller.domain.base import BrokenInvariant
from controller.domain.cards import Card
from controller.domain.frozen import Frozen
from controller.domain.money import Money
from controller.journal.kinds import kind_of, kinds_of
from controller.journal.recorder import JournalFault

T = TypeVar("T")

TAG: Final = "is"
"""The key that names the type where several are possible."""


class Undecodable(JournalFault):
    """The bytes are not what this version of the program writes."""


class Cards(Protocol):
    """How cards are written; `field` says where the card stands in its record."""

    def write(self, card: Card | None, field: str) -> str | None: ...

    def read(self, tree: object, field: str) -> Card | None: ...


class FaceUp:
    """Cards by their names."""

    def write(self, card: Card | None, field: str) -> str | None:
        return None if card is None else repr(card)

    def read(self, tree: object, field: str) -> Card | None:
        try:
            return None if tree is None else Card.parse(str(tree))
        except ValueError:
            # What was seen is not told: it may be most of a card that lies face down.
            raise Undecodable(f"{field}: expected the name of a card") from None


FACE_UP: Final = FaceUp()


class Form(Frozen):
    """One type both ways: value to text, parsed JSON to value; with the path for messages, seals.

    Text is written directly, not by way of a tree: a command waits for it.
    """

    write: Callable[[Any, str, Cards], str]
    read: Callable[[Any, str, Cards], Any]


def to_bytes(kind: type, value: object, cards: Cards = FACE_UP) -> bytes:
    """A value of this type as canonical JSON."""
    return form_of(kind).write(value, kind_of(kind), cards).encode("ascii")


def from_bytes(kind: type[T], data: bytes, cards: Cards = FACE_UP, name: str = "") -> T:
    """What `to_bytes` wrote, perhaps under a former name."""
    name = name or kind_of(kind)
    value: T = form_of(kind).read(parse(data, name), name, cards)
    return value


class Codec:
    """The kinds of event a journal may hold, by their names in the record."""

    def __init__(self, *unions: Any) -> None:
        self.kinds: Final[Mapping[str, type]] = MappingProxyType(kinds_of(*unions))
        self._forms = {kind: (kind_of(kind), form_of(kind)) for kind in self.kinds.values()}

    def write(self, event: object, cards: Cards = FACE_UP) -> tuple[str, bytes]:
        """The kind of an event and its bytes."""
        try:
            name, form = self._forms[type(event)]
        except KeyError:
            unknown = f"{type(event).__name__} is not a kind of event this journal holds"
            raise BrokenInvariant(unknown) from None
        return name, form.write(event, name, cards).encode("ascii")

    def read(self, kind: str, payload: bytes, cards: Cards = FACE_UP) -> Any:
        """The event."""
        if kind not in self.kinds:
            raise Undecodable(
                f"record of kind {kind!r} seen, expected one of the {len(self.kinds)} kinds this "
                "version knows: read the journal with the version that wrote it"
            )
        # A card is sealed under the name that its record had when it was written.
        return from_bytes(self.kinds[kind], payload, cards, kind)


_canonical: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def parse(data: bytes, path: str) -> object:
    """The JSON in these bytes, refused unless it is written the one canonical way."""
    try:
        tree: object = json.loads(data)
        canonical = _canonical(tree).encode("ascii") == data
    except (ValueError, RecursionError) as wrong:
        raise Undecodable(f"{path}: not JSON: {type(wrong).__name__}") from wrong
    if not canonical:
        raise Undecodable(f"{path}: not canonical JSON (a key twice, spaces, or another spelling)")
    return tree


def _form_of(kind: Any) -> Form:
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Card:
        return Form(_write_card, _read_card)
    if kind in _SCALARS:
        return _scalar(kind, *_SCALARS[kind])
    if origin in (Union, UnionType):
        return _union(kind)
    if origin is tuple and parts[1:] == (Ellipsis,):
        return _row((form_of(parts[0]),), tuple, any_number=True)
    if origin is tuple:
        return _row(tuple(map(form_of, parts)), tuple)
    if origin is frozenset:
        return _frozenset(*parts)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(*parts)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind)
    if hasattr(kind, "_fields"):  # a named tuple
        hints = get_type_hints(kind)
        return _row(tuple(form_of(hints[name]) for name in kind._fields), kind._make)
    raise BrokenInvariant(f"the journal has no form for {kind!r}")


form_of: Final[Callable[[Any], Form]] = cache(_form_of)
"""How a type is written and read, worked out once."""


def _seen(tree: object) -> str:
    """What was found, without what may lie inside."""
    if isinstance(tree, dict):
        return "an object"
    if isinstance(tree, list):
        return f"a list of {len(tree)}"
    return repr(tree)[:80]


def _wrong(path: str, tree: object, expected: str) -> Undecodable:
    return Undecodable(f"{path}: {_seen(tree)} seen, expected {expected}")


def _unwritable(path: str, value: object, expected: str) -> BrokenInvariant:
    return BrokenInvariant(f"{path}: {type(value).__name__} seen, expected {expected}")


# Exactly these types: a bool is not a number, and what is money says so.
_SCALARS: Final[Mapping[type, tuple[type, Callable[[Any], str], str]]] = {
    bool: (bool, _canonical, "true or false"),
    int: (int, int.__repr__, "a whole number"),
    str: (str, _canonical, "text"),
    Money: (int, int.__repr__, "an amount in whole cents"),
    NoneType: (NoneType, _canonical, "nothing"),
}


def _scalar(kind: Any, plain: type, text: Callable[[Any], str], expected: str) -> Form:
    def write(value: Any, path: str, _: Cards) -> str:
        if type(value) is not kind and not (kind is str and isinstance(value, str)):
            raise _unwritable(path, value, expected)
        return text(value)

    def read(tree: Any, path: str, _: Cards) -> Any:
        if type(tree) is not plain:
            raise _wrong(path, tree, expected)
        return None if tree is None else kind(tree)

    return Form(write, read)


def _write_card(card: Any, path: str, cards: Cards) -> str:
    if type(card) is not Card:
        raise BrokenInvariant(f"{path}: expected a card")
    return f'"{cards.write(card, path)}"'


def _read_card(tree: Any, path: str, cards: Cards) -> Card:
    card = cards.read(tree, path)
    if card is None:
        raise Undecodable(f"{path}: no card seen, expected one")
    return card


def _write_card_or_none(card: Any, path: str, cards: Cards) -> str:
    if card is not None:
        return _write_card(card, path, cards)
    sealed = cards.write(None, path)
    return "null" if sealed is None else f'"{sealed}"'


def _enum(kind: type[Enum]) -> Form:
    """One without members of its own has those of the enums made of it, whenever they are made."""
    own = {member.value: member for member in kind}
    text = {member: _canonical(member.value) for member in kind}

    def members() -> Mapping[Any, Enum]:
        return own or {one.value: one for made in reversed(kind.__subclasses__()) for one in made}

    def write(value: Any, path: str, _: Cards) -> str:
        if not isinstance(value, kind):
            raise _unwritable(path, value, f"one of {', '.join(map(str, members()))}")
        return text.get(value) or _canonical(value.value)

    def read(tree: Any, path: str, _: Cards) -> Any:
        known = members()
        if type(tree) not in (str, int) or tree not in known:
            raise _wrong(path, tree, f"one of {', '.join(map(str, known))}")
        return known[tree]

    return Form(write, read)


def _union(kind: Any) -> Form:
    members = [member for member in get_args(kind) if member is not NoneType]
    if members == [Card]:  # None is sealed like a card: an unread card must not show
        return Form(_write_card_or_none, lambda tree, path, cards: cards.read(tree, path))
    form = form_of(members[0]) if len(members) == 1 else _tagged(members)
    if NoneType not in get_args(kind):
        return form

    def write(value: Any, path: str, cards: Cards) -> str:
        return "null" if value is None else form.write(value, path, cards)

    def read(tree: Any, path: str, cards: Cards) -> Any:
        return None if tree is None else form.read(tree, path, cards)

    return Form(write, read)


def _tagged(members: list[Any]) -> Form:
    """One of several dataclasses: the object says which."""
    if not all(isinstance(member, type) and is_dataclass(member) for member in members):
        raise BrokenInvariant(f"the journal has no form for a union of {members}")
    kinds = kinds_of(*members)
    expected = f"one of {', '.join(kinds)}"

    def write(value: Any, path: str, cards: Cards) -> str:
        if type(value) not in members:
            raise _unwritable(path, value, expected)
        rest = form_of(type(value)).write(value, path, cards)[1:]
        return f'{{"{TAG}":"{kind_of(type(value))}"' + (rest if rest == "}" else "," + rest)

    def read(tree: Any, path: str, cards: Cards) -> Any:
        if not isinstance(tree, dict) or tree.get(TAG) not in kinds:
            raise _wrong(path, tree, expected)
        rest = {key: part for key, part in tree.items() if key != TAG}
        return form_of(kinds[tree[TAG]]).read(rest, path, cards)

    return Form(write, read)


def _row(forms: tuple[Form, ...], build: Any, *, any_number: bool = False) -> Form:
    """Values in order, each of its own type, or any number of one."""
    expected = "any number" if any_number else str(len(forms))

    def each(values: Any) -> tuple[Form, ...] | None:
        wanted = forms * len(values) if any_number else forms
        return wanted if len(wanted) == len(values) else None

    def write(value: Any, path: str, cards: Cards) -> str:
        wanted = each(value) if isinstance(value, tuple) else None
        if wanted is None:
            raise _unwritable(path, value, f"a tuple of {expected}")
        parts = (form.write(value[i], f"{path}.{i}", cards) for i, form in enumerate(wanted))
        return f"[{','.join(parts)}]"

    def read(tree: Any, path: str, cards: Cards) -> Any:
        wanted = each(tree) if isinstance(tree, list) else None
        if wanted is None:
            raise _wrong(path, tree, f"a list of {expected}")
        return build(form.read(tree[i], f"{path}.{i}", cards) for i, form in enumerate(wanted))

    return Form(write, read)


def _frozenset(part: Any) -> Form:
    """By length, numbers come out in their order, texts in one that is always the same."""
    form = form_of(part)

    def write(value: Any, path: str, cards: Cards) -> str:
        if not isinstance(value, frozenset):
            raise _unwritable(path, value, "a frozenset")
        parts = sorted(form.write(member, path, cards) for member in value)
        return f"[{','.join(sorted(parts, key=len))}]"

    def read(tree: Any, path: str, cards: Cards) -> Any:
        if not isinstance(tree, list):
            raise _wrong(path, tree, "a list")
        members = frozenset(form.read(member, path, cards) for member in tree)
        if _canonical(tree) != write(members, path, cards):
            raise _wrong(path, tree, "a list in order, each member once")
        return members

    return Form(write, read)


def _mapping(key: Any, value: Any) -> Form:
    """JSON has text for keys only: a number is written out, an area by its name."""
    keys, values = form_of(key), form_of(value)
    if key not in (int, str) and not all(isinstance(member.value, str) for member in key):
        raise BrokenInvariant(f"the journal has no form for a mapping by {key!r}")
    quote = '"' if key is int else ""

    def write(mapping: Any, path: str, cards: Cards) -> str:
        if not isinstance(mapping, Mapping):
            raise _unwritable(path, mapping, "a mapping")
        parts = (
            f"{quote}{keys.write(name, path, cards)}{quote}:"
            + values.write(part, f"{path}.{name}", cards)
            for name, part in mapping.items()
        )
        return f"{{{','.join(parts)}}}"

    def read_key(name: str, path: str, cards: Cards) -> Any:
        if key is int and name.lstrip("-").isdecimal() and str(int(name)) == name:
            return int(name)
        return keys.read(name, path, cards)

    def read(tree: Any, path: str, cards: Cards) -> Any:
        if not isinstance(tree, dict):
            raise _wrong(path, tree, "an object")
        return {
            read_key(name, path, cards): values.read(part, f"{path}.{name}", cards)
            for name, part in tree.items()
        }

    return Form(write, read)


def _dataclass(kind: Any) -> Form:
    hints = get_type_hints(kind)
    parts = {name: form_of(hints[name]) for name in sorted(field.name for field in fields(kind))}
    written = [
        (name, f'{"," if i else ""}"{name}":', f".{name}", parts[name].write)
        for i, name in enumerate(parts)
    ]
    needed = {
        field.name
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    }
    dropped = frozenset(getattr(kind, "DROPPED", ()))  # fields that former versions wrote
    expected = f"{kind_of(kind)} with {', '.join(parts) or 'no fields'}"

    def write(value: Any, path: str, cards: Cards) -> str:
        if type(value) is not kind:
            raise _unwritable(path, value, kind.__name__)
        text = "{"
        for name, key, step, write_part in written:
            text += key + write_part(getattr(value, name), path + step, cards)
        return text + "}"

    def read(tree: Any, path: str, cards: Cards) -> Any:
        if not isinstance(tree, dict):
            raise _wrong(path, tree, expected)
        if unknown := tree.keys() - parts.keys() - dropped:
            raise Undecodable(f"{path}: unknown {sorted(unknown)} seen, expected {expected}")
        if missing := needed - tree.keys():
            raise Undecodable(f"{path}: {sorted(missing)} missing, expected {expected}")
        if list(tree) != sorted(tree):
            raise Undecodable(f"{path}: keys out of order")
        values = {
            name: parts[name].read(part, f"{path}.{name}", cards)
            for name, part in tree.items()
            if name not in dropped
        }
        try:
            return kind(**values)
        except (TypeError, ValueError) as wrong:
            raise Undecodable(f"{path}: {wrong}") from wrong

    return Form(write, read)
