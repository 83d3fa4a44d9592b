"""What sweeps share."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.kill import quick_disk


@pytest.fixture
def untraced() -> Iterator[None]:
    """No coverage is taken: a sweep goes over the same lines a hundred times."""
    tracer = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracer)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on a quick disk, where copies are put aside too that a reader makes for itself."""
    with quick_disk() as folder, quick_disk() as aside:
        aside.chmod(0o1777)  # some tests are another user for a while
        monkeypatch.setattr(tempfile, "tempdir", str(aside))
        yield folder


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drivers look again soon: how long they rest is proved where the clock is virtual."""
    monkeypatch.setattr("drivers.attendant.LOOK_AGAIN_MS", 100)
    for rest in ("CHECK_SOON_MS", "SILENT_RETRY_MS", "SET_UP_REST_MS"):
        monkeypatch.setattr(f"drivers.alphasign.driver.{rest}", 50)
