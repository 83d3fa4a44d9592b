"""The power goes while the last command is written: it has happened whole, or not at all.

The files are taken as they lie after the commit of a command and before its anchor. Then the end of
the write-ahead log is missing, or is there in length only, from some byte of that last write on.
"""

import random
import shutil
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from controller.domain.base import existing
from controller.games.bonus.house import BonusHouse
from controller.games.registry import KINDS
from controller.house.fold import fold
from controller.journal.chain import AnchorFile, read_anchor
from controller.journal.keys import TableKeys, load_keys
from controller.journal.memory import MemoryRecorder
from controller.journal.reader import JournalReader
from controller.journal.recorder import CHECKPOINT, Head, Record, State
from controller.journal.sealing import Recorded, SealedJournal
from controller.journal.sqlite import SqliteRecorder
from tests.helpers.kill import (
    AFTER,
    BEFORE,
    COMMITTED,
    Moment,
    copied,
    eventful,
    goes_on,
    listed,
    moments,
    play,
    verdict,
)

pytestmark = pytest.mark.usefixtures("untraced")

HEADER: Final = 32
"""Of the write-ahead log (sqlite.org/fileformat2.html, 4.1)."""
FRAME: Final = 24 + 4096
"""A header and a page."""
SLOT: Final = 112
"""What of an anchor's block is written."""

LAST: Final = (
    "WagerPlaced",
    "CardDealt",
    "IrregularityRuled",
    "HandSettled",
    "AwardPaid",
    "RoundClosed",
    CHECKPOINT,
)
"""The last command: the first of its kind in the scenario."""

Damage = Callable[[bytes, int], bytes]


def cut(log: bytes, at: int) -> bytes:
    return log[:at]


def zeros(log: bytes, at: int) -> bytes:
    """The file was made longer, but its content never came."""
    return log[:at] + bytes(len(log) - at)


class Write(NamedTuple):
    """The last write before the power went."""

    scenario: Path
    result: str
    before: Path
    """The folder before it."""
    committed: Path
    """The folder once it is committed and not yet anchored."""
    after: Path
    """The folder once it is anchored."""

    @property
    def begins(self) -> int:
        return log_of(self.before).stat().st_size

    @property
    def ends(self) -> int:
        return log_of(self.committed).stat().st_size

    def edges(self) -> list[int]:
        """Where its frames begin and end."""
        return list(range(self.begins, self.ends + 1, FRAME))

    def sample(self, chance: random.Random) -> list[int]:
        """In the header of each frame, in its page, and at its last byte."""
        return [
            edge + offset
            for edge in self.edges()[:-1]
            for offset in (chance.randrange(1, 24), chance.randrange(24, FRAME), FRAME - 1)
        ]


def journal_in(folder: Path) -> Path:
    return folder / "run.journal"


def log_of(folder: Path) -> Path:
    return folder / "run.journal-wal"


def anchor_of(folder: Path) -> Path:
    return folder / "run.journal.anchor"


def last_write(disk: Path, kind: str) -> Write:
    """Play the scenario; keep the files around the first write of a kind."""
    scenario, result = eventful(disk)
    begun, written = _positions(disk, scenario, kind)
    running = disk / "running"
    running.mkdir()
    wanted = {
        Moment(BEFORE, begun): disk / "before",
        Moment(COMMITTED, written): disk / "committed",
        Moment(AFTER, written): disk / "after",
    }

    def visit(moment: Moment) -> None:
        if moment in wanted:
            copied(running, wanted[moment])

    with moments(visit):
        assert play(scenario, journal_in(running)).stdout == result
    return Write(scenario, result, *wanted.values())


def _positions(disk: Path, scenario: Path, kind: str) -> tuple[int, int]:
    """The last record before the first write of a kind, and the last one of that write."""
    rehearsal = disk / "rehearsal"
    rehearsal.mkdir()
    found = listed(lambda: play(scenario, journal_in(rehearsal)))
    position = next(r.position for r in records_in(rehearsal) if r.kind == kind and r.position > 4)
    written = next(m for m in found if m.name == AFTER and m.position >= position)
    begun = next(m for m in reversed(found[: found.index(written)]) if m.name == BEFORE)
    return begun.position, written.position


def records_in(folder: Path) -> list[Record]:
    """Read beside the files, which stay as they are."""
    return list(JournalReader(journal_in(folder)).records())


class Stand(NamedTuple):
    """Where a journal ends, and the table with it: its rounds, its meter, all its money."""

    records: list[Record]
    house: BonusHouse


def stand_in(folder: Path) -> Stand:
    """Every record from the first on, folded onto the first state; the files stay as they are."""
    records, keys = records_in(folder), load_keys(folder / "run.journal.keys")
    journal = SealedJournal(JournalReader(journal_in(folder)), keys, *KINDS)
    first = next(record for record in records if record.kind == CHECKPOINT)
    return Stand(records, folded(journal.state_in(first, BonusHouse), journal.replay()))


class Cut:
    """The last write with its end missing, in a folder that is used for one cut after another.

    What the cuts share is done once: the files are held in memory, and where the table has to
    stand is known for both ends the journal may have.
    """

    def __init__(self, write: Write) -> None:
        self.write = write
        self._folder = write.before.with_name("cut")
        self._files = {file.name: file.read_bytes() for file in write.committed.iterdir()}
        self._log = log_of(write.committed).read_bytes()
        self._before, self._whole = stand_in(write.before), stand_in(write.committed)
        before, whole = self._before.records, self._whole.records
        assert whole[: len(before)] == before != whole
        shutil.copytree(write.committed, self._folder)

    def check(self, at: int, damage: Damage, *, play_on: bool) -> None:
        """Before or after the command, never between; never taken for damage."""
        where = f"{damage.__name__} from byte {at} of {self.write.begins} to {self.write.ends}"
        damaged, ends = damage(self._log, at), self.write.ends
        self._lay_out(damaged)
        whole = damaged[:ends] == self._log[:ends]  # a zero that was a zero before is no damage
        wanted = State.NOT_ANCHORED if whole else State.INTACT
        assert verdict(journal_in(self._folder)).state is wanted, where
        recovers(self._folder, self._whole if whole else self._before, where)
        if play_on:
            goes_on(self.write.scenario, journal_in(self._folder), self.write.result, where)

    def _lay_out(self, log: bytes) -> None:
        """The files as the power left them, and no other."""
        laid_out = self._files | {log_of(self._folder).name: log}
        for file in self._folder.iterdir():
            if file.name not in laid_out:
                file.unlink()
        for name, content in laid_out.items():
            (self._folder / name).write_bytes(content)


def recovers(folder: Path, stand: Stand, why: str) -> None:
    """The journal opens with these records, and the table stands where they leave it."""
    keys = load_keys(folder / "run.journal.keys")
    recorder = SqliteRecorder(journal_in(folder), keys, 0)
    found, told = list(recorder.records()), len(stand.records)
    assert found[:told] == stand.records, why
    assert {record.kind for record in found[told:]} <= {"TailAdopted"}, why
    last = existing(recorder.last_checkpoint(), "no checkpoint")
    assert recovered(keys, last, *found[last.position :]) == stand.house, why
    recorder.close()


@lru_cache(maxsize=4)
def recovered(keys: TableKeys, *since: Record) -> BonusHouse:
    """The table that recovery makes of the last checkpoint and what follows it.

    A function of these bytes and nothing else: where another cut leaves the very same ones, it is
    not gone through again.
    """
    head = Head(since[-1].position, since[-1].round, since[-1].mac, b"")
    recorder = MemoryRecorder.read_only(keys, since, head)
    recovery = SealedJournal(recorder, keys, *KINDS).recover(BonusHouse)
    return folded(existing(recovery.state, "no checkpoint"), recovery.recorded)


def folded(house: BonusHouse, record: Iterable[Recorded]) -> BonusHouse:
    return fold(house, (one.event for one in record))


@pytest.mark.parametrize("kind", LAST)
def test_cut_at_a_frames_edge_the_last_command_is_there_or_not(disk: Path, kind: str) -> None:
    cut_off = Cut(last_write(disk, kind))
    edges = cut_off.write.edges()
    assert edges[-1] == cut_off.write.ends
    for at in edges:
        cut_off.check(at, cut, play_on=True)
        cut_off.check(at, zeros, play_on=False)


@pytest.mark.parametrize("kind", LAST)
def test_cut_at_any_byte_the_last_command_is_not_there(disk: Path, kind: str) -> None:
    cut_off = Cut(last_write(disk, kind))
    chance = random.Random(kind)
    for at in cut_off.write.sample(chance):
        cut_off.check(at, chance.choice((cut, zeros)), play_on=False)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kind", LAST)
def test_long_cut_at_every_seventh_byte_the_last_command_is_not_there(
    disk: Path, kind: str
) -> None:
    cut_off = Cut(last_write(disk, kind))
    for at in range(cut_off.write.begins, cut_off.write.ends + 1, 7):
        cut_off.check(at, cut, play_on=at % 97 == 0)
        cut_off.check(at, zeros, play_on=at % 97 == 0)


# The anchor, which is written after the log and made durable only now and then


@pytest.mark.parametrize("kind", LAST)
def test_an_anchor_torn_anywhere_leaves_a_tail_that_is_not_anchored(disk: Path, kind: str) -> None:
    write = last_write(disk, kind)
    old, new = anchor_of(write.committed).read_bytes(), anchor_of(write.after).read_bytes()
    (slot,) = (block for block in (0, 4096) if old[block:][:SLOT] != new[block:][:SLOT])
    folder = disk / "torn"
    for length in (1, 8, 40, SLOT - 1):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(write.after, folder)
        torn = old[:slot] + new[slot:][:length] + old[slot + length :]
        if torn[slot:][:SLOT] == new[slot:][:SLOT]:
            continue  # what was not written was the same before
        anchor_of(folder).write_bytes(torn)
        why = f"{length} bytes of the slot"
        assert verdict(journal_in(folder)).state is State.NOT_ANCHORED, why
        recovers(folder, stand_in(write.after), why)
    goes_on(write.scenario, journal_in(folder), write.result)


def test_an_anchor_that_lags_by_many_commands_is_put_right(disk: Path) -> None:
    """The log is durable at once, the anchor only at the end of a round."""
    write = last_write(disk, "AwardPaid")
    for behind in (1, 2, 3, 10, 30):
        folder = disk / f"{behind} behind"
        shutil.copytree(write.after, folder)
        stand = stand_in(folder)
        anchor_of(folder).write_bytes(_anchor(folder, stand.records[-1 - behind]))
        assert verdict(journal_in(folder)).state is State.NOT_ANCHORED, behind
        recovers(folder, stand, f"{behind} behind")
    goes_on(write.scenario, journal_in(folder), write.result)


def _anchor(folder: Path, record: Record) -> bytes:
    """The anchor as it was when this record was the last."""
    key = load_keys(folder / "run.journal.keys").chain
    head = existing(read_anchor(key, anchor_of(folder)).head, "no anchor")
    aside = folder / "aside"
    anchor = AnchorFile(aside, key)
    anchor.renew(head._replace(position=record.position, round=record.round, mac=record.mac))
    anchor.close()
    return aside.read_bytes()
