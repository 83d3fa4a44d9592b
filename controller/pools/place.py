"""Where the pool of a linked table is; apart, so that no database client is loaded to know it."""

from controller.domain.frozen import Frozen


class PoolOnServer(Frozen):
    """A pool on a server that the house runs."""

    server: str
    """A URL without a password."""
    pool: str


class ServerId(Frozen):
    """Which server of pools it is."""

    system: str
    """The same on a server and all that were copied from it."""
    timeline: int
    """Counts how often a standby was promoted."""

    def behind(self, other: "ServerId") -> bool:
        """Has a standby taken its place?"""
        return self.system == other.system and self.timeline < other.timeline
