"""Who does at the device what no driver can: the simulator, a person who is asked, or nobody."""

import select
import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from io import UnsupportedOperation
from typing import Protocol

from ui.commands.conformance.steps import NotTried


class Deed(StrEnum):
    """What a person is asked to do."""

    UNPLUG = "Unplug the data cable from the device; leave its power on."
    PLUG = "Plug the cable back in."
    POWER_CYCLE = "Switch the device off and on again."
    DRAW = "Draw one card from the shoe."
    PULL = "Try to draw a card from the locked shoe. If one comes out, do not put it back."
    DRAW_UNPLUGGED = "Draw two cards from the shoe, then plug the cable back in."
    OPEN_LID = "Open the lid of the shoe."
    CLOSE_LID = "Close the lid of the shoe; leave some cards in it."
    FILL_TRAY = "Empty gate and bays, then put a complete red deck into the shuffler's tray."
    FILL_TRAY_BLUE = "Empty the gate, then put a complete blue deck into the shuffler's tray."
    TAKE_PACKET = "Take the packet from the gate."
    OPEN_DOOR = "Open the shuffler's door."
    CLOSE_DOOR = "Close the shuffler's door; leave the cards inside."
    HOLD_KEY = "Press the key in column 1, row 1, and hold it down until you are told to let go."
    LET_GO_UNPLUGGED = "Let go of the key, then plug the cable back in."
    SWIPE = "Swipe a card."
    SWIPE_BADLY = "Swipe a card with its stripe facing the wrong way."
    SWIPE_UNOPENED = "Swipe a card now, while the reader is not in use."
    SWITCH_OFF = "Switch the sign off."
    SWITCH_ON = "Switch the sign on."


class Hands(Protocol):
    """Whoever is at the device."""

    wait_ms: int
    """How long to wait for what they do."""

    def do(self, what: str) -> object:
        """Have it done, or ask for it; what truly happened, where that is known."""
        ...

    def sees(self, what: str) -> bool:
        """Is this to be seen at the device?"""
        ...


class NoHands:
    """Nobody is there."""

    wait_ms = 0

    def do(self, what: str) -> object:
        raise NotTried(f"needs a person; run it with --interactive: {what}")

    def sees(self, what: str) -> bool:
        raise NotTried(f"needs a person to look; run it with --interactive: {what}")


class SimHands:
    """The simulator does it itself, at once."""

    wait_ms = 5_000

    def __init__(
        self, deeds: Mapping[str, Callable[[], object]], sights: Mapping[str, Callable[[], bool]]
    ) -> None:
        self._deeds, self._sights = deeds, sights

    def do(self, what: str) -> object:
        return self._deeds[what]()

    def sees(self, what: str) -> bool:
        return self._sights[what]()


class Person:
    """Somebody at the bench, who is told what to do and has so long for it."""

    def __init__(self, tell: Callable[[str], object], wait_ms: int) -> None:
        self._tell, self.wait_ms = tell, wait_ms

    def do(self, what: str) -> object:
        self._tell(f"{what} ({self.wait_ms // 1_000} s)")
        return None

    def sees(self, what: str) -> bool:
        self._tell(f"{what} y or n, then Enter ({self.wait_ms // 1_000} s)")
        answer = typed_line(self.wait_ms).strip().lower()
        if answer[:1] not in ("y", "n"):
            raise NotTried(f"nobody answered y or n within {self.wait_ms // 1_000} s: {what}")
        return answer.startswith("y")


def typed_line(wait_ms: int) -> str:
    """A line from standard input; empty where none came in time."""
    try:
        ready, _, _ = select.select([sys.stdin], [], [], wait_ms / 1_000)
    except (UnsupportedOperation, ValueError, TypeError):
        ready = [sys.stdin]  # not a file that can be waited for: it has its lines already
    return sys.stdin.readline() if ready else ""
