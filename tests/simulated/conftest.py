"""What sweeps share."""

import sys
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
def disk() -> Iterator[Path]:
    """A folder on a quick disk."""
    with quick_disk() as folder:
        yield folder
