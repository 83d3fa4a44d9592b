"""Between the controller's thread and the screen's: commands in, one queued signal out.

The controller calls in on a thread of its own. What it says is kept, the latest of it wins, and one
queued signal carries it over: however fast cards fall, the screen is never more
than one delivery behind and its queue never grows.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal

from controller.authority import Command
from controller.domain.base import BrokenInvariant
from controller.domain.frozen import frozen
from controller.domain.instant import NEVER, Instant
from controller.domain.refusals import Refused
from controller.games.narration import RoundStory
from controller.journal.housekeeping import TableStarted
from controller.pools import Status
from controller.running.history import History
from controller.running.ports import KeypadView, ReaderView, ShowingPort, SwipePort
from controller.running.runtime import TableController
from controller.running.snapshot import Answer, NotNow, Snapshot
from controller.running.undo import Undoable
from controller.staff.pins import Pin
from controller.staff.roles import Reason, Role
from controller.staff.session import Denied
from ui.shown import Shown


@frozen
class Answered:
    """What became of a tap."""

    command: Command | None
    """None for what is no command: comparing the felt, a hold that is lifted."""
    answer: Answer


@frozen
class Previewed:
    """What would come of a command, or why it would be refused."""

    command: Command
    found: Any
    """As the game tells it; `Refused` where it would be."""


class FrontOffice(Protocol):
    """Where PINs are tried: `Reception`."""

    def show_pin(self, number: str, pin: Pin, role: Role | None) -> "Future[Answer | Denied]": ...


class PoolList(Protocol):
    """Who knows the pools that the table could go over to: `RunningTable`."""

    def other_pools(self) -> "Future[tuple[Status, ...]]": ...


class Bridge(QObject):
    """A `Viewer` of the controller; the only way from the screen to it."""

    shown = Signal(object)
    """A `Shown`, on the screen's thread."""
    answered = Signal(object)
    """An `Answered`, on the screen's thread."""
    previewed = Signal(object)
    """A `Previewed`, on the screen's thread."""
    met = Signal(object)
    """Whether somebody who keyed a PIN is signed on: an `Answer` or `Denied`."""
    told = Signal(object)
    """The last rounds, a tuple of `RoundStory`; None where they cannot be read."""
    pools = Signal(object)
    """Other pools of the house, a tuple of `Status`; None where their server does not answer."""
    _waiting = Signal()
    _done = Signal(object)
    _tried = Signal(object)
    _read = Signal(object)
    _listed = Signal(object)
    _looked = Signal(object)

    def __init__(self, *, simulated: bool = False, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._simulated = simulated
        self._controller: TableController | None = None
        self._reception: FrontOffice | None = None
        self._history: History | None = None
        self._cards: SwipePort | None = None
        self._pools: PoolList | None = None
        self._keypad: ShowingPort[KeypadView] | None = None
        self._reader, self._keyed = ReaderView(), KeypadView()
        self._lock = threading.Lock()
        self._latest: Shown | None = None
        self._under_way = False
        queued = Qt.ConnectionType.QueuedConnection
        self._waiting.connect(self._deliver, queued)
        self._done.connect(self.answered, queued)
        self._looked.connect(self.previewed, queued)
        self._tried.connect(self.met, queued)
        self._read.connect(self.told, queued)
        self._listed.connect(self.pools, queued)

    def attach(
        self,
        controller: TableController,
        reception: FrontOffice | None = None,
        history: History | None = None,
        cards: SwipePort | None = None,
        pools: PoolList | None = None,
        keypad: ShowingPort[KeypadView] | None = None,
    ) -> None:
        """From now on taps go to this controller, PINs to this reception, places to this reader."""
        self._controller, self._reception, self._history = controller, reception, history
        self._cards, self._pools = cards, pools
        if cards is not None:
            cards.changed = self.read
            self._reader = cards.view
        self._keypad = keypad
        if keypad is not None:
            keypad.changed = self.keyed
            self._keyed = keypad.view
        self.show(controller.snapshot())

    def watch(self, update: Callable[[Shown], object]) -> None:
        """The table as it is now, and again whenever it has changed: a screen that comes later
        does not wait for a change that may not come."""
        self.shown.connect(update)
        with self._lock:
            latest = self._latest
        if latest is not None:
            update(latest)

    # What other threads call

    def show(self, snapshot: Snapshot) -> None:
        """The controller has published."""
        with self._lock:
            self._latest = Shown(
                snapshot, simulated=self._simulated, reader=self._reader, keypad=self._keyed
            )
            self._carry_over()

    def read(self, view: ReaderView) -> None:
        """The card reader has something else to say."""
        with self._lock:
            self._reader = view
            self._show_also(reader=view)

    def keyed(self, view: KeypadView) -> None:
        """The keypad has something else to say."""
        with self._lock:
            self._keyed = view
            self._show_also(keypad=view)

    def _show_also(self, **views: Any) -> None:
        if self._latest is not None:
            self._latest = replace(self._latest, **views)
            self._carry_over()

    def _carry_over(self) -> None:
        if not self._under_way:
            self._under_way = True
            self._waiting.emit()

    # What the screen calls

    def submit(self, command: Command, seen: Shown, reason: Reason | None = None) -> None:
        """A tap on what was shown; one on what has changed since is refused as stale."""
        place = getattr(command, "place", None)
        submitted = self._table().submit(command, seen.snapshot.seen(place), reason)
        self._follow(command, submitted)

    def compare_done(self) -> None:
        """The dealer has compared the screen with the felt."""
        self._follow(None, self._table().compare_done())

    def undo(self, offered: Undoable, reason: Reason | None = None) -> None:
        """The last tap, as the screen offered to undo it."""
        self._follow(offered.by, self._table().undo(offered, reason))

    def ask(self, question: "Callable[[TableController], Future[Answer]]") -> None:
        """Whatever else the controller is asked from a panel: sessions, holds."""
        self._follow(None, question(self._table()))

    def preview(self, command: Command) -> None:
        """What would come of it; nothing is recorded."""
        looked = self._table().preview(command)
        looked.add_done_callback(partial(self._look, command))

    def _look(self, command: Command, done: "Future[Any]") -> None:
        self._looked.emit(Previewed(command, _result(done, Refused(NotNow.HELD))))

    def stay(self) -> None:
        """A tap on a form: whoever taps is still there."""
        if self._controller is not None:
            self._controller.stay()

    def started(self) -> TableStarted | None:
        """Which program this is, and with which figures."""
        return self._controller.started if self._controller is not None else None

    def above(self) -> tuple[str, int] | None:
        """Who stands above the dealer, and for how many milliseconds still."""
        return self._controller.above() if self._controller is not None else None

    def now(self) -> Instant:
        """By the clock of the table: what a wait is counted down on."""
        return self._controller.now() if self._controller is not None else NEVER

    def show_pin(self, number: str, pin: Pin, role: Role | None) -> bool:
        """Somebody keyed a PIN; it is tried elsewhere. False where this table knows nobody."""
        if self._reception is None:
            return False
        self._reception.show_pin(number, pin, role).add_done_callback(self._meet)
        return True

    def _meet(self, tried: "Future[Answer | Denied]") -> None:
        """On the reception's thread."""
        self._tried.emit(_result(tried, Refused(NotNow.BUSY)))

    def pick(self, place: int) -> None:
        """A place was touched for the card that was swiped."""
        if self._cards is not None:
            self._cards.pick(place)

    def drop_card(self) -> None:
        """What the reader said or waits for is done with."""
        if self._cards is not None:
            self._cards.cancel()

    def expect_staff(self, expected: bool) -> None:
        """The pad for signing on is open: a card that is swiped is to be a staff card."""
        if self._cards is not None:
            self._cards.expect_staff(expected)

    def look_at_devices(self) -> None:
        """Every second: what has waited too long is no longer shown."""
        if self._cards is not None and self._cards.view != self._reader:
            self.read(self._cards.view)
        if self._keypad is not None and self._keypad.view != self._keyed:
            self.keyed(self._keypad.view)

    def ask_history(self, kept: frozenset[int]) -> bool:
        """The last rounds, and those that are kept, told when they are read. False where there is
        nothing to read from."""
        if self._history is None:
            return False
        self._history.read(kept).add_done_callback(self._tell)
        return True

    def _tell(self, done: "Future[tuple[RoundStory, ...]]") -> None:
        """On the reader's thread."""
        self._read.emit(_result(done, None))

    def ask_pools(self) -> None:
        """Other pools of the house, told when their server has answered."""
        if self._pools is not None:
            self._pools.other_pools().add_done_callback(self._list)

    def _list(self, done: "Future[tuple[Status, ...]]") -> None:
        """On the thread that has asked."""
        self._listed.emit(_result(done, None))

    def _table(self) -> TableController:
        if self._controller is None:
            raise BrokenInvariant("the screen was tapped before there was a table")
        return self._controller

    def _follow(self, command: Command | None, submitted: "Future[Answer]") -> None:
        submitted.add_done_callback(partial(self._answer, command))

    def _answer(self, command: Command | None, done: "Future[Answer]") -> None:
        """On the controller's thread; its own mistakes hold the table, which is then shown."""
        self._done.emit(Answered(command, _result(done, Refused(NotNow.HELD))))

    def _deliver(self) -> None:
        with self._lock:
            latest, self._under_way = self._latest, False
        self.shown.emit(latest)


def _result(done: "Future[Any]", otherwise: Any) -> Any:
    """What came of it; `otherwise` where nothing did."""
    failed = done.cancelled() or done.exception() is not None
    return otherwise if failed else done.result()
