"""A table of the room with its floor: whatever strikes at whatever moment, nothing is lost.

The dealer plays hand after hand with two decks in turn. Something goes wrong with a device at a
moment of the hand; the stack puts it right by itself, or hands do: a deck whose cycle was not
finished is taken out, counted, and goes in again. After it the next hand is dealt, every card is
where it was, and no chip is gone.
"""

import random
from collections.abc import Callable

import pytest

from controller.floor.deck_steps import Step, decks_in_turn, next_step
from controller.floor.decks import CheckDeck, ShuffleDeck
from controller.floor.rounds import verify_round
from controller.floor.state import CheckMeans
from controller.floor.state import Deck as FloorDeck
from controller.games.poker.award import AwardPots, FinishHand
from controller.games.poker.betting import DrawIn
from controller.games.poker.offers import Move
from drivers.health import Condition
from drivers.shuffler.protocol import Back, Deck
from simulators.faults import WIRE, Trouble, Way, WireFault
from simulators.people.troubles import devices_for, inject
from simulators.world import Spot
from tests.helpers.poker_fitted import FittedRoom
from tests.helpers.shift import BACKS

MOMENTS = (
    "before the hand",
    "blinds",
    "betting",
    "flop",
    "award",
    "deck goes in",
    "deck comes out",
)
HEAL_S = 20.0
FLOP = "Kd 9s 4h"


class Night:
    """One room, and what strikes at one moment of its second hand."""

    def __init__(self, moment: str, strike: Callable[[FittedRoom], object]) -> None:
        self.room = FittedRoom(speed=50).started(1, 2, 4)
        self._moment, self._strike = moment, [strike]
        self.chips = self._chips()

    def _chips(self) -> int:
        """All that lies on the table between hands, and what the house has taken."""
        table = self.room.table
        return int(sum(seat.stack for seat in table.seats) + table.drop)

    def at(self, moment: str) -> None:
        if moment == self._moment and self._strike:
            self._strike.pop()(self.room)

    def hand(self) -> None:
        """One that goes to the flop."""
        room = self.room
        self.at("before the hand")
        self.ready()
        room.begun()
        self.at("blinds")
        room.act(Move.CALL)
        self.at("betting")
        room.check_round().street(FLOP)
        self.at("flop")
        for _ in range(2):
            room.act(Move.FOLD)
        room.do(DrawIn(), AwardPots())
        self.at("award")
        room.do(FinishHand())
        assert self._chips() == self.chips, "a chip is gone, or there twice"
        self.next_deck()

    def next_deck(self) -> None:
        """The used deck goes in, the other comes out."""
        room, world = self.room, self.room.felt.world
        self.at("deck goes in")
        room.felt.lines["shuffler"].act(lambda: (world.collect(), world.put_back()))
        self.tend()
        self.at("deck comes out")
        self.ready()

    def ready(self) -> None:
        """Hands do what is theirs until the next hand can be dealt."""
        room = self.room
        for _ in range(60):
            if verify_round(room.floor, room.floor.seen) is None:
                if room.felt.world.pile(Spot.GATE):
                    room.take()
                return
            self.tend()
            room.felt.wait(lambda: verify_round(room.floor, room.floor.seen) is None, 1.0)
        raise AssertionError(f"no hand can be dealt: {room.floor.decks} {room.trouble()}")

    def tend(self) -> None:
        """The first deck in turn that needs a hand."""
        room, shuffler = self.room, self.room.felt.shuffler
        if shuffler.door_open:
            room.felt.lines["shuffler"].act(shuffler.close_door)
        any(self._tend(deck) for deck in decks_in_turn(room.floor))

    def _tend(self, deck: FloorDeck) -> bool:
        room, back = self.room, BACKS[deck.name]
        ordered = any(order.deck == deck.name for order in room.floor.orders)
        if ordered or room.felt.shuffler.deck(back) is Deck.BLOCKED:
            self._gather(back)
        if ordered:
            room.do(CheckDeck(deck.name, CheckMeans.DEALER))
            return True
        step = next_step(room.floor, deck)
        if step is Step.SHUFFLE:
            room.do(ShuffleDeck(deck.name))
            return True
        outside = room.felt.shuffler.deck(back) is Deck.ABSENT and self._in_rack(back)
        if step not in (Step.LOAD, Step.DEVICE_SHUFFLE) or not outside:
            return False
        room.felt.put_deck(back)
        return True

    def _gather(self, back: Back) -> None:
        """All of a deck into the rack, wherever it lies."""
        world, felt = self.room.felt.world, self.room.felt
        felt.take_out(back)
        for spot in (Spot.TRAY, Spot.GATE, Spot.TABLE, Spot.DISCARD):
            felt.lines["shuffler"].act(
                lambda spot=spot: world.move_deck(back, spot, Spot.RACK)  # type: ignore[misc]
            )

    def _in_rack(self, back: Back) -> bool:
        cards = self.room.felt.world.pile(Spot.RACK)
        return sum(card.back is back for card in cards) == 52

    def healed(self) -> None:
        """Every device works, every card is there, the sign shows what it should."""
        room = self.room

        def works() -> bool:
            health = room.devices.health.values()
            return all(one.condition is Condition.WORKING for one in health)

        assert room.felt.wait(works, HEAL_S), room.devices.health
        room.felt.world.check()
        assert room.controller.snapshot().held is None


def suffers(trouble: Trouble, device: str, moment: str, seed: int = 1) -> None:
    chance = random.Random(f"{trouble} {device} {moment} {seed}")
    night = Night(moment, lambda room: inject(room.felt, trouble, device, chance))
    for _ in range(3):
        night.hand()
    night.healed()
    assert night.room.floor.last_round == 3


def cases() -> list[tuple[Trouble, str, str]]:
    felt = FittedRoom().felt
    troubles = [one for one in Trouble if one in WIRE or one is Trouble.JAM]
    return [
        (trouble, device, moment)
        for trouble in troubles
        for device in devices_for(felt, trouble)
        if device != "reader"  # nobody swipes here
        for moment in MOMENTS
    ]


@pytest.mark.parametrize(
    ("trouble", "device", "moment"),
    random.Random(4).sample(cases(), 10),
    ids=lambda value: str(value).replace(" ", "-"),
)
def test_a_fault_at_a_moment(trouble: Trouble, device: str, moment: str) -> None:
    suffers(trouble, device, moment)


@pytest.mark.long
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_fault_at_every_moment(moment: str) -> None:
    for trouble, device, at in cases():
        if at == moment:
            suffers(trouble, device, moment, 2)


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_process_is_killed(moment: str) -> None:
    def kill(room: FittedRoom) -> None:
        room.restart().compared()

    night = Night(moment, kill)
    for _ in range(3):
        night.hand()
    night.healed()


@pytest.mark.long
@pytest.mark.parametrize("way", list(Way))
def test_the_shuffler_is_unplugged_at_every_third_byte(way: Way) -> None:
    for after in range(0, 400, 3):

        def unplug(room: FittedRoom, after: int = after) -> None:
            script = room.felt.scripts["shuffler"]
            script.add(WireFault(Trouble.UNPLUG, way, script.count(way) + after, ms=200))

        night = Night("deck goes in", unplug)
        for _ in range(2):
            night.hand()
        night.healed()
