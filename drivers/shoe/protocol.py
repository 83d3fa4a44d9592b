"""The messages of the card-reading shoe (link protocol, section 10)."""

from dataclasses import field
from typing import Final

from drivers.link.fields import FACE, FLAG, U8, Face
from drivers.link.frames import Role
from drivers.link.messages import Kind, Layout, Message, MessageTable


class SetLock(Message):
    """The desired state of the lock: locked, no card leaves the shoe."""

    locked: bool


class ShoeState(Message):
    """Everything about the shoe."""

    locked: bool
    """By the host; after switching on it is, until the host clears it."""
    lid_open: bool
    empty: bool
    cut_card_out: bool
    recognition: bool
    """Does it read faces? Otherwise every card is unreadable, and keyed when turned over."""
    drawn: int
    """Cards since the lid was last closed, up to 255."""


class CardDrawn(Message):
    """A card has left the shoe; its face, or None where it could not be read."""

    face: Face | None = field(repr=False)


class LidOpened(Message):
    """Delivery stops while it is open."""


class LidClosed(Message):
    """Cards may be in it."""

    empty: bool


class Emptied(Message):
    """The last card has left."""


class CutCardReached(Message):
    """The cut card has come to the mouth of the shoe."""


_H, _D = Role.HOST, Role.DEVICE
# fmt: off
MESSAGES: Final = (
    #      code  sender  kind        message         fields                              section
    Layout(0x20, _H, Kind.PLAIN, SetLock,        (FLAG,),                            "10.1"),
    Layout(0x40, _D, Kind.STATE, ShoeState,      (FLAG, FLAG, FLAG, FLAG, FLAG, U8), "10.2"),
    Layout(0x41, _D, Kind.EVENT, CardDrawn,      (FACE,),                            "10.3"),
    Layout(0x42, _D, Kind.EVENT, LidOpened,      (),                                 "10.3"),
    Layout(0x43, _D, Kind.EVENT, LidClosed,      (FLAG,),                            "10.3"),
    Layout(0x44, _D, Kind.EVENT, Emptied,        (),                                 "10.3"),
    Layout(0x45, _D, Kind.EVENT, CutCardReached, (),                                 "10.3"),
)
# fmt: on
TABLE: Final = MessageTable(MESSAGES)
MODEL: Final = "FELT-SHOE-1"
