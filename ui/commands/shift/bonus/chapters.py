"""What happens at the three tables of the bonus game in the scripted shift."""

import random
import subprocess
import sys
from collections.abc import Callable
from typing import ClassVar, Final

from controller.domain.instant import MINUTE_MS
from controller.games.bonus import commands as c
from controller.games.bonus.floor.limits import markers_due
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.rules import Street, TableRules
from controller.games.bonus.wagers import Choice
from controller.running.writer import COMPARE
from drivers.shuffler.protocol import Back, Deck
from simulators.faults import Trouble
from simulators.games.bonus.people.players import Player
from simulators.people.felt import wait_until
from simulators.people.tapping import ANSWER_S_MAX, Stuck
from ui.bench.staff import SUPERVISOR
from ui.commands.shift.account import Told
from ui.commands.shift.bonus.account import read_rounds
from ui.commands.shift.bonus.narration import caption, hand, told, wagers
from ui.commands.shift.bonus.stage import BonusStage
from ui.commands.shift.bonus.victim import READY
from ui.commands.shift.evening import SEED, Evening
from ui.viewmodels.words import dollars

STRAIGHT_FLUSH: Final = "9h Th Jh 3c 2d 4c Kh 7s 6c 8d 5s Qh 2s Ts 3d"
"""From the shoe: five community cards, then the places 1 to 4 and the dealer, twice around."""
LUCKY: Final = 2
"""The place that it comes together at."""


class Determined(Player):
    """Always has a chip on the sensor, and never folds."""

    def wants_jackpot(self) -> bool:
        return True

    def decides(self, rules: TableRules, street: Street) -> Choice:
        return Choice.BET


class BonusEvening(Evening[BonusStage]):
    """At a table of the bonus game."""

    seats: ClassVar[tuple[int, ...]]
    _told = 0
    """The last round that was told."""

    def make_stage(self) -> BonusStage:
        return BonusStage(
            self.table, self.kept, self.clock, places=self.seats, seed=SEED, acted=self.acted
        )

    def told(self, recorded: object) -> Told:
        return read_rounds(recorded)  # type: ignore[arg-type]

    def _every_step(self, stage: BonusStage, act: str) -> None:
        self.show(stage, caption(stage.snapshot, act))
        if act == "NoMoreBets":
            self.say(f"No more bets: {wagers(stage.round)}.")
        elif act == "SettlePlace":
            self.say(f"{hand(stage.snapshot)}.")

    def _play_on(self, stage: BonusStage, rounds: int) -> None:
        """So many rounds, and what all came to that were not told yet."""
        stage.play(rounds)
        done = [one for one in self.account().rounds if one.number > self._told]
        self._told = stage.round.number - 1
        self.say(f"{told(done)}.")

    def _report(self, stage: BonusStage, what: c.Irregularity) -> None:
        self.report(stage, stage.round.phase.value.replace("-", " "), what.value)


class NewSouthWales(BonusEvening):
    """Under the order of 2024, with a shuffler."""

    table = "14"
    seats = (1, 2, 3, 5, 6)

    @property
    def chapters(self) -> tuple[Callable[[BonusStage], None], ...]:
        return self._opening, self._misdeal, self._jam, self._limits

    def _opening(self, stage: BonusStage) -> None:
        seated = ", ".join(map(str, self.seats))
        self.say(f"The table is open; players at places {seated}.")
        self.show(stage, "The table sign, for the players", stage.sign)
        with self.watching(self._first_step):
            stage.play()
        self._play_on(stage, self.more)

    def _first_step(self, stage: BonusStage, act: str) -> None:
        """The bench too, once chips lie on the sensors and the sign is lit."""
        self._every_step(stage, act)
        if act == "NoMoreBets":
            wait_until(lambda: stage.felt.sign.displayed.strip() != "", ANSWER_S_MAX)
            self.show(stage, "The bench: the simulated devices", stage.bench.window)

    def _misdeal(self, stage: BonusStage) -> None:
        stage.reach(Phase.FLOP_DECISIONS)
        self.say("The cards are out, and one of the dealer's is face up.")
        self._report(stage, c.Irregularity.DEALER_CARD_EXPOSED)
        self.show(stage, "After the ruling: each place shows what goes back")
        self._play_on(stage, 1)

    def _jam(self, stage: BonusStage) -> None:
        stage.decks_ready()
        back = Back[_deck_back(stage).upper()]
        stage.bench.troubles.chooseKind(Trouble.JAM.value)
        stage.bench.troubles.letHappen()
        stage.bench.window.setProperty("wrong", True)
        self.show(stage, "The bench: a jam is about to happen", stage.bench.window)
        stage.seat.must(c.NoMoreBets())
        blocked = lambda: stage.felt.shuffler.deck(back) is Deck.BLOCKED  # noqa: E731
        if not wait_until(blocked, ANSWER_S_MAX):
            raise Stuck("the shuffler has not jammed")
        wait_until(lambda: any(one.troubles for one in stage.floor.devices), 1.0)
        self.say(f"The shuffler jams on the {back.name.lower()} deck before the first card.")
        self.show(stage, "The shuffler has jammed: what failed, what still works, what to do")
        self._report(stage, c.Irregularity.SHUFFLER_JAM)
        self.show(stage, "After the ruling: the deck is taken out and shuffled again")
        self._play_on(stage, 1)

    def _limits(self, stage: BonusStage) -> None:
        stage.reach(Phase.WAGERS)
        old, finger = stage.floor.limits.spot.ante_min, stage.finger
        finger.tap("supervisorButton")
        self.show(stage, "A supervisor signs on with number and PIN")
        finger.tap(*(f"digit{sign}" for sign in SUPERVISOR.person.number), "signOnGo")
        finger.tap(*(f"digit{sign}" for sign in SUPERVISOR.pin), "signOnGo")
        finger.see("leaveButton")  # a PIN takes its time
        finger.tap("supervisorButton")
        self.show(stage, f"{SUPERVISOR.person.name} has signed on: what a supervisor may do")
        finger.tap("entry-Limits", "entry-limits-at-once")
        for index, figure in enumerate(("50", "500", "5", "100")):
            finger.tap(*(f"digit{sign}" for sign in figure))
            if not index:
                self.show(stage, "The form for the limits: minimum ante $50")
            finger.tap("supervisorNext")
        finger.tap("entry-keep", "entry-demand")
        self.show(stage, "The new limits, before they are confirmed")
        finger.tap("supervisorConfirm", "leaveButton")
        stage.play()
        stage.until(lambda: not any(markers_due(stage.floor)), "markers")
        now = stage.floor.limits.spot.ante_min
        self.say(
            f"Minimum ante from {dollars(old)} to {dollars(now)} by {SUPERVISOR.person.name}, "
            f"{SUPERVISOR.person.role.words}; seated players keep the old one, with a marker.",
        )
        self.show(stage, "New minimum, markers for those who keep the old one")
        self.show(stage, "The sign has the new minimum", stage.sign)
        self._play_on(stage, self.more)


class BeforeTheOrder(BonusEvening):
    """New South Wales before 2024, with a shoe."""

    table = "15"
    seats = (1, 2, 3, 5)

    @property
    def chapters(self) -> tuple[Callable[[BonusStage], None], ...]:
        return self._crash, self._jackpot

    def come_up(self) -> None:
        """A process of its own plays until it is killed, as a power cut does."""
        self.clock.skip(4 * MINUTE_MS)
        self.say("Starts in a process of its own and plays.")
        arguments = [self.table, str(self.kept), str(self.clock.now().wall_ms)]
        seats = ",".join(map(str, self.seats))
        with subprocess.Popen(
            [sys.executable, "-m", "ui.commands.shift.bonus.victim", *arguments, str(SEED), seats],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as victim:
            said = victim.stdout.readline() if victim.stdout else ""
            victim.kill()
        if not said.startswith(READY):
            raise Stuck(f"the process said {said!r}, expected {READY!r}")
        self.clock.skip(int(said.split()[-1]) - self.clock.now().wall_ms)
        self.say("Killed in the middle of a round, as if by a power cut.")
        self.clock.skip(MINUTE_MS)

    def _crash(self, stage: BonusStage) -> None:
        if stage.snapshot.held != COMPARE:
            raise Stuck(f"after a kill: {stage.snapshot.held!r} seen, {COMPARE!r} expected")
        number = stage.round.number
        self.show(stage, f"Recovered in round {number}: compare the screen with the felt")
        self.say(f"Back in round {number}, {wagers(stage.round)}: compare it with the felt.")
        self._play_on(stage, 1)

    def _jackpot(self, stage: BonusStage) -> None:
        stage.dealer.players[LUCKY] = Determined(LUCKY, random.Random(SEED))
        stage.stack(STRAIGHT_FLUSH)
        self.clock.skip(MINUTE_MS)
        with self.watching(self._award):
            stage.play()
        self.say(f"The award is paid; the meter is at {_meter(stage)}.")
        self.show(stage, "After the award: what is left on the meter")
        self._play_on(stage, self.more)

    def _award(self, stage: BonusStage, act: str) -> None:
        """Everything from the winning hand to the payment is shown."""
        if act in ("SettlePlace", "KeyAward", "PayAward"):
            self._every_step(stage, act)
        if act == "PayAward":
            self.show(stage, "The table sign shows the win", stage.sign)
        if act == "ConfirmAward":
            self.say(f"{hand(stage.snapshot)}; the meter was at {_meter(stage)}.")
            self._every_step(stage, act)
            stage.seat.sign_on(SUPERVISOR.person)
            stage.finger.tap("allAwards")
            self.show(stage, f"{SUPERVISOR.person.name} looks at the list of awards and confirms")
            stage.finger.tap("awardsClose")


class SouthDakota(BonusEvening):
    """Dealt by hand."""

    table = "16"
    seats = (2, 3, 4, 6)

    @property
    def chapters(self) -> tuple[Callable[[BonusStage], None], ...]:
        return (self._south_dakota,)

    def _south_dakota(self, stage: BonusStage) -> None:
        self.say("South Dakota: dealt by hand; cards are keyed as they are turned over.")
        with self.watching(self._every_step):
            stage.play()
        self._play_on(stage, self.more)


BONUS_EVENINGS: Final = (NewSouthWales, BeforeTheOrder, SouthDakota)


def _deck_back(stage: BonusStage) -> str:
    mark = stage.floor.round
    deck = stage.floor.deck(mark.deck) if mark else None
    if deck is None:
        raise Stuck("no deck is in play")
    return deck.back


def _meter(stage: BonusStage) -> str:
    meter = stage.snapshot.house.table.meter
    return meter.value.display() if meter else "nothing"
