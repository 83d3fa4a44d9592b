"""The outbox: which notices are still owed to which sinks, as folded from the journal.

A notice is owed to every sink that was configured when it was raised, and leaves the state when
all of them have it; the journal keeps it. A sink is known by its name. When the configuration no
longer names it, `SinksConfigured` goes on record at the next start and says which notices that
sink never got: they are not owed to it any more. A sink under a new name begins with the next
notice; one that only moved to another address keeps its name, and what it is owed.

Delivery is recorded after it has happened. Between the two the process may die: then the notice
is still owed and is sent again, under the same key.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.frozen import Frozen

SUPERVISOR: Final = "supervisor"
SURVEILLANCE: Final = "surveillance"
INSPECTOR: Final = "inspector"
RECIPIENTS: Final = (SUPERVISOR, SURVEILLANCE, INSPECTOR)


class NewNotice(NamedTuple):
    """What is to be told, before it has a number."""

    to: str
    about: str
    text: str
    round: int
    clause: str | None = None


class Notice(Frozen):
    """One thing that one recipient is told."""

    number: int
    to: str
    about: str
    """Coded, for machines: `missing-card`."""
    text: str
    """A plain sentence, for people."""
    round: int
    """The round in progress, or the last one."""
    clause: str | None
    at: int
    """When it was raised: milliseconds since 1970, UTC."""


class NoticeRaised(Frozen):
    notice: Notice


class NoticeDelivered(Frozen):
    """The sink has it, perhaps more than once."""

    number: int
    sink: str


class Undelivered(Frozen):
    """A notice that a sink never got."""

    number: int
    sink: str


class SinksConfigured(Frozen):
    """The sinks of the configuration have changed."""

    sinks: tuple[str, ...]
    given_up: tuple[Undelivered, ...] = ()
    """What sinks that are gone were still owed."""


Event = NoticeRaised | NoticeDelivered | SinksConfigured


class Pending(Frozen):
    """A notice on its way."""

    notice: Notice
    owed: tuple[str, ...]
    """Sinks that do not have it yet; never empty."""


class Outbox(Frozen):
    """As long as the list of what is on its way, however many notices there were."""

    next_number: int = 1
    sinks: tuple[str, ...] = ()
    pending: tuple[Pending, ...] = ()
    """In the order of their numbers."""


def configure(outbox: Outbox, sinks: Sequence[str]) -> tuple[SinksConfigured, ...]:
    """What to record at a start: nothing where the sinks are those on record."""
    names = tuple(sinks)
    if len(set(names)) < len(names):
        raise BrokenInvariant(f"notices: the sinks {names} seen, expected each name once")
    if names == outbox.sinks:
        return ()
    given_up = tuple(
        Undelivered(pending.notice.number, sink)
        for pending in outbox.pending
        for sink in pending.owed
        if sink not in names
    )
    return (SinksConfigured(names, given_up),)


def raise_notices(
    outbox: Outbox, drafts: Iterable[NewNotice], at_ms: int
) -> tuple[NoticeRaised, ...]:
    """Numbers for what is to be told."""
    return tuple(
        NoticeRaised(Notice(number, *draft, at=at_ms))
        for number, draft in enumerate(drafts, outbox.next_number)
    )


def record_delivery(outbox: Outbox, number: int, sink: str) -> tuple[NoticeDelivered, ...]:
    """What to record when a sink has a notice: nothing where that is on record already."""
    owed = any(p.notice.number == number and sink in p.owed for p in outbox.pending)
    return (NoticeDelivered(number, sink),) if owed else ()


def owed_to(pending: Iterable[Pending], sink: str) -> tuple[Notice, ...]:
    """What a sink is still to get, in order."""
    return tuple(one.notice for one in pending if sink in one.owed)


def fold(outbox: Outbox, events: Iterable[Event]) -> Outbox:
    """The outbox after these events."""
    for event in events:
        outbox = fold_one(outbox, event)
    return outbox


def fold_one(outbox: Outbox, event: Event) -> Outbox:
    """The outbox after one event."""
    match event:
        case NoticeRaised(notice):
            return _raised(outbox, notice)
        case NoticeDelivered(number, sink):
            return _delivered(outbox, number, sink)
        case SinksConfigured(sinks):
            return evolve(_still_owed(outbox, lambda _, to: to in sinks), sinks=sinks)


def _raised(outbox: Outbox, notice: Notice) -> Outbox:
    if notice.number != outbox.next_number:
        seen = f"notice {notice.number} seen, expected {outbox.next_number}"
        raise BrokenInvariant(f"notices: {seen}")
    on_its_way = (Pending(notice, outbox.sinks),) if outbox.sinks else ()
    return evolve(outbox, next_number=notice.number + 1, pending=outbox.pending + on_its_way)


def _delivered(outbox: Outbox, number: int, sink: str) -> Outbox:
    if not record_delivery(outbox, number, sink):
        raise BrokenInvariant(f"notices: {number} delivered to {sink!r}, which was not owed it")
    return _still_owed(outbox, lambda of, to: (of, to) != (number, sink))


def _still_owed(outbox: Outbox, is_owed: Callable[[int, str], bool]) -> Outbox:
    """Whatever is still to go to some sink, by the number of the notice and the sink."""
    left = (
        Pending(one.notice, tuple(to for to in one.owed if is_owed(one.notice.number, to)))
        for one in outbox.pending
    )
    return evolve(outbox, pending=tuple(one for one in left if one.owed))
