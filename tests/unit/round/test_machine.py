"""The transition table, exhaustively: what it allows, and that nothing else moves a round."""

import itertools

import pytest

from controller.domain.base import BrokenInvariant
from controller.domain.events import AllFolded, DealEnded, RoundClosed, SettlementFinished
from controller.domain.rules import RuleSet
from controller.round.fold import fold_one
from controller.round.guards import GUARDS
from controller.round.machine import step
from controller.round.phases import Phase
from controller.round.table import ROUND
from tests.helpers.felt import Felt, table_rules

TRIGGERS = sorted({line.trigger for line in ROUND})


@pytest.mark.parametrize(("phase", "trigger"), list(itertools.product(Phase, TRIGGERS)))
def test_a_pair_outside_the_table_is_refused(phase: Phase, trigger: str) -> None:
    if any(line.trigger == trigger and phase in line.source for line in ROUND):
        return
    table = Felt(table_rules()).wagers(p1="25").table
    assert step(phase, table, trigger) is None


def test_every_line_names_facts_that_exist_and_a_clause_of_some_rule_set() -> None:
    for line in ROUND:
        assert set(line.only_if) <= set(GUARDS), line.trigger
        assert any(line.clause(ruleset) for ruleset in RuleSet), line.trigger


def test_a_guard_that_does_not_hold_leaves_the_phase() -> None:
    table = Felt(table_rules()).wagers().table
    assert step(Phase.WAGERS, table, "no_more_bets") is None
    assert step(Phase.WAGERS, Felt(table_rules()).wagers(p2="25").table, "no_more_bets") is (
        Phase.DEAL
    )


@pytest.mark.parametrize("event", [DealEnded(), AllFolded(), SettlementFinished(), RoundClosed()])
def test_an_illegal_record_is_caught_when_it_is_folded(event: DealEnded) -> None:
    with pytest.raises(BrokenInvariant, match="round 1"):
        fold_one(Felt(table_rules()).wagers(p1="25").table, event)
