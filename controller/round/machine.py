"""The transition table as a `transitions` machine, kept a pure referee.

One long-lived model is set to a phase, one trigger is fired, the phase is read off. Guards read
the folded table and no callback does anything, so a refused trigger leaves nothing behind.
"""

from typing import Final

from transitions import Machine

from controller.round.guards import GUARDS
from controller.round.phases import Phase
from controller.round.state import Table
from controller.round.table import ROUND


class _Referee:
    """What the machine moves."""

    state: Phase


_REFEREE: Final = _Referee()
_MACHINE: Final = Machine(
    model=_REFEREE,
    states=Phase,
    initial=Phase.IDLE,
    transitions=[
        {
            "trigger": step.trigger,
            "source": list(step.source),
            "dest": step.target,
            "conditions": [GUARDS[fact] for fact in step.only_if],
        }
        for step in ROUND
    ],
    auto_transitions=False,
    model_override=True,
    queued=False,
)


def step(phase: Phase, table: Table, trigger: str) -> Phase | None:
    """The phase a trigger leads to, or None where the table of transitions does not allow it."""
    event = _MACHINE.events[trigger]
    if phase.name not in event.transitions:
        return None
    _REFEREE.state = phase
    return _REFEREE.state if event.trigger(_REFEREE, table) else None
