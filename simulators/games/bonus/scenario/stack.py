"""The whole stack for a scenario: what happens physically is done at simulated devices.

Cards are drawn from the shoe or ejected by the shuffler, jackpot chips are laid on sensors; real
drivers on pseudo-terminals and the simulated USB bus tell the controller, which runs on a thread of
its own. The dealer's taps go straight in. A power loss takes controller and drivers; the devices
live on.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Final, TypeVar

from controller.cards.plan import packet
from controller.devices.cards import Shuffler
from controller.devices.table import TableDevices
from controller.domain.cards import Card, parse_cards
from controller.domain.dealing import Dealing
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.refusals import Refusal
from controller.games.bonus.round.deal import cards_due
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Table
from controller.journal.recorder import JournalFault
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted, Answer, Snapshot
from drivers.faults import DeviceFault
from drivers.link.messages import Outcome
from drivers.shuffler.protocol import Back, Deck
from simulators.games.bonus.scenario.file import Scenario
from simulators.people.felt import TAP_MS, Felt
from simulators.people.tapping import face
from simulators.scenario.faults import ScenarioFault
from simulators.scenario.run import Run
from simulators.scenario.striking import Strikes
from simulators.world import Spot

T = TypeVar("T")

WAIT_S: Final = 15.0
"""Longest wait until something done at a device stands in the record, mechanics aside."""
CYCLE_S: Final = 60.0
"""Longest cycle of a device at the speed of a real one, with something to spare."""


class Watch:
    """Follows the table: a `Viewer`."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._snapshot: Snapshot | None = None

    def show(self, snapshot: Snapshot) -> None:
        with self._turn:
            self._snapshot = snapshot
            self._turn.notify_all()

    def until(self, fact: Callable[[Table], bool], seconds: float = WAIT_S) -> bool:
        """Wait until the table is so; a table that is held is not waited for."""
        with self._turn:
            self._turn.wait_for(lambda: self._held() or self._is(fact), seconds)
            return self._is(fact)

    def _held(self) -> bool:
        return self._snapshot is not None and self._snapshot.held is not None

    def _is(self, fact: Callable[[Table], bool]) -> bool:
        return self._snapshot is not None and fact(self._snapshot.house.table)


class SimulatedInlet:
    """What a scenario says reaches the controller through devices."""

    def __init__(self, scenario: Scenario, run: Run, speed: float | None) -> None:
        self._scenario, self._run, self._speed = scenario, run, speed
        self.felt: Felt | None = None
        self._strikes: Strikes | None = None
        self._controller: TableController | None = None
        self._devices: TableDevices | None = None
        self._thread: threading.Thread | None = None
        self._watch = Watch()
        self._wanted = 0
        """How many cards of the round are to be out."""
        self._taken = 0
        """How many have left the device, on record or not."""
        self._given: Future[Outcome] | None = None
        """What the shuffler was told to do to the next deck."""

    # Coming and going

    def bring_up(self, fresh: BonusHouse, table: Table) -> None:
        """Controller and drivers; at the first time the devices as well."""
        if self.felt is None:
            self.felt = self._lay_out().__enter__()
            self._strikes = Strikes(self.felt)
            self._find(self.felt, table)
        self._controller, self._devices = self._start(self.felt, fresh)

    def _lay_out(self) -> Felt:
        return Felt(self._scenario.rules, self._speed)

    def _start(self, felt: Felt, fresh: BonusHouse) -> tuple[TableController, TableDevices]:
        self._watch, places = Watch(), self._scenario.rules.places
        devices = TableDevices(felt.config, places, felt.paired, site=felt)
        controller = self._run.controller(fresh, devices.outlets, (self._watch,))
        self._thread = controller.start()
        devices.start(controller)
        return controller, devices

    def _find(self, felt: Felt, table: Table) -> None:
        """A run that was killed goes on in the middle of a round: the felt is as it was left."""
        round_ = table.round
        if round_.phase is Phase.IDLE:
            return
        for place in round_.sensed if round_.phase is Phase.WAGERS else ():
            felt.put_chip(place)
        cards, back, out = self._cards(round_.number), _back(round_.number), len(round_.drawn)
        self._taken = out
        if self._dealing is Dealing.SHOE:
            felt.stack_shoe(back, cards, out)
        elif self._dealing is Dealing.SHUFFLER:
            felt.find_bay(back, cards, out)

    def cut(self) -> None:
        """The power is gone: drivers and controller end where they are."""
        devices, controller, thread = self._devices, self._controller, self._thread
        self._devices = self._controller = self._thread = self._given = None
        if devices:
            devices.stop()
        if controller and thread:
            controller.stop()
            thread.join()

    def _until(self, fact: Callable[[Table], bool]) -> bool:
        """Wait until the controller's table is so."""
        return self._watch.until(fact)

    def _answer(self, answer: "Future[T]") -> T:
        """Wait for an answer, of the controller or of a device."""
        return answer.result(WAIT_S)

    def close(self) -> None:
        self.cut()
        if self.felt is not None:
            self.felt.__exit__()
            self.felt = None

    def snapshot(self) -> Snapshot:
        return self._up()[1].snapshot()

    # What a scenario says

    def expect_cards(self, count: int, table: Table) -> None:
        """The dealer is about to deal so many cards, as far as the file has them."""
        out = len(table.round.drawn)
        self._wanted = min(out + count, len(self._cards(table.round.number)))

    def strike(self, fault: ScenarioFault, where: str) -> None:
        """From here on so many bytes or reports, or cards or chips, then it happens."""
        if self._strikes is not None and self._devices is not None:
            self._strikes.arm(fault, where, self._devices)

    def never_struck(self) -> list[str]:
        return self._strikes.never() if self._strikes else []

    def put(self, command: c.Command, table: Table) -> Answer:
        """Do it at the device it is about, or tap it; answered when it is on record."""
        try:
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
        except (DeviceFault, TimeoutError) as fault:
            why = str(fault) or "no answer in time"
            raise JournalFault(f"Simulated devices: {why}") from fault

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
            felt.stack_shoe(_back(number), self._cards(number))
        elif self._dealing is Dealing.SHUFFLER and devices.shuffler:
            self._wait_for_deck(number)
            felt.clear_deck(_back(number - 1))

    def _wait_for_deck(self, number: int) -> None:
        felt, seconds = self._up()[0], WAIT_S + 4 * CYCLE_S / (self._speed or CYCLE_S)
        if not felt.wait(lambda: self._prepared(number), seconds):
            deck = felt.shuffler.deck(_back(number))
            raise DeviceFault(f"shuffler: {deck.name}, not {Deck.READY.name}")

    def _prepared(self, number: int) -> bool:
        """The next step for a deck, without waiting for it; whether it is ready to be dealt."""
        felt, _, devices = self._up()
        shuffler, back = devices.shuffler, _back(number)
        deck = felt.shuffler.deck(back)
        if shuffler is None or deck is Deck.READY:
            return deck is Deck.READY
        if self._given is not None:
            if not self._given.done():
                return False
            _accepted(self._given.result(), Outcome.BLOCKED)
            self._given = None
        elif deck is Deck.BLOCKED:  # R37: a cycle that was not finished is begun anew
            felt.take_out(back)
        elif deck is Deck.ABSENT:
            felt.put_deck(back, self._cards(number))
            self._given = shuffler.load_deck(back)
        elif deck is Deck.LOADED:
            self._given = shuffler.shuffle(back)
        return False

    def _prepare_ahead(self, number: int) -> None:
        """While a deck is in play the other is shuffled: no round waits if there was time."""
        if self._dealing is Dealing.SHUFFLER and number <= len(self._scenario.content.rounds):
            self._prepared(number)

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
        out = len(table.round.drawn)
        if self._taken <= out and devices.shuffler:
            count = packet(table.round.plan, out, max(1, self._wanted - out))
            while not self._ejected(devices.shuffler, table, out + count):
                self._wait_for_deck(table.round.number)
            self._taken += count
            self._recorded(out + count)
            felt.take_packet()
        return self._recorded(out + 1)

    def _ejected(self, shuffler: Shuffler, table: Table, count: int) -> bool:
        """So many cards are out; not where the device got stuck before the first (12.1)."""
        felt, back, out = self._up()[0], _back(table.round.number), len(table.round.drawn)
        _accepted(self._answer(shuffler.eject(back, count - out)))
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

    def _up(self) -> tuple[Felt, TableController, TableDevices]:
        if self.felt is None or self._controller is None or self._devices is None:
            raise DeviceFault("nothing is up")
        return self.felt, self._controller, self._devices


def _back(number: int) -> Back:
    """The decks take turns."""
    return Back.RED if number % 2 else Back.BLUE


def _accepted(outcome: Outcome, *others: Outcome) -> None:
    if outcome not in (Outcome.ACCEPTED, *others):
        raise DeviceFault(f"shuffler: {outcome.name.lower().replace('_', ' ')}")
