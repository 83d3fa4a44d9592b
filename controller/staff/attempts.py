"""One attempt to show who one is, inside one change to the register's file: charged, then settled.

How often may be tried, and how long to wait, is said in budget.py; what becomes of it is a line of
the trail.
"""

import sqlite3

from controller.clock import Moment
from controller.domain.base import evolve
from controller.staff import trail
from controller.staff.budget import PERSON_FREE, TABLE_FREE, wait_ms
from controller.staff.roles import EVERYBODY
from controller.staff.session import Denied, Why
from controller.staff.tables import PersonRow, charge, charge_table, find, table_failures, update
from controller.staff.trail import Scribe


class Attempt:
    """By a number and a PIN, or by a card."""

    def __init__(self, file: sqlite3.Connection, scribe: Scribe, now: Moment, wall_ms: int) -> None:
        self._file, self._scribe, self._now, self._wall_ms = file, scribe, now, wall_ms

    def too_early(self, row: PersonRow | None) -> Denied | None:
        """Does this person have to wait, or everybody?"""
        table, number = table_failures(self._file), None
        left_ms = table.left_ms(self._now, TABLE_FREE)
        if not table.comparable(self._now):  # the wait begins anew, once
            charge_table(self._file, evolve(table, last=self._now))
        if row is not None:
            number, own = row.number, row.charged
            own_ms = own.left_ms(self._now, PERSON_FREE)
            left_ms = max(left_ms, own_ms)
            if own_ms:
                self._scribe.made_to_wait(number, self._wall_ms)
            if own_ms and not own.comparable(self._now):
                charge(self._file, number, evolve(own, last=self._now))
        if not left_ms:
            self._scribe.counted(self._wall_ms)
            return None
        self._scribe.turned_away(number or trail.UNKNOWN, self._wall_ms)
        return Denied(Why.WAIT, number, left_ms)

    def charge(self, row: PersonRow) -> PersonRow:
        """A failure of this person, until it is found to be none."""
        self._charge_table()
        row = row._replace(attempts=row.attempts + 1)
        failures = row.charged.once_more(self._now)
        charge(self._file, row.number, failures, attempts=row.attempts)
        self._scribe.attempt(trail.PIN_TRIED, row.number, self._wall_ms)
        return row

    def unknown(self, what: str) -> Denied:
        """A number or card that nobody has: a guess at the table's people."""
        self._charge_table()
        self._scribe.attempt(what, trail.UNKNOWN, self._wall_ms)
        return Denied(Why.WRONG, None, self._table_waits())

    def settle(self, charged: PersonRow, *, right: bool) -> int | None:
        """Takes the charge back, or not; how long to wait then, none for somebody removed."""
        number = charged.number
        row = find(self._file, number)
        if row is None:
            return None
        if right:
            # What others have tried meanwhile stays charged.
            failures = min(row.failures, row.attempts - charged.attempts)
            update(self._file, number, failures=failures)
            table = table_failures(self._file)
            left = max(0, table.count - (row.failures - failures))
            charge_table(self._file, evolve(table, count=left))
            self._scribe.attempt(trail.RIGHT_PIN, number, self._wall_ms)
            return 0
        self._scribe.attempt(trail.FAILED_PIN, number, self._wall_ms)
        own_ms = wait_ms(row.failures, PERSON_FREE)
        if own_ms:
            self._scribe.made_to_wait(number, self._wall_ms)
        return max(own_ms, self._table_waits())

    def _charge_table(self) -> None:
        table = table_failures(self._file).eased(self._now)
        charge_table(self._file, table.once_more(self._now))

    def _table_waits(self) -> int:
        left_ms = wait_ms(table_failures(self._file).count, TABLE_FREE)
        if left_ms:
            self._scribe.made_to_wait(EVERYBODY, self._wall_ms)
        return left_ms
