"""The people of a simulated table on a thread of their own: they open it, and help or deal.

Cards and decks are looked after unless somebody wants to do that by hand. "Deal for me" is the
whole dealer, slow enough to follow or as fast as the table goes.
"""

import threading
import time
from collections.abc import Callable
from enum import Enum
from typing import Final

from controller.domain.base import BrokenInvariant
from controller.running.snapshot import Snapshot
from simulators.people.dealer import AnyDealer
from simulators.people.tapping import Stuck

LOOK_S: Final = 0.05
BUSY_S: Final = 5.0
"""A device that is busy is not waited for any longer."""
STALLED_S: Final = 4.0
"""Nothing to do for so long, and whoever looks on is told what the crew sees."""


STUCK_S: Final = 10.0
"""A deck that is stuck stays so for this long, unless somebody has it loaded again."""


class Pace(Enum):
    """How long a dealer takes over an act, in milliseconds."""

    SLOW = 1_500
    BRISK = 600
    FAST = 150
    FASTEST = 0


class Crew:
    """A `Viewer`: looks whenever the table has changed."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._due = self._ending = self._loads = False
        self._dealer: AnyDealer | None = None
        self._thread: threading.Thread | None = None
        self.cards = True
        """Cards and decks are looked after."""
        self.deals = False
        """The whole round is dealt."""
        self.pace = Pace.BRISK
        self.ready = False
        """Is the table open, or left to whoever looks at it?"""
        self.says = ""
        """Why the crew does not go on; empty while it does."""
        self.changed: Callable[[], object] = lambda: None
        """Told of another `says` or mode, on the crew's thread."""

    def start(self, dealer: AnyDealer) -> None:
        """From now on they work at this table."""
        self._dealer, dealer.hands.looks_s = dealer, STUCK_S
        self._thread = threading.Thread(target=self._run, name="crew", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """They leave."""
        self._ending = True
        self.nudge()
        if self._thread is not None:
            self._thread.join()

    def show(self, snapshot: Snapshot) -> None:
        """The table has changed."""
        self.nudge()

    def nudge(self) -> None:
        """Something may be to do."""
        with self._turn:
            self._due = True
            self._turn.notify_all()

    def deal(self, on: bool, pace: Pace | None = None) -> None:
        """Deal for whoever asked, or leave it to them."""
        self.deals, self.pace, self.says = on, pace or self.pace, ""
        self.nudge()
        self.changed()

    def load(self) -> None:
        """A deck that waits is made ready and put into the device, though somebody else moves the
        cards."""
        self._loads, self.says = True, ""
        self.nudge()

    def paused(self, act: str) -> None:
        """Before every act of the dealer; nobody is waited for who is to leave."""
        if self.pace is not Pace.FASTEST:
            with self._turn:
                self._turn.wait_for(lambda: self._ending, self.pace.value / 1_000)

    def _run(self) -> None:
        dealer = self._dealer
        if dealer is None:
            raise BrokenInvariant("a crew without a dealer")
        self._attempt(dealer.open)
        self.ready = True
        worked = time.monotonic()
        while not self._ending:
            if self._loads:
                self._load(dealer)
            work = dealer.step if self.deals else dealer.handle
            if (self.deals or self.cards) and self._attempt(work):
                worked = time.monotonic()
                self._say("" if self.deals else self.says)
                continue
            if not self.deals:
                worked = time.monotonic()
            elif time.monotonic() - worked > STALLED_S:
                self._say(dealer.sees())
            self._wait()

    def _say(self, text: str) -> None:
        if text != self.says:
            self.says = text
            self.changed()

    def _load(self, dealer: AnyDealer) -> None:
        """One act after another, as far as hands go; a device that is busy is waited for."""
        self._loads, acts, until = False, 0, time.monotonic() + BUSY_S
        while not self._ending and time.monotonic() < until:
            if self._attempt(dealer.hands.tidy):
                acts += 1
            elif dealer.hands.waited_for():
                self._wait()
            else:
                break
        if not acts and not self.says:
            self.says = "No deck is waiting to be loaded."
        self.changed()

    def _attempt(self, work: Callable[[], bool]) -> bool:
        try:
            return work()
        except (Stuck, TimeoutError) as fault:
            self.deals, self.says = False, str(fault) or "The table does not answer."
            self.changed()
            return False

    def _wait(self) -> None:
        with self._turn:
            self._turn.wait_for(lambda: self._due or self._ending or self._loads, LOOK_S)
            self._due = False
