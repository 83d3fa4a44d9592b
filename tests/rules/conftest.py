"""What tests of clauses share."""

import pytest


@pytest.fixture(params=["nsw-legacy", "nsw-2024"])
def ruleset(request: pytest.FixtureRequest) -> str:
    """Both rule sets of New South Wales, unless a test names others."""
    return str(request.param)
