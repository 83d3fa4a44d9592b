"""The dealer of a table that is run by pots: keys who is left, each pot, and who wins it.

The players bet on the felt (`Betting`), as hands deal and turn the cards there. What they have is
counted when they leave.
"""

from collections.abc import Iterator
from functools import cached_property

from controller.authority import Command
from controller.games.poker.award import AwardPots, dealer_says
from controller.games.poker.deal import DealStreet
from controller.games.poker.keyed_pots import KeyPot
from controller.games.poker.phases import Phase
from controller.games.poker.seating import LeaveTable, RunOutOfChips
from controller.games.poker.stacks import PickUpChips
from controller.games.poker.state import Table
from controller.games.poker.steps import PokerStep
from simulators.games.poker.people.betting import Betting
from simulators.games.poker.people.dealer import PokerDealer

_S = PokerStep


class PotsDealer(PokerDealer):
    """Deals hands at one table."""

    @cached_property
    def betting(self) -> Betting:
        return Betting()

    # Between hands

    def wishes(self) -> Iterator[Command]:
        if not self.table.at_rest:
            return
        self._look()
        for seat in self.table.seats:
            if seat.player and not seat.broke and not self.betting.of(seat.number):
                yield RunOutOfChips(seat.number)
        yield from map(self._counted, super().wishes())

    def _look(self) -> None:
        """Who sits where, and with how much."""
        self.betting.see(self.floor)
        self.betting.settle(self.table)
        self.betting.count(self.table)

    def _counted(self, command: Command) -> Command:
        """Who leaves is counted out."""
        match command:
            case LeaveTable():
                return LeaveTable(command.seat, self.betting.of(command.seat))
            case PickUpChips():
                return PickUpChips(command.seat, self.betting.of(command.seat))
        return command

    def _do(self, command: Command) -> bool:
        self.betting.put(command)
        return super()._do(command)

    def closed(self) -> None:
        for seat in self.table.seats:
            if seat.player:
                self._do(LeaveTable(seat.number, self.betting.of(seat.number)))

    # A hand

    def on_felt(self, table: Table) -> Table:
        played = self.betting.table
        return played if played is not None and played.number == table.number else table

    def chips(self, seat: int) -> int:
        return self.betting.of(seat)

    def tend_felt(self) -> bool:
        """Cards are dealt, players act one after the other, streets are turned."""
        table = self.table
        if table.phase in (Phase.IDLE, Phase.BLINDS, Phase.AWARD) or self._hand.keyed:
            return False
        if not self.out.dealt(self._hand):
            self.acted("deal")
            self.out.deal(self._hand, self.hands.back())
            return True
        self._look()
        self.betting.on_felt(table)
        if self.betting.over:
            return False
        self.acted("play")
        back = self.hands.back()
        return self.betting.step(self.deed, lambda hand, street: self.out.turn(hand, back, street))

    def act(self) -> bool:
        if self.seat.snapshot.step.name not in (_S.KEY_POT, _S.AWARD_KEYED):
            return super().act()
        if not self.betting.over:
            return False
        return self._tell_street() or self._key_pot() or self._award()

    def _tell_street(self) -> bool:
        """A street may be told, and need not be: the dealer does where the commission depends on
        it, and in every other hand."""
        rules, hand = self.table.rules, self._hand
        free = rules.scale is not None and not rules.scale.before_flop
        told = hand.laid >= self.on_felt(self.table).playing().laid
        if told or hand.keyed or not (free or hand.number % 2):
            return False
        return self._do(DealStreet(()))

    def _key_pot(self) -> bool:
        pots, keyed = self.betting.pots(), len(self._hand.keyed)
        if keyed >= len(pots):
            return False
        return self._do(KeyPot(keyed, int(pots[keyed].amount), pots[keyed].eligible))

    def _award(self) -> bool:
        return self._do(AwardPots(self.winners() if dealer_says(self.table) else ()))
