"""What a sink promises, proved for every sink that comes with Feltwork."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from controller.notices.delivery import NoticeDelivery
from controller.notices.outbox import fold, record_delivery
from controller.notices.sinks import Envelope, ReadsBack, Sink, SinkFault, kinds, make_sinks
from tests.unit.notices import post
from tests.unit.notices.post import (
    HEAD,
    QUICK,
    WAIT_S,
    Reports,
    StillClock,
    envelope,
    filled,
    receiving,
)


class Bench(NamedTuple):
    """A sink, what arrived at its other end, and how to break and mend it."""

    sink: Sink
    arrived: Callable[[], list[dict[str, Any]]]
    break_it: Callable[[], None]
    mend_it: Callable[[], None]


class Noted:
    """Says when the sink has failed."""

    def __init__(self, sink: Sink) -> None:
        self.name = sink.name
        self.failed = threading.Event()
        self._sink = sink

    def deliver(self, envelope: Envelope) -> None:
        try:
            self._sink.deliver(envelope)
        except SinkFault:
            self.failed.set()
            raise


def _made(kind: str, **settings: object) -> Sink:
    (sink,) = make_sinks({"the-sink": {"kind": kind, **settings}})
    return sink


@contextmanager
def _log_file(folder: Path) -> Iterator[Bench]:
    path, away = folder / "log" / "notices.jsonl", folder / "away"
    path.parent.mkdir()

    def arrived() -> list[dict[str, Any]]:
        return [json.loads(line) for line in path.read_text("ascii").splitlines()]

    yield Bench(
        _made("log-file", path=str(path)),
        arrived,
        lambda: _none(path.parent.rename(away)),
        lambda: _none(away.rename(path.parent)),
    )


@contextmanager
def _webhook(_: Path) -> Iterator[Bench]:
    with receiving() as receiver:
        accepted: list[dict[str, Any]] = []
        broken: list[bool] = []

        def answer(server: post.Receiver, stream: Any) -> None:
            if not broken:
                accepted.append(server.requests[-1].body)
            (post.BROKEN if broken else post.OK)(server, stream)

        receiver.answers += [answer] * 1_000
        sink = _made("webhook", url=receiver.url)
        yield Bench(sink, lambda: accepted, lambda: broken.append(True), broken.clear)


def _none(_: object) -> None:
    return None


BENCHES = {"log-file": _log_file, "webhook": _webhook}


@pytest.fixture(params=BENCHES)
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    with BENCHES[request.param](tmp_path) as made:
        yield made


def test_every_kind_that_comes_with_feltwork_is_on_the_bench() -> None:
    assert set(kinds()) == set(BENCHES)


def test_it_has_the_name_that_the_configuration_gives_it(bench: Bench) -> None:
    assert bench.sink.name == "the-sink"


def test_what_was_delivered_is_there_whole(bench: Bench) -> None:
    bench.sink.deliver(envelope(1))
    bench.sink.deliver(envelope(2))
    assert bench.arrived() == [json.loads(envelope(n).to_json()) for n in (1, 2)]


def test_one_that_can_be_read_back_has_it_all_newest_first(bench: Bench) -> None:
    if not isinstance(bench.sink, ReadsBack):
        pytest.skip("nobody can read it back")
    assert list(bench.sink.given()) == [], "nothing was delivered yet"
    for number in (1, 2, 3):
        bench.sink.deliver(envelope(number))
    given = [json.loads(line.content) for line in bench.sink.given()]
    assert given == bench.arrived()[::-1]


def test_the_same_notice_again_is_taken_under_the_same_key(bench: Bench) -> None:
    bench.sink.deliver(envelope(1))
    bench.sink.deliver(envelope(1, HEAD._replace(position=99)))
    assert len({line["key"] for line in bench.arrived()}) == 1


def test_a_fault_is_a_sentence_and_afterwards_it_works_again(bench: Bench) -> None:
    bench.sink.deliver(envelope(1))
    bench.break_it()
    with pytest.raises(SinkFault, match=r"^\S.*\.$") as caught:
        bench.sink.deliver(envelope(2))
    assert "SECRET" not in str(caught.value)
    bench.mend_it()
    bench.sink.deliver(envelope(3))
    assert [line["number"] for line in bench.arrived()] == [1, 3]


def test_carried_by_the_courier_through_a_fault_everything_arrives_in_order(bench: Bench) -> None:
    bench.sink.deliver(envelope(99))
    bench.break_it()
    reports, outbox, sink = Reports(), filled(4, "the-sink"), Noted(bench.sink)
    with NoticeDelivery("table-7", [sink], post.witness, reports, StillClock(), QUICK) as delivery:
        delivery.hand_over(outbox.pending, HEAD)
        assert sink.failed.wait(WAIT_S)
        bench.mend_it()
        for report in reports.wait(4)[:4]:
            outbox = fold(outbox, record_delivery(outbox, *report))
    assert outbox.pending == ()
    numbers = [line["number"] for line in bench.arrived()][1:]
    assert numbers == [1, 2, 3, 4]
