"""What a sink is, what it gets, and how the sinks of a table are found.

A kind of sink is an entry point of the group `feltwork.sinks`: its name is the kind that the
configuration names, its value a function that makes a sink from a name and its settings. Those
that come with Feltwork are found the same way. A table's file names its sinks:

    [sinks.surveillance-desk]
    kind = "webhook"
    url = "https://desk.casino.example/notices"
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from hashlib import blake2b
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, Protocol, runtime_checkable

from pydantic import BeforeValidator, ValidationError

from controller.config import WrongConfiguration, describe
from controller.domain.frozen import Frozen
from controller.journal.witness import SentHead
from controller.notices.outbox import Notice

GROUP: Final = "feltwork.sinks"


class SinkFault(Exception):
    """A notice was not delivered, or nobody knows whether it was: the message says why, and holds
    no secret."""


class Envelope(Frozen):
    """A notice as it is sent, with the head of the journal's chain as it stands then.

    Whoever keeps it holds an anchor: `feltwork journal verify --heads` takes a file of them, and
    `--head` a single one as it is written.
    """

    table: str
    notice: Notice
    sent: SentHead

    @property
    def key(self) -> str:
        """The same for every try, another for every notice, also of a journal begun anew.

        Numbers alone would not do: they begin at 1 in a new journal, and a receiver that drops
        repeats would drop what it never had.
        """
        content = json.dumps([self.table, asdict(self.notice)], sort_keys=True)
        digest = blake2b(content.encode("ascii"), digest_size=16, person=b"feltwork notice")
        return digest.hexdigest()

    @property
    def head(self) -> str:
        """`POSITION:MAC`."""
        return f"{self.sent.position}:{self.sent.mac.hex()}"

    def to_json(self) -> bytes:
        """One line of ASCII, without its end."""
        content = {
            "table": self.table,
            **asdict(self.notice),
            "head": self.head,
            "journal": self.sent.journal,
            "tag": self.sent.tag.hex(),
            "key": self.key,
        }
        return json.dumps(content, separators=(",", ":")).encode("ascii")


class Sink(Protocol):
    """Where notices go. One suite proves every kind: `tests/contract/test_sinks.py`."""

    @property
    def name(self) -> str:
        """As the configuration and the record know it."""
        ...

    def deliver(self, envelope: Envelope) -> None:
        """Return once it is safely there; raise `SinkFault` otherwise. Bounded in time.

        The same envelope may come again, and so may one that was delivered before a crash.
        """
        ...


class Line(NamedTuple):
    """What stands on one line of a log, and where that is."""

    where: str
    content: bytes


@runtime_checkable
class ReadsBack(Protocol):
    """A sink that can also say what it was given: its heads are compared at every start."""

    @property
    def name(self) -> str: ...

    def given(self) -> Iterator[Line]:
        """What was delivered, newest first, as far as it is still there; or `SinkFault`."""
        ...


@contextmanager
def plug_in(sink: str) -> Iterator[None]:
    """A plug-in is anybody's code: whatever it raises in here is a fault of this sink alone."""
    try:
        yield
    except SinkFault:
        raise
    except Exception as wrong:
        # Its own words stay out of it: they may hold a secret.
        raise SinkFault(f"{sink}: {type(wrong).__name__} in the plug-in.") from wrong


SinkMaker = Callable[[str, Mapping[str, Any]], Sink]
"""Makes a sink from its name and settings; a `ValidationError` says which setting is wrong."""


def file_path(value: object) -> Path:
    """A setting that names a file."""
    if not isinstance(value, str | Path) or not str(value):
        raise ValueError("expected the path of a file")
    return Path(value)


FilePath = Annotated[Path, BeforeValidator(file_path)]


SinkSettings = Mapping[str, Mapping[str, Any]]
"""By the sink's name: `kind`, and what that kind needs."""


def make_sinks(sinks: SinkSettings) -> tuple[Sink, ...]:
    """The sinks that a table's file names, in its order."""
    return tuple(_make(name, dict(settings)) for name, settings in sinks.items())


def kinds() -> tuple[str, ...]:
    """The kinds of sink that are installed."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def _make(name: str, settings: dict[str, Any]) -> Sink:
    kind = settings.pop("kind", None)
    try:
        return _maker(name, kind)(name, settings)
    except ValidationError as wrong:
        raise WrongConfiguration(f"sink {name!r}: {describe(wrong, values=False)}") from None


def _maker(name: str, kind: object) -> SinkMaker:
    found: Iterable[EntryPoint] = entry_points(group=GROUP)
    values = {point.value: point for point in found if point.name == kind}
    if len(values) != 1:
        seen = f"{len(values)} plug-ins" if values else "no plug-in"
        raise WrongConfiguration(
            f"sink {name!r}: {seen} for kind {kind!r} seen, expected one; "
            f"installed kinds: {', '.join(kinds()) or 'none'}"
        )
    (point,) = values.values()
    try:
        maker: SinkMaker = point.load()
    except (ImportError, AttributeError) as wrong:
        broken = f"sink {name!r}: the plug-in {point.value!r} cannot be loaded: {wrong}"
        raise WrongConfiguration(broken) from wrong
    return maker
