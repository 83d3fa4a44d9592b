"""A byte turned over anywhere is found, or changes nothing that is read; it breaks nothing."""

import random
from pathlib import Path

import pytest

from controller.journal.recorder import JournalFault, Record, State
from controller.journal.verify import reading, rows, verify
from tests.unit.journal.shift import (
    COPY,
    KEYS,
    NAME,
    anchor_of,
    copied,
    open_journal,
    played,
    resumed,
)


def contents(path: Path) -> list[Record]:
    with reading(path) as connection:
        return list(rows(connection))


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table in the middle of a round whose power went: the log is not yet in the file."""
    base = tmp_path_factory.mktemp("crashed")
    played(base / "table" / NAME, seed=3)
    shift = resumed(base / "table" / NAME, seed=3)
    shift.bets()
    copied(base / "table" / NAME, base / "crashed" / NAME)
    shift.recorder.close()
    return base / "crashed" / NAME


def flip(path: Path, name: str, offset: int, bit: int, true: list[Record]) -> State:
    """One bit turned over, looked at, and turned back."""
    with path.with_name(name).open("r+b") as file:
        file.seek(offset)
        was = file.read(1)
        file.seek(offset)
        file.write(bytes((was[0] ^ bit,)))
        file.flush()
        verdict = verify(path, KEYS)
        if verdict.state is State.INTACT:
            assert contents(path) == true, f"{name} byte {offset} bit {bit}"
        file.seek(offset)
        file.write(was)
    return verdict.state


def flip_some(path: Path, to: Path, *, stride: int, start: int = 0) -> dict[State, int]:
    copied(path, to)
    true = contents(to)
    assert verify(to, KEYS).state is State.INTACT
    chance = random.Random(stride)
    seen = dict.fromkeys(State, 0)
    for file in sorted(to.parent.iterdir()):
        offsets = set(range(start, file.stat().st_size, stride))
        if file == anchor_of(to):  # two short slots in much empty room
            offsets |= {block + i for block in (0, 4096) for i in range(start % 9, 120, 9)}
        for offset in sorted(offsets):
            seen[flip(to, file.name, offset, 1 << chance.randrange(8), true)] += 1
    assert verify(to, KEYS).state is State.INTACT
    return seen


def test_a_flipped_byte_never_passes_for_another_content(
    whole: Path, crashed: Path, tmp_path: Path
) -> None:
    for path, stride in ((whole, 347), (crashed, 613)):
        seen = flip_some(path, tmp_path / COPY, stride=stride)
        assert seen[State.DAMAGED] > 50
        assert seen[State.NOT_ANCHORED] > 20


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("share", range(0, 16, 4))
def test_long_every_fourth_byte_flipped_never_passes_for_another_content(
    whole: Path, crashed: Path, tmp_path: Path, share: int
) -> None:
    for path in (whole, crashed):
        seen = flip_some(path, tmp_path / COPY, stride=16, start=share)
        assert seen[State.DAMAGED] > 1000


def test_a_flipped_byte_never_breaks_the_opening(whole: Path, tmp_path: Path) -> None:
    """The first page holds the schema, of which SQLite quotes in its messages."""
    true = contents(whole)
    for offset in (*range(0, 4096, 47), *range(4096, 40_960, 3001)):
        path = copied(whole, tmp_path / COPY)
        data = bytearray(path.read_bytes())
        data[offset] ^= 0x80
        path.write_bytes(data)
        assert verify(tmp_path / COPY, KEYS).state in State
        try:
            recorder = open_journal(tmp_path / COPY)
        except JournalFault:
            assert path.read_bytes() == data
            continue
        assert recorder.head().position == len(true)
        recorder.close()


def test_a_file_cut_short_or_filled_with_noise_is_damaged(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path / COPY)
    data = path.read_bytes()
    chance = random.Random(4)
    last = len(data.rstrip(b"\0")) - 1  # SQLite reads zeros where the last page is short
    for length in (0, 1, 15, 16, 99, 100, 4095, 4096, 4097, 8192, len(data) // 2, last):
        path.write_bytes(data[:length])
        assert verify(tmp_path / COPY, KEYS).state is State.DAMAGED, length
    for page in range(len(data) // 4096):
        noise = chance.randbytes(4096)
        path.write_bytes(data[: page * 4096] + noise + data[(page + 1) * 4096 :])
        verdict = verify(tmp_path / COPY, KEYS)
        assert verdict.state is State.DAMAGED or contents(tmp_path / COPY) == contents(whole)
    path.write_bytes(chance.randbytes(len(data)))
    assert verify(tmp_path / COPY, KEYS).state is State.DAMAGED


def test_a_log_cut_at_any_frame_keeps_whole_commands(crashed: Path, tmp_path: Path) -> None:
    copy = copied(crashed, tmp_path / COPY)
    log = copy.with_name(copy.name + "-wal")
    data, true = log.read_bytes(), contents(copy)
    for length in range(len(data), 31, -(4096 + 24) // 2):
        log.write_bytes(data[:length])
        verdict = verify(copy, KEYS)
        found = contents(copy)
        assert found == true[: len(found)]
        assert verdict.state is (State.INTACT if found == true else State.DAMAGED)
