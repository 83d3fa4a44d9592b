"""A running table with every device fitted: real drivers, simulated devices, people at both."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

from controller.authority import Command
from controller.devices.table import TableDevices
from controller.domain.base import existing
from controller.domain.cards import Card
from controller.domain.dealing import Dealing
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import BringDeck, CheckDeck, ShuffleDeck
from controller.floor.state import CheckMeans
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area, Stake
from controller.games.registry import KINDS
from controller.journal.memory import MemoryRecorder
from controller.journal.sealing import SealedJournal
from controller.running.runtime import TableController
from controller.running.snapshot import Snapshot
from controller.staff.roles import Reason
from drivers.shuffler.protocol import Back
from drivers.xkeys.protocol import Light, backlight, key
from simulators.people.felt import Felt, wait_until
from simulators.world import Spot
from tests.helpers.patience import WAIT_S
from tests.helpers.shift import KEYS, HandClock, LiveShift, fresh_house

_BACKS = {"A": Back.RED, "B": Back.BLUE}


class Watch:
    """Follows the table: a `Viewer`."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._snapshot: Snapshot | None = None

    def show(self, snapshot: Snapshot) -> None:
        with self._turn:
            self._snapshot = snapshot
            self._turn.notify_all()

    def until(self, fact: Callable[[Snapshot], bool]) -> None:
        with self._turn:
            seen = self._turn.wait_for(lambda: self._snapshot and fact(self._snapshot), WAIT_S)
        assert seen, "it has not come to that"


class Wired(LiveShift):
    """One table; what is done at a device is waited for on the table."""

    def __init__(self, rules: TableRules, felt: Felt, meter: str) -> None:
        self.felt, self.watch = felt, Watch()
        self.recorder = MemoryRecorder(KEYS)
        self.devices = TableDevices(felt.config, rules.places, felt.paired, felt)
        self.keys = KEYS
        controller = TableController(
            fresh_house(rules, meter),
            SealedJournal(self.recorder, KEYS, *KINDS),
            HandClock(),
            self.devices.outlets,
            (self.devices, self.watch),
        )
        super().__init__(controller, rules)

    def events(self) -> list[Any]:
        journal = SealedJournal(self.recorder, self.keys, *KINDS)
        return [recorded.event for recorded in journal.events()]

    def comes(self, fact: Callable[[BonusHouse], bool]) -> Self:
        """It comes true at the table, by itself."""
        self.watch.until(lambda snapshot: fact(house_of(snapshot)))
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

    def decks(self, *names: str) -> Self:
        """Brought, checked and shuffled by hand: A is red, B is blue."""
        for name in names:
            self.do(BringDeck(name, _BACKS[name].name.lower()))
            self.do(CheckDeck(name, CheckMeans.DEALER), ShuffleDeck(name))
        return self

    def into_the_device(self, name: str, cards: Sequence[Card] = ()) -> Self:
        """The dealer puts a deck into the tray; its shuffle will give these cards."""
        self.felt.put_deck(_BACKS[name], cards)
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
                self.felt.draw(1)
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
        shift = Wired(rules, felt, meter)
        thread = shift.controller.start()
        shift.devices.start(shift.controller)
        try:
            yield shift
        finally:
            shift.devices.stop()
            shift.controller.stop()
            thread.join()
