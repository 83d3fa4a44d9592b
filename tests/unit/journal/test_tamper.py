"""Whatever is done to a journal behind its back is found, and the first record named."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.journal.files import file_name
from controller.journal.housekeeping import JournalClosed
from controller.journal.keys import TableKeys
from controller.journal.recorder import CHECKPOINT, Head, JournalDamaged, Record, State, Verdict
from controller.journal.verify import verify
from tests.helpers.meddling import fails, meddle
from tests.unit.journal.shift import (
    COPY,
    KEYS,
    NAME,
    Shift,
    anchor_of,
    copied,
    open_journal,
    played,
    playing,
    put,
    resumed,
    stored,
    unguarded,
)

Deed = Callable[[list[Record], int], list[Record]]


def numbered(records: list[Record], first: int = 1) -> list[Record]:
    return [record._replace(position=i) for i, record in enumerate(records, first)]


def _at(records: list[Record], i: int, **changes: object) -> list[Record]:
    changed = records[i]._replace(**changes)  # type: ignore[arg-type]
    return [*records[:i], changed, *records[i + 1 :]]


def change_payload(records: list[Record], i: int) -> list[Record]:
    payload = records[i].payload
    return _at(records, i, payload=payload[:-1] + bytes((payload[-1] ^ 1,)))


def change_time(records: list[Record], i: int) -> list[Record]:
    return _at(records, i, at_ms=records[i].at_ms + 1)


def change_round(records: list[Record], i: int) -> list[Record]:
    return _at(records, i, round=records[i].round + 1)


def change_kind(records: list[Record], i: int) -> list[Record]:
    return _at(records, i, kind=records[i].kind + "X")


def change_mac(records: list[Record], i: int) -> list[Record]:
    return _at(records, i, mac=bytes(32))


def delete(records: list[Record], i: int) -> list[Record]:
    return records[:i] + records[i + 1 :]


def delete_and_close_up(records: list[Record], i: int) -> list[Record]:
    return numbered(delete(records, i))


def swap(records: list[Record], i: int) -> list[Record]:
    records = list(records)
    records[i], records[i + 1] = records[i + 1], records[i]
    return numbered(records)


def swap_far(records: list[Record], i: int) -> list[Record]:
    records, far = list(records), min(i + 9, len(records) - 1)
    records[i], records[far] = records[far], records[i]
    return numbered(records)


def swap_all_but_the_macs(records: list[Record], i: int) -> list[Record]:
    there = swap(records, i)
    return [record._replace(mac=was.mac) for record, was in zip(there, records, strict=True)]


def add(records: list[Record], i: int) -> list[Record]:
    forged = records[i]._replace(payload=b'{"number":1}', mac=b"m" * 32)
    return numbered([*records[:i], forged, *records[i:]])


def double(records: list[Record], i: int) -> list[Record]:
    return numbered([*records[: i + 1], records[i], *records[i + 1 :]])


def cut(records: list[Record], i: int) -> list[Record]:
    return records[:i]


DEEDS: tuple[tuple[Deed, int, str], ...] = (
    # what was done, how far after the record it shows first, what it is called
    (change_payload, 0, "changed"),
    (change_time, 0, "changed"),
    (change_round, 0, "changed"),
    (change_kind, 0, "changed"),
    (change_mac, 0, "changed"),
    (delete, 0, "missing"),
    (delete_and_close_up, 0, "missing"),
    (swap, 0, "swapped"),
    (swap_far, 0, "swapped"),
    (swap_all_but_the_macs, 0, "swapped"),
    (add, 0, "added"),
    (double, 1, "added"),
    (cut, 0, "cut"),
)


def first_of_each_kind(records: list[Record]) -> dict[str, int]:
    found: dict[str, int] = {}
    for i, record in enumerate(records[1:-12], 1):
        found.setdefault(record.kind, i)
    return found


def tampered(path: Path, to: Path, deed: Deed, i: int) -> Verdict:
    copied(path, to)
    records = stored(to)
    with unguarded(to) as connection:
        put(connection, deed(records, i))
    return verify(to, KEYS)


def test_an_untouched_journal_is_intact(whole: Path, tmp_path: Path) -> None:
    verdict = tampered(whole, tmp_path / COPY, lambda records, _: records, 0)
    assert str(verdict) == "intact"
    assert verdict.records == len(stored(whole))
    assert str(verify(whole, KEYS, from_checkpoint=True)) == "intact"


@pytest.mark.parametrize(("deed", "after", "word"), DEEDS)
def test_every_deed_to_every_kind_of_record_is_found_and_named(
    whole: Path, tmp_path: Path, deed: Deed, after: int, word: str
) -> None:
    records = stored(whole)
    kinds = first_of_each_kind(records)
    assert len(kinds) > 12
    assert CHECKPOINT in kinds
    for kind, i in kinds.items():
        verdict = tampered(whole, tmp_path / COPY, deed, i)
        seen = (verdict.state, verdict.record, verdict.detail.split(":")[0].split(" with")[0])
        assert seen == (State.DAMAGED, records[i].position + after, word), kind
        assert str(verdict).startswith(f"damaged at record {records[i].position + after}: ")
        assert verdict.records == records[i].position + after - 1


@pytest.mark.parametrize(("deed", "after", "word"), DEEDS)
def test_the_first_record_is_no_exception(
    whole: Path, tmp_path: Path, deed: Deed, after: int, word: str
) -> None:
    verdict = tampered(whole, tmp_path / COPY, deed, 0)
    assert (verdict.state, verdict.record) == (State.DAMAGED, 1 + after)


@pytest.mark.parametrize(
    "deed", [change_payload, change_time, change_mac, delete, add, double, cut]
)
def test_nor_is_the_last(whole: Path, tmp_path: Path, deed: Deed) -> None:
    last = len(stored(whole)) - 1
    verdict = tampered(whole, tmp_path / COPY, deed, last)
    expected = last + 2 if deed is double else last + 1
    assert (verdict.state, verdict.record) == (State.DAMAGED, expected)
    words: dict[Deed, str] = {delete: "cut", cut: "cut", double: "added", add: "added"}
    assert verdict.detail.startswith(words.get(deed, "changed"))


def test_every_cut_of_the_tail_is_found(whole: Path, tmp_path: Path) -> None:
    count = len(stored(whole))
    for i in range(count - 25, count):
        verdict = tampered(whole, tmp_path / COPY, cut, i)
        gone = f"cut: records {i + 1} to {count} were written and are gone"
        assert str(verdict) == f"damaged at record {i + 1}: {gone}"


def test_the_quick_look_finds_what_was_done_since_the_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "run.journal"
    shift = playing(path, 2)
    shift.bets()
    shift.recorder.close()
    records = stored(path)
    start = max(i for i, record in enumerate(records) if record.kind == CHECKPOINT)
    for deed in (change_payload, delete, cut):
        for i in range(start, len(records)):
            tampered(path, tmp_path / COPY, deed, i)
            quick = verify(tmp_path / COPY, KEYS, from_checkpoint=True)
            if deed is not cut or i > start:  # without its checkpoint it starts at the one before
                assert (quick.state, quick.record) == (State.DAMAGED, i + 1)
            assert quick.state is State.DAMAGED
    tampered(path, tmp_path / COPY, change_payload, 3)
    assert verify(tmp_path / COPY, KEYS, from_checkpoint=True).state is State.INTACT
    assert verify(tmp_path / COPY, KEYS).record == 4


def test_a_journal_emptied_of_records(whole: Path, tmp_path: Path) -> None:
    verdict = tampered(whole, tmp_path / COPY, lambda records, _: [], 0)
    assert str(verdict) == "damaged at record 1: missing: the file holds no record"


def test_a_journal_whose_files_are_gone(whole: Path, tmp_path: Path) -> None:
    copied(whole, tmp_path / COPY).unlink()
    verdict = verify(tmp_path / COPY, KEYS)
    assert (verdict.state, verdict.record) == (State.DAMAGED, 1)


def test_the_guards_of_the_file_are_part_of_it(whole: Path, tmp_path: Path) -> None:
    for sql in ("DROP TRIGGER never_removed", "CREATE TABLE more (x)", "DROP INDEX checkpoint"):
        copied(whole, tmp_path / COPY)
        meddle(tmp_path / COPY, sql)
        verdict = verify(tmp_path / COPY, KEYS)
        assert (verdict.state, verdict.record) == (State.DAMAGED, None)
        assert "not those it was made with" in str(verdict)
    for pragma, seen in (("application_id", "application id 0x63"), ("user_version", "version 99")):
        copied(whole, tmp_path / COPY)
        meddle(tmp_path / COPY, f"PRAGMA {pragma} = 99")
        assert seen in str(verify(tmp_path / COPY, KEYS))


def test_the_wrong_keys_are_told_from_damage(whole: Path) -> None:
    other = TableKeys(b"x" * 32, KEYS.sealing, KEYS.export)
    verdict = verify(whole, other)
    assert (verdict.state, verdict.record) == (State.DAMAGED, 1)
    assert f"written under keys '{KEYS.name}', verified with keys '{other.name}'" in str(verdict)


def test_taking_the_newest_anchor_away_does_not_hide_a_cut(whole: Path, tmp_path: Path) -> None:
    """The last command cut, and the one slot that knows of it wiped out."""
    for block in (0, 4096):
        tampered(whole, tmp_path / COPY, cut, len(stored(whole)) - 1)
        data = bytearray(anchor_of(tmp_path / COPY).read_bytes())
        data[block : block + 200] = bytes(200)
        anchor_of(tmp_path / COPY).write_bytes(data)
        assert verify(tmp_path / COPY, KEYS).state is not State.INTACT


def test_without_an_anchor_a_cut_is_not_called_intact(whole: Path, tmp_path: Path) -> None:
    tampered(whole, tmp_path / COPY, cut, 30)
    anchor_of(tmp_path / COPY).unlink()
    verdict = verify(tmp_path / COPY, KEYS)
    assert verdict.doubtful
    assert str(verdict).startswith("tail not anchored since round 0: the anchor is missing")


def test_a_head_kept_elsewhere_shows_files_that_were_put_back(tmp_path: Path) -> None:
    """Journal and anchor replaced by an older copy of both: only an anchor elsewhere can tell."""
    path = tmp_path / "run.journal"
    shift = playing(path)
    copied(path, tmp_path / "older" / NAME)
    shift.play(1)
    elsewhere = shift.recorder.head()
    shift.recorder.close()
    assert verify(path, KEYS, heads=[elsewhere]).state is State.INTACT
    assert verify(tmp_path / "older" / NAME, KEYS).state is State.INTACT
    verdict = verify(tmp_path / "older" / NAME, KEYS, heads=[elsewhere])
    assert verdict.state is State.DAMAGED
    assert verdict.detail.startswith("cut: ")


def test_another_past_under_the_same_keys_is_found(tmp_path: Path) -> None:
    """A copy that was played on is a chain of its own; the anchor of the first knows better."""
    path, other = tmp_path / "table" / NAME, tmp_path / "other" / NAME
    played(path)
    copied(path, other)
    heads: list[Head] = []
    for where, seed in ((path, 1), (other, 2)):
        shift = resumed(where, seed=seed)
        shift.play(1)
        heads.append(shift.recorder.head())
        shift.recorder.close()
    shutil.copyfile(path, other)
    verdict = verify(other, KEYS)
    assert verdict.state is State.DAMAGED
    assert verify(path, KEYS, heads=[heads[1]]).state is State.DAMAGED


@pytest.fixture(scope="module")
def three_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("three") / NAME
    recorder = open_journal(path)
    shift = Shift(recorder)
    for _ in range(2):
        shift.play(1)
        shift.archive()
    shift.play(1)
    recorder.close()
    return path


def test_a_chain_of_files_is_verified_as_one(three_files: Path, tmp_path: Path) -> None:
    verdict = verify(three_files, KEYS)
    assert str(verdict) == "intact"
    assert verdict.records == sum(len(stored(three_files, number)) for number in (1, 2, 3))
    for number in (1, 2):
        assert stored(three_files, number)[-1].kind == JournalClosed.__name__
        for name in (file_name(Path(NAME), number).name, f"copy of {number}.db"):
            alone = Path(shutil.copy(file_name(three_files, number), tmp_path / name))
            assert "closed by archive, so complete in itself" in str(verify(alone, KEYS))
            assert verify(alone, KEYS).state is State.NOT_ANCHORED
            alone.unlink()
    assert str(verify(file_name(three_files, 2), KEYS)) == "intact: closed by archive"
    assert verify(file_name(three_files, 2), KEYS).records == len(stored(three_files, 2))
    assert str(verify(file_name(three_files, 3), KEYS)) == "intact"


def test_a_whole_file_taken_away_with_the_anchor_does_not_go_unseen(
    three_files: Path, tmp_path: Path
) -> None:
    copy = copied(three_files, tmp_path / COPY)
    file_name(copy, 3).unlink()
    anchor_of(copy).unlink()
    for _ in range(2):
        verdict = verify(copy, KEYS)
        assert (verdict.state, verdict.doubtful) == (State.NOT_ANCHORED, True)
        assert "whether a file follows it cannot be said" in str(verdict)
        with pytest.raises(JournalDamaged, match="the anchor is missing"):
            open_journal(copy)
    assert not file_name(copy, 3).exists()


def test_a_last_file_closed_is_intact_where_the_anchor_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between closing one file and beginning the next."""
    path = tmp_path / "table" / NAME
    shift = playing(path)
    with monkeypatch.context() as patch:
        patch.setattr("controller.journal.sqlite._create", fails(KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            shift.recorder.archive(shift.at_ms)
    shift.recorder.close()
    assert str(verify(path, KEYS)) == "intact"
    open_journal(path).close()
    assert file_name(path, 2).exists()
    assert str(verify(path, KEYS)) == "intact"


def test_old_files_may_be_taken_away_but_not_from_the_middle(
    three_files: Path, tmp_path: Path
) -> None:
    copy = tmp_path / COPY
    ends = [stored(three_files, number)[-1].position for number in (1, 2, 3)]
    copied(three_files, copy)
    copy.unlink()
    assert verify(copy, KEYS).state is State.INTACT
    copied(three_files, copy)
    file_name(copy, 2).unlink()
    assert str(verify(copy, KEYS)) == (
        f"damaged at record {ends[0] + 1}: missing: run.0002.journal with its records"
    )
    copied(three_files, copy)
    file_name(copy, 3).unlink()
    verdict = verify(copy, KEYS)
    assert (verdict.state, verdict.record) == (State.DAMAGED, ends[1] + 1)
    assert f"records {ends[1] + 1} to {ends[2]}" in str(verdict)


def test_files_out_of_place_are_found(three_files: Path, tmp_path: Path) -> None:
    copy = copied(three_files, tmp_path / COPY)
    copy.rename(copy.with_name("x"))
    file_name(copy, 2).rename(copy)
    copy.with_name("x").rename(file_name(copy, 2))
    verdict = verify(copy, KEYS)
    assert verdict.state is State.DAMAGED
    assert "run.journal has the content of file 2" in str(verdict)


@pytest.mark.parametrize("number", [1, 2])
def test_every_deed_to_a_closed_file_is_found(
    three_files: Path, tmp_path: Path, number: int
) -> None:
    copy = tmp_path / COPY
    records = stored(three_files, number)
    first = records[0].position
    last = len(records) - 1
    deeds: tuple[tuple[Deed, int], ...] = (
        (cut, last),
        (cut, 5),
        (change_mac, last),
        (change_time, 0),
        (delete, 7),
        (double, last),
    )
    for deed, i in deeds:
        copied(three_files, copy)
        file_name(copy, number).chmod(0o600)
        with unguarded(copy, number) as connection:
            changed = deed(records, i)
            renumber = deed is double
            put(connection, numbered(changed, first) if renumber else changed)
        verdict = verify(copy, KEYS)
        assert (verdict.state, verdict.record) == (State.DAMAGED, first + i + renumber), deed
