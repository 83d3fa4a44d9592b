"""The pool of a table that shares its meter with others: on a server that the house runs.

The house opens the pool; a table joins it at its first start, on the same terms as all the others,
or does not come up. Later starts need no server: what is due waits in the outbox. Where the server
answers, the terms are compared again.
"""

from typing import Final

from controller.domain.base import evolve
from controller.pools import Parameters, Terms
from controller.pools.contract import Pool
from controller.pools.embedded import FIRST_VERSION
from controller.pools.membership import differing
from controller.pools.place import PoolOnServer, ServerId
from controller.pools.postgres import PostgresPools
from controller.pools.refusals import PoolFault, PoolRefused, Trouble
from controller.pools.server import Address

PASSING: Final = (Trouble.UNREACHABLE, Trouble.BUSY, Trouble.READ_ONLY, Trouble.OUTDATED)
"""What passes by itself: a server that is away, or that still has to be promoted."""


class LinkedPool:
    """One table and its pool on a server."""

    def __init__(
        self, where: PoolOnServer, table: str, terms: Terms, at: int, *, new: bool
    ) -> None:
        self.address = Address(where.server)
        self.pools = PostgresPools(self.address, at_once=False)
        self.pool: Pool | None = None
        """None where the server does not answer yet."""
        try:
            self.pool = self._joined(where.pool, table, terms, at)
        except BaseException as fault:
            passes = isinstance(fault, PoolFault) and fault.trouble in PASSING
            if new or not passes:
                self.pools.close()
                raise

    def _joined(self, name: str, table: str, terms: Terms, at: int) -> Pool:
        linked = self.pools.pool_of(table)
        pool = self.pools.pool(linked or name)
        if pool is None:
            opened = ", ".join(self.pools.names()) or "none"
            detail = f"no pool {name}; pools there: {opened}. `feltwork pool open` opens one"
            raise PoolFault(Trouble.MISSING, str(self.address), detail)
        answer = (
            pool.join(f"{table}/join/{at}", table, terms)
            if linked is None
            else differs(terms, pool.standing().parameters, went_over=linked != name)
        )
        if isinstance(answer, PoolRefused):
            raise PoolFault(Trouble.FAILED, str(self.address), answer.text())
        return pool

    def expect(self, server: ServerId | None) -> bool:
        """From now on no server is used that this one has taken the place of. Was none so far?"""
        met = self.address.newest
        if server is not None:
            self.address.expect(server)
        return server is None or met is None or not met.behind(server)

    def close(self) -> None:
        self.pools.close()


def differs(ours: Terms, figures: Parameters, *, went_over: bool) -> PoolRefused | None:
    """15.2.5: which figure of the set-up is not that of the pool, by name.

    Figures that people have agreed on since, there or by going over to that pool, are the pool's;
    the schedule is the table's own.
    """
    if went_over or figures.version != FIRST_VERSION:
        ours = evolve(figures.terms(), schedule=ours.schedule)
    return differing(ours, figures.terms())
