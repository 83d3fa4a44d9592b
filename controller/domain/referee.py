"""A table of steps as a `transitions` machine, kept a pure referee.

One long-lived model is set to a phase, one trigger is fired, the phase is read off. Guards read the
folded state and no callback does anything, so a refused trigger leaves nothing behind.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from transitions import Machine

P = TypeVar("P", bound=Enum)


class Step(Protocol):
    """One line of a table: on this trigger, from these phases to that one, only if."""

    @property
    def trigger(self) -> str: ...

    @property
    def source(self) -> tuple[Any, ...]: ...

    @property
    def target(self) -> Any: ...

    @property
    def only_if(self) -> tuple[str, ...]: ...


class _Model:
    """What the machine moves."""

    state: Any


class Referee(Generic[P]):
    """Says which phase a trigger leads to."""

    def __init__(
        self,
        phases: type[P],
        initial: P,
        table: Iterable[Step],
        guards: Mapping[str, Callable[[Any], bool]],
    ) -> None:
        self._model = _Model()
        self._machine = Machine(
            model=self._model,
            states=phases,
            initial=initial,
            transitions=[
                {
                    "trigger": step.trigger,
                    "source": list(step.source),
                    "dest": step.target,
                    "conditions": [guards[fact] for fact in step.only_if],
                }
                for step in table
            ],
            auto_transitions=False,
            model_override=True,
            queued=False,
        )

    def step(self, phase: P, state: object, trigger: str) -> P | None:
        """The phase a trigger leads to, or None where the table does not allow it."""
        event = self._machine.events[trigger]
        if phase.name not in event.transitions:
            return None
        self._model.state = phase
        reached: P | None = self._model.state if event.trigger(self._model, state) else None
        return reached
