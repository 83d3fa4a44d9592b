"""What the journal's tests start from."""

from pathlib import Path

import pytest

from tests.unit.journal.shift import Shift, open_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for a journal."""
    (tmp_path / "journal").mkdir()
    return tmp_path / "journal"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Several rounds of a shift, closed in good order."""
    folder = tmp_path_factory.mktemp("whole") / "journal"
    recorder = open_folder(folder)
    shift = Shift(recorder, seed=11, rules=1)
    shift.play(3, mishaps=8)
    recorder.close()
    return folder
