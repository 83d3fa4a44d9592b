"""A whole simulated table: devices, drivers, record, pool, crew and hands, brought up and down."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.config import load_game, load_schedule
from controller.devices.table import DeviceSetup
from controller.domain.money import Money
from controller.domain.rules import Dealing, JackpotRules, Limits, Method, RuleSet, TableRules
from controller.floor.base import Day
from controller.floor.equipment import state_of
from controller.floor.state import Settings
from controller.journal.keys import keys_for
from controller.ports import Clock, Viewer
from controller.running import RunningTable, TableSetup
from simulators.people.felt import Felt, wait_until
from simulators.people.hands import WAIT_S, Hands
from simulators.people.opening import Crew

EFFECTIVE: Final = Day(2024, 8, 16)
METER: Final = Money(6_123_550)
SCHEDULES: Final = {RuleSet.NSW_LEGACY: "nsw", RuleSet.NSW_2024: "nsw", RuleSet.SD: "PMG-01"}


@dataclass(frozen=True)
class Wanted:
    """What kind of table is to be simulated."""

    ruleset: RuleSet = RuleSet.NSW_2024
    method: Method = Method.A
    places: int = 7
    dealing: Dealing | None = None
    name: str = "14"
    jackpots: tuple[int, ...] = (1, 3, 4)
    """Places whose players lay a jackpot chip every round."""


def simulated_rules(wanted: Wanted) -> TableRules:
    """Rules with the figures of `config/`."""
    game = load_game(wanted.ruleset)
    schedule = load_schedule(SCHEDULES[wanted.ruleset])
    wager = schedule.printed_wager or Money(500)
    return TableRules(
        ruleset=wanted.ruleset,
        method=wanted.method,
        dealing=wanted.dealing or game.dealing[0],
        places=wanted.places,
        limits=Limits(Money(2_500), Money(50_000), Money(500), Money(10_000)),
        ante_bonus=game.ante_bonus,
        jackpot=JackpotRules(schedule, wager, 200_000, Money(5_000_000)),
        bonus_jackpots_first=game.settings.bonus_jackpots_first,
    )


class SimulatedTable:
    """Everything but the screen; a context manager."""

    def __init__(
        self,
        wanted: Wanted,
        folder: Path,
        clock: Clock,
        viewers: tuple[Viewer, ...] = (),
        *,
        speed: float | None = None,
        seed: int = 0,
    ) -> None:
        self.rules = simulated_rules(wanted)
        self._wanted, self._folder, self._clock = wanted, folder, clock
        self._viewers = viewers
        self._speed, self._seed = speed, seed
        self._open = ExitStack()

    def __enter__(self) -> "SimulatedTable":
        with ExitStack() as opened:
            self.felt = opened.enter_context(Felt(self.rules, self._speed, self._seed))
            self.hands = Hands(self.felt, self._wanted.jackpots)
            self.running = RunningTable(
                self._setup(), self._clock, viewers=(self.hands, *self._viewers)
            )
            opened.callback(self.running.close)
            self.crew = Crew(self.running.controller)
            self._open = opened.pop_all()
        return self

    def begin(self, day: Day) -> None:
        """Open the table to players; from here on the hands follow it."""
        self._devices_up()
        self.crew.open(day)
        self.hands.start(self.crew)
        self._open.callback(self.hands.stop)

    def _devices_up(self) -> None:
        """Nobody opens a table whose devices are not all there."""
        devices = self.running.devices
        names = tuple(devices.health) if devices else ()
        wait_until(lambda: all(state_of(self.crew.floor, name).in_use for name in names), WAIT_S)

    def _setup(self) -> TableSetup:
        journal = self._folder / "table.journal"
        return TableSetup(
            name=self._wanted.name,
            rules=self.rules,
            settings=Settings(effective_from=EFFECTIVE),
            journal=journal,
            keys=keys_for(journal, None, create=True),
            pool=self._folder / "pool.db",
            meter=METER,
            goes_ahead=True,
            devices=DeviceSetup(self.felt.config, self.felt.paired, self.felt),
        )

    def __exit__(self, *_: object) -> None:
        self._open.close()
