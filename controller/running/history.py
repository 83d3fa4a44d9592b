"""The last rounds as the journal tells them: every card that was turned over, and every clause.

Read beside the controller, from the file, on a thread of its own: nobody at the table waits for it.
It begins at a checkpoint shortly before the rounds that are wanted, so that a journal of a year is
read no longer than one of a day. Cards are known in here while events are folded; what is told is
told from the public view, in which a card that was never turned over has no face.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, NamedTuple

from controller.games.narration import Narration, RoundStory
from controller.games.registry import KINDS, house_in
from controller.house.fold import fold_one
from controller.house.state import House
from controller.journal.housekeeping import SCENARIO_BEGUN, replays
from controller.journal.keys import TableKeys
from controller.journal.recorder import CHECKPOINT, Recorder
from controller.journal.sealing import SealedJournal

ROUNDS_MAX: Final = 100


def last_rounds(
    recorder: Recorder,
    keys: TableKeys,
    most: int = ROUNDS_MAX,
    kept: frozenset[int] = frozenset(),
) -> tuple[RoundStory, ...]:
    """The newest first; a round in progress is no part of it. Kept ones are told however old."""
    journal = SealedJournal(recorder, keys, *KINDS)
    first = max(recorder.head().round - most, 0)
    stories = [one for one in _stories(journal, _before(recorder, first)) if one.number > first]
    older = (_one(journal, number) for number in sorted(kept, reverse=True) if number <= first)
    return (*stories[: -most - 1 : -1], *(one for one in older if one is not None))


def _one(journal: SealedJournal, number: int) -> RoundStory | None:
    """None where the journal begins after it: an archive keeps it then."""
    since = _before(journal.recorder, number - 1)
    stories = (one for one in _stories(journal, since) if one.number >= number)
    return next((one for one in stories if one.number == number), None)


def _before(recorder: Recorder, round_number: int) -> int:
    """A position before the first record of a round; numbers only grow along the journal."""
    low, high = 0, recorder.head().position
    while low < high:
        middle = (low + high) // 2
        record = next(recorder.records(middle), None)
        if record is None or record.round >= round_number:
            high = middle
        else:
            low = middle + 1
    return low


class Replayed(NamedTuple):
    """An event of the record, and the house before and after it."""

    before: House
    event: Any
    after: House
    at_ms: int


def replayed(journal: SealedJournal, since: int = 0) -> Iterator[Replayed]:
    """From the first checkpoint on: before it there is no table to fold onto. Of a run on the
    bench every scenario begins with one of its own."""
    house: House | None = None
    for record in journal.recorder.records(since):
        if record.kind == SCENARIO_BEGUN:
            house = None
        elif record.kind == CHECKPOINT:
            house = house or house_in(journal, record)
        elif house is not None and replays(record.kind):
            event = journal.read(record).event
            before, house = house, fold_one(house, event)
            yield Replayed(before, event, house, record.at_ms)


def _stories(journal: SealedJournal, since: int) -> Iterator[RoundStory]:
    narration: Narration | None = None
    for before, event, after, at_ms in replayed(journal, since):
        narration = narration or after.game.narration()
        if (ended := narration.take(before.table, after.table, event, at_ms)) is not None:
            yield ended


class History:
    """Reads on a thread of its own, once at a time."""

    def __init__(self, open_journal: Callable[[], Recorder], keys: TableKeys) -> None:
        """`open_journal`: a reader of the journal, `JournalReader` beside the one who writes it."""
        self._open, self._keys = open_journal, keys
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="history")

    def read(self, kept: frozenset[int] = frozenset()) -> "Future[tuple[RoundStory, ...]]":
        """The last rounds and those that are kept, when they are read."""
        return self._worker.submit(self._read, kept)

    def close(self) -> None:
        """Finish what was begun."""
        self._worker.shutdown()

    def _read(self, kept: frozenset[int]) -> tuple[RoundStory, ...]:
        return last_rounds(self._open(), self._keys, kept=kept)
