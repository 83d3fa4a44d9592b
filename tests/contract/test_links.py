"""Driver over simulator: whatever happens on the line, no card is lost, doubled or out of order."""

import random
from dataclasses import replace
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.attendant import Attendant
from drivers.faults import LocalMisuse
from drivers.health import Condition
from drivers.link.fields import Face
from drivers.link.messages import Event, Outcome
from drivers.link.orders import Orders
from drivers.link.session import Fitting, SessionCallbacks
from drivers.shoe.driver import ShoeOrders, ShoeSession
from drivers.shoe.protocol import CardDrawn
from drivers.shuffler.protocol import (
    Back,
    Deck,
    Fault,
    LoadDeck,
    PacketEjected,
    Shuffle,
    ShufflerState,
)
from drivers.transport.serial import SerialPort
from simulators import faults as wire
from simulators.faults import Way, WireFault, drop
from simulators.pty import PtyDevice
from simulators.shoe import SimShoe
from simulators.world import Spot, World
from tests.helpers.linked import KEY, ShoeHost, ShufflerHost, shoe_host, shuffler_host
from tests.helpers.patience import eventually


class Cut(Protocol):
    """Unplugging, or cutting the power."""

    def __call__(self, at: int, *, ms: int, way: Way) -> WireFault: ...


ways = st.sampled_from(Way)
places = st.integers(0, 3_000)
any_fault = st.one_of(
    st.builds(wire.drop, places, st.integers(1, 60), ways),
    st.builds(wire.garble, places, st.integers(1, 255), ways),
    st.builds(wire.duplicate, places, st.integers(1, 120), ways),
    st.builds(wire.delay, places, st.integers(1, 1_500), ways),
    st.builds(wire.stray, places, st.binary(min_size=1, max_size=60), ways),
    st.builds(wire.wrong_id, places, st.integers(1, 9), ways),
    st.builds(lambda at, ms: wire.no_reply(ms, at), places, st.integers(1, 4_000)),
    st.builds(lambda at, ms, way: wire.unplug(at, ms=ms, way=way), places, st.just(700), ways),
    st.builds(lambda at, ms, way: wire.power_cut(at, ms=ms, way=way), places, st.just(700), ways),
)
scripts = st.lists(any_fault, max_size=8)


def deal(host: ShoeHost, seed: int) -> list[Face | None]:
    """Draw a whole deck at odd moments; what lies on the table, in order."""
    chance = random.Random(seed)
    host.shoe.load(Back.RED)
    drawn: list[Face | None] = []
    for _ in range(400):
        for _ in range(chance.randint(0, 5)):
            host.step()
        if chance.random() < 0.4 and (card := host.shoe.draw()):
            drawn.append(card.face)
        if len(drawn) == 52:
            break
    return drawn


def every_card_arrives(script: list[WireFault], seed: int) -> None:
    world, host = shoe_host(script, seed)
    drawn = deal(host, seed)
    host.run(20_000)
    assert host.faces == drawn, host.reasons
    assert [event.seq for event in host.record] == list(range(1, len(host.record) + 1))
    assert [card.face for card in world.pile(Spot.TABLE)] == drawn
    assert host.session is not None or host.reasons
    world.check()


@settings(max_examples=30)
@given(scripts, st.integers(0, 99))
def test_every_card_arrives_once_and_in_order_whatever_the_line_does(
    script: list[WireFault], seed: int
) -> None:
    every_card_arrives(script, seed)


@pytest.mark.long
@pytest.mark.timeout(1_800)
@settings(max_examples=1_000)
@given(scripts, st.integers(0, 2**32))
def test_every_card_arrives_long(script: list[WireFault], seed: int) -> None:
    every_card_arrives(script, seed)


@pytest.mark.parametrize("fault", [wire.unplug, wire.power_cut])
@pytest.mark.parametrize("way", list(Way))
def test_a_cut_at_any_byte_costs_no_card(fault: Cut, way: Way) -> None:
    for at in range(0, 1_400, 37):
        _, host = shoe_host([fault(at, ms=400, way=way)])
        host.shoe.load(Back.RED)
        drawn = []
        for _ in range(30):
            host.step()
            if card := host.shoe.draw():
                drawn.append(card.face)
        host.run(6_000)
        assert host.faces == drawn, (at, host.reasons)
        assert host.session is not None, (at, host.reasons)


def cards_out(host: ShufflerHost) -> list[Face | None]:
    return [face for packet in host.bodies(PacketEjected) for face in packet.faces]


@settings(max_examples=25)
@given(st.lists(any_fault, max_size=6), st.integers(0, 99))
def test_a_shuffler_does_every_command_once_and_tells_every_card(
    script: list[WireFault], seed: int
) -> None:
    world, host = shuffler_host(script, seed)
    host.shuffler.put_in_tray(Back.BLUE)
    host.orders.load_deck(1, Back.BLUE)
    host.run(8_000)
    host.orders.shuffle(2, Back.BLUE)
    host.run(55_000)
    for number in range(3, 8):
        host.orders.eject(number, Back.BLUE, 7)
        host.run(3_000)
        host.shuffler.take_packet()
    host.run(20_000)
    out = [card.face for spot in (Spot.TABLE, Spot.GATE) for card in world.pile(spot)]
    assert cards_out(host) == out, host.reasons
    assert [number for number, _ in host.answers] == list(range(1, 8))
    world.check()


def test_the_state_comes_right_after_a_power_cut_in_a_cycle() -> None:
    _, host = shuffler_host()
    host.shuffler.put_in_tray(Back.RED)
    host.orders.load_deck(1, Back.RED)
    host.run(6_000)
    host.orders.shuffle(2, Back.RED)
    host.run(10_000)
    host.shuffler.power_cut()
    host.run(3_000)
    host.shuffler.power_on()
    host.run(6_000)
    state = host.states[-1]
    assert isinstance(state, ShufflerState)
    assert (state.deck(Back.RED), state.fault(Back.RED)) == (Deck.BLOCKED, Fault.UNFINISHED_CYCLE)
    host.orders.eject(3, Back.RED, 1)
    host.run(1_000)
    assert host.answers[-1] == (3, Outcome.BLOCKED)


@pytest.mark.parametrize("held_up_ms", [1_500, 2_500, 9_000])
def test_a_slow_disk_does_not_cost_a_healthy_device_its_session(held_up_ms: int) -> None:
    """Whatever is late on record is our own doing: the device is not said to be silent."""
    world = World(4)
    shoe = SimShoe(world, KEY)
    shoe.load(Back.RED)
    host = ShoeHost(shoe)
    host.orders.set_lock(False)
    host.run(1_000)
    late: list[Event] = []

    def received(event: Event) -> None:
        host.clock.advance_to(host.clock.now_ms + held_up_ms)
        host.record.append(event)
        late.append(event)

    host.callbacks = replace(host.callbacks, received=received)
    host.connect()
    drawn = [shoe.draw() for _ in range(10)]
    assert all(drawn)
    while len(late) < len(drawn):
        host.step()
    host.run(5_000)
    assert host.reasons == []
    assert [event.body for event in late] == [CardDrawn(card.face) for card in drawn if card]


def test_a_device_that_is_gone_after_a_slow_disk_is_said_to_be() -> None:
    world = World(4)
    shoe = SimShoe(world, KEY)
    host = ShoeHost(shoe)
    host.run(1_000)
    shoe.power_cut()
    host.clock.advance_to(host.clock.now_ms + 5_000)
    host.run(4_000)
    assert "does not answer. Check its power and cable" in host.reasons[0]


# The same driver on a real port with the wall clock


def test_the_same_driver_over_a_pseudo_terminal_with_unplugging() -> None:
    world = World(4)
    shoe = SimShoe(world, KEY)
    shoe.load(Back.RED)
    record: list[Event] = []
    orders = ShoeOrders()
    orders.set_lock(False)
    callbacks = SessionCallbacks(record.append, lambda: len(record))
    fitting = Fitting(callbacks, orders, shoe.paired)
    seen: list[Condition] = []
    with PtyDevice(shoe) as port:
        attendant = Attendant(
            "shoe",
            lambda: SerialPort(port.port),
            lambda transport: ShoeSession(transport, fitting),
            lambda health: seen.append(health.condition),
        )
        attendant.start()
        drawn = []
        for number in range(12):
            eventually(lambda: shoe.delivering)
            card = port.act(shoe.draw)
            assert card is not None
            drawn.append(card.face)
            if number in (3, 8):
                port.unplug()
                eventually(lambda: attendant.health.condition is not Condition.WORKING)
                port.plug()
        eventually(lambda: len(record) == 2 + len(drawn))
        assert attendant.stop()
    assert [event.body.face for event in record if isinstance(event.body, CardDrawn)] == drawn
    assert Condition.ABSENT in seen
    world.check()


def test_orders_are_bounded_and_an_id_means_one_command() -> None:
    orders = Orders()
    orders.command(1, LoadDeck(Back.RED))
    orders.command(1, LoadDeck(Back.RED))
    with pytest.raises(LocalMisuse, match="given to another command"):
        orders.command(1, Shuffle(Back.RED))
    for number in range(2, 17):
        orders.command(number, Shuffle(Back.RED))
    with pytest.raises(LocalMisuse, match="16 commands wait"):
        orders.command(17, Shuffle(Back.RED))
    assert orders.settle(1)
    assert not orders.settle(1)


def test_a_lock_comes_right_though_an_answer_was_lost_and_the_mind_changed() -> None:
    """Locked and cleared again within a blink: the answer to the first never came."""
    _, host = shoe_host()
    host.run(1_000)
    assert not host.shoe.locked
    host.script.add(drop(host.script.count(Way.IN), count=200))
    host.orders.set_lock(True)
    host.step()
    assert host.shoe.locked
    host.orders.set_lock(False)
    host.run(2_000)
    assert not host.shoe.locked


def test_a_state_whose_answer_was_lost_is_asked_for_again() -> None:
    """Who has thrown away what he knew of the device must not wait for ever."""
    _, host = shuffler_host()
    host.run(1_000)
    known = len(host.states)
    host.script.add(drop(host.script.count(Way.IN), count=60))
    host.orders.read_state()
    host.run(100)
    assert len(host.states) == known
    host.run(1_000)
    assert len(host.states) == known + 1
