"""Signing on: staff number and PIN on large keys; a staff card saves keying the number.

The PIN is kept here as long as it is keyed and goes from here to the reception, which tries it on a
thread of its own. Nothing of it is a property: QML learns how many digits there are.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal, Slot

from controller.domain.frozen import frozen
from controller.domain.refusals import Refused
from controller.running.ports import ReaderView
from controller.running.snapshot import Accepted, Snapshot
from controller.staff.pins import DIGITS_MAX, DIGITS_MIN, Pin
from controller.staff.roles import Actor, Role
from controller.staff.session import Denied, Why, wait_text
from ui.bridge import Bridge
from ui.shown import Shown
from ui.viewmodels.base import qml_element
from ui.viewmodels.panels import SIGN_ON, SUPERVISOR, PanelBound, PanelsViewModel

NUMBER_MAX: Final = 10
NOBODY_KNOWN: Final = "This table has no register of staff."
TRYING: Final = "One moment…"


@frozen
class SignOnProps:
    """The pad."""

    visible: bool = False
    title: str = ""
    text: str = ""
    message: str = ""
    number: str = ""
    dots: int = 0
    on_pin: bool = False
    """The digits that are keyed now are the PIN's."""
    can_go: bool = False
    go_text: str = ""
    busy: bool = False
    deals: bool = False
    """The person who signs on will deal."""
    list_offered: bool = False
    """The dealer's own list can be opened from here."""


@frozen
class Keying:
    """What the screen keeps; the PIN only by its length."""

    number: str = ""
    dots: int = 0
    on_pin: bool = False
    busy: bool = False
    deals: bool = False
    message: str = ""
    until_ms: int = 0
    """When there is no longer to wait, on the steady clock."""
    wanted: str = ""
    """Whom a waiting action still takes; empty where nothing waits."""


def derive_sign_on(shown: Shown, keying: Keying, now_ms: int) -> SignOnProps:
    """The pad as it is keyed."""
    wait = wait_text(max(0, keying.until_ms - now_ms))
    enough = keying.dots >= DIGITS_MIN and not wait if keying.on_pin else bool(keying.number)
    return SignOnProps(
        visible=True,
        title="Second person" if keying.wanted else "Sign on",
        text=_text(shown, keying),
        message=TRYING if keying.busy else _message(shown, keying, wait),
        number=keying.number,
        dots=keying.dots,
        on_pin=keying.on_pin,
        can_go=enough and not keying.busy,
        go_text="Sign on" if keying.on_pin else "Next: PIN",
        busy=keying.busy,
        deals=keying.deals,
        list_offered=shown.snapshot.dealer is not None and not keying.wanted,
    )


def _message(shown: Shown, keying: Keying, wait: str) -> str:
    """A wait is counted down; when it is over nothing is said of it any more."""
    if wait:
        return f"{keying.message or Why.WAIT.value} {wait}"
    return "" if keying.until_ms else keying.message or shown.reader.text


def _text(shown: Shown, keying: Keying) -> str:
    how = "Enter the number or swipe the staff card, then enter the PIN."
    if keying.wanted:
        return f"Needs: {keying.wanted}. {how}"
    return how if shown.snapshot.dealer else f"No dealer is signed on. {how}"


def people(snapshot: Snapshot) -> tuple[Actor | None, Actor | None]:
    """Who is signed on."""
    return snapshot.dealer, snapshot.on_top


@qml_element
class SignOnViewModel(PanelBound):
    """The pad for number and PIN."""

    shows = SignOnProps
    panel = SIGN_ON

    arrived = Signal()
    """Somebody has signed on above the dealer."""

    def __init__(self, bridge: Bridge, panels: PanelsViewModel) -> None:
        super().__init__(bridge, panels)
        self._keying, self._pin = Keying(), ""
        self._before: tuple[Actor | None, Actor | None] = (None, None)
        self._then: Callable[[], None] | None = None
        self._swiped = ReaderView()
        bridge.met.connect(self._met)

    def _opened(self) -> None:
        wanted = self._keying.wanted if self._open else ""
        self._keying, self._pin = Keying(wanted=wanted), ""
        self.bridge.expect_staff(self._open)
        if not self._open:
            self._then = None
        elif self.shown is not None:
            self._before = people(self.shown.snapshot)
        self.refresh()

    def ask_for(self, wanted: str, then: Callable[[], None]) -> None:
        """A second person is needed; `then` goes on once somebody has signed on."""
        self._keying, self._then = Keying(wanted=wanted), then
        self._panels.openLasting(SIGN_ON)

    def derive(self, shown: Shown) -> SignOnProps:
        if not self._open:
            return SignOnProps()
        return derive_sign_on(shown, self._keying, self.bridge.now().steady_ms)

    def update(self, shown: Shown) -> None:
        """After a staff card was swiped, only the PIN is left to key."""
        super().update(shown)
        if shown.reader is not self._swiped:
            self._swiped = shown.reader
            self._take_card(shown.reader)
        new = people(shown.snapshot)
        if self._open and any(
            now and now != was for now, was in zip(new, self._before, strict=True)
        ):
            self._arrived()

    def _take_card(self, card: ReaderView) -> None:
        if not card.staff or self._keying.busy:
            return
        if not self._open:
            self._panels.openLasting(SIGN_ON)
        self._pin = ""
        self._set(number=card.staff, dots=0, on_pin=True, message=card.text, until_ms=0)

    def _set(self, **changes: object) -> None:
        self._keying = replace(self._keying, **changes)  # type: ignore[arg-type]
        self.refresh()

    @Slot(str)
    def key(self, digit: str) -> None:
        """One digit more."""
        keying = self._keying
        if keying.busy or len(digit) != 1 or not digit.isdigit():
            return
        self.bridge.drop_card()
        if keying.on_pin and len(self._pin) < DIGITS_MAX:
            self._pin += digit
            self._set(dots=len(self._pin), message="")
        elif not keying.on_pin and len(keying.number) < NUMBER_MAX:
            self._set(number=keying.number + digit, message="")

    @Slot()
    def clear(self) -> None:
        """What is being keyed; once more, the number too."""
        if self._keying.busy:
            return
        if self._keying.on_pin and self._pin:
            self._pin = ""
            self._set(dots=0)
        else:
            self._set(number="", on_pin=False, dots=0, message="", until_ms=0)

    @Slot()
    def toggleDeals(self) -> None:
        """A supervisor stands in as the dealer."""
        self._set(deals=not self._keying.deals)

    @Slot()
    def go(self) -> None:
        """From the number to the PIN, and on to the reception."""
        keying = self._keying
        if keying.busy or not self.props.can_go:
            return
        if not keying.on_pin:
            self._set(on_pin=True, message="")
            return
        pin, self._pin = Pin(self._pin), ""
        role = Role.DEALER if keying.deals else None
        if self.bridge.show_pin(keying.number, pin, role):
            self._set(busy=True, dots=0, message="")
        else:
            self._set(on_pin=False, dots=0, message=NOBODY_KNOWN)

    def _met(self, answer: object) -> None:
        if not self._keying.busy:
            return
        if isinstance(answer, Accepted):
            self._arrived()
        elif isinstance(answer, Refused):
            self._once_more(self._keying.number, answer.text())
        elif isinstance(answer, Denied):
            number = self._keying.number if answer.number is not None else ""
            self._once_more(number, answer.why.value, answer.wait_ms)

    def _once_more(self, number: str, message: str, wait_ms: int = 0) -> None:
        until_ms = self.bridge.now().steady_ms + wait_ms if wait_ms else 0
        known = bool(number)
        self._set(
            busy=False, dots=0, number=number, on_pin=known, message=message, until_ms=until_ms
        )

    def _arrived(self) -> None:
        """On with what waited; a supervisor to what waits there, a dealer to the table."""
        if not self._open:
            return
        self._keying, then, self._then = Keying(), self._then, None
        if then is not None:
            then()
        elif self.bridge.above() is not None:
            self.arrived.emit()
        else:
            self._panels.close()

    @Slot()
    def openList(self) -> None:
        """The dealer's own list."""
        self._panels.openLasting(SUPERVISOR)
