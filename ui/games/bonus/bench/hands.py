"""Hands at the cards of a simulated table: packets taken, cards drawn, decks made ready.

They do what a dealer's hands do without a thought, so that somebody alone at the bench can tap the
console and see cards come. What lies on the felt is theirs; what it means is the table's.
"""

from collections.abc import Callable
from typing import Final

from controller.authority import Command
from controller.devices.faults import back_of
from controller.domain.base import existing
from controller.domain.dealing import Dealing
from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import CheckDeck, CutDeck, LoadDeck, ShuffleDeck
from controller.floor.state import CheckMeans, Deck, Floor, Status
from controller.games.bonus.round.phases import CARDS_OUT, Phase
from controller.games.bonus.round.pool import chips_to_take
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted, Snapshot
from controller.running.writer import COMPARE
from drivers.shuffler.protocol import DECK_CARDS, Back
from drivers.shuffler.protocol import Deck as Display
from simulators.world import BAY, Spot
from ui.bench.felt import BenchFelt

ANSWER_S_MAX: Final = 10.0
_BUSY: Final = (Display.LOADING, Display.SHUFFLING, Display.EJECTING)
_NOT_IN: Final = (Display.ABSENT, Display.BLOCKED)
_BY_HAND: Final = {Step.SHUFFLE: ShuffleDeck, Step.CUT: CutDeck}


def _back(deck: Deck) -> Back:
    return existing(back_of(deck), "a deck that the shuffler has no bay for")


class CardHands:
    """One pair of hands."""

    def __init__(self, controller: TableController, felt: BenchFelt, dealing: Dealing) -> None:
        self._controller, self._felt, self._dealing = controller, felt, dealing

    def step(self) -> bool:
        """One thing, if there is one to do."""
        snapshot = self._controller.snapshot()
        if snapshot.held is not None and snapshot.held != COMPARE:
            return False
        return self._deal(snapshot) or self._tidy(snapshot)

    def tidy(self) -> bool:
        """One thing between rounds: the felt is cleared, a deck made ready and put in."""
        return self._tidy(self._controller.snapshot())

    def waited_for(self) -> bool:
        """Is there a deck to be made ready or put in, though it cannot be just now?"""
        floor = self._controller.snapshot().house.floor
        return floor is not None and any(
            self._is_ours(deck, next_step(floor, deck))
            for deck in floor.decks_here()
            if not floor.in_play(deck.name)
        )

    def _is_ours(self, deck: Deck, step: Step | None) -> bool:
        """Is this step of a deck for hands, or for the device?"""
        if step is Step.DEVICE_SHUFFLE:
            return self._felt.shuffler.deck(_back(deck)) in _NOT_IN
        return step not in (None, Step.REPLACE)

    # During a round

    def _deal(self, snapshot: Snapshot) -> bool:
        if snapshot.held is not None or snapshot.house.table.round.phase not in CARDS_OUT:
            return False
        if self._dealing is Dealing.SHUFFLER:
            return self._clear_other_deck(snapshot) or self._take_packet(snapshot)
        if self._dealing is Dealing.HAND:
            return self._take_chips(snapshot)
        return self._draw(snapshot)

    def _take_chips(self, snapshot: Snapshot) -> bool:
        """sd (3): the progressive wagers leave the table before the first card."""
        lie = snapshot.house.table.round.phase is Phase.DEAL and any(
            self._felt.has_chip(place) for place in chips_to_take(snapshot.house.table)
        )
        if lie:
            self._felt.take_chips()
        return lie

    def _clear_other_deck(self, snapshot: Snapshot) -> bool:
        """Whoever taps faster than hands collect has the last round's cards on the felt still."""
        world, floor = self._felt.world, snapshot.house.floor
        deck = floor.deck(floor.round.deck) if floor and floor.round else None
        left = [card for card in world.pile(Spot.TABLE) if deck and card.back is not _back(deck)]
        if left:
            self._at_device(lambda: world.move(Spot.TABLE, Spot.RACK, left))
        return bool(left)

    def _take_packet(self, snapshot: Snapshot) -> bool:
        """From the gate, once the table has heard of it."""
        world = self._felt.world
        gate = len(world.pile(Spot.GATE))
        out = gate + len(world.pile(Spot.TABLE))
        if not gate or len(snapshot.house.table.round.drawn) < out:
            return False
        self._felt.take_packet()
        return True

    def _draw(self, snapshot: Snapshot) -> bool:
        out = len(self._felt.world.pile(Spot.TABLE))
        told = len(snapshot.house.table.round.drawn) == out
        if not (told and snapshot.lead.cards_due and self._felt.shoe.delivering):
            return False
        return bool(self._felt.draw(1))

    # Between rounds

    def _tidy(self, snapshot: Snapshot) -> bool:
        floor, phase = snapshot.house.floor, snapshot.house.table.round.phase
        if floor is None or floor.status is not Status.OPEN or snapshot.dealer is None:
            return False
        if phase in (Phase.IDLE, Phase.WAGERS) and self._clear():
            return True
        wanted = {order.deck for order in floor.orders} if phase is Phase.IDLE else set()
        for deck in floor.decks_here():
            if deck.name in wanted:
                return self._count(deck)
        return any(
            self._tend(floor, deck)
            for deck in floor.decks_here()
            if phase is not Phase.DEAL or self._jammed(deck)
        )

    def _jammed(self, deck: Deck) -> bool:
        """The only reason to open the door while packets come."""
        return self._felt.shuffler.deck(_back(deck)) is Display.BLOCKED

    def _clear(self) -> bool:
        """Every card off the felt and back to its deck, gate and discards included."""
        world = self._felt.world
        if not any(world.pile(spot) for spot in (Spot.GATE, Spot.TABLE, Spot.DISCARD)):
            return False
        if world.pile(Spot.GATE):
            self._felt.take_packet()
        self._at_device(lambda: (world.collect(), world.put_back()))
        return True

    def _tend(self, floor: Floor, deck: Deck) -> bool:
        """The next step of a deck that is not in play."""
        step = next_step(floor, deck)
        if step is None or floor.in_play(deck.name):
            return False
        if step is Step.CHECK:
            return self._tap(CheckDeck(deck.name, CheckMeans.DEALER))
        if step in _BY_HAND:
            return self._tap(_BY_HAND[step](deck.name))
        if not self._is_ours(deck, step):
            return False
        back = _back(deck)
        if self._dealing is Dealing.SHUFFLER:
            return self._put_in(back)
        if self._dealing is Dealing.SHOE:
            self._felt.refill_shoe(back)
        return self._tap(LoadDeck(deck.name))

    def _put_in(self, back: Back) -> bool:
        """What is left of the deck is taken out of its bay; then the whole deck goes in."""
        return self._felt.lines["shuffler"].act(lambda: self._put_in_now(back))

    def _put_in_now(self, back: Back) -> bool:
        world = self._felt.world
        if world.pile(Spot.TRAY) or not self._take_out(back):
            return False
        self._felt.put_deck(back)
        return True

    def _take_out(self, back: Back, *, counted: bool = False) -> bool:
        """Through the door, which stops whatever is under way: so only while nothing is."""
        shuffler, world = self._felt.shuffler, self._felt.world
        if any(shuffler.deck(one) in _BUSY for one in Back):
            return False
        whole = len(world.pile(BAY[back])) == DECK_CARDS
        if whole and shuffler.deck(back) in (Display.LOADED, Display.READY) and not counted:
            return False  # it has just gone in: the table has not heard of it yet
        if world.pile(BAY[back]) or shuffler.deck(back) is Display.BLOCKED:
            shuffler.open_door()
            shuffler.empty_bay(back)
            shuffler.close_door()
        return True

    def _count(self, deck: Deck) -> bool:
        """3.8: the deck is laid out, counted and compared."""
        back, world = _back(deck), self._felt.world
        if self._dealing is Dealing.SHUFFLER:
            if not self._felt.lines["shuffler"].act(lambda: self._take_out(back, counted=True)):
                return False
        elif self._dealing is Dealing.SHOE:
            self._felt.lines["shoe"].act(lambda: world.move_all(Spot.SHOE, Spot.RACK))
        count = sum(card.back is back for card in world.pile(Spot.RACK))
        return self._tap(CheckDeck(deck.name, CheckMeans.DEALER, count))

    def _at_device(self, hands: Callable[[], object]) -> None:
        """Between two of its own steps."""
        line = self._felt.lines.get("shuffler") or self._felt.lines.get("shoe")
        if line is not None:
            line.act(hands)
        else:
            hands()

    def _tap(self, command: Command) -> bool:
        seen = self._controller.snapshot().seen()
        answer = self._controller.submit(command, seen).result(ANSWER_S_MAX)
        return isinstance(answer, Accepted)
