"""From a device's event or a tap to changed pixels, against two frames of a screen at 60 Hz.

Here less is better. The table runs on its own thread and keeps its record on the disk; a card is
handed to it as a device does, a move of the poker room as its key does, and the clock stops when
the frame that shows it is rendered.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_QUICK_BACKEND"] = "software"

from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QGuiApplication

from controller.authority import Command
from controller.domain.base import evolve, existing
from controller.domain.cards import DECK
from controller.domain.dealing import Dealing
from controller.domain.money import Money
from controller.floor.decks import BringDeck, CheckDeck
from controller.floor.state import CheckMeans
from controller.games.bonus import commands as c
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.rules import Street
from controller.games.bonus.wagers import Area, Choice, Stake
from controller.games.poker.deal import DealStreet, dealt
from controller.games.poker.moves import KeyMoves
from controller.games.poker.offers import Move, offers
from controller.games.poker.phases import Phase as Hold
from controller.games.poker.seating import SitDown
from controller.running.snapshot import Snapshot
from controller.tables import load_table
from simulators.people.opening import come_to_work, open_table
from tests.bench.interrupted import table_in
from tests.bench.measure import Line, on_disk
from tests.helpers.shift import LiveShift
from ui.bench.seat import BenchFinger
from ui.bridge import Bridge
from ui.console import Console, application
from ui.games.bonus.screen import BONUS_SCREEN
from ui.games.poker.screen import POKER_SCREEN

_WARM_UP, _ROUNDS, _HANDS = 2, 50, 50
_FRAME_MS = 1000 / 60
_AIM_MS = 2 * _FRAME_MS


def bench() -> list[Line]:
    """The lines."""
    return [
        _line("a card from the device", "cards", _cards),
        _line("a tap of the poker room", "taps", _taps),
    ]


def _line(what: str, many: str, measured: Callable[[Path], list[float]]) -> Line:
    with on_disk() as folder:
        took = measured(folder)
    late = quantiles(took, n=100)[98]
    note = (
        f"99th percentile, less is better, aim 1; {late:.1f} ms, {late / _FRAME_MS:.1f} frames; "
        f"median {median(took):.1f} ms of {len(took)} {many}, load {os.getloadavg()[0]:.1f}"
    )
    return f"{what} to the pixels / two frames of 16.7 ms", late / _AIM_MS, note


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


def _taps(folder: Path) -> list[float]:
    """Milliseconds of every check, call and fold of some hands with nine players."""
    program = application()
    bridge = Bridge()
    file = load_table("21")
    by_hand = evolve(file, rules=evolve(file.rules, dealing=Dealing.HAND))
    with closing(table_in(folder, (bridge,), by_hand)) as table:
        screen = Console(bridge, POKER_SCREEN, file.rules.seats)
        bridge.attach(table.controller)
        screen.show()
        watch, finger = _Watch(program, screen), BenchFinger(table)
        _open_room(finger)
        took: list[float] = []
        for turn in range(_WARM_UP + _HANDS):
            times = list(_hand(finger, screen, watch))
            took += times if turn >= _WARM_UP else []
        screen.close()
    return took


def _open_room(finger: BenchFinger) -> None:
    """Nine players, and a deck that was checked."""
    come_to_work(finger)
    open_table(finger)
    for seat in range(1, finger.house.table.rules.seats + 1):
        finger.must(SitDown(seat, 1_000_000))
    finger.must(BringDeck("A", "red"))
    finger.must(CheckDeck("A", CheckMeans.DEALER))


def _hand(finger: BenchFinger, screen: Console, watch: "_Watch") -> Iterator[float]:
    """One raises and everybody calls; on the flop all fold, one after the other."""
    finger.must(_step(finger))
    watch.until(lambda seen: seen is finger.snapshot)
    actions = screen.view.parts["actions"]
    while dealt(finger.house.table).playing().count_in() > 1:
        table = dealt(finger.house.table)
        offered = offers(table)
        if offered is None:
            finger.must(DealStreet(tuple(DECK[:3])))
            watch.until(lambda seen: seen is finger.snapshot)
            continue
        move = KeyMoves(offered.seat, Move.FOLD)
        if table.phase is Hold.PREFLOP:
            move = KeyMoves(offered.seat, Move.CALL)
            if not table.playing().actions:
                move = KeyMoves(offered.seat, Move.RAISE, offered.least)
        before, begun = finger.snapshot, perf_counter()
        actions.submit(move)
        watch.until(lambda seen: seen is not before and seen is finger.snapshot)  # noqa: B023
        yield (perf_counter() - begun) * 1e3
    while not finger.house.table.at_rest:
        finger.must(_step(finger))


def _step(finger: BenchFinger) -> Command:
    return existing(finger.snapshot.step.command, "there is no next step")


class _Watch:
    """What the last frame has shown."""

    def __init__(self, program: QGuiApplication, screen: Console) -> None:
        self._program, self._screen = program, screen
        self._seen: Snapshot | None = None
        screen.window.frameSwapped.connect(self._rendered)

    def _rendered(self) -> None:
        shown = self._screen.view.parts["actions"].shown
        self._seen = shown.snapshot if shown else None

    def until(self, fact: Callable[[Snapshot], bool]) -> None:
        while self._seen is None or not fact(self._seen):
            self._program.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def until_drawn(self, cards: int) -> None:
        self.until(lambda seen: len(seen.house.table.round.drawn) == cards)

    def picture(self) -> object:
        return self._screen.window.grabWindow()
