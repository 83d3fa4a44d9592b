"""What a scenario of the bonus game does at simulated devices.

Cards are drawn from the shoe or ejected by the shuffler, jackpot chips are laid on sensors. The
dealer's taps go straight in.
"""

from collections.abc import Sequence

from controller.cards.plan import packet
from controller.devices.cards import Shuffler
from controller.devices.dealing import Order, Task
from controller.domain.cards import Card, parse_cards
from controller.domain.dealing import Dealing
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.deal import cards_due
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table
from controller.running.snapshot import Accepted, Answer
from drivers.faults import DeviceFault
from drivers.shuffler.protocol import Deck
from simulators.games.bonus.scenario.file import Scenario
from simulators.people.felt import TAP_MS, Felt
from simulators.people.tapping import face
from simulators.scenario.stack import WAIT_S, DeviceInlet, accepted, back_for
from simulators.world import Spot


class SimulatedInlet(DeviceInlet):
    """At a table of the bonus game."""

    _scenario: Scenario
    _wanted = 0
    """How many cards of the round are to be out."""
    _taken = 0
    """How many have left the device, on record or not."""

    def find(self, felt: Felt, table: Table) -> None:
        round_ = table.round
        if round_.phase is Phase.IDLE:
            return
        for place in round_.sensed if round_.phase is Phase.WAGERS else ():
            felt.put_chip(place)
        cards, back, out = self._cards(round_.number), back_for(round_.number), len(round_.drawn)
        self._taken = out
        if self._dealing is Dealing.SHOE:
            felt.stack_shoe(back, cards, out)
        elif self._dealing is Dealing.SHUFFLER:
            felt.find_bay(back, cards, out)

    # What a scenario says

    def expect_cards(self, count: int, table: Table) -> None:
        """The dealer is about to deal so many cards, as far as the file has them."""
        out = len(table.round.drawn)
        self._wanted = min(out + count, len(self._cards(table.round.number)))

    def do(self, command: c.Command, table: Table) -> Answer:
        if table.round.phase is not Phase.IDLE:
            self._prepare_ahead(table.round.number + 1)
        match command:
            case c.CardDrawn() if self._dealing is Dealing.SHOE:
                return self._draw(table)
            case c.CardDrawn() if self._dealing is Dealing.SHUFFLER:
                return self._eject(table)
            case c.JackpotSensor(place=place, present=True):
                return self._lay_chip(place)
        return self._tap(command)

    def _tap(self, command: c.Command) -> Answer:
        felt, controller, _ = self._up()
        felt.take_time(TAP_MS)
        if isinstance(command, c.OpenRound):
            self._new_deck(command.number)
        if isinstance(command, c.CloseRound):
            self._chips_gone()
        answer = self._answer(controller.submit(command))
        if isinstance(answer, Refused) and answer.refusal is Refusal.CARDS_UNREAD:
            self._key_unread()
            answer = self._answer(controller.submit(command))
        if controller.snapshot().house.table.round.phase not in (Phase.IDLE, Phase.WAGERS):
            felt.take_chips()
            self._sensors_confirm()
        return answer

    # Cards

    def _key_unread(self) -> None:
        """What the device has not read is keyed as it lies there; the screen says which."""
        felt, controller, _ = self._up()
        lying = (*felt.world.pile(Spot.TABLE), *felt.world.pile(Spot.GATE))
        for draw in controller.snapshot().step.unread:
            self._answer(controller.submit(c.KeyCard(draw, face(lying[draw]))))

    @property
    def _dealing(self) -> Dealing:
        return self._scenario.rules.dealing

    def _cards(self, number: int) -> Sequence[Card]:
        return parse_cards(self._scenario.content.rounds[number - 1].cards)

    def _new_deck(self, number: int) -> None:
        felt, _, devices = self._up()
        self._taken = 0
        if self._dealing is Dealing.SHOE:
            felt.stack_shoe(back_for(number), self._cards(number))
        elif self._dealing is Dealing.SHUFFLER and devices.shuffler:
            self._wait_for_deck(back_for(number), self._cards(number))
            felt.clear_deck(back_for(number - 1))

    def _prepare_ahead(self, number: int) -> None:
        """While a deck is in play the other is shuffled: no round waits if there was time."""
        if self._dealing is Dealing.SHUFFLER and number <= len(self._scenario.content.rounds):
            self._prepared(back_for(number), self._cards(number))

    def _draw(self, table: Table) -> Answer:
        """One card; behind the last that is due come those that the rules do not ask for."""
        felt, out = self._up()[0], len(table.round.drawn)
        if self._taken <= out:
            last_due = out + 1 >= cards_due(table)
            count = max(1, self._wanted - out) if last_due else 1
            if not felt.wait(lambda: felt.shoe.delivering, WAIT_S):
                raise DeviceFault("shoe: it stays locked")
            self._taken += felt.draw(count)
        return self._recorded(out + 1)

    def _eject(self, table: Table) -> Answer:
        """The next packet, of which this card is the first; the others follow by themselves."""
        felt, _, devices = self._up()
        number, out = table.round.number, len(table.round.drawn)
        if self._taken <= out and devices.shuffler:
            count = packet(table.round.plan, out, max(1, self._wanted - out))
            while not self._ejected(devices.shuffler, table, out + count):
                self._wait_for_deck(back_for(number), self._cards(number))
            self._taken += count
            self._recorded(out + count)
            felt.take_packet()
        return self._recorded(out + 1)

    def _ejected(self, shuffler: Shuffler, table: Table, count: int) -> bool:
        """So many cards are out; not where the device got stuck before the first (12.1)."""
        felt, back, out = self._up()[0], back_for(table.round.number), len(table.round.drawn)
        accepted(self._answer(shuffler.give(Order(Task.EJECT, back, count - out))))
        felt.wait(lambda: self._out() >= count or felt.shuffler.deck(back) is Deck.BLOCKED, WAIT_S)
        return bool(out or self._out() or felt.shuffler.deck(back) is not Deck.BLOCKED)

    def _out(self) -> int:
        return len(self.snapshot().house.table.round.drawn)

    def _recorded(self, count: int) -> Answer:
        if not self._until(lambda table: len(table.round.drawn) >= count):
            raise DeviceFault(f"{self._out()} cards on record, {count} left the device")
        return Accepted(self.snapshot().head.position)

    # Chips

    def _lay_chip(self, place: int) -> Answer:
        self._up()[0].put_chip(place)
        if not self._until(lambda table: place in table.round.sensed):
            raise DeviceFault(f"the chip at place {place} is not on record")
        if self._strikes is not None:
            self._strikes.chip_laid(place)
        return Accepted(self.snapshot().head.position)

    def _sensors_confirm(self) -> None:
        """sd (3): no card before the sensors say that the chips are off the table."""
        if self._scenario.rules.nsw:
            return
        self._free_sensors()
        if not self._until(lambda table: not table.round.sensed):
            raise DeviceFault("sensors: chips that were taken are still on record")

    def _chips_gone(self) -> None:
        """The sensors must have seen it before they count again."""
        felt, _, devices = self._up()
        felt.take_chips()
        self._free_sensors()
        sensors = devices.sensors
        if sensors and not felt.wait(lambda: not sensors.covered, WAIT_S):
            raise DeviceFault("sensors: chips that were taken are still seen")

    def _free_sensors(self) -> None:
        """No chip lies there any more: a technician sees to a contact that stays closed."""
        felt = self._up()[0]
        if felt.sensors.stuck:
            felt.free_sensors()
