"""What the program holds after many rounds on the screen, against after the first few.

Here less is better, and 1 is the least. Every round of the bonus game has one player, every card,
decision and payment by itself; every hand of the poker room two, who go to the showdown. Taps go
through the view-models, and frames are rendered. The record is kept in memory and forgotten at
every checkpoint, so that only what the program itself holds is measured.
`make bench ROUNDS=10000` plays more of them.
"""

import gc
import os
import random
import resource
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_QUICK_BACKEND"] = "software"

from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication

from controller.domain.cards import DECK
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.wagers import Area, Stake
from controller.journal.memory import MemoryRecorder
from controller.journal.recorder import NewRecord
from tests.bench.measure import Line
from tests.helpers.felt import table_rules
from tests.helpers.poker_shift import PokerShift
from tests.helpers.screen import FINGER_MS, Screen
from tests.helpers.shift import KEYS, Shift
from ui.bridge import Bridge
from ui.console import application

_WARM_UP, _ROUNDS = 200, 1_000
_PLACE = 3
_MEGABYTE = 1 << 20

Play = Callable[[Screen, random.Random], None]
"""One round or hand on a screen."""


class Forgetting(MemoryRecorder):
    """Keeps what a start would need, and nothing else."""

    def append(self, entries: Sequence[NewRecord]) -> int:
        position = super().append(entries)
        last = self.last_checkpoint()
        self._records = [record for record in self._records if not last or record is last]
        return position


def bench() -> list[Line]:
    """The lines."""
    rounds = int(os.environ.get("ROUNDS") or _ROUNDS)
    application()
    return [
        _held("rounds", *_bonus(), rounds),
        _held("hands of the poker room", *_poker(), rounds),
    ]


def _bonus() -> tuple[Screen, Play]:
    bridge = Bridge()
    shift = Shift(
        table_rules("nsw-2024", places=7), Forgetting(KEYS), viewers=(bridge,), goes_ahead=True
    )
    screen = Screen(shift, bridge)
    shift.playing(_PLACE).do(c.PlaceWager(_PLACE, Area.ANTE, Stake(Money(2500))))
    return screen, _round


def _poker() -> tuple[Screen, Play]:
    bridge = Bridge()
    shift = PokerShift(recorder=Forgetting(KEYS), viewers=(bridge,), goes_ahead=True)
    shift.sitting(s2="500000", s5="500000")
    return Screen(shift, bridge), _hand


def _held(what: str, screen: Screen, play: Play, rounds: int) -> Line:
    chance = random.Random(3)
    for _ in range(_WARM_UP):
        play(screen, chance)
    before, begun = _resident(), perf_counter()
    for _ in range(rounds):
        play(screen, chance)
    after, took = _resident(), perf_counter() - begun
    screen.close()
    note = (
        f"less is better, aim 1; {before / _MEGABYTE:.1f} MB after {_WARM_UP} {what}, "
        f"{after / _MEGABYTE:.1f} MB after {rounds:,} more, {(after - before) / rounds:.0f} bytes "
        f"and {took / rounds * 1e3:.0f} ms each"
    )
    return f"memory after {rounds:,} {what} on the screen / after the warm-up", after / before, note


def _hand(screen: Screen, chance: random.Random) -> None:
    """Called, checked through and shown; the next one can be dealt."""
    parts, shift = screen.console.view.parts, screen.shift
    actions: Any = parts["actions"]
    pad: Any = parts["handPad"]
    cards = iter(chance.sample(DECK, 9))
    number = shift.table.number + 1
    while shift.table.number < number or not shift.table.at_rest:
        _frame(screen)
        screen.wait(FINGER_MS)
        if pad.props.visible:
            pad.key(str(next(cards)))
        elif any(key.code == "checkRound" and key.enabled for key in actions.props.keys):
            actions.key("checkRound")
        else:
            actions.primary()


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
    """The controller works off what was tapped; the screen shows it, and what is gone from it is
    deleted, as it is in a loop of events that runs."""
    screen.shift.controller.work()
    QGuiApplication.processEvents()
    QGuiApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _resident() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()
