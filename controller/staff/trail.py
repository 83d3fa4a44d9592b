"""The register's own trail: every change and every attempt as a line, in a list that only grows.

The table copies it into its journal, which so knows its register. Each line carries a mark made,
under the register's key, of all lines before it, of the register's own id and of everybody's name,
role, PIN and card as they are after it. So whoever reads on from a line can tell whether this is
still the same register: one made anew has another id, one restored from a backup or copied and used
elsewhere other marks, and one whose people were changed by other means is not vouched for by its
last line.

An attempt that is turned away costs nothing to repeat, so it must not fill the disk: of a kind of
attempt on one person there is one line at once, then at most one a minute, which says how many it
stands for. What was keyed as a staff number that nobody has is never written down: it may be a PIN.
"""

import hmac
import sqlite3
from collections.abc import Iterable
from typing import Final

from controller.domain.instant import MINUTE_MS
from controller.staff.roles import (
    EVERYBODY,
    MADE_TO_WAIT,
    RegisterRequest,
    Trail,
    TrailLine,
    TrailPoint,
)

UNKNOWN: Final = "unknown"
"""In place of a number that nobody has, and of the owner of a card that nobody has."""

PIN_TRIED: Final = "pin-tried"
"""Charged as a failure before the PIN is looked at; alone, it was cut off and stays one."""
RIGHT_PIN: Final = "right-pin"
FAILED_PIN: Final = "failed-pin"
UNKNOWN_NUMBER: Final = "unknown-number"
UNKNOWN_CARD: Final = "unknown-card"
TRIED_EARLY: Final = "tried-early"
CARRIED_OVER: Final = "carried-over"
"""The register was one of an earlier version; its people were not vouched for."""

ATTEMPTS: Final = frozenset(
    {
        PIN_TRIED,
        RIGHT_PIN,
        FAILED_PIN,
        UNKNOWN_NUMBER,
        UNKNOWN_CARD,
        TRIED_EARLY,
        MADE_TO_WAIT,
    }
)
"""Lines that change nobody."""

FOREIGN: Final = "it is not the register in the table's record"
SET_BACK: Final = "it is an older or a different copy of the register in the table's record"
CHANGED: Final = "its people were changed by means other than `feltwork staff`"

QUIET_MS: Final = MINUTE_MS
"""So long attempts of one kind are counted before the next line."""

SCHEMA: Final = """
CREATE TABLE trail (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, what TEXT NOT NULL,
    number TEXT NOT NULL, by TEXT, reason TEXT,
    count INTEGER NOT NULL, mark TEXT NOT NULL, people TEXT NOT NULL
) STRICT;
CREATE TRIGGER trail_kept BEFORE DELETE ON trail BEGIN SELECT RAISE(ABORT, 'only grows'); END;
CREATE TRIGGER trail_fixed BEFORE UPDATE ON trail BEGIN SELECT RAISE(ABORT, 'only grows'); END;
CREATE TABLE turned_away (
    what TEXT NOT NULL, number TEXT NOT NULL, since_ms INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (what, number)
) STRICT;
"""


def lines_after(file: sqlite3.Connection, seq: int) -> tuple[TrailLine, ...]:
    """All lines behind one, in order."""
    columns = "seq, at_ms, what, number, by, reason, count, mark"
    rows = file.execute(f"SELECT {columns} FROM trail WHERE seq > ? ORDER BY seq", (seq,))
    return tuple(TrailLine(*row) for row in rows)


def changes(lines: Iterable[TrailLine]) -> bool:
    """Do they change who works here, or what these people show?"""
    return any(line.what not in ATTEMPTS for line in lines)


def read_on(file: sqlite3.Connection, key: bytes, point: TrailPoint | None) -> Trail:
    """The trail from a point on; nothing of it where it cannot be trusted."""
    own = register_id(file)
    doubt = _doubt(file, key, own, point)
    return Trail(own, doubt, () if doubt else lines_after(file, point.seq if point else 0))


def _doubt(file: sqlite3.Connection, key: bytes, own: str, point: TrailPoint | None) -> str:
    if point is not None and point.id != own:
        return FOREIGN
    if point is not None and mark_at(file, point.seq) != point.mark:
        return SET_BACK
    return "" if _vouched(file, key, point.seq if point else 0) else CHANGED


def last_vouched(file: sqlite3.Connection, key: bytes) -> bool:
    """Are the people of the register those of its last line?"""
    (last,) = file.execute("SELECT max(seq) FROM trail").fetchone()
    return _vouched(file, key, max(0, (last or 0) - 1))


def _vouched(file: sqlite3.Connection, key: bytes, after: int) -> bool:
    """Is every line behind this one sound, and are the people those of the last line?

    An attempt changes nobody. Lines of the version before vouch for nobody, and come first.
    """
    before = mark_at(file, after) or register_id(file)
    at = file.execute("SELECT people FROM trail WHERE seq = ?", (after,)).fetchone()
    people = str(at[0]) if at else ""
    columns = "at_ms, what, number, by, reason, count, people, mark"
    for *line, now, mark in file.execute(
        f"SELECT {columns} FROM trail WHERE seq > ? ORDER BY seq", (after,)
    ):
        if people and now != people and line[1] in ATTEMPTS:
            return False
        if (people or now) and not hmac.compare_digest(_mark(key, before, (*line, now)), mark):
            return False
        before, people = mark, now
    return people == _people(file, key)


def register_id(file: sqlite3.Connection) -> str:
    (own,) = file.execute("SELECT id FROM meta").fetchone()
    return str(own)


def mark_at(file: sqlite3.Connection, seq: int) -> str | None:
    """The mark of a line; before the first line it is the register's id."""
    if seq == 0:
        return register_id(file)
    found = file.execute("SELECT mark FROM trail WHERE seq = ?", (seq,)).fetchone()
    return str(found[0]) if found else None


def _people(file: sqlite3.Connection, key: bytes) -> str:
    """Made of everybody's name, role, PIN and card; empty for nobody."""
    shown = "SELECT number, name, role, pin, card FROM people ORDER BY number"
    people = file.execute(shown).fetchall()
    return hmac.new(key, repr(people).encode(), "sha256").hexdigest() if people else ""


def _mark(key: bytes, before: str, line: tuple[object, ...]) -> str:
    return hmac.new(key, repr((before, *line)).encode(), "sha256").hexdigest()


class Scribe:
    """Writes the trail of one register."""

    def __init__(self, file: sqlite3.Connection, key: bytes) -> None:
        self._file, self._key = file, key

    def note(self, what: str, number: str, order: RegisterRequest, count: int = 1) -> None:
        """One more line, after what it tells of was done."""
        last = self._file.execute("SELECT mark FROM trail ORDER BY seq DESC LIMIT 1").fetchone()
        before = str(last[0]) if last else register_id(self._file)
        by, reason = order.by and order.by.number, order.reason and order.reason.value
        people = _people(self._file, self._key)
        line = (order.wall_ms, str(what), number, by, reason, count, people)
        self._file.execute(
            "INSERT INTO trail (at_ms, what, number, by, reason, count, people, mark)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*line, _mark(self._key, before, line)),
        )

    def attempt(self, what: str, number: str, wall_ms: int) -> None:
        """An attempt at a PIN or a card: as many of these as there are charges."""
        self.note(what, number, RegisterRequest(None, None, wall_ms))

    def turned_away(self, number: str, wall_ms: int) -> None:
        """An attempt that was not even looked at: a line at once, then counted for a while."""
        self.counted(wall_ms)
        key = (TRIED_EARLY, number)
        counted = "UPDATE turned_away SET count = count + 1 WHERE what = ? AND number = ?"
        if self._file.execute(counted, key).rowcount:
            return
        self.attempt(*key, wall_ms)
        self._file.execute("INSERT INTO turned_away VALUES (?, ?, ?, 0)", (*key, wall_ms))

    def counted(self, wall_ms: int) -> None:
        """What was counted for long enough becomes a line; so it does when the clock was set
        back."""
        over = "WHERE ? NOT BETWEEN since_ms AND since_ms + ?"
        times = (wall_ms, QUIET_MS - 1)
        for what, number, count in self._file.execute(
            f"SELECT what, number, count FROM turned_away {over}", times
        ).fetchall():
            if count:
                self.note(what, number, RegisterRequest(None, None, wall_ms), count)
        self._file.execute(f"DELETE FROM turned_away {over}", times)

    def made_to_wait(self, number: str, wall_ms: int) -> None:
        """The wait after an attempt has its line, if only now: what made it may have been cut
        off."""
        last = self._file.execute(
            "SELECT what FROM trail WHERE number = ? AND what IN (?, ?) ORDER BY seq DESC LIMIT 1",
            (number, PIN_TRIED, MADE_TO_WAIT),
        ).fetchone()
        if last != (MADE_TO_WAIT,) or number == EVERYBODY:
            self.attempt(MADE_TO_WAIT, number, wall_ms)
