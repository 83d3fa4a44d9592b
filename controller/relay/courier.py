"""Carries letters for one side: the desk for all its tables, a table for itself.

It keeps nothing. It is given all that its side says after every change, puts what the store does
not have, and brings what the other side says: again and again, until that has taken hold. A store
that fails is tried again, later and later up to a limit, and meanwhile both sides play on.
"""

import threading
from collections.abc import Callable, Mapping
from typing import Final

from controller.carrying import OnThread, retry_ms
from controller.journal.codec import Undecodable
from controller.relay.contract import Relay, RelayFault
from controller.relay.letters import Box, Side, tagged, verified

LOOK_EVERY_MS: Final = 200
FORGED: Final = "A letter from table {table} was not signed with its key, and was refused."
UNREADABLE: Final = (
    "A letter from table {table} cannot be read. Check that desk and table run the same version."
)

Keys = Callable[[], Mapping[int, bytes]]
"""By table, those that this side writes to; a `RelayFault` where there is none yet."""
Brought = Callable[[int, bytes], object]
"""By table, what the other side says; must return at once and may be told the same again.
`Undecodable` where it makes no sense."""
Felt = Callable[[str], object]
"""Why the link does not work, in a sentence; empty when it works again."""


class Courier(OnThread):
    """Between one side and the store."""

    def __init__(
        self,
        relay: Relay,
        side: Side,
        keys: Keys,
        brought: Brought,
        felt: Felt = lambda why: None,
    ) -> None:
        super().__init__(f"relay-{side}")
        self._relay, self._side = relay, side
        self._keys, self._brought, self._felt = keys, brought, felt
        self._changed = threading.Condition()
        self._said: dict[int, bytes] = {}
        self._woken, self._failures, self._trouble = False, 0, ""

    # What any thread may call

    def say(self, said: Mapping[int, bytes]) -> None:
        """All that this side has to say, by table; at once."""
        with self._changed:
            self._said = dict(said)
            self._woken = True
            self._changed.notify_all()

    @property
    def trouble(self) -> str:
        """Why the link does not work; empty while it works."""
        with self._changed:
            return self._trouble

    # One round; without a thread, for headless runs

    def exchange(self) -> bool:
        """Put what is new, bring what is there. Did the store work?"""
        with self._changed:
            said = dict(self._said)
            self._woken = False
        try:
            wrong = self._carry(said)
        except RelayFault as fault:
            self._failures += 1
            self._feel(str(fault))
            return False
        self._failures = 0
        self._feel(wrong)
        return True

    def _carry(self, said: Mapping[int, bytes]) -> str:
        """What is wrong with a letter, of the last table where something is."""
        wrong = ""
        for table, key in self._keys().items():
            box = Box(table, self._side)
            if table in said and self._relay.latest(box) != (own := tagged(key, box, said[table])):
                self._relay.put(box, own)
            box = Box(table, self._side.other)
            letter = self._relay.latest(box)
            if letter is None:
                continue
            read = verified(key, box, letter)
            if read is None:
                wrong = FORGED.format(table=table)
                continue
            try:
                self._brought(table, read)
            except Undecodable:
                wrong = UNREADABLE.format(table=table)
        return wrong

    def _feel(self, why: str) -> None:
        with self._changed:
            changed, self._trouble = self._trouble != why, why
        if changed:
            self._felt(why)

    # A thread of its own

    def _run(self) -> None:
        while not self._ending.is_set():
            self.exchange()
            wait_ms = retry_ms(self._failures) if self._failures else LOOK_EVERY_MS
            with self._changed:
                self._changed.wait_for(
                    lambda: self._ending.is_set() or (self._woken and not self._failures),
                    wait_ms / 1000,
                )

    def stop(self) -> bool:
        """The letters in hand go out; the rest is said again at the next start."""
        self._ending.set()
        with self._changed:
            self._changed.notify_all()
        return super().stop()
