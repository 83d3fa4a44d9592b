"""Every clause that needs a test has one, and the conformance table says so."""

from pathlib import Path

import pytest

from controller.rulebook import load_clauses
from ui.commands.rules import CONFORMANCE, Coverage, is_stale, survey

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def coverage() -> Coverage:
    return survey(ROOT, load_clauses())


def test_every_clause_that_needs_a_test_has_one_or_waits_for_a_reason(coverage: Coverage) -> None:
    missing = [f"{clause.ruleset} {clause.number} ({clause.kind})" for clause in coverage.missing()]
    assert not missing, f"{len(missing)} clauses have no test:\n" + "\n".join(missing)


def test_markers_and_waiting_list_name_clauses_that_exist_and_agree(coverage: Coverage) -> None:
    assert not coverage.problems, "\n".join(coverage.problems)


def test_the_conformance_table_is_fresh(coverage: Coverage) -> None:
    stale = is_stale(ROOT, coverage)
    assert not stale, f"{CONFORMANCE.as_posix()} is stale: run feltwork rules"
