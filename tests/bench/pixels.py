"""From a device's event to changed pixels, against two frames of a screen at 60 Hz.

Here less is better. The table runs on its own thread and keeps its record on the disk; a card is
handed to it as a device does, and the clock stops when the frame that shows it is rendered.
"""

import os
import random
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_QUICK_BACKEND"] = "software"

from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QGuiApplication

from controller.domain.cards import DECK
from controller.domain.money import Money
from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from tests.bench.interrupted import table_in
from tests.helpers.shift import LiveShift
from ui.bridge import Bridge
from ui.console import Console, application
from ui.games.bonus.screen import BONUS_SCREEN

_WARM_UP, _ROUNDS = 2, 50
_FRAME_MS = 1000 / 60
_AIM_MS = 2 * _FRAME_MS

Line = tuple[str, float, str]


def bench() -> list[Line]:
    """The line."""
    Path(".cache").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=".cache", prefix="bench-") as name:
        took = _cards(Path(name))
    late = quantiles(took, n=100)[98]
    note = (
        f"99th percentile, less is better, aim 1; {late:.1f} ms, {late / _FRAME_MS:.1f} frames; "
        f"median {median(took):.1f} ms of {len(took)} cards, load {os.getloadavg()[0]:.1f}"
    )
    return [("a card from the device to the pixels / two frames of 16.7 ms", late / _AIM_MS, note)]


def _cards(folder: Path) -> list[float]:
    """Milliseconds of every card of some rounds with seven players."""
    program = application()
    bridge = Bridge()
    with closing(table_in(folder, (bridge,))) as table:
        screen = Console(bridge, BONUS_SCREEN, 7)
        bridge.attach(table.controller)
        screen.show()
        watch = _Watch(program, screen)
        shift = LiveShift(table.controller).playing(*range(1, 8))
        for place in range(1, 8):
            shift.do(c.PlaceWager(place, Area.ANTE, Stake(Money(2500))))
        took: list[float] = []
        for turn in range(_WARM_UP + _ROUNDS):
            times = list(_round(shift, watch, random.Random(turn), looks=turn == 0))
            took += times if turn >= _WARM_UP else []
        screen.close()
    return took


def _round(
    shift: LiveShift, watch: "_Watch", chance: random.Random, *, looks: bool
) -> Iterator[float]:
    shift.do(c.NoMoreBets())
    watch.until_drawn(0)
    pictures = [watch.picture()] if looks else []
    for drawn, card in enumerate(chance.sample(DECK, shift.controller.snapshot().step.cards_due)):
        begun = perf_counter()
        shift.controller.submit(c.CardDrawn(card))
        watch.until_drawn(drawn + 1)
        yield (perf_counter() - begun) * 1e3
        if looks:
            pictures.append(watch.picture())
    if any(one == other for one, other in pairwise(pictures)):
        raise RuntimeError("a card was drawn and no pixel has changed: there is nothing to measure")
    _finish(shift)


def _finish(shift: LiveShift) -> None:
    """The rest of the round, however it goes; the next one is open with the same antes."""
    for street in Street:
        shift.do(c.DecideAll(Choice.BET), c.Reveal(street))
    shift.do(c.ShowDealersHand())
    while shift.table.round.phase is not Phase.IDLE:
        step = shift.controller.snapshot().step
        if step.command is None:
            raise RuntimeError(f"{shift.table.round.phase}: there is no next step")
        shift.do(step.command)
    shift.deck_ready()


class _Watch:
    """What the last frame has shown."""

    def __init__(self, program: QGuiApplication, screen: Console) -> None:
        self._program, self._screen = program, screen
        self._drawn = -1
        screen.window.frameSwapped.connect(self._rendered)

    def _rendered(self) -> None:
        shown = self._screen.view.parts["board"].shown
        self._drawn = len(shown.snapshot.house.table.round.drawn) if shown else -1

    def until_drawn(self, cards: int) -> None:
        while self._drawn != cards:
            self._program.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def picture(self) -> object:
        return self._screen.window.grabWindow()
