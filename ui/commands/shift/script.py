"""What happens in the scripted shift, chapter by chapter; whoever watches is told and shown."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from controller.domain import commands as c
from controller.domain.instant import MINUTE_MS
from controller.domain.money import Money
from controller.domain.rules import Street, TableRules
from controller.domain.wagers import Choice
from controller.floor.limits import ChangeLimits, markers_due
from controller.floor.state import TableLimits
from controller.keeper import COMPARE
from controller.round.phases import Phase
from controller.tables import load_table
from drivers.shuffler.protocol import Back, Deck
from simulators.people.felt import wait_until
from simulators.people.players import Player
from ui.bench.dealer import Stuck
from ui.bench.hands import ANSWER_S_MAX
from ui.bench.staff import SUPERVISOR
from ui.commands.shift.clock import ShiftClock
from ui.commands.shift.stage import Stage
from ui.commands.shift.victim import READY
from ui.viewmodels.words import rules_name

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

    def say(self, stage: Stage | None, text: str) -> None:
        """What happens now."""
        ...

    def picture(self, stage: Stage, caption: str) -> None:
        """The console as it stands."""
        ...

    def advance(self) -> None:
        """One more step of the script."""
        ...


class Script:
    """One shift; `folder` keeps the records of its tables."""

    def __init__(self, folder: Path, watcher: Watcher) -> None:
        self._folder, self._watcher = folder, watcher
        self._clock = ShiftClock()
        self._watched: Callable[[Stage, str], object] = lambda stage, act: None
        self.chapters: Final = (
            self._opening,
            self._misdeal,
            self._jam,
            self._limits,
            self._crash,
            self._jackpot,
            self._south_dakota,
        )

    def play(self) -> None:
        """From the first chapter to the last, every table on the same clock."""
        with self._stage("14") as stage:
            for chapter in self.chapters[:4]:
                chapter(stage)
                self._watcher.advance()
        self._kill("15")
        with self._stage("15") as stage:
            for chapter in self.chapters[4:6]:
                chapter(stage)
                self._watcher.advance()
        with self._stage("16") as stage:
            self._south_dakota(stage)
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
        self._watcher.picture(stage, _caption(stage, act))

    # Table 14: New South Wales 2024, shuffler

    def _opening(self, stage: Stage) -> None:
        self._watcher.say(stage, "The table is open; players put their antes down.")
        with self._watching(self._every_step):
            stage.play()
        self._watcher.say(stage, "The first round is settled, every step of it pictured.")
        stage.play(4)
        self._watcher.say(stage, f"Four more rounds; round {stage.round.number} waits for wagers.")

    def _misdeal(self, stage: Stage) -> None:
        stage.reach(Phase.FLOP_DECISIONS)
        self._watcher.picture(stage, "Cards are down; the dealer finds a card face up")
        stage.dealer.must(c.Report(c.Irregularity.DEALER_CARD_EXPOSED))
        ending = stage.round.ending
        said = f"the round is a {ending}" if ending else "play goes on by the clause"
        self._watcher.say(stage, f"A card of the dealer was exposed: {said}.")
        self._watcher.picture(stage, "After the ruling: who gets what back")
        stage.play()

    def _jam(self, stage: Stage) -> None:
        stage.decks_ready()
        back = Back[_deck_back(stage).upper()]
        stage.felt.lines["shuffler"].act(stage.felt.shuffler.jam)
        stage.dealer.must(c.NoMoreBets())
        blocked = lambda: stage.felt.shuffler.deck(back) is Deck.BLOCKED  # noqa: E731
        if not wait_until(blocked, ANSWER_S_MAX):
            raise Stuck("the shuffler has not jammed")
        wait_until(lambda: any(one.troubles for one in stage.floor.devices), 1.0)
        self._watcher.picture(stage, "The shuffler has jammed before the first card")
        self._watcher.say(stage, "The shuffler jams; a supervisor is called and rules.")
        stage.dealer.must(c.Report(c.Irregularity.SHUFFLER_JAM))
        self._watcher.picture(stage, "After the ruling: the deck is taken out and shuffled again")
        stage.play()
        self._watcher.say(stage, "The deck was shuffled again and the round dealt.")

    def _limits(self, stage: Stage) -> None:
        stage.reach(Phase.WAGERS)
        spot = stage.floor.limits.spot
        higher = replace(spot, ante_min=Money.parse("50"))
        stage.dealer.sign_on(SUPERVISOR)
        self._watcher.picture(stage, "A supervisor is on top")
        stage.dealer.must(ChangeLimits(TableLimits(higher), at_once=True))
        self._watcher.say(stage, "Minimum ante from $25 to $50; who sits keeps the old one.")
        stage.play()
        stage.until(lambda: not any(markers_due(stage.floor)), "markers")
        self._watcher.picture(stage, "New minimum, markers for those who keep the old one")
        stage.play(5)
        self._watcher.picture(stage, "Five rounds later")

    # Table 15: New South Wales before 2024, shoe

    def _kill(self, table: str) -> None:
        """A process of its own plays until it is killed, as a power cut does."""
        self._clock.skip(4 * MINUTE_MS)
        self._watcher.say(None, f"Table {table} comes up in a process of its own.")
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
        self._clock.skip(int(said.split()[-1]) - self._clock.now().wall_ms + MINUTE_MS)
        self._watcher.say(None, f"Table {table} was killed in the middle of a round.")

    def _crash(self, stage: Stage) -> None:
        if stage.snapshot.held != COMPARE:
            raise Stuck(f"after a kill: {stage.snapshot.held!r} seen, {COMPARE!r} expected")
        self._watcher.picture(stage, "Recovered: compare the screen with the felt")
        self._watcher.say(stage, "It is where it was; the dealer compares it with the felt.")
        stage.play()
        self._watcher.say(stage, "The round that was interrupted is settled.")

    def _jackpot(self, stage: Stage) -> None:
        stage.dealer.players[LUCKY] = Determined(LUCKY, random.Random(SEED))
        stage.stack(STRAIGHT_FLUSH)
        self._clock.skip(MINUTE_MS)
        with self._watching(self._award):
            stage.play()
        self._watcher.say(stage, "The straight flush is paid; the meter shows what is left.")
        self._watcher.picture(stage, "After the award")
        stage.play(4)

    def _award(self, stage: Stage, act: str) -> None:
        """Everything from the winning hand to the payment is shown."""
        if act in ("SettlePlace", "KeyAward", "PayAward"):
            self._every_step(stage, act)
        if act == "ConfirmAward":
            self._watcher.say(stage, "A straight flush: a supervisor confirms the award.")
            self._every_step(stage, act)
            stage.dealer.sign_on(SUPERVISOR)
            self._watcher.picture(stage, "The supervisor is on top and confirms")

    # Table 16: South Dakota, by hand

    def _south_dakota(self, stage: Stage) -> None:
        self._watcher.say(stage, "South Dakota: dealt by hand, cards keyed when they are turned.")
        with self._watching(self._every_step):
            stage.play()
        stage.play(4)
        self._watcher.say(stage, f"Round {stage.round.number} waits for wagers. End of the shift.")


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


_ACTS: Final = {
    "wagers": "Wagers are placed",
    "NoMoreBets": "All wagers are down",
    "deal": "The dealer deals by hand",
    "key": "Cards that no device has read are keyed",
    "decisions": "Players decide",
    "Reveal": "Everybody has decided",
    "ShowDealersHand": "The river is out",
    "SettlePlace": "A hand is settled",
    "KeyAward": "An award is recognised",
    "ConfirmAward": "The award waits for a supervisor",
    "PayAward": "The award is paid",
    "CloseRound": "All is reconciled",
    "EverybodyFolded": "Everybody has folded",
}


def _caption(stage: Stage, act: str) -> str:
    return f"Round {stage.round.number}: {_ACTS.get(act, act)}"
