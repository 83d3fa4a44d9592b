"""The card-reading shoe: a model on virtual time, and the hands at it.

The lock is a bolt that needs power to open: without power, while the lid is open, and when the
memory has no place for another card, no card can be drawn. After switching on it is locked until
the host clears it.
"""

from typing import Final

from drivers.link.messages import Message, Outcome
from drivers.shoe import protocol as p
from drivers.shuffler.protocol import Back
from simulators.card_device import CardDevice
from simulators.faults import Trouble
from simulators.linked import Plate
from simulators.world import Card, Spot, World

ROOM_FOR_A_CARD: Final = 3
"""A card may be the last one, with the cut card behind it."""


class SimShoe(CardDevice):
    """A shoe for one deck."""

    plate = Plate(2, p.MODEL, "SHOE-0001")
    table = p.TABLE

    def __init__(self, world: World, key: bytes | None = None, recognition: bool = True) -> None:
        super().__init__(world, key, recognition)
        self.locked = True
        self.lid_open = False
        self._cut_after: int | None = None
        """Cards before the cut card; none where there is no cut card or it is out."""
        self._cut_out = False
        self._drawn = 0

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

    # The model

    def _count(self, card: Card) -> None:
        self._drawn = min(255, self._drawn + 1)
        self._happen(p.CardDrawn(self._read(card)))

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
