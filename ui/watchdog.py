"""Tells the service manager that the table goes round, so that a table that hangs is started anew.

The beat comes from the controller's own thread: a screen that is still drawn proves nothing. The
protocol is systemd's `sd_notify`: one datagram, one line.
"""

import os
import socket
from contextlib import suppress
from typing import Final

ADDRESS: Final = "NOTIFY_SOCKET"


class Watchdog:
    """A socket to the service manager; without one it says nothing."""

    def __init__(self, address: str | None = None) -> None:
        """`address` as systemd gives it; one that begins with @ is in no folder."""
        self._address = address.replace("@", "\0", 1) if address else ""

    @classmethod
    def of_this_process(cls) -> "Watchdog":
        """Whoever started this process, if it wants to be told."""
        return cls(os.environ.get(ADDRESS))

    def ready(self) -> None:
        """The table is up."""
        self._tell("READY=1")

    def beat(self) -> None:
        """The table goes round."""
        self._tell("WATCHDOG=1")

    def _tell(self, line: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setblocking(False)  # a beat that is lost is made up for by the next
            out.sendto(line.encode(), self._address)
