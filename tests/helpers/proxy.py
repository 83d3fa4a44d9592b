"""A wire between tables and a server of pools that can be cut, and healed."""

import select
import socket
import ssl
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_CHUNK: Final = 65_536
_ASKS_FOR_TLS: Final = (8).to_bytes(4, "big") + (80_877_103).to_bytes(4, "big")
"""`SSLRequest` of PostgreSQL's protocol."""


class Wire:
    """Listens on this machine and carries bytes to a port of it, both ways."""

    def __init__(self, to_port: int) -> None:
        self.to_port = to_port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._whole = True
        self.delay_s = 0.0
        """How long everything is on its way, one way."""
        self._silent = threading.Event()
        """Are bytes swallowed, with every connection left as if nothing were?"""
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Every connection breaks, and no new one is taken."""
        with self._lock:
            self._whole = False
            for each in self._open:
                _break(each)
            self._open.clear()

    def swallow(self) -> None:
        """Bytes vanish: whoever waits for an answer sees nothing at all."""
        self._silent.set()

    def heal(self) -> None:
        """New connections work; those that bytes were lost on stay broken."""
        if self._silent.is_set():
            self.cut()
        self._silent.clear()
        with self._lock:
            self._whole = True

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self.to_port))
        except OSError:
            _break(near)
            return
        with self._lock:
            if not self._whole:
                _break(near)
                _break(far)
                return
            self._open |= {near, far}
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(_CHUNK):
                if self.delay_s:
                    time.sleep(self.delay_s)
                if not self._silent.is_set():
                    other.sendall(data)
        with self._lock:
            self._open -= {one, other}
        _break(one)
        _break(other)


def _break(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


class TlsWire(Wire):
    """A wire whose near end speaks TLS, as a server of the house does; that of the tests cannot."""

    def __init__(self, to_port: int, certificate: Path, key: Path) -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)
        super().__init__(to_port)

    def _connect(self, near: socket.socket) -> None:
        threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        with suppress(OSError), near:
            while near.recv(len(_ASKS_FOR_TLS)) != _ASKS_FOR_TLS:
                near.sendall(b"N")  # some other encryption
            near.sendall(b"S")
            with (
                self._context.wrap_socket(near, server_side=True) as inside,
                socket.create_connection(("127.0.0.1", self.to_port)) as far,
            ):
                _pump(inside, far)


def _pump(inside: ssl.SSLSocket, far: socket.socket) -> None:
    """On one thread: a TLS connection is not for two."""
    while True:
        ready = [inside] if inside.pending() else select.select([inside, far], [], [])[0]
        for one, other in ((inside, far), (far, inside)):
            if one in ready:
                data = one.recv(_CHUNK)
                if not data:
                    return
                other.sendall(data)
