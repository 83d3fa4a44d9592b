"""The staff register: who works here, kept in one small SQLite file that only its owner may read.

A PIN is tried in three steps: the attempt is charged as a failure and written down, the PIN is
verified, and only a right one takes the charge back. So neither pulling the plug nor trying in two
places at once gains an attempt. After a failure there is a wait that grows; the fifth locks the
person out (session.py), until a casino supervisor unlocks.

Every change is also a line of the register's own trail, which can only grow: the command line works
beside a running table, whose journal it may not touch. The table copies the trail into its journal.

Whatever tries or sets a PIN is slow (pins.py): not for the controller's thread. Every call opens
the file anew, so that any thread may make it.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from controller.staff import pins
from controller.staff.pins import Cost, Pin, RegisterError, StaffCard
from controller.staff.powers import Action, NotAllowed, Objection, check
from controller.staff.roles import (
    FAILURES_MAX,
    Actor,
    Entry,
    Order,
    Person,
    Rejected,
    Role,
    TrailLine,
    Trouble,
    may_act_as,
)
from controller.staff.session import WAITS_MS, Admitted, Denied, Means, Why, verify_attempt

_APPLICATION: Final = 0x4657_5354  # "FWST"
_VERSION: Final = 1
_BUSY_S: Final = 5.0
_SCHEMA: Final = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_VERSION};
CREATE TABLE meta (key_check TEXT NOT NULL) STRICT;
CREATE TABLE people (
    number TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL,
    pin TEXT NOT NULL, card TEXT UNIQUE,
    attempts INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
    tried_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE trail (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, what TEXT NOT NULL,
    number TEXT NOT NULL, by TEXT, reason TEXT
) STRICT;
CREATE TRIGGER trail_kept BEFORE DELETE ON trail BEGIN SELECT RAISE(ABORT, 'only grows'); END;
CREATE TRIGGER trail_fixed BEFORE UPDATE ON trail BEGIN SELECT RAISE(ABORT, 'only grows'); END;
"""


Outcome = Entry | Rejected | NotAllowed


class _Row(NamedTuple):
    number: str
    name: str
    role: Role
    pin: str
    card: str | None
    attempts: int
    """Over all time."""
    failures: int
    tried_ms: int

    def entry(self) -> Entry:
        return Entry(self.number, self.name, self.role, self.failures, bool(self.card))

    def __repr__(self) -> str:
        return f"_Row({self.number})"  # the hashes are nobody's business


class Register:
    """The people of one house or table."""

    def __init__(self, path: Path, key: bytes, cost: Cost) -> None:
        self._path, self._key, self._cost = path, key, cost

    def __repr__(self) -> str:
        return f"Register({str(self._path)!r})"

    @classmethod
    def create(cls, path: Path, cost: Cost = pins.STRONG) -> "Register":
        """A register without people; its first person comes in without anybody's leave."""
        beside = pins.key_path(path)
        key = pins.read_key(beside) if beside.exists() else pins.make_key(beside)
        pins.create_private(path, lambda draft: _write_schema(draft, pins.key_check(key)))
        return cls(path, key, cost)

    @classmethod
    def open(cls, path: Path, cost: Cost = pins.STRONG) -> "Register":
        """The register that is there, looked over from end to end."""
        pins.check_private(path)
        register = cls(path, pins.read_key(pins.key_path(path)), cost)
        with register._reading() as file:
            _look_over(path, file, register._key)
        return register

    @contextlib.contextmanager
    def _file(self, begin: str) -> Iterator[sqlite3.Connection]:
        pins.check_private(self._path)
        try:
            uri = f"{self._path.absolute().as_uri()}?mode=rw"
            file = sqlite3.connect(uri, timeout=_BUSY_S, isolation_level=None, uri=True)
            try:
                # Durable before the answer: the folder's entry for the rollback file too.
                file.execute("PRAGMA synchronous = EXTRA")
                file.execute("PRAGMA secure_delete = ON")
                file.execute(begin)
                yield file
                file.execute("COMMIT")
            finally:
                file.close()  # rolls back what was not committed
        except (sqlite3.Error, ValueError) as error:
            raise RegisterError(f"{self._path}: no use as staff register: {error}") from error

    def _reading(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        return self._file("BEGIN")

    def _writing(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        return self._file("BEGIN IMMEDIATE")

    def people(self) -> tuple[Entry, ...]:
        """Everybody, by number."""
        with self._reading() as file:
            rows = _rows(file, "ORDER BY length(number), number")
        return tuple(row.entry() for row in rows)

    def person(self, number: str) -> Entry | None:
        """Who has this number?"""
        with self._reading() as file:
            row = _find(file, number)
        return row.entry() if row else None

    def trail(self, after: int = 0) -> tuple[TrailLine, ...]:
        """What has happened since a line, for the journal."""
        with self._reading() as file:
            rows = file.execute("SELECT * FROM trail WHERE seq > ? ORDER BY seq", (after,))
            return tuple(TrailLine(*row) for row in rows)

    def try_pin(self, number: str, pin: Pin, wall_ms: int) -> Admitted | Denied:
        """Is it this person? Slow."""
        charged = self._charge(number, wall_ms)
        if charged is None:
            # As long as for a number that exists: who works here is nobody's business.
            pins.hash_pin(self._key, number, pin, self._cost)
            return Denied(Why.WRONG, None)
        if isinstance(charged, Denied):
            return charged
        right = pins.verify_pin(self._key, number, charged.pin, pin)
        failures = self._settle(charged, right, wall_ms)
        if failures is None:
            return Denied(Why.WRONG, None)
        if right:
            return Admitted(Person(number, charged.name, charged.role), Means.PIN)
        if failures >= FAILURES_MAX:
            return Denied(Why.LOCKED, number)
        return Denied(Why.WRONG, number, WAITS_MS[failures])

    def _charge(self, number: str, wall_ms: int) -> _Row | Denied | None:
        """Writes a failure down before the PIN is looked at."""
        with self._writing() as file:
            row = _find(file, number)
            if row is None:
                return None
            if denied := verify_attempt(number, row.failures, row.tried_ms, wall_ms):
                if wall_ms < row.tried_ms:
                    _set(file, number, tried_ms=wall_ms)
                return denied
            row = row._replace(attempts=row.attempts + 1)
            failures = row.failures + 1
            _set(file, number, attempts=row.attempts, failures=failures, tried_ms=wall_ms)
            return row

    def _settle(self, charged: _Row, right: bool, wall_ms: int) -> int | None:
        """Takes the charge back, or puts the failure on the trail; what failures remain."""
        number = charged.number
        with self._writing() as file:
            row = _find(file, number)
            if row is None:
                return None  # removed meanwhile
            failures = row.failures
            if right:
                # What others have tried meanwhile stays charged.
                failures = min(failures, row.attempts - charged.attempts)
                _set(file, number, failures=failures)
                return failures
            _note(file, "failed-pin", number, Order(None, None, wall_ms))
            if failures >= FAILURES_MAX:
                _note(file, "locked", number, Order(None, None, wall_ms))
            return failures

    def try_card(self, card: StaffCard) -> Admitted | Denied:
        """Whose card is it? A card is not guessed at: it is not charged. Fast."""
        shown = pins.card_hash(self._key, card)
        with self._reading() as file:
            rows = _rows(file)
        owners = [row for row in rows if row.card and pins.same_hash(row.card, shown)]
        if not owners:
            return Denied(Why.WRONG, None)
        owner = owners[0].entry()
        if owner.locked:
            return Denied(Why.LOCKED, owner.number)
        return Admitted(Person(owner.number, owner.name, owner.role), Means.CARD)

    def add(self, person: Person, pin: Pin, order: Order) -> Outcome:
        """Registers somebody. Slow. The first one needs nobody's leave: `order.by` is none."""
        if rejected := _unfit(person, pin):
            return rejected
        kept = pins.hash_pin(self._key, person.number, pin, self._cost)
        with self._writing() as file:
            if refused := _refuse_newcomer(file, person, order):
                return refused
            columns = (person.number, person.name, person.role.value, kept)
            file.execute(
                "INSERT INTO people (number, name, role, pin) VALUES (?, ?, ?, ?)", columns
            )
            _note(file, Action.REGISTER_PERSON, person.number, order)
        return Entry(person.number, person.name, person.role)

    def change_own_pin(
        self, number: str, old: Pin, new: Pin, wall_ms: int
    ) -> Entry | Rejected | Denied:
        """A new PIN for whoever shows the old one. Slow."""
        if weakness := new.weakness(number):
            return Rejected(Trouble.WEAK_PIN, weakness.value)
        if old == new:
            return Rejected(Trouble.SAME_PIN)
        shown = self.try_pin(number, old, wall_ms)
        if isinstance(shown, Denied):
            return shown
        kept = pins.hash_pin(self._key, number, new, self._cost)
        with self._writing() as file:
            _set(file, number, pin=kept)
            row = _find(file, number)
            if row is None:
                return Rejected(Trouble.NO_SUCH_PERSON)  # removed meanwhile
            by = Actor(number, shown.person.role)
            _note(file, Action.CHANGE_OWN_PIN, number, Order(by, None, wall_ms))
            return row.entry()

    def reset_pin(self, number: str, new: Pin, order: Order) -> Outcome:
        """A new PIN for somebody else, who is there and types it; unlocks too. Slow."""
        if weakness := new.weakness(number):
            return Rejected(Trouble.WEAK_PIN, weakness.value)
        kept = pins.hash_pin(self._key, number, new, self._cost)

        def reset(file: sqlite3.Connection, row: _Row) -> Rejected | None:
            if order.by and order.by.number == number:
                return Rejected(Trouble.OWN_PIN)
            _set(file, number, pin=kept, failures=0)
            return None

        return self._change(Action.RESET_PIN, number, order, reset)

    def give_card(self, number: str, card: StaffCard | None, order: Order) -> Outcome:
        """A card for somebody, in place of any before; or none."""
        if card and card.blank():
            return Rejected(Trouble.BLANK_CARD)
        hashed = pins.card_hash(self._key, card) if card else None

        def give(file: sqlite3.Connection, row: _Row) -> Rejected | None:
            others = "SELECT 1 FROM people WHERE card = ? AND number <> ?"
            if file.execute(others, (hashed, number)).fetchone():
                return Rejected(Trouble.CARD_TAKEN)
            _set(file, number, card=hashed)
            return None

        return self._change(Action.GIVE_CARD, number, order, give)

    def unlock(self, number: str, order: Order) -> Outcome:
        """Lets somebody who was locked out try again."""

        def let_in(file: sqlite3.Connection, row: _Row) -> Rejected | None:
            if row.failures < FAILURES_MAX:
                return Rejected(Trouble.NOT_LOCKED)
            _set(file, number, failures=0)
            return None

        return self._change(Action.UNLOCK_PERSON, number, order, let_in)

    def remove(self, number: str, order: Order) -> Outcome:
        """Strikes somebody off; the trail keeps the number."""

        def strike(file: sqlite3.Connection, row: _Row) -> Rejected | None:
            peers = "SELECT 1 FROM people WHERE role = ? AND number <> ?"
            last = not file.execute(peers, (row.role, number)).fetchone()
            if last and row.role is Role.CASINO_SUPERVISOR:
                return Rejected(Trouble.LAST_CASINO_SUPERVISOR)
            file.execute("DELETE FROM people WHERE number = ?", (number,))
            return None

        return self._change(Action.REMOVE_PERSON, number, order, strike)

    def _change(self, action: Action, number: str, order: Order, change: "_Change") -> Outcome:
        """One change to somebody, on a casino supervisor's authority."""
        with self._writing() as file:
            if refused := _refuse(file, action, order):
                return refused
            row = _find(file, number)
            if row is None:
                return Rejected(Trouble.NO_SUCH_PERSON)
            if rejected := change(file, row):
                return rejected
            _note(file, action, number, order)
            return (_find(file, number) or row).entry()


_Change = Callable[[sqlite3.Connection, _Row], Rejected | None]
"""Makes the change, or says why not."""


def _refuse(file: sqlite3.Connection, action: Action, order: Order) -> NotAllowed | None:
    """Why this person may not; a session does not outlive its person's place in the register."""
    row = _find(file, order.by.number) if order.by else None
    if (
        not (order.by and row)
        or row.entry().locked
        or not may_act_as(row.entry().role, order.by.role)
    ):
        return NotAllowed(Objection.NOT_THIS_ROLE, action)
    return check(action, (order.by,), order.reason)


def _refuse_newcomer(
    file: sqlite3.Connection, person: Person, order: Order
) -> Rejected | NotAllowed | None:
    empty = not file.execute("SELECT 1 FROM people").fetchone()
    if order.by is None and not empty:
        return Rejected(Trouble.NOT_FIRST)
    if empty and person.role is not Role.CASINO_SUPERVISOR:
        return Rejected(Trouble.FIRST_PERSON)
    if order.by and (refused := _refuse(file, Action.REGISTER_PERSON, order)):
        return refused
    return Rejected(Trouble.NUMBER_TAKEN) if _find(file, person.number) else None


def _unfit(person: Person, pin: Pin) -> Rejected | None:
    number, name = person.number, person.name
    if not (number.isascii() and number.isdigit() and len(number) <= 10 and number[0] != "0"):
        return Rejected(Trouble.BAD_NUMBER)
    if not (name.strip() == name and name.isprintable() and 0 < len(name) <= 40):
        return Rejected(Trouble.BAD_NAME)
    weakness = pin.weakness(number)
    return Rejected(Trouble.WEAK_PIN, weakness.value) if weakness else None


def _rows(file: sqlite3.Connection, which: str = "", *values: str) -> list[_Row]:
    rows = file.execute(f"SELECT * FROM people {which}", values).fetchall()
    return [_Row(number, name, Role(role), *rest) for number, name, role, *rest in rows]


def _find(file: sqlite3.Connection, number: str) -> _Row | None:
    return next(iter(_rows(file, "WHERE number = ?", number)), None)


def _set(file: sqlite3.Connection, number: str, **values: str | int | None) -> None:
    columns = ", ".join(f"{column} = ?" for column in values)
    file.execute(f"UPDATE people SET {columns} WHERE number = ?", (*values.values(), number))


def _note(file: sqlite3.Connection, what: str, number: str, order: Order) -> None:
    by, reason = order.by and order.by.number, order.reason and order.reason.value
    file.execute(
        "INSERT INTO trail (at_ms, what, number, by, reason) VALUES (?, ?, ?, ?, ?)",
        (order.wall_ms, str(what), number, by, reason),
    )


def _write_schema(path: Path, key_check: str) -> None:
    try:
        with contextlib.closing(sqlite3.connect(path)) as file, file:
            file.executescript(_SCHEMA)
            file.execute("INSERT INTO meta VALUES (?)", (key_check,))
    except sqlite3.Error as error:
        raise RegisterError(f"{path}: cannot be made: {error}") from error


def _look_over(path: Path, file: sqlite3.Connection, key: bytes) -> None:
    (application,) = file.execute("PRAGMA application_id").fetchone()
    (version,) = file.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise RegisterError(f"{path}: some other file seen, a staff register expected")
    if version != _VERSION:
        raise RegisterError(f"{path}: version {version} seen, {_VERSION} expected")
    (found,) = file.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise RegisterError(f"{path}: damaged: {found}. Restore it from its backup")
    if file.execute("SELECT key_check FROM meta").fetchall() != [(pins.key_check(key),)]:
        raise RegisterError(f"{pins.key_path(path)}: the key of another register; restore its own")
    _rows(file)
