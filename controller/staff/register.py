"""The staff register: who works here, kept in one small SQLite file that only its owner may read.

A PIN is tried in three steps: the attempt is charged as a failure and written down, the PIN is
verified, and only a right one takes the charge back. So neither pulling the plug nor trying in two
places at once gains an attempt. Too many failures make a person, or everybody, wait (budget.py).
A card tells whose it is and nothing else: it saves keying the number, never the PIN.

Every change and every attempt is also a line of the register's own trail (trail.py): the command
line works beside a running table, whose journal it may not touch.

Whatever tries or sets a PIN is slow (pins.py): not for the controller's thread. Every call opens
the file anew, so that any thread may make it.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from controller.clock import MachineClock, Moment, since_boot
from controller.private_files import DISK_IS_FULL, FREE_SPACE, wants_room
from controller.staff import pins, trail
from controller.staff.attempts import Attempt
from controller.staff.pins import Cost, Pin, RegisterError, StaffCard
from controller.staff.powers import Action, HouseAction, NotAllowed, Objection, check
from controller.staff.roles import (
    EVERYBODY,
    Actor,
    Person,
    RegisteredPerson,
    RegisterRequest,
    Rejected,
    Role,
    Trail,
    TrailLine,
    TrailPoint,
    Trouble,
    may_act_as,
)
from controller.staff.session import Admitted, Denied, Means, Why
from controller.staff.tables import (
    PersonRow,
    bond_of,
    carry_over,
    find,
    look_over,
    rows_of,
    update,
    write_schema,
)
from controller.staff.trail import Scribe

_BUSY_S: Final = 5.0


Outcome = RegisteredPerson | Rejected | NotAllowed


class Register:
    """The people of one house or table."""

    def __init__(
        self,
        path: Path,
        key: bytes,
        cost: Cost = pins.STRONG,
        moment: Callable[[], Moment] = since_boot,
    ) -> None:
        self._path, self._key, self._cost, self._moment = path, key, cost, moment

    def __repr__(self) -> str:
        return f"Register({str(self._path)!r})"

    @classmethod
    def create(
        cls, path: Path, cost: Cost = pins.STRONG, moment: Callable[[], Moment] = since_boot
    ) -> "Register":
        """A register without people; its first person comes in without anybody's leave."""
        beside = pins.key_path(path)
        key = pins.read_key(beside) if beside.exists() else pins.make_key(beside)
        pins.create_private(path, lambda draft: write_schema(draft, pins.key_check(key)))
        return cls(path, key, cost, moment)

    @classmethod
    def open(
        cls, path: Path, cost: Cost = pins.STRONG, moment: Callable[[], Moment] = since_boot
    ) -> "Register":
        """The register that is there, looked over from end to end."""
        pins.check_private(path)
        register = cls(path, pins.read_key(pins.key_path(path)), cost, moment)
        with register._reading() as file:
            outdated = look_over(path, file, register._key)
        if outdated:
            with register._file("BEGIN IMMEDIATE") as file:
                carry_over(file)
                now_ms = MachineClock().now().wall_ms
                register._scribe(file).attempt(trail.CARRIED_OVER, EVERYBODY, now_ms)
        return register

    @property
    def id(self) -> str:
        """Random, made with the register: one made anew in its place has another."""
        with self._reading() as file:
            return trail.register_id(file)

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
            if wants_room(error, self._path):
                raise RegisterError(f"{self._path}: {DISK_IS_FULL}. {FREE_SPACE}") from error
            raise RegisterError(
                f"{self._path}: cannot be used as the staff register: {error}"
            ) from error

    def _reading(self) -> contextlib.AbstractContextManager[sqlite3.Connection]:
        return self._file("BEGIN")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """For a change of people who are vouched for: no line vouches for others."""
        with self._file("BEGIN IMMEDIATE") as file:
            if not trail.last_vouched(file, self._key):
                raise RegisterError(f"{self._path}: {trail.CHANGED}. Restore it from its backup")
            yield file

    def _scribe(self, file: sqlite3.Connection) -> Scribe:
        return Scribe(file, self._key)

    def people(self) -> tuple[RegisteredPerson, ...]:
        """Everybody, by number."""
        with self._reading() as file:
            rows = rows_of(file, "ORDER BY length(number), number")
        return tuple(row.entry() for row in rows)

    def person(self, number: str) -> RegisteredPerson | None:
        """Who has this number?"""
        with self._reading() as file:
            row = find(file, number)
        return row.entry() if row else None

    def trail(self, after: int = 0) -> tuple[TrailLine, ...]:
        """What has happened since a line."""
        with self._reading() as file:
            return trail.lines_after(file, after)

    def read_on(self, point: TrailPoint | None) -> Trail:
        """What has happened since a point, for the journal; or why this is not the register that
        the journal knows, as it was left."""
        with self._reading() as file:
            return trail.read_on(file, self._key, point)

    def check_vouched(self) -> None:
        """A register whose people were changed by other means is of no use."""
        if doubt := self.read_on(None).doubt:
            raise RegisterError(f"{self._path}: {doubt}. Restore it from its backup")

    def bind(self, table_key: bytes) -> None:
        """Whoever has the table's key knows this register again, even without the record."""
        with self._writing() as file:
            file.execute("UPDATE meta SET bond = ?", (self._bond(file, table_key),))

    def bound_to(self, table_key: bytes) -> bool:
        """Was the table of this key started with it?"""
        with self._reading() as file:
            return pins.same_hash(bond_of(file) or "", self._bond(file, table_key))

    def _bond(self, file: sqlite3.Connection, table_key: bytes) -> str:
        return pins.bond(table_key, self._key, trail.register_id(file))

    def try_pin(self, number: str, pin: Pin, wall_ms: int) -> Admitted | Denied:
        """Is it this person? Slow."""
        charged = self._charge(number, wall_ms)
        if isinstance(charged, Denied):
            if charged.why is Why.WRONG:
                # As long as for a number that exists: who works here is nobody's business.
                pins.hash_pin(self._key, number, pin, self._cost)
            return charged
        right = pins.verify_pin(self._key, number, charged.pin, pin)
        with self._writing() as file:
            left_ms = self._attempt(file, wall_ms).settle(charged, right=right)
        if left_ms is None:
            return Denied(Why.WRONG, None)  # removed meanwhile
        if right:
            return Admitted(Person(number, charged.name, charged.role), Means.PIN)
        return Denied(Why.WRONG, number, left_ms)

    def _attempt(self, file: sqlite3.Connection, wall_ms: int) -> Attempt:
        return Attempt(file, self._scribe(file), self._moment(), wall_ms)

    def _charge(self, number: str, wall_ms: int) -> PersonRow | Denied:
        """Writes a failure down before the PIN is looked at."""
        with self._writing() as file:
            row, attempt = find(file, number), self._attempt(file, wall_ms)
            if denied := attempt.too_early(row):
                return denied
            return attempt.charge(row) if row else attempt.unknown(trail.UNKNOWN_NUMBER)

    def owner(self, card: StaffCard, wall_ms: int) -> str | Denied:
        """The number of whoever has this card: in place of keying it, not of the PIN. Fast."""
        shown = pins.card_hash(self._key, card)
        with self._writing() as file:
            attempt = self._attempt(file, wall_ms)
            if denied := attempt.too_early(None):
                return denied
            cards = ((row.number, row.card) for row in rows_of(file) if row.card)
            owners = [number for number, card in cards if pins.same_hash(card, shown)]
            return owners[0] if owners else attempt.unknown(trail.UNKNOWN_CARD)

    def add(self, person: Person, pin: Pin, order: RegisterRequest) -> Outcome:
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
            self._scribe(file).note(HouseAction.REGISTER_PERSON, person.number, order)
        return RegisteredPerson(person.number, person.name, person.role)

    def change_own_pin(
        self, number: str, old: Pin, new: Pin, wall_ms: int
    ) -> RegisteredPerson | Rejected | Denied:
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
            update(file, number, pin=kept)
            row = find(file, number)
            if row is None:
                return Rejected(Trouble.NO_SUCH_PERSON)  # removed meanwhile
            by = Actor(number, shown.person.role)
            self._scribe(file).note(
                HouseAction.CHANGE_OWN_PIN, number, RegisterRequest(by, None, wall_ms)
            )
            return row.entry()

    def reset_pin(self, number: str, new: Pin, order: RegisterRequest) -> Outcome:
        """A new PIN for somebody else, who is there and types it; it may be tried at once. Slow."""
        if weakness := new.weakness(number):
            return Rejected(Trouble.WEAK_PIN, weakness.value)
        kept = pins.hash_pin(self._key, number, new, self._cost)

        def reset(file: sqlite3.Connection, row: PersonRow) -> Rejected | None:
            if order.by and order.by.number == number:
                return Rejected(Trouble.OWN_PIN)
            update(file, number, pin=kept, failures=0)
            return None

        return self._change(HouseAction.RESET_PIN, number, order, reset)

    def give_card(self, number: str, card: StaffCard | None, order: RegisterRequest) -> Outcome:
        """A card for somebody, in place of any before; or none."""
        if card and card.blank():
            return Rejected(Trouble.BLANK_CARD)
        hashed = pins.card_hash(self._key, card) if card else None

        def give(file: sqlite3.Connection, row: PersonRow) -> Rejected | None:
            others = "SELECT 1 FROM people WHERE card = ? AND number <> ?"
            if file.execute(others, (hashed, number)).fetchone():
                return Rejected(Trouble.CARD_TAKEN)
            update(file, number, card=hashed)
            return None

        return self._change(HouseAction.GIVE_CARD, number, order, give)

    def remove(self, number: str, order: RegisterRequest) -> Outcome:
        """Strikes somebody off; the trail keeps the number."""

        def strike(file: sqlite3.Connection, row: PersonRow) -> Rejected | None:
            peers = "SELECT 1 FROM people WHERE role = ? AND number <> ?"
            last = not file.execute(peers, (row.role, number)).fetchone()
            if last and row.role is Role.CASINO_SUPERVISOR:
                return Rejected(Trouble.LAST_CASINO_SUPERVISOR)
            file.execute("DELETE FROM people WHERE number = ?", (number,))
            return None

        return self._change(HouseAction.REMOVE_PERSON, number, order, strike)

    def _change(
        self, action: Action, number: str, order: RegisterRequest, change: "_Change"
    ) -> Outcome:
        """One change to somebody, on a casino supervisor's authority."""
        with self._writing() as file:
            if refused := _refuse(file, action, order):
                return refused
            row = find(file, number)
            if row is None:
                return Rejected(Trouble.NO_SUCH_PERSON)
            if rejected := change(file, row):
                return rejected
            self._scribe(file).note(action, number, order)
            return (find(file, number) or row).entry()


_Change = Callable[[sqlite3.Connection, PersonRow], Rejected | None]
"""Makes the change, or says why not."""


def _refuse(file: sqlite3.Connection, action: Action, order: RegisterRequest) -> NotAllowed | None:
    """Why this person may not; a session does not outlive its person's place in the register."""
    row = find(file, order.by.number) if order.by else None
    if not (order.by and row) or not may_act_as(row.role, order.by.role):
        return NotAllowed(Objection.NOT_THIS_ROLE, action)
    return check(action, (order.by,), order.reason)


def _refuse_newcomer(
    file: sqlite3.Connection, person: Person, order: RegisterRequest
) -> Rejected | NotAllowed | None:
    empty = not file.execute("SELECT 1 FROM people").fetchone()
    if order.by is None and not empty:
        return Rejected(Trouble.NOT_FIRST)
    if empty and person.role is not Role.CASINO_SUPERVISOR:
        return Rejected(Trouble.FIRST_PERSON)
    if order.by and (refused := _refuse(file, HouseAction.REGISTER_PERSON, order)):
        return refused
    return Rejected(Trouble.NUMBER_TAKEN) if find(file, person.number) else None


def _unfit(person: Person, pin: Pin) -> Rejected | None:
    number, name = person.number, person.name
    if not (number.isascii() and number.isdigit() and len(number) <= 10 and number[0] != "0"):
        return Rejected(Trouble.BAD_NUMBER)
    if not (name.strip() == name and name.isprintable() and 0 < len(name) <= 40):
        return Rejected(Trouble.BAD_NAME)
    weakness = pin.weakness(number)
    return Rejected(Trouble.WEAK_PIN, weakness.value) if weakness else None
