"""Notices to a web server: one POST of JSON each; only an answer of 2xx counts as delivered.

Every delivery has a deadline, also where a server sends one byte a second. Redirects are
faults: a notice goes to the host that was configured, or nowhere. Messages name that host alone,
since the rest of an address and the token are secrets.
"""

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from pydantic import Field, field_validator

from controller.config import Strict
from controller.notices.sinks import Envelope, FilePath, SinkFault
from controller.private_files import NotPlain, OthersMayRead, read_private

ANSWER_BYTES_MAX: Final = 65_536
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
_PORTS: Final = {"https": 443, "http": 80}


class WebhookConfig(Strict):
    """`kind = "webhook"`."""

    url: str = Field(repr=False)
    """https; plain http to a relay on this machine only. No name or password in it."""
    timeout_ms: int = Field(default=5_000, gt=0, le=60_000)
    """To connect, and again from there to the last byte of the answer."""
    token_file: FilePath | None = None
    """Holds the bearer token, read for every delivery: it may be changed while we run."""
    ca_file: FilePath | None = None
    """Certificates to trust instead of the system's: a casino's own authority."""

    @field_validator("url")
    @classmethod
    def _sound(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in _PORTS or not parts.hostname or not url.isascii():
            raise ValueError("expected an address such as https://host/path")
        if any(character.isspace() or not character.isprintable() for character in url):
            raise ValueError("expected an address without blanks")
        if parts.username is not None or parts.password is not None:
            raise ValueError("expected no name or password in the address: use token_file")
        if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
            raise ValueError("expected https: plain http is for this machine only")
        _port(parts)
        return url


def _port(url: SplitResult) -> int:
    try:
        port = url.port
    except ValueError:  # whose words repeat the address
        port = 0
    if port == 0:
        raise ValueError("expected a port from 1 to 65535")
    return port or _PORTS[url.scheme]


class WebhookSink:
    """A connection for each notice: they are rare."""

    def __init__(self, name: str, config: WebhookConfig) -> None:
        self._name = name
        self._config = config
        self._url = urlsplit(config.url)

    @property
    def name(self) -> str:
        return self._name

    def deliver(self, envelope: Envelope) -> None:
        host = self._url.hostname
        try:
            status = self._post(envelope)
        except TimeoutError as late:
            limit = self._config.timeout_ms
            raise SinkFault(f"{host} did not answer within {limit} ms.") from late
        except ssl.SSLCertVerificationError as wrong:
            said = wrong.verify_message
            raise SinkFault(f"{host} showed no certificate to trust: {said}.") from wrong
        except (OSError, http.client.HTTPException) as wrong:
            said = getattr(wrong, "strerror", None) or type(wrong).__name__
            raise SinkFault(f"{host} cannot be reached, or broke off: {said}.") from wrong
        if 300 <= status < 400:
            raise SinkFault(f"{host} answered {status}, a redirect; expected 2xx.")
        if not 200 <= status < 300:
            raise SinkFault(f"{host} answered {status}; expected 2xx.")

    def _post(self, envelope: Envelope) -> int:
        target = self._url._replace(scheme="", netloc="", fragment="").geturl() or "/"
        headers = {
            "Content-Type": "application/json",
            "Idempotency-Key": envelope.key,
            "Connection": "close",
            **self._authorization(),
        }
        with _connected(self._url, self._config) as connection:
            connection.request("POST", target, envelope.to_json(), headers)
            return _status(connection)

    def _authorization(self) -> dict[str, str]:
        file = self._config.token_file
        if file is None:
            return {}
        try:
            token = read_private(file).decode("ascii").strip()
        except OthersMayRead as seen:
            raise SinkFault(
                f"{file}: others can read or change the token ({seen}). Assume that it is known: "
                f"have a new one made, then run: chmod 600 {file}, owned by the table's user"
            ) from None
        except (NotPlain, OSError, ValueError) as wrong:
            said = type(wrong).__name__
            raise SinkFault(f"{file}: the token cannot be read: {said}.") from None
        if not token or not token.isprintable() or " " in token:
            raise SinkFault(f"{file}: expected one token on one line.")
        return {"Authorization": f"Bearer {token}"}


def webhook(name: str, settings: Mapping[str, Any]) -> WebhookSink:
    """The entry point."""
    return WebhookSink(name, WebhookConfig.model_validate(settings))


def _status(connection: http.client.HTTPConnection) -> int:
    """The status of an answer that has come to its end."""
    answer = connection.getresponse()
    body = answer.read(ANSWER_BYTES_MAX)
    if answer.length and len(body) < ANSWER_BYTES_MAX:
        raise http.client.IncompleteRead(body, answer.length)
    return answer.status


@contextmanager
def _connected(url: SplitResult, config: WebhookConfig) -> Iterator[http.client.HTTPConnection]:
    """A connection to the host, cut at the deadline whatever it is doing."""
    host, port = url.hostname or "", _port(url)
    seconds = config.timeout_ms / 1_000
    trust = _trust(config.ca_file) if url.scheme == "https" else None
    with socket.create_connection((host, port), seconds) as plain, _cut_after(seconds, plain):
        connection = http.client.HTTPConnection(host, port)
        connection.sock = plain
        if trust is not None:
            connection = http.client.HTTPSConnection(host, port, context=trust)
            connection.sock = trust.wrap_socket(plain, server_hostname=host)
        try:
            yield connection
        finally:
            connection.close()


def _trust(ca_file: Path | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=ca_file)
    except OSError as wrong:
        said = wrong.strerror or type(wrong).__name__
        raise SinkFault(f"{ca_file}: the certificates cannot be read: {said}.") from wrong


@contextmanager
def _cut_after(seconds: float, stream: socket.socket) -> Iterator[None]:
    """A time-out of the socket bounds each read; this bounds all of them together."""
    late = threading.Event()
    with stream.dup() as handle:

        def cut() -> None:
            late.set()
            with suppress(OSError):
                handle.shutdown(socket.SHUT_RDWR)

        timer = threading.Timer(seconds, cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        except (OSError, http.client.HTTPException) as wrong:
            if late.is_set():
                raise TimeoutError from wrong
            raise
        finally:
            timer.cancel()
            timer.join()
    if late.is_set():
        raise TimeoutError
