"""Somebody on the cable who holds no key keeps no dead device at work, and no live one from it.

In every state of the link, on both sides of it, he sends all that can be sent without a key. Time
is virtual, so that every bound is compared to the millisecond with a line on which he is silent.
"""

from itertools import cycle, pairwise
from typing import Any

import pytest

from drivers.faults import DeviceFault, WrongDevice
from drivers.link.frames import Role
from drivers.link.messages import HostHello, Ready
from drivers.link.pair import PairingDriver
from drivers.link.protocol import OFFERS_MAX, Link, Reason
from drivers.link.session import AGAIN_MS, BEGIN_MS_MAX, SILENCE_MS_MAX
from drivers.shoe.protocol import TABLE
from drivers.shuffler.protocol import Back
from simulators.line import MemoryLine, VirtualClock
from simulators.linked import LinkedDevice
from simulators.shoe import SimShoe
from simulators.world import World
from tests.attack.on_the_cable import (
    BY_DEVICE,
    OTHER_KEY,
    SHOE_ID,
    OnTheCable,
    clear,
    forgeries,
    frames_of,
)
from tests.helpers.linked import KEY, WAIT_MS, ShoeHost
from tests.helpers.spoil import held

FLOOD = 1, 40
"""Every millisecond so many frames: far more than a line carries."""
SLOW, FAST = pytest.param(1_000, 1), pytest.param(10, 5, marks=pytest.mark.attack)
PACES = [SLOW, pytest.param(100, 1, marks=pytest.mark.attack), FAST]


def beside() -> tuple[ShoeHost, OnTheCable]:
    """A host that looks for a shoe, and somebody on the cable between them."""
    shoe = SimShoe(World(1), KEY)
    host, cable = ShoeHost(shoe), OnTheCable(shoe)
    host.device = cable  # type: ignore[assignment]
    return host, cable


def at_work() -> tuple[ShoeHost, OnTheCable]:
    """A host at work on a shoe; somebody has heard all of it."""
    host, cable = beside()
    host.orders.set_lock(False)
    host.shoe.load(Back.RED)
    host.run(1_500)
    assert host.session is not None
    return host, cable


RECORDED = at_work()[1].recorded
FROM_DEVICE = forgeries(Role.DEVICE, RECORDED[Role.DEVICE])
FROM_HOST = forgeries(Role.HOST, RECORDED[Role.HOST])


def until_gone(host: ShoeHost) -> int:
    """How long it takes until the host says that the device is gone."""
    began, told = host.clock.now_ms, len(host.reasons)
    while len(host.reasons) == told:
        host.step()
        assert host.clock.now_ms - began < 60_000, "it is at work for ever"
    return host.clock.now_ms - began


# The host at work on a device that has died


def dying() -> tuple[ShoeHost, OnTheCable]:
    """A card was drawn, then the power went."""
    host, cable = at_work()
    host.shoe.draw()
    host.run(300)
    cable.connected = False
    return host, cable


SILENCE_ALONE = until_gone(dying()[0])


def test_a_dead_device_is_gone_within_the_bound() -> None:
    assert SILENCE_ALONE <= SILENCE_MS_MAX + WAIT_MS


@pytest.mark.parametrize("what", FROM_DEVICE)
@pytest.mark.parametrize(("every_ms", "many"), PACES)
def test_a_dead_device_is_not_kept_at_work(what: str, every_ms: int, many: int) -> None:
    host, cable = dying()
    session, record, states = host.session, list(host.record), list(host.states)
    assert session is not None
    before = sum(session.refused.values())
    cable.attack(FROM_DEVICE[what], every_ms, many)
    assert until_gone(host) <= SILENCE_ALONE
    assert (host.record, host.states) == (record, states), "something was believed"
    assert "silent for" in host.reasons[0]
    counted = sum(session.refused.values()) - before
    if what not in ("without an end", "nothing but ends", "noise", "cut short", "garbled"):
        assert counted >= cable.sent - many, "something was not counted"
        assert "frames refused: " in host.reasons[0], "nobody is told of it"
    if what in BY_DEVICE:
        assert session.refused[Reason.UNASKED] >= cable.sent - many
        assert host.noticed, "it is not on record"


def test_the_frames_of_the_session_itself_played_again_keep_nothing_at_work() -> None:
    host, cable = dying()
    cable.attack(frames_of(cable.recorded[Role.DEVICE]), 100)
    assert until_gone(host) <= SILENCE_ALONE
    assert host.noticed[-1].reason is Reason.REPLAYED


def test_frames_kept_back_while_it_lived_do_not_keep_it_at_work_when_it_is_dead() -> None:
    """He lets the replies through one after another, late: when it dies, some are left to him."""
    host, cable = at_work()
    kept: list[bytes] = []
    passed_ms = host.clock.now_ms

    def later(now_ms: int, said: bytes) -> bytes:
        nonlocal passed_ms
        kept.extend(frames_of(said))
        if not kept or now_ms - passed_ms < 1_400:
            return b""
        passed_ms = now_ms
        return kept.pop(0)

    cable.between = later
    host.run(1_300)
    assert len(kept) >= 2
    cable.connected = False
    cable.attack([b""], 100)
    assert until_gone(host) <= SILENCE_MS_MAX + WAIT_MS


# The host at work on a live device


def every_card_in_time(host: ShoeHost) -> None:
    drawn = []
    for _ in range(8):
        card = host.shoe.draw()
        assert card is not None
        drawn.append(card.face)
        host.run(400)
        assert host.faces == drawn, "a card is late, or not the one that was drawn"


@pytest.mark.parametrize("what", FROM_DEVICE)
@pytest.mark.parametrize(("every_ms", "many"), PACES)
def test_a_live_device_is_served_on_time(what: str, every_ms: int, many: int) -> None:
    host, cable = at_work()
    cable.attack(FROM_DEVICE[what], every_ms, many)
    every_card_in_time(host)
    host.orders.set_lock(True)
    host.run(700)
    assert host.shoe.locked
    assert host.reasons == []


@pytest.mark.parametrize("what", FROM_DEVICE)
def test_a_flood_makes_nothing_grow(what: str) -> None:
    host, cable = at_work()
    cable.attack(FROM_DEVICE[what], *FLOOD)
    sizes = []
    for _ in range(3):
        for _ in range(8):
            host.step()
        session = host.session
        assert session is not None, host.reasons
        transport, session._transport = session._transport, None  # type: ignore[assignment] # noqa: SLF001
        sizes.append(held(session))
        session._transport = transport  # noqa: SLF001
    assert sizes[-1] <= sizes[0] + 600, sizes


# The host that looks for a device


def served_after(host: ShoeHost, within_ms: int) -> int:
    began = host.clock.now_ms
    while host.session is None:
        host.step()
        assert host.clock.now_ms - began <= within_ms, host.reasons[-3:]
    return host.clock.now_ms - began


@pytest.mark.parametrize("what", FROM_DEVICE)
@pytest.mark.parametrize(("every_ms", "many"), PACES)
def test_a_device_that_answers_is_taken_whatever_else_answers(
    what: str, every_ms: int, many: int
) -> None:
    host, cable = beside()
    cable.attack(FROM_DEVICE[what], every_ms, many)
    assert served_after(host, 2 * AGAIN_MS) <= 2 * AGAIN_MS
    assert host.reasons == []
    host.run(5_000)
    assert host.reasons == []


def test_a_stranger_beside_the_device_itself_is_reported() -> None:
    host, cable = beside()
    cable.attack([clear(Role.DEVICE, BY_DEVICE["Stranger OTHER_KEY"])], 10)
    host.connect()
    assert host.noticed[0].reason is Reason.UNASKED
    assert "SHOE-0007 (device 7) was paired with another console" in host.noticed[0].text


@pytest.mark.parametrize("what", FROM_DEVICE)
@pytest.mark.parametrize(("every_ms", "many"), PACES)
def test_nobody_there_but_him_is_nobody_there(what: str, every_ms: int, many: int) -> None:
    host, cable = beside()
    cable.connected = False
    cable.attack(FROM_DEVICE[what], every_ms, many)
    began = host.clock.now_ms
    with pytest.raises((DeviceFault, WrongDevice)):
        host.connect()
    assert host.clock.now_ms - began <= BEGIN_MS_MAX + AGAIN_MS
    assert (host.record, host.states) == ([], [])
    host.run(20_000)
    cable.connected = True
    host.clock.advance_to(host.clock.now_ms + 1)
    served_after(host, 2 * BEGIN_MS_MAX + 2 * AGAIN_MS)


# Pairing


def pairs() -> tuple[VirtualClock, SimShoe, OnTheCable, PairingDriver]:
    clock, shoe = VirtualClock(), SimShoe(World(1))
    cable = OnTheCable(shoe)
    return clock, shoe, cable, PairingDriver(MemoryLine(cable, clock), lambda: clock.now_ms)


@pytest.mark.parametrize("what", FROM_DEVICE)
@pytest.mark.parametrize("every_ms", [1_000, pytest.param(50, marks=pytest.mark.attack)])
def test_nobody_ends_a_pairing_that_people_and_device_go_on_with(what: str, every_ms: int) -> None:
    """An offer that comes before the device's own is another matter: the codes differ then."""
    clock, shoe, cable, pairing = pairs()
    shoe.enter_pairing_mode()
    offers = what.startswith("PairOffer") or what.startswith("clear, ")
    if not offers:
        cable.attack(FROM_DEVICE[what], every_ms)
    code = pairing.begin()
    cable.attack(FROM_DEVICE[what], every_ms)
    assert shoe.display == code
    for _ in range(20):
        pairing.listen(200)
    for _ in range(20):
        assert pairing.confirmed(200) is None, "nobody has said yes at the device"
    shoe.press_equal()
    began = clock.now_ms
    assert pairing.confirm(5_000) == shoe.paired
    assert clock.now_ms - began <= 2 * AGAIN_MS
    assert held(vars(pairing) | {"_transport": None}) < 4_000
    if what in BY_DEVICE and what not in ("DeviceHello",):
        assert sum(pairing.refused.values()) > 0


def test_an_offer_in_the_place_of_the_devices_gives_nobody_a_key() -> None:
    _, shoe, cable, pairing = pairs()
    shoe.enter_pairing_mode()
    first = clear(Role.DEVICE, BY_DEVICE["PairOffer"])
    cable.between = lambda _, said: first + said if said else b""
    code = pairing.begin()
    assert shoe.display != code, "people see two codes"
    with pytest.raises((DeviceFault, WrongDevice)):
        pairing.confirm(3_000)
    assert shoe.memory.key is None
    assert pairing.refused[Reason.UNASKED], "the device's own offer came second and is counted"


@pytest.mark.parametrize("what", FROM_DEVICE)
def test_he_cannot_pair_in_the_place_of_a_device(what: str) -> None:
    clock, _, cable, pairing = pairs()
    cable.connected = False
    cable.attack(FROM_DEVICE[what], 50)
    began = clock.now_ms
    with pytest.raises((DeviceFault, WrongDevice)):
        (pairing.begin(), pairing.confirm(10_000))
    assert clock.now_ms - began <= 10_000 + BEGIN_MS_MAX + 2 * AGAIN_MS


# The device's side


def asked(device: LinkedDevice, now_ms: int, data: bytes = b"") -> bytes:
    return device.update(now_ms, data).sent


def session_of(device: LinkedDevice, now_ms: int) -> Link:
    host = Link(Role.HOST, TABLE, SHOE_ID, KEY)
    host.receive(asked(device, now_ms, host.hello()))
    assert host.open
    host.receive(asked(device, now_ms, host.send(Ready())))
    return host


@pytest.mark.parametrize("what", FROM_HOST)
@pytest.mark.parametrize("every_ms", [1_000, pytest.param(50, marks=pytest.mark.attack)])
def test_a_device_whose_host_is_gone_ends_the_session_in_time(what: str, every_ms: int) -> None:
    shoe = SimShoe(World(1), KEY)
    session_of(shoe, 0)
    memory = vars(shoe.memory) | {}
    frames, sent = FROM_HOST[what], 0
    for now in range(every_ms, SILENCE_MS_MAX + 1_001, every_ms):
        asked(shoe, now, frames[sent % len(frames)])
        sent += 1
        assert shoe._link.open is (now <= SILENCE_MS_MAX), now  # noqa: SLF001
    assert vars(shoe.memory) == memory, "something was believed"
    assert shoe.locked
    if what in ("PairStart", "PairReveal", "PairConfirm", "PairStop", "HostHello"):
        assert sum(shoe.refused.values()) == sent


@pytest.mark.parametrize("what", FROM_HOST)
def test_a_device_serves_its_host_whoever_else_speaks_to_it(what: str) -> None:
    shoe = SimShoe(World(1), KEY)
    shoe.load(Back.RED)
    host = ShoeHost(shoe)
    host.orders.set_lock(False)
    frames = cycle(FROM_HOST[what])
    update, next_ms = shoe.update, 0

    def crowded(now_ms: int, received: bytes) -> Any:
        nonlocal next_ms
        if now_ms >= next_ms:
            next_ms = now_ms + 40
            received = next(frames) + b"\0" + received
        return update(now_ms, received)

    shoe.update = crowded  # type: ignore[method-assign]
    host.run(1_000)
    every_card_in_time(host)
    assert host.reasons == []
    assert len(shoe._link._offered) <= OFFERS_MAX  # noqa: SLF001


def test_hellos_played_again_do_not_push_out_the_session_that_begins() -> None:
    """He answers the host's hello with older ones, before the host can use what was offered."""
    shoe = SimShoe(World(1), KEY)
    old = [Link(Role.HOST, TABLE, SHOE_ID, KEY).hello() for _ in range(3)]
    host = Link(Role.HOST, TABLE, SHOE_ID, KEY)
    answer = asked(shoe, 0, host.hello())
    for number, hello in enumerate(old):
        asked(shoe, number, hello)
    (said,) = (one for one in host.receive(answer) if not isinstance(one, HostHello))
    assert host.open, said
    assert asked(shoe, 10, host.send(Ready())), "the device does not answer its own host"


@pytest.mark.parametrize("what", FROM_HOST)
def test_nobody_begins_a_pairing_from_the_line(what: str) -> None:
    for key in (KEY, None):
        shoe = SimShoe(World(1), key)
        for now, frame in enumerate(FROM_HOST[what] * 3):
            asked(shoe, now, frame)
        assert shoe.pairing is None
        assert shoe.display == ""
        assert shoe.memory.key is key


@pytest.mark.parametrize("what", FROM_HOST)
def test_whatever_comes_into_a_pairing_leaves_no_key_that_people_did_not_see(what: str) -> None:
    """Somebody may end it; nobody may finish it."""
    clock, shoe, _, pairing = pairs()
    shoe.enter_pairing_mode()
    code = pairing.begin()
    for frame in FROM_HOST[what]:
        asked(shoe, clock.now_ms, frame)
    assert shoe.display in (code, "")
    shoe.press_equal()
    try:
        assert pairing.confirm(2_000) == shoe.paired
    except (DeviceFault, WrongDevice):
        assert shoe.memory.key is None


def test_a_flood_makes_a_device_answer_no_more_than_it_is_asked() -> None:
    shoe, said = SimShoe(World(1), KEY), []
    for now in range(200):
        flood = b"".join(frame for frames in FROM_HOST.values() for frame in frames[:1])
        said.append(len(asked(shoe, now, flood)))
    assert all(later <= max(said[:3]) for _, later in pairwise(said))
    assert held(shoe._link) < 4_000  # noqa: SLF001


def test_another_key_is_another_key() -> None:
    assert OTHER_KEY != KEY
