"""Waiting for what another thread does: long enough for a busy machine."""

from collections.abc import Callable

from simulators.people.felt import wait_until

WAIT_S = 60.0


def eventually(fact: Callable[[], bool]) -> None:
    assert wait_until(fact, WAIT_S), "it has not come to that"
