"""A table of steps as a `transitions` machine, kept a pure referee.

The machine is built from the table, which checks it, and what each trigger leads to from each phase
is read off it once: firing a trigger takes some fifteen times as long, at every step of a round.
Guards read the folded state and nothing else happens, so a refused trigger leaves nothing behind.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Generic, TypeVar, cast

from transitions import Machine

from controller.domain.frozen import Frozen

P = TypeVar("P", bound=Enum)
_Fact = Callable[[Any], bool]
_Way = tuple[tuple[_Fact, ...], P]
"""What has to hold, and where it leads."""


class Step(Frozen):
    """One line of a table: on this trigger, from these phases to that one, only if."""

    trigger: str
    source: tuple[Any, ...]
    target: Any
    only_if: tuple[str, ...]


class RuledStep(Step):
    """A line with the one rule behind it."""

    clause: str


class Referee(Generic[P]):
    """Says which phase a trigger leads to."""

    def __init__(
        self,
        phases: type[P],
        initial: P,
        table: Iterable[Step],
        facts: object,
    ) -> None:
        """`facts` has a function of the state for every name in `only_if`: a module of guards."""
        machine = Machine(
            model=None,
            states=phases,
            initial=initial,
            transitions=[
                {
                    "trigger": step.trigger,
                    "source": list(step.source),
                    "dest": step.target,
                    "conditions": [getattr(facts, fact) for fact in step.only_if],
                }
                for step in table
            ],
            auto_transitions=False,
            queued=False,
        )
        self._ways: dict[tuple[str, P], tuple[_Way[P], ...]] = {
            (trigger, phases[source]): tuple(
                (tuple(cast(_Fact, one.func) for one in way.conditions), phases[str(way.dest)])
                for way in ways
            )
            for trigger, event in machine.events.items()
            for source, ways in event.transitions.items()
        }

    def step(self, phase: P, state: object, trigger: str) -> P | None:
        """The phase a trigger leads to, or None where the table does not allow it."""
        for conditions, target in self._ways.get((trigger, phase), ()):
            for condition in conditions:
                if not condition(state):
                    break
            else:
                return target
        return None
