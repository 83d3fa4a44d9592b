"""Where the pool of a linked table is; apart, so that no database client is loaded to know it."""

from controller.domain.frozen import frozen


@frozen
class PoolOnServer:
    """A pool on a server that the house runs."""

    server: str
    """A URL without a password."""
    pool: str
