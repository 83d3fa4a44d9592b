"""What the pit's page remembers from one look at the server to the next."""

from collections.abc import Mapping
from dataclasses import field
from typing import Final, NamedTuple

from controller.domain.frozen import frozen
from ui.monitor.reading import HeardSeen, Reading, RefusedSeen, StandbySeen, TableSeen

Key = tuple[str, str]
"""Pool and table."""
TO_SEE: Final = "Make the owner of the pools' schema a member of pg_monitor."
BEHIND_S_MAX: Final = 10
BEHIND_BYTES_MAX: Final = 64 << 20


class Trouble(NamedTuple):
    """What is wrong, and since when."""

    says: str
    since_ms: int


@frozen
class Watch:
    """Folded from readings."""

    looked: Mapping[str, int] = field(default_factory=dict)
    """Up to where each pool's transfers were read."""
    heard: Mapping[Key, HeardSeen] = field(default_factory=dict)
    refused: Mapping[Key, RefusedSeen] = field(default_factory=dict)
    """Refused transfers after which the table has sent nothing: it waits for people."""
    down_since_ms: Mapping[Key, int] = field(default_factory=dict)
    standbys: Mapping[str, Trouble | None] = field(default_factory=dict)
    """Every standby ever seen, and what is wrong with it."""
    unseen_since_ms: int | None = None
    """Since when it cannot be seen whether anything comes from a table."""


def heard_ms(watch: Watch, of: TableSeen) -> int | None:
    """When the server last heard of a table, by a transfer or by its journal's head."""
    sent = watch.heard.get((of.pool, of.table))
    sent_ms = None if sent is None else sent.at_ms
    return max((at for at in (of.anchored_ms, sent_ms) if at is not None), default=None)


def watched(before: Watch, reading: Reading) -> Watch:
    """With one more look."""
    heard = {**before.heard, **{(of.pool, of.table): of for of in reading.heard}}
    refused = {**before.refused, **{(of.pool, of.table): of for of in reading.refused}}
    waits = {key: of for key, of in refused.items() if _waits(of, heard)}
    now = Watch({of.pool: of.seq for of in reading.pools}, heard, waits)
    down = {
        (of.pool, of.table): _down_since(before, now, of, reading.now_ms)
        for of in reading.tables
        if of.has_login and not of.connected
    }
    unseen = None
    if not all(of.seen for of in reading.tables):
        unseen = before.unseen_since_ms or reading.now_ms
    return Watch(now.looked, heard, waits, down, _standbys(before, reading), unseen)


def _waits(of: RefusedSeen, heard: Mapping[Key, HeardSeen]) -> bool:
    """Has the table sent nothing since, neither to this pool nor to another? A refused order of the
    house waits for nobody."""
    here = heard.get((of.pool, of.table))
    elsewhere = (one for one in heard.values() if one.table == of.table and one.pool != of.pool)
    moved_on = (here and here.seq > of.seq) or any(one.at_ms > of.at_ms for one in elsewhere)
    return bool(of.table) and not moved_on


def _down_since(before: Watch, now: Watch, of: TableSeen, now_ms: int) -> int:
    """Since it was missed first; at the first look, since the server heard of it."""
    known = before.down_since_ms.get((of.pool, of.table))
    if known is not None:
        return known
    last = None if before.looked else heard_ms(now, of)
    return now_ms if last is None else last


def _standbys(before: Watch, reading: Reading) -> Mapping[str, Trouble | None]:
    gone = dict.fromkeys(before.standbys, "It no longer follows: nothing would take over.")
    says = {**gone, **{of.name: _behind(of) for of in reading.standbys}}

    def since(name: str) -> int:
        known = before.standbys.get(name)
        return reading.now_ms if known is None else known.since_ms

    return {name: Trouble(what, since(name)) if what else None for name, what in says.items()}


def _behind(of: StandbySeen) -> str:
    if of.streaming is None:
        return f"Its state cannot be read. {TO_SEE}"
    if not of.waited_for:
        return (
            "Answers do not wait for it: they may be lost with this server. Name it in "
            "synchronous_standby_names."
        )
    if not of.streaming:
        return "It is catching up and could not take over now."
    if of.behind_s > BEHIND_S_MAX or of.behind_bytes > BEHIND_BYTES_MAX:
        return f"It is {of.behind_s} s and {of.behind_bytes >> 20} MB behind."
    return ""
