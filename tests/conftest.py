"""What every test run shares."""

import gc
import os
import shutil
import sys
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The everyday run is the same run every time, so that the coverage gate is; chance has its own
# campaigns behind `make test-long`.
settings.register_profile(
    "everyday",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("everyday")

# No test's files have to outlast the power: in memory, nobody waits for a disk at every commit.
MEMORY = Path("/dev/shm")
if (
    MEMORY.is_dir()
    and shutil.disk_usage(MEMORY).free > 2**30
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.fixture(scope="session", autouse=True)
def _one_program() -> Iterator[None]:
    """It does not change while it is tested: it is read once, and not at every start of a table."""
    from controller.journal import digests  # not before coverage is measured

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(digests, "code_digest", cache(digests.code_digest))
        yield


def pytest_collection_finish() -> None:
    """Modules and tests stay until the end: looking through them for garbage, again and again,
    takes a tenth of a run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """What is marked `untraced` runs without the tracer of the coverage gate.

    The marker of pytest-cov does nothing in a worker of pytest-xdist, which has two tracers.
    """
    if item.get_closest_marker("untraced") is None:
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


def pytest_unconfigure() -> None:
    """A worker of pytest-xdist ends without what was left for the end of a program."""
    if (postgres := sys.modules.get("tests.helpers.postgres")) is not None:
        postgres.remove_servers()
