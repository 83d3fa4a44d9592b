"""What every test run shares."""

import sys

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


def pytest_unconfigure() -> None:
    """A worker of pytest-xdist ends without what was left for the end of a program."""
    if (postgres := sys.modules.get("tests.helpers.postgres")) is not None:
        postgres.remove_servers()
