"""Pools in memory: SQLite without a file, for simulators and tests."""

from controller.pools.sqlite import SqlitePools


class MemoryPools(SqlitePools):
    """A store that is gone with the process."""

    def __init__(self) -> None:
        super().__init__(":memory:")

    def close(self) -> None:
        """Nothing to give back."""
