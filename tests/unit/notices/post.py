"""What the tests of notices share: a web server that misbehaves to order, and sinks that do."""

import json
import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from controller.domain.instant import Instant
from controller.journal.recorder import Head
from controller.journal.witness import SentHead, sent_head
from controller.notices.delivery import Backoff
from controller.notices.outbox import (
    NewNotice,
    Notice,
    Outbox,
    SinksConfigured,
    fold,
    raise_notices,
)
from controller.notices.sinks import Envelope, SinkFault

AT_MS = 1_790_000_000_000
HEAD = Head(position=77, round=3, mac=b"\xab" * 32, file_id=b"f" * 16)
CHAIN, JOURNAL = b"c" * 32, "0f" * 16
QUICK = Backoff(first_ms=1, max_ms=20)
WAIT_S = 30
"""Longer than anything takes; a test that waits so long has failed."""


class StillClock:
    """A clock that stands."""

    def now(self) -> Instant:
        return Instant(AT_MS, 1_000)


def notice(number: int = 1, text: str = "A card is missing. Round 3 is void.") -> Notice:
    return Notice(number, "inspector", "missing-card", text, 3, "11.9.2", AT_MS)


def envelope(number: int = 1, head: Head = HEAD) -> Envelope:
    return Envelope("table-7", notice(number), witness(head))


def witness(head: Head) -> SentHead:
    """A head as a table of the tests sends it."""
    return sent_head(CHAIN, JOURNAL, head)


def draft(text: str = "The deck has to be checked.", to: str = "supervisor") -> NewNotice:
    return NewNotice(to, "deck-check-ordered", text, 3, "11.9.3")


def filled(count: int, *sinks: str) -> Outbox:
    """An outbox that owes these sinks so many notices."""
    outbox = fold(Outbox(), [SinksConfigured(sinks)])
    return fold(outbox, raise_notices(outbox, [draft(f"No. {n}.") for n in range(count)], AT_MS))


@dataclass
class FakeSink:
    """Keeps what it gets; `before` may raise, or wait."""

    name: str = "fake"
    before: Callable[[Envelope], None] = lambda _: None
    got: list[Envelope] = field(default_factory=list)

    def deliver(self, envelope: Envelope) -> None:
        self.before(envelope)
        self.got.append(envelope)

    @property
    def numbers(self) -> list[int]:
        return [one.notice.number for one in self.got]


def failing(times: int, fault: Exception | None = None) -> Callable[[Envelope], None]:
    """Raises so many times."""
    left = iter(range(times))

    def before(_: Envelope) -> None:
        if next(left, None) is not None:
            raise fault or SinkFault("The sink is out of order.")

    return before


class Reports:
    """Collects what the delivery reports, and waits for it."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, str]] = []
        self._changed = threading.Condition()

    def __call__(self, number: int, sink: str) -> None:
        with self._changed:
            self.seen.append((number, sink))
            self._changed.notify_all()

    def wait(self, count: int, sink: str | None = None) -> list[tuple[int, str]]:
        """So many reports, of this sink."""

        def mine() -> list[tuple[int, str]]:
            return [one for one in self.seen if sink in (None, one[1])]

        with self._changed:
            assert self._changed.wait_for(lambda: len(mine()) >= count, WAIT_S), self.seen
            return mine()


@dataclass(frozen=True)
class Request:
    """What the server was sent."""

    line: str
    headers: dict[str, str]
    body: dict[str, Any]


Answer = Callable[["Receiver", socket.socket], None]


def says(text: str) -> Answer:
    """An answer in these bytes; the connection is closed after it."""
    return lambda _, stream: stream.sendall(text.replace("\n", "\r\n").encode())


OK = says("HTTP/1.1 200 OK\nContent-Length: 2\n\nok")
ACCEPTED = says("HTTP/1.1 202 Accepted\nContent-Length: 0\n\n")
NO_CONTENT = says("HTTP/1.1 204 No Content\n\n")
CHUNKED = says("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n0\n\n")
BROKEN = says("HTTP/1.1 500 Oops\nContent-Length: 6\n\nSECRET")
REFUSED = says("HTTP/1.1 401 No\nContent-Length: 0\n\n")
CLOSED = says("")
HALF_A_LINE = says("HTTP/1.")
HALF_A_BODY = says("HTTP/1.1 200 OK\nContent-Length: 100\n\nhalf")
HALF_A_CHUNK = says("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n64\nhalf")
NOT_HTTP = says("SSH-2.0-OpenSSH_9.2\n")


def redirect(to: str) -> Answer:
    return says(f"HTTP/1.1 307 Moved\nLocation: {to}\nContent-Length: 0\n\n")


def hang(receiver: "Receiver", _: socket.socket) -> None:
    """Never answers while the test runs."""
    receiver.closing.wait(WAIT_S)


def drip(receiver: "Receiver", stream: socket.socket) -> None:
    """Always another byte, never an end."""
    stream.sendall(b"HTTP/1.1 200 OK\r\n")
    while not receiver.closing.wait(0.02):
        stream.sendall(b"X")


class Receiver:
    """A web server that reads every request whole and answers as it was told to, then with OK."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.requests: list[Request] = []
        self.answers: list[Answer] = []
        self.closing = threading.Event()
        self._changed = threading.Condition()
        receiver = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                receiver.take(self)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = False
            request_queue_size = 50

            def get_request(self) -> Any:
                stream, address = super().get_request()
                if tls is not None:
                    stream = tls.wrap_socket(
                        stream, server_side=True, do_handshake_on_connect=False
                    )
                return stream, address

            def handle_error(self, request: Any, address: Any) -> None:
                """A client that breaks off is what the tests are about."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook/SECRET?key=SECRET"

    @property
    def keys(self) -> list[str]:
        return [request.headers["idempotency-key"] for request in self.requests]

    def take(self, handler: socketserver.StreamRequestHandler) -> None:
        line = handler.rfile.readline().decode().strip()
        headers = {}
        while text := handler.rfile.readline().decode().strip():
            name, _, value = text.partition(": ")
            headers[name.lower()] = value
        body = handler.rfile.read(int(headers.get("content-length", 0)))
        with self._changed:
            self.requests.append(Request(line, headers, json.loads(body)))
            answer = self.answers.pop(0) if self.answers else OK
            self._changed.notify_all()
        answer(self, handler.request)

    def wait(self, count: int) -> list[Request]:
        """So many requests."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.requests) >= count, WAIT_S)
            return list(self.requests)

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(WAIT_S)

    def open(self) -> "Receiver":
        self._thread.start()
        return self


@contextmanager
def receiving(*answers: Answer, tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A server for the length of a test, with its first answers."""
    receiver = Receiver(tls).open()
    receiver.answers += answers
    try:
        yield receiver
    finally:
        receiver.close()
