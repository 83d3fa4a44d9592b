"""The simulated tournament director: entries, seats, moves, re-buys, hand for hand, the end.

Every choice follows from the seed and from where the tournament stands, never from how often it was
asked: what was interrupted is done again in the same way.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.authority import Command
from controller.domain.cards import DECK
from controller.games.beside import Beside
from controller.games.desk.house import DeskHouse
from controller.games.desk.tables_beside import TablesBeside
from controller.relay.contract import Relay
from controller.relay.courier import Courier
from controller.running.snapshot import Accepted
from controller.tournament import balance, ending
from controller.tournament.buying import AddOn, Rebuy
from controller.tournament.clock import left_ms
from controller.tournament.entries import Enter
from controller.tournament.figures import level_next
from controller.tournament.format import AddOns, Format
from controller.tournament.hands import waiting
from controller.tournament.phases import Phase
from controller.tournament.places import cuts_due
from controller.tournament.publishing import PublishPrizes
from controller.tournament.state import Desk, Seat, rebuys_open
from controller.tournament.tables import HoldTables
from simulators.games.tournament.people.station import Station
from simulators.people.tapping import Stuck

REBUYS: Final = 60
"""Of 100 who could buy in again, so many do."""
Settled = Callable[[], object]
"""Letters go to and fro until everybody knows everything."""


class SimDirector(Station):
    """The simulated person at the desk."""

    def __init__(
        self, form: Format, seed: int, place: Path, relay: Relay, folder: Path | None
    ) -> None:
        self._form, self._seed, self._place, self._relay = form, seed, place, relay
        super().__init__("desk", folder)

    def _link(self) -> tuple[Beside, Courier]:
        link = TablesBeside(DeskHouse(Desk(self._form), self._form.name), self._place, self._relay)
        return link, link.courier

    @property
    def desk(self) -> Desk:
        """The tournament as it stands."""
        desk: Desk = self.house.table
        return desk

    def do(self, command: Command) -> None:
        """By the director, who signs on where nobody is."""
        if self.snapshot.on_top is None:
            self.sign_on(self.supervisor)
        answer = self.ask(command)
        if not isinstance(answer, Accepted):
            raise Stuck(f"{command} was refused: {answer.text()}")

    def _chance(self, *what: object) -> random.Random:
        """The same however often it is asked."""
        return random.Random("/".join(map(str, (self._seed, *what))))

    def _drawn(self, cards: list[Seat], *what: object) -> tuple[Seat, ...]:
        self._chance("draw", *what).shuffle(cards)
        return tuple(cards)

    # Before the start

    def enter(self, names: list[str], tables: int) -> None:
        """Entries are taken and seats are drawn."""
        for name in names:
            self.do(Enter(name))
        numbers = range(1, tables + 1)
        self.do(balance.DrawSeats(self._drawn(balance.cards_to_draw(self.desk, numbers), "first")))
        self.do(PublishPrizes())

    def start(self) -> None:
        self.do(ending.Start())

    # Between windows

    def pass_time(self, ms: int) -> None:
        """The clock goes on; a break is waited for."""
        self.clock.ms += ms
        self.controller.tick()
        while self.desk.on_break and level_next(self.desk):
            clock = self.desk.clock
            self.clock.ms += left_ms(clock, self.clock.now()) if clock else 0
            self.controller.tick()

    def direct(self, settled: Settled) -> None:
        """All that is due between two hands of every table."""
        self._sell()
        settled()
        self._move(settled)
        self._near_the_prizes(settled)

    def _sell(self) -> None:
        desk = self.desk
        if rebuys_open(desk):
            for one in tuple(waiting(desk)):
                if self._chance("re-buy", one.name, desk.moment.at).randrange(100) < REBUYS:
                    self.do(Rebuy(one.name))
        elif desk.form.rebuys and desk.form.addons is not AddOns.NONE:
            for one in desk.entrants:
                wants = self._chance("add-on", one.name).randrange(100) < REBUYS
                if wants and one.is_in and one.stack and not one.added_on:
                    self.do(AddOn(one.name))

    def _move(self, settled: Settled) -> None:
        """Tables are broken and balanced, each when it waits."""
        while True:
            desk = self.desk
            broken, move = balance.table_to_break(desk), balance.move_due(desk)
            if broken is None and move is None:
                break
            left = broken if broken is not None else move.left.table if move else 0
            if desk.held != (left,):
                self.do(HoldTables((left,)))
                settled()
            if broken is not None:
                cards = balance.cards_to_break(self.desk, broken)
                drawn = self._drawn(cards, broken, desk.moment.at)
                self.do(balance.BreakTable(broken, drawn))
            else:
                self.do(balance.BalanceTables())
            settled()
        if self.desk.held:
            self.do(HoldTables(()))
            settled()

    def _near_the_prizes(self, settled: Settled) -> None:
        """Hand for hand while one more has to go out before the prizes."""
        desk = self.desk
        left = sum(one.stack > 0 for one in desk.entrants)
        bubble = left == len(desk.form.prizes) + 1 and not rebuys_open(desk)
        if bubble and desk.phase is Phase.PLAYING and len(desk.table_numbers()) > 1:
            self.do(HoldTables(tuple(desk.table_numbers())))
            settled()
            self.do(ending.PlayHandForHand())
            self.do(HoldTables(()))
        elif not bubble and desk.phase is Phase.HAND_FOR_HAND:
            self.do(ending.EndHandForHand())
        settled()

    # The end

    @property
    def over(self) -> bool:
        """Has one player all the chips, or is the time up?"""
        desk = self.desk
        left = sum(one.stack > 0 for one in desk.entrants)
        return desk.phase is Phase.LAST_HANDS or (left < 2 and not list(waiting(desk)))

    def end(self) -> None:
        """30.2: equals cut cards until all are apart."""
        self.do(ending.End())
        while self.desk.phase is Phase.CUTTING:
            equals = next(iter(cuts_due(self.desk)))
            names = [one.name for one in equals]
            cards = self._chance("cut", *names, len(equals[0].cut)).sample(DECK, len(names))
            self.do(ending.CutCards(tuple(zip(names, cards, strict=True))))
