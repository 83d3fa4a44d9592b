"""A running table with its people, for tests: signed on, opened, seated, played by commands."""

import secrets
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any, Self

from controller.authority import Command
from controller.domain.base import existing
from controller.domain.cards import parse_cards
from controller.domain.instant import MINUTE_MS, SECOND_MS, Instant
from controller.domain.money import Money
from controller.domain.refusals import Refused, Sentence
from controller.floor.base import Day
from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import BringDeck, CheckDeck, CutDeck, ShuffleDeck
from controller.floor.loading import CompleteShuffle, LoadDeck, ReportDeckReleased
from controller.floor.money import CountFloat
from controller.floor.opening import BeginOpening, ConfirmItem, OpenTable, checklist
from controller.floor.seats import ConfirmCard, TakeSeat, card_required
from controller.floor.state import CheckMeans
from controller.games.bonus import commands as c
from controller.games.bonus.floor.jackpots import EnableJackpot
from controller.games.bonus.floor.state import BonusFloor, BonusSettings, ShownOn, new_floor
from controller.games.bonus.house import BonusHouse, house_of
from controller.games.bonus.round.state import Table, new_table
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.games.registry import KINDS
from controller.house.decide import action_for
from controller.house.state import House
from controller.journal.keys import TableKeys
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import Recorder
from controller.journal.sealing import SealedJournal
from controller.running.ports import Outlets, Viewer
from controller.running.runtime import TableController
from controller.running.snapshot import Accepted, Answer
from controller.running.undo import Undoable, reason_for
from controller.running.writer import COMPARE
from controller.staff.roles import Person, Reason, Role
from controller.staff.session import Admitted, Means
from drivers.shuffler.protocol import Back
from tests.helpers.felt import jackpot_rules, table_rules
from tests.helpers.refused import why

KEYS = TableKeys(*(secrets.token_bytes(32) for _ in range(3)))
RULES = table_rules("nsw-2024", places=5, jackpot=jackpot_rules(bonus=True))
MONDAY = Day(2025, 3, 3)
MIDNIGHT_MS = 1_740_960_000_000
"""Of that Monday, UTC."""
BACKS = {"A": Back.RED, "B": Back.BLUE}
"""The backs of the decks, by their names."""

DEALER = Person("101", "Dealer", Role.DEALER)
RELIEF = Person("102", "Relief", Role.DEALER)
GAMING = Person("201", "Supervisor", Role.GAMING_SUPERVISOR)
CASINO = Person("301", "Pit", Role.CASINO_SUPERVISOR)
INSPECTOR = Person("401", "Inspector", Role.INSPECTOR)
TECHNICIAN = Person("501", "Technician", Role.TECHNICIAN)


@dataclass
class HandClock:
    """A clock that is set by hand."""

    instant: Instant = field(default_factory=lambda: Instant(MIDNIGHT_MS, 5_000))

    def now(self) -> Instant:
        return self.instant

    def wait(self, ms: int) -> None:
        now = self.instant
        self.instant = replace(now, wall_ms=now.wall_ms + ms, steady_ms=now.steady_ms + ms)

    def restart(self) -> None:
        """Another run of the controller, another steady clock."""
        self.instant = replace(self.instant, steady_ms=0, run=self.instant.run + 1)


def fresh_house(rules: TableRules = RULES, meter: str = "60000") -> BonusHouse:
    """A table that was never opened."""
    settings = BonusSettings(effective_from=Day(2024, 8, 16))
    table = new_table(rules, Money.parse(meter) if rules.jackpot else Money(0))
    return BonusHouse(table, "T7", new_floor(rules, settings))


class AnyShift:
    """One table of any game through its day; every helper refuses to go on when a command is
    refused."""

    def __init__(
        self,
        rules: Any,
        recorder: Recorder | None = None,
        *,
        keys: TableKeys = KEYS,
        outlets: Outlets | None = None,
        viewers: tuple[Viewer, ...] = (),
        **more: Any,
    ) -> None:
        self.rules = rules
        self.keys = keys
        self.recorder: Recorder = recorder or MemoryRecorder(keys)
        self.clock = HandClock()
        self._more = {"outlets": outlets, "viewers": viewers, **more}
        self.controller = self._started()

    def _started(self) -> TableController:
        journal = SealedJournal(self.recorder, self.keys, *KINDS)
        return TableController(self.fresh(), journal, self.clock, **self._more)

    def fresh(self) -> House:
        """The house before it was ever opened."""
        raise NotImplementedError

    def restart(self) -> Self:
        """The process was killed: only the record is left."""
        self.clock.restart()
        self.controller = self._started()
        return self

    @property
    def house(self) -> Any:
        return self.controller.snapshot().house

    @property
    def table(self) -> Any:
        return self.house.table

    @property
    def floor(self) -> Any:
        assert self.house.floor is not None
        return self.house.floor

    def events(self) -> list[Any]:
        """All that stands in the record."""
        journal = SealedJournal(self.recorder, self.keys, *KINDS)
        return [recorded.event for recorded in journal.events()]

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events()]

    def on(self, person: Person, role: Role | None = None) -> Self:
        """Somebody signs on."""
        shown = Admitted(person, Means.PIN)
        answer = self.now(self.controller.sign_on(shown, role or person.role))
        assert isinstance(answer, Accepted), answer.text()
        return self

    def now(self, answer: "Future[Answer]") -> Answer:
        """What was put into the inbox, done."""
        self.controller.work()
        return answer.result(0)

    def off(self) -> Self:
        self.now(self.controller.lock())
        return self

    def compared(self) -> Self:
        """The dealer signs on after a start, and has looked at the felt if that is waited for."""
        self.on(DEALER)
        if self.controller.snapshot().held == COMPARE:
            answer = self.now(self.controller.compare_done())
            assert isinstance(answer, Accepted), answer.text()
        return self

    def ask(self, command: Command, reason: Reason | None = None) -> Answer:
        """One command, whatever comes of it."""
        return self.controller.handle(command, reason=reason)

    def likeliest(self, command: Command) -> Reason | None:
        """The first reason that fits, where one is asked for."""
        action = action_for(self.house, command)
        return next(iter(action.reasons), None) if action else None

    def do(self, *commands: Command, reason: Reason | None = None) -> Self:
        for command in commands:
            answer = self.ask(command, reason or self.likeliest(command))
            assert isinstance(answer, Accepted), f"{command}: {answer.text()}"
        return self

    def refuses(self, command: Command, reason: Reason | None = None) -> Refused:
        before = self.house
        answer = self.ask(command, reason)
        assert isinstance(answer, Refused), f"{command} was accepted"
        assert self.house == before
        return answer

    def why(self, command: Command, reason: Reason | None = None) -> tuple[Sentence, str | None]:
        """What it is refused for, and by which clause."""
        return why(self.refuses(command, reason or self.likeliest(command)))

    def supervised(self, *commands: Command, reason: Reason | None = None) -> Self:
        """With the gaming supervisor on top."""
        return self.on(GAMING).do(*commands, reason=reason).off()

    def undo(self) -> Undoable:
        """What the button offers to undo, done."""
        offered = existing(self.controller.snapshot().undo, "there is nothing to undo")
        answer = self.now(self.controller.undo(offered, reason_for(offered.by)))
        assert isinstance(answer, Accepted), answer.text()
        return offered

    def opened(self) -> Self:
        """The dealer and a supervisor open the table."""
        self.on(DEALER).on(GAMING)
        self.do(BeginOpening(MONDAY))
        self.do(*(ConfirmItem(item.code) for item in checklist(self.floor)))
        self.do(CountFloat(Money.parse("10000")))
        self.do(OpenTable())
        self.offered()
        return self.off()

    def offered(self) -> None:
        """What the game offers once the table is open."""

    def seated(self, *places: int) -> Self:
        for place in places:
            self.do(TakeSeat(place, f"P{place}"))
            if card_required(self.floor):
                self.do(ConfirmCard(place))
        return self

    def deck_ready(self, name: str = "A") -> Self:
        """Every step of the script, until the deck can be dealt."""
        if self.floor.deck(name) is None:
            self.do(BringDeck(name, "red"))
        while (deck := self.floor.deck(name)) and (step := next_step(self.floor, deck)):
            self.do(DECK_STEPS[step](name))
        return self

    def decks(self, *names: str) -> Self:
        """Brought, checked and shuffled by hand: A is red, B is blue."""
        for name in names:
            self.do(BringDeck(name, BACKS[name].name.lower()))
            self.do(CheckDeck(name, CheckMeans.DEALER), ShuffleDeck(name))
        return self

    def playing(self, *places: int) -> Self:
        """An open table with players and a deck ready to be dealt."""
        return self.opened().seated(*(places or (1, 2))).deck_ready()

    def wait(self, *, minutes: int = 0, seconds: int = 0) -> Self:
        self.clock.wait(minutes * MINUTE_MS + seconds * SECOND_MS)
        self.controller.tick()
        return self


class Shift(AnyShift):
    """One table of the bonus game through its day."""

    def __init__(
        self, rules: TableRules = RULES, recorder: Recorder | None = None, **more: Any
    ) -> None:
        super().__init__(rules, recorder, **more)

    def fresh(self) -> BonusHouse:
        return fresh_house(self.rules)

    @property
    def house(self) -> BonusHouse:
        return house_of(self.controller.snapshot())

    @property
    def table(self) -> Table:
        return self.house.table

    @property
    def floor(self) -> BonusFloor:
        assert self.house.floor is not None
        return self.house.floor

    def offered(self) -> None:
        if self.rules.jackpot is not None:
            self.do(EnableJackpot(ShownOn.VIDEO_SIGN))

    def wagers(self, *, jackpot: tuple[int, ...] = (), **antes: str) -> Self:
        """`wagers(p1="25", p3="50", jackpot=(1,))`: opens the round and puts antes down."""
        self.do(c.OpenRound(self.floor.last_round + 1))
        for key, ante in antes.items():
            place = int(key.removeprefix("p"))
            self.do(c.PlaceWager(place, Area.ANTE, Stake(Money.parse(ante))))
        return self.do(*(c.JackpotSensor(place, present=True) for place in jackpot))

    def deal(self, cards: str) -> Self:
        return self.do(c.NoMoreBets(), *(c.CardDrawn(card) for card in parse_cards(cards)))

    def to_the_river(self) -> Self:
        """Everybody bets the flop and checks from there on; the whole board is up."""
        self.do(c.DecideAll(Choice.BET), c.Reveal(Street.FLOP))
        self.do(c.DecideAll(Choice.CHECK), c.Reveal(Street.TURN))
        return self.do(c.DecideAll(Choice.CHECK), c.Reveal(Street.RIVER))


DECK_STEPS: dict[Step, Any] = {
    Step.CHECK: lambda name: CheckDeck(name, CheckMeans.DEALER),
    Step.SHUFFLE: ShuffleDeck,
    Step.CUT: CutDeck,
    Step.LOAD: LoadDeck,
    Step.DEVICE_SHUFFLE: CompleteShuffle,
    Step.RELEASE: ReportDeckReleased,
}


class Live(AnyShift):
    """The same on a controller that runs on its own thread; mixed into a shift of its game."""

    def __init__(self, controller: TableController, rules: Any = RULES) -> None:
        self.rules = rules
        self.controller = controller

    def ask(self, command: Command, reason: Reason | None = None) -> Answer:
        return self.controller.submit(command, reason=reason).result(10)

    def now(self, answer: "Future[Answer]") -> Answer:
        return answer.result(10)


class LiveShift(Live, Shift):
    """A table of the bonus game that runs on its own thread."""
