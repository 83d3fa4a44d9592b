"""A dealer's hands at the cards: packets taken, cards drawn, decks counted and made ready.

They do what hands do without a thought, one thing at a time, whoever taps the screen. What they
have to know they read off the displays of the devices, the felt and the screen.
"""

import time
from collections.abc import Callable, Iterator
from string import ascii_uppercase
from typing import Final, TypeVar

from controller.authority import Command
from controller.cards.plan import Deal
from controller.devices.faults import back_of
from controller.domain.base import existing
from controller.floor.deck_orders import ChangeDeck
from controller.floor.deck_steps import Step, decks_in_turn, next_step
from controller.floor.decks import BringDeck, CheckDeck, CutDeck, ShuffleDeck
from controller.floor.loading import LoadDeck
from controller.floor.rounds import verify_deal
from controller.floor.state import CheckMeans, Deck, Floor, Status
from controller.running.snapshot import Accepted
from controller.running.writer import COMPARE
from drivers.shuffler.protocol import DECK_CARDS, Back
from drivers.shuffler.protocol import Deck as Display
from simulators.people.tapping import Seat
from simulators.world import BAY, Card, Spot
from simulators.world import deck as whole_deck

T = TypeVar("T")
DECK_WRONG: Final = "deck found wrong"
RELOADED: Final = "deck taken out and put in again"
"""What hands see to without a report."""
_BUSY: Final = (Display.LOADING, Display.SHUFFLING, Display.EJECTING)
_NOT_IN: Final = (Display.ABSENT, Display.BLOCKED)


def _back(deck: Deck) -> Back:
    return existing(back_of(deck), "a deck that the shuffler has no bay for")


class CardHands:
    """One pair of hands."""

    def __init__(self, seat: Seat, acted: Callable[[str], object] = lambda act: None) -> None:
        """`acted` is called before a card is dealt."""
        self._seat, self._acted = seat, acted
        self._felt, self._world = seat.felt, seat.felt.world
        self._names = _names()
        self._stuck: dict[str, float] = {}
        self.looks_s = 0.0
        """How long a deck that is stuck is only looked at, so that people see what it is like."""

    def step(self) -> bool:
        """One thing, if there is one to do."""
        held = self._seat.snapshot.held
        if held is not None and held != COMPARE:
            return False
        return (held is None and self._deal()) or self.tidy(at_once=False)

    # The felt

    @property
    def deal(self) -> Deal:
        """How far the screen says that the deal has come."""
        house = self._seat.house
        found: Deal = house.game.deal(house.table)
        return found

    @property
    def dealing(self) -> bool:
        """Are cards out, or due to come out?"""
        house = self._seat.house
        return house.in_round and (house.cards_out or self.deal.plan is not None)

    def on_felt(self) -> tuple[Card, ...]:
        """What has left the device, in order."""
        return (*self._world.pile(Spot.TABLE), *self._world.pile(Spot.GATE))

    @property
    def jammed(self) -> bool:
        """Does the display say that the deck of the round cannot be dealt from?"""
        mark = self._seat.floor.round
        return mark is not None and self._is_jammed(self._named(mark.deck))

    def _is_jammed(self, deck: Deck) -> bool:
        return self._from("shuffler") and self._display(_back(deck)) is Display.BLOCKED

    def _from(self, source: str) -> bool:
        return self._felt.source == source

    def _display(self, back: Back) -> Display:
        return self._felt.shuffler.deck(back)

    def _named(self, name: str) -> Deck:
        return existing(self._seat.floor.deck(name), f"no deck {name} is at the table")

    def back(self) -> Back:
        """Of the deck that is dealt from."""
        return _back(self._named(existing(self._seat.floor.round, "no round").deck))

    # During a round

    def _deal(self) -> bool:
        if not self.dealing:
            return False
        if self._from("shuffler"):
            return self._clear_other_deck() or self._take_packet()
        return self._from("shoe") and self._draw()

    def _clear_other_deck(self) -> bool:
        """Whoever taps faster than hands collect has the last round's cards on the felt still."""
        back = self.back()
        left = [card for card in self._world.pile(Spot.TABLE) if card.back is not back]
        if left:
            self._at_device(lambda: self._world.move(Spot.TABLE, Spot.RACK, left))
        return bool(left)

    def _take_packet(self) -> bool:
        """From the gate, once the table has heard of it."""
        if not self._world.pile(Spot.GATE) or self.deal.out < len(self.on_felt()):
            return False
        self._acted("deal")
        self._felt.take_packet()
        return True

    def _draw(self) -> bool:
        deal = self.deal
        ready = deal.out == len(self.on_felt()) and deal.awaited and self._felt.shoe.delivering
        if not ready:
            return False
        self._acted("deal")
        return bool(self._felt.draw(1))

    # Between rounds, and with the deck that is not dealt from

    def tidy(self, *, at_once: bool = True) -> bool:
        """The felt is cleared, a deck counted, made ready and put in."""
        snapshot = self._seat.snapshot
        floor = snapshot.house.floor
        if floor is None or floor.status is not Status.OPEN or snapshot.dealer is None:
            return False
        if not self.dealing and self._clear():
            return True
        come = self.dealing and self.deal.awaited > 0 and verify_deal(floor) is None
        decks = [
            deck
            for deck in decks_in_turn(floor)
            if not floor.in_play(deck.name) and (not come or self._is_jammed(deck))
        ]
        wanted = {order.deck for order in floor.orders}
        for deck in decks:
            if deck.name in wanted:
                return self.count(deck)
        return any(
            self._tend(floor, deck) for deck in decks if at_once or not self._is_looked_at(deck)
        )

    def _is_looked_at(self, deck: Deck) -> bool:
        if not self._is_jammed(deck):
            self._stuck.pop(deck.name, None)
            return False
        now = time.monotonic()
        return now - self._stuck.setdefault(deck.name, now) < self.looks_s

    def waited_for(self) -> bool:
        """Is there a deck to be made ready or put in, though it cannot be just now?"""
        floor = self._seat.snapshot.house.floor
        return floor is not None and any(
            self._is_ours(deck, next_step(floor, deck))
            for deck in floor.decks_here()
            if not floor.in_play(deck.name)
        )

    def _is_ours(self, deck: Deck, step: Step | None) -> bool:
        """Is this step of a deck for hands, or for the device?"""
        if step is Step.DEVICE_SHUFFLE:
            return self._display(_back(deck)) in _NOT_IN
        if step is Step.RELEASE:  # it may be out already: the device tells of it sooner or later
            return self._display(_back(deck)) is Display.BLOCKED
        if step is Step.REPLACE:  # by a supervisor, between rounds
            return not (self._seat.attended or self._seat.house.in_round)
        return step is not None

    def _clear(self) -> bool:
        """Every card off the felt and back to its deck, gate and discards included."""
        if not any(self._world.pile(spot) for spot in (Spot.GATE, Spot.TABLE, Spot.DISCARD)):
            return False
        if self._world.pile(Spot.GATE):
            self._felt.take_packet()
        self._at_device(lambda: (self._world.collect(), self._world.put_back()))
        return True

    def _tend(self, floor: Floor, deck: Deck) -> bool:
        """The next step of a deck."""
        step = next_step(floor, deck)
        if not self._is_ours(deck, step):
            return False
        match step:
            case Step.REPLACE:
                return self._change(deck)
            case Step.CHECK:
                return self.count(deck)
            case Step.SHUFFLE:
                return self._shuffle(deck)
            case Step.CUT:
                return self._tap(CutDeck(deck.name))
        if self._from("shuffler"):
            return self._at_device(lambda: self._put_in(_back(deck)))
        return self._load_shoe(deck)

    def count(self, deck: Deck) -> bool:
        """3.8: the deck is laid out, counted and compared."""
        back = _back(deck)
        if not self.gather(back):
            return False
        cards = self._in_rack(back)
        missing = tuple(card.face.name for card in whole_deck(back) if card not in cards)
        twice = [card for card in dict.fromkeys(cards) if cards.count(card) > 1]
        foreign = tuple(card.face.name for card in twice)
        self._seat.seen[DECK_WRONG] += bool(missing or foreign)
        return self._tap(CheckDeck(deck.name, CheckMeans.DEALER, len(cards), missing, foreign))

    def _change(self, deck: Deck) -> bool:
        """A sound deck instead: of the same back, or out of the hand of the other one."""
        back = _back(deck)
        if not self.gather(back):
            return False
        self.replace(back)
        others = [one for one in Back if one is not back and not self._felt.source]
        new = next(iter(others), back).name.lower()
        self._seat.must(ChangeDeck(deck.name, self._new_name(), new))
        return True

    def _shuffle(self, deck: Deck) -> bool:
        """By hand, on the felt; whoever fills the shoe shuffles as well."""
        if not self._felt.source and self.gather(_back(deck)):
            self._world.shuffle(Spot.RACK)
        return self._tap(ShuffleDeck(deck.name))

    def _put_in(self, back: Back) -> bool:
        """The whole deck into the tray, what is left of it in its bay included."""
        world = self._world
        inside = len(world.pile(BAY[back])) == DECK_CARDS
        if inside and self._display(back) in (Display.LOADED, Display.READY):
            return False  # it has just gone in: the table has not heard of it yet
        jammed = self._display(back) is Display.BLOCKED
        if world.pile(Spot.TRAY) or not self.gather(back):
            return False
        self._seat.seen[RELOADED] += jammed
        self._felt.shuffler.put_in_tray(back)
        return True

    def _load_shoe(self, deck: Deck) -> bool:
        """A deck that the table does not take is counted."""
        back = _back(deck)
        self.gather(back)
        cards = len(self._in_rack(back))
        self._at_device(lambda: self._felt.shoe.load(back))
        return self._tap(LoadDeck(deck.name, cards)) or self.count(deck)

    # Cards of one back

    def _in_rack(self, back: Back) -> list[Card]:
        return [card for card in self._world.pile(Spot.RACK) if card.back is back]

    def gather(self, back: Back) -> bool:
        """All cards of a back into the rack; not while the shuffler moves any: its door would stop
        whatever is under way."""
        return self._at_device(lambda: self._gather(back))

    def _gather(self, back: Back) -> bool:
        world, shuffler, shoe = self._world, self._felt.shuffler, self._felt.shoe
        if self._from("shuffler"):
            if any(self._display(one) in _BUSY for one in Back):
                return False
            if any(card.back is back for card in world.pile(Spot.GATE)):
                self._felt.take_packet()
            if world.pile(BAY[back]) or self._display(back) is Display.BLOCKED:
                shuffler.clear_bay(back)
            if world.move_deck(back, Spot.TRAY, Spot.RACK):
                shuffler.tray_touched()
        elif world.pile(Spot.SHOE):
            shoe.open_lid()
            world.move_deck(back, Spot.SHOE, Spot.RACK)
            shoe.close_lid()
        for spot in (Spot.TABLE, Spot.DISCARD):
            world.move_deck(back, spot, Spot.RACK)
        return True

    def replace(self, back: Back) -> None:
        """What does not belong into the deck goes, what is lost comes back."""
        for card in dict.fromkeys(self._in_rack(back)):
            for _ in range(self._in_rack(back).count(card) - 1):
                self._world.move(Spot.RACK, Spot.POCKET, [card])
        lost = [card for card in self._world.pile(Spot.POCKET) if card.back is back]
        for card in dict.fromkeys(lost):
            if card not in self._in_rack(back):
                self._world.move(Spot.POCKET, Spot.RACK, [card])

    def bring_decks(self) -> None:
        """As many as the table takes, each of another back."""
        floor = self._seat.floor
        here = {deck.back for deck in floor.decks_here()}
        for back in ("red", "blue") if floor.rules.dealing.device_shuffles else ("red",):
            if back not in here:
                self._seat.must(BringDeck(self._new_name(), back))

    def _new_name(self) -> str:
        return next(name for name in self._names if self._seat.floor.deck(name) is None)

    def _at_device(self, hands: Callable[[], T]) -> T:
        """Between two of its own steps."""
        line = self._felt.lines.get(self._felt.source)
        return line.act(hands) if line is not None else hands()

    def _tap(self, command: Command) -> bool:
        return isinstance(self._seat.tap(command), Accepted)


def _names() -> Iterator[str]:
    """Letters, and after the last of them letters with a number."""
    yield from ascii_uppercase
    number = 1
    while True:
        yield from (f"{letter}{number}" for letter in ascii_uppercase)
        number += 1
