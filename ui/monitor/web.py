"""The pit's page over HTTP: one file, two fonts, one stream of events. Nothing can be written.

The page may load nothing from elsewhere, run no script but its own, and be shown in no frame. A
request has a thread only once it is whole (`ui.monitor.door`), and there are so many at most.
"""

import base64
import hashlib
import io
import re
import socket
import threading
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.resources import files
from typing import Any, Final, NamedTuple

from ui.monitor.door import Door
from ui.monitor.reader import Board, Shown

PAGES_MAX: Final = 100
BEAT_S: Final = 1.0
STALLED_S: Final = 20.0
"""A page that takes nothing for so long is gone."""
ANSWERS_MAX: Final = 28
"""Other answers under way besides the pages; each is over in a moment."""
ANSWER_S_MAX: Final = 5.0
_TOO_MANY: Final = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n"
_HTML: Final = "text/html; charset=utf-8"
_FONTS: Final = {"/regular.ttf": "Regular", "/bold.ttf": "Bold"}
_LOCAL: Final = ("127.0.0.1", "::1", "localhost", "[::1]")
"""How this machine is called on itself."""


def _in_url(address: str) -> str:
    plain = address.removeprefix("::ffff:")  # an IPv4 address as a socket for both has it
    return f"[{plain}]" if ":" in plain else plain


class Document(NamedTuple):
    """Something that stays the same as long as the program runs."""

    kind: str
    body: bytes


@cache
def documents() -> dict[str, Document]:
    """By their paths."""
    fonts = files("font_source_sans_pro") / "files"
    found = {
        path: Document("font/ttf", (fonts / f"SourceSansPro-{weight}.ttf").read_bytes())
        for path, weight in _FONTS.items()
    }
    html = (files("ui.monitor") / "page.html").read_bytes()
    return {"/": Document(_HTML, html), **found}


@cache
def edition() -> str:
    """Tells a page that was loaded before the program was renewed to load itself again."""
    return hashlib.sha256(documents()["/"].body).hexdigest()[:12]


@cache
def policy() -> str:
    """Content-Security-Policy: only what the file itself says, by its hash."""
    html = documents()["/"].body

    def hashed(tag: bytes) -> str:
        (inside,) = re.findall(b"<%s>(.*?)</%s>" % (tag, tag), html, re.DOTALL)
        return f"'sha256-{base64.b64encode(hashlib.sha256(inside).digest()).decode()}'"

    return (
        f"default-src 'none'; script-src {hashed(b'script')}; style-src {hashed(b'style')}; "
        "connect-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )


def message(shown: Shown, seen: int) -> bytes:
    """An event of the stream: the whole page where it changed, otherwise only that all is well."""
    clock = f'"edition":"{edition()}","now":{shown.now_ms},"age":{shown.age_ms}'.encode()
    whole = b',"page":' + shown.model if shown.version != seen else b""
    return b"data: {" + clock + whole + b"}\n\n"


class Handler(BaseHTTPRequestHandler):
    """One request of a browser."""

    server: "PageServer"
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "feltwork", ""
    timeout = ANSWER_S_MAX

    def __init__(self, request: Any, address: Any, server: "PageServer", head: bytes) -> None:
        self._head = head
        super().__init__(request, address, server)

    def setup(self) -> None:
        super().setup()
        self.rfile = io.BufferedReader(io.BytesIO(self._head))

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        reached = str(self.connection.getsockname()[0])
        if not self.server.is_meant(self.headers.get("Host", ""), reached):
            self._answer(HTTPStatus.MISDIRECTED_REQUEST)
        elif path == "/events":
            self._events()
        elif path in documents():
            self._answer(HTTPStatus.OK, documents()[path])
        else:
            self._answer(HTTPStatus.NOT_FOUND)

    def do_HEAD(self) -> None:
        self.do_GET()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What is no request for a page, a method that writes among it."""
        self.close_connection = True  # whatever was sent along is not read
        unknown = code == HTTPStatus.NOT_IMPLEMENTED
        self._answer(HTTPStatus.METHOD_NOT_ALLOWED if unknown else HTTPStatus(code))

    def _begin(self, status: HTTPStatus, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", policy())
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")  # one request, one thread, no longer
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD")

    def _answer(self, status: HTTPStatus, document: Document | None = None) -> None:
        found = document or Document("text/plain; charset=utf-8", f"{status.phrase}\n".encode())
        self._begin(status, found.kind)
        self.send_header("Content-Length", str(len(found.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(found.body)

    def _events(self) -> None:
        """Until the page goes away."""
        if self.command == "HEAD" or not self.server.seats.acquire(blocking=False):
            self._answer(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        try:
            self.connection.settimeout(STALLED_S)
            self._begin(HTTPStatus.OK, "text/event-stream")
            self.end_headers()
            self.wfile.write(b"retry: 1000\n\n")
            seen = -1
            while not self.server.ending.is_set():
                shown = self.server.board.wait(seen, BEAT_S if seen >= 0 else 0)
                self.wfile.write(message(shown, seen))
                seen = shown.version
        except OSError:
            pass  # it went away
        finally:
            self.server.seats.release()

    def log_message(self, format: str, *args: object) -> None:
        """The terminal is for troubles of the pool."""


class PageServer(HTTPServer):
    """Serves the page on one address of this machine."""

    request_queue_size = 128
    """Connections the kernel holds for us: a burst of them must not keep a screen waiting."""

    def __init__(self, bind: str, port: int, board: Board) -> None:
        """OSError where the address cannot be had."""
        family, *_, where = socket.getaddrinfo(
            bind, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        self.address_family = family
        self.board, self.ending = board, threading.Event()
        self.seats = threading.BoundedSemaphore(PAGES_MAX)
        self._threads_left = threading.BoundedSemaphore(PAGES_MAX + ANSWERS_MAX)
        self.door = Door(self._let_in)
        super().__init__((str(where[0]), port), BaseHTTPRequestHandler)  # `_serve` makes ours
        host, self.port = str(where[0]), int(self.server_address[1])
        self._names = (bind.lower(), socket.gethostname().lower())
        self.url = f"http://{_in_url(host)}:{self.port}/"

    def is_meant(self, host: str, reached: str) -> bool:
        """A page elsewhere that got its name to point here is not answered: only the address that
        was reached, and the names of this machine."""
        name = re.sub(r":\d+$", "", host).lower()
        known = {_in_url(reached), *(_LOCAL if reached in _LOCAL else self._names)}
        return name in known

    def process_request(self, request: Any, client_address: Any) -> None:
        """Somebody has connected; what he wants is not known yet."""
        self.door.enter(request, client_address)

    def _let_in(self, connection: socket.socket, address: Any, head: bytes) -> None:
        if self._threads_left.acquire(blocking=False):
            about = connection, address, head
            threading.Thread(target=self._serve, args=about, name="page", daemon=True).start()
            return
        with suppress(OSError):
            connection.send(_TOO_MANY)
        connection.close()

    def _serve(self, connection: socket.socket, address: Any, head: bytes) -> None:
        try:
            Handler(connection, address, self, head)
        except (OSError, ValueError):
            pass  # a browser that hangs up in the middle is no news
        finally:
            self.shutdown_request(connection)
            self._threads_left.release()

    def server_close(self) -> None:
        super().server_close()
        self.door.close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up in the middle is no news."""

    def end(self) -> None:
        self.ending.set()
        self.shutdown()
        self.server_close()
