"""The devices a table is paired with, as they are kept: sealed, whole, for its owner alone."""

import os
from pathlib import Path

import pytest

from controller.devices.pairings import WrongPairings, load_pairings, pairings_path, save_pairings
from controller.journal.keys import TableKeys
from drivers.link.pairing import Paired
from tests.helpers.shift import KEYS

SHOE = Paired(2, "FELT-SHOE-1", "SHOE-0001", bytes(range(32)))
SHUFFLER = Paired(1, "FELT-SHUFFLER-1", "SHUF-0001", bytes(range(32, 64)))
OTHER = TableKeys(*(bytes([one]) * 32 for one in (7, 8, 9)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t.journal.pairings"


def test_they_lie_beside_the_keys(tmp_path: Path) -> None:
    journal = tmp_path / "t.journal"
    assert pairings_path(journal, None) == tmp_path / "t.journal.pairings"
    elsewhere = tmp_path / "safe" / "table-7.keys"
    assert pairings_path(journal, elsewhere) == tmp_path / "safe" / "table-7.pairings"


@pytest.mark.parametrize("umask", [0, 0o777])
def test_what_was_kept_comes_back_and_nobody_else_can_read_it(path: Path, umask: int) -> None:
    assert load_pairings(path, KEYS) == {}
    before = os.umask(umask)
    try:
        save_pairings(path, KEYS, {"shoe": SHOE})
        save_pairings(path, KEYS, {"shoe": SHOE, "shuffler": SHUFFLER})
    finally:
        os.umask(before)
    assert load_pairings(path, KEYS) == {"shoe": SHOE, "shuffler": SHUFFLER}
    assert path.stat().st_mode & 0o777 == 0o600
    for secret in (SHOE.key, SHOE.key.hex().encode(), b"SHOE-0001"):
        assert secret not in path.read_bytes()
    assert os.listdir(path.parent) == [path.name]


def test_a_write_that_fails_leaves_what_was_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_pairings(path, KEYS, {"shoe": SHOE})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WrongPairings, match=r"cannot write the pairings: the disk is full"):
        save_pairings(path, KEYS, {})
    assert load_pairings(path, KEYS) == {"shoe": SHOE}
    assert os.listdir(path.parent) == [path.name]


def test_every_flipped_bit_and_every_cut_is_named_as_damage(path: Path) -> None:
    save_pairings(path, KEYS, {"shoe": SHOE})
    whole = path.read_bytes()
    flipped = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(len(whole))]
    for damaged in (*flipped, *(whole[:end] for end in range(len(whole))), whole + b"x"):
        path.write_bytes(damaged)
        with pytest.raises(WrongPairings, match="move it away and pair every device again") as said:
            load_pairings(path, KEYS)
        assert str(path) in str(said.value)
        assert "SHOE-0001" not in str(said.value)


def test_those_of_another_table_are_not_taken(path: Path) -> None:
    save_pairings(path, OTHER, {"shoe": SHOE})
    with pytest.raises(WrongPairings, match=f"sealed under other keys than {KEYS.name}"):
        load_pairings(path, KEYS)


def test_a_file_that_others_can_read_is_not_used(path: Path) -> None:
    save_pairings(path, KEYS, {"shoe": SHOE})
    path.chmod(0o640)
    with pytest.raises(WrongPairings, match=f"expected mode 0600, found 0640.*chmod 600 {path}"):
        load_pairings(path, KEYS)


def test_what_is_no_file_is_said_so(path: Path) -> None:
    path.mkdir(mode=0o700)
    with pytest.raises(WrongPairings, match="not a file"):
        load_pairings(path, KEYS)
    with pytest.raises(WrongPairings, match="cannot write the pairings"):
        save_pairings(path, KEYS, {})
