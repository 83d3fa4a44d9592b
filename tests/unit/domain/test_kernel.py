"""One scheme for whatever keeps state: ask, check, do; and the phases it goes through."""

from enum import Enum
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from transitions import Machine

from controller.domain.base import BrokenInvariant, evolve
from controller.domain.frozen import frozen
from controller.domain.instant import Instant
from controller.domain.kernel import Asking, Core, Draft, Handler, always
from controller.domain.referee import Referee, Step
from controller.domain.refusals import Refused, Sentence


class Why(Sentence):
    TOO_OFTEN = "Too often."


class Light(Enum):
    RED = "red"
    GREEN = "green"


@frozen
class Lamp:
    light: Light = Light.RED
    switched: int = 0
    seen: tuple[str, ...] = ()


@frozen
class Switch:
    times: int = 1


@frozen
class Look:
    pass


@frozen
class Switched:
    trigger = "switch"
    by: tuple[str, ...] = ()


@frozen
class Looked:
    pass


def _fresh(lamp: Lamp) -> bool:
    return lamp.switched < 3


STEPS = (
    Step("switch", (Light.RED,), Light.GREEN, ("fresh",)),
    Step("switch", (Light.GREEN,), Light.RED, ()),
    Step("never", (Light.RED,), Light.GREEN, ()),
)
FACTS = SimpleNamespace(fresh=_fresh)
REFEREE = Referee(Light, Light.RED, STEPS, FACTS)


def _too_often(lamp: Lamp, command: Switch, asking: Asking) -> Refused | None:
    return Refused(Why.TOO_OFTEN) if command.times > 2 or not asking.by else None


def _switch(draft: Draft[Lamp], command: Switch) -> None:
    for _ in range(command.times):
        draft.emit(Switched())


def _look(draft: Draft[Lamp], _: Look) -> None:
    draft.emit(Looked())


def _switched(lamp: Lamp, event: Switched) -> Lamp:
    return evolve(lamp, switched=lamp.switched + 1, seen=event.by)


def _then(lamp: Lamp, event: object) -> Lamp:
    trigger = getattr(event, "trigger", None)
    if trigger is None:
        return lamp
    light = REFEREE.step(lamp.light, lamp, trigger)
    if light is None:
        raise BrokenInvariant("a lamp that cannot be switched")
    return evolve(lamp, light=light)


def _stamp(event: Any, asking: Asking) -> Any:
    return evolve(event, by=asking.by) if isinstance(event, Switched) else event


SUBJECT = SimpleNamespace(
    HANDLERS={Switch: Handler(_too_often, _switch), Look: Handler(always, _look)},
    FOLDS={Switched: _switched, Looked: lambda lamp, _: lamp},
)
CORE: Core[Lamp] = Core((SUBJECT,), then=_then, stamp=_stamp)
ANN = Asking(Instant(0, 0), ("Ann",))


def test_a_command_is_accepted_with_its_events_and_the_state_folded_from_them() -> None:
    decided = CORE.decide(Lamp(), Switch(2), ANN)

    assert not isinstance(decided, Refused)
    assert decided.events == (Switched(("Ann",)), Switched(("Ann",)))
    assert decided.state == CORE.fold(Lamp(), decided.events) == Lamp(Light.RED, 2, ("Ann",))


def test_a_command_that_is_refused_changes_nothing() -> None:
    assert CORE.decide(Lamp(), Switch(), Asking()) == Refused(Why.TOO_OFTEN)
    assert not CORE.can(Lamp(), Switch(3), ANN)
    assert CORE.can(Lamp(), Switch(2), ANN)


def test_an_event_without_a_trigger_leaves_the_phase() -> None:
    decided = CORE.decide(Lamp(), Look())

    assert not isinstance(decided, Refused)
    assert decided.state == Lamp()


def test_a_core_without_phases_only_folds() -> None:
    plain: Core[Lamp] = Core((SUBJECT,))

    assert plain.fold(Lamp(), (Switched(),)) == Lamp(switched=1)
    decided = plain.decide(Lamp(), Look())
    assert not isinstance(decided, Refused)
    assert decided.events == (Looked(),)


def test_an_illegal_record_is_caught_when_it_is_folded() -> None:
    with pytest.raises(BrokenInvariant, match="cannot be switched"):
        CORE.fold(Lamp(switched=3), (Switched(),))


def test_a_trigger_that_a_phase_does_not_have_leads_nowhere() -> None:
    assert REFEREE.step(Light.GREEN, Lamp(), "never") is None
    assert REFEREE.step(Light.RED, Lamp(switched=3), "switch") is None
    assert REFEREE.step(Light.RED, Lamp(), "switch") is Light.GREEN


def test_two_subjects_never_have_the_same_command() -> None:
    with pytest.raises(BrokenInvariant, match="two subjects have Switch"):
        Core((SUBJECT, SUBJECT))


def test_a_step_leads_where_the_machine_itself_would_go() -> None:
    class Model:
        state: Light

    model = Model()
    machine = Machine(
        model=model,
        states=Light,
        initial=Light.RED,
        transitions=[
            {
                "trigger": step.trigger,
                "source": list(step.source),
                "dest": step.target,
                "conditions": [getattr(FACTS, fact) for fact in step.only_if],
            }
            for step in STEPS
        ],
        auto_transitions=False,
        model_override=False,
    )
    for light, lamp, trigger in product(Light, (Lamp(), Lamp(switched=3)), ("switch", "never")):
        machine.set_state(light)
        event = machine.events[trigger]
        moved = light.name in event.transitions and event.trigger(model, lamp)
        assert REFEREE.step(light, lamp, trigger) is (model.state if moved else None)
