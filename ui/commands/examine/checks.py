"""One row of what the doctor says."""

from enum import StrEnum

from controller.domain.frozen import frozen


class State(StrEnum):
    FINE = "fine"
    NOTE = "note"
    """Worth knowing; a table works all the same."""
    WRONG = "wrong"
    """It has to be fixed before a table works."""


@frozen
class Check:
    """What was looked at and seen, and what to do."""

    name: str
    state: State
    seen: str
    to_do: str = ""


def fine(name: str, seen: str) -> Check:
    return Check(name, State.FINE, seen)


def note(name: str, seen: str, to_do: str) -> Check:
    return Check(name, State.NOTE, seen, to_do)


def wrong(name: str, seen: str, to_do: str) -> Check:
    return Check(name, State.WRONG, seen, to_do)
