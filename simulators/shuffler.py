"""The shuffler of two decks: a model on virtual time, and the hands at it.

Cards go from the tray into the bay of their deck, are counted and looked at there, shuffled, and
leave by the gate one by one, or as a whole deck that is counted once more. Two cycles can run at a
time, one of them at the gate: a deck is dealt while the other is shuffled. The record of a cycle
under way is in non-volatile memory: after a power cut the cards that had left are reported, and the
deck is blocked as unfinished.
"""

from dataclasses import dataclass, field
from typing import Final

from drivers.link.fields import FACES, Face
from drivers.link.messages import Message, Outcome
from drivers.shuffler import protocol as p
from drivers.shuffler.protocol import DECK_CARDS, Back, Deck, Fault
from simulators.card_device import CardDevice
from simulators.faults import Trouble
from simulators.linked import Plate
from simulators.world import BAY, Card, Spot, World

LOAD_MS: Final = 4_000
SHUFFLE_MS: Final = 45_000
EJECT_CARD_MS: Final = 60
RELEASE_MS: Final = 1_500


@dataclass
class _Cycle:
    """Something under way."""

    doing: Deck
    command_id: int
    due_ms: int
    left: int = 0
    """Cards still to eject; none where the whole deck leaves at once."""
    faces: list[Face | None] = field(default_factory=list)


@dataclass
class _Bay:
    """What the shuffler knows of one deck."""

    deck: Deck = Deck.ABSENT
    fault: Fault = Fault.NONE
    cycle: _Cycle | None = None


class SimShuffler(CardDevice):
    """A shuffler for two decks."""

    plate = Plate(1, p.MODEL, "SHUF-0001")
    table = p.TABLE

    def __init__(self, world: World, key: bytes | None = None, recognition: bool = True) -> None:
        super().__init__(world, key, recognition)
        self.door_open = False
        self._bays = {back: _Bay() for back in Back}
        self._inside: dict[Back, int] = {}
        """Cards in the bays when the door was opened."""

    # Hands

    def put_in_tray(self, back: Back, source: Spot = Spot.RACK) -> None:
        """Every card of this back that lies there, as it lies."""
        self._world.move_deck(back, source, Spot.TRAY)
        self.tray_touched()

    def tray_touched(self) -> None:
        """Somebody had their hands in the tray."""
        if self.powered:
            self._happen(p.TrayChanged(bool(self._world.pile(Spot.TRAY))), lesser=True)

    def take_packet(self) -> tuple[Card, ...]:
        """From the gate onto the table."""
        taken = self._world.move_all(Spot.GATE, Spot.TABLE)
        if taken and self.powered:
            self._happen(p.PacketTaken(), lesser=True)
        return taken

    def open_door(self) -> None:
        """Whatever is under way stops and is not finished."""
        if self.door_open:
            return
        self.door_open = True
        self._inside = {back: len(self._world.pile(BAY[back])) for back in Back}
        if self.powered:
            self._happen(p.FaultReported(Fault.DOOR_OPEN, Back.RED, 0, None), lesser=True)
            self._stop_all()

    def empty_bay(self, back: Back, target: Spot = Spot.RACK) -> tuple[Card, ...]:
        """Take what is in a bay out through the open door."""
        return self._world.move_all(BAY[back], target) if self.door_open else ()

    def clear_bay(self, back: Back) -> None:
        """The door is opened, a bay emptied into the rack, the door closed."""
        self.open_door()
        self.empty_bay(back)
        self.close_door()

    def close_door(self) -> None:
        """A blocked deck whose bay is empty now is absent; one that was touched is blocked."""
        if not self.door_open:
            return
        self.door_open = False
        if self.powered:
            self._happen(p.FaultCleared(Fault.DOOR_OPEN, Back.RED), lesser=True)
            self._look_into_bays()

    # Faults of the device

    def jam(self) -> None:
        """The next cycle, or the one under way, gets stuck."""
        self.mishaps.arm(Trouble.JAM)

    # Commands

    def _do(self, command_id: int, body: Message) -> Outcome:
        if self.door_open:
            return Outcome.DOOR_OPEN
        match body:
            case p.LoadDeck():
                return self._load(command_id, body.back)
            case p.Shuffle():
                return self._shuffle(command_id, body.back)
            case p.Eject():
                return self._eject(command_id, body.back, body.count)
            case p.Release():
                return self._release(command_id, body.back)
        raise NotImplementedError(f"the shuffler has no command {type(body).__name__}")

    def _load(self, command_id: int, back: Back) -> Outcome:
        if hindered := self._mixing_hindered(back):
            return hindered
        if not self._world.pile(Spot.TRAY):
            return Outcome.TRAY_EMPTY
        if self._world.pile(BAY[back]):
            self._block(back, Fault.RESIDUAL_CARD)
            return Outcome.BAY_OCCUPIED
        self._world.move_all(Spot.TRAY, BAY[back])
        self._happen(p.TrayChanged(False), lesser=True)
        self._begin(back, Deck.LOADING, command_id, LOAD_MS)
        return Outcome.ACCEPTED

    def _shuffle(self, command_id: int, back: Back) -> Outcome:
        if hindered := self._mixing_hindered(back):
            return hindered
        if self._bays[back].deck is Deck.ABSENT:
            return Outcome.NO_DECK
        self._begin(back, Deck.SHUFFLING, command_id, SHUFFLE_MS)
        return Outcome.ACCEPTED

    def _eject(self, command_id: int, back: Back, count: int) -> Outcome:
        if hindered := self._gate_hindered(back):
            return hindered
        if not 0 < count <= len(self._world.pile(BAY[back])):
            return Outcome.TOO_FEW_CARDS
        self._begin(back, Deck.EJECTING, command_id, EJECT_CARD_MS, count)
        return Outcome.ACCEPTED

    def _release(self, command_id: int, back: Back) -> Outcome:
        if hindered := self._gate_hindered(back):
            return hindered
        if len(self._world.pile(BAY[back])) < DECK_CARDS:
            return Outcome.TOO_FEW_CARDS
        self._begin(back, Deck.EJECTING, command_id, RELEASE_MS)
        return Outcome.ACCEPTED

    def _gate_hindered(self, back: Back) -> Outcome | None:
        """Why nothing of this deck can leave by the gate now."""
        deck = self._bays[back].deck
        if deck is not Deck.READY:
            return _NOT_READY[deck]
        if any(other.deck is Deck.EJECTING for other in self._bays.values()):
            return Outcome.BUSY
        return Outcome.GATE_OCCUPIED if self._world.pile(Spot.GATE) else None

    def _mixing_hindered(self, back: Back) -> Outcome | None:
        """Why this deck cannot be loaded or shuffled now: the two share one mechanism."""
        bay = self._bays[back]
        if bay.deck is Deck.BLOCKED:
            return Outcome.BLOCKED
        mixing = any(one.deck in (Deck.LOADING, Deck.SHUFFLING) for one in self._bays.values())
        return Outcome.BUSY if mixing or bay.cycle else None

    def _begin(self, back: Back, doing: Deck, command_id: int, ms: int, left: int = 0) -> None:
        bay = self._bays[back]
        bay.deck = doing
        bay.cycle = _Cycle(doing, command_id, self._now + ms, left)

    # Cycles

    def _works_until(self) -> int | None:
        due = [bay.cycle.due_ms for bay in self._bays.values() if bay.cycle]
        return min(due, default=None)

    def _work(self) -> None:
        for back, bay in self._bays.items():
            while bay.cycle is not None and bay.cycle.due_ms <= self._now:
                self._advance(back, bay, bay.cycle)

    def _advance(self, back: Back, bay: _Bay, cycle: _Cycle) -> None:
        if self.mishaps.befalls(Trouble.JAM):
            self._stop(back, Fault.JAM)
        elif cycle.doing is Deck.EJECTING and cycle.left:
            self._eject_one(back, bay, cycle)
        elif cycle.doing is Deck.EJECTING:
            self._put_out_whole(back, bay, cycle)
        else:
            bay.cycle = None
            self._finish_mixing(back, bay, cycle)

    def _finish_mixing(self, back: Back, bay: _Bay, cycle: _Cycle) -> None:
        count = len(self._world.pile(BAY[back]))
        wrong, missing = self._inspect(back)
        if wrong is not Fault.NONE:
            self._block(back, wrong, missing)
        elif cycle.doing is Deck.LOADING:
            bay.deck = Deck.LOADED
            self._happen(p.DeckLoaded(cycle.command_id, back, count))
        else:
            self._world.shuffle(BAY[back])
            bay.deck = Deck.READY
            self._happen(p.ShuffleCompleted(cycle.command_id, back, count, self.recognition))

    def _eject_one(self, back: Back, bay: _Bay, cycle: _Cycle) -> None:
        inside = self._world.pile(BAY[back])
        if inside:
            self._world.move_top(BAY[back], Spot.GATE)
            cycle.faces.append(self._read(inside[0]))
            if len(inside) > 1 and self.mishaps.befalls(Trouble.DOUBLE_FEED):
                self._world.move_top(BAY[back], Spot.GATE)
        cycle.left -= 1
        cycle.due_ms += EJECT_CARD_MS
        if cycle.left == 0 or not self._world.pile(BAY[back]):
            self._report_packet(back, cycle)
            bay.cycle = None
            bay.deck = Deck.READY if self._world.pile(BAY[back]) else Deck.ABSENT

    def _put_out_whole(self, back: Back, bay: _Bay, cycle: _Cycle) -> None:
        wrong, missing = self._inspect(back)
        if wrong is not Fault.NONE:
            self._block(back, wrong, missing)
            return
        released = self._world.move_all(BAY[back], Spot.GATE)
        bay.cycle, bay.deck = None, Deck.ABSENT
        self._happen(p.DeckReleased(cycle.command_id, back, len(released)))

    def _report_packet(self, back: Back, cycle: _Cycle) -> None:
        if cycle.faces:
            self._happen(p.PacketEjected(cycle.command_id, back, tuple(cycle.faces)))

    def _inspect(self, back: Back) -> tuple[Fault, Face | None]:
        """What is wrong with the cards in a bay, and which card it is about."""
        cards = self._world.pile(BAY[back])
        if any(card.back is not back for card in cards):
            return Fault.WRONG_BACK, None
        if not self.recognition:
            return (Fault.NONE if len(cards) == DECK_CARDS else Fault.WRONG_COUNT), None
        faces = [card.face for card in cards]
        odd = [face for face in FACES if faces.count(face) == 0]
        odd += [face for face in FACES if faces.count(face) > 1]
        if len(cards) == DECK_CARDS and not odd:
            return Fault.NONE, None
        return Fault.WRONG_COUNT, odd[0]

    # Faults

    def _block(self, back: Back, fault: Fault, missing: Face | None = None) -> None:
        bay = self._bays[back]
        bay.deck, bay.fault, bay.cycle = Deck.BLOCKED, fault, None
        self._happen(p.FaultReported(fault, back, len(self._world.pile(BAY[back])), missing))

    def _stop(self, back: Back, fault: Fault) -> None:
        """A cycle ends before its time: what has left is told, the deck is blocked."""
        cycle = self._bays[back].cycle
        if cycle is not None:
            self._report_packet(back, cycle)
            self._block(back, fault)

    def _stop_all(self) -> None:
        for back in self._bays:
            self._stop(back, Fault.UNFINISHED_CYCLE)

    def _look_into_bays(self) -> None:
        for back, bay in self._bays.items():
            inside = len(self._world.pile(BAY[back]))
            if inside:
                if bay.deck is not Deck.BLOCKED and inside != self._inside.get(back, inside):
                    self._block(back, Fault.WRONG_COUNT)
                continue
            if bay.deck is Deck.BLOCKED:
                self._happen(p.FaultCleared(bay.fault, back))
            bay.deck, bay.fault = Deck.ABSENT, Fault.NONE

    def _came_up(self) -> None:
        self._stop_all()
        if not self.door_open:
            self._look_into_bays()

    def _state(self) -> Message:
        red, blue = self._bays[Back.RED], self._bays[Back.BLUE]
        return p.ShufflerState(
            self.recognition,
            self.door_open,
            bool(self._world.pile(Spot.TRAY)),
            bool(self._world.pile(Spot.GATE)),
            red.deck,
            len(self._world.pile(Spot.BAY_RED)),
            red.fault,
            blue.deck,
            len(self._world.pile(Spot.BAY_BLUE)),
            blue.fault,
        )


# fmt: off
_NOT_READY: Final = {
    Deck.ABSENT:    Outcome.NO_DECK,
    Deck.LOADING:   Outcome.BUSY,
    Deck.LOADED:    Outcome.NOT_SHUFFLED,
    Deck.SHUFFLING: Outcome.BUSY,
    Deck.EJECTING:  Outcome.BUSY,
    Deck.BLOCKED:   Outcome.BLOCKED,
}
# fmt: on
