"""The outbox: nothing owed is forgotten, nothing done is kept."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.domain.base import BrokenInvariant
from controller.journal.codec import Codec, from_bytes, to_bytes
from controller.notices.outbox import (
    Event,
    Notice,
    NoticeDelivered,
    NoticeRaised,
    Outbox,
    SinksConfigured,
    Undelivered,
    configure,
    fold,
    owed_to,
    raise_notices,
    record_delivery,
)
from tests.unit.notices.post import AT_MS, draft, filled, notice


def numbers(outbox: Outbox, sink: str) -> list[int]:
    return [one.number for one in owed_to(outbox.pending, sink)]


def test_a_notice_is_owed_to_every_sink_configured_when_it_was_raised() -> None:
    outbox = filled(2, "log", "desk")
    assert numbers(outbox, "log") == numbers(outbox, "desk") == [1, 2]
    assert outbox.pending[0].notice == Notice(
        1, "supervisor", "deck-check-ordered", "No. 0.", 3, "11.9.3", AT_MS
    )


def test_it_leaves_the_state_when_all_of_them_have_it() -> None:
    outbox = fold(filled(2, "log", "desk"), [NoticeDelivered(1, "log"), NoticeDelivered(2, "desk")])
    assert (numbers(outbox, "log"), numbers(outbox, "desk")) == ([2], [1])
    outbox = fold(outbox, [NoticeDelivered(1, "desk"), NoticeDelivered(2, "log")])
    assert outbox == Outbox(next_number=3, sinks=("log", "desk"))


def test_without_a_sink_a_notice_stands_in_the_journal_alone() -> None:
    assert filled(3) == Outbox(next_number=4)


def test_a_sink_that_is_gone_keeps_nothing_and_the_record_says_what_it_missed() -> None:
    outbox = fold(filled(2, "log", "desk"), [NoticeDelivered(1, "log")])
    (event,) = configure(outbox, ["log"])
    assert event == SinksConfigured(("log",), (Undelivered(1, "desk"), Undelivered(2, "desk")))
    outbox = fold(outbox, [event])
    assert [one.notice.number for one in outbox.pending] == [2]
    assert fold(outbox, configure(outbox, [])) == Outbox(next_number=3)


def test_a_new_sink_begins_with_the_next_notice() -> None:
    outbox = filled(1, "log")
    outbox = fold(outbox, configure(outbox, ["log", "desk"]))
    outbox = fold(outbox, raise_notices(outbox, [draft()], AT_MS))
    assert (numbers(outbox, "log"), numbers(outbox, "desk")) == ([1, 2], [2])


def test_the_same_sinks_again_are_not_recorded_again() -> None:
    assert configure(filled(1, "log"), ["log"]) == ()
    assert configure(Outbox(), []) == ()


def test_two_sinks_cannot_have_one_name() -> None:
    with pytest.raises(BrokenInvariant, match="each name once"):
        configure(Outbox(), ["log", "log"])


def test_a_delivery_is_recorded_once_and_only_where_it_was_owed() -> None:
    outbox = filled(1, "log")
    assert record_delivery(outbox, 1, "log") == (NoticeDelivered(1, "log"),)
    assert record_delivery(outbox, 1, "desk") == record_delivery(outbox, 2, "log") == ()
    assert record_delivery(fold(outbox, [NoticeDelivered(1, "log")]), 1, "log") == ()


def test_a_record_that_cannot_be_is_caught_on_loading() -> None:
    with pytest.raises(BrokenInvariant, match="notice 5 seen, expected 2"):
        fold(filled(1, "log"), [NoticeRaised(notice(5))])
    with pytest.raises(BrokenInvariant, match="1 delivered to 'desk', which was not owed it"):
        fold(filled(1, "log"), [NoticeDelivered(1, "desk")])


def test_events_and_state_go_through_the_journals_codec() -> None:
    codec = Codec(Event)
    gone = SinksConfigured(("log",), (Undelivered(1, "desk"),))
    for event in (NoticeRaised(notice()), NoticeDelivered(1, "log"), gone):
        assert codec.read(*codec.write(event)) == event
    outbox = filled(3, "log", "desk")
    assert from_bytes(Outbox, to_bytes(Outbox, outbox)) == outbox


@dataclass
class World:
    """A table that crashes, sinks that keep what arrives, and a journal between them."""

    journal: list[Event] = field(default_factory=list)
    outbox: Outbox = field(default_factory=Outbox)
    arrived: dict[str, list[int]] = field(default_factory=dict)
    unrecorded: list[tuple[int, str]] = field(default_factory=list)
    due: dict[str, list[int]] = field(default_factory=dict)
    """What each sink has to have in the end."""

    def record(self, events: tuple[Event, ...]) -> None:
        self.journal += events
        self.outbox = fold(self.outbox, events)

    def start(self, sinks: list[str]) -> None:
        """All that is not in the journal is forgotten."""
        self.unrecorded.clear()
        self.outbox = fold(Outbox(), self.journal)
        self.record(configure(self.outbox, sinks))
        for gone in set(self.due) - set(sinks):
            del self.due[gone]

    def tell(self, count: int) -> None:
        events = raise_notices(self.outbox, [draft() for _ in range(count)], AT_MS)
        self.record(events)
        for sink in self.outbox.sinks:
            self.due.setdefault(sink, []).extend(event.notice.number for event in events)

    def carry(self, sink: str) -> None:
        """The first that has not arrived in this run."""
        for number in numbers(self.outbox, sink):
            if (number, sink) not in self.unrecorded:
                self.arrived.setdefault(sink, []).append(number)
                self.unrecorded.append((number, sink))
                return

    def report(self, index: int) -> None:
        if self.unrecorded:
            number, sink = self.unrecorded.pop(index % len(self.unrecorded))
            self.record(record_delivery(self.outbox, number, sink))

    def settle(self) -> None:
        while self.outbox.pending:
            for sink in self.outbox.sinks:
                self.carry(sink)
            while self.unrecorded:
                self.report(0)


SINKS = ["log", "desk", "pager"]
STEPS = st.one_of(
    st.tuples(st.just("tell"), st.integers(1, 3)),
    st.tuples(st.just("carry"), st.sampled_from(SINKS)),
    st.tuples(st.just("report"), st.integers(0, 9)),
    st.tuples(st.just("start"), st.lists(st.sampled_from(SINKS), unique=True)),
    st.tuples(st.just("restart"), st.none()),
)


@given(st.lists(STEPS, max_size=60))
def test_whatever_happens_in_which_order_nothing_is_lost_and_the_state_empties(
    steps: list[tuple[str, object]],
) -> None:
    world = World()
    world.start(["log", "desk"])
    for name, argument in steps:
        if name == "restart":
            world.start(list(world.outbox.sinks))
        else:
            getattr(world, name)(argument)
        assert fold(Outbox(), world.journal) == world.outbox
    world.settle()
    assert world.outbox.pending == ()
    for sink, due in world.due.items():
        assert set(due) <= set(world.arrived.get(sink, [])), sink
    for got in world.arrived.values():
        first = list(dict.fromkeys(got))
        assert first == sorted(first)
