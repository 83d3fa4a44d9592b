"""The shoe as its driver sees it, and as hands feel it."""

import pytest

from drivers.shoe.protocol import CutCardReached, Emptied, LidClosed, LidOpened, SetLock, ShoeState
from drivers.shuffler.protocol import Back
from simulators.linked import EVENTS_MAX
from simulators.shoe import SimShoe
from simulators.world import Spot, World
from tests.helpers.linked import KEY, ShoeHost, shoe_host


def ready() -> tuple[World, ShoeHost]:
    world, host = shoe_host()
    host.shoe.load(Back.RED, cut_after=50)
    host.run(1_000)
    return world, host


def test_a_deck_goes_out_card_by_card() -> None:
    _, host = ready()
    drawn = []
    while card := host.shoe.draw():
        drawn.append(card.face)
        host.run(200)
    assert host.faces == drawn
    assert len(drawn) == 52
    kinds = [type(event.body) for event in host.record]
    assert kinds[:2] == [LidOpened, LidClosed]
    assert kinds[52:] == [CutCardReached, *kinds[53:55], Emptied]
    host.orders.read_state()
    host.run(500)
    assert host.states[-1] == ShoeState(False, False, True, True, True, 52)


def test_after_switching_on_it_is_locked_until_the_host_clears_it() -> None:
    world = World()
    shoe = SimShoe(world, KEY)
    shoe.load(Back.RED)
    assert shoe.draw() is None
    host = ShoeHost(shoe)
    host.run(1_000)
    assert shoe.draw() is None
    host.orders.set_lock(False)
    host.run(500)
    assert shoe.draw() is not None
    host.orders.set_lock(True)
    host.run(500)
    assert shoe.draw() is None


def test_the_lock_comes_right_after_a_power_cut() -> None:
    _, host = ready()
    host.shoe.power_cut()
    assert host.shoe.draw() is None
    host.run(3_000)
    host.shoe.power_on()
    assert host.shoe.draw() is None
    host.run(4_000)
    assert host.shoe.draw() is not None
    assert host.session is not None
    assert host.session.identity is not None
    assert host.session.identity.boot_count == 2


def test_the_lock_stays_as_it_was_over_unplugging() -> None:
    _, host = ready()
    host.session = None
    assert host.shoe.draw() is not None


def test_an_open_lid_stops_delivery() -> None:
    _, host = ready()
    host.shoe.open_lid()
    assert host.shoe.draw() is None


def test_a_full_memory_stops_delivery_before_a_card_is_lost() -> None:
    _, host = ready()
    host.session = None
    drawn = 0
    for _ in range(2):
        while host.shoe.draw():
            drawn += 1
        for _ in range(EVENTS_MAX):
            host.shoe.open_lid()
            host.shoe.close_lid()
    assert drawn == 52 or host.shoe.memory_full(3)
    host.run(5_000)
    assert len(host.faces) == drawn


def test_cards_stop_when_lids_have_filled_the_memory() -> None:
    world, host = ready()
    host.session = None
    while host.shoe.draw():
        pass
    world.collect()
    host.shoe.load(Back.BLUE)
    while host.shoe.draw():
        pass
    assert len(host.shoe.memory.events) in range(EVENTS_MAX - 3, EVENTS_MAX + 1)
    assert world.pile(Spot.SHOE)
    before = len(world.pile(Spot.SHOE))
    host.run(5_000)
    assert host.shoe.draw() is not None
    assert len(world.pile(Spot.SHOE)) == before - 1


def test_a_misread_card_is_unreadable_and_a_double_feed_is_seen_as_one() -> None:
    world, host = ready()
    host.shoe.misread()
    host.shoe.draw()
    host.shoe.double_feed()
    host.shoe.draw()
    host.run(500)
    assert host.faces[0] is None
    assert len(host.faces) == 2
    assert len(world.pile(Spot.TABLE)) == 3
    world.check()


def test_a_shoe_without_recognition_tells_every_card_as_unreadable() -> None:
    world = World()
    shoe = SimShoe(world, KEY, recognition=False)
    host = ShoeHost(shoe)
    host.orders.set_lock(False)
    shoe.load(Back.RED)
    host.run(1_000)
    shoe.draw()
    host.run(500)
    assert host.faces == [None]


def test_without_power_the_shoe_says_nothing() -> None:
    shoe = SimShoe(World(), KEY)
    shoe.power_cut()
    shoe.open_lid()
    shoe.close_lid()
    assert shoe.update(5, b"\0").sent == b""
    shoe.power_on()
    shoe.power_on()
    assert shoe.memory.boot_count == 2
    assert not shoe.memory.events


def test_a_shoe_has_no_commands() -> None:
    with pytest.raises(NotImplementedError):
        SimShoe(World(), KEY)._do(1, SetLock(True))  # noqa: SLF001


def test_a_device_that_is_silent_is_given_up_in_time() -> None:
    _, host = ready()
    before = host.clock.now_ms
    host.shoe.powered = False
    while host.session is not None:
        host.step()
    assert "silent for" in host.reasons[-1]
    assert host.clock.now_ms - before <= 2_200
    host.step()
    assert "does not answer" in host.reasons[-1]


def test_a_lock_that_does_not_close_is_a_fault() -> None:
    _, host = ready()
    host.shoe._set = lambda message: None  # type: ignore[method-assign] # noqa: SLF001
    host.orders.set_lock(True)
    host.run(4_000)
    assert "SetLock was not answered within 3000 ms" in host.reasons[0]
