"""The head outside the file: two slots in turn, each worth nothing without the key."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.journal.chain import (
    NO_ANCHOR,
    NOTHING,
    Anchor,
    AnchorFile,
    in_use,
    mac_of,
    parse_anchor,
    read_anchor,
)
from controller.journal.recorder import CHECKPOINT, Head, JournalDamaged, JournalFault, State
from controller.journal.verify import salvaged, verify
from tests.helpers.meddling import fails
from tests.unit.journal.shift import (
    KEYS,
    anchor_of,
    open_journal,
    played,
    playing,
    put,
    stored,
    unguarded,
)

KEY = KEYS.chain


def head(position: int) -> Head:
    return Head(position, position // 10, bytes((position,)) * 32, b"f" * 16)


def test_the_newest_head_is_read_back(tmp_path: Path) -> None:
    anchor = AnchorFile(tmp_path / "anchor", KEY)
    assert anchor.found == NO_ANCHOR
    anchor.renew(head(1))
    for position in range(2, 9):
        anchor.write(head(position))
        assert read_anchor(KEY, tmp_path / "anchor") == Anchor(head(position), True, position + 1)
    anchor.close()
    again = AnchorFile(tmp_path / "anchor", KEY)
    assert again.found.head == head(8)
    again.write(head(9))
    assert read_anchor(KEY, tmp_path / "anchor").head == head(9)
    again.close()


def test_one_slot_alone_is_not_sure(tmp_path: Path) -> None:
    anchor = AnchorFile(tmp_path / "anchor", KEY)
    anchor.write(head(1))
    assert read_anchor(KEY, tmp_path / "anchor") == Anchor(head(1), False, 1, slots=1)
    anchor.write(head(2))
    assert read_anchor(KEY, tmp_path / "anchor").sure
    anchor.close()


def test_every_torn_write_leaves_the_slot_before(tmp_path: Path) -> None:
    anchor = AnchorFile(tmp_path / "anchor", KEY)
    anchor.renew(head(1))
    anchor.write(head(2))
    before = (tmp_path / "anchor").read_bytes()
    anchor.write(head(3))
    after = (tmp_path / "anchor").read_bytes()
    anchor.close()
    changed = [i for i in range(len(after)) if after[i] != before[i]]
    for cut in range(changed[0] + 1, changed[-1] + 1):
        torn = parse_anchor(KEY, after[:cut] + before[cut:])
        assert (torn.head, torn.sure) == (head(2), False)


def test_slots_mean_nothing_under_another_key_or_in_another_place(tmp_path: Path) -> None:
    anchor = AnchorFile(tmp_path / "anchor", KEY)
    anchor.renew(head(1))
    anchor.close()
    data = (tmp_path / "anchor").read_bytes()
    assert parse_anchor(b"x" * 32, data).head is None
    swapped = data[4096:8192] + data[:4096]
    assert parse_anchor(KEY, swapped).head is None
    doubled = data[:4096] * 2
    assert not parse_anchor(KEY, doubled).sure
    assert parse_anchor(KEY, b"").head is None


def test_a_missing_anchor_is_no_anchor(tmp_path: Path) -> None:
    assert read_anchor(KEY, tmp_path / "anchor") == NO_ANCHOR
    (tmp_path / "anchor").mkdir()
    with pytest.raises(JournalFault, match="cannot be read"):
        read_anchor(KEY, tmp_path / "anchor")
    with pytest.raises(JournalFault, match="cannot be written"):
        AnchorFile(tmp_path / "anchor", KEY)


def test_holding_the_anchor_is_owning_the_journal(tmp_path: Path) -> None:
    assert not in_use(tmp_path / "anchor")
    anchor = AnchorFile(tmp_path / "anchor", KEY)
    assert in_use(tmp_path / "anchor")
    with pytest.raises(JournalFault, match=f"in use by process {os.getpid()}"):
        AnchorFile(tmp_path / "anchor", KEY)
    anchor.close()
    assert not in_use(tmp_path / "anchor")


def test_a_mac_depends_on_every_part_and_on_where_it_ends() -> None:
    parts = (b"b" * 32, 5, 6, 7, "Kind", b"payload")
    macs = {mac_of(KEY, *parts), mac_of(b"x" * 32, *parts)}
    others = (b"c" * 32, 6, 7, 8, "Kinds", b"payloae")
    for i, other in enumerate(others):
        changed: Any = (*parts[:i], other, *parts[i + 1 :])
        macs.add(mac_of(KEY, *changed))
    macs.add(mac_of(KEY, b"b" * 32, 5, 6, 7, "Kin", b"dpayload"))
    assert len(macs) == 2 + len(others) + 1


def test_the_power_went_before_the_anchor_was_on_the_disk(tmp_path: Path) -> None:
    """As after a power cut: the anchor of the last round's end, the journal of this round."""
    path = tmp_path / "run.journal"
    shift = playing(path, 2)
    durable = anchor_of(path).read_bytes()
    shift.bets()
    end = shift.recorder.head().position
    shift.recorder.close()
    anchor_of(path).write_bytes(durable)
    verdict = verify(path, KEYS)
    assert str(verdict) == "tail not anchored since round 2"
    assert verdict.state.value == 3
    assert str(verify(path, KEYS, from_checkpoint=True)) == str(verdict)

    recorder = open_journal(path)
    assert str(recorder.found) == "tail not anchored since round 2"
    shift.journal.recorder.close()
    adopted = stored(path)[-1]
    assert adopted.kind == "TailAdopted"
    assert adopted.payload == b'{"anchored":%d,"head":%d,"since_round":2}' % (
        next(r.position for r in stored(path) if r.round == 3) - 1,
        end,
    )
    recorder.close()
    assert str(verify(path, KEYS)) == "intact"
    again = open_journal(path)
    assert again.found.state is State.INTACT
    assert again.head().position == end + 1
    again.close()


def spoiled(path: Path, counter: int) -> None:
    """The slot of a counter as after a write that went wrong."""
    data = bytearray(anchor_of(path).read_bytes())
    data[counter % 2 * 4096 + 20] ^= 1
    anchor_of(path).write_bytes(data)


def test_a_slot_spoiled_while_it_was_written_is_made_good_on_opening(path: Path) -> None:
    """The record it was written for stands: nothing is missing."""
    played(path)
    spoiled(path, read_anchor(KEY, anchor_of(path)).counter)
    found = verify(path, KEYS)
    assert (found.state, found.doubtful) == (State.NOT_ANCHORED, False)
    open_journal(path).close()
    assert verify(path, KEYS).state is State.INTACT
    assert stored(path)[-1].kind == "TailAdopted"
    assert read_anchor(KEY, anchor_of(path)).sure


def test_a_slot_gone_beside_one_that_stands_at_the_end_may_hide_a_cut(path: Path) -> None:
    played(path)
    spoiled(path, read_anchor(KEY, anchor_of(path)).counter - 1)
    is_refused_for_good(path, "half of the anchor is gone")


def test_slots_that_reached_the_disk_at_different_times_are_honest(path: Path) -> None:
    """The power went when one of them was on the disk and the other was not."""
    shift = playing(path)
    older = anchor_of(path).read_bytes()
    shift.bets()
    shift.recorder.close()
    newer, newest = anchor_of(path).read_bytes(), read_anchor(KEY, anchor_of(path)).counter
    blocks = [newer[:4096], newer[4096:8192]]
    blocks[(newest - 1) % 2] = (older[:4096], older[4096:8192])[(newest - 1) % 2]
    anchor_of(path).write_bytes(b"".join(blocks) + newer[8192:])
    found = verify(path, KEYS)
    assert (found.state, found.doubtful) == (State.NOT_ANCHORED, False)
    open_journal(path).close()
    assert verify(path, KEYS).state is State.INTACT


def is_refused_for_good(path: Path, words: str) -> None:
    """Never intact, never written to, however often it is tried."""
    before = stored(path)
    for _ in range(2):
        for quick in (False, True):
            verdict = verify(path, KEYS, from_checkpoint=quick)
            assert verdict.state is not State.INTACT
            assert verdict.doubtful
            assert words in str(verdict)
        with pytest.raises(JournalDamaged, match=words) as refused:
            open_journal(path)
        assert "may not be complete" in str(refused.value)
    assert stored(path) == before
    _, readable = salvaged(path, KEYS)
    assert readable.head().position == before[-1].position


@pytest.mark.parametrize("ruin", [Path.unlink, lambda anchor: anchor.write_bytes(b"")])
def test_an_anchor_that_is_gone_is_not_made_anew(path: Path, ruin: Callable[[Path], None]) -> None:
    played(path)
    ruin(anchor_of(path))
    is_refused_for_good(path, "the anchor is missing or cannot be read")


def test_nor_for_a_journal_of_one_record(path: Path) -> None:
    """As when the write-ahead log is taken away with the anchor: the first record stays."""
    played(path)
    with unguarded(path) as connection:
        put(connection, stored(path)[:1])
    anchor_of(path).unlink()
    is_refused_for_good(path, "the anchor is missing or cannot be read")


def test_an_older_anchor_beside_a_cut_journal_is_not_taken_for_a_power_cut(path: Path) -> None:
    """It needs no key: the anchor of the first round, and the second round cut off in the third."""
    shift = playing(path)
    older = anchor_of(path).read_bytes()
    shift.play(1)
    end = shift.recorder.head().position
    shift.play(1)
    shift.recorder.close()
    with unguarded(path) as connection:
        put(connection, stored(path)[: end + 2])
    anchor_of(path).write_bytes(older)
    is_refused_for_good(path, "it is an older one")


def test_the_power_may_go_with_the_checkpoint_and_before_its_anchor(path: Path) -> None:
    shift = playing(path)
    older = anchor_of(path).read_bytes()
    shift.play(1)
    shift.recorder.close()
    anchor_of(path).write_bytes(older)
    assert stored(path)[-1].kind == CHECKPOINT
    assert not verify(path, KEYS).doubtful
    open_journal(path).close()
    assert verify(path, KEYS).state is State.INTACT


def test_the_anchor_is_there_before_the_first_file_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed in between, the journal is begun; killed right after, it is taken over."""
    killed = fails(KeyboardInterrupt())
    with monkeypatch.context() as patch:
        patch.setattr("controller.journal.sqlite._create", killed)
        with pytest.raises(KeyboardInterrupt):
            open_journal(path)
    assert read_anchor(KEY, anchor_of(path)).head == NOTHING
    with pytest.raises(JournalFault, match="No journal here"):
        verify(path, KEYS)
    with monkeypatch.context() as patch:
        patch.setattr(AnchorFile, "write", killed)
        with pytest.raises(KeyboardInterrupt):
            open_journal(path)
    found = verify(path, KEYS)
    assert (found.state, found.doubtful) == (State.NOT_ANCHORED, False)
    open_journal(path).close()
    assert [record.kind for record in stored(path)] == ["JournalOpened", "TailAdopted"]
    assert verify(path, KEYS).state is State.INTACT


def test_a_disk_that_takes_no_anchor_takes_no_journal(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AnchorFile, "renew", fails(OSError(5, "Input/output error")))
    with pytest.raises(JournalFault, match="Nothing was begun"):
        open_journal(path)
    assert not path.exists()
