"""What tests of clauses share."""

import pytest


@pytest.fixture(params=["nsw-legacy", "nsw-2024"])
def ruleset(request: pytest.FixtureRequest) -> str:
    """Both rule sets of New South Wales, unless a test names others."""
    return str(request.param)


@pytest.fixture
def clause(request: pytest.FixtureRequest, ruleset: str) -> str:
    """The clause of this rule set that the test's own mark names, or names last."""
    (mark,) = (one for one in request.node.iter_markers("clause") if one.args[0] == ruleset)
    return str(mark.args[-1])
