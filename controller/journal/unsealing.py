"""Cards that were never turned over, opened after the round by two people, on record.

The caller first appends `CardsUnsealed`: who, why, which round.
The cards themselves stay sealed in the file: what is opened is told to those people and to nobody
who reads the journal later.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol

from controller.cards.plan import LyingCard
from controller.domain.kernel import Core
from controller.journal.housekeeping import SCENARIO_BEGUN, CardsUnsealed
from controller.journal.recorder import CHECKPOINT, JournalFault, Record, Recorder
from controller.journal.sealing import CardsTurned, SealedJournal


class Game(Protocol):
    """What opening cards asks of the game that was played."""

    core: Core[Any]

    def drawn_cards(self, table: Any) -> Iterator[LyingCard]:
        """Every card that left the device in the round, in that order, and where it lies."""
        ...


TableIn = Callable[[Record], tuple[Game, Any]]
"""The game and its table as a checkpoint holds them."""
PEOPLE_MIN: Final = 2
_OPENING: Final = 8
"""So many records are enough to tell a table from the bench."""


def unseal(
    journal: SealedJournal,
    position: int,
    table_in: TableIn,
) -> tuple[LyingCard, ...]:
    """The cards never turned over of the round that the `CardsUnsealed` record here names.

    Refused for a round that is not closed.
    """
    permit = _permit(journal, position)
    game, table, turned = _played(journal, permit.round, table_in)
    if table.number != permit.round or not table.at_rest:
        raise JournalFault(
            f"round {permit.round} is not over: the table is in round {table.number}, "
            f"{table.phase.value}. Close the round first. Its cards stay sealed"
        )
    return never_turned(game.drawn_cards(table), turned)


def _permit(journal: SealedJournal, position: int) -> CardsUnsealed:
    record = next(journal.recorder.records(position - 1), None)
    permit = journal.read(record).event if record and record.position == position else None
    if not isinstance(permit, CardsUnsealed):
        raise JournalFault(
            f"record {position} is not a CardsUnsealed: cards are opened only after it was "
            "recorded who opens them, and why"
        )
    people = {name.strip() for name in permit.by} - {""}
    if len(people) < PEOPLE_MIN or not permit.reason.strip():
        raise JournalFault(
            f"record {position}: {len(people)} people and the reason {permit.reason!r} seen, "
            f"expected {PEOPLE_MIN} and a reason. The cards stay sealed"
        )
    return permit


def _played(
    journal: SealedJournal, number: int, table_in: TableIn
) -> tuple[Game, Any, list[CardsTurned]]:
    """The table at the end of a round, and what was turned over in it."""
    found = round_span(journal.recorder, number)
    if found is None:
        raise JournalFault(f"round {number}: there is no such round. Name one that was played")
    checkpoint = _checkpoint_before(journal.recorder, number, found)
    if checkpoint is None:
        raise JournalFault(
            f"round {number}: the state that the table was started with is missing. Verify the "
            "journal"
        )
    (game, table), turned = table_in(checkpoint), list[CardsTurned]()
    for recorded in journal.events(checkpoint.position, before=found.run.stop):
        if recorded.round > number:
            break
        if isinstance(recorded.event, CardsTurned) and recorded.round == number:
            turned.append(recorded.event)
        if type(recorded.event) in game.core.folds:
            table = game.core.fold_one(table, recorded.event)
    return game, table, turned


class Found(NamedTuple):
    """Where a round is in the record."""

    begins: int
    """Its first record."""
    run: range
    """The positions within which rounds only go up."""


def round_span(recorder: Recorder, number: int) -> Found | None:
    """Where the records of a round begin: in the last run that has it."""
    for run in reversed(_runs(recorder)):
        begins = _first_of_round(recorder, number, run)
        record = next(recorder.records(begins - 1), None) if begins < run.stop else None
        if record is not None and record.round == number:
            return Found(begins, run)
    return None


def _runs(recorder: Recorder) -> list[range]:
    """The stretches in which rounds only go up.

    In the record of a table that is all of it. On the bench every scenario counts from 1; such a
    record is short enough to be looked through.
    """
    first = [*islice(recorder.records(), _OPENING)]
    start, end = first[0].position if first else 1, recorder.head().position + 1
    if SCENARIO_BEGUN not in [record.kind for record in first]:
        return [range(start, end)]
    edges = [r.position for r in recorder.records() if r.kind == SCENARIO_BEGUN]
    return [range(*pair) for pair in zip(edges, [*edges[1:], end], strict=True)]


def _first_of_round(recorder: Recorder, number: int, run: range) -> int:
    """The first record of a round or, where it has none, of what came after it.

    Found in a long run as quickly as in a short one.
    """

    def round_at(position: int) -> int:
        return next(recorder.records(position - 1)).round

    return run.start + bisect_left(run, number, key=round_at)


def _checkpoint_before(recorder: Recorder, number: int, round_: Found) -> Record | None:
    """Usually that of the round before; further back where one could not be written."""
    for earlier in range(number - 1, -1, -1):
        found = None
        for record in recorder.records(_first_of_round(recorder, earlier, round_.run) - 1):
            if record.position >= round_.begins:
                break
            found = record if record.kind == CHECKPOINT else found
        if found is not None:
            return found
    return None


def never_turned(
    lying: Iterable[LyingCard], turned: Iterable[CardsTurned]
) -> tuple[LyingCard, ...]:
    """What lay face down to the end, in the order of the deal."""
    seen = {LyingCard(one.where, one.index, one.card) for told in turned for one in told.cards}
    return tuple(card for card in lying if card not in seen)
