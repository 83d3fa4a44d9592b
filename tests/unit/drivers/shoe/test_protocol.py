"""The shoe's messages, byte for byte as the link protocol's section 10 gives them."""

import pytest

from drivers.link.fields import Face
from drivers.link.frames import Role
from drivers.link.messages import Event, Message
from drivers.shoe import protocol as s
from drivers.shoe.protocol import TABLE

H, D = Role.HOST, Role.DEVICE
# fmt: off
TRANSCRIPT = (
    (H, s.SetLock(True),                                   "20 01"),
    (H, s.SetLock(False),                                  "20 00"),
    (D, s.ShoeState(True, False, True, False, True, 52),   "40 01 00 01 00 01 34"),
    (D, Event(1, s.CardDrawn(Face(14, "s"))),              "41 00000001 0e 73"),
    (D, Event(2, s.CardDrawn(Face(2, "c"))),               "41 00000002 02 63"),
    (D, Event(3, s.CardDrawn(None)),                       "41 00000003 00 00"),
    (D, Event(4, s.LidOpened()),                           "42 00000004"),
    (D, Event(5, s.LidClosed(False)),                      "43 00000005 00"),
    (D, Event(6, s.Emptied()),                             "44 00000006"),
    (D, Event(0xFFFFFFFF, s.CutCardReached()),             "45 ffffffff"),
)
# fmt: on


@pytest.mark.parametrize(("sender", "message", "written"), TRANSCRIPT)
def test_a_message_is_written_so(sender: Role, message: Message, written: str) -> None:
    assert TABLE.pack(sender, message)[1] == bytes.fromhex(written)
    assert TABLE.unpack(sender, True, bytes.fromhex(written)) == message
