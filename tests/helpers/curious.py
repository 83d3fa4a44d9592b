"""A finger that wants to see everything: it taps what it has tapped least, wherever it is.

The table goes on meanwhile: cards come, devices fail, people sign on, rounds end badly. Before
every tap whoever watches is shown where the finger has come to. No screen is named here, so that a
new one is reached as soon as a key leads to it.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from controller.domain.cards import DECK, parse_cards
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import FitDevices, ReportDevice
from controller.floor.state import Status
from controller.games.bonus import commands as c
from controller.games.bonus.pool_answers import pool_shows
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.shared_meter import SharedMeter
from controller.games.bonus.wagers import Area, Stake
from controller.staff.roles import Person, Role
from tests.helpers.chaos import any_report, next_step
from tests.helpers.layout import Seen, in_sight, visible
from tests.helpers.screen import FINGER_MS, Screen
from tests.helpers.shift import CASINO, DEALER, GAMING, INSPECTOR, TECHNICIAN, Shift

DEVICES = ("shuffler", "sensors", "lamps", "keypad", "sign", "reader")
STORIES = (
    "No XK-12 with unit id 1 seen, one expected: plug it in again.",
    "51 cards counted in the red deck, 52 expected: the deck is blocked until it is whole.",
    "The sign does not answer.",
)
LONG = Person("2012345678", "Konstantinos Papadopoulos-Featherstonehaugh", Role.CASINO_SUPERVISOR)
PEOPLE = (GAMING, CASINO, INSPECTOR, TECHNICIAN, LONG)
LUCKY = parse_cards("9h 8h 7h 6h 5h Ah Kh Qh Jh Th 2c 3d")
"""Dealt first in some rounds, in any order: somebody is likely to have an award with them."""
TITLE = re.compile(r"\w*(Title|Question)")
AWAY = re.compile(r"\w*(Close|Back|Clear)")
Watcher = Callable[[Screen, str], object]


class Curious:
    """One finger at one console; tables come and go under it."""

    def __init__(self, screen: Screen, seed: int, watcher: Watcher) -> None:
        self.screen, self._watcher = screen, watcher
        self._chance = random.Random(seed)
        self.tapped: Counter[tuple[str, str]] = Counter()
        """How often a key was tapped, by where and its name."""
        # fmt: off
        self._happenings = (
            #   of 100, what
            (4, self._device_fails),
            (2, self._devices_work),
            (6, self._somebody_signs_on),
            (2, self._leave),
            (16, self._play_on),
            (2, lambda: self._shift.ask(any_report(self._chance, self._any_place()))),
            (1, self._pool_shows),
            (1, self._interrupted),
            (1, lambda: self._shift.controller.hold("The journal is damaged at record 17.")),
        )
        # fmt: on

    @property
    def _shift(self) -> Shift:
        return self.screen.shift

    def evening(self, shift: Shift, taps: int) -> None:
        """So many taps at a table of its own, unless it is closed before."""
        self._watcher(self.screen.move_to(shift), "never opened")
        shift.playing(*range(1, shift.rules.places + 1)).do(FitDevices(DEVICES))
        for _ in range(taps):
            self._table_goes_on()
            self._watcher(self.screen.settle(), self.where())
            self._tap()
            if shift.floor.status is Status.CLOSED:
                return

    def where(self, items: list[Seen] | None = None) -> str:
        """The phase, what is open and what it asks."""
        phase, items = self._phase(), items or visible(self.screen.window)
        panels = {one.item.objectName() for one in items if one.panel is one}
        titles = (one.text for one in items if one.panel and TITLE.fullmatch(one.item.objectName()))
        return ", ".join([phase, *sorted(panels), *titles])

    def _phase(self) -> str:
        return self._shift.table.round.phase.value

    # The finger

    def _tap(self) -> None:
        items = visible(self.screen.window)
        offered, where = self._offered(items), re.sub(r"\d", "", self.where(items))

        def known(name: str) -> tuple[int, bool]:
            """How well; of two keys the one that leads further into an open panel is less so."""
            onward = offered[name][0].panel is not None and not AWAY.fullmatch(name)
            return self.tapped[where, name], not onward

        least = min(map(known, offered))
        name = self._chance.choice([one for one in offered if known(one) == least])
        self.tapped[where, name] += 1
        self.screen.wait(FINGER_MS).touch(
            self._chance.choice(offered[name]).rect.center().toPoint()
        )
        self.screen.settle()

    def _offered(self, items: list[Seen]) -> dict[str, list[Seen]]:
        """What can be tapped; keys that differ by a figure or a card are taken as one."""
        found: dict[str, list[Seen]] = {}
        for one in in_sight(items):
            if one.is_key and _is_live(one):
                name = re.sub(r"\d+$|^key-..$", "", one.item.objectName()) or one.path
                found.setdefault(name, []).append(one)
        return found

    # The table

    def _table_goes_on(self) -> None:
        if self._shift.controller.snapshot().held and self._chance.random() < 0.1:
            self._interrupted()
        if self._shift.table.round.phase is Phase.IDLE:
            with suppress(AssertionError, KeyError):  # a deck to be counted first, or replaced
                self._shift.deck_ready()
        if self._shift.table.round.phase is Phase.WAGERS:
            self._wager()
        if self._chance.random() < 0.9:
            self._deal()
        at = self._chance.randrange(100)
        for share, happens in self._happenings:
            at -= share
            if at < 0:
                happens()
                return

    def _wager(self) -> None:
        place = self._any_place()
        ante = Stake(Money(self._chance.choice((2_500, 10_000, 47_500))))
        self._shift.ask(c.PlaceWager(place, Area.ANTE, ante))
        if self._chance.random() < 0.6:
            self._shift.ask(c.PlaceWager(place, Area.BONUS, Stake(Money(2_500))))
            self._shift.ask(c.JackpotSensor(place, present=True))

    def _deal(self) -> None:
        """Every card that is due, most of them read; the same deck throughout a round."""
        round_ = self._shift.table.round
        chance = random.Random(round_.number)
        lucky = LUCKY if round_.number % 2 else ()
        rest = [card for card in DECK if card not in lucky]
        cards = [*chance.sample(lucky, len(lucky)), *chance.sample(rest, len(rest))]
        while self._shift.controller.snapshot().step.cards_due:
            drawn = len(self._shift.table.round.drawn)
            read = self._chance.random() < 0.99
            self._shift.ask(c.CardDrawn(cards[drawn] if read else None))
            if len(self._shift.table.round.drawn) == drawn:
                return  # the table is held, or its device is not to be used

    def _play_on(self) -> None:
        """Some steps of a patient dealer, not by touch; a supervisor helps where one is needed."""
        shift = self._shift
        shift.now(shift.controller.compare_done())
        self._leave()
        with suppress(AssertionError):  # signed on already
            shift.on(DEALER)
        for _ in range(self._chance.randint(1, 25)):
            step = next_step(self._chance, shift.table)
            if isinstance(shift.ask(step, shift.likeliest(step)), Refused):
                with suppress(AssertionError):  # not on a table that is held
                    shift.on(GAMING)
                shift.ask(step, shift.likeliest(step))
                self._leave()
            self._deal()

    def _leave(self) -> None:
        if self._shift.controller.snapshot().on_top is not None:
            self._shift.now(self._shift.controller.lock())

    def _any_place(self) -> int:
        return self._chance.randint(1, self._shift.rules.places)

    # What happens besides

    def _device_fails(self) -> None:
        device, code = self._chance.choice(DEVICES), self._chance.choice(list(TroubleCode))
        story, part = self._chance.choice(STORIES), self._chance.choice(("", "", "red", "3"))
        self._shift.ask(ReportDevice(device, code, story, part))

    def _devices_work(self) -> None:
        for device in self._shift.floor.devices:
            for one in device.troubles:
                self._shift.ask(ReportDevice(device.name, one.code, one.text, one.part, over=True))

    def _somebody_signs_on(self) -> None:
        with suppress(AssertionError):  # not on a table that is held
            self._shift.on(self._chance.choice(PEOPLE))

    def _pool_shows(self) -> None:
        meter = SharedMeter(Money.parse("12345678.90"), linked=self._chance.random() < 0.5)
        self._shift.now(pool_shows(self._shift.controller, meter))

    def _interrupted(self) -> None:
        """The felt is to be compared."""
        self.screen.restart()


def _is_live(seen: Seen) -> bool:
    handlers = [one for one in seen.item.children() if one.inherits("QQuickTapHandler")]
    return any(one.property("enabled") for one in handlers)
