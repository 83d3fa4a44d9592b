"""`feltwork pool monitor`: the pit's page, in any browser on this machine."""

import errno
import socket
import sys
import threading
from contextlib import closing
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ui.commands.pool import Name, Server, address_of, pool, pool_trouble
from ui.commands.stopping import WRONG, stop

if TYPE_CHECKING:
    from ui.monitor.reader import Board
    from ui.monitor.web import PageServer

PORT: Final = 8470


@pool.command()
def monitor(
    name: Name = None,
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="The port to serve it on; 0 for any free port.")
    ] = PORT,
    bind: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address of this machine to serve it on.")
    ] = "127.0.0.1",
    server: Server = None,
) -> None:
    """Serve a live page for the pit: meters, tables and their links, wins, alarms. Read only."""
    from ui.monitor.reader import Board, Reader

    board = Board()
    with pool_trouble(), closing(Reader(address_of(server), name, board, _say)) as reader:
        names = reader.look()
        if name is not None and name not in names:
            stop(WRONG, f"There is no pool {name}. `feltwork pool status` lists them.")
        pages = _serve(bind, port, board)
        reading = threading.Thread(target=reader.run, name="reader")
        reading.start()
        typer.echo(f"The pit's page is at {pages.url}. Press Ctrl-C to stop.")
        sys.stdout.flush()
        try:
            pages.serve_forever()
        except KeyboardInterrupt:
            typer.echo()
        finally:
            reader.stop()
            pages.ending.set()
            pages.server_close()
            reading.join()


def _serve(bind: str, port: int, board: "Board") -> "PageServer":
    from ui.monitor.web import PageServer

    try:
        return PageServer(bind, port, board)
    except socket.gaierror:
        stop(WRONG, f"--bind: expected an address such as 127.0.0.1, found {bind}.")
    except OSError as failed:
        match failed.errno:
            case errno.EADDRINUSE:
                stop(WRONG, f"Port {port} of {bind} is used by another program. See --port.")
            case errno.EADDRNOTAVAIL:
                stop(WRONG, f"--bind: {bind} is not an address of this machine.")
            case errno.EACCES:
                stop(
                    WRONG, f"Port {port} is for the administrator only. Use --port 1024 or higher."
                )
        raise


def _say(text: str) -> None:
    typer.echo(f"{datetime.now():%H:%M:%S} {text}", err=True)
