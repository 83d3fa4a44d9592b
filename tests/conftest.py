"""What every test run shares."""

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
