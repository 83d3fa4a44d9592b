"""Whether a server is the one that a table knows: it has what was answered, and nothing else of it.

A server that the table comes to, the same again or a standby in its place, is asked before anything
else. What it lacks goes on record and is then due again (`controller.pools.outbox`).
"""

from collections.abc import Callable, Iterable

from controller.domain.base import BrokenInvariant
from controller.pools.contract import Connection, Pool
from controller.pools.outbox import Answered, ServerMet

Met = Callable[[ServerMet], object]


class ServerCheck:
    """Asks every server once; `met` is told which one it is and what it lacks."""

    def __init__(self, met: Met) -> None:
        self._met = met
        self.answered = Answered()
        """As the record has it."""
        self._asked: Connection | None = None
        """The connection whose server has it all."""

    def ask_again(self) -> None:
        """The server has changed under us."""
        self._asked = None

    def lost(self, pool: Pool, delivered: Iterable[str]) -> tuple[str, ...]:
        """What the server lacks: nothing is sent to it before that is due again.

        `delivered`: answered too, though perhaps not yet on record. BrokenInvariant where it
        lacks more than is kept.
        """
        connection, known = pool.connection(), self.answered
        if connection is None or connection == self._asked or known.pool != pool.name:
            return ()
        before = (known.before,) if known.before else ()
        lost = pool.lacking(tuple(dict.fromkeys((*before, *known.kept, *delivered))))
        if known.before in lost:
            raise BrokenInvariant(
                f"Jackpot pool {known.pool} is an older copy: it lacks transfer {known.before}, "
                f"which it answered, and {len(lost) - 1} after it."
            )
        if lost or connection.server != known.server:
            self._met(ServerMet(connection.server, lost))
        self._asked = None if lost else connection
        return lost

    def expect_known(self, pool: Pool, table: str, journal: bytes, due: Iterable[str]) -> None:
        """BrokenInvariant where the pool has a transfer as this table's that is not in its journal.

        `due`: what the journal has besides what was answered.
        """
        known = self.answered
        if known.pool != pool.name:
            return
        if strange := pool.unknown(table, journal, (*known.kept, *due, known.before)):
            raise BrokenInvariant(
                f"Jackpot pool {pool.name} has transfer {strange[0]} of this table, which is not "
                "in its journal. It is an older copy that was played on, or somebody else has the "
                "login of this table."
            )
