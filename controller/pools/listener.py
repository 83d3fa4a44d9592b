"""Hears at once what somebody has made of the meter of a pool on a server.

A help and no more: the teller looks at the meter anyway, and more often while nothing is heard. So
a listener that is cut off makes the sign late and nothing wrong. It comes back by itself.

A connection that died silently must not pass for one on which nothing happens. The system notices
by what server.py asks of it, unless something in between still answers for the server: so now and
then, when nothing has been heard for long, the server itself has to say a word.
"""

from typing import Final

import psycopg

from controller.pools.news import News, news_in
from controller.pools.refusals import PoolFault
from controller.pools.server import Address, Link
from controller.pools.teller import Teller
from controller.pools.thread import OnThread

CHANNEL: Final = b"LISTEN feltwork_pool"
QUIET_S: Final = 0.2
"""Twice as long as it takes until the server tells of increments again: if nothing has come by then
after a notice that said so, the last ones were not told of."""
SILENT_MAX: Final = 150
"""After so many quiet times, half a minute, the server is asked whether it is still there."""
AGAIN_S: Final = 1.0


class Listener(OnThread):
    """Passes what it hears on to the teller."""

    def __init__(self, address: Address, teller: Teller) -> None:
        super().__init__("pool-listener")
        self._address, self._teller = address, teller

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
            self._teller.listened(hears=False)

    def _listen(self, link: Link) -> None:
        link.execute(CHANNEL)
        self._teller.listened(hears=True)
        last: News | None = None
        silent = 0
        while not self._ending.is_set():
            before, last = last, self._hear(link)
            if before is not None and not before.next_told and last is None:
                self._teller.look()
            silent = silent + 1 if last is None else 0
            if silent == SILENT_MAX:
                link.execute(b"SELECT")
                silent = 0

    def _hear(self, link: Link) -> News | None:
        """For a quiet time. The last that was told of our pool, if anything was."""
        last = None
        for told in link.notifies(timeout=QUIET_S):
            news = news_in(told.payload)
            if news is None:
                self._teller.look()
            elif news.pool == self._teller.pool.name:
                self._teller.hear(news)
                last = news
        return last
