"""The keypad at the dealer's hand: a key that is lit stands for a button of the screen.

What a key means changes under the finger with every step, so a press counts only once the meaning
has stood as long as a label of the screen must: a double press of "paid" never pays the next place.

Digits come before a key that takes an amount. What is keyed is on the screen at once. It is gone
when the amount was used or refused, when another key is pressed, when Undo is, when somebody else
is in turn, and when nobody has gone on for a while: an old digit never gets into a new amount.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Final, Generic, NamedTuple, TypeVar

from controller.authority import Command
from controller.devices.showing import Showing
from controller.domain.base import evolve
from controller.domain.refusals import Refused
from controller.domain.words import dollars
from controller.games.step import DIGITS, UNDO, Meaning
from controller.running.ports import KeypadView
from controller.running.runtime import TableController
from controller.running.snapshot import Answer, Snapshot
from controller.running.undo import Undoable, reason_for
from drivers.xkeys.panel import KeyPressed, KeyReleased

AMOUNT_MS_MAX: Final = 10_000
"""So long digits wait for the next one, or for the key that they are for."""
SAID_MS_MAX: Final = 15_000
"""So long it is said why a key was refused."""
DIGITS_MAX: Final = 9

M = TypeVar("M")


class Steady(NamedTuple, Generic[M]):
    """A meaning, and when it has stood long enough."""

    meaning: M
    counts_from_ms: int
    """When a press of it begins to count."""


class KeyPressHandler(Showing[KeypadView]):
    """Between the keypad's driver, the screen and the table."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        super().__init__(KeypadView(), now_ms)
        self.lit: frozenset[str] = frozenset()
        """The keys that mean something now: what the controller had lit last."""
        self.held: frozenset[str] = frozenset()
        """Keys that are down, as the driver tells."""
        self._standing: Mapping[str, Steady[Meaning]] = {}
        self._undo: Steady[Undoable] | None = None
        self.digits = ""
        """What of an amount is keyed so far."""

    def show(self, snapshot: Snapshot) -> None:
        """The table has changed, and with it perhaps what a lit key means."""
        with self._lock:
            now_ms, before = self._now_ms(), self._standing
            self._standing = {
                key: _steady(before.get(key), meaning, snapshot.dwell_ms(meaning.command), now_ms)
                for key, meaning in snapshot.step.keys.items()
                if key in self.lit
            }
            undo = snapshot.undo if UNDO in self.lit else None
            dwell_ms = snapshot.dwell_ms(undo.by if undo else None)
            self._undo = _steady(self._undo, undo, dwell_ms, now_ms) if undo else None
            if self.digits and _takes_amount(before) != _takes_amount(self._standing):
                self._drop()

    def heeds(self, key: str) -> Meaning | None:
        """What a press of this key comes to now; none while it is dark, or newly something else."""
        stood = self._standing.get(key)
        if stood is None:
            return None
        return stood.meaning if self._now_ms() >= stood.counts_from_ms else None

    def receive(self, key: KeyPressed | KeyReleased) -> None:
        """By the driver. A key that is not heeded does nothing; a refusal is said on the screen."""
        if not isinstance(key, KeyPressed):
            self.held -= {key.name}
            return
        self.held |= {key.name}
        if self._table is None:
            return
        with self._lock:
            self._expire()
            answer = None
            if key.name in DIGITS:
                self._digit(key.name)
            elif key.name == UNDO:
                answer = self._take_back(self._table)
            else:
                answer = self._press(key.name, self._table)
        if answer is not None:  # told outside the lock: the controller's thread may wait for it
            answer.add_done_callback(self._answered)

    def _press(self, key: str, table: TableController) -> "Future[Answer] | None":
        meaning, snapshot = self.heeds(key), table.snapshot()
        if meaning is None or meaning != snapshot.step.keys.get(key):
            return None
        command, digits = meaning.command, self.digits
        if meaning.needs_amount and not digits:
            return None
        if digits and meaning.amount:
            command = _with_amount(meaning, digits)
        self._drop()
        place = getattr(command, "place", None)
        return table.submit(command, snapshot.seen(place), keypad=True)

    # An amount

    def _digit(self, digit: str) -> None:
        taking = _takes_amount(self._standing)
        if taking is None or digit not in self.lit or len(self.digits) == DIGITS_MAX:
            return
        self.digits += digit
        self._until_ms = self._now_ms() + AMOUNT_MS_MAX
        self._show(KeypadView(amount_text(int(self.digits) * taking.unit)))

    def _take_back(self, table: TableController) -> "Future[Answer] | None":
        """The digits where there are any, else the last tap, as the screen offers it."""
        if self.digits:
            self._drop()
            return None
        stood = self._undo
        if stood is None or self._now_ms() < stood.counts_from_ms:
            return None
        return table.undo(stood.meaning, reason_for(stood.meaning.by))

    def _drop(self) -> None:
        self.digits = ""
        super()._drop()

    # What is shown

    def _answered(self, answer: "Future[Answer]") -> None:
        found = None if answer.exception() else answer.result()
        if isinstance(found, Refused):
            with self._lock:
                self.digits, self._until_ms = "", self._now_ms() + SAID_MS_MAX
                self._show(KeypadView(found.text(), refused=True))


def amount_text(cents: int) -> str:
    """An amount as it is being keyed."""
    return f"Amount keyed: {dollars(cents)}. Press bet / raise, or undo."


def _steady(stood: "Steady[M] | None", meaning: M, dwell_ms: int, now_ms: int) -> "Steady[M]":
    same = stood is not None and stood.meaning == meaning
    return stood if stood and same else Steady(meaning, now_ms + dwell_ms)


def _takes_amount(standing: Mapping[str, Steady[Meaning]]) -> Meaning | None:
    """The key that digits are for."""
    return next((one.meaning for one in standing.values() if one.meaning.amount), None)


def _with_amount(meaning: Meaning, digits: str) -> Command:
    command: Command = evolve(meaning.command, **{meaning.amount: int(digits) * meaning.unit})
    return command
