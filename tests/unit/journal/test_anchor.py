"""The head outside the file: two slots in turn, each worth nothing without the key."""

import os
from pathlib import Path
from typing import Any

import pytest

from controller.journal.chain import (
    Anchor,
    AnchorFile,
    in_use,
    mac_of,
    parse_anchor,
    read_anchor,
)
from controller.journal.recorder import Head, JournalFault, State
from controller.journal.verify import verify
from tests.unit.journal.shift import KEYS, Shift, anchor_of, open_journal, stored

KEY = KEYS.chain


def head(position: int) -> Head:
    return Head(position, position // 10, bytes((position,)) * 32, b"f" * 16)


def test_the_newest_head_is_read_back(tmp_path: Path) -> None:
    anchor = AnchorFile(tmp_path / "anchor", KEY)
    assert anchor.found == Anchor(None, sure=False)
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
    assert read_anchor(KEY, tmp_path / "anchor") == Anchor(head(1), False, 1)
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
    assert read_anchor(KEY, tmp_path / "anchor") == Anchor(None, sure=False)
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
    recorder = open_journal(path)
    shift = Shift(recorder)
    shift.play(2)
    durable = anchor_of(path).read_bytes()
    shift.bets()
    end = recorder.head().position
    recorder.close()
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


@pytest.mark.parametrize("block", [0, 4096])
def test_a_slot_that_was_torn_is_made_good_on_opening(tmp_path: Path, block: int) -> None:
    path = tmp_path / "run.journal"
    recorder = open_journal(path)
    Shift(recorder).play(1)
    recorder.close()
    data = bytearray(anchor_of(path).read_bytes())
    data[block + 20] ^= 1
    anchor_of(path).write_bytes(data)
    assert verify(path, KEYS).state is State.NOT_ANCHORED
    open_journal(path).close()
    assert verify(path, KEYS).state is State.INTACT


def test_an_anchor_that_is_gone_is_made_anew_and_that_is_on_record(tmp_path: Path) -> None:
    path = tmp_path / "run.journal"
    recorder = open_journal(path)
    Shift(recorder).play(1)
    recorder.close()
    anchor_of(path).unlink()
    assert str(verify(path, KEYS)) == "tail not anchored since round 0"
    recorder = open_journal(path)
    assert [record.kind for record in recorder.records()][-1] == "TailAdopted"
    recorder.close()
    assert str(verify(path, KEYS)) == "intact"
