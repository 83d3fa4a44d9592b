"""The dealer's hands at the cards: decks made ready, cards dealt, cards compared with the screen.

What is done here is done to things. What has to be known is read off the devices' displays and off
the felt, never out of the controller.
"""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from controller.devices.cards import Shuffler
from controller.domain.base import existing
from controller.domain.dealing import Dealing
from controller.games.bonus.commands import CardDrawn
from drivers.link.messages import Outcome
from drivers.shuffler.protocol import Back, Deck
from simulators.games.bonus.people.house import LiveTable
from simulators.people.tapping import lay_cards
from simulators.world import BAY, Card, Spot, deck

PATIENCE_S: Final = 20.0
"""How long people wait for a device to come right by itself: every driver is back well before."""
TRIES_MAX: Final = 4


class CardHands:
    """One pair of hands at one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table, self._felt, self._world = table, table.felt, table.felt.world

    @property
    def by_device(self) -> bool:
        """Are the cards dealt from a shuffling device?"""
        return self._table.rules.dealing is Dealing.SHUFFLER

    @property
    def by_hand(self) -> bool:
        """Does the dealer hold the deck?"""
        return self._table.rules.dealing is Dealing.HAND

    def wait(self, fact: Callable[[], bool], seconds: float = PATIENCE_S) -> bool:
        """Watch until it is so."""
        return self._felt.wait(fact, seconds)

    # The felt

    def on_felt(self) -> tuple[Card, ...]:
        """What has left the device, in order."""
        return (*self._world.pile(Spot.TABLE), *self._world.pile(Spot.GATE))

    def on_screen(self) -> int:
        """How many cards the screen says are out."""
        return len(self._table.house.table.round.drawn)

    def agree(self) -> bool:
        """Do felt and screen come to agree on how many cards are out?"""
        return self.wait(lambda: len(self.on_felt()) == self.on_screen())

    def clear(self) -> None:
        """After a round: every card into the discard rack."""
        if self._world.pile(Spot.GATE):
            self._felt.take_packet()
        self._world.collect()

    # Dealing

    def deal(self, count: int, back: Back) -> bool:
        """So many cards, as the device gives them; whether any has come."""
        before = len(self._world.pile(Spot.TABLE))
        if self.by_device:
            self._take(back)
        elif self.by_hand:
            tell = lambda: self._table.controller.submit(CardDrawn(None)).result(0)  # noqa: E731
            lay_cards(self._world, back, count, tell)
        else:
            self._pull(count)
        return len(self._world.pile(Spot.TABLE)) > before

    def _pull(self, count: int) -> None:
        for _ in range(count):
            self.wait(lambda: self._felt.shoe.delivering)
            if not self._felt.draw(1) or not self.agree():
                return

    def pick_up(self, back: Back) -> None:
        """A packet that lies at the gate is taken, whatever the screen says next."""
        if self._world.pile(Spot.GATE) and self._felt.shuffler.deck(back) is not Deck.EJECTING:
            self._felt.take_packet()

    def _take(self, back: Back) -> None:
        """The table has the packets put out by itself: the next one is taken when it is whole."""
        self.wait(lambda: bool(self._world.pile(Spot.GATE)) or self.jammed(back))
        self.wait(lambda: self._felt.shuffler.deck(back) is not Deck.EJECTING)
        self.agree()
        self._felt.take_packet()

    def _order(self, give: "Callable[[Shuffler], Future[Outcome]]") -> Outcome | None:
        """Press a button of the shuffler; none where it has not answered."""
        shuffler = existing(self._table.devices.shuffler, "no shuffling device is fitted")
        answer = give(shuffler)
        return answer.result(0) if self.wait(answer.done) else None

    def jammed(self, back: Back) -> bool:
        """Does the display say that this deck cannot be dealt from?"""
        return self.by_device and self._felt.shuffler.deck(back) is Deck.BLOCKED

    # Decks

    def count(self, back: Back) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
        """Lay a deck out: how many, which are missing, which do not belong."""
        self.gather(back)
        cards = self._of(back)
        whole = deck(back)
        missing = tuple(card.face.name for card in whole if card not in cards)
        twice = [card for card in dict.fromkeys(cards) if cards.count(card) > 1]
        return len(cards), missing, tuple(card.face.name for card in twice)

    def replace(self, back: Back) -> None:
        """A sound deck of this back instead: what does not belong goes, what is lost comes back."""
        for card in dict.fromkeys(self._of(back)):
            for _ in range(self._of(back).count(card) - 1):
                self._world.move(Spot.RACK, Spot.POCKET, [card])
        lost = [card for card in self._world.pile(Spot.POCKET) if card.back is back]
        for card in dict.fromkeys(lost):
            if card not in self._of(back):
                self._world.move(Spot.POCKET, Spot.RACK, [card])

    def _of(self, back: Back) -> list[Card]:
        return [card for card in self._world.pile(Spot.RACK) if card.back is back]

    def gather(self, back: Back) -> None:
        """All cards of a back into the rack, wherever they are; the other deck stays as it lies."""
        if any(card.back is back for card in self._world.pile(Spot.GATE)):
            self._felt.take_packet()
        for spot in (Spot.TABLE, Spot.DISCARD, Spot.TRAY):
            self._world.move_deck(back, spot, Spot.RACK)
        if self.by_device:
            self._empty_bay(back)
            self._felt.shuffler.tray_touched()
        elif not self.by_hand:
            shoe = self._felt.shoe
            shoe.open_lid()
            self._world.move_all(Spot.SHOE, Spot.RACK)
            shoe.close_lid()

    def _empty_bay(self, back: Back) -> None:
        if not self._world.pile(BAY[back]):
            return
        shuffler = self._felt.shuffler
        self.wait(lambda: not any(shuffler.deck(one) in _MOVING for one in Back))
        shuffler.open_door()
        shuffler.empty_bay(back)
        shuffler.close_door()

    def shuffle(self, back: Back) -> None:
        """By hand, on the felt. What a device is given it shuffles itself, or deals as it is."""
        if self.by_hand:
            self.gather(back)
            self._world.shuffle(Spot.RACK)

    def load(self, back: Back) -> int:
        """A deck goes into its device; how many cards it had. The shuffler is told by the table."""
        self.gather(back)
        count = len(self._of(back))
        if not self.by_device:
            if not self.by_hand:
                self._felt.shoe.load(back)
            return count
        self._felt.shuffler.put_in_tray(back)
        self.wait(lambda: self._felt.shuffler.deck(back) not in (Deck.ABSENT, Deck.LOADING))
        return count

    def shuffled(self, back: Back) -> bool:
        """Wait for the device's own signal; not where the deck has to come out again."""
        self.wait(lambda: self._felt.shuffler.deck(back) not in _AT_WORK)
        return self._felt.shuffler.deck(back) is Deck.READY

    def shuffle_anew(self, back: Back) -> None:
        """12.1, with the round begun and no card out: by the buttons of the machine itself."""
        for _ in range(TRIES_MAX):
            self.gather(back)
            self._felt.shuffler.put_in_tray(back)
            self._order(lambda at: at.load_deck(back))
            self.wait(lambda: self._felt.shuffler.deck(back) is not Deck.LOADING)
            self._order(lambda at: at.shuffle(back))
            if self.shuffled(back):
                return


_MOVING: Final = (Deck.LOADING, Deck.SHUFFLING, Deck.EJECTING)
_AT_WORK: Final = (Deck.LOADING, Deck.LOADED, Deck.SHUFFLING, Deck.EJECTING)
