"""Pairing: both displays agree, and nobody in between can make them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.faults import BadFrame, DeviceFault, LocalMisuse, WrongDevice
from drivers.link.messages import PairConfirm, PairConfirmed, PairOffer, PairReveal, PairStart
from drivers.link.pair import PairingDriver
from drivers.link.pairing import DevicePairing, HostPairing
from simulators import faults as wire
from simulators.faults import FaultScript, Way
from simulators.faulty import FaultyBytes
from simulators.line import MemoryLine, VirtualClock
from simulators.shoe import SimShoe
from simulators.world import World
from tests.helpers.linked import KEY, ShoeHost


def device() -> DevicePairing:
    return DevicePairing(2, "M", "S")


def codes(host: HostPairing, other: DevicePairing) -> tuple[str | None, str | None]:
    reveal = host.reveal(other.offer(host.start()))
    other.revealed(reveal)
    return host.code, other.code


def test_both_displays_show_the_same_six_digits_and_both_get_the_same_key() -> None:
    host, other = HostPairing(), device()
    shown = codes(host, other)
    assert shown[0] == shown[1]
    assert shown[0] is not None
    assert len(shown[0]) == 6
    assert shown[0].isdigit()
    other.confirmed_by(host.confirm())
    assert other.finish() is None
    other.press_equal()
    done = other.finish()
    assert done is not None
    paired = host.finish(done.confirmed)
    assert paired.key == done.key
    assert (paired.device_id, paired.model, paired.serial) == (2, "M", "S")
    assert paired.key.hex() not in repr(paired) + repr(done)


def test_somebody_in_between_shows_different_codes() -> None:
    equal = 0
    for _ in range(50):
        host, other = HostPairing(), device()
        to_host, to_device = device(), HostPairing()
        shown_host, _ = codes(host, to_host)
        _, shown_device = codes(to_device, other)
        equal += shown_host == shown_device
    assert equal == 0


def test_a_host_cannot_choose_its_key_after_seeing_the_devices() -> None:
    other, first, second = device(), HostPairing(), HostPairing()
    offer = other.offer(first.start())
    with pytest.raises(BadFrame, match="another key than it was bound to"):
        other.revealed(second.reveal(offer))
    assert other.code is None


def test_a_reveal_before_a_start_a_second_host_and_a_second_device_are_refused() -> None:
    host, other = HostPairing(), device()
    with pytest.raises(BadFrame):
        device().revealed(PairReveal(bytes(32), bytes(16)))
    host.reveal(other.offer(host.start()))
    with pytest.raises(BadFrame, match="second host"):
        other.offer(PairStart(bytes(32)))
    with pytest.raises(BadFrame, match="second device"):
        host.reveal(device().offer(host.start()))
    with pytest.raises(BadFrame, match="not offered"):
        HostPairing().confirm()


def test_wrong_proofs_and_keys_that_give_no_secret_are_refused() -> None:
    host, other = HostPairing(), device()
    other.confirmed_by(PairConfirm(bytes(16)))
    assert other.finish() is None
    codes(host, other)
    with pytest.raises(BadFrame):
        other.confirmed_by(PairConfirm(bytes(16)))
    with pytest.raises(BadFrame):
        host.finish(PairConfirmed(bytes(16)))
    with pytest.raises(BadFrame, match="no secret"):
        HostPairing().reveal(PairOffer(2, bytes(32), bytes(16), "M", "S"))


class Bench:
    """A console and a shoe that is to be paired."""

    def __init__(self, *faults: wire.WireFault) -> None:
        self.clock = VirtualClock()
        self.shoe = SimShoe(World())
        self.script = FaultScript(faults, lambda: self.clock.now_ms)
        self.line = FaultyBytes(self.script, MemoryLine(self.shoe, self.clock))
        self.driver = PairingDriver(self.line, lambda: self.clock.now_ms)


def begun() -> Bench:
    """Both show a code."""
    bench = Bench()
    bench.shoe.enter_pairing_mode()
    bench.driver.begin()
    return bench


def test_a_shoe_is_paired_and_then_works() -> None:
    bench = Bench()
    bench.shoe.enter_pairing_mode()
    code = bench.driver.begin()
    assert bench.shoe.display == code
    bench.shoe.press_equal()
    paired = bench.driver.confirm()
    assert paired == bench.shoe.paired
    assert bench.shoe.display == ""
    host = ShoeHost(bench.shoe)
    host.clock.advance_to(bench.clock.now_ms)
    host.orders.set_lock(False)
    assert "SHOE-0001" in host.connect()


@settings(max_examples=30)
@given(
    st.lists(
        st.one_of(
            st.builds(wire.drop, st.integers(0, 600), st.integers(1, 90), st.sampled_from(Way)),
            st.builds(wire.garble, st.integers(0, 600), st.just(9), st.sampled_from(Way)),
            st.builds(wire.duplicate, st.integers(0, 600), st.just(90), st.sampled_from(Way)),
        ),
        max_size=3,
    )
)
def test_a_noisy_line_delays_a_pairing_but_never_spoils_it(script: list[wire.WireFault]) -> None:
    bench = Bench(*script)
    bench.shoe.enter_pairing_mode()
    try:
        code = bench.driver.begin()
        assert bench.shoe.display in (code, "")
        shown = bench.shoe.display == code
        bench.shoe.press_equal()
        paired = bench.driver.confirm(5_000)
    except DeviceFault:
        assert bench.script.injected
        return
    assert shown
    assert paired == bench.shoe.paired


def test_pairing_outside_pairing_mode_is_refused_by_name() -> None:
    bench = Bench()
    with pytest.raises(WrongDevice, match=r"SHOE-0001.* is not in pairing mode"):
        bench.driver.begin()
    assert bench.shoe.memory.key is None


def test_pairing_mode_ends_by_itself() -> None:
    bench = Bench()
    bench.shoe.enter_pairing_mode()
    bench.line.read(121_000)
    with pytest.raises(WrongDevice, match="not in pairing mode"):
        bench.driver.begin()


def test_a_person_who_sees_another_code_stops_it_on_both_sides() -> None:
    bench = begun()
    bench.driver.stop()
    assert bench.shoe.pairing is None
    with pytest.raises(WrongDevice, match="not in pairing mode"):
        bench.driver.confirm()


def test_nobody_at_the_device_means_no_key() -> None:
    bench = begun()
    with pytest.raises(DeviceFault, match="no answer in time"):
        bench.driver.confirm(2_000)
    assert bench.shoe.memory.key is None


def test_a_wrong_attempt_ends_pairing_mode() -> None:
    bench = begun()
    with pytest.raises(WrongDevice, match="ended the pairing"):
        PairingDriver(bench.line, lambda: bench.clock.now_ms).begin()
    assert bench.shoe.pairing is None


def test_a_device_with_another_key_or_none_is_refused_at_work() -> None:
    bench = Bench()
    no_secret = DevicePairing(2, "M", "S")
    no_secret._offer = PairOffer(2, bytes(32), bytes(16), "M", "S")  # noqa: SLF001
    bench.shoe.enter_pairing_mode(no_secret)
    with pytest.raises(WrongDevice, match="a public key that gives no secret"):
        bench.driver.begin()
    assert bench.shoe.pairing is None
    other = begun()
    other.driver._pairing.finish = HostPairing().finish  # type: ignore[method-assign] # noqa: SLF001
    other.shoe.press_equal()
    with pytest.raises(WrongDevice, match="Somebody may be on the line"):
        other.driver.confirm()


def test_confirming_before_anything_was_shown_is_our_mistake() -> None:
    with pytest.raises(LocalMisuse):
        Bench().driver.confirm()


def test_a_recording_of_the_pairing_does_not_hold_the_key() -> None:
    bench = Bench()
    said: list[bytes] = []
    update = bench.shoe.update

    def listening(now_ms: int, received: bytes) -> object:
        result = update(now_ms, received)
        said.extend((received, result.sent))
        return result

    bench.shoe.update = listening  # type: ignore[method-assign, assignment]
    bench.shoe.enter_pairing_mode()
    bench.driver.begin()
    bench.shoe.press_equal()
    key = bench.driver.confirm().key
    assert key != KEY
    assert key not in b"".join(said)


def test_an_old_pairing_is_replaced_and_its_events_are_kept() -> None:
    bench = Bench()
    bench.shoe.open_lid()
    assert bench.shoe.memory.last_seq == 1
    bench.shoe.enter_pairing_mode()
    bench.driver.begin()
    bench.shoe.press_equal()
    bench.driver.confirm()
    assert [event.seq for event in bench.shoe.memory.events] == [1]
    assert bench.shoe.memory.last_seq == 1
