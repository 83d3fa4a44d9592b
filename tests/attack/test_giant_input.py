"""Input of any size is refused at once, by its size, and in few words."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.bounded import DOTS_MAX, INPUT_BYTES_MAX, TooLong, read_bounded, read_toml
from controller.config import WrongConfiguration
from controller.journal.export import SIGNATURE, verify_export
from controller.journal.keys import load_keys
from controller.journal.recorder import JournalFault, State
from controller.notices.heads import heads_in
from controller.notices.log_file import lines_back
from controller.staff.pins import RegisterError, read_key
from controller.tables import load_table
from simulators.games.bonus.scenario.file import read_scenario
from simulators.scenario.reading import WrongScenario
from ui.cli import app

GIANT = 200 * 1024**2
SAID_MAX = 20_000

# fmt: off
MADE = {
    "many keys":   "".join(f"k{number} = 1\n" for number in range(35_000)),
    "many rounds": "[[rounds]]\n" * 20_000,
    "deep":        "a = " + "[\n" * 200_000,
    "deep line":   "a = " + "[" * 400_000,
    "long key":    "a" + ".a" * 200_000 + " = 1\n",
    "many long keys": "".join(
        f"k{number}" + ".a" * (DOTS_MAX - 1) + " = 1\n" for number in range(5_500)
    ),
    "long key behind strings": "x = { y = \"\"\"\n\"\"\", a" + ".a" * 200_000 + ' = "" }\n',
    "quotes without end": '"' + '\\"' * 200_000 + ".a" * 50 + "\\\n",
    "not text":    "\ud800",
}
# fmt: on


def test_dots_in_strings_are_not_those_of_a_key(tmp_path: Path) -> None:
    seats = [f"p{number} at {number}.1" for number in range(4 * DOTS_MAX)]
    path = tmp_path / "course.toml"
    path.write_text(f"course = {seats!r}\nother = [{', '.join(f'{one!r}' for one in seats)}]\n")
    assert read_toml(path)["course"] == seats


@pytest.fixture
def giant(tmp_path: Path) -> Path:
    """A file whose size alone is wrong; it takes no room."""
    path = tmp_path / "giant.toml"
    path.touch(0o600)
    os.truncate(path, GIANT)
    return path


@pytest.mark.timeout(20)
def test_a_giant_scenario_or_table_is_refused_by_its_size(giant: Path) -> None:
    size = f"expected at most {INPUT_BYTES_MAX:,} bytes"
    with pytest.raises(WrongScenario, match=size):
        read_scenario(giant)
    with pytest.raises(WrongConfiguration, match=size):
        load_table(str(giant))
    result = CliRunner().invoke(app, ["play", str(giant)])
    assert result.exit_code == 2


@pytest.mark.timeout(20)
def test_an_input_without_an_end_is_refused() -> None:
    with pytest.raises(TooLong):
        read_bounded(Path("/dev/zero"))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("what", MADE)
def test_a_scenario_or_table_made_to_be_slow_is_refused_in_few_words(
    what: str, tmp_path: Path
) -> None:
    path = tmp_path / "made.toml"
    path.write_bytes(MADE[what].encode("utf-8", "surrogatepass"))
    with pytest.raises(WrongScenario) as scenario:
        read_scenario(path)
    with pytest.raises(WrongConfiguration) as table:
        load_table(str(path))
    assert len(str(scenario.value)) < SAID_MAX
    assert len(str(table.value)) < SAID_MAX


def test_what_people_write_is_far_from_the_bounds() -> None:
    for path in Path("config").rglob("*.toml"):
        assert read_toml(path)
        assert path.stat().st_size < INPUT_BYTES_MAX // 10


@pytest.mark.timeout(20)
@pytest.mark.parametrize(("read", "fault"), [(load_keys, JournalFault), (read_key, RegisterError)])
def test_a_giant_key_file_is_refused(
    giant: Path, read: Callable[[Path], object], fault: type[Exception]
) -> None:
    with pytest.raises(fault, match="key"):
        read(giant)


@pytest.mark.timeout(20)
def test_a_giant_signature_is_no_signature(giant: Path, tmp_path: Path) -> None:
    giant.rename(tmp_path / SIGNATURE)
    assert verify_export(tmp_path, "").state is State.DAMAGED


@pytest.mark.timeout(30)
@pytest.mark.parametrize("line", [b"x\n", b"\n", b"[", b"{}\n"])
def test_a_log_of_rubbish_is_read_in_one_pass_and_told_in_few_words(
    line: bytes, tmp_path: Path
) -> None:
    log = tmp_path / "notices.log"
    log.write_bytes(line * 60_000 + b"\n")
    found = heads_in(lines_back(log), bytes(32), "")
    assert len(found.skipped) <= 101
    assert len(" ".join(found.skipped)) < SAID_MAX


def test_the_lines_of_a_log_come_back_whole_newest_first(tmp_path: Path) -> None:
    log, lines = tmp_path / "notices.log", [b"%d" % number * 7 for number in range(30_000)]
    log.write_bytes(b"\n".join(lines) + b"\n\n" + b"torn")
    found = list(lines_back(log))
    assert [line.content for line in found] == lines[::-1]
    assert found[-1].where.endswith("at byte 0")
    assert found[-2].where.endswith("at byte 8")
