"""The attendant step by step, as it runs without a thread."""

import threading

import pytest

from drivers.attendant import LOOK_AGAIN_MS, Attendant, retry_ms
from drivers.faults import DeviceFault, WrongDevice
from drivers.health import Condition, Health


class Line:
    """A transport that counts."""

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


class Scripted:
    """A session that does what it is told to, in turn."""

    def __init__(self, *turns: Exception | None) -> None:
        self._turns = list(turns)
        self.steps = 0

    def begin(self) -> str:
        self._next()
        return "a device"

    def step(self) -> None:
        self.steps += 1
        self._next()

    def _next(self) -> None:
        if self._turns and (turn := self._turns.pop(0)):
            raise turn


def attended(*sessions: Scripted) -> tuple[Attendant, list[Line], list[Health]]:
    lines, felt, waiting = list[Line](), list[Health](), list(sessions)

    def open_() -> Line:
        lines.append(Line())
        return lines[-1]

    return Attendant("device", open_, lambda _: waiting.pop(0), felt.append), lines, felt


def test_it_opens_then_steps() -> None:
    session = Scripted()
    attendant, lines, felt = attended(session)
    assert [attendant.step() for _ in range(3)] == [0, 0, 0]
    assert session.steps == 2
    assert len(lines) == 1
    assert [health.condition for health in felt] == [Condition.CONNECTING, Condition.WORKING]


def test_after_a_fault_it_rests_longer_each_time_and_begins_anew() -> None:
    mute = DeviceFault("mute")
    attendant, lines, felt = attended(*(Scripted(mute) for _ in range(3)), Scripted(), Scripted())
    assert [attendant.step() for _ in range(3)] == [retry_ms(1), retry_ms(2), retry_ms(3)]
    assert retry_ms(3) > retry_ms(2) > retry_ms(1)
    assert attendant.step() == 0
    assert attendant.health == Health(Condition.WORKING, "", "a device")
    assert [line.closed for line in lines] == [True, True, True, False]
    assert Health(Condition.ABSENT, "mute") in felt


def test_a_device_that_worked_is_looked_for_soon() -> None:
    gone = DeviceFault("gone")
    attendant, _, _ = attended(Scripted(None, None, gone), Scripted())
    assert [attendant.step() for _ in range(4)] == [0, 0, retry_ms(1), 0]


def test_a_wrong_device_is_left_alone_for_longer() -> None:
    attendant, lines, felt = attended(Scripted(WrongDevice("another one")))
    assert attendant.step() == LOOK_AGAIN_MS
    assert felt[-1] == Health(Condition.REFUSED, "another one")
    assert lines[0].closed


def test_a_mistake_of_ours_is_not_swallowed_and_frees_the_port() -> None:
    attendant, lines, felt = attended(Scripted(None, KeyError("ours")))
    attendant.step()
    with pytest.raises(KeyError):
        attendant.step()
    assert lines[0].closed
    assert felt[-1] == attendant.health
    assert attendant.health.condition is Condition.FAULTY
    assert "device: its driver failed with KeyError" in attendant.health.reason
    assert "ours" not in attendant.health.reason, "a card may be in it"


def test_the_thread_of_a_mistaken_driver_lives_on_and_tries_again() -> None:
    again, felt = threading.Event(), list[Health]()
    sessions = [Scripted(None, None, ValueError("ours")), Scripted(ValueError("ours")), Scripted()]

    def feel(health: Health) -> None:
        felt.append(health)
        if health.condition is Condition.WORKING and not sessions:
            again.set()

    attendant = Attendant("device", Line, lambda _: sessions.pop(0), feel)
    attendant.start()
    assert again.wait(10), felt
    assert attendant.health.condition is Condition.WORKING
    assert attendant.stop()
    conditions = [health.condition for health in felt]
    connecting, working, faulty = Condition.CONNECTING, Condition.WORKING, Condition.FAULTY
    assert conditions == [
        connecting, working, faulty, connecting, faulty, connecting, working,
    ]  # fmt: skip
    assert all("ValueError" in health.reason for health in felt[2:-1])
