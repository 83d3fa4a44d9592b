"""The register's own trail: every change and every attempt as a line, in a list that only grows.

The table copies it into its journal. Each line carries a mark made of all lines before it and of
the register's own id, so that whoever reads on from a line can tell whether this is still the same
trail: a register made anew has another id, one restored from a backup other marks.

An attempt that is turned away costs nothing to repeat, so it must not fill the disk: of a kind of
attempt on one person there is one line at once, then at most one a minute, which says how many it
stands for. What was keyed as a staff number that nobody has is never written down: it may be a PIN.
"""

import hashlib
import sqlite3
from typing import Final, NamedTuple

from controller.domain.instant import MINUTE_MS
from controller.staff.roles import FAILURES_MAX, LOCKED, Order, TrailLine, TrailPoint

UNKNOWN: Final = "unknown"
"""In place of a number that nobody has, and of the owner of a card that nobody has."""

PIN_TRIED: Final = "pin-tried"
"""Charged as a failure before the PIN is looked at; alone, it was cut off and stays one."""
RIGHT_PIN: Final = "right-pin"
FAILED_PIN: Final = "failed-pin"
UNKNOWN_NUMBER: Final = "unknown-number"
UNKNOWN_CARD: Final = "unknown-card"
LOCKED_CARD: Final = "locked-card"
TRIED_EARLY: Final = "tried-early"
TRIED_LOCKED: Final = "tried-locked"

QUIET_MS: Final = MINUTE_MS
"""So long attempts of one kind are counted before the next line."""

SCHEMA: Final = """
CREATE TABLE trail (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, what TEXT NOT NULL,
    number TEXT NOT NULL, by TEXT, reason TEXT,
    count INTEGER NOT NULL, mark TEXT NOT NULL
) STRICT;
CREATE TRIGGER trail_kept BEFORE DELETE ON trail BEGIN SELECT RAISE(ABORT, 'only grows'); END;
CREATE TRIGGER trail_fixed BEFORE UPDATE ON trail BEGIN SELECT RAISE(ABORT, 'only grows'); END;
CREATE TABLE turned_away (
    what TEXT NOT NULL, number TEXT NOT NULL, since_ms INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (what, number)
) STRICT;
"""


class Trail(NamedTuple):
    """What there is to read on from a point."""

    id: str
    """Of the register, random, made with it."""
    another: bool
    """The point is of another register, or of one that was set back: `lines` are all there are."""
    lines: tuple[TrailLine, ...]


def lines_after(file: sqlite3.Connection, seq: int) -> tuple[TrailLine, ...]:
    """All lines behind one, in order."""
    rows = file.execute("SELECT * FROM trail WHERE seq > ? ORDER BY seq", (seq,))
    return tuple(TrailLine(*row) for row in rows)


def read_on(file: sqlite3.Connection, point: TrailPoint | None) -> Trail:
    """The trail from a point on; from its beginning where the point is not on it."""
    own = register_id(file)
    another = point is not None and (point.id != own or mark_at(file, point.seq) != point.mark)
    after = point.seq if point is not None and not another else 0
    return Trail(own, another, lines_after(file, after))


def register_id(file: sqlite3.Connection) -> str:
    (own,) = file.execute("SELECT id FROM meta").fetchone()
    return str(own)


def mark_at(file: sqlite3.Connection, seq: int) -> str | None:
    """The mark of a line; before the first line it is the register's id."""
    if seq == 0:
        return register_id(file)
    found = file.execute("SELECT mark FROM trail WHERE seq = ?", (seq,)).fetchone()
    return str(found[0]) if found else None


def note(file: sqlite3.Connection, what: str, number: str, order: Order, count: int = 1) -> None:
    """One more line."""
    last = file.execute("SELECT mark FROM trail ORDER BY seq DESC LIMIT 1").fetchone()
    before = str(last[0]) if last else register_id(file)
    by, reason = order.by and order.by.number, order.reason and order.reason.value
    line = (order.wall_ms, str(what), number, by, reason, count)
    file.execute(
        "INSERT INTO trail (at_ms, what, number, by, reason, count, mark)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*line, _mark(before, line)),
    )


def _mark(before: str, line: tuple[object, ...]) -> str:
    return hashlib.sha256(repr((before, *line)).encode()).hexdigest()


def note_attempt(file: sqlite3.Connection, what: str, number: str, wall_ms: int) -> None:
    """An attempt at a PIN: as many of these as there are charges."""
    note(file, what, number, Order(None, None, wall_ms))


def note_turned_away(file: sqlite3.Connection, what: str, number: str, wall_ms: int) -> None:
    """An attempt that was not even looked at: a line at once, then counted for a while."""
    note_counted(file, wall_ms)
    key = (what, number)
    counted = "UPDATE turned_away SET count = count + 1 WHERE what = ? AND number = ?"
    if file.execute(counted, key).rowcount:
        return
    note_attempt(file, what, number, wall_ms)
    file.execute("INSERT INTO turned_away VALUES (?, ?, ?, 0)", (*key, wall_ms))


def note_counted(file: sqlite3.Connection, wall_ms: int) -> None:
    """What was counted for long enough becomes a line; so it does when the clock was set back."""
    over = "WHERE ? NOT BETWEEN since_ms AND since_ms + ?"
    times = (wall_ms, QUIET_MS - 1)
    for what, number, count in file.execute(
        f"SELECT what, number, count FROM turned_away {over}", times
    ).fetchall():
        if count:
            note(file, what, number, Order(None, None, wall_ms), count)
    file.execute(f"DELETE FROM turned_away {over}", times)


def note_lock(file: sqlite3.Connection, number: str, failures: int, wall_ms: int) -> None:
    """The lock has its line, if only now: what made it may have been cut off."""
    last = file.execute(
        "SELECT what FROM trail WHERE number = ? AND what IN ('locked', 'unlock-person',"
        " 'reset-pin', 'register-person') ORDER BY seq DESC LIMIT 1",
        (number,),
    ).fetchone()
    if failures >= FAILURES_MAX and last != (LOCKED,):
        note_attempt(file, LOCKED, number, wall_ms)
