"""Time without threads: in order, none waits for another, and nothing stands still unnoticed."""

import pytest

from simulators.pump import STANDS_STILL_MAX, Pump


def test_whoever_is_furthest_behind_goes_next() -> None:
    pump, turns = Pump(), list[tuple[str, int]]()

    def step(name: str, rest_ms: int) -> int:
        turns.append((name, pump.clock.now_ms))
        return rest_ms

    pump.attend({"slow": lambda: step("slow", 30), "quick": lambda: step("quick", 10)})
    pump.pass_ms(40)
    assert turns == [
        ("slow", 0),
        ("quick", 0),
        ("quick", 10),
        ("quick", 20),
        ("slow", 30),
        ("quick", 30),
    ]
    assert pump.clock.now_ms == 40


def test_one_that_waits_long_costs_the_others_nothing() -> None:
    pump, seen = Pump(), list[int]()

    def waits() -> int:
        pump.clock_of("mute").advance_to(pump.clock_of("mute").now_ms + 3_000)
        return 0

    def works() -> int:
        seen.append(pump.clock.now_ms)
        return 100

    pump.attend({"mute": waits, "working": works})
    pump.pass_ms(1_000)
    assert seen == list(range(0, 1_000, 100))


def test_waiting_ends_with_the_fact_or_with_the_time() -> None:
    pump, count = Pump(), 0

    def step() -> int:
        nonlocal count
        count += 1
        return 10

    pump.attend({"device": step})
    assert pump.until(lambda: count == 3, 1_000)
    assert pump.clock.now_ms == 20
    assert not pump.until(lambda: count == 1_000, 50)
    assert pump.clock.now_ms == 70


def test_a_clock_goes_on_when_a_driver_is_started_anew() -> None:
    pump = Pump()
    pump.attend({"device": lambda: 10})
    pump.pass_ms(100)
    pump.attend({"device": lambda: 10, "new": lambda: 10})
    assert pump.clock_of("device").now_ms == pump.clock_of("new").now_ms == 100


def test_without_anybody_time_goes_by_all_the_same() -> None:
    pump = Pump()
    pump.pass_ms(500)
    assert pump.clock.now_ms == 500


def test_a_driver_that_never_waits_is_named() -> None:
    pump, count = Pump(), 0

    def step() -> int:
        nonlocal count
        count += 1
        return 0

    pump.attend({"restless": step})
    with pytest.raises(RuntimeError, match="restless"):
        pump.pass_ms(1)
    assert count == STANDS_STILL_MAX + 1
