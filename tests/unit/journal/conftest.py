"""What the journal's tests start from."""

from pathlib import Path

import pytest

from tests.unit.journal.shift import played


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The name of a journal in an empty folder."""
    (tmp_path / "table").mkdir()
    return tmp_path / "table" / "run.journal"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Several rounds of a shift, closed in good order."""
    path = tmp_path_factory.mktemp("whole") / "run.journal"
    played(path, 3, mishaps=8, seed=11, rules=1)
    return path
