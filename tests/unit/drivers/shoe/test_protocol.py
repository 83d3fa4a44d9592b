"""The shoe's messages, byte for byte as the link protocol's section 10 gives them."""

import pytest

from drivers.link.fields import Face
from drivers.link.frames import Role
from drivers.link.messages import Event, Message
from drivers.shoe.protocol import (
    TABLE,
    CardDrawn,
    CutCardReached,
    Emptied,
    LidClosed,
    LidOpened,
    SetLock,
    ShoeState,
)

H, D = Role.HOST, Role.DEVICE
# fmt: off
TRANSCRIPT = (
    (H, SetLock(True),                                   "20 01"),
    (H, SetLock(False),                                  "20 00"),
    (D, ShoeState(True, False, True, False, True, 52),   "40 01 00 01 00 01 34"),
    (D, Event(1, CardDrawn(Face(14, "s"))),              "41 00000001 0e 73"),
    (D, Event(2, CardDrawn(Face(2, "c"))),               "41 00000002 02 63"),
    (D, Event(3, CardDrawn(None)),                       "41 00000003 00 00"),
    (D, Event(4, LidOpened()),                           "42 00000004"),
    (D, Event(5, LidClosed(False)),                      "43 00000005 00"),
    (D, Event(6, Emptied()),                             "44 00000006"),
    (D, Event(0xFFFFFFFF, CutCardReached()),             "45 ffffffff"),
)
# fmt: on


@pytest.mark.parametrize(("sender", "message", "written"), TRANSCRIPT)
def test_a_message_is_written_so(sender: Role, message: Message, written: str) -> None:
    assert TABLE.pack(sender, message)[1] == bytes.fromhex(written)
    assert TABLE.unpack(sender, True, bytes.fromhex(written)) == message
