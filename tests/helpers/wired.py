"""A running table with every device fitted: real drivers, simulated devices, people at both.

`wired` keeps its record in memory; `FittedTable` has the same hands at a table with files."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Self

from controller.authority import Command
from controller.devices.table import TableDevices
from controller.domain.base import existing
from controller.domain.cards import Card
from controller.domain.dealing import Dealing
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.deck_steps import Step, next_step
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area, Stake
from controller.games.registry import KINDS
from controller.journal.memory import MemoryRecorder
from controller.journal.sealing import SealedJournal
from controller.running.runtime import TableController
from controller.staff.roles import Reason
from drivers.shuffler.protocol import Back
from drivers.xkeys.protocol import Light, backlight, key
from simulators.people.felt import Felt, wait_until
from simulators.world import Spot
from tests.helpers.patience import WAIT_S
from tests.helpers.shift import BACKS, KEYS, HandClock, LiveShift, fresh_house


class Wired(LiveShift):
    """One table; what is done at a device is waited for on the table."""

    def __init__(
        self, controller: TableController, rules: TableRules, felt: Felt, devices: TableDevices
    ) -> None:
        super().__init__(controller, rules)
        self.felt, self.devices = felt, devices

    def comes(self, fact: Callable[[BonusHouse], bool]) -> Self:
        """It comes true at the table, by itself."""
        assert wait_until(lambda: fact(self.house), WAIT_S), "it has not come to that"
        return self

    def shows(self, fact: Callable[[], bool]) -> Self:
        """A device comes to show this."""
        assert wait_until(fact, WAIT_S), "the device does not show it"
        return self

    def refuses(self, command: Command, reason: Reason | None = None) -> Refused:
        """Refused; what devices say meanwhile may change the table."""
        answer = self.ask(command, reason)
        assert isinstance(answer, Refused), f"{command} was accepted"
        return answer

    # Hands at devices

    def into_the_device(self, name: str, cards: Sequence[Card] = ()) -> Self:
        """The dealer puts a deck into the tray; its shuffle will give these cards."""
        self.felt.put_deck(BACKS[name], cards)
        return self

    def ready(self, name: str) -> Self:
        """A deck comes to be ready for the deal."""
        return self.comes(lambda house: _step(house, name) is None)

    def into_the_shoe(self, cards: Sequence[Card]) -> Self:
        """Shuffled and cut by hand, loaded."""
        self.deck_ready().felt.stack_shoe(Back.RED, cards)
        return self

    def out(self, count: int) -> Self:
        """So many cards of the round come out of the device, one packet or card after another."""
        while len(self.table.round.drawn) < count:
            drawn = len(self.table.round.drawn)
            if self.rules.dealing is Dealing.SHOE:
                self.shows(lambda: self.felt.shoe.delivering)
                assert self.felt.draw(1) == 1
                self.comes(_cards_out(drawn + 1))
            else:
                self.packet()
        return self

    def packet(self) -> int:
        """The next packet is put out and taken; how many cards it has."""
        pile, laid = self.felt.world.pile, len(self.felt.world.pile(Spot.TABLE))
        self.shows(lambda: bool(pile(Spot.GATE)))
        self.comes(lambda house: laid + len(pile(Spot.GATE)) <= len(house.table.round.drawn))
        count = len(pile(Spot.GATE))
        self.felt.take_packet()
        return count

    def chip(self, *places: int) -> Self:
        for place in places:
            self.felt.put_chip(place)
        return self

    def antes(self, *places: int) -> Self:
        self.do(c.OpenRound(self.floor.last_round + 1))
        for place in places:
            self.do(c.PlaceWager(place, Area.ANTE, Stake(Money(2_500))))
        return self

    def sensed(self, *places: int) -> Self:
        """The sensors come to see chips at exactly these places."""
        sensors = self.devices.sensors
        return self.shows(lambda: sensors is not None and sensors.covered == frozenset(places))

    def press(self, name: str) -> Self:
        """A key at the dealer's hand, down and up, as slowly as the panel can tell; one that is
        lit once its meaning has stood for long enough."""
        number, keypad, keys = self._key(name), self.felt.keypad, self.devices.keys
        self.shows(lambda: keys is not None and (name not in keys.lit or bool(keys.heeds(name))))
        keypad.press(number)
        self.shows(lambda: number in keypad.closed)
        keypad.release(number)
        return self.shows(lambda: number not in keypad.closed)

    def key_lit(self, name: str) -> bool:
        """Is the lamp of a key on?"""
        return self.felt.keypad.backlights[backlight(self._key(name))] is Light.ON

    def _key(self, name: str) -> int:
        keypad = self.felt.config.keypad
        assert keypad is not None
        return key(*keypad.keys[name])

    def lamp(self, place: int) -> Light:
        """The jackpot lamp of a place, as the panel shows it."""
        lamps = self.felt.config.lamps
        assert lamps is not None
        return self.felt.lamps.backlights[backlight(key(*lamps.places[place - 1]))]


def _cards_out(count: int) -> Callable[[BonusHouse], bool]:
    return lambda house: len(house.table.round.drawn) >= count


def _step(house: BonusHouse, name: str) -> Step | None:
    floor = existing(house.floor, "no floor")
    return next_step(floor, existing(floor.deck(name), f"no deck {name}"))


@contextmanager
def wired(rules: TableRules, *, meter: str = "60000") -> Iterator[Wired]:
    """Up with all its devices, and down again."""
    with Felt(rules) as felt:
        recorder = MemoryRecorder(KEYS)
        devices = TableDevices(felt.config, rules.places, felt.paired, felt)
        journal = SealedJournal(recorder, KEYS, *KINDS)
        controller = TableController(
            fresh_house(rules, meter), journal, HandClock(), devices.outlets, (devices,)
        )
        shift = Wired(controller, rules, felt, devices)
        shift.recorder, shift.keys = recorder, KEYS
        thread = controller.start()
        devices.start(controller)
        try:
            yield shift
        finally:
            devices.stop()
            controller.stop()
            thread.join()
