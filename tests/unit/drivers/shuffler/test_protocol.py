"""The shuffler's messages, byte for byte as the link protocol's section 9 gives them."""

import pytest

from drivers.link.fields import Face
from drivers.link.frames import Role
from drivers.link.messages import Command, Event, Message
from drivers.shuffler.protocol import (
    TABLE,
    Back,
    Deck,
    DeckLoaded,
    DeckReleased,
    Eject,
    Fault,
    FaultCleared,
    FaultReported,
    LoadDeck,
    PacketEjected,
    PacketTaken,
    Release,
    Shuffle,
    ShuffleCompleted,
    ShufflerState,
    TrayChanged,
)

H, D = Role.HOST, Role.DEVICE
RED, BLUE = Back.RED, Back.BLUE
STATE = ShufflerState(
    True, False, True, False, Deck.READY, 47, Fault.NONE, Deck.BLOCKED, 51, Fault.WRONG_COUNT
)
PACKET = Face(10, "h"), None
MISSING = FaultReported(Fault.WRONG_COUNT, BLUE, 51, Face(7, "d"))
# fmt: off
TRANSCRIPT = (
    (H, Command(1, LoadDeck(RED)),                     "20 00000001 01"),
    (H, Command(2, Shuffle(BLUE)),                     "21 00000002 02"),
    (H, Command(3, Eject(RED, 5)),                     "22 00000003 01 05"),
    (H, Command(4, Release(BLUE)),                     "23 00000004 02"),
    (D, STATE,                                         "40 01 00 01 00 04 2f 00 06 33 02"),
    (D, Event(1, TrayChanged(True)),                   "41 00000001 01"),
    (D, Event(2, DeckLoaded(1, RED, 52)),              "42 00000002 00000001 01 34"),
    (D, Event(3, ShuffleCompleted(2, BLUE, 52, True)), "43 00000003 00000002 02 34 01"),
    (D, Event(4, PacketEjected(3, RED, PACKET)),       "44 00000004 00000003 01 02 0a68 0000"),
    (D, Event(5, PacketTaken()),                       "45 00000005"),
    (D, Event(6, MISSING),                             "46 00000006 02 02 33 0764"),
    (D, Event(7, FaultCleared(Fault.JAM, RED)),        "47 00000007 01 01"),
    (D, Event(8, DeckReleased(4, BLUE, 52)),           "48 00000008 00000004 02 34"),
)
# fmt: on


@pytest.mark.parametrize(("sender", "message", "written"), TRANSCRIPT)
def test_a_message_is_written_so(sender: Role, message: Message, written: str) -> None:
    assert TABLE.pack(sender, message)[1] == bytes.fromhex(written)
    assert TABLE.unpack(sender, True, bytes.fromhex(written)) == message
