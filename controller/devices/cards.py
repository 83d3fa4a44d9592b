"""The shoe and the shuffler: what left them becomes cards of the round, in order, once.

An event is acknowledged to the device only when the controller has answered that it is on record.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from hashlib import blake2b
from typing import Final, Generic, Protocol, TypeVar

from controller.authority import Command
from controller.cards.commands import CardDrawn as CardOut
from controller.devices.dealing import Order, Task
from controller.devices.faces import card_of
from controller.devices.faults import cards_told, deck_command, reports_of, untold
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import ReportDevice
from controller.floor.state import Floor
from controller.house.devices import DeviceHeard, Mark, mark_of
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted, Answer
from drivers.faults import DeviceFault
from drivers.link.messages import Event, Message, Outcome
from drivers.link.orders import Orders
from drivers.link.pairing import Paired
from drivers.link.protocol import Refused as RefusedFrame
from drivers.link.session import SessionCallbacks
from drivers.shoe.driver import ShoeOrders
from drivers.shoe.protocol import CardDrawn
from drivers.shuffler.driver import ShufflerOrders
from drivers.shuffler.protocol import FaultCleared, FaultReported, PacketEjected

Kind = TypeVar("Kind", bound=Orders)
ANSWER_S_MAX: Final = 10.0
"""Longest wait for the controller's thread."""


class Noticed(Protocol):
    """Whom to tell what went wrong; returns at once."""

    def __call__(self, device: str, code: TroubleCode, text: str = "", part: str = "") -> object:
        """A device, what happened, a sentence, and what of the device it is about."""
        ...


def unnoticed(device: str, code: TroubleCode, text: str = "", part: str = "") -> None:
    """Where nobody keeps it."""


def commands_of(
    body: Message, floor: Floor | None = None, *, told: bool = True
) -> tuple[Command | None, ...]:
    """What a message comes to, in order: cards that have left, trouble, a deck that is ready. As
    many as it has parts, whenever it is told. Where no device may tell a card (`told`), one that
    does is reported, and what it told goes no further."""
    match body:
        case CardDrawn() | PacketEjected() if not told:
            return (cards_told(body) if floor else None,)
        case CardDrawn():
            return (CardOut(card_of(body.face)),)
        case PacketEjected():
            return tuple(CardOut(card_of(face)) for face in body.faces)
    return reports_of(body, floor) or (deck_command(floor, body) if floor else None,)


def what(body: Message) -> str:
    """The message for the record; a card in it is not named."""
    name = type(body).__name__
    if isinstance(body, FaultReported | FaultCleared):
        return f"{name}: {body.fault.name.lower()}, {body.back.name.lower()}"
    return name


def identity(name: str, paired: Paired) -> str:
    """A device as the record knows it: its name, its unit and this pairing."""
    pairing = blake2b(paired.key, digest_size=6, person=b"feltwork pair").hexdigest()
    return f"{name} {paired.serial} {pairing}"


class CardDevice(Generic[Kind]):
    """What the shoe and the shuffler have in common."""

    name: str
    kind: type[Kind]

    def __init__(
        self, paired: Paired, wake: Callable[[], object], noticed: Noticed = unnoticed
    ) -> None:
        self.paired = paired
        self.identity = identity(self.name, paired)
        self.orders = self.kind()
        self.state: Message | None = None
        """As it was last read."""
        self.recognises = False
        """Does it read faces? One that does not is a normal case: cards are keyed."""
        self._wake, self._noticed = wake, noticed
        self._table: TableController | None = None
        self._untold: tuple[ReportDevice, ...] = ()
        """What its state said otherwise than the record when it was last read."""

    def pair(self, paired: Paired) -> None:
        """From now on it is this one that is meant; nothing is known of it yet."""
        self.paired, self.identity = paired, identity(self.name, paired)
        self.state = None

    def attach(self, table: TableController) -> None:
        """From now on it is heard by this table."""
        self._table = table

    @property
    def table(self) -> TableController:
        if self._table is None:
            raise DeviceFault(f"{self.name}: the table has not started yet")
        return self._table

    @property
    def mark(self) -> Mark:
        """How far it is on record."""
        return mark_of(self.table.snapshot().house.marks, self.identity)

    def callbacks(self) -> SessionCallbacks:
        """Whom its sessions tell what."""
        return SessionCallbacks(
            self.received,
            lambda: self.mark.whole,
            self._state_read,
            self._answered,
            self._refused,
            self._begins,
        )

    def _begins(self, acknowledged_seq: int, last_seq: int) -> None:
        """A new pairing goes on where the one before ended: what the unit still keeps and is not on
        record yet comes, and nothing comes twice. Of another table's unit: what it keeps."""
        marks = self.table.snapshot().house.marks
        if any(mark.device == self.identity for mark in marks):
            return
        unit = self.identity.rpartition(" ")[0] + " "
        kept = (
            mark
            for mark in reversed(marks)
            if mark.device.startswith(unit)
            and acknowledged_seq <= mark.whole
            and mark.seq <= last_seq
        )
        start = next(kept, Mark(self.identity, acknowledged_seq))
        if start.seq:
            about = self.identity, start.seq, start.part, start.parts, "Paired"
            recorded(self.name, self.table.heard(None, DeviceHeard(*about)))

    def received(self, event: Event) -> None:
        """Returns when it is on record; `DeviceFault` where it is not, the device keeps it then."""
        for command, heard in self._parts(event):
            recorded(self.name, self.table.heard(command, heard))
            if self.recognises and command == CardOut(None):
                self._noticed(self.name, TroubleCode.UNREADABLE_CARD, "A card could not be read.")
        self._untold = ()
        self.read_again()

    def read_again(self) -> None:
        """Ask for its whole state."""
        self.orders.read_state()
        self._wake()

    def _parts(self, event: Event) -> Iterator[tuple[Command | None, DeviceHeard]]:
        house = self.table.snapshot().house
        told = not house.table.rules.terms.whole_decks
        commands = commands_of(event.body, house.floor, told=told)
        for part, command in enumerate(commands):
            about = self.identity, event.seq, part, len(commands), what(event.body)
            yield command, DeviceHeard(*about)

    def _state_read(self, state: Message) -> None:
        self.state = state
        self.recognises = bool(getattr(state, "recognition", False))
        self._compare(state)

    def _compare(self, state: Message) -> None:
        """Record what no event has told. A state may come before the event that led to it: what
        differs counts when it still does at the next reading, without an event between."""
        floor = self._table.snapshot().house.floor if self._table else None
        found = untold(state, floor) if floor else ()
        before, self._untold = self._untold, found
        if found and found == before:
            for report in found:
                recorded(self.name, self.table.submit(report))
        elif found:
            self.read_again()

    def _answered(self, command_id: int, outcome: Outcome) -> None:
        """What became of an order."""

    def _refused(self, refused: RefusedFrame) -> None:
        self._noticed(self.name, TroubleCode.SUSPECT_FRAME, f"Refused: {refused.text}.")


def recorded(name: str, answer: "Future[Answer]") -> None:
    """Wait until it is on record."""
    try:
        found = answer.result(ANSWER_S_MAX)
    except TimeoutError as late:
        raise DeviceFault(f"{name}: the table did not answer in time") from late
    if not isinstance(found, Accepted):
        raise DeviceFault(f"{name}: this was not recorded: {found.text()}")


class Shoe(CardDevice[ShoeOrders]):
    """The card-reading shoe; an `Output` for its lock."""

    name, kind = "shoe", ShoeOrders

    def send(self, locked: bool) -> None:
        """From now on, and whenever it comes back, the lock is like this."""
        self.orders.set_lock(locked)
        self._wake()


class Shuffler(CardDevice[ShufflerOrders]):
    """The shuffler: orders under ids that are on record before they are sent."""

    name, kind = "shuffler", ShufflerOrders

    def __init__(
        self, paired: Paired, wake: Callable[[], object], noticed: Noticed = unnoticed
    ) -> None:
        super().__init__(paired, wake, noticed)
        self._waiting: dict[int, Future[Outcome]] = {}
        self.changed: Callable[[], object] = lambda: None
        """Called when its state was read."""

    def pair(self, paired: Paired) -> None:
        """What another one was told is not for this one."""
        super().pair(paired)
        self.orders = self.kind()
        waiting, self._waiting = self._waiting, {}
        for answer in waiting.values():
            answer.set_result(Outcome.ID_STALE)

    def read_again(self) -> None:
        """What was read is old: nothing is known until it was asked."""
        self.state = None
        super().read_again()

    def _state_read(self, state: Message) -> None:
        super()._state_read(state)
        self.changed()

    def give(self, order: Order) -> "Future[Outcome]":
        """Called by one thread at a time, never by the controller's."""
        self.state = None
        recorded(self.name, self.table.ordered(self.identity, order.task.value))
        number = self.mark.order
        answer = self._waiting[number] = Future[Outcome]()
        match order.task:
            case Task.LOAD:
                self.orders.load_deck(number, order.back)
            case Task.SHUFFLE:
                self.orders.shuffle(number, order.back)
            case Task.EJECT:
                self.orders.eject(number, order.back, order.cards)
            case Task.RELEASE:
                self.orders.release(number, order.back)
        self._wake()
        return answer

    def _answered(self, command_id: int, outcome: Outcome) -> None:
        answer = self._waiting.pop(command_id, None)
        if answer is not None:
            answer.set_result(outcome)
