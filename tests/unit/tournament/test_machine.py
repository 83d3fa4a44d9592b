"""The table of steps: every phase and trigger, and nothing beside it."""

from inspect import getmembers, isfunction

import pytest

from controller.domain.base import BrokenInvariant, evolve
from controller.tournament import guards
from controller.tournament.core import CORE, REFEREE
from controller.tournament.ending import HandForHandEnded
from controller.tournament.guidance import GUIDANCE, guidance
from controller.tournament.phases import Phase
from controller.tournament.story import SENTENCES
from controller.tournament.table import COURSE
from tests.helpers.tournament_desk import RECORD, friday

TRIGGERS = sorted({step.trigger for step in COURSE})


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("trigger", TRIGGERS)
def test_a_trigger_leads_where_the_table_says_and_nowhere_else(phase: Phase, trigger: str) -> None:
    desk = evolve(friday().desk, phase=phase)
    rows = [one for one in COURSE if one.trigger == trigger and phase in one.source]
    due = [row for row in rows if all(getattr(guards, fact)(desk) for fact in row.only_if)]
    assert REFEREE.step(phase, desk, trigger) is (due[0].target if due else None)


def test_a_record_that_breaks_the_table_is_not_replayed() -> None:
    with pytest.raises(BrokenInvariant, match="end_hand_for_hand is not allowed in playing"):
        CORE.fold_one(friday().desk, HandForHandEnded())


def test_every_fact_and_every_trigger_is_used() -> None:
    said = {
        name for name, one in getmembers(guards, isfunction) if one.__module__ == guards.__name__
    }
    assert {fact for step in COURSE for fact in step.only_if} == said
    events = {getattr(kind, "trigger", None) for kind in CORE.folds} - {None}
    assert events == set(TRIGGERS)


def test_every_event_has_its_sentence() -> None:
    assert set(SENTENCES) == set(CORE.folds)


@pytest.mark.parametrize("phase", Phase)
def test_in_every_phase_something_is_asked_of_people(phase: Phase) -> None:
    assert guidance(phase).text.endswith(".")
    assert len(GUIDANCE) == len(Phase)


def test_the_record_knows_the_events_by_names_of_their_own() -> None:
    assert all(name.startswith("tournament.") for name in RECORD.kinds)
