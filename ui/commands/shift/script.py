"""What happens in the scripted shift, chapter by chapter; whoever watches is told and shown."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtQuick import QQuickWindow

from controller.domain.instant import MINUTE_MS
from controller.games.bonus import commands as c
from controller.games.bonus.floor.limits import markers_due
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.wagers import Choice
from controller.running.writer import COMPARE
from controller.tables import load_table
from drivers.shuffler.protocol import Back, Deck
from simulators.faults import Trouble
from simulators.games.bonus.people.players import Player
from simulators.people.felt import wait_until
from simulators.people.tapping import ANSWER_S_MAX, Stuck
from ui.bench.staff import SUPERVISOR
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.narration import caption, hand, told, wagers
from ui.commands.shift.stage import Stage
from ui.commands.shift.victim import READY
from ui.games.bonus.words import rules_name
from ui.viewmodels.words import dollars

SEED: Final = 3
STRAIGHT_FLUSH: Final = "9h Th Jh 3c 2d 4c Kh 7s 6c 8d 5s Qh 2s Ts 3d"
"""From the shoe: five community cards, then the places 1 to 4 and the dealer, twice around."""
LUCKY: Final = 2
"""The place that it comes together at."""
SEATS: Final = {"14": (1, 2, 3, 5, 6), "15": (1, 2, 3, 5), "16": (2, 3, 4, 6)}


class Determined(Player):
    """Always has a chip on the sensor, and never folds."""

    def wants_jackpot(self) -> bool:
        return True

    def decides(self, rules: TableRules, street: Street) -> Choice:
        return Choice.BET


class Watcher(Protocol):
    """Who the shift is told to."""

    def say(self, table: str, text: str) -> None:
        """What happens now."""
        ...

    def picture(self, stage: Stage, caption: str, window: QQuickWindow) -> None:
        """What a window shows as it stands."""
        ...

    def advance(self) -> None:
        """One more chapter of the script."""
        ...


class Script:
    """One shift; `folder` keeps the records of its tables."""

    def __init__(self, folder: Path, clock: ShiftClock, watcher: Watcher, more: int = 4) -> None:
        """`more` rounds are played after what a chapter is about."""
        self._folder, self._watcher, self._more = folder, watcher, more
        self._clock = clock
        self._watched: Callable[[Stage, str], object] = lambda stage, act: None
        self._told = 0
        """The last round of this table that was told."""
        self.chapters: Final = {
            "14": (self._opening, self._misdeal, self._jam, self._limits),
            "15": (self._crash, self._jackpot),
            "16": (self._south_dakota,),
        }

    def play(self) -> None:
        """From the first chapter to the last, every table on the same clock."""
        for table, chapters in self.chapters.items():
            self._told = 0
            if self._crash in chapters:
                self._kill(table)
            with self._stage(table) as stage:
                for chapter in chapters:
                    chapter(stage)
                    self._watcher.advance()

    @contextmanager
    def _stage(self, table: str) -> Iterator[Stage]:
        acted = lambda stage, act: self._watched(stage, act)  # noqa: E731
        with Stage(
            table,
            self._folder / f"table-{table}",
            self._clock,
            places=SEATS[table],
            seed=SEED,
            acted=acted,
        ) as stage:
            yield stage

    @contextmanager
    def _watching(self, told: Callable[[Stage, str], object]) -> Iterator[None]:
        """Every act of the dealer is shown while this lasts."""
        before, self._watched = self._watched, told
        try:
            yield
        finally:
            self._watched = before

    def _every_step(self, stage: Stage, act: str) -> None:
        self._shown(stage, caption(stage.snapshot, act))
        if act == "NoMoreBets":
            self._say(stage, f"No more bets: {wagers(stage.round)}.")
        elif act == "SettlePlace":
            self._say(stage, f"{hand(stage.snapshot)}.")

    def _say(self, stage: Stage, text: str) -> None:
        self._watcher.say(stage.table.name, text)

    def _shown(self, stage: Stage, text: str, window: QQuickWindow | None = None) -> None:
        """The console unless another window is named."""
        self._watcher.picture(stage, text, window or stage.console.window)

    def _play_on(self, stage: Stage, rounds: int) -> None:
        """So many rounds, and what all came to that were not told yet."""
        stage.play(rounds)
        done = [one for one in stage.account().rounds if one.number > self._told]
        self._told = stage.round.number - 1
        self._say(stage, f"{told(done)}.")

    # Table 14: New South Wales 2024, shuffler

    def _opening(self, stage: Stage) -> None:
        seated = ", ".join(map(str, SEATS["14"]))
        self._say(stage, f"The table is open; players at places {seated}.")
        self._shown(stage, "The table sign, for the players", stage.sign)
        with self._watching(self._first_step):
            stage.play()
        self._play_on(stage, self._more)

    def _first_step(self, stage: Stage, act: str) -> None:
        """The bench too, once chips lie on the sensors and the sign is lit."""
        self._every_step(stage, act)
        if act == "NoMoreBets":
            wait_until(lambda: stage.felt.sign.displayed.strip() != "", ANSWER_S_MAX)
            self._shown(stage, "The bench: the simulated devices", stage.bench.window)

    def _misdeal(self, stage: Stage) -> None:
        stage.reach(Phase.FLOP_DECISIONS)
        self._say(stage, "Cards are down, and one of the dealer's lies face up.")
        self._report(stage, c.Irregularity.DEALER_CARD_EXPOSED)
        self._shown(stage, "After the ruling: what goes back is on the places")
        self._play_on(stage, 1)

    def _report(self, stage: Stage, what: c.Irregularity) -> None:
        """On the console's own panel, which foresees what comes of it."""
        stage.finger.tap("irregularityButton")
        now = stage.round.phase.value.replace("-", " ")
        self._shown(stage, f"What can have happened by now ({now})")
        stage.finger.tap(f"say-{what.value}")
        panel = stage.console.view.parts["irregularities"].props
        if panel.waits:
            self._shown(stage, f"{panel.title}: {panel.waits}")
            stage.seat.sign_on(SUPERVISOR.person)
            stage.finger.look()
        shares = [f"place {one.place} {one.text}" for one in panel.shares]
        self._shown(stage, f"{panel.title}, foreseen: {panel.headline}. {panel.clause}")
        self._say(stage, f"{panel.headline} ({panel.clause}). {panel.besides}".rstrip())
        if shares:
            self._say(stage, f"{', '.join(shares).capitalize()}.")
        stage.finger.tap("confirm-")
        stage.seat.leave()

    def _jam(self, stage: Stage) -> None:
        stage.decks_ready()
        back = Back[_deck_back(stage).upper()]
        stage.bench.troubles.chooseKind(Trouble.JAM.value)
        stage.bench.troubles.letHappen()
        stage.bench.window.setProperty("wrong", True)
        self._shown(stage, "The bench: a jam is to happen", stage.bench.window)
        stage.seat.must(c.NoMoreBets())
        blocked = lambda: stage.felt.shuffler.deck(back) is Deck.BLOCKED  # noqa: E731
        if not wait_until(blocked, ANSWER_S_MAX):
            raise Stuck("the shuffler has not jammed")
        wait_until(lambda: any(one.troubles for one in stage.floor.devices), 1.0)
        self._say(
            stage, f"The shuffler jams on the {back.name.lower()} deck before the first card."
        )
        self._shown(stage, "The shuffler has jammed: what failed, what still works, what to do")
        self._report(stage, c.Irregularity.SHUFFLER_JAM)
        self._shown(stage, "After the ruling: the deck is taken out and shuffled again")
        self._play_on(stage, 1)

    def _limits(self, stage: Stage) -> None:
        stage.reach(Phase.WAGERS)
        old, finger = stage.floor.limits.spot.ante_min, stage.finger
        finger.tap("supervisorButton")
        self._shown(stage, "A supervisor signs on with number and PIN")
        finger.tap(*(f"digit{sign}" for sign in SUPERVISOR.person.number), "signOnGo")
        finger.tap(*(f"digit{sign}" for sign in SUPERVISOR.pin), "signOnGo")
        finger.see("leaveButton")  # a PIN takes its time
        finger.tap("supervisorButton")
        self._shown(stage, f"{SUPERVISOR.person.name} is on top: what a supervisor may do")
        finger.tap("entry-Limits", "entry-limits-at-once")
        for index, figure in enumerate(("50", "500", "5", "100")):
            finger.tap(*(f"digit{sign}" for sign in figure))
            if not index:
                self._shown(stage, "The form of the limits: ante, at least $50")
            finger.tap("supervisorNext")
        finger.tap("entry-keep", "entry-demand")
        self._shown(stage, "The new limits, before they are confirmed")
        finger.tap("supervisorConfirm", "leaveButton")
        stage.play()
        stage.until(lambda: not any(markers_due(stage.floor)), "markers")
        now = stage.floor.limits.spot.ante_min
        self._say(
            stage,
            f"Minimum ante from {dollars(old)} to {dollars(now)} by {SUPERVISOR.person.name}, "
            f"{SUPERVISOR.person.role.words}; who sits keeps the old one, with a marker.",
        )
        self._shown(stage, "New minimum, markers for those who keep the old one")
        self._shown(stage, "The sign has the new minimum", stage.sign)
        self._play_on(stage, self._more)

    # Table 15: New South Wales before 2024, shoe

    def _kill(self, table: str) -> None:
        """A process of its own plays until it is killed, as a power cut does."""
        self._clock.skip(4 * MINUTE_MS)
        self._watcher.say(table, "Comes up in a process of its own and plays.")
        arguments = [table, str(self._folder / f"table-{table}"), str(self._clock.now().wall_ms)]
        seats = ",".join(map(str, SEATS[table]))
        with subprocess.Popen(
            [sys.executable, "-m", "ui.commands.shift.victim", *arguments, str(SEED), seats],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as victim:
            said = victim.stdout.readline() if victim.stdout else ""
            victim.kill()
        if not said.startswith(READY):
            raise Stuck(f"the process said {said!r}, expected {READY!r}")
        self._clock.skip(int(said.split()[-1]) - self._clock.now().wall_ms)
        self._watcher.say(table, "Killed in the middle of a round, as by a power cut.")
        self._clock.skip(MINUTE_MS)

    def _crash(self, stage: Stage) -> None:
        if stage.snapshot.held != COMPARE:
            raise Stuck(f"after a kill: {stage.snapshot.held!r} seen, {COMPARE!r} expected")
        number = stage.round.number
        self._shown(stage, f"Recovered in round {number}: compare the screen with the felt")
        self._say(
            stage, f"Up again in round {number}, {wagers(stage.round)}: the felt is compared."
        )
        self._play_on(stage, 1)

    def _jackpot(self, stage: Stage) -> None:
        stage.dealer.players[LUCKY] = Determined(LUCKY, random.Random(SEED))
        stage.stack(STRAIGHT_FLUSH)
        self._clock.skip(MINUTE_MS)
        with self._watching(self._award):
            stage.play()
        self._say(stage, f"The award is paid; the meter is at {_meter(stage)}.")
        self._shown(stage, "After the award: the meter starts again")
        self._play_on(stage, self._more)

    def _award(self, stage: Stage, act: str) -> None:
        """Everything from the winning hand to the payment is shown."""
        if act in ("SettlePlace", "KeyAward", "PayAward"):
            self._every_step(stage, act)
        if act == "PayAward":
            self._shown(stage, "The table sign shows the win", stage.sign)
        if act == "ConfirmAward":
            self._say(stage, f"{hand(stage.snapshot)}; the meter was at {_meter(stage)}.")
            self._every_step(stage, act)
            stage.seat.sign_on(SUPERVISOR.person)
            stage.finger.tap("allAwards")
            self._shown(stage, f"{SUPERVISOR.person.name} looks at the list of awards and confirms")
            stage.finger.tap("awardsClose")

    # Table 16: South Dakota, by hand

    def _south_dakota(self, stage: Stage) -> None:
        self._say(stage, "South Dakota: dealt by hand, cards keyed when they are turned over.")
        with self._watching(self._every_step):
            stage.play()
        self._play_on(stage, self._more)
        self._say(stage, "End of the shift.")


def tables_of() -> Iterator[tuple[str, str]]:
    """The tables of the shift, by name and game."""
    for name in SEATS:
        yield name, rules_name(load_table(name).rules)


def _deck_back(stage: Stage) -> str:
    mark = stage.floor.round
    deck = stage.floor.deck(mark.deck) if mark else None
    if deck is None:
        raise Stuck("no deck is in play")
    return deck.back


def _meter(stage: Stage) -> str:
    meter = stage.snapshot.house.table.meter
    return meter.value.display() if meter else "nothing"
