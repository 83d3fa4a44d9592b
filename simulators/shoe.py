"""The card-reading shoe: a model on virtual time, and the hands at it.

The lock is a bolt that needs power to open: without power, while the lid is open, and when the
memory has no place for another card, no card can be drawn. After switching on it is locked until
the host clears it.
"""

from collections.abc import Callable
from typing import Final

from drivers.link.messages import Message, Outcome
from drivers.link.protocol import fresh_nonce
from drivers.shoe import protocol as p
from drivers.shuffler.protocol import Back
from simulators.faults import Trouble
from simulators.linked import LinkedDevice, Plate
from simulators.mishaps import Mishaps
from simulators.world import Card, Spot, World

ROOM_FOR_A_CARD: Final = 3
"""A card may be the last one, with the cut card behind it."""


class SimShoe(LinkedDevice):
    """A shoe for one deck."""

    def __init__(
        self,
        world: World,
        key: bytes | None = None,
        device_id: int = 2,
        serial: str = "SHOE-0001",
        recognition: bool = True,
        nonce: Callable[[], bytes] = fresh_nonce,
    ) -> None:
        self._world = world
        self.recognition = recognition
        self.locked = True
        self.lid_open = False
        self._cut_after: int | None = None
        """Cards before the cut card; none where there is no cut card or it is out."""
        self._cut_out = False
        self._drawn = 0
        self.mishaps = Mishaps()
        super().__init__(Plate(device_id, p.MODEL, serial), p.TABLE, key, nonce)

    @property
    def delivering(self) -> bool:
        """Would a card come out if somebody pulled?"""
        free = self.powered and not self.locked and not self.lid_open
        return free and not self.memory_full(ROOM_FOR_A_CARD)

    # Hands

    def draw(self) -> Card | None:
        """Pull at the mouth: the card that lies on the table now; None where none comes."""
        if not self.delivering or not self._world.pile(Spot.SHOE):
            return None
        (card,) = self._world.move_top(Spot.SHOE, Spot.TABLE)
        self._count(card)
        if self._world.pile(Spot.SHOE) and self.mishaps.befalls(Trouble.DOUBLE_FEED):
            self._world.move_top(Spot.SHOE, Spot.TABLE)  # under the first: neither seen nor read
        self._look()
        return card

    def load(self, back: Back, cut_after: int | None = None) -> None:
        """Take out what is left, shuffle this deck from the rack by hand, and put it in."""
        self.open_lid()
        self._world.move_all(Spot.SHOE, Spot.DISCARD)
        self._world.move_deck(back, Spot.RACK, Spot.SHOE)
        self._world.shuffle(Spot.SHOE)
        self.close_lid(cut_after)

    def open_lid(self) -> None:
        self.lid_open = True
        if self.powered:
            self._happen(p.LidOpened(), lesser=True)

    def close_lid(self, cut_after: int | None = None) -> None:
        """With the cut card behind so many cards."""
        self.lid_open = False
        self._cut_after, self._cut_out, self._drawn = cut_after, False, 0
        if self.powered:
            self._happen(p.LidClosed(not self._world.pile(Spot.SHOE)), lesser=True)

    # Faults of the device

    def misread(self, count: int = 1) -> None:
        """The next cards cannot be read."""
        self.mishaps.arm(Trouble.MISREAD, count)

    def double_feed(self) -> None:
        """At the next draw two cards come at once, seen as one."""
        self.mishaps.arm(Trouble.DOUBLE_FEED)

    # The model

    def _count(self, card: Card) -> None:
        self._drawn = min(255, self._drawn + 1)
        read = not self.mishaps.befalls(Trouble.MISREAD) and self.recognition
        self._happen(p.CardDrawn(card.face if read else None))

    def _look(self) -> None:
        if not self._world.pile(Spot.SHOE):
            self._happen(p.Emptied())
        if self._cut_after is not None and not self._cut_out and self._drawn >= self._cut_after:
            self._cut_out = True
            self._happen(p.CutCardReached())

    def _state(self) -> Message:
        empty = not self._world.pile(Spot.SHOE)
        lock, lid = self.locked, self.lid_open
        return p.ShoeState(lock, lid, empty, self._cut_out, self.recognition, self._drawn)

    def _set(self, message: Message) -> None:
        if isinstance(message, p.SetLock):
            self.locked = message.locked

    def _do(self, command_id: int, body: Message) -> Outcome:
        raise NotImplementedError(f"the shoe has no command {type(body).__name__}")

    def power_cut(self) -> None:
        super().power_cut()
        self.locked = True
