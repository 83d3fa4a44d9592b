"""What the program holds after ten thousand rounds on the screen, against after the first few.

Here less is better, and 1 is the least. Every round has one player, every card, decision and
payment by itself; taps go through the view-models, and frames are rendered. The record is kept in
memory and forgotten at every checkpoint, so that only what the program itself holds is measured.
"""

import gc
import os
import random
import resource
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_QUICK_BACKEND"] = "software"

from PySide6.QtGui import QGuiApplication

from controller.domain.cards import DECK
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.wagers import Area, Stake
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import NewRecord
from tests.helpers.felt import table_rules
from tests.helpers.screen import FINGER_MS, Screen
from tests.helpers.shift import KEYS, Shift
from ui.bridge import Bridge
from ui.console import application

_WARM_UP, _ROUNDS = 500, 10_000
_PLACE = 3
_MEGABYTE = 1 << 20

Line = tuple[str, float, str]


class Forgetting(MemoryRecorder):
    """Keeps what a start would need, and nothing else."""

    def append(self, entries: Sequence[NewRecord]) -> int:
        position = super().append(entries)
        last = self.last_checkpoint()
        self._records = [record for record in self._records if not last or record is last]
        return position


def bench() -> list[Line]:
    """The line."""
    application()
    bridge = Bridge()
    shift = Shift(
        table_rules("nsw-2024", places=7), Forgetting(KEYS), viewers=(bridge,), goes_ahead=True
    )
    screen = Screen(shift, bridge)
    shift.playing(_PLACE).do(c.PlaceWager(_PLACE, Area.ANTE, Stake(Money(2500))))
    chance = random.Random(3)
    for _ in range(_WARM_UP):
        _round(screen, chance)
    before, begun = _resident(), perf_counter()
    for _ in range(_ROUNDS):
        _round(screen, chance)
    after, took = _resident(), perf_counter() - begun
    screen.close()
    note = (
        f"less is better, aim 1; {before / _MEGABYTE:.1f} MB after {_WARM_UP} rounds, "
        f"{after / _MEGABYTE:.1f} MB after {_ROUNDS:,} more; {took / _ROUNDS * 1e3:.0f} ms a round"
    )
    return [("memory after 10,000 rounds on the screen / after the warm-up", after / before, note)]


def _round(screen: Screen, chance: random.Random) -> None:
    """From "no more bets" to the next round, which is open with the same ante."""
    shift, actions = screen.shift, screen.console.view.parts["actions"]
    cards = iter(chance.sample(DECK, 20))
    number = shift.table.round.number
    while shift.table.round.number == number:
        _frame(screen)
        if actions.props.primary_enabled:
            screen.wait(FINGER_MS)
            actions.primary()  # type: ignore[attr-defined]
        elif any(key.code == "allBet" and key.enabled for key in actions.props.keys):
            actions.key("allBet")  # type: ignore[attr-defined]
        elif shift.table.round.phase is Phase.IDLE:
            shift.deck_ready()
        else:
            for _ in range(shift.controller.snapshot().step.cards_due):
                shift.do(c.CardDrawn(next(cards)))


def _frame(screen: Screen) -> None:
    """The controller works off what was tapped; the screen shows it."""
    screen.shift.controller.work()
    QGuiApplication.processEvents()


def _resident() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()
