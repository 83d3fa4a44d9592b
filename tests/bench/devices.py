"""From a card that leaves the shoe to its durable record, against the bare ways it has to go.

Less is better. The whole stack runs: the shoe's model behind a pseudo-terminal, the real driver on
its thread, the controller on its own, SQLite on the disk. Against it stand a bare hop of as many
bytes through a pseudo-terminal, from one thread to another, and a bare commit of the
same bytes.
"""

import os
import secrets
import select
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from controller.clock import MachineClock
from controller.devices.table import TableDevices
from controller.domain.money import Money
from controller.domain.refusals import Refused
from controller.games.bonus import commands as c
from controller.games.bonus.house import BonusHouse
from controller.games.bonus.round.state import new_table
from controller.games.bonus.wagers import Area, Stake
from controller.games.registry import KINDS
from controller.journal.recorder import Recorder
from controller.journal.sealing import SealedJournal
from controller.running.runtime import TableController
from drivers.shuffler.protocol import Back
from simulators.people.felt import Felt, wait_until
from tests.bench.commands import Watched, bare_commit
from tests.bench.measure import Line, on_disk
from tests.helpers.felt import table_rules
from tests.helpers.shift import KEYS

_CARDS, _ROUNDS, _WARM_UP = 21, 24, 1_200
_FRAME = 64
"""Bytes of a card's frame on the line, about."""


def bench() -> list[Line]:
    """The line."""
    with on_disk() as folder:
        return [_a_card(folder)]


class _Seen:
    """A viewer: how many cards are on record, and since when."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._cards, self._at = 0, 0.0

    def show(self, snapshot: object) -> None:
        at = perf_counter()
        cards = len(snapshot.house.table.round.drawn)  # type: ignore[attr-defined]
        with self._turn:
            if cards != self._cards:
                self._cards, self._at = cards, at
                self._turn.notify_all()

    def when(self, cards: int) -> float:
        """The moment at which so many were on record, and shown."""
        with self._turn:
            if not self._turn.wait_for(lambda: self._cards == cards, 10):
                raise RuntimeError(f"{self._cards} cards on record, {cards} expected")
            return self._at


def _a_card(folder: Path) -> Line:
    commit, sums, cards = bare_commit(folder / "bare.db"), list[float](), list[float]()
    with (
        closing(Watched(folder / "cards.journal")) as recorder,
        _table(recorder) as (table, felt, seen),
        _hop() as hop,
    ):
        for _ in range(_WARM_UP):
            commit([secrets.token_bytes(_FRAME)])
            table.submit(c.JackpotSensor(1, present=False)).result(10)
        for number in range(1, _ROUNDS + 1):
            _deal_in(table, felt, number)
            for card in range(1, _CARDS + 1):
                wait_until(lambda: felt.shoe.delivering, 10)
                recorder.committed.clear()
                began = perf_counter()
                felt.draw(1)
                cards.append(seen.when(card) - began)
                sums.append(hop() + _timed(partial(commit, recorder.committed[-1])))
            _void(table)
    ratio = median(ours / theirs for ours, theirs in zip(cards, sums, strict=True))
    ours_us, bare_us = median(cards) * 1e6, median(sums) * 1e6
    return (
        "card out of the shoe to durable record / bare sum of pty hop and SQLite commit",
        ratio,
        f"less is better, aim 2; median of {len(cards)}: {ours_us:.0f} µs / {bare_us:.0f} µs",
    )


@contextmanager
def _table(recorder: Recorder) -> Iterator[tuple[TableController, Felt, _Seen]]:
    """A table with a shoe, at the speed of its mechanics: a card is read at once."""
    rules, seen = table_rules(dealing="shoe"), _Seen()
    with ExitStack() as up:
        felt = up.enter_context(Felt(rules))
        devices = TableDevices(felt.config, rules.places, felt.paired, site=felt)
        journal = SealedJournal(recorder, KEYS, *KINDS)
        table = TableController(
            BonusHouse(new_table(rules)), journal, MachineClock(), devices.outlets, (seen,)
        )
        thread = table.start()
        devices.start(table)
        up.callback(thread.join)
        up.callback(table.stop)
        up.callback(devices.stop)
        yield table, felt, seen


def _deal_in(table: TableController, felt: Felt, number: int) -> None:
    felt.stack_shoe(Back.RED if number % 2 else Back.BLUE, ())
    _do(table, c.OpenRound(number))
    for place in range(1, 8):
        _do(table, c.PlaceWager(place, Area.ANTE, Stake(Money(2500))))
    _do(table, c.NoMoreBets())


def _void(table: TableController) -> None:
    _do(table, c.Report(c.Irregularity.SUPERVISOR_VOID))
    _do(table, c.CloseRound())


def _do(table: TableController, command: c.Command) -> None:
    answer = table.submit(command).result(10)
    if isinstance(answer, Refused):
        raise RuntimeError(f"{command}: {answer.text()}")


@contextmanager
def _hop() -> Iterator[Callable[[], float]]:
    """As many bytes through a pseudo-terminal, to a thread that waits for them."""
    master, slave = os.openpty()
    tty.setraw(slave)
    arrived, ending = threading.Event(), threading.Event()
    at = [0.0]

    def receive() -> None:
        while not ending.is_set():
            if select.select([slave], [], [], 0.05)[0]:
                os.read(slave, 4_096)
                at[0] = perf_counter()
                arrived.set()

    thread = threading.Thread(target=receive)
    thread.start()

    def hop() -> float:
        arrived.clear()
        began = perf_counter()
        os.write(master, bytes(_FRAME))
        arrived.wait(10)
        return at[0] - began

    try:
        yield hop
    finally:
        ending.set()
        thread.join()
        os.close(master)
        os.close(slave)


def _timed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began
