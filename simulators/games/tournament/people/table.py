"""A simulated table of a tournament: its dealer, and whoever the desk has sent there."""

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from controller.domain.cards import DECK, Card
from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import BringDeck, CheckDeck
from controller.floor.state import CheckMeans, Settings
from controller.games.beside import Beside
from controller.games.desk_link import DeskLink
from controller.games.poker.floor import new_floor
from controller.games.poker.house import PokerHouse
from controller.games.poker.phases import BOARD_OF, Phase
from controller.games.poker.rules import Limit, PokerRules
from controller.games.poker.state import Hand, new_table
from controller.relay.contract import Relay
from controller.relay.courier import Courier
from controller.tournament.under_desk import DeskPlace, UnderDesk
from drivers.shuffler.protocol import Back
from simulators.games.poker.people.dealer import PokerDealer
from simulators.games.poker.people.players import Player
from simulators.games.tournament.people.station import Station
from simulators.people.live import MONDAY
from simulators.people.opening import open_table
from simulators.people.tapping import Stuck

STEPS_MAX: Final = 2_000
"""Of a dealer, in one hand."""


class SeededCards:
    """The cards of a hand, which follow from the seed, the table and the number of the hand: after
    a kill they lie as they lay."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def _deck(self, hand: Hand) -> list[Card]:
        cards = list(DECK)
        random.Random(f"{self._seed}/{hand.number}").shuffle(cards)
        return cards

    def dealt(self, hand: Hand) -> bool:
        return True

    def hole(self, hand: Hand, seat: int) -> tuple[Card, ...]:
        at, count, deck = hand.index(seat), len(hand.players), self._deck(hand)
        return deck[at], deck[at + count]

    def board(self, hand: Hand) -> tuple[Card, ...]:
        return self._whole(hand)[: hand.laid]

    def turn(self, hand: Hand, back: Back, street: Phase) -> tuple[Card, ...]:
        return self._whole(hand)[hand.laid : BOARD_OF[street]]

    def _whole(self, hand: Hand) -> tuple[Card, ...]:
        return tuple(self._deck(hand)[-5:])


class _Hands:
    """Nothing is handled at this table but what its screen asks for."""

    def step(self) -> bool:
        return False

    def back(self) -> Back:
        return Back.RED


class TournamentDealer(PokerDealer):
    """Deals as anywhere in the room; seats and chips are the desk's."""

    def __init__(self, seat: "SimTable", players: Mapping[str, Player], seed: str) -> None:
        self.seat: Any = seat
        self.acted = lambda act: None
        self.players, self.crowd = {}, tuple(players.values())
        self._known = players
        self.hands: Any = _Hands()
        self.out: Any = SeededCards(seed)
        self.mishaps = None

    def player_at(self, seat: int) -> Player | None:
        return self._known.get(self.floor.seat(seat).player or "")

    def tend_felt(self) -> bool:
        return False


class SimTable(Station):
    """One table under the desk, from its opening on."""

    attended = False

    def __init__(
        self,
        number: int,
        players: Mapping[str, Player],
        seats: int,
        seed: int,
        place: Path,
        relay: Relay,
        folder: Path | None,
    ) -> None:
        self.number, self._place, self._relay = number, DeskPlace(place, number), relay
        self._rules = PokerRules(
            Limit.NO_LIMIT, small=100, big=200, seats=seats, scale=None, tournament=True
        )
        self.seen: Counter[str] = Counter()
        super().__init__(f"table-{number}", folder)
        self.dealer_here = TournamentDealer(self, players, f"{seed}/{number}")
        self._open()

    def _link(self) -> tuple[Beside, Courier]:
        floor = new_floor(self._rules, Settings(effective_from=MONDAY))
        house = PokerHouse(new_table(self._rules), str(self.number), floor, desk=UnderDesk())
        link = DeskLink(house, self._place, self._relay)
        return link, link.courier

    def _open(self) -> None:
        self.sign_on(self.dealer)
        open_table(self, MONDAY)
        self.must(BringDeck("A", "red"))
        deck = self.floor.deck("A")
        if deck is not None and next_step(self.floor, deck) is Step.CHECK:
            self.must(CheckDeck("A", CheckMeans.DEALER))

    def kill(self) -> None:
        """The dealer signs on again, and compares the felt."""
        super().kill()
        while self.dealer_here.come_on():
            pass

    @property
    def desk_link(self) -> UnderDesk:
        """The table's own end."""
        link: UnderDesk = self.house.desk
        return link

    @property
    def playable(self) -> bool:
        """Can a hand begin?"""
        with_chips = sum(seat.stack > 0 for seat in self.house.table.seats)
        return with_chips > 1 and self.desk_link.waits is None

    def stacks(self) -> dict[str, int]:
        """By name, as they lie on the felt between hands."""
        table = self.house.table
        lines = self.desk_link.followed.seats if self.desk_link.followed else ()
        return {line.name: table.seat(line.seat).stack for line in lines}

    def hand(self, interrupted: Any) -> None:
        """One hand to its end; `interrupted` is called before every act, and may kill."""
        played = self.desk_link.played
        for _ in range(STEPS_MAX):
            if self.desk_link.played > played and not self.house.in_round:
                return
            interrupted()
            if not self.dealer_here.step():
                step = self.snapshot.step
                raise Stuck(f"table {self.number}: {step.name}: {step.refused}")
        raise Stuck(f"table {self.number}: a hand without an end")
