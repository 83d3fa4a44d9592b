"""The poker room on the bench: players in their seats, and a dealer who can be asked to deal."""

from collections.abc import Callable
from pathlib import Path
from typing import Final
from zlib import crc32

from controller.games.poker.game import POKER
from controller.games.poker.rules import PokerRules
from controller.house.state import House
from simulators.games.poker.people.dealer import PokerDealer
from simulators.games.poker.people.players import people
from simulators.games.poker.people.pots_dealer import PotsDealer
from simulators.people.tapping import Seat
from ui.bench.felt import BenchFelt, Left
from ui.bench.game import GameBench, Look
from ui.games.poker.bench.people import RoomPeople

SEATED: Final = (1, 2, 3, 5, 6, 8, 9)
"""Who sits at a table that nobody has opened before."""


class RoomFelt(BenchFelt):
    """The record knows no card that lies face down: all lie as they were left."""

    def left(self, house: House) -> Left:
        return Left()


class RoomBench(GameBench):
    """Cash Texas Hold'em between players."""

    name = POKER.name
    begin = "To begin: tap Deal hand, then key what happens at the table: the bench says what."

    def felt(self, rules: PokerRules, folder: Path) -> RoomFelt:
        """Whoever comes back to the table finds the same people there."""
        seed = crc32(str(folder.resolve()).encode())
        return RoomFelt(rules, folder, seed, devices="poker")

    def dealer(self, seat: Seat, rules: PokerRules, acted: Callable[[str], object]) -> PokerDealer:
        seats = [number for number in SEATED if number <= rules.seats]
        kind = PokerDealer if rules.stacks_kept else PotsDealer
        return kind(seat, people(seats, seat.felt.seed), acted)

    def look(self, dealer: PokerDealer) -> Look:
        return RoomPeople(dealer).around


POKER_BENCH: Final = RoomBench()
