"""The transition table, exhaustively: what it allows, and that nothing else moves a round."""

import itertools
import re

import pytest

from controller.domain.base import BrokenInvariant
from controller.games.bonus import commands as c
from controller.games.bonus.commands import Irregularity
from controller.games.bonus.events import (
    AllFolded,
    DealEnded,
    FlopTurnedForJackpots,
    RoundClosed,
    SettlementFinished,
)
from controller.games.bonus.figures import load_game
from controller.games.bonus.round.core import fold_one, step
from controller.games.bonus.round.phases import Phase
from controller.games.bonus.round.rulings import IRREGULARITIES
from controller.games.bonus.round.table import ROUND
from controller.games.bonus.rules import RuleSet, Street, TableRules
from controller.games.bonus.wagers import Choice
from controller.rulebook import load_clauses
from tests.helpers.felt import Felt, jackpot_felt, table_rules

TRIGGERS = sorted({line.trigger for line in ROUND})
NSW_DEALING = list(itertools.product(("nsw-legacy", "nsw-2024"), ("shuffler", "shoe")))
VOIDS = (
    Irregularity.COMMUNITY_CARD_EXPOSED,
    Irregularity.MISSING_CARD,
    Irregularity.FOREIGN_CARD,
    Irregularity.SHUFFLER_FAILED,
    Irregularity.OUTCOME_INVALIDATED,
)


@pytest.mark.parametrize(("phase", "trigger"), list(itertools.product(Phase, TRIGGERS)))
def test_a_pair_outside_the_table_is_refused(phase: Phase, trigger: str) -> None:
    if any(line.trigger == trigger and phase in line.source for line in ROUND):
        return
    table = Felt(table_rules()).wagers(p1="25").table
    assert step(phase, table, trigger) is None


@pytest.mark.parametrize("ruleset", RuleSet)
def test_every_line_names_clauses_and_readings_that_exist(ruleset: RuleSet) -> None:
    numbers = {number.partition("#")[0] for rules, number in load_clauses() if rules == ruleset}
    named = set()
    for line, dealing in itertools.product(ROUND, load_game(ruleset).dealing):
        named |= set(filter(None, line.clause(ruleset, dealing).split(", ")))
    readings = {name for name in named if re.fullmatch(r"R[0-9]+", name)}
    assert readings <= {"R9", "R41"}
    assert named - readings <= numbers


@pytest.mark.parametrize("rules", [table_rules(r, dealing=d) for r, d in NSW_DEALING])
def test_the_table_and_the_refusals_cite_the_same_deal_script(rules: TableRules) -> None:
    clauses = {line.trigger: line.clause(rules.ruleset, rules.dealing) for line in ROUND}
    refused = Felt(rules)
    assert refused.refuses(c.DealDone()).clause == clauses["deal_done"]
    for street in Street:
        assert refused.refuses(c.Reveal(street)).clause == clauses[f"reveal_{street}"]


def test_a_void_cites_every_clause_that_declares_one() -> None:
    (line,) = (line for line in ROUND if line.trigger == "void")
    for row in IRREGULARITIES:
        if row.irregularity in VOIDS:
            assert str(row.legacy) in line.legacy.split(", ")
            assert str(row.current) in line.current.split(", ")


def test_jackpots_of_folded_hands_are_not_settled_with_the_flop_face_down() -> None:
    felt = jackpot_felt(method="B").wagers(p1="25").jackpot(1)
    felt.deal("7h 2c Kd 9s 4d  Ah Ad  Ks Kh").do(c.Decide(1, Choice.FOLD))
    assert step(Phase.FLOP_DECISIONS, felt.table, "all_folded") is None
    turned = fold_one(felt.table, FlopTurnedForJackpots())
    assert step(Phase.FLOP_DECISIONS, turned, "all_folded") is Phase.SETTLEMENT


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
