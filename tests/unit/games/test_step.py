"""A table of steps: complete, or not made at all."""

from enum import Enum
from typing import Any, NamedTuple

import pytest

from controller.domain.base import BrokenInvariant
from controller.games.step import Row, Steps, always, behind


class Phase(Enum):
    """Of a game that everybody knows."""

    DEAL = "deal"
    SHOW = "show"


class Name(Enum):
    DEAL = "deal"
    STOPPED = "stopped"
    SHOW = "show"


class Table(NamedTuple):
    phase: Phase
    jammed: bool = False


def nothing(*_: object) -> Any:
    return None


def row(name: Name, phase: Phase, when: Any = always, button: Any = nothing) -> Row[Table, object]:
    return Row(name, (phase,), when, nothing, button, nothing, nothing, "1.1")


DEAL, SHOW = row(Name.DEAL, Phase.DEAL), row(Name.SHOW, Phase.SHOW)
STOPPED = row(Name.STOPPED, Phase.DEAL, lambda table: table.jammed, behind)


def test_the_first_row_of_the_phase_that_applies_is_the_step() -> None:
    steps = Steps(Phase, (STOPPED, DEAL, SHOW))
    for table, told, taken in (
        (Table(Phase.DEAL), DEAL, DEAL),
        (Table(Phase.DEAL, jammed=True), STOPPED, DEAL),
        (Table(Phase.SHOW, jammed=True), SHOW, SHOW),
    ):
        assert (steps.guide_row(table), steps.step_row(table)) == (told, taken)


def test_what_only_stops_a_step_has_no_button_of_its_own() -> None:
    with pytest.raises(BrokenInvariant):
        STOPPED.button(None)


@pytest.mark.parametrize(
    ("rows", "seen"),
    [((DEAL,), "no row"), ((DEAL, row(Name.SHOW, Phase.SHOW, nothing)), "Name.SHOW")],
)
def test_there_is_always_a_step(rows: tuple[Row[Table, object], ...], seen: str) -> None:
    with pytest.raises(BrokenInvariant, match=f"Phase.SHOW: {seen} seen last"):
        Steps(Phase, rows)


def test_a_row_that_lacks_a_part_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="rule"):
        Row(Name.DEAL, (Phase.DEAL,), always, nothing, nothing, nothing, nothing)  # type: ignore[call-arg]
