"""The shuffler's messages, byte for byte as the link protocol's section 9 gives them."""

import pytest

from drivers.link.fields import Face
from drivers.link.frames import Role
from drivers.link.messages import Command, Event, Message
from drivers.shuffler import protocol as s
from drivers.shuffler.protocol import TABLE, Back, Deck, Fault

H, D = Role.HOST, Role.DEVICE
RED, BLUE = Back.RED, Back.BLUE
STATE = s.ShufflerState(
    True, False, True, False, Deck.READY, 47, Fault.NONE, Deck.BLOCKED, 51, Fault.WRONG_COUNT
)
PACKET = Face(10, "h"), None
MISSING = s.FaultReported(Fault.WRONG_COUNT, BLUE, 51, Face(7, "d"))
# fmt: off
TRANSCRIPT = (
    (H, Command(1, s.LoadDeck(RED)),                     "20 00000001 01"),
    (H, Command(2, s.Shuffle(BLUE)),                     "21 00000002 02"),
    (H, Command(3, s.Eject(RED, 5)),                     "22 00000003 01 05"),
    (H, Command(4, s.Release(BLUE)),                     "23 00000004 02"),
    (D, STATE,                                           "40 01 00 01 00 04 2f 00 06 33 02"),
    (D, Event(1, s.TrayChanged(True)),                   "41 00000001 01"),
    (D, Event(2, s.DeckLoaded(1, RED, 52)),              "42 00000002 00000001 01 34"),
    (D, Event(3, s.ShuffleCompleted(2, BLUE, 52, True)), "43 00000003 00000002 02 34 01"),
    (D, Event(4, s.PacketEjected(3, RED, PACKET)),       "44 00000004 00000003 01 02 0a68 0000"),
    (D, Event(5, s.PacketTaken()),                       "45 00000005"),
    (D, Event(6, MISSING),                               "46 00000006 02 02 33 0764"),
    (D, Event(7, s.FaultCleared(Fault.JAM, RED)),        "47 00000007 01 01"),
    (D, Event(8, s.DeckReleased(4, BLUE, 52)),           "48 00000008 00000004 02 34"),
)
# fmt: on


def test_the_state_is_that_of_both_decks() -> None:
    assert (STATE.deck(RED), STATE.deck(BLUE)) == (Deck.READY, Deck.BLOCKED)
    assert (STATE.count(RED), STATE.count(BLUE)) == (47, 51)
    assert (STATE.fault(RED), STATE.fault(BLUE)) == (Fault.NONE, Fault.WRONG_COUNT)


@pytest.mark.parametrize(("sender", "message", "written"), TRANSCRIPT)
def test_a_message_is_written_so(sender: Role, message: Message, written: str) -> None:
    assert TABLE.pack(sender, message)[1] == bytes.fromhex(written)
    assert TABLE.unpack(sender, True, bytes.fromhex(written)) == message
