"""A table to try the floor on: commands go in on a clock of our own, the folded floor comes out."""

from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from controller.authority import action_of, internal
from controller.domain.base import existing
from controller.domain.instant import Instant
from controller.domain.kernel import Asking
from controller.domain.money import Money
from controller.domain.refusals import Refused, Sentence
from controller.floor.base import Command, Day, Event
from controller.floor.core import FloorCore
from controller.floor.deck_steps import Step, next_step
from controller.floor.decks import BringDeck
from controller.floor.money import CountFloat
from controller.floor.opening import BeginOpening, ConfirmItem, LogOnDealer, OpenTable, checklist
from controller.floor.prompts import prompts
from controller.floor.rounds import BeginRound, FinishRound, RemoveFirstCard, follow_up
from controller.floor.seats import ConfirmCard, TakeSeat, card_required, verify_player
from controller.floor.signs import SignPage
from controller.floor.state import Deck, Status
from controller.games.bonus.floor.core import FLOOR
from controller.games.bonus.floor.signs import sign_pages
from controller.games.bonus.floor.state import BonusFloor, BonusSettings, TableLimits, new_floor
from controller.games.bonus.jackpot.meter import Meter
from controller.games.bonus.rules import JackpotRules, Limits
from controller.staff.powers import Action, NotAllowed, check
from controller.staff.roles import Actor, Reason, Role
from tests.helpers.felt import table_rules
from tests.helpers.refused import Refusing
from tests.helpers.shift import DECK_STEPS

DEALER = Actor("101", Role.DEALER)
GAMING = Actor("201", Role.GAMING_SUPERVISOR)
CASINO = Actor("301", Role.CASINO_SUPERVISOR)
INSPECTOR = Actor("401", Role.INSPECTOR)
TECHNICIAN = Actor("501", Role.TECHNICIAN)
CREW = (DEALER, GAMING, CASINO, TECHNICIAN)

MONDAY = Day(2025, 3, 3)
MIDNIGHT = 1_740_960_000_000
"""Of that Monday, UTC."""


def crew_for(action: Action) -> tuple[Actor, ...]:
    """Those of the table's people who do it."""
    crews = (crew for count in (1, 2) for crew in combinations(CREW, count))
    reason = next(iter(action.reasons), None)
    return next(crew for crew in crews if check(action, crew, reason) is None)


class Request(NamedTuple):
    """A command of which the test says who asks, or why."""

    command: Command
    by: tuple[Actor, ...] = ()
    reason: Reason | None = None


def verify_powers(command: Command, asking: Asking) -> None:
    """No test plays what nobody may do."""
    action = action_of(command)
    objection = action and check(action, asking.by, asking.reason)
    assert not isinstance(objection, NotAllowed), f"{command}: {objection.text()}"


def dollars(text: str) -> Money:
    return Money.parse(text)


def limits(
    ante: tuple[str, str] = ("25", "500"), bonus: tuple[str, str] = ("5", "100"), **more: Any
) -> TableLimits:
    """`limits(ante=("50", "500"), player_max=dollars("600"))`."""
    low, high, bonus_low, bonus_high = map(Money.parse, (*ante, *bonus))
    return TableLimits(Limits(low, high, bonus_low, bonus_high), **more)


class Pit(Refusing):
    """One table; every helper refuses to go on when a command is refused."""

    core: FloorCore[Any] = FLOOR

    def __init__(
        self,
        ruleset: str = "nsw-2024",
        *,
        dealing: str | None = None,
        places: int = 5,
        method: str = "A",
        jackpot: JackpotRules | None = None,
        day: Day = MONDAY,
        **settings: Any,
    ) -> None:
        rules = table_rules(ruleset, dealing=dealing, places=places, method=method, jackpot=jackpot)
        settings.setdefault("effective_from", Day(2024, 8, 16))
        self.fresh = new_floor(rules, BonusSettings(**settings))
        self.floor: BonusFloor = self.fresh
        self.day = day
        self.now = Instant(MIDNIGHT, 5_000)
        self.events: list[Event] = []

    def wait(self, minutes: float = 0, *, ms: int = 0) -> "Pit":
        """Time goes by on both clocks."""
        passed = round(minutes * 60_000) + ms
        now = self.now
        self.now = replace(now, wall_ms=now.wall_ms + passed, steady_ms=now.steady_ms + passed)
        return self

    def set_clock(self, seconds: int) -> "Pit":
        """Somebody sets the wall clock forward, or back."""
        self.now = replace(self.now, wall_ms=self.now.wall_ms + seconds * 1_000)
        return self

    def restart(self, *, down_minutes: float = 0, steady_ms: int = 0) -> "Pit":
        """The controller starts anew: another run, another steady clock."""
        wall_ms = self.now.wall_ms + round(down_minutes * 60_000)
        self.now = Instant(wall_ms, steady_ms, self.now.run + 1)
        return self

    def asking(self, said: "Command | Request") -> tuple[Command, Asking]:
        """Whoever may asks, for the likeliest reason, unless the test says who and why."""
        command, by, reason = said if isinstance(said, Request) else Request(said)
        if internal(command):
            return command, Asking(self.now, by or (DEALER,), reason)
        action = action_of(command)
        if action is None:
            return command, Asking(self.now, by, reason)
        reason = reason or next(iter(action.reasons), None)
        return command, Asking(self.now, by or crew_for(action), reason)

    def do(self, *commands: "Command | Request") -> "Pit":
        """Accepted one after another."""
        for said in commands:
            command, asking = self.asking(said)
            verify_powers(command, asking)
            assert self.core.can(self.floor, command, asking)
            decided = self.core.decide(self.floor, command, asking)
            assert not isinstance(decided, Refused), decided.text()
            assert self.core.fold(self.floor, decided.events) == decided.state
            for event in decided.events:
                assert (event.at, event.by, event.reason) == (self.now, asking.by, asking.reason)
            self.events += decided.events
            self.floor = decided.state
        return self

    def refuses(self, said: "Command | Request") -> Refused:
        """Refused, and nothing has changed."""
        (command, asking), before = self.asking(said), self.floor
        decided = self.core.decide(self.floor, command, asking)
        assert isinstance(decided, Refused), f"{command} was accepted"
        assert self.core.verify(self.floor, command, asking) == decided
        assert self.floor == before
        return decided

    def against(self, place: int) -> tuple[Sentence, str | None] | None:
        """Why nobody plays at a place, and by which clause."""
        refused = verify_player(self.floor, place)
        return None if refused is None else (refused.refusal, refused.clause)

    def status(self) -> Status:
        return self.floor.status

    def last(self, kind: type[Any]) -> Any:
        """The latest event of a kind."""
        return next(event for event in reversed(self.events) if type(event) is kind)

    def settle_down(self) -> "Pit":
        """What the table does by itself."""
        while (own := follow_up(self.floor, self.now)) is not None:
            self.do(own)
        return self

    def prepared(self) -> "Pit":
        """All confirmed, the float counted, the dealer there: ready to open."""
        self.do(BeginOpening(self.day))
        self.do(*(ConfirmItem(item.code) for item in checklist(self.floor)))
        return self.do(CountFloat(dollars("10000")), LogOnDealer(DEALER.number))

    def opened(self) -> "Pit":
        return self.prepared().do(OpenTable())

    def seat(self, *places: int) -> "Pit":
        """Players P1, P3 ... with their own cards."""
        for place in places:
            self.do(TakeSeat(place, f"P{place}"))
            if card_required(self.floor):
                self.do(ConfirmCard(place))
        return self

    def deck(self, name: str = "A", back: str = "red") -> "Pit":
        return self.do(BringDeck(name, back)).ready(name)

    def step(self, name: str = "A") -> Step | None:
        return next_step(self.floor, self.the(name))

    def the(self, name: str = "A") -> Deck:
        return existing(self.floor.deck(name), f"no deck {name}")

    def script(self, name: str = "A") -> list[str]:
        """Every step that was left, one after another, until the deck can be dealt."""
        steps: list[str] = []
        while (step := self.step(name)) is not None:
            steps.append(step)
            self.do(DECK_STEPS[step](name))
        return steps

    def ready(self, name: str = "A") -> "Pit":
        self.script(name)
        return self

    def playing(self, *places: int) -> "Pit":
        """An open table with players and a deck ready to be dealt."""
        return self.opened().seat(*(places or (1, 2))).deck()

    def begin(self, number: int | None = None) -> "Pit":
        return self.do(BeginRound(number or self.floor.last_round + 1))

    def dealt(self) -> "Pit":
        return self.begin().do(RemoveFirstCard())

    def play(self, *wagered: int) -> "Pit":
        """One whole round with antes at these places."""
        return self.ready().dealt().do(FinishRound(wagered))

    def pages(self, meter: str | None = None) -> dict[str, tuple[str, ...]]:
        """What the sign shows now, by title: a line with a figure as `text: figure`."""
        shown: tuple[SignPage, ...] = sign_pages(
            self.floor.rules,
            self.floor,
            Meter.standing_at(Money.parse(meter)) if meter else None,
            self.now,
        )
        return {
            page.title: tuple(
                f"{line.text}: {line.figure}" if line.figure else line.text for line in page.lines
            )
            for page in shown
        }

    def prompts(self) -> str:
        """All that the dealer is told, as text to search in."""
        return "\n".join(
            f"{one.text} ({one.clause})" if one.clause else one.text
            for one in prompts(self.floor, self.now)
        )
