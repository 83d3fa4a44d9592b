"""The player-card reader: a swipe and a place become a seat with a confirmed card (5.1, 13.1).

A swipe does not say for which place it is. Whichever comes first waits for the other: touch the
place and swipe, or swipe and touch the place, one touch either way. Swiping first is the usual
way, for the card is in the dealer's hand while the eyes are on the player, and the touch that
follows is on the place the dealer looks at. A member who sits at the table already needs no touch
at all: the number says where. Nothing is guessed beyond that. A wrong seat costs more touches to
put right than the one it saved.

Of a card only the member number is kept: here until it has its place or its time is up, then in
the record as the name of whoever sits there. It is in no text that is shown.

A staff card says whose it is, and nothing more: it saves keying the staff number, never the PIN.
"""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from controller.devices.showing import Showing
from controller.domain.refusals import Refused
from controller.floor.base import Command
from controller.floor.seats import ConfirmCard, TakeSeat, no_such_place
from controller.floor.state import Floor
from controller.running.ports import ReaderView
from controller.running.snapshot import Accepted, Answer
from controller.staff.pins import StaffCard
from controller.staff.session import Denied, Why
from drivers.clock import monotonic_ms
from drivers.magtek.protocol import MemberCard, StaffNumber, Swipe, Unreadable

CARD_MS_MAX: Final = 30_000
"""So long a card that was swiped waits for its place."""
PLACE_MS_MAX: Final = 15_000
"""So long a place that was touched waits for its card."""
SAID_MS_MAX: Final = 15_000
"""So long a sentence stands for which nothing waits."""

SWIPE_AGAIN: Final = "The card could not be read. Swipe it again."
NO_MEMBER: Final = "This is neither a player's card nor a staff card of the house."
NO_PLAYERS: Final = "This is a player's card. Swipe a staff card, or enter number and PIN."
UNKNOWN_STAFF: Final = "This staff card belongs to nobody here. Enter number and PIN."
WHICH_PLACE: Final = "Card read. Tap the player's place."
NO_SEATS: Final = "This table keeps no seats. No card is needed."
NO_ANSWER: Final = "The table did not answer. Swipe the card again."
NO_STAFF: Final = "Staff cards are not used here. Enter number and PIN."
KEY_PIN: Final = "Staff card read. Enter the PIN."

FindOwner = Callable[[StaffCard], "Future[str | Denied]"]
"""Who knows whose staff card it is: `Reception.owner`."""


def place_of(floor: Floor, number: str) -> int | None:
    """Where a member sits already."""
    return next((seat.place for seat in floor.seats if seat.player == number), None)


def commands_for(floor: Floor, place: int, number: str) -> tuple[Command, ...] | str:
    """What a card at a place comes to, or why it comes to nothing."""
    if unknown := no_such_place(floor, place):
        return unknown.text()
    seat = floor.seat(place)
    if own := floor.game.by_card(floor, place, number):
        return own
    if seat.player is None:
        return TakeSeat(place, number), ConfirmCard(place)
    if seat.player != number:
        return (
            f"Place {place} is taken under another card. Ask for that player's own card, or let "
            "the player leave first."
        )
    if seat.invalid:
        return (
            f"Place {place}: the wagers are invalid. A supervisor has to check this, then "
            "confirm the card at the place."
        )
    return () if seat.card else (ConfirmCard(place),)


class SwipeHandler(Showing[ReaderView]):
    """Between the reader's driver, the screen and the table; nobody waits in it."""

    def __init__(self, now_ms: Callable[[], int] = monotonic_ms) -> None:
        super().__init__(ReaderView(), now_ms)
        self._card, self._staff_only = "", False
        self._find_owner: FindOwner | None = None

    def take_staff(self, find_owner: FindOwner) -> None:
        """From now on staff cards say who signs on."""
        self._find_owner = find_owner

    def receive(self, swipe: Swipe) -> None:
        """By the driver: one swipe."""
        match swipe:
            case MemberCard() if self._staff_only:
                self._say(NO_PLAYERS, refused=True)
            case MemberCard():
                self._swiped(swipe.number)
            case StaffNumber():
                self._staff(swipe.number)
            case Unreadable():
                self._say(SWIPE_AGAIN, refused=True)
            case _:
                self._say(NO_MEMBER, refused=True)

    def pick(self, place: int) -> None:
        """By the screen: a place was touched while a card waits, or to be given one."""
        with self._lock:
            self._expire()
            number, self._card = self._card, ""
            if not number:
                self._until_ms = self._now_ms() + PLACE_MS_MAX
                self._show(ReaderView(f"Place {place}: swipe the player's card.", place=place))
        if number:
            self._serve(place, number)

    def cancel(self) -> None:
        """By the screen: what waits is dropped."""
        with self._lock:
            self._drop()

    def expect_staff(self, expected: bool) -> None:
        """By the screen: somebody is to sign on, or that is over. What was said before is gone."""
        with self._lock:
            self._staff_only = expected
            if expected:
                self._drop()

    # What a swipe comes to

    def _swiped(self, number: str) -> None:
        floor = self._floor()
        if floor is None:
            self._say(NO_SEATS, refused=True)
            return
        with self._lock:
            self._expire()
            place = self._view.place or place_of(floor, number)
            if place is not None:
                self._drop()
            else:
                self._card, self._until_ms = number, self._now_ms() + CARD_MS_MAX
                self._show(ReaderView(WHICH_PLACE, card_waits=True))
        if place is not None:
            self._serve(place, number)

    def _serve(self, place: int, number: str) -> None:
        floor = self._floor()
        found = NO_SEATS if floor is None else commands_for(floor, place, number)
        if isinstance(found, str):
            self._say(found, done=True, refused=True)
        else:
            self._submit(place, found)

    def _submit(self, place: int, commands: tuple[Command, ...]) -> None:
        """One after the other, each when the one before is on record."""
        if not commands or self._table is None:
            self._say(f"Place {place}: card confirmed.", done=True)
            return
        # The reader is at the dealer's hand, as the keypad is: whoever else is on top, it is the
        # dealer who checks a card.
        answer = self._table.submit(commands[0], keypad=True)
        answer.add_done_callback(lambda answer: self._answered(answer, place, commands[1:]))

    def _answered(self, answer: "Future[Answer]", place: int, then: tuple[Command, ...]) -> None:
        found = None if answer.exception() else answer.result()
        if isinstance(found, Accepted):
            self._submit(place, then)
        elif isinstance(found, Refused):
            self._say(f"Place {place}: {found.text()}", done=True, refused=True)
        else:
            self._say(NO_ANSWER, done=True, refused=True)

    def _staff(self, number: str) -> None:
        if self._find_owner is None:
            self._say(NO_STAFF, refused=True)
            return
        self._find_owner(StaffCard(number)).add_done_callback(self._found)

    def _found(self, answer: "Future[str | Denied]") -> None:
        found = None if answer.exception() else answer.result()
        match found:
            case str():
                with self._lock:
                    self._card, self._until_ms = "", self._now_ms() + SAID_MS_MAX
                    self._show(ReaderView())  # the same card once more is another swipe
                    self._show(ReaderView(KEY_PIN, staff=found))
            case Denied():
                unknown = found.why is Why.WRONG and not found.wait_ms
                self._say(UNKNOWN_STAFF if unknown else found.text(), refused=True)
            case None:
                self._say(NO_ANSWER, refused=True)

    def _floor(self) -> Floor | None:
        return self._table.snapshot().house.floor if self._table is not None else None

    # What is shown

    def _say(self, text: str, *, done: bool = False, refused: bool = False) -> None:
        """A sentence; what waits goes on waiting unless it is done with."""
        with self._lock:
            self._expire()
            waits = self._card or self._view.place is not None
            if done or not waits:
                self._until_ms = self._now_ms() + SAID_MS_MAX
                self._drop(text, refused=refused)
            else:
                now = self._view
                self._show(ReaderView(text, now.card_waits, now.place, refused))

    def _drop(self, text: str = "", *, refused: bool = False) -> None:
        self._card = ""
        self._show(ReaderView(text, refused=refused))
