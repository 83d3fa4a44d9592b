"""Another jackpot pool by touch: its server is asked beside the table, and may take its time."""

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from controller.pools import Status
from tests.helpers.screen import Keep, Screen
from tests.helpers.shift import CASINO, GAMING
from tests.helpers.staffed import Staffed
from tests.unit.house.test_pool_orders import PoolShift, second_pool
from ui.bridge import Bridge


class SlowServer:
    """Answers when the test says so."""

    def __init__(self) -> None:
        self.asked = 0
        self.answer: Future[tuple[Status, ...]] = Future()

    def other_pools(self) -> "Future[tuple[Status, ...]]":
        self.asked += 1
        return self.answer


@pytest.fixture
def pooled(keep: Keep, house: Path) -> Iterator[tuple[Staffed, SlowServer]]:
    bridge, server = Bridge(simulated=True), SlowServer()
    shift = PoolShift(viewers=(bridge,))
    shift.opened()
    screen = keep(Screen(shift, bridge))
    people = Staffed(screen, house)
    bridge.attach(shift.controller, people.reception, people.history, people.reader, server)
    people.settle()
    yield people, server
    people.close()


def to_the_pools(people: Staffed) -> Screen:
    people.sign_on(CASINO)
    return people.screen.tap("entry-Jackpot").tap("entry-more")


def why_not(screen: Screen) -> str:
    return screen.settle().text("entry-change-pool", "reason")


def test_two_people_take_the_table_to_another_pool(pooled: tuple[Staffed, SlowServer]) -> None:
    people, server = pooled
    shift = people.screen.shift
    assert isinstance(shift, PoolShift)
    order = second_pool(shift)
    screen = to_the_pools(people)
    assert why_not(screen) == "Asking the pools", "nothing waits for the server"
    other = shift.pools.pool("high")
    assert other is not None
    server.answer.set_result((other.status(),))
    assert why_not(screen) == "with supervisor"
    screen.tap("entry-change-pool")
    assert any("high: $75,000" in text for text in screen.texts())
    screen.tap("supervisorConfirm")
    people.key_in(GAMING)
    assert screen.text("supervisorMessage") == "Move sent to the pool"
    shift.answered()
    assert shift.house.pool.pool == order.into
    assert server.asked == 1


def test_where_there_is_no_other_pool_that_is_said(pooled: tuple[Staffed, SlowServer]) -> None:
    people, server = pooled
    screen = to_the_pools(people)
    server.answer.set_result(())
    assert why_not(screen) == "There is no other pool"


def test_a_server_that_does_not_answer_is_said_and_asked_again(
    pooled: tuple[Staffed, SlowServer],
) -> None:
    people, server = pooled
    screen = to_the_pools(people)
    server.answer.set_exception(TimeoutError())
    assert why_not(screen) == "The pools do not answer"
    server.answer = Future()
    screen.tap("supervisorBack").tap("entry-Jackpot").tap("entry-more")
    assert (why_not(screen), server.asked) == ("Asking the pools", 2)
