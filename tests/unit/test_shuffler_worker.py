"""The desk that keeps the shuffler at work: looks that come too soon, orders that are refused."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from itertools import chain, cycle
from typing import Any, cast

import pytest

from controller.devices.cards import Shuffler
from controller.devices.dealing import Order
from controller.devices.machine import ShufflerWorker
from controller.devices.worker import AGAIN_MS
from controller.domain.base import existing
from controller.floor.device_state import TroubleCode
from controller.floor.equipment import ReportDevice
from drivers.link.messages import Outcome
from drivers.shuffler.protocol import Back, Fault, ShufflerState
from drivers.shuffler.protocol import Deck as Bay
from tests.helpers.patience import WAIT_S
from tests.helpers.poker_fitted import FittedRoom
from tests.helpers.shift import DEALER, Shift

NO = Fault.NONE
AGREED = ShufflerState(True, False, False, False, Bay.READY, 52, NO, Bay.ABSENT, 0, NO)
TOO_SOON = replace(AGREED, red_count=47)
"""The packet has left, and is not on record yet."""
ORDERS = 6


class ScriptedShuffler:
    """Answers orders, and reads the next state whenever it is asked."""

    def __init__(self, states: Iterator[ShufflerState], outcome: Outcome, *, told: bool) -> None:
        self._states, self._outcome, self._told = states, outcome, told
        self.state: ShufflerState | None = AGREED
        self.changed: Callable[[], object] = lambda: None
        self.ordered = 0
        self.enough = threading.Event()

    def read_again(self) -> None:
        self.state = next(self._states)
        self.changed()

    def give(self, order: Order) -> "Future[Outcome]":
        self.ordered += 1
        self.state = None
        if self.ordered >= ORDERS:
            self.enough.set()
        elif self._told:
            self.read_again()
        answer = Future[Outcome]()
        answer.set_result(self._outcome)
        return answer


def notices(shuffler: ScriptedShuffler, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was said until enough orders were given."""
    monkeypatch.setattr("controller.devices.worker.AGAIN_MS", 0)
    said: list[str] = []
    shift = Shift().playing(1, 2).wagers(p1="25", p2="25").deal("")
    worker = ShufflerWorker(cast(Any, shuffler), lambda device, code, *_: said.append(code))
    worker.attach(shift.controller)
    worker.start()
    worker.nudge()
    assert shuffler.enough.wait(WAIT_S), f"{shuffler.ordered} orders were given"
    worker.stop()
    return said


def test_numbers_that_differ_for_a_moment_never_add_up_to_a_miscount(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shuffler = ScriptedShuffler(cycle([TOO_SOON, TOO_SOON, AGREED]), Outcome.ACCEPTED, told=True)
    assert notices(shuffler, monkeypatch) == []


def test_an_order_that_was_refused_is_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    shuffler = ScriptedShuffler(cycle([AGREED]), Outcome.BUSY, told=False)
    assert set(notices(shuffler, monkeypatch)) == {"order-refused"}


EMPTY = replace(AGREED, red=Bay.ABSENT, red_count=0)


def test_a_machine_that_becomes_ready_without_a_word_is_asked_until_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was looked at too soon: no event ever tells that its deck is there after all."""
    monkeypatch.setattr("controller.devices.machine.AGAIN_MS", 1)
    states = chain([EMPTY] * 3, cycle([AGREED]))
    shuffler = ScriptedShuffler(states, Outcome.ACCEPTED, told=True)
    shuffler.state = EMPTY
    assert notices(shuffler, monkeypatch) == []


def test_a_machine_that_nothing_is_wanted_of_is_left_in_peace() -> None:
    shuffler = ScriptedShuffler(cycle([AGREED]), Outcome.ACCEPTED, told=True)
    worker = ShufflerWorker(cast(Any, shuffler))
    worker.attach(Shift().playing(1, 2).wagers(p1="25", p2="25").controller)
    shuffler.state, worker.nudge = None, lambda: None  # type: ignore[method-assign]
    for _ in range(200):
        worker.step()
    assert shuffler.state is None, "nobody has asked"


class LateRoom(FittedRoom):
    """Its shuffler says how it is at once, and what it did only when it is let."""

    def keep_reports(self) -> None:
        self.felt.shuffler._send_events = lambda: None  # type: ignore[method-assign]  # noqa: SLF001

    def let_report(self) -> None:
        del self.felt.shuffler._send_events  # noqa: SLF001

    @property
    def shuffler(self) -> Shuffler:
        return existing(self.devices.shuffler, "no shuffler is fitted")

    def read_ready(self) -> bool:
        """Has the table read that the red deck is ready?"""
        state = self.shuffler.state
        return isinstance(state, ShufflerState) and state.red is Bay.READY

    @property
    def orders(self) -> int:
        """What the shuffler was told to do so far."""
        return self.felt.shuffler.memory.highest_id


def loaded() -> LateRoom:
    """The red deck has gone in, and is shuffled next: the second order of the day."""
    room = LateRoom()
    return room.opened().decks("A").insert("A")


def asked(room: LateRoom) -> None:
    """As after every event."""
    room.shuffler.read_again()


def restarted(room: LateRoom) -> None:
    room.restart().on(DEALER).now(room.controller.compare_done())
    assert room.controller.snapshot().held is None


def pulled(room: LateRoom) -> None:
    line = room.felt.lines["shuffler"]
    line.unplug()
    room.felt.pump.pass_ms(5 * AGAIN_MS)
    line.plug()


@pytest.mark.parametrize("meanwhile", [asked, restarted, pulled])
def test_a_deck_that_is_ready_ahead_of_its_report_is_shuffled_once(
    meanwhile: Callable[[LateRoom], object],
) -> None:
    room = loaded()
    room.comes(lambda: room.felt.shuffler.deck(Back.RED) is Bay.SHUFFLING).keep_reports()
    room.comes(lambda: room.felt.shuffler.deck(Back.RED) is Bay.READY)
    meanwhile(room)
    room.comes(room.read_ready).felt.pump.pass_ms(AGAIN_MS // 2)
    room.let_report()
    room.comes(lambda: room.deck("A").shuffled)
    room.felt.pump.pass_ms(5 * AGAIN_MS)
    assert room.orders == 2, "load and shuffle"


def test_a_shuffled_deck_of_which_no_report_comes_is_shuffled_anew() -> None:
    room = loaded()
    room.comes(lambda: room.deck("A").shuffled)
    room.do(ReportDevice("shuffler", TroubleCode.JAM, "", "red"))
    room.never(lambda: room.orders > 2, AGAIN_MS / 1_000 - 0.1)
    room.comes(lambda: room.orders == 3, 1)
    room.comes(lambda: room.deck("A").shuffled)
