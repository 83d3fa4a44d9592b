"""The messages of the shuffler (link protocol, section 9).

It has a tray for the cards put in, a bay for each of the two decks, and a gate where packets come
out, or a whole deck is released. A deck is counted on loading; a wrong count, a residual card or an
unfinished cycle blocks it until a person has emptied its bay through the door.
"""

from dataclasses import field
from enum import IntEnum
from typing import Final

from drivers.link.fields import FACE, FLAG, PACKET, U8, U32, Face, choice
from drivers.link.frames import Role
from drivers.link.messages import Kind, Layout, Message, MessageTable

DECK_CARDS: Final = 52


class Back(IntEnum):
    """The two decks, told apart by their backs."""

    RED = 1
    BLUE = 2


class Deck(IntEnum):
    """How far a deck is."""

    ABSENT = 0
    LOADING = 1
    LOADED = 2
    """Counted, to be shuffled."""
    SHUFFLING = 3
    READY = 4
    """Shuffled: packets can be ejected from it."""
    EJECTING = 5
    BLOCKED = 6
    """Nothing is dealt from it until its bay was emptied and the deck loaded anew."""


class Fault(IntEnum):
    """What the shuffler complains about."""

    NONE = 0
    JAM = 1
    WRONG_COUNT = 2
    DOOR_OPEN = 3
    RESIDUAL_CARD = 4
    WRONG_BACK = 5
    UNFINISHED_CYCLE = 6


class LoadDeck(Message):
    """Take the cards from the tray into the bay of this back, and count them."""

    back: Back


class Shuffle(Message):
    """Shuffle the deck in this bay."""

    back: Back


class Eject(Message):
    """Put so many cards of a shuffled deck out at the gate."""

    back: Back
    count: int


class Release(Message):
    """Put a whole shuffled deck out at the gate, and tell no card of it."""

    back: Back


class ShufflerState(Message):
    """Everything about the shuffler."""

    recognition: bool
    """Does it read faces?"""
    door_open: bool
    tray_occupied: bool
    gate_occupied: bool
    red: Deck
    red_count: int
    red_fault: Fault
    blue: Deck
    blue_count: int
    blue_fault: Fault

    def deck(self, back: Back) -> Deck:
        return self.red if back is Back.RED else self.blue

    def count(self, back: Back) -> int:
        """Cards in the bay."""
        return self.red_count if back is Back.RED else self.blue_count

    def fault(self, back: Back) -> Fault:
        """Why the deck is blocked."""
        return self.red_fault if back is Back.RED else self.blue_fault


class TrayChanged(Message):
    """Cards were put into the tray or taken out."""

    occupied: bool


class DeckLoaded(Message):
    """Counted and found right."""

    command_id: int
    back: Back
    count: int


class ShuffleCompleted(Message):
    """The cycle is finished: the deck may be dealt."""

    command_id: int
    back: Back
    count: int
    recognised: bool
    """Was every card read, and each found once?"""


class PacketEjected(Message):
    """These cards lie at the gate, first out first; None for each that was not read."""

    command_id: int
    back: Back
    faces: tuple[Face | None, ...] = field(repr=False)


class DeckReleased(Message):
    """The whole deck lies at the gate, counted once more; in which order nobody is told."""

    command_id: int
    back: Back
    count: int


class PacketTaken(Message):
    """The gate is empty again."""


class FaultReported(Message):
    """Something is wrong; all but an open door block the deck named."""

    fault: Fault
    back: Back
    count: int
    """Cards counted, or left in the bay."""
    missing: Face | None = field(repr=False)
    """Wrong count: the card that is missing or too many, where it was recognised."""


class FaultCleared(Message):
    """The door is closed, or the bay of a blocked deck was emptied."""

    fault: Fault
    back: Back


_H, _D = Role.HOST, Role.DEVICE
_BACK, _DECK, _FAULT = choice(Back), choice(Deck), choice(Fault)
_STATE: Final = (FLAG, FLAG, FLAG, FLAG, _DECK, U8, _FAULT, _DECK, U8, _FAULT)
# fmt: off
MESSAGES: Final = (
    #      code  sender  kind          message           fields                    section
    Layout(0x20, _H, Kind.COMMAND, LoadDeck,         (_BACK,),                 "9.1"),
    Layout(0x21, _H, Kind.COMMAND, Shuffle,          (_BACK,),                 "9.1"),
    Layout(0x22, _H, Kind.COMMAND, Eject,            (_BACK, U8),              "9.1"),
    Layout(0x23, _H, Kind.COMMAND, Release,          (_BACK,),                 "9.1"),
    Layout(0x40, _D, Kind.STATE,   ShufflerState,    _STATE,                   "9.2"),
    Layout(0x41, _D, Kind.EVENT,   TrayChanged,      (FLAG,),                  "9.3"),
    Layout(0x42, _D, Kind.EVENT,   DeckLoaded,       (U32, _BACK, U8),         "9.3"),
    Layout(0x43, _D, Kind.EVENT,   ShuffleCompleted, (U32, _BACK, U8, FLAG),   "9.3"),
    Layout(0x44, _D, Kind.EVENT,   PacketEjected,    (U32, _BACK, PACKET),     "9.3"),
    Layout(0x45, _D, Kind.EVENT,   PacketTaken,      (),                       "9.3"),
    Layout(0x46, _D, Kind.EVENT,   FaultReported,    (_FAULT, _BACK, U8, FACE), "9.4"),
    Layout(0x47, _D, Kind.EVENT,   FaultCleared,     (_FAULT, _BACK),          "9.4"),
    Layout(0x48, _D, Kind.EVENT,   DeckReleased,     (U32, _BACK, U8),         "9.3"),
)
# fmt: on
TABLE: Final = MessageTable(MESSAGES)
MODEL: Final = "FELT-SHUFFLER-1"
