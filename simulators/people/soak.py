"""Random shifts with faults and crashes, every invariant checked after every event.

A soak is a row of shifts, each at a table of its own with another rule set, dealing device and crew
of players, all drawn from one seed. In most rounds one thing goes wrong. The controller is dropped
after a record was written, or right before, and comes up again on what the record has.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from simulators.faults import Trouble
from simulators.games.soak import GameSoak
from simulators.people.checks import Check
from simulators.people.live import LiveTable, Watcher
from simulators.people.pit import Pit
from simulators.people.swiping import LiveSeat
from simulators.people.traces import Signs, Tally, Traces
from simulators.people.troubles import devices_for

SHIFT_ROUNDS: Final = 50
CRASH: Final = "crash"
"""The controller gone between two instructions: the record is all that is left."""
KINDS: Final = (*(trouble.value for trouble in Trouble), CRASH)
_FAULTY, _CRASHING = 60, 15
"""Rounds out of 100 in which something goes wrong, or the controller dies."""


class PowerLoss(BaseException):
    """The controller dies here; nothing may catch it and go on."""


class Crasher(Watcher):
    """A watcher that ends the controller at a record it was told, before or after it is written."""

    def __init__(self) -> None:
        self._left: int | None = None
        self._before = False

    def arm(self, records: int, *, before: bool) -> None:
        """Not at this one, but so many later."""
        self._left, self._before = records, before

    def disarm(self) -> None:
        self._left = None

    def writing(self) -> None:
        self._strike(self._before)

    def recorded(self, events: Sequence[object]) -> None:
        self._strike(not self._before)

    def _strike(self, here: bool) -> None:
        if self._left is None or not here:
            return
        self._left -= 1
        if self._left < 0:
            self._left = None
            raise PowerLoss


class SoakShift:
    """One shift at one table."""

    def __init__(
        self, games: Sequence[GameSoak], seed: int, number: int, kinds: Sequence[str], tally: Tally
    ) -> None:
        """The shift of this number, at one of the tables of these games."""
        self._chance = chance = random.Random(f"{seed}/{number}")
        self._kinds, self._tally, self._crasher = kinds, tally, Crasher()
        self._game, kind = _table_of(games, number)
        live = self._game.table(kind, chance)
        self.checks = self._game.checks(tally.checks)
        watchers = (self.checks, self._crasher)
        self.table = LiveTable(live, chance.randrange(2**32), watchers=watchers)
        players = self._game.players(live, chance)
        self.seat = LiveSeat(self.table, players)
        self.dealer = self._game.dealer(self.seat, players)
        self.pit = Pit(self.dealer, self.seat)
        signs = Signs(self.seat, self._game.sights)
        self._traces = Traces(signs, chance, tally)
        self._possible = [kind for kind in Trouble if devices_for(self.table.felt, kind)]
        tally.possible |= {CRASH, *self._possible}
        tally.games.add(self._game.name)
        self._bag: list[Trouble] = []
        """Kinds still to come before one comes again."""
        self._pending: tuple[Trouble, int] | None = None
        """What goes wrong in this round, and after how many acts."""

    def play(self, rounds: int) -> Iterator[None]:
        """A shift of so many rounds, from opening to closing; yields after each."""
        self.pit.open()
        for number in range(rounds):
            self._round(number)
            self._tally.rounds += 1
            yield
        self.pit.close()
        self.checks.between_rounds(self.table)
        self._traces.all_held()
        self._tally.reported += self.seat.seen

    def _round(self, number: int) -> None:
        self._happenings(number)
        self._draw_trouble()
        target = self.table.house.table.number + 1
        self._survive(self.pit.play_round, lambda: self._is_over(target))
        self._survive(self.pit.tidy, lambda: False)
        self._crasher.disarm()  # a shift's own doings are between the rounds it strikes in
        self._traces.judge()
        self.checks.between_rounds(self.table)
        self.checks.lamps(self.table)
        self._traces.all_held()
        self._tally.endings[self._game.ending(self.table.house.table)] += 1

    def _happenings(self, number: int) -> None:
        """What a shift brings besides: another dealer, and what the game has."""
        if number % 17 == 11:
            self.pit.relieve()
        self._game.happen(self.dealer, number)
        self.pit.tidy()

    # What goes wrong

    def _draw_trouble(self) -> None:
        self._pending, self.dealer.acted = None, self._act
        if CRASH in self._kinds and self._chance.randrange(100) < _CRASHING:
            records = self._chance.randrange(self._game.records)
            self._crasher.arm(records, before=self._chance.random() < 0.5)
        if self._chance.randrange(100) >= _FAULTY:
            return
        possible = [kind for kind in self._possible if kind in self._kinds]
        if possible and not self._bag:
            self._bag = self._chance.sample(possible, len(possible))
        if self._bag:
            self._pending = self._bag.pop(), self._chance.randrange(25)

    def _act(self, _: str) -> None:
        """Before every act of the dealer; the fault comes when its turn has come."""
        self.checks.must_hold()
        self._traces.look()
        if self._pending is None:
            return
        kind, acts = self._pending
        if acts > 0:
            self._pending = kind, acts - 1
            return
        self._pending = None
        where = [name for name in devices_for(self.table.felt, kind) if self._traces.is_free(name)]
        if where:
            self._traces.inject(kind, self._chance.choice(where))

    # Crashes

    def _survive(self, work: Callable[[], object], done: Callable[[], bool]) -> None:
        """However often the controller dies on the way."""
        while True:
            try:
                work()
            except PowerLoss:
                self._come_up_again()
                if done():
                    return
            else:
                self.checks.must_hold()
                return

    def _come_up_again(self) -> None:
        self._traces.strike(CRASH)
        self._traces.crash()
        shown = self._tally.checks[Check.SHOWN]
        self.table.crash()
        self.checks.must_hold()  # what it shows now was held against the record
        self._tally.showed[CRASH] += self._tally.checks[Check.SHOWN] > shown

    def _is_over(self, number: int) -> bool:
        house = self.table.house
        return house.table.number >= number and not house.in_round


def _table_of(games: Sequence[GameSoak], number: int) -> tuple[GameSoak, int]:
    """The table of a shift: the games in turn, and each of them goes through its tables."""
    turn, which = divmod(number, len(games))
    return games[which], turn % games[which].tables


def soak(
    games: Sequence[GameSoak],
    rounds: int,
    seed: int,
    kinds: Sequence[str],
    tally: Tally,
    first: int = 0,
) -> Iterator[int]:
    """So many rounds in shifts, each the same whatever was played before; yields its number."""
    left, number = rounds, first
    while left > 0:
        count = min(SHIFT_ROUNDS, left)
        tally.shift, tally.shift_rounds = number, count
        shift = SoakShift(games, seed, number, kinds, tally)
        yield from (number for _ in shift.play(count))
        left -= count
        number += 1
