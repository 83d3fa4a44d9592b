"""Somebody who reaches the pit's page can neither stop it nor make it grow."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from threading import Thread

import pytest

from simulators.people.felt import wait_until
from ui.monitor import door as door_module
from ui.monitor import web as web_module
from ui.monitor.door import HEAD_BYTES_MAX, WAITING_MAX
from ui.monitor.reader import Board
from ui.monitor.web import PageServer

SLOW = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "


@pytest.fixture
def pages() -> Iterator[PageServer]:
    server = PageServer("127.0.0.1", 0, Board())
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server
    server.end()
    thread.join(20)
    assert not thread.is_alive()


def connected(pages: PageServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", pages.port), timeout=10)


def status_of(pages: PageServer, path: str = "/") -> int:
    with closing(HTTPConnection("127.0.0.1", pages.port, timeout=10)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer.status


def is_closed(connection: socket.socket) -> bool:
    """Has the other side hung up? Whatever it said before is passed over."""
    try:
        while connection.recv(4_096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_slow_heads_cost_no_thread_and_keep_nobody_out(pages: PageServer) -> None:
    before = threading.active_count()
    with ExitStack() as stack:
        slow = [stack.enter_context(connected(pages)) for _ in range(WAITING_MAX // 2)]
        for one in slow:
            one.sendall(SLOW)
        assert wait_until(lambda: pages.door.waiting == len(slow), 10)
        assert threading.active_count() <= before
        assert status_of(pages) == 200
        assert status_of(pages, "/regular.ttf") == 200


def test_more_than_may_wait_push_out_the_oldest_never_a_whole_request(pages: PageServer) -> None:
    with ExitStack() as stack:
        slow = []
        for _ in range(WAITING_MAX + 40):
            slow.append(stack.enter_context(connected(pages)))
            slow[-1].sendall(SLOW)
        assert wait_until(lambda: pages.door.waiting <= WAITING_MAX, 10)
        assert status_of(pages) == 200
        assert is_closed(slow[0])
        assert pages.door.waiting <= WAITING_MAX


def test_a_head_has_so_long_whatever_comes_of_it(
    pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door_module, "HEAD_S_MAX", 0.3)
    with connected(pages) as slow:
        slow.sendall(SLOW)
        ended = threading.Event()

        def drip() -> None:
            try:
                while not ended.wait(0.02):
                    slow.sendall(b"x")
            except OSError:
                pass

        thread = Thread(target=drip)
        thread.start()
        assert wait_until(lambda: pages.door.waiting == 0, 10), "it waits for ever"
        ended.set()
        thread.join()


@pytest.mark.parametrize("sent", [b"x" * 100_000, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 20_000])
def test_a_giant_head_is_not_kept(pages: PageServer, sent: bytes) -> None:
    assert len(sent) > HEAD_BYTES_MAX
    with connected(pages) as giant:
        with suppress(OSError):
            giant.sendall(sent)
        assert is_closed(giant)
    assert wait_until(lambda: pages.door.waiting == 0, 10)
    assert status_of(pages) == 200


def test_whoever_takes_no_answer_holds_a_thread_for_a_moment_only(
    pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_module.Handler, "timeout", 0.3)
    before = threading.active_count()
    with ExitStack() as stack:
        for _ in range(40):
            mute = stack.enter_context(connected(pages))
            mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            mute.sendall(b"GET /regular.ttf HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert wait_until(lambda: threading.active_count() <= before, 10)
        assert status_of(pages) == 200


def test_there_are_so_many_threads_and_no_more(
    pages: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    most, before = web_module.PAGES_MAX + web_module.ANSWERS_MAX, threading.active_count()
    with ExitStack() as stack:
        for _ in range(most + 30):
            one = stack.enter_context(connected(pages))
            one.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert wait_until(lambda: pages.door.waiting == 0, 10)
        assert threading.active_count() <= before + most
        assert status_of(pages) == 200, "pages that stay do not keep the page itself away"
