"""The time zone that the screens show times in."""

from datetime import UTC, datetime, tzinfo


def local_zone() -> tzinfo:
    """Where this machine stands."""
    return datetime.now().astimezone().tzinfo or UTC
