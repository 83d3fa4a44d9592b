"""Ask, check, do: one scheme for whatever keeps state at a table, be it the floor or a game.

A subject is a module about one thing. It has the commands and events of that thing, and two
tables: `HANDLERS` says for each command why it may be refused and what it does, `FOLDS` says for
each event what it makes of the state. A core gathers its subjects. What is asked is decided on the
state alone; what happened is a list of events; the state is only ever a fold of these.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.frozen import Frozen
from controller.domain.instant import NEVER, Instant
from controller.domain.refusals import Refused

S = TypeVar("S")


class Asking(NamedTuple):
    """When something is asked, by whom and for what reason; nobody asks for what has happened."""

    now: Instant = NEVER
    by: tuple[Any, ...] = ()
    reason: Any = None
    cause: str = ""
    """Names the record that it follows on: ids of what is sent out are made from it."""


NOBODY: Final = Asking()


class Command(Frozen):
    """Something that is asked, or was seen: it names its own line of the powers table."""

    action: ClassVar[Any]

    def __init_subclass__(cls, *, action: Any = None) -> None:
        """One whose line depends on what it says has a property instead."""
        super().__init_subclass__()
        if action is not None:
            cls.action = action


class Event(Frozen):
    """Something that has happened."""


class Decided(NamedTuple, Generic[S]):
    """An accepted command: what happened, and the state folded from it."""

    events: tuple[Any, ...]
    state: S


_decided: Final[Callable[[tuple[tuple[Any, ...], Any]], Decided[Any]]] = partial(
    tuple.__new__, Decided
)
"""`Decided` of both its fields, at half the cost: it is made once a command."""


class Draft(Generic[S]):
    """A decision in the making: each event is folded at once, so that the next is judged on it."""

    __slots__ = ("_events", "_fold", "_stamp", "asking", "state")

    def __init__(
        self,
        state: S,
        asking: Asking,
        fold: Callable[[S, Any], S],
        stamp: "Callable[[Any, Asking], Any] | None" = None,
    ) -> None:
        """`stamp` writes on an event when, by whom and why, where its kind has room for that."""
        self.state = state
        self.asking = asking
        self._fold, self._stamp = fold, stamp
        self._events: list[Any] = []

    def emit(self, event: object) -> None:
        """One more event."""
        if self._stamp is not None:
            event = self._stamp(event, self.asking)
        self.state = self._fold(self.state, event)
        self._events.append(event)

    def decided(self) -> Decided[S]:
        """What was decided."""
        return _decided((tuple(self._events), self.state))


class Handler(NamedTuple):
    """Why a command may be refused, and what it does."""

    check: Callable[[Any, Any, Asking], Refused | None]
    act: Callable[[Any, Any], None]


class Emits:
    """An act that records what was asked: the event takes its fields from the command, by name.

    What the command does not say is `found`, field by field, from the state and the command.
    """

    def __init__(self, kind: Any, **found: Callable[[Any, Any], object]) -> None:
        names = (one.name for one in fields(kind) if not one.kw_only)
        self.kind, self.found = kind, found
        self.said = tuple(name for name in names if name not in found)

    def __call__(self, draft: Draft[Any], command: object) -> None:
        said = {name: getattr(command, name) for name in self.said}
        found = {name: find(draft.state, command) for name, find in self.found.items()}
        draft.emit(self.kind(**said, **found))


Handlers = Mapping[type, Handler]
Folds = Mapping[type, Callable[[Any, Any], Any]]


class Subject(Protocol):
    """A module of a core."""

    HANDLERS: Handlers
    FOLDS: Folds


def becomes(**so: Any) -> Callable[[Any, Any], Any]:
    """A fold after which the state is so, whatever the event says."""
    return lambda state, _: evolve(state, **so)


def unchanged(state: S, _: object) -> S:
    """The fold of an event that is on record and changes nothing."""
    return state


def always(_: object, __: object, ___: Asking) -> Refused | None:
    """Never refused: an observation, or something that is always allowed."""
    return None


class Core(Generic[S]):
    """Every command and every event of one kind of state."""

    def __init__(
        self,
        subjects: Iterable[Subject],
        *,
        then: Callable[[S, Any], S] | None = None,
        stamp: Callable[[Any, Asking], Any] | None = None,
    ) -> None:
        """`then` is what every event does to the state besides, such as a step to another phase."""
        handlers: dict[type, Handler] = {}
        folds: dict[type, Callable[[Any, Any], Any]] = {}
        for subject in subjects:
            _gather(handlers, subject.HANDLERS)
            _gather(folds, subject.FOLDS)
        self.handlers: Final = MappingProxyType(handlers)
        self.folds: Final = MappingProxyType(folds)
        self._handlers, self._stamp = handlers, stamp
        self.fold_one: Final = _folding(folds, then)
        """The state after one event."""

    def verify(self, state: S, command: object, asking: Asking = NOBODY) -> Refused | None:
        """Why a command would be refused; None where it would be accepted."""
        return self._handlers[type(command)][0](state, command, asking)

    def can(self, state: S, command: object, asking: Asking = NOBODY) -> bool:
        """Would it be accepted?"""
        return self.verify(state, command, asking) is None

    def decide(self, state: S, command: object, asking: Asking = NOBODY) -> "Decided[S] | Refused":
        """Accept a command and say what happened, or refuse it and change nothing."""
        check, act = self._handlers[type(command)]
        refused = check(state, command, asking)
        if refused is not None:
            return refused
        draft = self.draft(state, asking)
        act(draft, command)
        return draft.decided()

    def draft(self, state: S, asking: Asking) -> Draft[S]:
        """Where a decision begins."""
        return Draft(state, asking, self.fold_one, self._stamp)

    def fold(self, state: S, events: Iterable[object]) -> S:
        """The state after these events."""
        for event in events:
            state = self.fold_one(state, event)
        return state


def _folding(
    folds: dict[type, Callable[[Any, Any], Any]], then: Callable[[Any, Any], Any] | None
) -> Callable[[Any, Any], Any]:
    """What every event goes through, once when it is decided and once when it is replayed."""

    if then is None:
        return lambda state, event: folds[type(event)](state, event)
    return lambda state, event: then(folds[type(event)](state, event), event)


def _gather(known: dict[type, Any], of_subject: Mapping[type, Any]) -> None:
    for kind, what in of_subject.items():
        if kind in known:
            raise BrokenInvariant(f"two subjects have {kind.__name__}")
        known[kind] = what
