"""Notices are delivered in order, for ever; no sink is in the way of another or of the table."""

import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.base import BrokenInvariant
from controller.journal.recorder import Head
from controller.notices.delivery import Backoff, NoticeDelivery, SinkHealth
from controller.notices.log_file import log_file
from controller.notices.outbox import NoticeDelivered, Outbox, fold, record_delivery
from controller.notices.sinks import Envelope, SinkFault
from controller.notices.webhook import webhook
from tests.unit.notices import post
from tests.unit.notices.post import (
    HEAD,
    QUICK,
    WAIT_S,
    FakeSink,
    Reports,
    StillClock,
    failing,
    filled,
    receiving,
    witness,
)

NEVER_AGAIN = Backoff(first_ms=1, max_ms=10**9)


def delivery(*sinks: FakeSink, reports: Reports, backoff: Backoff = QUICK) -> NoticeDelivery:
    return NoticeDelivery("table-7", sinks, witness, reports, StillClock(), backoff)


def test_notices_arrive_in_order_and_are_reported() -> None:
    sink, reports = FakeSink("log"), Reports()
    with delivery(sink, reports=reports, backoff=NEVER_AGAIN) as post_office:
        post_office.hand_over(filled(5, "log").pending, HEAD)
        assert reports.wait(5) == [(number, "log") for number in range(1, 6)]
    assert sink.numbers == [1, 2, 3, 4, 5]
    assert {(one.table, one.head) for one in sink.got} == {("table-7", f"77:{'ab' * 32}")}


def test_a_sink_that_fails_is_tried_again_and_order_is_kept() -> None:
    sink, reports = FakeSink("log", failing(7)), Reports()
    with delivery(sink, reports=reports) as post_office:
        post_office.hand_over(filled(3, "log").pending, HEAD)
        reports.wait(3)
    assert sink.numbers == [1, 2, 3]


def test_waits_double_up_to_a_limit() -> None:
    backoff = Backoff(first_ms=500, max_ms=60_000)
    waits = [backoff.wait_ms(faults) for faults in (1, 2, 3, 7, 8, 9, 10**6)]
    assert waits == [500, 1_000, 2_000, 32_000, 60_000, 60_000, 60_000]


def test_what_was_reported_is_not_sent_again_before_it_is_recorded() -> None:
    sink, reports = FakeSink("log"), Reports()
    outbox = filled(2, "log")
    with delivery(sink, reports=reports, backoff=NEVER_AGAIN) as post_office:
        for _ in range(50):
            post_office.hand_over(outbox.pending, HEAD)
        reports.wait(2)
        post_office.hand_over(outbox.pending, HEAD)
        outbox = fold(outbox, [NoticeDelivered(1, "log")])
        post_office.hand_over(outbox.pending, HEAD)
    assert sink.numbers == [1, 2]
    assert reports.seen == [(1, "log"), (2, "log")]


def test_a_report_that_was_not_recorded_is_made_again_without_sending_again() -> None:
    sink, reports = FakeSink("log"), Reports()
    with delivery(sink, reports=reports) as post_office:
        post_office.hand_over(filled(2, "log").pending, HEAD)
        seen = reports.wait(8)
    assert sink.numbers == [1, 2]
    assert seen[2:] == [(1, "log"), (2, "log")] * 3


def test_a_table_that_does_not_take_the_report_is_asked_again() -> None:
    sink, reports = FakeSink("log"), Reports()
    refusals = failing(3, RuntimeError("the inbox is full"))

    def delivered(number: int, name: str) -> None:
        refusals(sink.got[0])
        reports(number, name)

    with NoticeDelivery("table-7", [sink], witness, delivered, StillClock(), QUICK) as post_office:
        post_office.hand_over(filled(1, "log").pending, HEAD)
        reports.wait(1)
    assert sink.numbers == [1]


def test_a_notice_carries_the_head_as_it_stands_when_it_is_sent() -> None:
    tried, again = threading.Event(), threading.Event()

    def before(_: Envelope) -> None:
        if not tried.is_set():
            tried.set()
            again.wait(WAIT_S)
            raise SinkFault("Not yet.")

    sink, reports = FakeSink("log", before), Reports()
    with delivery(sink, reports=reports) as post_office:
        post_office.hand_over(filled(1, "log").pending, HEAD)
        assert tried.wait(WAIT_S)
        post_office.hand_over(filled(1, "log").pending, Head(80, 4, b"\xcd" * 32, b"f" * 16))
        again.set()
        reports.wait(1)
    assert [one.head for one in sink.got] == [f"80:{'cd' * 32}"]


def test_a_hanging_sink_delays_neither_the_other_nor_the_caller(tmp_path: Path) -> None:
    log = log_file("log", {"path": str(tmp_path / "notices.jsonl")})
    reports = Reports()
    outbox = filled(20, "desk", "log")
    with receiving(*[post.hang] * 20) as receiver:
        desk = webhook("desk", {"url": receiver.url, "timeout_ms": 60_000})
        post_office = NoticeDelivery("table-7", [desk, log], witness, reports, StillClock(), QUICK)
        post_office.start()
        post_office.hand_over(outbox.pending, HEAD)
        receiver.wait(1)
        handing = threading.Thread(target=post_office.hand_over, args=(outbox.pending, HEAD))
        handing.start()
        handing.join(WAIT_S)
        assert not handing.is_alive()
        assert [number for number, _ in reports.wait(20, "log")][:20] == list(range(1, 21))
        desk_health, log_health = post_office.health()
        assert (desk_health.waiting, log_health.waiting) == (20, 0)
        assert post_office.stop(within_ms=50) == ("desk",)
    assert len(receiver.requests) == 1
    assert not [one for one in reports.seen if one[1] == "desk"]


def test_a_server_that_does_everything_wrong_gets_all_notices_in_the_end() -> None:
    wrong = [
        post.BROKEN,
        post.CLOSED,
        post.hang,
        post.redirect("http://127.0.0.1:1/"),
        post.HALF_A_LINE,
        post.OK,
        post.HALF_A_BODY,
        post.drip,
        post.REFUSED,
    ]
    reports = Reports()
    with receiving(*wrong) as receiver:
        desk = webhook("desk", {"url": receiver.url, "timeout_ms": 100})
        with NoticeDelivery(
            "table-7", [desk], witness, reports, StillClock(), NEVER_AGAIN
        ) as post_office:
            post_office.hand_over(filled(3, "desk").pending, HEAD)
            assert reports.wait(3) == [(1, "desk"), (2, "desk"), (3, "desk")]
    sent = [request.body["number"] for request in receiver.requests]
    assert sent == [1] * 6 + [2] * 4 + [3]
    assert len(set(receiver.keys)) == 3


class Stubborn:
    """Fails at the first try; the second waits until the test lets it through."""

    def __init__(self, fault: Exception) -> None:
        self.tried_again, self.go_on = threading.Event(), threading.Event()
        self._faults = failing(1, fault)

    def __call__(self, envelope: Envelope) -> None:
        self._faults(envelope)
        self.tried_again.set()
        assert self.go_on.wait(WAIT_S)


def test_health_says_why_and_how_many_wait() -> None:
    stubborn = Stubborn(SinkFault("desk.example answered 500; expected 2xx."))
    reports = Reports()
    with delivery(FakeSink("desk", stubborn), reports=reports) as post_office:
        assert post_office.health() == (SinkHealth("desk", 0),)
        post_office.hand_over(filled(2, "desk").pending, HEAD)
        assert stubborn.tried_again.wait(WAIT_S)
        (health,) = post_office.health()
        why = "desk.example answered 500; expected 2xx."
        assert health == SinkHealth("desk", 2, 1, why)
        stubborn.go_on.set()
        reports.wait(2)
    assert post_office.health() == (SinkHealth("desk", 0),)


def test_a_plug_in_that_raises_anything_is_a_fault_of_its_own() -> None:
    stubborn = Stubborn(ZeroDivisionError("SECRET"))
    odd, log, reports = FakeSink("odd", stubborn), FakeSink("log"), Reports()
    with delivery(odd, log, reports=reports) as post_office:
        post_office.hand_over(filled(1, "odd", "log").pending, HEAD)
        reports.wait(1, "log")
        assert stubborn.tried_again.wait(WAIT_S)
        assert post_office.health()[0].reason == "odd: ZeroDivisionError in the plug-in."
        stubborn.go_on.set()
        reports.wait(1, "odd")
    assert odd.numbers == log.numbers == [1]


def test_new_notices_do_not_shorten_a_long_wait_but_stopping_does() -> None:
    tries: list[int] = []
    tried = threading.Event()

    def before(envelope: Envelope) -> None:
        tries.append(envelope.notice.number)
        tried.set()
        raise SinkFault("No.")

    slow = Backoff(first_ms=10**8, max_ms=10**9)
    post_office = delivery(FakeSink("log", before), reports=Reports(), backoff=slow)
    with post_office:
        post_office.hand_over(filled(1, "log").pending, HEAD)
        assert tried.wait(WAIT_S)
        for count in range(2, 50):
            post_office.hand_over(filled(count, "log").pending, HEAD)
        assert post_office.stop(within_ms=WAIT_S * 1_000) == ()
    assert tries == [1]


def test_what_was_never_started_is_stopped_at_once() -> None:
    assert delivery(FakeSink("log"), reports=Reports()).stop() == ()


def test_two_sinks_cannot_have_one_name() -> None:
    with pytest.raises(BrokenInvariant, match="two sinks are called 'log'"):
        delivery(FakeSink("log"), FakeSink("log"), reports=Reports())


@settings(max_examples=40)
@given(
    faults=st.lists(st.booleans(), max_size=12),
    stops=st.lists(st.integers(0, 4), max_size=4),
    count=st.integers(0, 6),
)
def test_through_faults_and_restarts_every_notice_arrives_and_the_state_empties(
    faults: list[bool], stops: list[int], count: int
) -> None:
    script = iter(faults)

    def before(_: Envelope) -> None:
        if next(script, False):
            raise SinkFault("No.")

    sinks = FakeSink("log", before), FakeSink("desk", before)
    outbox = filled(count, "log", "desk")
    for records in [*stops, 2 * count]:  # so many deliveries are recorded before the process dies
        outbox = _one_run(sinks, outbox, min(records, sum(len(p.owed) for p in outbox.pending)))
    assert outbox.pending == ()
    for sink in sinks:
        assert list(dict.fromkeys(sink.numbers)) == list(range(1, count + 1))
        assert len({one.key for one in sink.got}) == count


def _one_run(sinks: tuple[FakeSink, ...], outbox: Outbox, records: int) -> Outbox:
    reports = Reports()
    with delivery(*sinks, reports=reports) as post_office:
        post_office.hand_over(outbox.pending, HEAD)
        done = 0
        while records:
            for number, sink in reports.wait(done + 1)[done:]:
                done += 1
                events = record_delivery(outbox, number, sink)
                outbox = fold(outbox, events)
                records -= len(events)
                post_office.hand_over(outbox.pending, HEAD)
                if not records:
                    break
    return outbox
