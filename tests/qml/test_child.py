"""A child's hands on the console: 200 taps a second anywhere, while the devices go on."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from controller.cards.plan import Unexplained
from controller.domain.books import balances
from controller.domain.cards import DECK, Card
from controller.domain.dealing import Dealing
from controller.domain.money import ZERO, Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.events import AwardPaid, ExtraCardDrawn, HandSettled, RoundOpened
from controller.games.bonus.round.books import METER, entries, felt, player
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.state import Ending, Table
from controller.games.bonus.rules import TableRules
from controller.games.bonus.wagers import Area, Stake
from controller.running.snapshot import Snapshot
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.screen import Keep, Screen
from tests.helpers.shift import GAMING, Shift
from tests.qml.conftest import seven_places
from ui.bridge import Bridge

TAP_MS = 5
PLAYERS = (1, 2, 4, 7)
STEPS_MAX = 300
LASTING = ("signOnClose", "supervisorBack", "listedBack", "awardsClose")
"""Of the panels that stay while play goes on beside them."""


class Rounds:
    """A viewer that keeps every round as it was when it ended."""

    def __init__(self) -> None:
        self.ended: dict[int, Table] = {}

    def show(self, snapshot: Snapshot) -> None:
        table = snapshot.house.table
        if table.round.number and table.round.phase is Phase.IDLE:
            self.ended[table.round.number] = table


class Nursery:
    """A table with players and devices, and nobody grown up at the screen."""

    def __init__(self, seed: int, keep: Keep, rules: TableRules) -> None:
        self.chance = random.Random(seed)
        self.rounds = Rounds()
        bridge = Bridge(simulated=True)
        self.shift = Shift(rules, viewers=(bridge, self.rounds), goes_ahead=True)
        self.screen = keep(Screen(self.shift, bridge))
        self.shift.playing(*PLAYERS)
        self._cards: Iterator[Card] = iter(())
        self._reads = True

    def taps(self, count: int) -> None:
        """At any spot, now and then at the one that shines; often the next comes before anything
        has answered."""
        window, chance = self.screen.window, self.chance
        shines = self.screen.centre("primaryButton")
        for _ in range(count):
            self.screen.wait(TAP_MS)
            spot = QPoint(chance.randrange(window.width()), chance.randrange(window.height()))
            self.screen.touch(shines if chance.random() < 0.1 else spot)
            if chance.random() < 0.7:
                self.shift.controller.work()
                QGuiApplication.processEvents()
            if chance.random() < 0.2:
                self.device()

    def device(self) -> None:
        """What happens at the table by itself: a deck, an ante, a chip on a sensor, a card."""
        round_, step = self.shift.table.round, self.shift.controller.snapshot().step
        if round_.phase is Phase.IDLE:
            self.shift.deck_ready()
        elif round_.phase is Phase.WAGERS:
            self._cards = iter(self.chance.sample(DECK, len(DECK)))
            self._reads = self.chance.random() < 0.8
            place = self.chance.choice(PLAYERS)
            self.shift.do(c.JackpotSensor(place, present=self.chance.random() < 0.5))
            if not round_.place(place).dealt_in:
                ante = c.PlaceWager(place, Area.ANTE, Stake(Money(2500)))
                if isinstance(self.shift.ask(ante), Refused):  # the child has sent the player away
                    self.shift.seated(place)
        elif isinstance(step.command, c.DealByHand):  # the dealer takes the progressives off
            for place in round_.sensed:
                self.shift.do(c.JackpotSensor(place, present=False))
        elif isinstance(step.command, c.ConfirmAward):
            self.shift.on(GAMING).do(step.command).off()
        elif step.cards_due and self.shift.rules.dealing is not Dealing.HAND:
            self.shift.do(c.CardDrawn(next(self._cards) if self._reads else None))

    def grown_up(self) -> None:
        """A dealer comes back and takes the round to its end."""
        for _ in range(STEPS_MAX):
            if self.shift.table.round.phase is Phase.IDLE:
                return
            self.device()
            self.screen.settle()
            round_, open_ = self.shift.table.round, self._left_open()
            if open_:
                self.screen.tap(open_)
            elif (
                round_.unexplained is not Unexplained.NOTHING
                and round_.phase is not Phase.RECONCILE
            ):
                self.shift.supervised(c.Report(c.Irregularity.WRONG_CARD_COUNT))
            elif self.screen.find("cardPad"):
                self.screen.tap(f"key-{self._keyable()}")
            elif self.screen.enabled("primaryButton"):
                self.screen.tap("primaryButton")
            elif self.screen.find("allBetButton") and self.screen.enabled("allBetButton"):
                self.screen.tap("allBetButton")
        pytest.fail(f"stuck: {self.screen.text('primaryButton', 'reason')}")

    def _left_open(self) -> str:
        """The way out of a panel that the child has opened over the pads."""
        return next((name for name in LASTING if self.screen.find(name)), "")

    def _keyable(self) -> str:
        pad = self.screen.console.view.parts["cardPad"].props
        free = [card for card, out in zip(pad.cards, pad.out, strict=True) if not out]
        return str(self.chance.choice(free))


def settled_twice(shift: Shift) -> list[tuple[str, int, int]]:
    """Whatever was paid more than once in its round, by the record."""
    paid: Counter[tuple[str, int, int]] = Counter()
    number = 0
    for event in shift.events():
        if isinstance(event, RoundOpened):
            number += 1
        elif isinstance(event, HandSettled):
            paid["place", number, event.place] += 1
        elif isinstance(event, AwardPaid):
            paid["award", number, event.index] += 1
    return [what for what, times in paid.items() if times > 1]


def check_books(table: Table) -> None:
    """Double entry: nothing stays on the felt, and every player has what the results say."""
    round_, gained = table.round, balances(entries(table))
    assert sum(gained.values()) == 0
    for place in round_.places:
        assert gained.get(felt(place.number), ZERO) == 0, "chips were left on the felt"
        won = sum(due.award.amount for due in round_.awards if due.award.place == place.number)
        net = sum(one.paid + one.returned - one.stake for one in place.results.values()) + won
        assert gained.get(player(place.number), ZERO) == net
    if round_.meter_before and table.meter:
        assert gained.get(METER, ZERO) == table.meter.value - round_.meter_before.value


def check(nursery: Nursery, taps: int) -> None:
    ended = nursery.rounds.ended
    nursery.taps(taps)
    nursery.grown_up()
    assert ended, "the child should get somewhere"
    assert settled_twice(nursery.shift) == []
    for table in ended.values():
        check_books(table)
    nursery.shift.deck_ready()
    nursery.screen.settle()
    number = nursery.shift.table.round.number
    nursery.grown_up()
    last = nursery.rounds.ended[number]
    assert last.round.ending is Ending.SETTLED, "the console works as before"
    assert any(place.settled for place in last.round.places)
    check_books(last)
    if nursery.shift.rules.dealing is Dealing.HAND:
        phantoms = [one for one in nursery.shift.events() if isinstance(one, ExtraCardDrawn)]
        assert phantoms == [], "no tap has put a card on record that nobody has dealt"


def test_the_same_child_does_the_same_again(keep: Keep) -> None:
    """So that a seed that fails can be looked at."""
    records = []
    for _ in range(2):
        nursery = Nursery(4, keep, seven_places())
        before = len(nursery.shift.events())
        nursery.taps(60)
        # The first says by random numbers which file it is.
        records.append([repr(event) for event in nursery.shift.events()[1:]])
    assert records[0] == records[1]
    assert len(records[0]) >= before, "and it has done something"


def by_hand() -> TableRules:
    """Where the dealer says on the screen which cards are out, and what they are."""
    jackpot = jackpot_rules("PMG-01", wager="1", seed="10000")
    return table_rules("sd", places=7, jackpot=jackpot)


def seed_name(seed: int) -> str:
    """A test that fails is called by its seed."""
    return f"seed-{seed}"


@pytest.mark.parametrize("rules", [seven_places, by_hand])
@pytest.mark.parametrize("seed", [4], ids=seed_name)
def test_two_hundred_taps_a_second_break_nothing_and_pay_nothing_twice(
    keep: Keep, rules: Callable[[], TableRules], seed: int
) -> None:
    check(Nursery(seed, keep, rules()), taps=200)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("rules", [seven_places, by_hand])
@pytest.mark.parametrize("seed", range(4), ids=seed_name)
def test_many_children_break_nothing(
    keep: Keep, rules: Callable[[], TableRules], seed: int
) -> None:
    check(Nursery(seed, keep, rules()), taps=1_000)
