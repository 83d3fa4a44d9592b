"""What every store between a desk and its tables does, whatever keeps it."""

import sqlite3
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller.relay.contract import Relay, RelayFault
from controller.relay.letters import BYTES_MAX, Box, Letter, Side, tagged, verified
from controller.relay.memory import MemoryRelay
from controller.relay.sqlite import SqliteRelay

KEY, OTHER = bytes(range(32)), bytes(32)
DESK, TABLE = Box(3, Side.DESK), Box(3, Side.TABLE)
BACKENDS: dict[str, Callable[[Path], Relay]] = {
    "memory": lambda _: MemoryRelay(),
    "sqlite": lambda folder: SqliteRelay(folder / "relay.db"),
}


@pytest.fixture(params=BACKENDS)
def relay(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Relay]:
    made = BACKENDS[request.param](tmp_path)
    yield made
    made.close()


def test_an_empty_box_has_no_letter(relay: Relay) -> None:
    assert relay.latest(DESK) is None


def test_a_letter_takes_the_place_of_the_one_before(relay: Relay) -> None:
    for body in (b"first", b"second"):
        relay.put(DESK, tagged(KEY, DESK, body))
    assert relay.latest(DESK) == tagged(KEY, DESK, b"second")


def test_every_table_and_each_side_has_a_box_of_its_own(relay: Relay) -> None:
    boxes = [Box(table, side) for table in (1, 2) for side in Side]
    for box in boxes:
        relay.put(box, tagged(KEY, box, str(box).encode()))
    for box in boxes:
        letter = relay.latest(box)
        assert letter is not None
        assert letter.body == str(box).encode()


def test_a_letter_that_is_too_long_is_none(relay: Relay) -> None:
    relay.put(DESK, tagged(KEY, DESK, bytes(BYTES_MAX + 1)))
    assert relay.latest(DESK) is None


def test_many_threads_write_and_read_whole_letters(relay: Relay) -> None:
    letters = [tagged(KEY, DESK, bytes([n]) * 5_000) for n in range(40)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda letter: relay.put(DESK, letter), letters))
        read = list(pool.map(lambda _: relay.latest(DESK), range(40)))
    assert set(read) <= set(letters)


def test_a_letter_counts_under_its_key_in_its_box_alone() -> None:
    letter = tagged(KEY, TABLE, b"stacks")
    assert verified(KEY, TABLE, letter) == b"stacks"
    assert verified(OTHER, TABLE, letter) is None
    assert verified(KEY, DESK, letter) is None
    assert verified(KEY, Box(4, Side.TABLE), letter) is None
    assert verified(KEY, TABLE, Letter(b"stack5", letter.tag)) is None
    assert verified(KEY, TABLE, Letter(letter.body, b"")) is None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "relay.db"


def test_processes_share_the_file_and_it_is_its_owners_alone(path: Path, tmp_path: Path) -> None:
    one, other = SqliteRelay(path), SqliteRelay(path)
    one.put(DESK, tagged(KEY, DESK, b"from one"))
    assert other.latest(DESK) == tagged(KEY, DESK, b"from one")
    modes = {stat.S_IMODE(found.stat().st_mode) for found in tmp_path.iterdir()}
    assert modes == {0o600}
    one.close()
    other.close()


def test_a_file_that_is_none_of_ours_is_a_fault(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"something else entirely" * 100)
    with pytest.raises(RelayFault, match=r"relay\.db"):
        SqliteRelay(path).latest(DESK)
    with pytest.raises(RelayFault, match=r"relay\.db"):
        SqliteRelay(tmp_path / "no" / "such" / "relay.db").latest(DESK)


def test_a_file_that_is_removed_while_both_sides_have_it_cuts_nobody_off(tmp_path: Path) -> None:
    path = tmp_path / "relay.db"
    one, other = SqliteRelay(path), SqliteRelay(path)
    one.put(DESK, tagged(KEY, DESK, b"before"))
    assert other.latest(DESK) is not None
    for file in tmp_path.iterdir():
        file.unlink()
    assert other.latest(DESK) is None
    one.put(DESK, tagged(KEY, DESK, b"said again"))
    assert other.latest(DESK) == tagged(KEY, DESK, b"said again")
    one.close()
    other.close()


def test_a_torn_file_is_a_fault_that_says_what_to_do_and_is_over_once_it_is_done(
    path: Path,
) -> None:
    relay = SqliteRelay(path)
    for table in range(1, 40):
        relay.put(Box(table, Side.DESK), Letter(bytes(3_000), b"tag"))
    relay.close()
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)
    for _ in range(2):
        with pytest.raises(RelayFault, match="Remove the file"):
            relay.put(DESK, tagged(KEY, DESK, b"order"))
    path.unlink()
    relay.put(DESK, tagged(KEY, DESK, b"order"))
    assert relay.latest(DESK) == tagged(KEY, DESK, b"order")
    relay.close()


def test_a_store_that_others_keep_locked_is_a_fault_within_bounds(path: Path) -> None:
    relay = SqliteRelay(path, wait_ms=1)
    assert relay.latest(DESK) is None
    blocking = sqlite3.connect(path, isolation_level=None)
    blocking.execute("BEGIN EXCLUSIVE")
    with pytest.raises(RelayFault, match="locked"):
        relay.put(DESK, tagged(KEY, DESK, b"late"))
    blocking.execute("ROLLBACK")
    blocking.close()
    relay.put(DESK, tagged(KEY, DESK, b"late"))
    relay.close()


@pytest.mark.parametrize("body", ["text", 7, None])
def test_rows_of_another_kind_are_no_letters(path: Path, body: object) -> None:
    relay = SqliteRelay(path)
    assert relay.latest(DESK) is None
    with sqlite3.connect(path) as forging:
        forging.execute("PRAGMA ignore_check_constraints = ON")
        if body is not None:
            forging.execute("INSERT INTO letters VALUES (3, 'desk', ?, x'00')", (body,))
    forging.close()
    assert relay.latest(DESK) is None
    relay.close()
