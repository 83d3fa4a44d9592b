"""Hears at once that somebody has changed the meter of a pool on a server.

A help and no more: a notice names a pool, any login of the database can send one, and the delivery
looks for itself, a second apart at most; it looks anyway, and more often while nothing is heard. So
a listener that is cut off makes the sign late and nothing wrong. It comes back by itself.

A connection that died silently must not pass for one on which nothing happens. The system notices
by what server.py asks of it, unless something in between still answers for the server: so now and
then, when nothing has been heard for long, the server itself has to say a word.
"""

from typing import Final

import psycopg

from controller.carrying import OnThread
from controller.pools.delivery import PoolDelivery
from controller.pools.refusals import PoolFault
from controller.pools.server import Address, ServerConnection

CHANNEL: Final = b"LISTEN feltwork_pool"
QUIET_S: Final = 0.2
"""How long to hear before looking whether it is over."""
SILENT_MAX: Final = 150
"""After so many quiet times, half a minute, the server is asked whether it is still there."""
AGAIN_S: Final = 1.0


class Listener(OnThread):
    """Passes what it hears on to the delivery."""

    def __init__(self, address: Address, delivery: PoolDelivery) -> None:
        super().__init__("pool-listener")
        self._address, self._delivery = address, delivery

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                self._hear_all()
            except (PoolFault, psycopg.Error):
                self._ending.wait(AGAIN_S)

    def _hear_all(self) -> None:
        """For as long as the connection lasts; whatever ends it, it counts as deaf then."""
        try:
            with self._address.connect() as link:
                self._listen(link)
        finally:
            self._delivery.listened(hears=False)

    def _listen(self, link: ServerConnection) -> None:
        link.execute(CHANNEL)
        self._delivery.listened(hears=True)
        silent = 0
        while not self._ending.is_set():
            silent = 0 if self._hear(link) else silent + 1
            if silent == SILENT_MAX:
                link.execute(b"SELECT")
                silent = 0

    def _hear(self, link: ServerConnection) -> bool:
        """For a quiet time. Has anything come?"""
        came = False
        for told in link.notifies(timeout=QUIET_S):
            came = True
            if told.payload == self._delivery.pool.name:
                self._delivery.hint()
        return came
