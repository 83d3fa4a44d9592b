"""The key file: made once, readable by its owner alone, never told."""

import copy
import json
import os
import pickle
import stat
from pathlib import Path

import pytest

from controller.journal.files import file_name
from controller.journal.keys import TableKeys, create_keys, keys_for, load_keys
from controller.journal.recorder import JournalFault
from tests.helpers.meddling import fails
from tests.unit.journal.shift import KEYS, anchor_of, open_journal


def test_keys_come_back_from_their_file(tmp_path: Path) -> None:
    made = create_keys(tmp_path / "keys.json")
    assert load_keys(tmp_path / "keys.json") == made
    assert len({made.chain, made.sealing, made.export}) == 3
    assert all(len(key) == 32 for key in (made.chain, made.sealing, made.export))


def test_only_the_owner_can_read_the_file_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        create_keys(tmp_path / "keys.json")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "keys.json").stat().st_mode) == 0o600


def test_two_tables_have_different_keys(tmp_path: Path) -> None:
    assert create_keys(tmp_path / "a").name != create_keys(tmp_path / "b").name


def test_keys_are_never_written_over(tmp_path: Path) -> None:
    made = create_keys(tmp_path / "keys.json")
    with pytest.raises(JournalFault, match="a key file already exists"):
        create_keys(tmp_path / "keys.json")
    assert load_keys(tmp_path / "keys.json") == made


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o610])
def test_a_file_others_can_read_is_refused_with_what_to_do(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "keys.json"
    create_keys(path)
    path.chmod(mode)
    with pytest.raises(JournalFault, match=f"expected mode 0600, found {mode:04o}.*chmod 600"):
        load_keys(path)


def test_a_missing_file_says_where_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match=r"No key file here.*from its backup"):
        load_keys(tmp_path / "keys.json")


def test_a_folder_is_no_key_file(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match="not a file"):
        load_keys(tmp_path)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JournalFault, match="cannot write the key file"):
        create_keys(tmp_path / "gone" / "keys.json")
    with pytest.raises(JournalFault, match="cannot read the key file"):
        load_keys(Path(os.devnull) / "keys.json")


def wrong_files() -> dict[str, bytes]:
    good = {"format": 1, "name": KEYS.name}
    good |= {name: getattr(KEYS, name).hex() for name in ("chain", "sealing", "export")}
    return {
        "empty": b"",
        "not json": b"\xff\xfe",
        "a list": b"[]",
        "another format": json.dumps(good | {"format": 2}).encode(),
        "a key missing": json.dumps({k: v for k, v in good.items() if k != "chain"}).encode(),
        "not hex": json.dumps(good | {"chain": "zz"}).encode(),
        "a number": json.dumps(good | {"chain": 5}).encode(),
        "too short": json.dumps(good | {"chain": "63" * 31}).encode(),
        "one bit off": json.dumps(good | {"chain": "63" * 31 + "62"}).encode(),
        "another name": json.dumps(good | {"name": "0" * 16}).encode(),
    }


@pytest.mark.parametrize("content", wrong_files().values(), ids=wrong_files())
def test_a_wrong_file_is_refused_and_nothing_of_it_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "keys.json"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(JournalFault, match=r"not a key file|key file is damaged") as told:
        load_keys(path)
    assert "63" * 4 not in str(told.value)
    assert told.value.__cause__ is None


def test_keys_do_not_show() -> None:
    for text in (repr(KEYS), str(KEYS), f"{KEYS}", repr([KEYS]), f"{KEYS!r}"):
        assert text.count(KEYS.name) == 1
        for key in (KEYS.chain, KEYS.sealing, KEYS.export):
            assert key.hex() not in text
            assert key.decode() not in text


def test_keys_do_not_leave_the_process() -> None:
    with pytest.raises(TypeError, match="keys do not leave"):
        pickle.dumps(KEYS)
    with pytest.raises(TypeError, match="keys do not leave"):
        copy.copy(KEYS)


def test_the_name_tells_every_part_apart() -> None:
    others = [
        TableKeys(b"x" * 32, KEYS.sealing, KEYS.export),
        TableKeys(KEYS.chain, b"x" * 32, KEYS.export),
        TableKeys(KEYS.chain, KEYS.sealing, b"x" * 32),
    ]
    assert len({keys.name for keys in (KEYS, *others)}) == 4


def test_a_full_disk_leaves_no_half_a_key_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", fails(OSError(28, "No space left on device")))
    with pytest.raises(JournalFault, match="No space left"):
        create_keys(tmp_path / "keys.json")
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_is_no_key_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "keys.json")
    with pytest.raises(JournalFault, match="not a file"):
        load_keys(tmp_path / "keys.json")


def test_keys_are_made_beside_a_journal_to_be_begun(path: Path) -> None:
    made = keys_for(path, None, create=True)
    beside = path.with_name("run.journal.keys")
    assert [file.name for file in path.parent.iterdir()] == [beside.name]
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    assert load_keys(beside) == made
    assert keys_for(path, None, create=True) == made  # killed before the journal was begun
    assert keys_for(path, None, create=False) == made
    assert keys_for(file_name(path, 2), None, create=False) == made


def test_keys_are_made_or_found_where_they_are_named(path: Path, tmp_path: Path) -> None:
    made = keys_for(path, tmp_path / "safe.json", create=True)
    assert load_keys(tmp_path / "safe.json") == made
    assert keys_for(path, tmp_path / "safe.json", create=True) == made
    assert not list(path.parent.iterdir())


def test_a_journal_without_its_keys_is_a_fault_that_names_the_file(path: Path) -> None:
    open_journal(path).close()
    expected = r"run\.journal\.keys: No key file here for the journal .*Restore the keys"
    for create in (True, False):
        with pytest.raises(JournalFault, match=expected):
            keys_for(path, None, create=create)
        with pytest.raises(JournalFault, match=r"other\.json: No key file here for the journal"):
            keys_for(path, path.with_name("other.json"), create=create)
    path.unlink()
    with pytest.raises(JournalFault, match=expected):
        keys_for(path, None, create=True)
    anchor_of(path).unlink()
    with pytest.raises(JournalFault, match="No journal here"):
        keys_for(path, None, create=False)
    assert not list(path.parent.iterdir())


def test_a_process_killed_while_it_makes_keys_leaves_none(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", fails(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        keys_for(path, None, create=True)
    monkeypatch.undo()
    path.with_name(f"run.journal.keys.{os.getpid()}.new").write_text("half a file")
    assert keys_for(path, None, create=True) == keys_for(path, None, create=False)
    assert [file.name for file in path.parent.iterdir()] == ["run.journal.keys"]
